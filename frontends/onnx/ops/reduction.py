"""Reductions along some dimensions, and running sums."""

from __future__ import annotations

from ....dialects import graph
from ....dialects.graph.tensors import element_of
from ....ir import Value
from ....ir.builtin_attributes import UNIT, int_attr
from ....ir.builtin_types import FloatType, IntegerType, f32, i1
from ...problems import CannotImport
from ..node import Node
from ..registry import imports

KINDS = {
    "ReduceSum": "sum",
    "ReduceProd": "product",
    "ReduceMax": "max",
    "ReduceMin": "min",
    "ReduceMean": "mean",
    "ReduceL1": "sum",
    "ReduceL2": "sum",
    "ReduceSumSquare": "sum",
    "ReduceLogSum": "sum",
    "ReduceLogSumExp": "logsumexp",
}


@imports(*KINDS)
def import_reduction(node: Node) -> Value:
    """All elements along some dimensions combined."""
    x = node[0]
    axes = node.ints_of("axes", 1)
    if not axes and node.int("noop_with_empty_axes", 0):
        return _finished(node, _prepared(node, x))
    dims = node.dims_of(axes, node.rank()) if axes else list(range(node.rank()))
    kind = KINDS[node.op]
    element = element_of(x)
    if element is i1:
        kind = {"max": "or", "min": "and"}.get(kind, kind)
    elif isinstance(element, IntegerType) and kind in ("mean", "logsumexp"):
        return node.cast(node.reduce(kind, node.cast(x, f32), dims, keep=bool(node.int("keepdims"))), element)
    return _finished(node, node.reduce(kind, _prepared(node, x), dims, keep=bool(node.int("keepdims"))))


def _prepared(node: Node, x: Value) -> Value:
    """Return what is combined."""
    if node.op == "ReduceL1":
        return node.add(graph.AbsOp(x))
    return node.add(graph.MulOp(x, x)) if node.op in ("ReduceL2", "ReduceSumSquare") else x


def _finished(node: Node, x: Value) -> Value:
    """Return a function of what was combined."""
    kinds = {"ReduceL2": graph.SqrtOp, "ReduceLogSum": graph.LogOp}
    kind = kinds.get(node.op)
    if kind is None:
        return x
    element = element_of(x)
    wide = x if isinstance(element, FloatType) else node.cast(x, f32)
    return node.cast(node.add(kind(wide)), element)


@imports("ArgMax", "ArgMin")
def import_argument(node: Node) -> Value:
    """The position of an extreme element along a dimension."""
    kind = "max" if node.op == "ArgMax" else "min"
    last = bool(node.int("select_last_index", 0))
    return node.arg(kind, node[0], node.axis(), keep=bool(node.int("keepdims")), last=last)


@imports("CumSum", "CumProd")
def import_cumulative(node: Node) -> Value:
    """Each element combined with those before it along a dimension."""
    axis = node.dim_of(int(node.known_number(1, "the axis")), node.rank())
    kind = graph.AccumulationAttr("sum" if node.op == "CumSum" else "product")
    exclusive, reverse = (UNIT if node.int(name) else None for name in ("exclusive", "reverse"))
    if element_of(node[0]) is i1:
        raise CannotImport("elements must be numbers, but got truth values")
    return node.add(graph.CumulativeOp(kind, node[0], int_attr(axis), exclusive, reverse))
