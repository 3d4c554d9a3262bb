"""Gradients of ops that order elements: each goes back to where it came from."""

from __future__ import annotations

from dlc.dialects import graph
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value

from .gradients import Gradients, differentiates
from .indexing import add_at
from .like import sizes_of, zeros_like


@differentiates(graph.SortOp)
def gradient_of_sort(op: graph.SortOp, g: Gradients) -> None:
    """Sorting positions along with the elements gives the order, and sorting by that undoes it."""
    dim = op.dim.value
    parts = [part for part in op.parts if g.needs(part)]
    keys = op.parts[0]
    positions: Value = graph.iota(dim, shape_of(keys), sizes=sizes_of(keys))
    _, order = graph.sort([keys, positions], dim, descending=op.descending)
    gradients = [g.of_or_zeros(result) for part, result in zip(op.parts, op.sorted, strict=True) if g.needs(part)]
    _, *back = graph.sort([order, *gradients], dim)
    for part, gradient in zip(parts, back, strict=True):
        g.add(part, gradient)


@differentiates(graph.TopKOp)
def gradient_of_top_k(op: graph.TopKOp, g: Gradients) -> None:
    g.add(op.source, add_at(zeros_like(op.source), op.indices, g.out, op.dim.value))
