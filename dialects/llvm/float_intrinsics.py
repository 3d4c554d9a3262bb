"""Intrinsics that compute with floats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from dlc.ir.attributes import Type
from dlc.ir.builtin_attributes import IntegerAttr
from dlc.ir.builtin_constraints import typed_int
from dlc.ir.builtin_types import i32
from dlc.ir.definition import Attr, Operand, Result, attr, inferred_result, op, operand, result
from dlc.ir.traits import Commutative, Elementwise, Pure

from .attributes import NO_FASTMATH, FastMathAttr
from .constraints import F, any_integer, any_struct, as_bool, bool_like, float_like, integer_like
from .intrinsic_bases import (
    CALL_FORM,
    BinaryFloatIntrinsic,
    IntrinsicOp,
    TernaryFloatIntrinsic,
    UnaryFloatIntrinsic,
)
from .types import StructType

# -- One argument ------------------------------------------------------------------------------------------------------


@op("llvm.intr.sqrt", traits=(Pure, Elementwise))
class SqrtOp(UnaryFloatIntrinsic):
    """The square root; nan of what is negative.

    Example: %r = llvm.intr.sqrt(%x) : (f32) -> f32
    """


@op("llvm.intr.sin", traits=(Pure, Elementwise))
class SinOp(UnaryFloatIntrinsic):
    """The sine.

    Example: %r = llvm.intr.sin(%x) : (f32) -> f32
    """


@op("llvm.intr.cos", traits=(Pure, Elementwise))
class CosOp(UnaryFloatIntrinsic):
    """The cosine.

    Example: %r = llvm.intr.cos(%x) : (f32) -> f32
    """


@op("llvm.intr.tan", traits=(Pure, Elementwise))
class TanOp(UnaryFloatIntrinsic):
    """The tangent.

    Example: %r = llvm.intr.tan(%x) : (f32) -> f32
    """


@op("llvm.intr.asin", traits=(Pure, Elementwise))
class ASinOp(UnaryFloatIntrinsic):
    """The inverse of the sine.

    Example: %r = llvm.intr.asin(%x) : (f32) -> f32
    """


@op("llvm.intr.acos", traits=(Pure, Elementwise))
class ACosOp(UnaryFloatIntrinsic):
    """The inverse of the cosine.

    Example: %r = llvm.intr.acos(%x) : (f32) -> f32
    """


@op("llvm.intr.atan", traits=(Pure, Elementwise))
class ATanOp(UnaryFloatIntrinsic):
    """The inverse of the tangent.

    Example: %r = llvm.intr.atan(%x) : (f32) -> f32
    """


@op("llvm.intr.sinh", traits=(Pure, Elementwise))
class SinhOp(UnaryFloatIntrinsic):
    """The hyperbolic sine.

    Example: %r = llvm.intr.sinh(%x) : (f32) -> f32
    """


@op("llvm.intr.cosh", traits=(Pure, Elementwise))
class CoshOp(UnaryFloatIntrinsic):
    """The hyperbolic cosine.

    Example: %r = llvm.intr.cosh(%x) : (f32) -> f32
    """


@op("llvm.intr.tanh", traits=(Pure, Elementwise))
class TanhOp(UnaryFloatIntrinsic):
    """The hyperbolic tangent.

    Example: %r = llvm.intr.tanh(%x) : (f32) -> f32
    """


@op("llvm.intr.exp", traits=(Pure, Elementwise))
class ExpOp(UnaryFloatIntrinsic):
    """e to the power of the argument.

    Example: %r = llvm.intr.exp(%x) : (f32) -> f32
    """


@op("llvm.intr.exp2", traits=(Pure, Elementwise))
class Exp2Op(UnaryFloatIntrinsic):
    """2 to the power of the argument.

    Example: %r = llvm.intr.exp2(%x) : (f32) -> f32
    """


@op("llvm.intr.exp10", traits=(Pure, Elementwise))
class Exp10Op(UnaryFloatIntrinsic):
    """10 to the power of the argument.

    Example: %r = llvm.intr.exp10(%x) : (f32) -> f32
    """


@op("llvm.intr.log", traits=(Pure, Elementwise))
class LogOp(UnaryFloatIntrinsic):
    """The natural logarithm.

    Example: %r = llvm.intr.log(%x) : (f32) -> f32
    """


@op("llvm.intr.log2", traits=(Pure, Elementwise))
class Log2Op(UnaryFloatIntrinsic):
    """The logarithm to the base of 2.

    Example: %r = llvm.intr.log2(%x) : (f32) -> f32
    """


@op("llvm.intr.log10", traits=(Pure, Elementwise))
class Log10Op(UnaryFloatIntrinsic):
    """The logarithm to the base of 10.

    Example: %r = llvm.intr.log10(%x) : (f32) -> f32
    """


@op("llvm.intr.fabs", traits=(Pure, Elementwise))
class FAbsOp(UnaryFloatIntrinsic):
    """The number without its sign, of nans too.

    Example: %r = llvm.intr.fabs(%x) : (vector<4xf32>) -> vector<4xf32>
    """


@op("llvm.intr.ceil", traits=(Pure, Elementwise))
class FCeilOp(UnaryFloatIntrinsic):
    """The next whole number upwards.

    Example: %r = llvm.intr.ceil(%x) : (f32) -> f32
    """


@op("llvm.intr.floor", traits=(Pure, Elementwise))
class FFloorOp(UnaryFloatIntrinsic):
    """The next whole number downwards.

    Example: %r = llvm.intr.floor(%x) : (f32) -> f32
    """


@op("llvm.intr.trunc", traits=(Pure, Elementwise))
class FTruncOp(UnaryFloatIntrinsic):
    """The next whole number towards zero.

    Example: %r = llvm.intr.trunc(%x) : (f32) -> f32
    """


@op("llvm.intr.rint", traits=(Pure, Elementwise))
class RintOp(UnaryFloatIntrinsic):
    """The nearest whole number by the current rounding mode; may raise the exception that it is inexact.

    Example: %r = llvm.intr.rint(%x) : (f32) -> f32
    """


@op("llvm.intr.nearbyint", traits=(Pure, Elementwise))
class NearbyintOp(UnaryFloatIntrinsic):
    """The nearest whole number by the current rounding mode, without an exception.

    Example: %r = llvm.intr.nearbyint(%x) : (f32) -> f32
    """


@op("llvm.intr.round", traits=(Pure, Elementwise))
class RoundOp(UnaryFloatIntrinsic):
    """The nearest whole number; in the middle between two, away from zero.

    Example: %r = llvm.intr.round(%x) : (f32) -> f32
    """


@op("llvm.intr.roundeven", traits=(Pure, Elementwise))
class RoundEvenOp(UnaryFloatIntrinsic):
    """The nearest whole number; in the middle between two, the even one.

    Example: %r = llvm.intr.roundeven(%x) : (f32) -> f32
    """


# -- Several arguments -------------------------------------------------------------------------------------------------


@op("llvm.intr.copysign", traits=(Pure, Elementwise))
class CopySignOp(BinaryFloatIntrinsic):
    """The first number with the sign of the second.

    Example: %r = llvm.intr.copysign(%a, %b) : (f32, f32) -> f32
    """


@op("llvm.intr.pow", traits=(Pure, Elementwise))
class PowOp(BinaryFloatIntrinsic):
    """The first to the power of the second.

    Example: %r = llvm.intr.pow(%a, %b) : (f32, f32) -> f32
    """


@op("llvm.intr.atan2", traits=(Pure, Elementwise))
class ATan2Op(BinaryFloatIntrinsic):
    """The angle of the point (b, a), between -pi and pi.

    Example: %r = llvm.intr.atan2(%a, %b) : (f32, f32) -> f32
    """


@op("llvm.intr.maxnum", traits=(Pure, Commutative, Elementwise))
class MaxNumOp(BinaryFloatIntrinsic):
    """The greater of two; the other one, if one is a nan.

    Example: %r = llvm.intr.maxnum(%a, %b) : (f32, f32) -> f32
    """


@op("llvm.intr.minnum", traits=(Pure, Commutative, Elementwise))
class MinNumOp(BinaryFloatIntrinsic):
    """The smaller of two; the other one, if one is a nan.

    Example: %r = llvm.intr.minnum(%a, %b) : (f32, f32) -> f32
    """


@op("llvm.intr.maximum", traits=(Pure, Commutative, Elementwise))
class MaximumOp(BinaryFloatIntrinsic):
    """The greater of two, with -0 before +0; nan, if one is.

    Example: %r = llvm.intr.maximum(%a, %b) : (f32, f32) -> f32
    """


@op("llvm.intr.minimum", traits=(Pure, Commutative, Elementwise))
class MinimumOp(BinaryFloatIntrinsic):
    """The smaller of two, with -0 before +0; nan, if one is.

    Example: %r = llvm.intr.minimum(%a, %b) : (f32, f32) -> f32
    """


@op("llvm.intr.fma", traits=(Pure, Elementwise))
class FMAOp(TernaryFloatIntrinsic):
    """a * b + c, rounded once.

    Example: %r = llvm.intr.fma(%a, %b, %c) : (f64, f64, f64) -> f64
    """


@op("llvm.intr.fmuladd", traits=(Pure, Elementwise))
class FMulAddOp(TernaryFloatIntrinsic):
    """a * b + c, rounded once or twice, whichever is faster.

    Example: %r = llvm.intr.fmuladd(%a, %b, %c) : (f64, f64, f64) -> f64
    """


class _IntegerPower(IntrinsicOp):
    """A float and an integer to a float."""

    val: Operand = operand(F)
    power: Operand = operand(any_integer)
    res: Result = inferred_result(F)
    fastmathFlags: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)  # noqa: N815 (MLIR's name)
    syntax = CALL_FORM


@op("llvm.intr.powi", traits=(Pure,))
class PowIOp(_IntegerPower):
    """The number to a whole power, multiplied in any order.

    Example: %r = llvm.intr.powi(%x, %n) : (f32, i32) -> f32
    """


@op("llvm.intr.ldexp", traits=(Pure,))
class LoadExpOp(_IntegerPower):
    """The number times a power of two.

    Example: %r = llvm.intr.ldexp(%x, %n) : (f32, i32) -> f32
    """


# -- To something else -------------------------------------------------------------------------------------------------


@op("llvm.intr.frexp", traits=(Pure,))
class FractionExpOp(IntrinsicOp):
    """A number as one between 0.5 and 1, and the power of two that it is to be multiplied by.

    Example: %r = llvm.intr.frexp(%x) : (f32) -> !llvm.struct<(f32, i32)>
    """

    val: Operand = operand(float_like)
    res: Result = result(any_struct)
    fastmathFlags: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)  # noqa: N815 (MLIR's name)
    syntax = CALL_FORM


@op("llvm.intr.sincos", traits=(Pure,))
class SincosOp(IntrinsicOp):
    """The sine and the cosine.

    Example: %r = llvm.intr.sincos(%x) : (f32) -> !llvm.struct<(f32, f32)>
    """

    val: Operand = operand(float_like)
    res: Result = inferred_result(any_struct)
    fastmathFlags: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)  # noqa: N815 (MLIR's name)
    syntax = CALL_FORM

    def infer_types(self) -> Sequence[Type]:
        return [StructType((self.val.type, self.val.type))]


class _IntegerRounding(IntrinsicOp):
    """A float to an integer of any width."""

    val: Operand = operand(float_like)
    res: Result = result(integer_like)
    syntax = CALL_FORM


@op("llvm.intr.lround", traits=(Pure,))
class LroundOp(_IntegerRounding):
    """The nearest whole number; in the middle between two, away from zero.

    Example: %r = llvm.intr.lround(%x) : (f32) -> i64
    """


@op("llvm.intr.llround", traits=(Pure,))
class LlroundOp(_IntegerRounding):
    """Round like `lround`, to C's `long long`.

    Example: %r = llvm.intr.llround(%x) : (f32) -> i64
    """


@op("llvm.intr.lrint", traits=(Pure,))
class LrintOp(_IntegerRounding):
    """The nearest whole number by the current rounding mode.

    Example: %r = llvm.intr.lrint(%x) : (f32) -> i64
    """


@op("llvm.intr.llrint", traits=(Pure,))
class LlrintOp(_IntegerRounding):
    """Round like `lrint`, to C's `long long`.

    Example: %r = llvm.intr.llrint(%x) : (f32) -> i64
    """


@op("llvm.intr.is.fpclass", traits=(Pure, Elementwise))
class IsFPClassOp(IntrinsicOp):
    """Whether a number is of one of some kinds, such as nan or infinity: a set of bits.

    Example: %r = "llvm.intr.is.fpclass"(%x) <{bit = 3 : i32}> : (f32) -> i1
    """

    arg: Operand = operand(float_like)
    bit: Attr[IntegerAttr] = attr(typed_int(i32))
    res: Result = inferred_result(bool_like, type_from=("arg", as_bool))
    call_arguments: ClassVar = ("arg", "bit")
