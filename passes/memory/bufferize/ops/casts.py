"""Bufferization of `tensor.cast`."""

from __future__ import annotations

from dlc.dialects import memref, tensor
from dlc.ir.builtin_types import MemRefType

from ..bufferization import Bufferization, bufferizes
from ..buffers import buffer_type


@bufferizes(tensor.CastOp)
def rewrite_cast(op: tensor.CastOp, state: Bufferization) -> None:
    """tensor.cast -> memref.cast"""
    source = state.memref_of(op.source)
    assert isinstance(source.type, MemRefType)
    wanted = MemRefType(buffer_type(op.dest.type).shape, source.type.element_type, source.type.layout)
    buffer = source if source.type is wanted else state.insert(memref.CastOp(source, wanted)).results[0]
    state.define(op.dest, buffer, state.buffers[source])
    state.finish(op)
