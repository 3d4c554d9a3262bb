"""Trigonometric and hyperbolic functions and their inverses."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dlc.dialects.arith.attributes import NO_FASTMATH, FastMathAttr
from dlc.dialects.arith.bases import F, FloatBinaryOp
from dlc.dialects.arith.folding import Operands
from dlc.ir.definition import Attr, Family, Op, Operand, Result, attr, inferred_result, op, operand
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Elementwise, Pure

from .bases import RealFunctionOp
from .numerics import fold_real, hyperbolic_cosine, hyperbolic_sine

_real = Family(RealFunctionOp, __name__, "%r = {name} %x : f32", traits=(Pure, Elementwise))

SinOp = _real("SinOp", "math.sin", "The sine.", function=math.sin)
CosOp = _real("CosOp", "math.cos", "The cosine.", function=math.cos)
TanOp = _real("TanOp", "math.tan", "The tangent.", function=math.tan)
AsinOp = _real(
    "AsinOp", "math.asin", "The angle with this sine, from -pi/2 to pi/2; nan outside of -1 to 1.", function=math.asin
)
AcosOp = _real(
    "AcosOp", "math.acos", "The angle with this cosine, from 0 to pi; nan outside of -1 to 1.", function=math.acos
)
AtanOp = _real("AtanOp", "math.atan", "The angle with this tangent, from -pi/2 to pi/2.", function=math.atan)
SinhOp = _real("SinhOp", "math.sinh", "The hyperbolic sine.", function=hyperbolic_sine)
CoshOp = _real("CoshOp", "math.cosh", "The hyperbolic cosine.", function=hyperbolic_cosine)
TanhOp = _real("TanhOp", "math.tanh", "The hyperbolic tangent.", function=math.tanh)
AsinhOp = _real("AsinhOp", "math.asinh", "The inverse of the hyperbolic sine.", function=math.asinh)
AcoshOp = _real(
    "AcoshOp", "math.acosh", "The inverse of the hyperbolic cosine, from 1 on; nan below.", function=math.acosh
)
AtanhOp = _real(
    "AtanhOp", "math.atanh", "The inverse of the hyperbolic tangent; nan outside of -1 to 1.", function=math.atanh
)


@op("math.atan2", traits=(Pure, Elementwise))
class Atan2Op(FloatBinaryOp):
    """The angle of the point (rhs, lhs) to the first axis, from -pi to pi.

    Example: %r = math.atan2 %y, %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, math.atan2)


@op("math.sincos", traits=(Pure, Elementwise))
class SincosOp(Op):
    """The sine and the cosine.

    Example: %sin, %cos = math.sincos %x : f32
    """

    operand: Operand = operand(F)
    sin: Result = inferred_result(F)
    cos: Result = inferred_result(F)
    fastmath: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)
    syntax = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)"

    def result_names(self) -> Sequence[str | None]:
        return ("sin", "cos")
