"""Lowerings of comparisons, and of choices that depend on them."""

from __future__ import annotations

from dlc.dialects import graph
from dlc.ir import Value

from .elementwise import computed_in
from .lowering import ToTensor, lowers
from .scalars import Scalars, arithmetic_type


@lowers(graph.CompareOp)
def lower_compare(op: graph.CompareOp, to: ToTensor) -> Value:
    """compare(x, y) -> generic { cmp }"""
    predicate = op.predicate.value
    return computed_in(arithmetic_type, to, lambda s, x, y: s.compare(predicate, x, y))


@lowers(graph.IsNanOp)
def lower_is_nan(op: graph.FloatTestOp, to: ToTensor) -> Value:
    """is_nan(x) -> generic { x, x are unordered }"""
    return computed_in(arithmetic_type, to, Scalars.is_nan)


@lowers(graph.IsInfOp, graph.IsFiniteOp)
def lower_finiteness(op: graph.FloatTestOp, to: ToTensor) -> Value:
    """is_inf(x) -> generic { |x| = inf };  is_finite(x) -> generic { |x| < inf }"""
    predicate = "eq" if type(op) is graph.IsInfOp else "lt"
    infinity = float("inf")
    return computed_in(arithmetic_type, to, lambda s, x: s.compare(predicate, s.abs(x), s.number(infinity, x)))


@lowers(graph.SelectOp)
def lower_select(op: graph.SelectOp, to: ToTensor) -> Value:
    """select(c, x, y) -> generic { select }"""
    return to.elementwise(to.operands, Scalars.select)


@lowers(graph.ClampOp)
def lower_clamp(op: graph.ClampOp, to: ToTensor) -> Value:
    """clamp(x) -> generic { min(max(x, low), high) }, without bounds that are infinite"""
    low = op.low.value if op.low.value != float("-inf") else None
    high = op.high.value if op.high.value != float("inf") else None
    return computed_in(arithmetic_type, to, lambda s, x: s.between(x, low, high))
