"""Functions of real numbers, element by element."""

from __future__ import annotations

import math

from ....dialects import graph
from ....dialects.graph.op_functions import constant_like
from ....dialects.graph.tensors import element_of
from ....ir import Value
from ....ir.builtin_types import bf16, f16, f32
from ....passes.graph.special_functions import (
    complementary_error_function,
    derivative_of_digamma,
    digamma,
    error_function_inverse,
    log_gamma,
    scaled_bessel,
    scaled_complementary_error_function,
    trigamma,
)
from ..node import Node
from ..registry import imports

PLAIN = {
    "acos": graph.acos,
    "acosh": graph.acosh,
    "asin": graph.asin,
    "asinh": graph.asinh,
    "atan": graph.atan,
    "atanh": graph.atanh,
    "cos": graph.cos,
    "cosh": graph.cosh,
    "erf": graph.erf,
    "exp": graph.exp,
    "exp2": graph.exp2,
    "expm1": graph.expm1,
    "log": graph.log,
    "log1p": graph.log1p,
    "log2": graph.log2,
    "reciprocal": graph.reciprocal,
    "rsqrt": graph.rsqrt,
    "sigmoid": graph.sigmoid,
    "sin": graph.sin,
    "sinh": graph.sinh,
    "sqrt": graph.sqrt,
    "tan": graph.tan,
    "tanh": graph.tanh,
}


@imports(*PLAIN)
def import_function(node: Node, x: Value) -> Value:
    """A function of one number; integers become floats."""
    return PLAIN[node.op.split(".")[1]](node.cast(x, node.result_element))


@imports("log10")
def import_log10(node: Node, x: Value) -> Value:
    """The logarithm to the base 10."""
    return graph.mul(graph.log2(wide(node, node.cast(x, node.result_element))), math.log10(2))


@imports("erfc", "special_erfcx")
def import_erfc(node: Node, x: Value) -> Value:
    """1 - erf(x), or that times e^x^2"""
    function = scaled_complementary_error_function if "erfcx" in node.op else complementary_error_function
    return function(_floats(node, x))


@imports("i0", "special_i0e", "special_i1", "special_i1e", "special_modified_bessel_i0", "special_modified_bessel_i1")
def import_bessel(node: Node, x: Value) -> Value:
    """The modified Bessel function of order 0 or 1, which may be divided by e^|x|."""
    x = _floats(node, x)
    value = scaled_bessel(x, 1 if "i1" in node.op else 0)
    return value if node.op.split(".")[1].endswith("e") else graph.mul(graph.exp(graph.abs(x)), value)


@imports("polygamma")
def import_polygamma(node: Node, order: int, x: Value) -> Value:
    """The derivatives of the digamma function."""
    if order < 2:
        return import_digamma(node, x) if order == 0 else trigamma(_floats(node, x))
    return derivative_of_digamma(order, _floats(node, x))


@imports("erfinv")
def import_inverse_error_function(node: Node, x: Value) -> Value:
    """The number with this error function."""
    return error_function_inverse(_floats(node, x))


@imports("lgamma")
def import_log_gamma(node: Node, x: Value) -> Value:
    """The logarithm of the absolute value of the gamma function."""
    return log_gamma(_floats(node, x))


@imports("digamma")
def import_digamma(node: Node, x: Value) -> Value:
    """The derivative of the logarithm of the gamma function; at 0 it is infinite."""
    x = _floats(node, x)
    is_zero = graph.compare("eq", x, 0.0)
    return graph.select(is_zero, graph.copysign(constant_like(math.inf, x), graph.neg(x)), digamma(x))


def _floats(node: Node, x: Value) -> Value:
    """Return numbers as floats of 32 bits or more."""
    return wide(node, node.cast(x, node.result_element))


@imports("atan2")
def import_atan2(node: Node, y: Value, x: Value) -> Value:
    """The angle of a point."""
    return graph.atan2(*node.operands(y, x, element=node.result_element))


@imports("copysign")
def import_copysign(node: Node, x: Value, sign: Value | float) -> Value:
    """A magnitude with the sign of another number."""
    return graph.copysign(*node.operands(x, sign, element=node.result_element))


def wide(node: Node, x: Value) -> Value:
    """Return a value with elements of 32 bits if they have 16."""
    return node.cast(x, f32) if element_of(x) in (f16, bf16) else x
