"""Ops on parts and shapes of tensors: slices, reshapes, casts, single elements."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from dlc.dialects import memref, tensor
from dlc.dialects.memref.reshapes import expanded_type
from dlc.ir.builtin_types import DYNAMIC, MemRefType
from dlc.ir.strided_layout import strides_of
from dlc.ir.values import Value

from .buffers import buffer_type
from .rewrites import Bufferization, bufferizes, subview


@bufferizes(tensor.EmptyOp)
def rewrite_empty(op: tensor.EmptyOp, state: Bufferization) -> None:
    """empty -> nothing: whoever writes to it gets memory"""
    state.finish(op)


@bufferizes(tensor.DimOp)
def rewrite_dim(op: tensor.DimOp, state: Bufferization) -> None:
    """tensor.dim -> memref.dim, or the size that an empty tensor was made with"""
    number, empty = op.known_dim, op.source.defined_by(tensor.EmptyOp)
    size = empty.mixed_sizes[number] if empty is not None and number is not None else None
    if size is None:
        size = state.insert(memref.DimOp(state.memref_of(op.source), op.index)).results[0]
    op.results[0].replace_all_uses_with(size if isinstance(size, Value) else state.constants.index(size))
    state.finish(op)


@bufferizes(tensor.RankOp)
def rewrite_rank(op: tensor.RankOp, state: Bufferization) -> None:
    """tensor.rank -> the number"""
    op.results[0].replace_all_uses_with(state.constants.index(len(op.operands[0].shape)))
    state.finish(op)


@bufferizes(tensor.CastOp)
def rewrite_cast(op: tensor.CastOp, state: Bufferization) -> None:
    """tensor.cast -> memref.cast"""
    source = state.memref_of(op.source)
    assert isinstance(source.type, MemRefType)
    wanted = MemRefType(buffer_type(op.dest.type).shape, source.type.element_type, source.type.layout)
    made = source if source.type is wanted else state.insert(memref.CastOp(source, wanted)).results[0]
    state.define(op.dest, made, state.buffers[source])
    state.finish(op)


# -- Elements ----------------------------------------------------------------------------------------------------------


@bufferizes(tensor.ExtractOp)
def rewrite_extract(op: tensor.ExtractOp, state: Bufferization) -> None:
    """extract -> load"""
    made = state.insert(memref.LoadOp(state.memref_of(op.tensor), list(op.indices))).results[0]
    op.results[0].replace_all_uses_with(made)
    state.finish(op)


@bufferizes(tensor.InsertOp)
def rewrite_insert(op: tensor.InsertOp, state: Bufferization) -> None:
    """insert -> store"""
    target = state.destination(op, 1, needs_contents=True)
    state.insert(memref.StoreOp(op.scalar, target, list(op.indices)))
    state.define(op.results[0], target)
    state.finish(op)


@bufferizes(tensor.FromElementsOp)
def rewrite_from_elements(op: tensor.FromElementsOp, state: Bufferization) -> None:
    """from_elements -> a store for each"""
    type = buffer_type(op.results[0].type)
    target = state.fresh(op, 0, type.shape)
    position = [0] * len(type.shape)
    for value in op.operands:
        state.insert(memref.StoreOp(value, target, [state.constants.index(each) for each in position]))
        for dim in reversed(range(len(position))):
            position[dim] += 1
            if position[dim] < type.shape[dim]:
                break
            position[dim] = 0
    state.define(op.results[0], target)
    state.finish(op)


def mixed_shape(type: MemRefType, dynamic: Sequence[Value]) -> list[int | Value]:
    """The sizes of a type with the values for what is dynamic."""
    rest = iter(dynamic)
    return [next(rest) if size == DYNAMIC else size for size in type.shape]


# -- Slices ------------------------------------------------------------------------------------------------------------


@bufferizes(tensor.ExtractSliceOp)
def rewrite_extract_slice(op: tensor.ExtractSliceOp, state: Bufferization) -> None:
    """extract_slice -> subview, without a copy"""
    source = state.memref_of(op.source)
    made = state.insert(subview(source, op, op.result.shape)).results[0]
    state.prepare_slice(op, made)
    state.define(op.result, made, state.buffers[source])
    state.finish(op)


@bufferizes(tensor.InsertSliceOp)
def rewrite_insert_slice(op: tensor.InsertSliceOp, state: Bufferization) -> None:
    """insert_slice -> copy into a subview, unless what is inserted is there already"""
    target, part = state.prepared.get(op, (None, None))
    if target is None:
        target = state.destination(op, 1, needs_contents=True, passed=0)
    elif state.memrefs.get(op.source) is not part and not state.may_write(op, target, 1, passed=0):
        target = state.copy_of(target)
    if state.memrefs.get(op.source) is not part or part is None:
        _copy_into(op, target, state)
    state.define(op.result, target)
    state.finish(op)


def _copy_into(op: tensor.InsertSliceOp, target: Value, state: Bufferization) -> None:
    if state.is_unwritten(op.source):
        return
    source = state.memref_of(op.source)
    if state.buffers[source] is state.buffers[target]:
        source = state.copy_of(source)
    state.copy(source, state.insert(subview(target, op, op.source.shape)).results[0])


# -- Shapes ------------------------------------------------------------------------------------------------------------


def in_rows(source: Value, state: Bufferization) -> Value:
    """A memref whose elements follow one another: itself, or a copy."""
    assert isinstance(source.type, MemRefType)
    return source if source.type.layout is None else state.copy_of(source)


@bufferizes(tensor.ExpandShapeOp)
def rewrite_expand(op: tensor.ExpandShapeOp, state: Bufferization) -> None:
    """tensor.expand_shape -> memref.expand_shape"""
    source = state.memref_of(op.src)
    assert isinstance(source.type, MemRefType)
    type = expanded_type(source.type, buffer_type(op.result.type).shape, op.groups)
    made = state.insert(memref.ExpandShapeOp.of(source, op.groups, op.mixed_output_shape, type)).results[0]
    state.define(op.result, made, state.buffers[source])
    state.finish(op)


@bufferizes(tensor.CollapseShapeOp)
def rewrite_collapse(op: tensor.CollapseShapeOp, state: Bufferization) -> None:
    """tensor.collapse_shape -> memref.collapse_shape, of a copy where what is joined is not in one piece"""
    source = state.memref_of(op.src)
    if not _follow_one_another(source, op.groups):
        source = state.copy_of(source)
    made = state.insert(memref.CollapseShapeOp.of(_of_one_kind(source, op.groups, state), op.groups)).results[0]
    state.define(op.result, _as_buffer(made, op.result, state), state.buffers[source])
    state.finish(op)


def _of_one_kind(source: Value, groups: Sequence[Sequence[int]], state: Bufferization) -> Value:
    """A memref that forgets the sizes in groups of `?` and 0: what these join to is `?` by rule, and 0 by product."""
    assert isinstance(source.type, MemRefType)
    shape = list(source.type.shape)
    for group in groups:
        if {DYNAMIC, 0} <= {shape[dim] for dim in group}:
            for dim in group:
                shape[dim] = DYNAMIC
    wanted = MemRefType(tuple(shape), source.type.element_type, source.type.layout)
    return source if source.type is wanted else state.insert(memref.CastOp(source, wanted)).results[0]


def _as_buffer(made: Value, tensor: Value, state: Bufferization) -> Value:
    """A view with the sizes that the tensor's type says, if it says others."""
    assert isinstance(made.type, MemRefType)
    shape = buffer_type(tensor.type).shape
    if made.type.shape == shape:
        return made
    wanted = MemRefType(shape, made.type.element_type, made.type.layout)
    return state.insert(memref.CastOp(made, wanted)).results[0]


def _follow_one_another(source: Value, groups: Sequence[Sequence[int]]) -> bool:
    """Whether each group of dimensions is surely one walk through memory."""
    assert isinstance(source.type, MemRefType)
    if source.type.layout is None:
        return True
    layout, shape = strides_of(source.type), source.type.shape
    if layout is None:
        return False
    return all(
        DYNAMIC not in (shape[inner], layout.strides[inner], layout.strides[outer])
        and layout.strides[outer] == layout.strides[inner] * shape[inner]
        for group in groups
        for outer, inner in pairwise(group)
    )


@bufferizes(tensor.ReshapeOp)
def rewrite_reshape(op: tensor.ReshapeOp, state: Bufferization) -> None:
    """tensor.reshape -> memref.reshape"""
    source = in_rows(state.memref_of(op.source), state)
    shape = in_rows(state.memref_of(op.shape), state)
    made = state.insert(memref.ReshapeOp(source, shape, buffer_type(op.result.type))).results[0]
    state.define(op.result, made, state.buffers[source])
    state.finish(op)
