"""Exponentials, logarithms, powers and roots."""

from __future__ import annotations

import math

from dlc.dialects.arith.attributes import NO_FASTMATH, FastMathAttr
from dlc.dialects.arith.bases import F, FloatBinaryOp, FloatUnaryOp
from dlc.dialects.arith.folding import Operands
from dlc.ir.builtin_constraints import signless_integer_like
from dlc.ir.definition import Attr, Family, Op, Operand, Result, attr, inferred_result, op, operand
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Elementwise, Pure, SameOperandsAndResultShape

from .bases import ExactFunctionOp, RealFunctionOp
from .numerics import (
    exponential,
    exponential_minus_one,
    exponential_of_two,
    fold_real,
    power,
    square_root,
    with_pole,
)

_real = Family(RealFunctionOp, __name__, "%r = {name} %x : f32", traits=(Pure, Elementwise))
_exact = Family(ExactFunctionOp, __name__, "%r = {name} %x : f32", traits=(Pure, Elementwise))
_unary = Family(FloatUnaryOp, __name__, "%r = {name} %x : f32", traits=(Pure, Elementwise))

ExpOp = _real("ExpOp", "math.exp", "e to the power of the operand.", function=exponential)
Exp2Op = _real("Exp2Op", "math.exp2", "2 to the power of the operand.", function=exponential_of_two)
ExpM1Op = _real(
    "ExpM1Op", "math.expm1", "e to the power of the operand, minus 1; precise near 0.", function=exponential_minus_one
)
LogOp = _real(
    "LogOp", "math.log", "The natural logarithm; -inf of 0, nan of negative numbers.", function=with_pole(math.log, 0.0)
)
Log2Op = _real(
    "Log2Op",
    "math.log2",
    "The logarithm to base 2; -inf of 0, nan of negative numbers.",
    function=with_pole(math.log2, 0.0),
)
Log10Op = _real(
    "Log10Op",
    "math.log10",
    "The logarithm to base 10; -inf of 0, nan of negative numbers.",
    function=with_pole(math.log10, 0.0),
)
Log1pOp = _real(
    "Log1pOp",
    "math.log1p",
    "The natural logarithm of 1 plus the operand; precise near 0.",
    function=with_pole(math.log1p, -1.0),
)
SqrtOp = _exact(
    "SqrtOp", "math.sqrt", "The square root, rounded to nearest; nan of negative numbers.", function=square_root
)
RsqrtOp = _unary("RsqrtOp", "math.rsqrt", "The reciprocal of the square root.")
CbrtOp = _unary("CbrtOp", "math.cbrt", "The cube root, with the sign of the operand.")
ErfOp = _real("ErfOp", "math.erf", "The error function.", function=math.erf)
ErfcOp = _real("ErfcOp", "math.erfc", "1 minus the error function; precise for large operands.", function=math.erfc)


@op("math.powf", traits=(Pure, Elementwise))
class PowFOp(FloatBinaryOp):
    """lhs to the power of rhs.

    Example: %r = math.powf %x, %y : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, power, keeps_nan=False)


@op("math.fpowi", traits=(Pure, Elementwise, SameOperandsAndResultShape))
class FPowIOp(Op):
    """A float to the power of a signed integer, in any order of multiplications.

    Example: %r = math.fpowi %x, %n : f32, i32
    """

    lhs: Operand = operand(F)
    rhs: Operand = operand(signless_integer_like)
    result: Result = inferred_result(F)
    fastmath: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)
    syntax = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)"
