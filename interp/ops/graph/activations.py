"""The meaning of `graph`'s activation functions: their formulas, in float64."""

from __future__ import annotations

import math

import numpy as np

from dlc.dialects import graph as dialect
from dlc.dialects.graph.tensors import element_of
from dlc.interp.semantics import Unary
from dlc.interp.values import Array
from dlc.ir.builtin_attributes import float_attr

from .arithmetic import maximum, minimum
from .arrays import on_arrays, where, wide, widely
from .functions import erfc

# -- Made of straight lines --------------------------------------------------------------------------------------------


@widely(dialect.ReluOp)
def relu(x: Array) -> Array:
    """max(x, 0)"""
    return maximum(x, x.dtype.type(0))


@on_arrays(dialect.LeakyReluOp)
def leaky_relu(op: dialect.LeakyReluOp) -> Unary:
    """x or alpha * x"""
    alpha = op.alpha.value
    return lambda x: where(wide(x) >= 0, wide(x), alpha * wide(x))


@widely(dialect.PReluOp)
def prelu(x: Array, slope: Array) -> Array:
    """x or slope * x"""
    return where(x >= 0, x, slope * x)


@on_arrays(dialect.ThresholdedReluOp)
def thresholded_relu(op: dialect.ThresholdedReluOp) -> Unary:
    """x or 0"""
    alpha = float_attr(op.alpha.value, element_of(op.operand)).value
    return lambda x: where(wide(x) > alpha, wide(x), 0.0)


@on_arrays(dialect.HardSigmoidOp)
def hard_sigmoid(op: dialect.HardSigmoidOp) -> Unary:
    """A line between 0 and 1"""
    alpha, beta = op.alpha.value, op.beta.value
    return lambda x: unit_interval(alpha * wide(x) + beta)


@widely(dialect.HardSwishOp)
def hard_swish(x: Array) -> Array:
    """x times a line between 0 and 1"""
    return x * unit_interval(x / 6 + 0.5)


def unit_interval(x: Array) -> Array:
    """max(0, min(1, x))"""
    return maximum(minimum(x, np.float64(1)), np.float64(0))


@widely(dialect.SoftsignOp)
def softsign(x: Array) -> Array:
    """x / (1 + |x|)"""
    return x / (1 + np.abs(x))


# -- Made of exponentials ----------------------------------------------------------------------------------------------


@on_arrays(dialect.EluOp)
def elu(op: dialect.EluOp) -> Unary:
    """x or alpha * (e^x - 1)"""
    alpha = op.alpha.value
    return lambda x: where(wide(x) > 0, wide(x), alpha * np.expm1(wide(x)))


@on_arrays(dialect.SeluOp)
def selu(op: dialect.SeluOp) -> Unary:
    """gamma * x or gamma * alpha * (e^x - 1)"""
    alpha, gamma = op.alpha.value, op.gamma.value
    return lambda x: gamma * where(wide(x) > 0, wide(x), alpha * np.expm1(wide(x)))


@on_arrays(dialect.CeluOp)
def celu(op: dialect.CeluOp) -> Unary:
    """max(0, x) + min(0, alpha * (e^(x / alpha) - 1))"""
    alpha, zero = op.alpha.value, np.float64(0)
    return lambda x: maximum(zero, wide(x)) + minimum(zero, alpha * np.expm1(wide(x) / alpha))


@widely(dialect.SigmoidOp)
def sigmoid(x: Array) -> Array:
    """1 / (1 + e^-x)"""
    return times_sigmoid(np.float64(1), x)


def times_sigmoid(factor: Array, x: Array) -> Array:
    """factor / (1 + e^-x) = (factor * e^(x / 2)) * e^(x / 2) / (1 + e^x), which loses nothing of small numbers"""
    root = np.exp(-np.abs(x) / 2)
    return where(x >= 0, factor, (factor * root) * root) / (1 + root * root)


@widely(dialect.SiluOp)
def silu(x: Array) -> Array:
    """x / (1 + e^-x)"""
    return times_sigmoid(x, x)


@widely(dialect.SoftplusOp)
def softplus(x: Array) -> Array:
    """log(1 + e^x)"""
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


@widely(dialect.MishOp)
def mish(x: Array) -> Array:
    """x * tanh(softplus(x)), which is x * e^x where x is far below zero"""
    root = np.exp(np.minimum(x, 0) / 2)
    return where(x < -40, (x * root) * root, x * np.tanh(softplus(x)))


@on_arrays(dialect.GeluOp)
def gelu(op: dialect.GeluOp) -> Unary:
    """x times how much of the normal distribution is below x, or nearly that"""
    if op.form.value == "exact":
        return lambda x: wide(x) / 2 * erfc(wide(x) / -math.sqrt(2))
    return lambda x: times_sigmoid(wide(x), math.sqrt(8 / math.pi) * (wide(x) + 0.044715 * wide(x) ** 3))
