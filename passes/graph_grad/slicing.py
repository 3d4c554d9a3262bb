"""Gradients of ops that take parts of tensors, and put tensors together."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import graph
from dlc.dialects.graph.op_functions import constant
from dlc.dialects.graph.size_lists import surely_at_most
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import Value
from dlc.ir.sizes import Dim, add, multiply, subtract

from .gradients import Gradients, differentiates
from .like import dim_value, list_of, part_like, rank_of, size_value, sizes_of, zeros_like


@differentiates(graph.SliceOp)
def gradient_of_slice(op: graph.SliceOp, g: Gradients) -> None:
    """Zeros around the gradient, and between its elements where the stride is not 1."""
    starts, strides = op.starts.entries, op.strides.elements
    g.add(op.source, dilated_in(g.out, starts, strides, op.source))


def dilated_in(value: Value, starts: Sequence[Dim], strides: Sequence[int], like: Value) -> Value:
    """Return zeros like another tensor, except at `starts` and every stride behind them, where the elements are."""
    placed = dilated(value, starts, strides, shape_of(like))
    if placed is not None:
        return placed
    none = [0] * rank_of(value)
    if any(stride != 1 for stride in strides):
        zero = constant(0, element_of(value))
        value = graph.pad("constant", value, none, none, [stride - 1 for stride in strides], value=zero)
    return graph.dynamic_update_slice(zeros_like(like), value, list_of([dim_value(start) for start in starts]))


def dilated(value: Value, starts: Sequence[Dim], strides: Sequence[int], sizes: Sequence[Dim]) -> Value | None:
    """Return a tensor of these sizes that is zero except at `starts` and every stride behind them.

    `None` if it is not known how much is to be padded.
    """
    zero, shape, rank = constant(0, element_of(value)), shape_of(value), rank_of(value)
    more = [int(stride > 1 and not surely_at_most(1, size)) for size, stride in zip(shape, strides, strict=True)]
    ends = [
        add(start, add(multiply(add(size, one - 1), stride), 1))
        for start, size, one, stride in zip(starts, shape, more, strides, strict=True)
    ]
    high = [subtract(size, end) for size, end in zip(sizes, ends, strict=True)]
    if None in high:
        return None
    if any(more):  # an element behind, so that there is one to pad behind of
        value = graph.pad("constant", value, [0] * rank, more, [0] * rank, value=zero)
    return graph.pad("constant", value, starts, high, [stride - 1 for stride in strides], value=zero)


@differentiates(graph.DynamicSliceOp)
def gradient_of_dynamic_slice(op: graph.DynamicSliceOp, g: Gradients) -> None:
    g.add(op.source, graph.dynamic_update_slice(zeros_like(op.source), g.out, op.starts))


@differentiates(graph.DynamicUpdateSliceOp)
def gradient_of_dynamic_update_slice(op: graph.DynamicUpdateSliceOp, g: Gradients) -> None:
    g.add(op.source, graph.dynamic_update_slice(g.out, zeros_like(op.update), op.starts))
    g.add(op.update, graph.dynamic_slice(g.out, op.starts, shape_of(op.update), sizes=sizes_of(op.update)))


@differentiates(graph.ConcatOp)
def gradient_of_concat(op: graph.ConcatOp, g: Gradients) -> None:
    """The part of the gradient that each operand has become."""
    dim, rank = op.dim.value, rank_of(op.result)
    start: Dim = 0
    before: list[Value] = []
    for part in op.parts:
        if g.needs(part):
            g.add(part, _part_behind(g.out, dim, start, before, part, rank))
        start = add(start, shape_of(part)[dim])
        before.append(part)


def _part_behind(gradient: Value, dim: int, start: Dim, before: Sequence[Value], part: Value, rank: int) -> Value:
    if start is not None:
        return part_like(gradient, [start if other == dim else 0 for other in range(rank)], part)
    offset = size_value(before[0], dim)
    for other in before[1:]:
        offset = graph.add(offset, size_value(other, dim))
    starts = list_of([offset if other == dim else dim_value(0) for other in range(rank)])
    return graph.dynamic_slice(gradient, starts, shape_of(part), sizes=sizes_of(part))
