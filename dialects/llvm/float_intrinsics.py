"""Intrinsics that compute with floats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from dlc.ir import IntegerAttr, Type
from dlc.ir.builtin_constraints import typed_int
from dlc.ir.builtin_types import i32
from dlc.ir.definition import Attr, Family, Operand, Result, attr, inferred_result, op, operand, result
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

_unary = Family(UnaryFloatIntrinsic, __name__, "%r = {name}(%x) : (f32) -> f32", traits=(Pure, Elementwise))
_binary = Family(BinaryFloatIntrinsic, __name__, "%r = {name}(%a, %b) : (f32, f32) -> f32", traits=(Pure, Elementwise))

# -- One argument ------------------------------------------------------------------------------------------------------


SqrtOp = _unary("SqrtOp", "llvm.intr.sqrt", "The square root; nan of what is negative.")
SinOp = _unary("SinOp", "llvm.intr.sin", "The sine.")
CosOp = _unary("CosOp", "llvm.intr.cos", "The cosine.")
TanOp = _unary("TanOp", "llvm.intr.tan", "The tangent.")
ASinOp = _unary("ASinOp", "llvm.intr.asin", "The inverse of the sine.")
ACosOp = _unary("ACosOp", "llvm.intr.acos", "The inverse of the cosine.")
ATanOp = _unary("ATanOp", "llvm.intr.atan", "The inverse of the tangent.")
SinhOp = _unary("SinhOp", "llvm.intr.sinh", "The hyperbolic sine.")
CoshOp = _unary("CoshOp", "llvm.intr.cosh", "The hyperbolic cosine.")
TanhOp = _unary("TanhOp", "llvm.intr.tanh", "The hyperbolic tangent.")
ExpOp = _unary("ExpOp", "llvm.intr.exp", "e to the power of the argument.")
Exp2Op = _unary("Exp2Op", "llvm.intr.exp2", "2 to the power of the argument.")
Exp10Op = _unary("Exp10Op", "llvm.intr.exp10", "10 to the power of the argument.")
LogOp = _unary("LogOp", "llvm.intr.log", "The natural logarithm.")
Log2Op = _unary("Log2Op", "llvm.intr.log2", "The logarithm to the base of 2.")
Log10Op = _unary("Log10Op", "llvm.intr.log10", "The logarithm to the base of 10.")
FAbsOp = _unary("FAbsOp", "llvm.intr.fabs", "The number without its sign, of nans too.")
FCeilOp = _unary("FCeilOp", "llvm.intr.ceil", "The next whole number upwards.")
FFloorOp = _unary("FFloorOp", "llvm.intr.floor", "The next whole number downwards.")
FTruncOp = _unary("FTruncOp", "llvm.intr.trunc", "The next whole number towards zero.")
RintOp = _unary(
    "RintOp",
    "llvm.intr.rint",
    "The nearest whole number by the current rounding mode; may raise the exception that it is inexact.",
)
NearbyintOp = _unary(
    "NearbyintOp", "llvm.intr.nearbyint", "The nearest whole number by the current rounding mode, without an exception."
)
RoundOp = _unary("RoundOp", "llvm.intr.round", "The nearest whole number; in the middle between two, away from zero.")
RoundEvenOp = _unary(
    "RoundEvenOp", "llvm.intr.roundeven", "The nearest whole number; in the middle between two, the even one."
)


# -- Several arguments -------------------------------------------------------------------------------------------------


CopySignOp = _binary("CopySignOp", "llvm.intr.copysign", "The first number with the sign of the second.")
PowOp = _binary("PowOp", "llvm.intr.pow", "The first to the power of the second.")
ATan2Op = _binary("ATan2Op", "llvm.intr.atan2", "The angle of the point (b, a), between -pi and pi.")
MaxNumOp = _binary("MaxNumOp", "llvm.intr.maxnum", "The greater of two; the other one, if one is a nan.", Commutative)
MinNumOp = _binary("MinNumOp", "llvm.intr.minnum", "The smaller of two; the other one, if one is a nan.", Commutative)
MaximumOp = _binary(
    "MaximumOp", "llvm.intr.maximum", "The greater of two, with -0 before +0; nan, if one is.", Commutative
)
MinimumOp = _binary(
    "MinimumOp", "llvm.intr.minimum", "The smaller of two, with -0 before +0; nan, if one is.", Commutative
)


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


_power = Family(_IntegerPower, __name__, "%r = {name}(%x, %n) : (f32, i32) -> f32", traits=(Pure,))

PowIOp = _power("PowIOp", "llvm.intr.powi", "The number to a whole power, multiplied in any order.")
LoadExpOp = _power("LoadExpOp", "llvm.intr.ldexp", "The number times a power of two.")


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


_rounding = Family(_IntegerRounding, __name__, "%r = {name}(%x) : (f32) -> i64", traits=(Pure,))

LroundOp = _rounding(
    "LroundOp", "llvm.intr.lround", "The nearest whole number; in the middle between two, away from zero."
)
LlroundOp = _rounding("LlroundOp", "llvm.intr.llround", "Round like `lround`, to C's `long long`.")
LrintOp = _rounding("LrintOp", "llvm.intr.lrint", "The nearest whole number by the current rounding mode.")
LlrintOp = _rounding("LlrintOp", "llvm.intr.llrint", "Round like `lrint`, to C's `long long`.")


@op("llvm.intr.is.fpclass", traits=(Pure, Elementwise))
class IsFPClassOp(IntrinsicOp):
    """Whether a number is of one of some kinds, such as nan or infinity: a set of bits.

    Example: %r = "llvm.intr.is.fpclass"(%x) <{bit = 3 : i32}> : (f32) -> i1
    """

    arg: Operand = operand(float_like)
    bit: Attr[IntegerAttr] = attr(typed_int(i32))
    res: Result = inferred_result(bool_like, type_from=("arg", as_bool))
    call_arguments: ClassVar = ("arg", "bit")
