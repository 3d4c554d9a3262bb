"""Gradients of ops that move elements: each goes back to where it came from, and sums where it was repeated."""

from __future__ import annotations

from dlc.dialects import graph
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.ir import Value
from dlc.ir.sizes import are_equal

from .gradients import Gradients, differentiates
from .like import if_else, rank_of, reshape_like, size_value


@differentiates(graph.BroadcastOp)
def gradient_of_broadcast(op: graph.BroadcastOp, g: Gradients) -> None:
    """Sums along the dimensions that are new, or that had size 1."""
    new = [dim for dim in range(rank_of(op.result)) if dim not in op.dims.elements]
    gradient: Value = graph.reduce("sum", g.out, new) if new else g.out
    sizes, repeated = shape_of(op.source), shape_of(gradient)
    ones = [dim for dim, size in enumerate(sizes) if size == 1 and repeated[dim] != 1]
    if ones:
        gradient = graph.reduce("sum", gradient, ones, keep_dims=True)
    for dim, size in enumerate(sizes):
        if not isinstance(size, int) and not are_equal(size, repeated[dim]):
            gradient = _sum_of_repeated(gradient, op.source, dim)
    g.add(op.source, gradient)


def _sum_of_repeated(gradient: Value, source: Value, dim: int) -> Value:
    """Return the sums along a dimension, if the source turns out to have size 1 there."""
    shape = list(shape_of(gradient))
    shape[dim] = None
    is_repeated = graph.compare("eq", size_value(source, dim), 1)
    type = tensor_of(tuple(shape), element_of(gradient))
    [result] = if_else(
        is_repeated, [type], lambda: [graph.reduce("sum", gradient, [dim], keep_dims=True)], lambda: [gradient]
    )
    return result


@differentiates(graph.TransposeOp)
def gradient_of_transpose(op: graph.TransposeOp, g: Gradients) -> None:
    order = list(op.order.elements)
    g.add(op.source, graph.transpose(g.out, [order.index(dim) for dim in range(len(order))]))


@differentiates(graph.ReshapeOp)
def gradient_of_reshape(op: graph.ReshapeOp, g: Gradients) -> None:
    g.add(op.source, reshape_like(g.out, op.source))


@differentiates(graph.ReverseOp)
def gradient_of_reverse(op: graph.ReverseOp, g: Gradients) -> None:
    g.add(op.source, graph.reverse(g.out, op.dims))
