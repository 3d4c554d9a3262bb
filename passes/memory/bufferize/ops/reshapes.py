"""Bufferization of reshapes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from dlc.dialects import memref, tensor
from dlc.dialects.memref.reshapes import expanded_type
from dlc.ir import Value
from dlc.ir.builtin_types import DYNAMIC, MemRefType
from dlc.ir.strided_layout import strides_of

from ..bufferization import Bufferization, bufferizes
from ..buffers import buffer_type


def in_rows(source: Value, state: Bufferization) -> Value:
    """A memref whose elements follow one another: itself, or a copy."""
    return source if source.type_as(MemRefType).layout is None else state.copy_of(source)


@bufferizes(tensor.ExpandShapeOp)
def rewrite_expand(op: tensor.ExpandShapeOp, state: Bufferization) -> None:
    """tensor.expand_shape -> memref.expand_shape"""
    source = state.memref_of(op.src)
    type = expanded_type(source.type_as(MemRefType), buffer_type(op.result.type).shape, op.groups)
    view = state.insert(memref.ExpandShapeOp.of(source, op.groups, op.mixed_output_shape, type)).results[0]
    state.define(op.result, view, state.buffers[source])
    state.finish(op)


@bufferizes(tensor.CollapseShapeOp)
def rewrite_collapse(op: tensor.CollapseShapeOp, state: Bufferization) -> None:
    """tensor.collapse_shape -> memref.collapse_shape, of a copy where what is joined is not in one piece"""
    source = state.memref_of(op.src)
    if not _follow_one_another(source, op.groups):
        source = state.copy_of(source)
    view = state.insert(memref.CollapseShapeOp.of(_of_one_kind(source, op.groups, state), op.groups)).results[0]
    state.define(op.result, _as_buffer(view, op.result, state), state.buffers[source])
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


def _as_buffer(buffer: Value, tensor: Value, state: Bufferization) -> Value:
    """A view with the sizes that the tensor's type says, if it says others."""
    assert isinstance(buffer.type, MemRefType)
    shape = buffer_type(tensor.type).shape
    if buffer.type.shape == shape:
        return buffer
    wanted = MemRefType(shape, buffer.type.element_type, buffer.type.layout)
    return state.insert(memref.CastOp(buffer, wanted)).results[0]


def _follow_one_another(source: Value, groups: Sequence[Sequence[int]]) -> bool:
    """Return whether each group of dimensions is provably contiguous."""
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
    view = state.insert(memref.ReshapeOp(source, shape, buffer_type(op.result.type))).results[0]
    state.define(op.result, view, state.buffers[source])
    state.finish(op)
