"""Gradients of the activation functions.

At a corner, where both sides have a slope, the gradient is that of the left side, as in torch.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from dlc.dialects import graph
from dlc.ir import Operation, Value

from .gradients import Gradients, differentiates
from .like import zeros_like


def _where_positive(g: Gradients, x: Value, negative: Value) -> Value:
    """x > 0 ? g : negative"""
    return graph.select(graph.compare("gt", x, 0.0), g.out, negative)


@differentiates(graph.ReluOp)
def gradient_of_relu(op: graph.ReluOp, g: Gradients) -> None:
    g.add(op.operand, _where_positive(g, op.operand, zeros_like(op.operand)))


@differentiates(graph.LeakyReluOp)
def gradient_of_leaky_relu(op: graph.LeakyReluOp, g: Gradients) -> None:
    g.add(op.operand, _where_positive(g, op.operand, graph.mul(g.out, op.alpha.value)))


@differentiates(graph.PReluOp)
def gradient_of_prelu(op: graph.PReluOp, g: Gradients) -> None:
    is_positive, zeros = graph.compare("gt", op.source, 0.0), zeros_like(op.source)
    g.add(op.source, graph.select(is_positive, g.out, graph.mul(g.out, op.slope)))
    g.add(op.slope, graph.select(is_positive, zeros, graph.mul(g.out, op.source)))


@differentiates(graph.ThresholdedReluOp)
def gradient_of_thresholded_relu(op: graph.ThresholdedReluOp, g: Gradients) -> None:
    passes = graph.compare("gt", op.operand, op.alpha.value)
    g.add(op.operand, graph.select(passes, g.out, zeros_like(op.operand)))


@differentiates(graph.HardSigmoidOp)
def gradient_of_hard_sigmoid(op: graph.HardSigmoidOp, g: Gradients) -> None:
    is_inside = graph.and_(graph.compare("gt", op.result, 0.0), graph.compare("lt", op.result, 1.0))
    g.add(op.operand, graph.select(is_inside, graph.mul(g.out, op.alpha.value), zeros_like(op.operand)))


@differentiates(graph.HardSwishOp)
def gradient_of_hard_swish(op: graph.FloatFunctionOp, g: Gradients) -> None:
    x = op.operand
    between = graph.mul(g.out, graph.add(graph.mul(x, 1 / 3), 0.5))
    above = graph.select(graph.compare("ge", x, 3.0), g.out, between)
    g.add(x, graph.select(graph.compare("le", x, -3.0), zeros_like(x), above))


def softsign(x: Value, _: Value) -> Value:
    """1 / (1 + |x|)^2"""
    root = graph.reciprocal(graph.add(graph.abs(x), 1.0))
    return graph.mul(root, root)


def sigmoid(_: Value, y: Value) -> Value:
    """y * (1 - y)"""
    return graph.mul(y, graph.sub(1.0, y))


def silu(x: Value, y: Value) -> Value:
    """s + y * (1 - s) for s = sigmoid(x)"""
    s = graph.sigmoid(x)
    return graph.add(s, graph.mul(y, graph.sub(1.0, s)))


def softplus(x: Value, _: Value) -> Value:
    """sigmoid(x)"""
    return graph.sigmoid(x)


def mish(x: Value, _: Value) -> Value:
    """t + x * sigmoid(x) * (1 - t^2) for t = tanh(softplus(x))"""
    t = graph.tanh(graph.softplus(x))
    return graph.add(t, graph.mul(graph.mul(x, graph.sigmoid(x)), graph.sub(1.0, graph.mul(t, t))))


_DERIVATIVES: dict[type[Operation], Callable[[Value, Value], Value]] = {
    graph.SoftsignOp: softsign,
    graph.SigmoidOp: sigmoid,
    graph.SiluOp: silu,
    graph.SoftplusOp: softplus,
    graph.MishOp: mish,
}


@differentiates(*_DERIVATIVES)
def gradient_by_derivative(op: graph.FloatFunctionOp, g: Gradients) -> None:
    g.add(op.operand, graph.mul(g.out, _DERIVATIVES[type(op)](op.operand, op.result)))


# -- With parameters ---------------------------------------------------------------------------------------------------


@differentiates(graph.EluOp)
def gradient_of_elu(op: graph.EluOp, g: Gradients) -> None:
    slope = graph.mul(graph.exp(op.operand), op.alpha.value)
    g.add(op.operand, _where_positive(g, op.operand, graph.mul(g.out, slope)))


@differentiates(graph.SeluOp)
def gradient_of_selu(op: graph.SeluOp, g: Gradients) -> None:
    scaled = graph.mul(g.out, op.gamma.value)
    negative = graph.mul(scaled, graph.mul(graph.exp(op.operand), op.alpha.value))
    g.add(op.operand, graph.select(graph.compare("gt", op.operand, 0.0), scaled, negative))


@differentiates(graph.CeluOp)
def gradient_of_celu(op: graph.CeluOp, g: Gradients) -> None:
    slope = graph.exp(graph.mul(op.operand, 1 / op.alpha.value))
    is_linear = graph.compare("gt" if op.alpha.value > 0 else "lt", op.operand, 0.0)
    if op.alpha.value > 0:
        g.add(op.operand, graph.select(is_linear, g.out, graph.mul(g.out, slope)))
    else:  # both terms count where x > 0, and none elsewhere
        both = graph.mul(g.out, graph.add(slope, 1.0))
        g.add(op.operand, graph.select(is_linear, zeros_like(op.operand), both))


@differentiates(graph.GeluOp)
def gradient_of_gelu(op: graph.GeluOp, g: Gradients) -> None:
    derivative = exact_gelu if op.form.value == "exact" else tanh_gelu
    g.add(op.operand, graph.mul(g.out, derivative(op.operand)))


def exact_gelu(x: Value) -> Value:
    """(1 + erf(x / sqrt(2))) / 2 + x * e^(-x^2 / 2) / sqrt(2 pi)"""
    below = graph.add(graph.mul(graph.erf(graph.mul(x, math.sqrt(0.5))), 0.5), 0.5)
    density = graph.mul(graph.exp(graph.mul(graph.mul(x, x), -0.5)), 1 / math.sqrt(2 * math.pi))
    return graph.add(below, graph.mul(x, density))


def tanh_gelu(x: Value) -> Value:
    """(1 + t) / 2 + x * (1 - t^2) * y' / 2 for t = tanh(y), y = sqrt(2 / pi) * (x + 0.044715 * x^3)"""
    scale, square = math.sqrt(2 / math.pi), graph.mul(x, x)
    t = graph.tanh(graph.mul(x, graph.add(graph.mul(square, 0.044715 * scale), scale)))
    slope = graph.add(graph.mul(square, 3 * 0.044715 * scale), scale)
    bend = graph.mul(graph.mul(x, graph.sub(1.0, graph.mul(t, t))), slope)
    return graph.mul(graph.add(graph.add(t, 1.0), bend), 0.5)
