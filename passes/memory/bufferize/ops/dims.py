"""Bufferization of `tensor.dim` and `tensor.rank`."""

from __future__ import annotations

from dlc.dialects import memref, tensor
from dlc.ir import Value

from ..bufferization import Bufferization, bufferizes


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
