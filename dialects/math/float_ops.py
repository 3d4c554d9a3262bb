"""Ops on floats that are exact, or round once: to integers, signs, classes, multiply-add."""

from __future__ import annotations

from dlc.dialects.arith.attributes import NO_FASTMATH, FastMathAttr
from dlc.dialects.arith.bases import F, FloatBinaryOp
from dlc.dialects.arith.folding import Operands
from dlc.ir.definition import Attr, Family, Op, Operand, Result, attr, inferred_result, op, operand
from dlc.ir.float_arithmetic import absolute, maximum, minimum, multiply_add
from dlc.ir.floats import FloatFormat
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Elementwise, Pure

from .bases import ClassificationOp, ExactFunctionOp
from .numerics import ceil, copy_sign, floor, fold_exact, is_normal, round_half_away, round_half_even, truncate

_exact = Family(ExactFunctionOp, __name__, "%r = {name} %x : f32", traits=(Pure, Elementwise))

AbsFOp = _exact("AbsFOp", "math.absf", "The magnitude: the sign cleared, of nan too.", function=absolute)
CeilOp = _exact("CeilOp", "math.ceil", "Rounded up to an integer.", function=ceil)
FloorOp = _exact("FloorOp", "math.floor", "Rounded down to an integer.", function=floor)
TruncOp = _exact("TruncOp", "math.trunc", "Rounded to an integer towards zero.", function=truncate)
RoundOp = _exact(
    "RoundOp",
    "math.round",
    "Rounded to the nearest integer; of two, the one farther from zero.",
    function=round_half_away,
)
RoundEvenOp = _exact(
    "RoundEvenOp", "math.roundeven", "Rounded to the nearest integer; of two, the even one.", function=round_half_even
)


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


_class = Family(ClassificationOp, __name__, "%r = {name} %x : f32", traits=(Pure, Elementwise))

IsFiniteOp = _class(
    "IsFiniteOp", "math.isfinite", "Whether the number is neither infinite nor nan.", holds=FloatFormat.is_finite
)
IsInfOp = _class("IsInfOp", "math.isinf", "Whether the number is infinite.", holds=FloatFormat.is_inf)
IsNaNOp = _class("IsNaNOp", "math.isnan", "Whether the operand is nan.", holds=FloatFormat.is_nan)
IsNormalOp = _class(
    "IsNormalOp", "math.isnormal", "Whether the number is neither zero nor subnormal, infinite or nan.", holds=is_normal
)
