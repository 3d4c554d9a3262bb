"""Gradients of padding."""

from __future__ import annotations

from dlc.dialects import graph
from dlc.dialects.graph.op_functions import constant
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import Value
from dlc.ir.sizes import subtract

from .gradients import Gradients, differentiates
from .indexing import add_along
from .like import rank_of


@differentiates(graph.PadOp)
def gradient_of_pad(op: graph.PadOp, g: Gradients) -> None:
    """The gradient of what is around the source belongs to the value, or to the elements that it is copied from."""
    if op.value is None:
        g.add(op.source, _gathered_back(op, g.out))
        return
    rank, interior = rank_of(op.source), op.interior.elements
    low, high = ([subtract(0, entry) for entry in entries] for entries in (op.low.entries, op.high.entries))
    zero = constant(0, element_of(g.out))
    inner: Value = graph.pad("constant", g.out, low, high, [0] * rank, value=zero)
    if any(interior):
        inner = graph.slice(inner, [0] * rank, [None] * rank, [count + 1 for count in interior])
    g.add(op.source, inner)
    if g.needs(op.value):
        dims = range(rank)
        g.add(op.value, graph.sub(graph.reduce("sum", g.out, dims), graph.reduce("sum", inner, dims)))


def _gathered_back(op: graph.PadOp, gradient: Value) -> Value:
    """Return the sums of what each element of the source was copied to, one dimension after the other."""
    shape = shape_of(op.source)
    sizes, source_sizes = list(shape_of(op.result)), graph.shape(op.source)
    for dim, (low, high) in enumerate(zip(op.low.entries, op.high.entries, strict=True)):
        if low == high == 0:
            continue
        given = graph.slice(source_sizes, [dim], [dim + 1], [1]) if shape[dim] is None else None
        positions = graph.pad(op.mode, graph.iota(0, (shape[dim],), sizes=given), [low], [high], [0])
        sizes[dim] = shape[dim]
        if None in sizes:
            parts = [graph.shape(op.source) if other <= dim else graph.shape(op.result) for other in range(len(shape))]
            list_parts = [graph.slice(part, [other], [other + 1], [1]) for other, part in enumerate(parts)]
            target = graph.broadcast(constant(0, element_of(gradient)), [], sizes, sizes=graph.concat(list_parts, 0))
        else:
            target = graph.broadcast(constant(0, element_of(gradient)), [], sizes)
        gradient = add_along(target, positions, gradient, dim)
    return gradient
