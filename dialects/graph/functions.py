"""Functions of real numbers of `graph`, element by element.

Each is the function of calculus: as if computed exactly and rounded once. Lower levels come close to that, within a few
units in the last place. NaN gives NaN, and so does what is outside of where the function is defined.
"""

from __future__ import annotations

from dlc.ir.definition import Op, Operand, Result, inferred_result, op, operand
from dlc.ir.traits import Elementwise, Pure

from .bases import F, FloatFunctionOp


@op("graph.exp", traits=(Pure, Elementwise))
class ExpOp(FloatFunctionOp):
    """e to the power of x.

    Example: %r = graph.exp %x : tensor<4xf32>
    """


@op("graph.exp2", traits=(Pure, Elementwise))
class Exp2Op(FloatFunctionOp):
    """2 to the power of x.

    Example: %r = graph.exp2 %x : tensor<4xf32>
    """


@op("graph.expm1", traits=(Pure, Elementwise))
class ExpM1Op(FloatFunctionOp):
    """e to the power of x, minus 1, without loss of digits where x is small.

    Example: %r = graph.expm1 %x : tensor<4xf32>
    """


@op("graph.log", traits=(Pure, Elementwise))
class LogOp(FloatFunctionOp):
    """The natural logarithm; -inf of zeros, NaN of what is less.

    Example: %r = graph.log %x : tensor<4xf32>
    """


@op("graph.log2", traits=(Pure, Elementwise))
class Log2Op(FloatFunctionOp):
    """The logarithm to base 2; -inf of zeros, NaN of what is less.

    Example: %r = graph.log2 %x : tensor<4xf32>
    """


@op("graph.log1p", traits=(Pure, Elementwise))
class Log1pOp(FloatFunctionOp):
    """The natural logarithm of 1 + x, without loss of digits where x is small; -inf of -1, NaN of what is less.

    Example: %r = graph.log1p %x : tensor<4xf32>
    """


@op("graph.sqrt", traits=(Pure, Elementwise))
class SqrtOp(FloatFunctionOp):
    """The square root, rounded to nearest at every level; -0 of -0, NaN of what is less.

    Example: %r = graph.sqrt %x : tensor<4xf32>
    """


@op("graph.rsqrt", traits=(Pure, Elementwise))
class RsqrtOp(FloatFunctionOp):
    """1 over the square root; an infinity with the sign of a zero, NaN of what is less.

    Example: %r = graph.rsqrt %x : tensor<4xf32>
    """


@op("graph.cbrt", traits=(Pure, Elementwise))
class CbrtOp(FloatFunctionOp):
    """The cube root, with the sign of x.

    Example: %r = graph.cbrt %x : tensor<4xf32>
    """


@op("graph.reciprocal", traits=(Pure, Elementwise))
class ReciprocalOp(FloatFunctionOp):
    """1 / x, rounded to nearest at every level.

    Example: %r = graph.reciprocal %x : tensor<4xf32>
    """


# -- Angles and their hyperbolic kin ----------------------------------------------------------------------------------


@op("graph.sin", traits=(Pure, Elementwise))
class SinOp(FloatFunctionOp):
    """The sine of x radians; NaN of infinities.

    Example: %r = graph.sin %x : tensor<4xf32>
    """


@op("graph.cos", traits=(Pure, Elementwise))
class CosOp(FloatFunctionOp):
    """The cosine of x radians; NaN of infinities.

    Example: %r = graph.cos %x : tensor<4xf32>
    """


@op("graph.tan", traits=(Pure, Elementwise))
class TanOp(FloatFunctionOp):
    """The tangent of x radians; NaN of infinities.

    Example: %r = graph.tan %x : tensor<4xf32>
    """


@op("graph.asin", traits=(Pure, Elementwise))
class AsinOp(FloatFunctionOp):
    """The angle from -pi/2 to pi/2 whose sine is x; NaN outside of -1 to 1.

    Example: %r = graph.asin %x : tensor<4xf32>
    """


@op("graph.acos", traits=(Pure, Elementwise))
class AcosOp(FloatFunctionOp):
    """The angle from 0 to pi whose cosine is x; NaN outside of -1 to 1.

    Example: %r = graph.acos %x : tensor<4xf32>
    """


@op("graph.atan", traits=(Pure, Elementwise))
class AtanOp(FloatFunctionOp):
    """The angle from -pi/2 to pi/2 whose tangent is x.

    Example: %r = graph.atan %x : tensor<4xf32>
    """


@op("graph.sinh", traits=(Pure, Elementwise))
class SinhOp(FloatFunctionOp):
    """The hyperbolic sine, (e^x - e^-x) / 2.

    Example: %r = graph.sinh %x : tensor<4xf32>
    """


@op("graph.cosh", traits=(Pure, Elementwise))
class CoshOp(FloatFunctionOp):
    """The hyperbolic cosine, (e^x + e^-x) / 2.

    Example: %r = graph.cosh %x : tensor<4xf32>
    """


@op("graph.tanh", traits=(Pure, Elementwise))
class TanhOp(FloatFunctionOp):
    """The hyperbolic tangent, sinh(x) / cosh(x).

    Example: %r = graph.tanh %x : tensor<4xf32>
    """


@op("graph.asinh", traits=(Pure, Elementwise))
class AsinhOp(FloatFunctionOp):
    """The number whose hyperbolic sine is x.

    Example: %r = graph.asinh %x : tensor<4xf32>
    """


@op("graph.acosh", traits=(Pure, Elementwise))
class AcoshOp(FloatFunctionOp):
    """The number, not negative, whose hyperbolic cosine is x; NaN of what is less than 1.

    Example: %r = graph.acosh %x : tensor<4xf32>
    """


@op("graph.atanh", traits=(Pure, Elementwise))
class AtanhOp(FloatFunctionOp):
    """The number whose hyperbolic tangent is x; infinite of 1 and -1, NaN beyond.

    Example: %r = graph.atanh %x : tensor<4xf32>
    """


@op("graph.erf", traits=(Pure, Elementwise))
class ErfOp(FloatFunctionOp):
    """The error function: 2 / sqrt(pi) times the integral of e^(-t^2) from 0 to x.

    Example: %r = graph.erf %x : tensor<4xf32>
    """


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
