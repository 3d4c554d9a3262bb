"""Gradients of arithmetic."""

from __future__ import annotations

from dlc.dialects import graph
from dlc.ir import Value

from .gradients import Gradients, differentiates
from .like import zeros_like


@differentiates(graph.NegOp)
def gradient_of_neg(op: graph.NegOp, g: Gradients) -> None:
    g.add(op.operand, graph.neg(g.out))


@differentiates(graph.AbsOp)
def gradient_of_abs(op: graph.AbsOp, g: Gradients) -> None:
    g.add(op.operand, graph.mul(g.out, graph.sign(op.operand)))


@differentiates(graph.SignOp, graph.FloorOp, graph.CeilOp, graph.RoundOp, graph.RoundHalfAwayOp, graph.TruncOp)
def gradient_of_steps(op: graph.SignOp, g: Gradients) -> None:
    """Add nothing: the result is constant between its steps."""


@differentiates(graph.AddOp)
def gradient_of_add(op: graph.AddOp, g: Gradients) -> None:
    g.add(op.lhs, g.out)
    g.add(op.rhs, g.out)


@differentiates(graph.SubOp)
def gradient_of_sub(op: graph.SubOp, g: Gradients) -> None:
    g.add(op.lhs, g.out)
    g.add(op.rhs, graph.neg(g.out))


@differentiates(graph.MulOp)
def gradient_of_mul(op: graph.MulOp, g: Gradients) -> None:
    g.add(op.lhs, graph.mul(g.out, op.rhs))
    g.add(op.rhs, graph.mul(g.out, op.lhs))


@differentiates(graph.DivOp)
def gradient_of_div(op: graph.DivOp, g: Gradients) -> None:
    quotient = graph.div(g.out, op.rhs)
    g.add(op.lhs, quotient)
    g.add(op.rhs, graph.neg(graph.mul(quotient, op.result)))


@differentiates(graph.MaximumOp, graph.MinimumOp)
def gradient_of_extremum(op: graph.MaximumOp | graph.MinimumOp, g: Gradients) -> None:
    """The gradient belongs to the operand that is the result; equal operands have half of it each."""
    half, zeros = graph.mul(g.out, 0.5), zeros_like(op.lhs)
    tie = graph.select(graph.compare("eq", op.lhs, op.rhs), half, zeros)
    predicate = "gt" if isinstance(op, graph.MaximumOp) else "lt"
    g.add(op.lhs, graph.select(graph.compare(predicate, op.lhs, op.rhs), g.out, tie))
    g.add(op.rhs, graph.select(graph.compare(predicate, op.rhs, op.lhs), g.out, tie))


@differentiates(graph.RemOp, graph.ModOp)
def gradient_of_remainder(op: graph.RemOp | graph.ModOp, g: Gradients) -> None:
    """lhs - q * rhs for a whole number q, which is constant between its steps."""
    g.add(op.lhs, g.out)
    if g.needs(op.rhs):
        count = graph.round(graph.div(graph.sub(op.lhs, op.result), op.rhs))
        g.add(op.rhs, graph.neg(graph.mul(g.out, count)))


@differentiates(graph.PowOp)
def gradient_of_pow(op: graph.PowOp, g: Gradients) -> None:
    """y * x^(y - 1), which is 0 if y is; and x^y * log(x), which is 0 if x is, and y is not negative."""
    x, y = op.lhs, op.rhs
    if g.needs(x):
        slope = graph.mul(y, graph.pow(x, graph.sub(y, 1.0)))
        g.add(x, graph.mul(g.out, _unless(_is_zero(y), slope)))
    if g.needs(y):
        vanishes = graph.and_(_is_zero(x), graph.compare("ge", y, 0.0))
        g.add(y, graph.mul(g.out, _unless(vanishes, graph.mul(op.result, graph.log(x)))))


def _is_zero(x: Value) -> Value:
    return graph.compare("eq", x, 0.0)


def _unless(condition: Value, value: Value) -> Value:
    return graph.select(condition, zeros_like(value), value)
