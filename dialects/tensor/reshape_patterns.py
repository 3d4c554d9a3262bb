"""Canonicalization of `tensor.expand_shape`, `tensor.collapse_shape` and `tensor.reshape`."""

from __future__ import annotations

import math

from dlc.dialects import arith
from dlc.ir import InsertionPoint, Value
from dlc.ir.builtin_types import DYNAMIC, TensorType, index
from dlc.ir.index_lists import Index, known_index
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.reassociation import composed_groups, difference_of_groups, groups_attr, splitting_groups

from .access import ExtractOp
from .casts import CastOp, source_if_more_static
from .constraints import tensor_type
from .creation import EmptyOp, FromElementsOp, SplatOp
from .dims import DimOp, size_of
from .reshapes import CollapseShapeOp, ExpandShapeOp, ReshapeOp, collapsed_type
from .shapes import multiply_indices

Reshape = ExpandShapeOp | CollapseShapeOp


# -- Chains ----------------------------------------------------------------------------------------------------------


@canonicalization(ExpandShapeOp)
def merge_expansions(op: ExpandShapeOp, rw: Rewriter) -> Match:
    """expand(expand(t)) -> expand(t).  Terminates: removes an op."""
    inner = op.src.defined_by(ExpandShapeOp)
    if inner is None:
        return rw.no_match("source is not an expansion")
    groups = composed_groups(inner.groups, op.groups) if inner.groups else []
    return rw.replace(op, ExpandShapeOp.of(inner.src, groups, op.mixed_output_shape, tensor_type(op.result)))


@canonicalization(CollapseShapeOp)
def merge_collapses(op: CollapseShapeOp, rw: Rewriter) -> Match:
    """collapse(collapse(t)) -> collapse(t).  Terminates: removes an op."""
    inner = op.src.defined_by(CollapseShapeOp)
    if inner is None:
        return rw.no_match("source is not a collapse")
    groups = composed_groups(op.groups, inner.groups) if op.groups else []
    return rw.replace(op, CollapseShapeOp(inner.src, groups_attr(groups), op.result.type))


@canonicalization(CollapseShapeOp)
def collapse_of_expansion(op: CollapseShapeOp, rw: Rewriter) -> Match:
    """collapse(expand(t)) -> one of both, where the groups of one refine those of the other.
    Terminates: removes an op.
    """
    inner = op.src.defined_by(ExpandShapeOp)
    if inner is None:
        return rw.no_match("source is not an expansion")
    start, end = tensor_type(inner.src), tensor_type(op.result)
    if len(start.shape) == len(end.shape):
        return rw.no_match("neither shape is larger than the other")
    shrinks = len(start.shape) > len(end.shape)
    groups = difference_of_groups(op.groups, inner.groups) if shrinks else difference_of_groups(inner.groups, op.groups)
    if groups is None:
        return rw.no_match("the groups of one do not refine those of the other")
    if shrinks:
        fits = collapsed_type(start, groups) is end
        collapse = CollapseShapeOp(inner.src, groups_attr(groups), end)
        return rw.replace(op, collapse) if fits else rw.no_match("the type would be another")
    if not end.has_static_shape:
        return rw.no_match("not all sizes of the result are known here")
    return rw.replace(op, ExpandShapeOp.of(inner.src, groups, end.shape, end))


@canonicalization(ExpandShapeOp)
def expansion_of_collapse(op: ExpandShapeOp, rw: Rewriter) -> Match:
    """expand(collapse(t)) -> one of both, where each group is only split further, or only joined.

    Terminates: removes an op."""
    inner = op.src.defined_by(CollapseShapeOp)
    if inner is None:
        return rw.no_match("source is not a collapse")
    start, end = tensor_type(inner.src), tensor_type(op.result)
    if len(start.shape) == len(end.shape):
        return rw.no_match("neither shape is larger than the other")
    shrinks = len(start.shape) > len(end.shape)
    large, small = (start, end) if shrinks else (end, start)
    pairs = zip(*((inner.groups, op.groups) if shrinks else (op.groups, inner.groups)), strict=True)
    groups: list[list[int]] = []
    for many, few in pairs:
        parts = splitting_groups([large.shape[dim] for dim in many], [small.shape[dim] for dim in few])
        if parts is None:
            return rw.no_match("a group is split in another way than it was joined")
        groups += [[many[position] for position in part] for part in parts]
    if collapsed_type(large, groups) is not small:
        return rw.no_match("the type would be another")
    if shrinks:
        return rw.replace(op, CollapseShapeOp(inner.src, groups_attr(groups), end))
    return rw.replace(op, ExpandShapeOp.of(inner.src, groups, op.mixed_output_shape, end))


# -- Casts -----------------------------------------------------------------------------------------------------------


@canonicalization(CollapseShapeOp)
def collapse_before_cast(op: CollapseShapeOp, rw: Rewriter) -> Match:
    """collapse(cast(t)) -> cast(collapse(t)).  Terminates: moves a cast towards the uses."""
    source = source_if_more_static(op.src)
    if source is None:
        return rw.no_match("source is not a cast to a less precise type")
    collapse = CollapseShapeOp.of(source, op.groups)
    if collapse.result.type is op.result.type:
        return rw.replace(op, collapse)
    return rw.replace(op, CastOp(rw.insert_before(op, collapse).result, op.result.type))


@canonicalization(ExpandShapeOp)
def move_constant_sizes_into_expansion(op: ExpandShapeOp, rw: Rewriter) -> Match:
    """expand(t) [%c2, ...] -> cast(expand(cast(t)) [2, ...]), if groups are then known.
    Terminates: the op has fewer operands.
    """
    source = source_if_more_static(op.src) or op.src
    shape = [_known_size(size) for size in op.mixed_output_shape]
    type = tensor_type(op.result)
    narrowed = list(tensor_type(source).shape)
    for dim, group in enumerate(op.groups):
        for part in group:
            size = shape[part]
            shape[part] = size if type.shape[part] == DYNAMIC else type.shape[part]
        known = [size for part in group if isinstance(size := shape[part], int)]
        if len(known) == len(group):
            narrowed[dim] = math.prod(known)
    made_shape = tuple(size if isinstance(size, int) else DYNAMIC for size in shape)
    if any(old not in (DYNAMIC, new) for old, new in zip(tensor_type(source).shape, narrowed, strict=True)):
        return rw.no_match("the sizes contradict each other")
    if source is op.src and made_shape == type.shape:
        return rw.no_match("nothing more is known")
    to = tensor_type(source).with_shape(tuple(narrowed))
    if collapsed_type(type.with_shape(made_shape), op.groups) is not to or (
        made_shape == type.shape and to is op.src.type
    ):
        return rw.no_match("some group would be known on one side only")
    if to is not source.type:
        source = rw.insert_before(op, CastOp(source, to)).dest
    expansion = ExpandShapeOp.of(source, op.groups, shape, type.with_shape(made_shape))
    if expansion.result.type is type:
        return rw.replace(op, expansion)
    return rw.replace(op, CastOp(rw.insert_before(op, expansion).result, type))


def _known_size(size: Index) -> Index:
    number = known_index(size)
    return size if number is None or number < 0 else number


# -- Reshapes of what was made for the purpose -----------------------------------------------------------------------


@canonicalization(ExpandShapeOp, CollapseShapeOp)
def reshape_of_new_tensor(op: Reshape, rw: Rewriter) -> Match:
    """collapse(empty) -> empty, expand(splat(x)) -> splat(x), expand(from_elements(a, b)) -> from_elements(a, b).

    Terminates: removes a reshape."""
    producer, type = op.src.defining_op, tensor_type(op.result)
    if isinstance(producer, FromElementsOp) and type.has_static_shape:
        return rw.replace(op, FromElementsOp(producer.elements, type))  # type: ignore[arg-type]
    if not isinstance(producer, (EmptyOp, SplatOp)):
        return rw.no_match("source was not just made")
    with rw.at(InsertionPoint.before_op(op), rw.provenance(op.location)):
        sizes = [_size_of_result(op, dim, rw) for dim, size in enumerate(type.shape) if size == DYNAMIC]
        dynamic = [size if isinstance(size, Value) else _index_constant(rw, size) for size in sizes]
    if isinstance(producer, SplatOp):
        return rw.replace(op, SplatOp(producer.input, dynamic, type))  # type: ignore[arg-type]
    return rw.replace(op, EmptyOp(dynamic, type))  # type: ignore[arg-type]


def _size_of_result(op: Reshape, dim: int, rw: Rewriter) -> Index:
    if isinstance(op, ExpandShapeOp):
        return op.mixed_output_shape[dim]
    size: Index = 1
    for part in op.groups[dim]:
        size = multiply_indices(rw, size, size_of(rw, op.src, part))
    return size


def _index_constant(rw: Rewriter, value: int) -> Value:
    return rw.insert(arith.ConstantOp.integer(value, index)).result


@canonicalization(DimOp)
def dim_of_reshape(op: DimOp, rw: Rewriter) -> Match:
    """dim(reshape(t, shape), i) -> extract shape[i].  Terminates: removes a dim."""
    reshape = op.source.defined_by(ReshapeOp)
    if reshape is None:
        return rw.no_match("source is not a reshape")
    with rw.at(InsertionPoint.before_op(op), rw.provenance(op.location)):
        size: Value = rw.insert(ExtractOp(reshape.shape, [op.index])).result  # type: ignore[arg-type]
        if size.type is not index:
            size = rw.insert(arith.IndexCastOp(size, index)).results[0]
    return rw.replace(op, size)


@canonicalization(ReshapeOp)
def reshape_before_cast(op: ReshapeOp, rw: Rewriter) -> Match:
    """reshape(cast(t), s) -> reshape(t, s), reshape(t, cast(s)) -> reshape(t, s).  Terminates: removes a cast."""
    for position, value in enumerate((op.source, op.shape)):
        cast = value.defined_by(CastOp)
        if cast is not None and isinstance(cast.source.type, TensorType) and _still_fits(op, position, cast):
            return rw.set_operand(op, position, cast.source)
    return rw.no_match("neither is a cast that could be left out")


def _still_fits(op: ReshapeOp, position: int, cast: CastOp) -> bool:
    type, source, result = tensor_type(cast.dest) if position else cast.dest.type, cast.source.type, op.result.type
    assert isinstance(source, TensorType)
    if position:
        return isinstance(type, TensorType) and DYNAMIC not in source.shape
    both = isinstance(result, TensorType) and result.has_static_shape and source.has_static_shape
    return not both or result.num_elements == source.num_elements  # type: ignore[attr-defined]
