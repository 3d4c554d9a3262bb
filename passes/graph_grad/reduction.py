"""Gradients of reductions."""

from __future__ import annotations

from dlc.dialects import graph
from dlc.dialects.graph.carried import slice_type
from dlc.dialects.graph.op_functions import constant, constant_like
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import Block, Builder, Region, Value
from dlc.ir.builtin_attributes import UNIT

from .gradients import Gradients, differentiates
from .like import fill, rank_of, spread, zeros_like


@differentiates(graph.ReduceOp)
def gradient_of_reduce(op: graph.ReduceOp, g: Gradients) -> None:
    kind, dims, x = op.kind.value, op.dims.elements, op.source
    out = spread(g.out, dims, x)
    if kind == "sum":
        g.add(x, out)
    elif kind == "mean":
        ones = graph.add(zeros_like(x), 1.0)
        count = graph.reduce("sum", ones, dims, keep_dims=op.keep_dims)
        g.add(x, spread(graph.div(g.out, count), dims, x))
    elif kind == "logsumexp":
        g.add(x, graph.mul(out, graph.exp(graph.sub(x, spread(op.result, dims, x)))))
    elif kind == "product":
        g.add(x, graph.mul(out, _product_of_others(op)))
    else:
        g.add(x, _shared_by_extremes(op, g.out))


def _product_of_others(op: graph.ReduceOp) -> Value:
    """Return for each element the product of the others, which is not a quotient where there are zeros."""
    x, dims = op.source, op.dims.elements
    zeros, ones = zeros_like(x), constant_like(1.0, x)
    is_zero = graph.compare("eq", x, 0.0)
    factors = graph.select(is_zero, ones, x)
    product = spread(graph.reduce("product", factors, dims, keep_dims=op.keep_dims), dims, x)
    count = graph.reduce("sum", graph.select(is_zero, ones, zeros), dims, keep_dims=op.keep_dims)
    others = graph.sub(spread(count, dims, x), graph.select(is_zero, ones, zeros))
    return graph.select(graph.compare("eq", others, 0.0), graph.div(product, factors), zeros)


def _shared_by_extremes(op: graph.ReduceOp, gradient: Value) -> Value:
    """Return the gradient divided among the elements that are the largest or the smallest."""
    x, dims = op.source, op.dims.elements
    is_extreme = graph.cast(graph.compare("eq", x, spread(op.result, dims, x)), element_of(x))
    count = graph.reduce("sum", is_extreme, dims, keep_dims=op.keep_dims)
    return graph.mul(is_extreme, spread(graph.div(gradient, count), dims, x))


# -- Running results ---------------------------------------------------------------------------------------------------


@differentiates(graph.CumulativeOp)
def gradient_of_cumulative(op: graph.CumulativeOp, g: Gradients) -> None:
    """Add the sums in the other direction for sums, and the gradient of the equivalent loop for other kinds."""
    if op.kind.value == "sum":
        is_reversed = op.reverse is None
        g.add(op.source, graph.cumulative("sum", g.out, op.dim, exclusive=op.exclusive, reverse=is_reversed or None))
    else:
        g.expand(lambda: _scan_of_cumulative(op, op.source))


_COMBINE = {"product": graph.mul, "max": graph.maximum, "min": graph.minimum}
_IDENTITY = {"product": 1.0, "max": float("-inf"), "min": float("inf")}


def _scan_of_cumulative(op: graph.CumulativeOp, source: Value) -> Value:
    dim, kind = op.dim.value, op.kind.value
    order = [dim, *(other for other in range(rank_of(source)) if other != dim)]
    rows = graph.transpose(source, order)
    slice = slice_type(rows.type)
    assert slice is not None
    body = Block([slice, slice])
    before, x = body.args
    first = _identity_like(rows, _IDENTITY[kind])
    flag = UNIT if op.reverse is not None else None
    scan = graph.ScanOp([first], [rows], [slice], [rows.type], flag, Region([body]))
    stacked = Builder.current().insert(scan).stacked[0]

    def combine() -> list[Value]:
        combined = _COMBINE[kind](before, x)
        return [combined, combined if op.exclusive is None else before]

    fill(body, combine)
    return graph.transpose(stacked, [order.index(other) for other in range(len(order))])


def _identity_like(rows: Value, number: float) -> Value:
    """Return a slice along the leading dimension whose elements are a number."""
    shape = shape_of(rows)[1:]
    scalar = constant(number, element_of(rows))
    sizes = graph.slice(graph.shape(rows), [1], [len(shape) + 1], [1]) if None in shape else None
    return graph.broadcast(scalar, [], shape, sizes=sizes)
