"""Bufferization of `vector.transfer_read` and `vector.transfer_write`."""

from __future__ import annotations

from dlc.dialects import vector

from ..bufferization import Bufferization, bufferizes


@bufferizes(vector.TransferReadOp)
def rewrite_transfer_read(op: vector.TransferReadOp, state: Bufferization) -> None:
    """transfer_read of a tensor -> transfer_read of its memory"""
    operands = [state.memref_of(op.base), *op.operands[1:]]
    new = vector.TransferReadOp.create(operands, op.result_types, op.properties, op.attributes, location=op.location)
    op.vector.replace_all_uses_with(state.insert(new).results[0])
    state.finish(op)


@bufferizes(vector.TransferWriteOp)
def rewrite_transfer_write(op: vector.TransferWriteOp, state: Bufferization) -> None:
    """transfer_write into a tensor -> transfer_write to its memory"""
    target = state.destination(op, 1, needs_contents=True)
    operands = [op.operands[0], target, *op.operands[2:]]
    state.insert(vector.TransferWriteOp.create(operands, (), op.properties, op.attributes, location=op.location))
    state.define(op.results[0], target)
    state.finish(op)
