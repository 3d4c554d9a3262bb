"""Bufferization of `tensor.cast`."""

from __future__ import annotations

from dlc.dialects import memref, tensor
from dlc.ir import Type
from dlc.ir.builtin_types import MemRefType, TensorType, UnrankedMemRefType, UnrankedTensorType

from ..bufferization import Bufferization, bufferizes
from ..buffers import buffer_type
from .reshapes import in_rows


@bufferizes(tensor.CastOp)
def rewrite_cast(op: tensor.CastOp, state: Bufferization) -> None:
    """tensor.cast -> memref.cast"""
    source = state.memref_of(op.source)
    wanted: Type
    if isinstance(op.dest.type, UnrankedTensorType):
        source = in_rows(source, state) if isinstance(source.type, MemRefType) else source
        wanted = UnrankedMemRefType(op.dest.type.element_type, None)
    else:
        layout = source.type.layout if isinstance(source.type, MemRefType) else None
        wanted = MemRefType(buffer_type(op.dest.type).shape, op.dest.type_as(TensorType).element_type, layout)
    buffer = source if source.type is wanted else state.insert(memref.CastOp(source, wanted)).results[0]
    state.define(op.dest, buffer, state.buffers[source])
    state.finish(op)
