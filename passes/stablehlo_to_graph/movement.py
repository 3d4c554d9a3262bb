"""Shapes, slices, padding and positions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from dlc.dialects import graph, stablehlo
from dlc.dialects.graph.shape_values import sizes_in
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import Value
from dlc.ir.builtin_types import i64
from dlc.ir.sizes import Dim, Shape, meet

from ..graph.translated_values import filled, known_elements, numbers_of_constant, static_shape
from ..rewriting.cannot_lower import CannotLower
from .translation import Translated, Translation, declared_shape, parts_of_type, translates


def each_part(t: Translation, value: Value, function: Callable[[Value], Value]) -> Translated:
    """Return the parts of a value, moved by one function."""
    return [tuple(function(part) for part in t.parts(value))]


@translates(stablehlo.IotaOp)
def translate_iota(op: stablehlo.IotaOp, t: Translation) -> Translated:
    """Positions; as complex numbers, with 0 as imaginary part."""
    del t
    return _positions(op.output, op.iota_dimension.value, declared_shape(op.output), None)


@translates(stablehlo.DynamicIotaOp)
def translate_dynamic_iota(op: stablehlo.DynamicIotaOp, t: Translation) -> Translated:
    """Positions in a shape that is computed."""
    return _positions(op.result, op.iota_dimension.value, *_computed_shape(t.get(op.output_shape), op.result))


def _positions(result: Value, dim: int, shape: Shape, sizes: Value | None) -> Translated:
    types = parts_of_type(result.type)
    positions = graph.iota(dim, shape, i64, sizes=sizes)
    real = positions if types[0].element_type is i64 else graph.cast(positions, types[0].element_type)
    return [(real, filled(0, real)) if len(types) == 2 else (real,)]


def _computed_shape(sizes: Value, result: Value) -> tuple[Shape, Value | None]:
    """Return the sizes of a result that its type has, or that follow from those of arguments, and the value that has
    the others, as i64.
    """
    known, shape = sizes_in(sizes), declared_shape(result)
    if known is not None and len(known) == len(shape):
        shape = meet(shape, tuple(known))
    if None not in shape:
        return shape, None
    return shape, sizes if element_of(sizes) is i64 else graph.cast(sizes, i64)


# -- Shapes ------------------------------------------------------------------------------------------------------------


@translates(stablehlo.ReshapeOp)
def translate_reshape(op: stablehlo.ReshapeOp, t: Translation) -> Translated:
    """The same elements in another shape."""
    shape = declared_shape(op.result)
    return each_part(t, op.operand, lambda part: graph.reshape(part, shape))


@translates(stablehlo.DynamicReshapeOp)
def translate_dynamic_reshape(op: stablehlo.DynamicReshapeOp, t: Translation) -> Translated:
    """The same elements in a shape that is computed."""
    shape, sizes = _computed_shape(t.get(op.output_shape), op.result)
    return each_part(t, op.source, lambda part: graph.reshape(part, shape, sizes=sizes))


@translates(stablehlo.BroadcastInDimOp)
def translate_broadcast_in_dim(op: stablehlo.BroadcastInDimOp, t: Translation) -> Translated:
    """Elements repeated."""
    shape, dims = declared_shape(op.result), list(op.broadcast_dimensions)
    return each_part(t, op.operand, lambda part: broadcast(part, dims, shape))


def broadcast(value: Value, dims: Sequence[int], shape: Sequence[Dim], sizes: Value | None = None) -> Value:
    """Return a value repeated; its dimensions may stand in any order in the result."""
    order = sorted(range(len(dims)), key=dims.__getitem__)
    if order != list(range(len(dims))):
        value = graph.transpose(value, order)
    return graph.broadcast(value, sorted(dims), shape, sizes=sizes)


@translates(stablehlo.DynamicBroadcastInDimOp)
def translate_dynamic_broadcast(op: stablehlo.DynamicBroadcastInDimOp, t: Translation) -> Translated:
    """Elements repeated to a shape that is computed."""
    dims = list(op.broadcast_dimensions)
    shape, sizes = _computed_shape(t.get(op.output_dimensions), op.result)
    return each_part(t, op.source, lambda part: broadcast(part, dims, shape, sizes))


@translates(stablehlo.BroadcastOp)
def translate_broadcast(op: stablehlo.BroadcastOp, t: Translation) -> Translated:
    """Elements repeated along leading dimensions."""
    shape, first = declared_shape(op.result), len(op.broadcast_sizes)
    return each_part(t, op.operand, lambda part: graph.broadcast(part, list(range(first, len(shape))), shape))


@translates(stablehlo.TransposeOp)
def translate_transpose(op: stablehlo.TransposeOp, t: Translation) -> Translated:
    """Dimensions in another order."""
    return each_part(t, op.operand, lambda part: graph.transpose(part, list(op.permutation)))


@translates(stablehlo.ReverseOp)
def translate_reverse(op: stablehlo.ReverseOp, t: Translation) -> Translated:
    """Elements in the opposite order."""
    return each_part(t, op.operand, lambda part: graph.reverse(part, list(op.dimensions)))


@translates(stablehlo.ConcatenateOp)
def translate_concatenate(op: stablehlo.ConcatenateOp, t: Translation) -> Translated:
    """Tensors behind one another."""
    columns = zip(*(t.parts(value) for value in op.inputs), strict=True)
    return [tuple(graph.concat(list(column), op.dimension.value) for column in columns)]


@translates(stablehlo.PadOp)
def translate_pad(op: stablehlo.PadOp, t: Translation) -> Translated:
    """A value around and between elements."""
    low, high, inner = (list(each) for each in (op.edge_padding_low, op.edge_padding_high, op.interior_padding))
    return _padded(t, op.source, op.padding_value, low, high, inner)


def _padded(
    t: Translation, source: Value, padding: Value, low: Sequence[Dim], high: Sequence[Dim], inner: Sequence[int]
) -> Translated:
    pairs = zip(t.parts(source), t.parts(padding), strict=True)
    return [tuple(pad(part, value, low, high, inner) for part, value in pairs)]


def pad(value: Value, padding: Value, low: Sequence[Dim], high: Sequence[Dim], inner: Sequence[int]) -> Value:
    """Return a value with a scalar around its elements and between them."""
    if not any((*low, *high, *inner)):
        return value
    shape = shape_of(value)
    if any(size == 0 and between for size, between in zip(shape, inner, strict=True)):
        inner = [0 if size == 0 else between for size, between in zip(shape, inner, strict=True)]
    return graph.pad("constant", value, list(low), list(high), list(inner), value=padding)


@translates(stablehlo.DynamicPadOp)
def translate_dynamic_pad(op: stablehlo.DynamicPadOp, t: Translation) -> Translated:
    """A value around and between elements, as often as follows from sizes of arguments."""
    low, high = (known_sizes(t.get(each), "padding") for each in (op.edge_padding_low, op.edge_padding_high))
    inner = known_numbers(t.get(op.interior_padding), "padding")
    return _padded(t, op.source, op.padding_value, low, high, inner)


def _are_known(value: Value) -> bool:
    return None not in (sizes_in(value) or [None])


def known_sizes(value: Value, role: str) -> list[Dim]:
    """Return the elements of a list of which each is a constant or follows from the sizes of arguments."""
    sizes = sizes_in(value)
    if sizes is None or None in sizes:
        raise CannotLower(f"needs a {role} that follows from the sizes of arguments, but got one that is computed")
    return sizes


def known_numbers(value: Value, role: str) -> list[int]:
    """Return the elements of a constant."""
    known = known_elements(value)
    if known is None and all(isinstance(size, int) for size in sizes_in(value) or [None]):
        return [size for size in sizes_in(value) or () if isinstance(size, int)]
    if known is None:
        raise CannotLower(f"needs a constant {role}, but got one that is computed")
    numbers = [int(each) for each in numbers_of_constant(known)]
    return numbers * math.prod(static_shape(value)) if known.is_splat else numbers


@translates(stablehlo.GetDimensionSizeOp)
def translate_get_dimension_size(op: stablehlo.GetDimensionSizeOp, t: Translation) -> Value:
    """The size of a dimension."""
    [type] = parts_of_type(op.result.type)
    size = graph.dim(t.parts(op.operand)[0], op.dimension.value)
    return size if type.element_type is i64 else graph.cast(size, type.element_type)


# -- Slices ------------------------------------------------------------------------------------------------------------


@translates(stablehlo.SliceOp)
def translate_slice(op: stablehlo.SliceOp, t: Translation) -> Translated:
    """Elements between starts and limits."""
    lists = [list(each) for each in (op.start_indices, op.limit_indices, op.strides)]
    return each_part(t, op.operand, lambda part: graph.slice(part, *lists))


@translates(stablehlo.RealDynamicSliceOp)
def translate_real_dynamic_slice(op: stablehlo.RealDynamicSliceOp, t: Translation) -> Translated:
    """Elements between starts and limits; with strides other than 1, those must follow from sizes of arguments."""
    first, last = t.get(op.start_indices), t.get(op.limit_indices)
    strides = known_numbers(t.get(op.strides), "stride")
    if any(each != 1 for each in strides) or (_are_known(first) and _are_known(last)):
        starts, limits = known_sizes(first, "position"), known_sizes(last, "position")
        return each_part(t, op.source, lambda part: graph.slice(part, starts, limits, strides))
    sizes, shape = graph.cast(graph.sub(last, first), i64), declared_shape(op.result)
    return each_part(t, op.source, lambda part: graph.dynamic_slice(part, first, shape=shape, sizes=sizes))


@translates(stablehlo.DynamicSliceOp)
def translate_dynamic_slice(op: stablehlo.DynamicSliceOp, t: Translation) -> Translated:
    """A part of a tensor at a computed position."""
    if not op.start_indices:
        return [t.parts(op.source)]
    starts = starts_of(t.all(op.start_indices))
    return each_part(t, op.source, lambda part: graph.dynamic_slice(part, starts, list(op.slice_sizes)))


@translates(stablehlo.DynamicUpdateSliceOp)
def translate_dynamic_update_slice(op: stablehlo.DynamicUpdateSliceOp, t: Translation) -> Translated:
    """A tensor with a part replaced."""
    if not op.start_indices:
        return [t.parts(op.update)]
    starts = starts_of(t.all(op.start_indices))
    pairs = zip(t.parts(op.source), t.parts(op.update), strict=True)
    return [tuple(graph.dynamic_update_slice(part, update, starts) for part, update in pairs)]


def starts_of(scalars: Sequence[Value]) -> Value:
    """Return scalars as a list."""
    entries = [graph.reshape(scalar, [1]) for scalar in scalars]
    return graph.concat(entries, 0) if len(entries) > 1 else entries[0]
