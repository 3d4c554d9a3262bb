"""Bufferization of `tensor.extract` and `tensor.insert`."""

from __future__ import annotations

from dlc.dialects import memref, tensor

from ..bufferization import Bufferization, bufferizes

# -- Elements ----------------------------------------------------------------------------------------------------------


@bufferizes(tensor.ExtractOp)
def rewrite_extract(op: tensor.ExtractOp, state: Bufferization) -> None:
    """extract -> load"""
    element = state.insert(memref.LoadOp(state.memref_of(op.tensor), list(op.indices))).results[0]
    op.results[0].replace_all_uses_with(element)
    state.finish(op)


@bufferizes(tensor.InsertOp)
def rewrite_insert(op: tensor.InsertOp, state: Bufferization) -> None:
    """insert -> store"""
    target = state.destination(op, 1, needs_contents=True)
    state.insert(memref.StoreOp(op.scalar, target, list(op.indices)))
    state.define(op.results[0], target)
    state.finish(op)
