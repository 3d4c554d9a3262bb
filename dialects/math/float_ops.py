"""Ops on floats that are exact, or round once: to integers, signs, classes, multiply-add."""

from __future__ import annotations

from collections.abc import Callable

from dlc.dialects.arith.attributes import NO_FASTMATH, FastMathAttr
from dlc.dialects.arith.bases import F
from dlc.dialects.arith.float_ops import float_format
from dlc.dialects.arith.folding import Operands, fold_bits
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, op, operand
from dlc.ir.float_arithmetic import absolute, maximum, minimum, multiply_add
from dlc.ir.floats import FloatFormat
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Elementwise, Pure

from .bases import ClassificationOp, FloatBinaryOp, FloatUnaryOp
from .numerics import ceil, copy_sign, floor, fold_exact, is_normal, round_half_away, round_half_even, truncate


@op("math.absf", traits=(Pure, Elementwise))
class AbsFOp(FloatUnaryOp):
    """The magnitude: the sign cleared, of nan too.

    Example: %r = math.absf %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_exact(operands, self.result.type, absolute)


@op("math.ceil", traits=(Pure, Elementwise))
class CeilOp(FloatUnaryOp):
    """Rounded up to an integer.

    Example: %r = math.ceil %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_exact(operands, self.result.type, ceil)


@op("math.floor", traits=(Pure, Elementwise))
class FloorOp(FloatUnaryOp):
    """Rounded down to an integer.

    Example: %r = math.floor %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_exact(operands, self.result.type, floor)


@op("math.trunc", traits=(Pure, Elementwise))
class TruncOp(FloatUnaryOp):
    """Rounded to an integer towards zero.

    Example: %r = math.trunc %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_exact(operands, self.result.type, truncate)


@op("math.round", traits=(Pure, Elementwise))
class RoundOp(FloatUnaryOp):
    """Rounded to the nearest integer; of two, the one farther from zero.

    Example: %r = math.round %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_exact(operands, self.result.type, round_half_away)


@op("math.roundeven", traits=(Pure, Elementwise))
class RoundEvenOp(FloatUnaryOp):
    """Rounded to the nearest integer; of two, the even one.

    Example: %r = math.roundeven %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_exact(operands, self.result.type, round_half_even)


@op("math.copysign", traits=(Pure, Elementwise))
class CopySignOp(FloatBinaryOp):
    """The first number with the sign of the second.

    Example: %r = math.copysign %x, %y : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_exact(operands, self.result.type, copy_sign)


@op("math.fma", traits=(Pure, Elementwise))
class FmaOp(Op):
    """a * b + c, rounded once.

    Example: %r = math.fma %a, %b, %c fastmath<contract> : f32
    """

    a: Operand = operand(F)
    b: Operand = operand(F)
    c: Operand = operand(F)
    result: Result = inferred_result(F)
    fastmath: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)
    syntax = "$a `,` $b `,` $c (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_exact(operands, self.result.type, multiply_add)


@op("math.clampf", traits=(Pure, Elementwise))
class ClampFOp(Op):
    """The number, but not less than `min` and not more than `max`; nan if any is.

    Example: %r = math.clampf %x to [%low, %high] : f32
    """

    value: Operand = operand(F)
    min: Operand = operand(F)
    max: Operand = operand(F)
    result: Result = inferred_result(F)
    fastmath: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)
    syntax = "$value `to` ` ` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_exact(operands, self.result.type, _clamp)


def _clamp(form: FloatFormat, value: int, low: int, high: int) -> int | None:
    raised = maximum(form, value, low)
    return minimum(form, raised, high) if raised is not None else None


# -- Classes -----------------------------------------------------------------------------------------------------------


def _fold_class(
    op: ClassificationOp, operands: Operands, holds: Callable[[FloatFormat, int], bool]
) -> FoldResult | None:
    form = float_format(op.operand.type)
    return fold_bits(operands, op.result.type, lambda bits: int(holds(form, bits)))


@op("math.isfinite", traits=(Pure, Elementwise))
class IsFiniteOp(ClassificationOp):
    """Whether the number is neither infinite nor nan.

    Example: %r = math.isfinite %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return _fold_class(self, operands, FloatFormat.is_finite)


@op("math.isinf", traits=(Pure, Elementwise))
class IsInfOp(ClassificationOp):
    """Whether the number is infinite.

    Example: %r = math.isinf %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return _fold_class(self, operands, FloatFormat.is_inf)


@op("math.isnan", traits=(Pure, Elementwise))
class IsNaNOp(ClassificationOp):
    """Whether the operand is nan.

    Example: %r = math.isnan %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return _fold_class(self, operands, FloatFormat.is_nan)


@op("math.isnormal", traits=(Pure, Elementwise))
class IsNormalOp(ClassificationOp):
    """Whether the number is neither zero nor subnormal, infinite or nan.

    Example: %r = math.isnormal %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return _fold_class(self, operands, is_normal)
