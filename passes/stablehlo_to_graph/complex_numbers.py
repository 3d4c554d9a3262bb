"""Ops on complex numbers, by their real and imaginary parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from dlc.dialects import chlo, graph, stablehlo
from dlc.ir import Operation, Value

from ..graph import complex_parts
from ..graph.complex_parts import Parts
from ..rewriting.cannot_lower import CannotLower
from .translation import Translated


def apply(kind: type[Operation], operands: Sequence[Parts]) -> Translated:
    """Return what an op gives for complex numbers."""
    function = FUNCTIONS.get(kind)
    if function is None:
        raise CannotLower("is not supported on complex numbers")
    result = function(*operands)
    return result if isinstance(result, Value) else [result]


def _each(function: Callable[..., Value]) -> Callable[..., Parts]:
    """Return a function that is applied to each part."""
    return lambda *operands: tuple(function(*parts) for parts in zip(*operands, strict=True))


def _first(direction: Literal["gt", "lt"]) -> Callable[[Parts, Parts], Parts]:
    """Return a function that chooses one of two numbers by their real parts, then by their imaginary parts."""

    def choose(x: Parts, y: Parts) -> Parts:
        (a, b), (c, d) = x, y
        is_by_imaginary = graph.and_(graph.compare("eq", a, c), graph.compare(direction, b, d))
        is_x = graph.or_(graph.compare(direction, a, c), is_by_imaginary)
        return graph.select(is_x, a, c), graph.select(is_x, b, d)

    return choose


def _square(x: Parts) -> Parts:
    return complex_parts.multiply(x, x)


FUNCTIONS: dict[type[Operation], Callable[..., Value | Parts]] = {
    chlo.AcosOp: complex_parts.arc_cosine,
    chlo.AcoshOp: complex_parts.inverse_hyperbolic_cosine,
    chlo.AsinOp: complex_parts.arc_sine,
    chlo.AsinhOp: complex_parts.inverse_hyperbolic_sine,
    chlo.AtanOp: complex_parts.arc_tangent,
    chlo.AtanhOp: complex_parts.inverse_hyperbolic_tangent,
    chlo.CoshOp: complex_parts.hyperbolic_cosine,
    chlo.SinhOp: complex_parts.hyperbolic_sine,
    chlo.SquareOp: _square,
    chlo.TanOp: complex_parts.tangent,
    stablehlo.AbsOp: complex_parts.absolute,
    stablehlo.AddOp: _each(graph.add),
    stablehlo.Atan2Op: complex_parts.angle,
    stablehlo.CbrtOp: complex_parts.cube_root,
    stablehlo.CosineOp: complex_parts.cosine,
    stablehlo.DivideOp: complex_parts.divide,
    stablehlo.ExponentialMinusOneOp: complex_parts.exponential_minus_one,
    stablehlo.ExponentialOp: complex_parts.exponential,
    stablehlo.LogOp: complex_parts.logarithm,
    stablehlo.LogPlusOneOp: complex_parts.logarithm_of_one_plus,
    stablehlo.LogisticOp: complex_parts.logistic,
    stablehlo.MaximumOp: _first("gt"),
    stablehlo.MinimumOp: _first("lt"),
    stablehlo.MultiplyOp: complex_parts.multiply,
    stablehlo.NegateOp: _each(graph.neg),
    stablehlo.PowerOp: complex_parts.power,
    stablehlo.RsqrtOp: complex_parts.reciprocal_root,
    stablehlo.SignOp: complex_parts.sign,
    stablehlo.SineOp: complex_parts.sine,
    stablehlo.SqrtOp: complex_parts.square_root,
    stablehlo.SubtractOp: _each(graph.sub),
    stablehlo.TanOp: complex_parts.tangent,
    stablehlo.TanhOp: complex_parts.hyperbolic_tangent,
}
