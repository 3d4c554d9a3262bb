"""Gradients of functions of each element: the derivatives of analysis."""

from __future__ import annotations

import math
from collections.abc import Callable

from dlc.dialects import graph
from dlc.ir import Operation, Value

from .gradients import Gradients, differentiates


def _square(x: Value) -> Value:
    return graph.mul(x, x)


def _erf(x: Value, _: Value) -> Value:
    return graph.mul(graph.exp(graph.neg(_square(x))), 2 / math.sqrt(math.pi))


_DERIVATIVES: dict[type[Operation], Callable[[Value, Value], Value]] = {
    graph.CosOp: lambda x, _: graph.neg(graph.sin(x)),
    graph.CoshOp: lambda x, _: graph.sinh(x),
    graph.ReciprocalOp: lambda _, y: graph.neg(_square(y)),
    graph.ExpOp: lambda _, y: y,
    graph.Exp2Op: lambda _, y: graph.mul(y, math.log(2)),
    graph.ExpM1Op: lambda _, y: graph.add(y, 1.0),
    graph.LogOp: lambda x, _: graph.reciprocal(x),
    graph.Log2Op: lambda x, _: graph.reciprocal(graph.mul(x, math.log(2))),
    graph.Log1pOp: lambda x, _: graph.reciprocal(graph.add(x, 1.0)),
    graph.SqrtOp: lambda _, y: graph.div(0.5, y),
    graph.RsqrtOp: lambda x, y: graph.mul(graph.div(y, x), -0.5),
    graph.CbrtOp: lambda _, y: graph.reciprocal(graph.mul(_square(y), 3.0)),
    graph.SinOp: lambda x, _: graph.cos(x),
    graph.TanOp: lambda _, y: graph.add(_square(y), 1.0),
    graph.AsinOp: lambda x, _: graph.rsqrt(graph.sub(1.0, _square(x))),
    graph.AcosOp: lambda x, _: graph.neg(graph.rsqrt(graph.sub(1.0, _square(x)))),
    graph.AtanOp: lambda x, _: graph.reciprocal(graph.add(_square(x), 1.0)),
    graph.SinhOp: lambda x, _: graph.cosh(x),
    graph.TanhOp: lambda _, y: graph.sub(1.0, _square(y)),
    graph.AsinhOp: lambda x, _: graph.rsqrt(graph.add(_square(x), 1.0)),
    graph.AcoshOp: lambda x, _: graph.rsqrt(graph.mul(graph.sub(x, 1.0), graph.add(x, 1.0))),
    graph.AtanhOp: lambda x, _: graph.reciprocal(graph.sub(1.0, _square(x))),
    graph.ErfOp: _erf,
}
"""The derivative of each function y of x, from both."""


@differentiates(*_DERIVATIVES)
def gradient_by_derivative(op: graph.FloatFunctionOp, g: Gradients) -> None:
    g.add(op.operand, graph.mul(g.out, _DERIVATIVES[type(op)](op.operand, op.result)))


@differentiates(graph.Atan2Op)
def gradient_of_atan2(op: graph.Atan2Op, g: Gradients) -> None:
    scaled = graph.div(g.out, graph.add(_square(op.lhs), _square(op.rhs)))
    g.add(op.lhs, graph.mul(scaled, op.rhs))
    g.add(op.rhs, graph.neg(graph.mul(scaled, op.lhs)))


@differentiates(graph.CopysignOp)
def gradient_of_copysign(op: graph.CopysignOp, g: Gradients) -> None:
    """The sign of lhs, times the sign of rhs; the result is constant in rhs between its steps."""
    g.add(op.lhs, graph.mul(g.out, graph.mul(graph.sign(op.lhs), graph.copysign(1.0, op.rhs))))
