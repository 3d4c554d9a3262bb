"""Functions of complex numbers by their real and imaginary parts, as graph ops: what the ops of other frameworks on
complex numbers become. `graph` itself has real numbers only.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TypeAlias

from dlc.dialects import graph
from dlc.dialects.graph.op_functions import constant_like
from dlc.dialects.graph.tensors import element_of
from dlc.ir import Type, Value

Parts: TypeAlias = tuple[Value, ...]
"""The real part of numbers and, of complex ones, the imaginary part."""
Pair = tuple[Sequence[int], Sequence[int]]


def multiply(x: Parts, y: Parts) -> Parts:
    """Return products; a real factor has one part."""
    if len(x) == 1 or len(y) == 1:
        return tuple(graph.mul(one, other) for one in x for other in y)
    (a, b), (c, d) = x, y
    return graph.sub(graph.mul(a, c), graph.mul(b, d)), graph.add(graph.mul(a, d), graph.mul(b, c))


def divide(x: Parts, y: Parts) -> Parts:
    """Return quotients, scaled by the larger part of the divisor so that its square does not overflow."""
    (a, b), (c, d) = x, y
    is_real = graph.compare("ge", graph.abs(c), graph.abs(d))
    large, small = graph.select(is_real, c, d), graph.select(is_real, d, c)
    ratio = graph.div(small, large)
    scale = graph.add(large, graph.mul(small, ratio))
    ar, br = graph.mul(a, ratio), graph.mul(b, ratio)
    real = graph.select(is_real, graph.add(a, br), graph.add(ar, b))
    imaginary = graph.select(is_real, graph.sub(b, ar), graph.sub(br, a))
    return graph.div(real, scale), graph.div(imaginary, scale)


def absolute(x: Parts) -> Value:
    """Return distances from 0, scaled by the larger part so that its square does not overflow."""
    a, b = (graph.abs(part) for part in x)
    large, small = graph.maximum(a, b), graph.minimum(a, b)
    is_zero = graph.compare("eq", large, 0)
    ratio = graph.div(small, graph.select(is_zero, constant_like(1, large), large))
    length = graph.mul(large, graph.sqrt(graph.add(graph.mul(ratio, ratio), 1)))
    return graph.select(graph.or_(graph.is_inf(a), graph.is_inf(b)), constant_like(inf, length), length)


def exponential(x: Parts) -> Parts:
    """Return e^a (cos b + i sin b)."""
    size = graph.exp(x[0])
    return graph.mul(size, graph.cos(x[1])), graph.mul(size, graph.sin(x[1]))


def logarithm(x: Parts) -> Parts:
    """Return the logarithm of the distance, and the angle."""
    return graph.log(absolute(x)), graph.atan2(x[1], x[0])


def square_root(x: Parts) -> Parts:
    """Return the roots whose real part is not negative."""
    a, b = x
    length = absolute(x)
    root = graph.sqrt(graph.mul(graph.add(length, graph.abs(a)), 0.5))
    safe = graph.select(graph.compare("eq", root, 0), constant_like(1, root), root)
    other = graph.div(graph.abs(b), graph.mul(safe, 2))
    is_right = graph.compare("ge", a, 0)
    return graph.select(is_right, root, other), graph.copysign(graph.select(is_right, other, root), b)


def sine(x: Parts) -> Parts:
    """Return sin a cosh b + i cos a sinh b."""
    a, b = x
    return graph.mul(graph.sin(a), graph.cosh(b)), graph.mul(graph.cos(a), graph.sinh(b))


def cosine(x: Parts) -> Parts:
    """Return cos a cosh b - i sin a sinh b."""
    a, b = x
    return graph.mul(graph.cos(a), graph.cosh(b)), graph.neg(graph.mul(graph.sin(a), graph.sinh(b)))


def tangent(x: Parts) -> Parts:
    """Return i tanh of the number turned by a quarter."""
    imaginary, real = hyperbolic_tangent((graph.neg(x[1]), x[0]))
    return real, graph.neg(imaginary)


def hyperbolic_tangent(x: Parts) -> Parts:
    """Return (t (1 + tan^2 b) + i (1 - t^2) tan b) / (1 + t^2 tan^2 b), where t is tanh a."""
    t, u = graph.tanh(x[0]), graph.tan(x[1])
    squares = graph.mul(t, t), graph.mul(u, u)
    scale = graph.add(graph.mul(*squares), 1)
    real = graph.div(graph.mul(t, graph.add(squares[1], 1)), scale)
    return real, graph.div(graph.mul(_one_minus(squares[0]), u), scale)


def _one_minus(x: Value) -> Value:
    return graph.sub(constant_like(1, x), x)


def power(x: Parts, y: Parts) -> Parts:
    """Return e^(y log x); 0 to the power of a number other than 0 is 0."""
    result = exponential(multiply(logarithm(x), y))
    is_zero = graph.and_(graph.compare("eq", x[0], 0), graph.compare("eq", x[1], 0))
    no_power = graph.and_(graph.compare("eq", y[0], 0), graph.compare("eq", y[1], 0))
    of_zero = graph.cast(no_power, element_of(x[0]))
    return (
        graph.select(is_zero, of_zero, result[0]),
        graph.select(is_zero, constant_like(0, result[1]), result[1]),
    )


def reciprocal_root(x: Parts) -> Parts:
    """Return 1 / sqrt(x)."""
    root = square_root(x)
    return divide((constant_like(1, root[0]), constant_like(0, root[0])), root)


def sign(x: Parts) -> Parts:
    """Return numbers divided by their distance from 0; 0 stays."""
    length = absolute(x)
    safe = graph.select(graph.compare("eq", length, 0), constant_like(1, length), length)
    return tuple(graph.div(part, safe) for part in x)


def logistic(x: Parts) -> Parts:
    """Return 1 / (1 + e^-x)."""
    size = exponential(tuple(map(graph.neg, x)))
    one = constant_like(1, x[0])
    return divide((one, constant_like(0, one)), (graph.add(size[0], one), size[1]))


def exponential_minus_one(x: Parts) -> Parts:
    """Return e^x - 1, by expm1(a) cos b - 2 sin^2(b / 2)."""
    a, b = x
    half = graph.sin(graph.mul(b, 0.5))
    real = graph.sub(graph.mul(graph.expm1(a), graph.cos(b)), graph.mul(graph.mul(half, half), 2))
    return real, graph.mul(graph.exp(a), graph.sin(b))


def logarithm_of_one_plus(x: Parts) -> Parts:
    """Return log(1 + x)."""
    a, b = x
    small = graph.mul(graph.log1p(graph.add(graph.mul(a, graph.add(a, 2)), graph.mul(b, b))), 0.5)
    return small, graph.atan2(b, graph.add(a, 1))


def cube_root(x: Parts) -> Parts:
    """Return the root of the distance at a third of the angle."""
    size, angle = graph.cbrt(absolute(x)), graph.div(graph.atan2(x[1], x[0]), 3)
    return graph.mul(size, graph.cos(angle)), graph.mul(size, graph.sin(angle))


def angle(y: Parts, x: Parts) -> Parts:
    """Return -i log((x + i y) / sqrt(x^2 + y^2))."""
    (a, b), (c, d) = y, x
    squares = [multiply(part, part) for part in (x, y)]
    length = square_root((graph.add(squares[0][0], squares[1][0]), graph.add(squares[0][1], squares[1][1])))
    real, imaginary = logarithm(divide((graph.sub(c, b), graph.add(d, a)), length))
    return imaginary, graph.neg(real)


def contract(lhs: Parts, rhs: Parts, contracting: Pair, batch: Pair, element: Type) -> Parts:
    """Return sums of products of real or complex tensors."""

    def real(a: Value, b: Value) -> Value:
        return graph.contract(a, b, contracting, batch, element)

    if len(lhs) == 1:
        return tuple(real(lhs[0], part) for part in rhs)
    if len(rhs) == 1:
        return tuple(real(part, rhs[0]) for part in lhs)
    (a, b), (c, d) = lhs, rhs
    return graph.sub(real(a, c), real(b, d)), graph.add(real(a, d), real(b, c))
