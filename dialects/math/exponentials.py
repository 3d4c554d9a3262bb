"""Exponentials, logarithms, powers and roots."""

from __future__ import annotations

import math

from dlc.dialects.arith.attributes import NO_FASTMATH, FastMathAttr
from dlc.dialects.arith.bases import F
from dlc.dialects.arith.folding import Operands
from dlc.ir.builtin_constraints import signless_integer_like
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, op, operand
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Elementwise, Pure, SameOperandsAndResultShape

from .bases import FloatBinaryOp, FloatUnaryOp
from .numerics import (
    exponential,
    exponential_minus_one,
    exponential_of_two,
    fold_exact,
    fold_real,
    power,
    square_root,
    with_pole,
)


@op("math.exp", traits=(Pure, Elementwise))
class ExpOp(FloatUnaryOp):
    """e to the power of the operand.

    Example: %r = math.exp %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, exponential)


@op("math.exp2", traits=(Pure, Elementwise))
class Exp2Op(FloatUnaryOp):
    """2 to the power of the operand.

    Example: %r = math.exp2 %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, exponential_of_two)


@op("math.expm1", traits=(Pure, Elementwise))
class ExpM1Op(FloatUnaryOp):
    """e to the power of the operand, minus 1; precise near 0.

    Example: %r = math.expm1 %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, exponential_minus_one)


@op("math.log", traits=(Pure, Elementwise))
class LogOp(FloatUnaryOp):
    """The natural logarithm; -inf of 0, nan of negative numbers.

    Example: %r = math.log %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, with_pole(math.log, 0.0))


@op("math.log2", traits=(Pure, Elementwise))
class Log2Op(FloatUnaryOp):
    """The logarithm to base 2; -inf of 0, nan of negative numbers.

    Example: %r = math.log2 %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, with_pole(math.log2, 0.0))


@op("math.log10", traits=(Pure, Elementwise))
class Log10Op(FloatUnaryOp):
    """The logarithm to base 10; -inf of 0, nan of negative numbers.

    Example: %r = math.log10 %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, with_pole(math.log10, 0.0))


@op("math.log1p", traits=(Pure, Elementwise))
class Log1pOp(FloatUnaryOp):
    """The natural logarithm of 1 plus the operand; precise near 0.

    Example: %r = math.log1p %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, with_pole(math.log1p, -1.0))


@op("math.sqrt", traits=(Pure, Elementwise))
class SqrtOp(FloatUnaryOp):
    """The square root, rounded to nearest; nan of negative numbers.

    Example: %r = math.sqrt %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_exact(operands, self.result.type, square_root)


@op("math.rsqrt", traits=(Pure, Elementwise))
class RsqrtOp(FloatUnaryOp):
    """The reciprocal of the square root.

    Example: %r = math.rsqrt %x : f32
    """


@op("math.cbrt", traits=(Pure, Elementwise))
class CbrtOp(FloatUnaryOp):
    """The cube root, with the sign of the operand.

    Example: %r = math.cbrt %x : f32
    """


@op("math.erf", traits=(Pure, Elementwise))
class ErfOp(FloatUnaryOp):
    """The error function.

    Example: %r = math.erf %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, math.erf)


@op("math.erfc", traits=(Pure, Elementwise))
class ErfcOp(FloatUnaryOp):
    """1 minus the error function; precise for large operands.

    Example: %r = math.erfc %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, math.erfc)


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
