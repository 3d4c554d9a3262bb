"""Constants, shapes, slices, padding, elements at computed places, and resizing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.dialects import graph, tosa
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import DenseElementsAttr, Value
from dlc.ir.builtin_types import FloatType, TensorType, i64
from dlc.ir.elements import numpy
from dlc.ir.sizes import Dim

from ..graph.translated_values import static_size
from ..rewriting.cannot_lower import CannotLower
from .translation import (
    convert,
    declared,
    known_numbers,
    needed_numbers,
    numbers,
    plain_element,
    the_number,
    translates,
)


@translates(tosa.ConstOp)
def translate_const(op: tosa.ConstOp) -> Value:
    """The given elements."""
    values, element = op.values, plain_element(op.values.type.element_type)  # type: ignore[union-attr]
    if values.type.element_type is element:  # type: ignore[union-attr]
        return graph.constant(values)
    if not isinstance(values, DenseElementsAttr):
        raise CannotLower(f"needs elements in the text, but got '{values}'")
    return graph.constant(DenseElementsAttr.of(TensorType(values.type.shape, element), values.ints()))


@translates(tosa.IdentityOp)
def translate_identity(op: tosa.IdentityOp) -> Value:
    """The operand."""
    return op.input1


# -- Shapes ------------------------------------------------------------------------------------------------------------


@translates(tosa.ReshapeOp)
def translate_reshape(op: tosa.ReshapeOp) -> Value:
    """The same elements in another shape."""
    known = known_numbers(op.shape)
    shape, _ = declared(op.output)
    if known is None:
        return graph.reshape(op.input1, shape, sizes=op.shape if None in shape else None)
    return graph.reshape(op.input1, [size if size != -1 else say for size, say in zip(known, shape, strict=True)])


@translates(tosa.TransposeOp)
def translate_transpose(op: tosa.TransposeOp) -> Value:
    """Dimensions in another order."""
    return graph.transpose(op.input1, list(op.perms))


@translates(tosa.ReverseOp)
def translate_reverse(op: tosa.ReverseOp) -> Value:
    """Elements in the opposite order."""
    return graph.reverse(op.input1, [op.axis.value])


@translates(tosa.ConcatOp)
def translate_concat(op: tosa.ConcatOp) -> Value:
    """Tensors behind one another."""
    return graph.concat(list(op.input1), op.axis.value)


@translates(tosa.PadOp)
def translate_pad(op: tosa.PadOp) -> Value:
    """A value around elements."""
    padding = needed_numbers(op.padding, "padding")
    return pad(op.input1, the_number(op.pad_const), padding[::2], padding[1::2])


def pad(value: Value, padding: Value, low: Sequence[int], high: Sequence[int]) -> Value:
    """Return a value with a scalar around its elements."""
    if not any((*low, *high)):
        return value
    return graph.pad("constant", value, list(low), list(high), [0] * len(low), value=padding)


@translates(tosa.SliceOp)
def translate_slice(op: tosa.SliceOp) -> Value:
    """A part of a tensor, at a place that may be computed."""
    starts, sizes = known_numbers(op.start), needed_numbers(op.size, "size")
    if starts is None:
        return graph.dynamic_slice(op.input1, op.start, sizes)
    limits: list[Dim] = [None if size == -1 else start + size for start, size in zip(starts, sizes, strict=True)]
    return graph.slice(op.input1, starts, limits, [1] * len(starts))


@translates(tosa.TileOp)
def translate_tile(op: tosa.TileOp) -> Value:
    """The tensor repeated, each repeated dimension with a new one before it."""
    value = op.input1
    for dim, count in enumerate(needed_numbers(op.multiples, "number of repetitions")):
        if count != 1:
            value = _repeated(value, dim, count)
    return value


def _repeated(value: Value, dim: int, count: int) -> Value:
    """Return a tensor repeated along a dimension; copies are concatenated where a size is unknown."""
    shape = list(shape_of(value))
    size = shape[dim]
    if not isinstance(size, int) or None in shape:
        return graph.concat([value] * count, dim)
    places = [place + (place >= dim) for place in range(len(shape))]
    spread = graph.broadcast(value, places, [*shape[:dim], count, *shape[dim:]])
    return graph.reshape(spread, [*shape[:dim], count * size, *shape[dim + 1 :]])


# -- Places ------------------------------------------------------------------------------------------------------------


@translates(tosa.GatherOp)
def translate_gather(op: tosa.GatherOp) -> Value:
    """Rows at indices."""
    return graph.gather(op.values, op.indices, [2], [1], [0], [0], [1], 2, [1, 1, None])


@translates(tosa.ScatterOp)
def translate_scatter(op: tosa.ScatterOp) -> Value:
    """Rows at indices replaced."""
    return graph.scatter(op.values_in, op.indices, [2], [1], [0], [0], [1], 2, op.input, "assign")


# -- Resizing ----------------------------------------------------------------------------------------------------------


@translates(tosa.ResizeOp)
def translate_resize(op: tosa.ResizeOp) -> Value:
    """Elements at other places along height and width, one after the other."""
    scale, offset = needed_numbers(op.scale, "scale"), needed_numbers(op.offset, "offset")
    shape, element = declared(op.output)
    value = op.input if op.mode.value == "NEAREST_NEIGHBOR" else convert(op.input, element)
    for number in range(2):
        size = shape[number + 1]
        if not isinstance(size, int):
            raise CannotLower(f"needs sizes that are known, but got '{op.output.type}'")
        n, d = scale[2 * number : 2 * number + 2]
        places = Places(size, static_size(value, number + 1), n, d, offset[number])
        resized = places.nearest if op.mode.value == "NEAREST_NEIGHBOR" else places.weighted
        value = resized(value, number + 1)
    return value


class Places:
    """The places of new elements among those that there were: between `before` and `behind`, `rest` parts of n."""

    def __init__(self, count: int, size: int, n: int, d: int, offset: int) -> None:
        floors, self.rest = numpy().divmod(numpy().arange(count) * d + offset, n)
        self.n = n
        self.before = numpy().clip(floors, 0, size - 1)
        self.behind = numpy().clip(floors + 1, 0, size - 1)

    def nearest(self, value: Value, dim: int) -> Value:
        """Return the nearest elements, of two the later one."""
        return _taken(value, dim, numpy().where(2 * self.rest >= self.n, self.behind, self.before))

    def weighted(self, value: Value, dim: int) -> Value:
        """Return both elements weighted: integers by parts of n, floats by parts of 1."""
        parts = _weights(self.n - self.rest, self.n, value), _weights(self.rest, self.n, value)
        pairs = zip(parts, (self.before, self.behind), strict=True)
        terms = [(_taken(value, dim, places), part) for part, places in pairs]
        return graph.add(*(graph.mul(each, _along(part, dim, each)) for each, part in terms))


def _weights(parts: Any, whole: int, like: Value) -> Value:
    element = element_of(like)
    weights = parts / whole if isinstance(element, FloatType) else parts
    return graph.constant(DenseElementsAttr.of(TensorType(parts.shape, element), weights.tolist()))


def _along(weights: Value, dim: int, like: Value) -> Value:
    sizes = graph.shape(like) if None in shape_of(like) else None
    return graph.broadcast(weights, [dim], shape_of(like), sizes=sizes)


def _taken(value: Value, dim: int, places: Any) -> Value:
    """Return the elements at places along a dimension."""
    rank = len(shape_of(value))
    if places.tolist() == list(range(static_size(value, dim))):
        return value
    windows = [each for each in range(rank) if each != dim]
    sizes = [1 if each == dim else None for each in range(rank)]
    return graph.gather(value, numbers(places.tolist(), i64), windows, [dim], [], [], [dim], 1, sizes)
