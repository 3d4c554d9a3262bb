"""Functions of complex numbers by their real and imaginary parts, as graph ops: what the ops of other frameworks on
complex numbers become. `graph` itself has real numbers only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from dlc.dialects import graph
from dlc.dialects.graph.op_functions import constant_like
from dlc.ir import Type, Value

from ..math.complex_formulas import ComplexFormulas, Parts

Pair = tuple[Sequence[int], Sequence[int]]


class _OnTensors:
    """The functions of `graph`."""

    constant_like = staticmethod(constant_like)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(graph, name)
        return function


_FORMULAS = ComplexFormulas(_OnTensors())
multiply = _FORMULAS.multiply
divide = _FORMULAS.divide
absolute = _FORMULAS.absolute
exponential = _FORMULAS.exponential
logarithm = _FORMULAS.logarithm
square_root = _FORMULAS.square_root
sine = _FORMULAS.sine
cosine = _FORMULAS.cosine
tangent = _FORMULAS.tangent
hyperbolic_tangent = _FORMULAS.hyperbolic_tangent
power = _FORMULAS.power
reciprocal_root = _FORMULAS.reciprocal_root
sign = _FORMULAS.sign
logistic = _FORMULAS.logistic
exponential_minus_one = _FORMULAS.exponential_minus_one
logarithm_of_one_plus = _FORMULAS.logarithm_of_one_plus
cube_root = _FORMULAS.cube_root
angle = _FORMULAS.angle
hyperbolic_sine = _FORMULAS.hyperbolic_sine
hyperbolic_cosine = _FORMULAS.hyperbolic_cosine
arc_cosine = _FORMULAS.arc_cosine
arc_sine = _FORMULAS.arc_sine
arc_tangent = _FORMULAS.arc_tangent
inverse_hyperbolic_cosine = _FORMULAS.inverse_hyperbolic_cosine
inverse_hyperbolic_sine = _FORMULAS.inverse_hyperbolic_sine
inverse_hyperbolic_tangent = _FORMULAS.inverse_hyperbolic_tangent


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


# -- Arithmetic of real or complex numbers -----------------------------------------------------------------------------


def minus(lhs: Parts, rhs: Parts) -> Parts:
    """Return differences of numbers of one kind."""
    return tuple(graph.sub(*pair) for pair in zip(lhs, rhs, strict=True))


def quotient(lhs: Parts, rhs: Parts) -> Parts:
    """Return quotients; the divisor may be real where the dividend is complex."""
    return divide(lhs, rhs) if len(rhs) == 2 else tuple(graph.div(part, rhs[0]) for part in lhs)


def conjugate(x: Parts) -> Parts:
    """Return numbers whose imaginary parts, if there are any, have the other sign."""
    return (x[0], *map(graph.neg, x[1:]))


def magnitude_squared(x: Parts) -> Value:
    """Return the sum of the squares of the parts."""
    return reduce(graph.add, [graph.mul(part, part) for part in x])
