"""Functions that graph ops lack, by the series and fractions that approximate them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dlc.dialects import graph
from dlc.dialects.graph.op_functions import constant_like as filled
from dlc.dialects.graph.tensors import element_of
from dlc.ir import Value
from dlc.ir.builtin_types import FloatType


def _sum(x: Value, coefficients: Sequence[float]) -> Value:
    """Return a polynomial, whose coefficients are given from the highest power on."""
    total = filled(coefficients[0], x)
    for each in coefficients[1:]:
        total = graph.add(graph.mul(total, x), each)
    return total


def error_function_inverse(x: Value) -> Value:
    """Return Giles' approximation, and two of Newton's steps for f64."""
    w = graph.neg(graph.log1p(graph.neg(graph.mul(x, x))))
    root = graph.sub(graph.sqrt(w), 3.0)
    value = graph.mul(graph.select(graph.compare("lt", w, 5.0), _sum(graph.sub(w, 2.5), NEAR), _sum(root, FAR)), x)
    element = element_of(x)
    for _ in range(2 if isinstance(element, FloatType) and element.width == 64 else 0):
        slope = graph.mul(graph.exp(graph.neg(graph.mul(value, value))), 2 / math.sqrt(math.pi))
        value = graph.sub(value, graph.div(graph.sub(graph.erf(value), x), slope))
    is_end = graph.compare("eq", graph.abs(x), 1.0)
    return graph.select(is_end, graph.mul(x, filled(math.inf, x)), value)


NEAR = (
    *(2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087),
    *(-0.00125372503, -0.00417768164, 0.246640727, 1.50140941),
)
FAR = (
    *(-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773),
    *(-0.0076224613, 0.00943887047, 1.00167406, 2.83297682),
)
"""The coefficients of Giles' approximation, near the middle and near the ends."""
LANCZOS = (
    *(676.520368121885098567, -1259.13921672240287047, 771.3234287776530788487, -176.6150291621405990658),
    *(12.5073432786869048145, -0.1385710952657201168955, 9.984369578019570859563e-6, 1.50563273514931155834e-7),
)
LANCZOS_BASE, LANCZOS_G = 0.9999999999998099322768, 7.0
"""Lanczos' approximation of the gamma function."""


def _lanczos(z: Value) -> tuple[Value, Value, Value]:
    """Return the sum of Lanczos' fractions for gamma(z + 1), its derivative, and z + g + 1/2."""
    total, slope = filled(LANCZOS_BASE, z), filled(0.0, z)
    for number, coefficient in enumerate(LANCZOS):
        below = graph.add(z, number + 1.0)
        part = graph.div(filled(coefficient, z), below)
        total, slope = graph.add(total, part), graph.sub(slope, graph.div(part, below))
    return total, slope, graph.add(z, LANCZOS_G + 0.5)


def log_gamma(x: Value) -> Value:
    """Return Lanczos' approximation; below 1/2, by the reflection of the gamma function."""
    is_low = graph.compare("lt", x, 0.5)
    z = graph.select(is_low, graph.neg(x), graph.sub(x, 1.0))
    total, _, t = _lanczos(z)
    half = graph.add(z, 0.5)
    log_t = graph.log(t)
    value = graph.add(graph.sub(graph.mul(half, log_t), t), graph.add(graph.log(total), math.log(2 * math.pi) / 2))
    distance = graph.sub(graph.abs(x), graph.floor(graph.abs(x)))
    sine = graph.abs(graph.sin(graph.mul(graph.minimum(distance, graph.sub(filled(1, x), distance)), math.pi)))
    reflected = graph.sub(graph.sub(filled(math.log(math.pi), x), graph.log(sine)), value)
    result = graph.select(is_low, reflected, value)
    return graph.select(graph.is_inf(x), filled(math.inf, x), result)


def digamma(x: Value) -> Value:
    """Return the derivative of Lanczos' approximation; below 1/2, by reflection."""
    is_low = graph.compare("lt", x, 0.5)
    z = graph.select(is_low, graph.neg(x), graph.sub(x, 1.0))
    total, slope, t = _lanczos(z)
    value = graph.sub(graph.add(graph.log(t), graph.div(slope, total)), graph.div(filled(LANCZOS_G, z), t))
    distance = graph.add(x, graph.abs(graph.floor(graph.add(x, 0.5))))
    reflected = graph.sub(value, graph.div(filled(math.pi, x), graph.tan(graph.mul(distance, math.pi))))
    is_pole = graph.and_(graph.compare("le", x, 0.0), graph.compare("eq", x, graph.floor(x)))
    return graph.select(is_pole, filled(math.nan, x), graph.select(is_low, reflected, value))


def complementary_error_function(x: Value) -> Value:
    """Return 1 - erf(x); from 1 on by a fraction times e^-x^2, so that small results are exact."""
    size = graph.abs(x)
    t = graph.div(filled(2.0, x), graph.add(size, 2.0))
    exponent = graph.add(graph.neg(graph.mul(size, size)), _sum(t, TAIL))
    tail = graph.mul(t, graph.exp(exponent))
    large = graph.select(graph.compare("lt", x, 0.0), graph.sub(filled(2.0, x), tail), tail)
    return graph.select(graph.compare("lt", size, 1.0), graph.sub(filled(1.0, x), graph.erf(x)), large)


TAIL = (
    *(0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807),
    *(-0.18628806, 0.09678418, 0.37409196, 1.00002368, -1.26551223),
)
"""The coefficients of a fit of the complementary error function, with a relative error of 1.2e-7."""
