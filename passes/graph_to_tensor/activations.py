"""Lowerings of `graph`'s activation functions: each one structured op, whose body is the formula.

They are computed in f32, or in f64 if that is the type: the formulas lose a few places, which a narrow type would show.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from dlc.dialects import arith, graph, math as math_ops
from dlc.ir import Operation, Value
from dlc.ir.builtin_attributes import float_attr
from dlc.ir.builtin_types import FloatType

from .elementwise import computed_in
from .lowering import ToTensor, lowers
from .scalars import Scalars, arithmetic_type, is_float, working_type

Formula = Callable[[Scalars, Value], Value]

# -- Made of straight lines --------------------------------------------------------------------------------------------


def relu(s: Scalars, x: Value) -> Value:
    """max(x, 0)"""
    return x if s.unsigned and not is_float(x) else s.maximum(x, s.number(0, x))


def prelu(s: Scalars, x: Value, slope: Value) -> Value:
    """x >= 0 ? x : slope * x"""
    if s.unsigned and not is_float(x):
        return x
    return s.select(s.compare("ge", x, s.number(0, x)), x, s.mul(x, slope))


def unit_interval(s: Scalars, x: Value) -> Value:
    """max(0, min(1, x))"""
    return s.maximum(s.minimum(x, s.number(1, x)), s.number(0, x))


def hard_swish(s: Scalars, x: Value) -> Value:
    """x * max(0, min(1, x / 6 + 1/2))"""
    sixth = s.mul(x, s.number(1 / 6, x))
    return s.mul(x, unit_interval(s, s.add(sixth, s.number(0.5, x))))


def softsign(s: Scalars, x: Value) -> Value:
    """x / (1 + |x|)"""
    return s.div(x, s.add(s.number(1, x), s.abs(x)))


# -- Made of exponentials ----------------------------------------------------------------------------------------------


def root_of_power(s: Scalars, half: Value) -> Value:
    """e^-|y|, which may be 0 where it is no normal number: its square is 0 there."""
    return s.insert(math_ops.ExpOp(s.neg(s.abs(half)), fastmath=arith.FastMathAttr.of("afn")))


def times_sigmoid(s: Scalars, factor: Value, half: Value, root: Value | None = None) -> Value:
    """factor / (1 + e^-2y) for half = y, whose exponential cannot be too large, nor so small that places are lost.

    For y < 0 this is (factor * e^y) * e^y / (1 + e^2y): a small result is a product of normal numbers. `root` is e^-|y|
    if it is known, where y may be any number of the sign.
    """
    root = root_of_power(s, half) if root is None else root
    is_positive = s.compare("ge", half, s.number(0, half))
    numerator = s.select(is_positive, factor, s.mul(s.mul(factor, root), root))
    return s.div(numerator, s.insert(math_ops.FmaOp(root, root, s.number(1, half))))


def sigmoid(s: Scalars, x: Value) -> Value:
    """1 / (1 + e^-x)"""
    return times_sigmoid(s, s.number(1, x), s.mul(x, s.number(0.5, x)))


def silu(s: Scalars, x: Value) -> Value:
    """x / (1 + e^-x)"""
    return times_sigmoid(s, x, s.mul(x, s.number(0.5, x)))


def softplus(s: Scalars, x: Value) -> Value:
    """log(1 + e^x) = max(x, 0) + log1p(e^-|x|), whose exponential cannot be too large"""
    rest = s.insert(math_ops.Log1pOp(s.exp(s.neg(s.abs(x)))))
    return s.add(s.maximum(x, s.number(0, x)), rest)


def mish(s: Scalars, x: Value) -> Value:
    """x * tanh(log(1 + e^x)) = x * n / (n + 2) for n = e^x * (e^x + 2); in terms of e^-|x|, by its root"""
    root = root_of_power(s, s.mul(x, s.number(0.5, x)))
    power, two = s.mul(root, root), s.number(2, x)
    is_positive = s.compare("ge", x, s.number(0, x))
    small, doubled = s.add(power, two), s.mul(power, two)
    large = s.add(doubled, s.number(1, x))
    numerator = s.select(is_positive, s.mul(x, large), s.mul(s.mul(s.mul(x, root), root), small))
    denominator = s.select(is_positive, s.add(large, s.mul(doubled, power)), s.add(s.mul(power, small), two))
    return s.div(numerator, denominator)


def exact_gelu(s: Scalars, x: Value) -> Value:
    """x / 2 * (1 + erf(x / sqrt(2))), as ONNX and torch have it, with one rounding less.

    Below about -3, this is a difference of nearly equal numbers: results there, which are small, are right to an ulp or
    so of x / 2 only. With erfc they would be right to their own last places, and take nearly twice as long.
    """
    erf = s.insert(math_ops.ErfOp(s.mul(x, s.number(math.sqrt(0.5), x))))
    half = s.mul(x, s.number(0.5, x))
    return s.insert(math_ops.FmaOp(half, erf, half))


def tanh_gelu(s: Scalars, x: Value) -> Value:
    """x / 2 * (1 + tanh(y)) = x / (1 + e^-2y) for y = sqrt(2 / pi) * (x + 0.044715 * x^3)

    e^-|y| is 2^-|y log2(e)|. That rounds y once more, which loses as many places as computing y does.
    """
    scale = math.sqrt(2 / math.pi) * math.log2(math.e)
    square = s.mul(x, x)
    factor = s.insert(math_ops.FmaOp(square, s.number(0.044715 * scale, x), s.number(scale, x)))
    exponent = s.mul(x, factor)
    root = s.insert(math_ops.Exp2Op(s.neg(s.abs(exponent)), fastmath=arith.FastMathAttr.of("afn")))
    return times_sigmoid(s, x, x, root)


_WITHOUT_PARAMETERS: dict[type[Operation], Formula] = {
    graph.HardSwishOp: hard_swish,
    graph.SoftsignOp: softsign,
    graph.SigmoidOp: sigmoid,
    graph.SiluOp: silu,
    graph.SoftplusOp: softplus,
    graph.MishOp: mish,
}


@lowers(*_WITHOUT_PARAMETERS)
def lower_formula(op: Operation, to: ToTensor) -> Value:
    """f(x) -> generic { f }"""
    return computed_in(working_type, to, _WITHOUT_PARAMETERS[type(op)])


@lowers(graph.ReluOp)
def lower_relu(op: graph.ReluOp, to: ToTensor) -> Value:
    """relu(x) -> generic { max(x, 0) }"""
    return computed_in(arithmetic_type, to, relu)


@lowers(graph.PReluOp)
def lower_prelu(op: graph.PReluOp, to: ToTensor) -> Value:
    """prelu(x, slope) -> generic { x >= 0 ? x : slope * x }"""
    return computed_in(working_type, to, prelu)


@lowers(graph.GeluOp)
def lower_gelu(op: graph.GeluOp, to: ToTensor) -> Value:
    """gelu(x) -> generic { x / 2 * ... }"""
    return computed_in(working_type, to, exact_gelu if op.form.value == "exact" else tanh_gelu)


# -- With parameters ---------------------------------------------------------------------------------------------------


@lowers(graph.LeakyReluOp)
def lower_leaky_relu(op: graph.LeakyReluOp, to: ToTensor) -> Value:
    """leaky_relu(x) -> generic { x >= 0 ? x : alpha * x }"""
    return computed_in(working_type, to, lambda s, x: prelu(s, x, s.number(op.alpha.value, x)))


@lowers(graph.ThresholdedReluOp)
def lower_thresholded_relu(op: graph.ThresholdedReluOp, to: ToTensor) -> Value:
    """thresholded_relu(x) -> generic { x > alpha ? x : 0 }, where alpha is of x's own type"""
    element = to.element()
    assert isinstance(element, FloatType)
    alpha = float_attr(op.alpha.value, element).value

    def formula(s: Scalars, x: Value) -> Value:
        return s.select(s.compare("gt", x, s.number(alpha, x)), x, s.number(0, x))

    return computed_in(arithmetic_type, to, formula)


@lowers(graph.HardSigmoidOp)
def lower_hard_sigmoid(op: graph.HardSigmoidOp, to: ToTensor) -> Value:
    """hard_sigmoid(x) -> generic { max(0, min(1, alpha * x + beta)) }"""

    def formula(s: Scalars, x: Value) -> Value:
        line = s.add(s.mul(x, s.number(op.alpha.value, x)), s.number(op.beta.value, x))
        return unit_interval(s, line)

    return computed_in(working_type, to, formula)


@lowers(graph.EluOp)
def lower_elu(op: graph.EluOp, to: ToTensor) -> Value:
    """elu(x) -> generic { x > 0 ? x : alpha * (e^x - 1) }"""
    return computed_in(working_type, to, lambda s, x: elu(s, x, 1, op.alpha.value))


@lowers(graph.SeluOp)
def lower_selu(op: graph.SeluOp, to: ToTensor) -> Value:
    """selu(x) -> generic { x > 0 ? gamma * x : gamma * alpha * (e^x - 1) }"""
    return computed_in(working_type, to, lambda s, x: elu(s, x, op.gamma.value, op.gamma.value * op.alpha.value))


def elu(s: Scalars, x: Value, slope: float, factor: float) -> Value:
    """x > 0 ? slope * x : factor * (e^x - 1)"""
    right = x if slope == 1 else s.mul(x, s.number(slope, x))
    left = s.mul(s.insert(math_ops.ExpM1Op(x)), s.number(factor, x))
    return s.select(s.compare("gt", x, s.number(0, x)), right, left)


@lowers(graph.CeluOp)
def lower_celu(op: graph.CeluOp, to: ToTensor) -> Value:
    """celu(x) -> generic { max(0, x) + min(0, alpha * (e^(x / alpha) - 1)) }"""
    alpha = op.alpha.value

    def formula(s: Scalars, x: Value) -> Value:
        scaled = x if alpha == 1 else s.div(x, s.number(alpha, x))
        left = s.mul(s.insert(math_ops.ExpM1Op(scaled)), s.number(alpha, x))
        zero = s.number(0, x)
        return s.add(s.maximum(x, zero), s.minimum(left, zero))

    return computed_in(working_type, to, formula)
