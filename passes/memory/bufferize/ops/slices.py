"""Bufferization of slices and of their insertion."""

from __future__ import annotations

from dlc.dialects import tensor
from dlc.ir import Value

from ..bufferization import Bufferization, bufferizes, subview


@bufferizes(tensor.ExtractSliceOp)
def rewrite_extract_slice(op: tensor.ExtractSliceOp, state: Bufferization) -> None:
    """extract_slice -> subview, without a copy"""
    source = state.memref_of(op.source)
    view = state.insert(subview(source, op, op.result.shape)).results[0]
    state.prepare_slice(op, view)
    state.define(op.result, view, state.buffers[source])
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
