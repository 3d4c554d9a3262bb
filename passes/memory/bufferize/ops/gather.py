"""Bufferization of `tensor.scatter`."""

from __future__ import annotations

from dlc.dialects import arith, memref, tensor
from dlc.dialects.tensor.shapes import as_value
from dlc.ir.builtin_types import IndexType, index

from ..bufferization import Bufferization, bufferizes
from .element_loops import open_loops


@bufferizes(tensor.ScatterOp)
def rewrite_scatter(op: tensor.ScatterOp, state: Bufferization) -> None:
    """scatter -> loops that store the slices at their places"""
    source, indices = state.memref_of(op.source), state.memref_of(op.indices)
    target = state.destination(op, 1, needs_contents=True)
    dims, batch = op.scatter_dims.elements, len(op.indices.shape) - 1
    outside, b = state.builder.point, state.builder
    counters = open_loops(state.sizes(source), op, state)
    rank = len(op.dest.shape)
    is_full = len(counters) == batch + rank
    own = [dim for dim in range(rank) if is_full or dim not in dims]
    place = {dim: counters[batch + position] for position, dim in enumerate(own)}
    for number, dim in enumerate(dims):
        listed = b.insert(memref.LoadOp(indices, [*counters[:batch], as_value(b, number)])).results[0]
        is_index = isinstance(listed.type, IndexType)
        place[dim] = listed if is_index else b.insert(arith.IndexCastOp(listed, index)).results[0]
    value = b.insert(memref.LoadOp(source, counters)).results[0]
    b.insert(memref.StoreOp(value, target, [place[dim] for dim in range(rank)]))
    b.point = outside
    state.define(op.result, target)
    state.finish(op)
