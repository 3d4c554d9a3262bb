"""Functions of real numbers of `graph`, element by element.

Each is the function of calculus: as if computed exactly and rounded once. Lower levels come close to that, within a few
units in the last place. NaN gives NaN, and so does what is outside of where the function is defined.
"""

from __future__ import annotations

from dlc.ir.definition import Family, Op, Operand, Result, inferred_result, op, operand
from dlc.ir.traits import Elementwise, Pure

from .bases import F, FloatFunctionOp

_function = Family(FloatFunctionOp, __name__, "%r = {name} %x : tensor<4xf32>", traits=(Pure, Elementwise))

ExpOp = _function("ExpOp", "graph.exp", "e to the power of x.")
Exp2Op = _function("Exp2Op", "graph.exp2", "2 to the power of x.")
ExpM1Op = _function("ExpM1Op", "graph.expm1", "e to the power of x, minus 1, without loss of digits where x is small.")
LogOp = _function("LogOp", "graph.log", "The natural logarithm; -inf of zeros, NaN of what is less.")
Log2Op = _function("Log2Op", "graph.log2", "The logarithm to base 2; -inf of zeros, NaN of what is less.")
Log1pOp = _function(
    "Log1pOp",
    "graph.log1p",
    "The natural logarithm of 1 + x, without loss of digits where x is small; -inf of -1, NaN of what is less.",
)
SqrtOp = _function(
    "SqrtOp", "graph.sqrt", "The square root, rounded to nearest at every level; -0 of -0, NaN of what is less."
)
RsqrtOp = _function(
    "RsqrtOp", "graph.rsqrt", "1 over the square root; an infinity with the sign of a zero, NaN of what is less."
)
CbrtOp = _function("CbrtOp", "graph.cbrt", "The cube root, with the sign of x.")
ReciprocalOp = _function("ReciprocalOp", "graph.reciprocal", "1 / x, rounded to nearest at every level.")


# -- Angles and their hyperbolic kin ----------------------------------------------------------------------------------


SinOp = _function("SinOp", "graph.sin", "The sine of x radians; NaN of infinities.")
CosOp = _function("CosOp", "graph.cos", "The cosine of x radians; NaN of infinities.")
TanOp = _function("TanOp", "graph.tan", "The tangent of x radians; NaN of infinities.")
AsinOp = _function("AsinOp", "graph.asin", "The angle from -pi/2 to pi/2 whose sine is x; NaN outside of -1 to 1.")
AcosOp = _function("AcosOp", "graph.acos", "The angle from 0 to pi whose cosine is x; NaN outside of -1 to 1.")
AtanOp = _function("AtanOp", "graph.atan", "The angle from -pi/2 to pi/2 whose tangent is x.")
SinhOp = _function("SinhOp", "graph.sinh", "The hyperbolic sine, (e^x - e^-x) / 2.")
CoshOp = _function("CoshOp", "graph.cosh", "The hyperbolic cosine, (e^x + e^-x) / 2.")
TanhOp = _function("TanhOp", "graph.tanh", "The hyperbolic tangent, sinh(x) / cosh(x).")
AsinhOp = _function("AsinhOp", "graph.asinh", "The number whose hyperbolic sine is x.")
AcoshOp = _function(
    "AcoshOp", "graph.acosh", "The number, not negative, whose hyperbolic cosine is x; NaN of what is less than 1."
)
AtanhOp = _function(
    "AtanhOp", "graph.atanh", "The number whose hyperbolic tangent is x; infinite of 1 and -1, NaN beyond."
)
ErfOp = _function("ErfOp", "graph.erf", "The error function: 2 / sqrt(pi) times the integral of e^(-t^2) from 0 to x.")


# -- Of two floats ----------------------------------------------------------------------------------------------------


class FloatBinaryOp(Op):
    """A function of two floats, element by element."""

    lhs: Operand = operand(F)
    rhs: Operand = operand(F)
    result: Result = inferred_result(F)
    syntax = "$lhs `,` $rhs attr-dict `:` type($result)"


@op("graph.atan2", traits=(Pure, Elementwise))
class Atan2Op(FloatBinaryOp):
    """The angle, from -pi to pi, of the point with lhs as y and rhs as x; zeros and infinities as C's `atan2` has them.

    Example: %r = graph.atan2 %y, %x : tensor<4xf32>
    """


@op("graph.copysign", traits=(Pure, Elementwise))
class CopysignOp(FloatBinaryOp):
    """lhs with the sign of rhs, be they zeros or NaN.

    Example: %r = graph.copysign %x, %y : tensor<4xf32>
    """
