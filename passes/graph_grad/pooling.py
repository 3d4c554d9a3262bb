"""Gradients of pooling."""

from __future__ import annotations

from typing import Any

from dlc.dialects import graph
from dlc.dialects.graph.op_functions import constant
from dlc.dialects.graph.sizes import Dim, add, product, subtract
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir.values import Value

from .gradients import Gradients, differentiates
from .like import rank_of, reshape_like, zeros_like
from .slicing import dilated


@differentiates(graph.PoolOp)
def gradient_of_pool(op: graph.PoolOp, g: Gradients) -> None:
    kind = op.kind.value
    if kind == "sum":
        g.add(op.source, _windows_added(op, g.out, g))
    elif kind == "average":
        g.add(op.source, _windows_added(op, graph.div(g.out, _counts(op)), g))
    else:
        source = op.source if kind == "max" else graph.neg(op.source)
        _, positions = graph.argmax_pool(source, op.dims, op.window, ceil_mode=op.ceil_mode, **_lists(op))
        g.add(op.source, _added_at(op.source, positions, g.out, op.dims.elements))


@differentiates(graph.ArgmaxPoolOp)
def gradient_of_argmax_pool(op: graph.ArgmaxPoolOp, g: Gradients) -> None:
    g.add(op.source, _added_at(op.source, op.positions, g.out, op.dims.elements))


def _added_at(source: Value, positions: Value, gradient: Value, dims: tuple[int, ...]) -> Value:
    """Return zeros like the source with a gradient added at positions, which count along `dims`.

    Those of windows over nothing but padding are -1, and left out.
    """
    rank = rank_of(source)
    others = [dim for dim in range(rank) if dim not in dims]
    order = [*others, *dims]
    zeros = graph.transpose(zeros_like(source), order)
    rows = _as_rows(zeros, len(others))
    moved, at = (_as_rows(graph.transpose(each, order), len(others)) for each in (gradient, positions))
    batch = list(range(len(others)))
    last = len(others)
    added = graph.scatter(rows, at, [], [last], batch, batch, [last], last + 1, moved, "add")
    return graph.transpose(reshape_like(added, zeros), [order.index(dim) for dim in range(rank)])


def _as_rows(value: Value, count: int) -> Value:
    """Return a tensor with all dimensions but the first ones in one."""
    shape = shape_of(value)
    sizes = (*shape[:count], product(shape[count:]))
    if sizes.count(None) > 1:
        kept = graph.slice(graph.shape(value), [0], [count], [1])
        return graph.reshape(value, sizes, sizes=graph.concat([kept, constant([-1], element_of(kept))], 0))
    return graph.reshape(value, sizes)


def _windows_added(op: graph.PoolOp, gradient: Value, g: Gradients) -> Value:
    """Return the sum, for each element, of the gradients of the windows that cover it: pooling with stride 1."""
    starts: list[Dim] = [0] * rank_of(op.source)
    sizes, strides = list(shape_of(op.source)), [1] * len(starts)
    for dim, window in zip(op.dims.elements, op.windows(op.window.elements), strict=True):
        reach = subtract(window.extent, 1)
        starts[dim], sizes[dim], strides[dim] = subtract(reach, window.low), add(sizes[dim], reach), window.stride
    padded = dilated(gradient, starts, strides, sizes)
    if padded is None:
        raise g.refusal(
            "has sizes that are unknown, so its gradient has no size; give them names by `graph.with_shape`"
        )
    return graph.pool(padded, op.dims, op.window, "sum", dilations=op.dilations)


def _counts(op: graph.PoolOp) -> Value:
    """Return the number of elements that each window covers, and of padding if that counts."""
    lists = _lists(op)
    ones = graph.add(zeros_like(op.source), 1.0)
    covered = graph.pool(ones, op.dims, op.window, "sum", ceil_mode=op.ceil_mode, **lists)
    if op.count_padding is None:
        return covered
    share = graph.pool(ones, op.dims, op.window, "average", ceil_mode=op.ceil_mode, count_padding=True, **lists)
    return graph.div(covered, share)


def _lists(op: graph.PoolOp) -> dict[str, Any]:
    return {"strides": op.strides, "dilations": op.dilations, "pad_low": op.pad_low, "pad_high": op.pad_high}
