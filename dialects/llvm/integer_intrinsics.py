"""Intrinsics that compute with integers."""

from __future__ import annotations

from typing import ClassVar

from dlc.ir import Type
from dlc.ir.builtin_attributes import FALSE, IntegerAttr
from dlc.ir.builtin_constraints import bool_attr_constraint
from dlc.ir.definition import Attr, Family, Operand, Result, attr, inferred_result, op, operand, result
from dlc.ir.traits import Commutative, Elementwise, Pure

from .constraints import I, any_struct, as_bool, integer_like
from .intrinsic_bases import (
    CALL_FORM,
    BinaryIntegerIntrinsic,
    IntrinsicOp,
    TernaryIntegerIntrinsic,
    UnaryIntegerIntrinsic,
)
from .types import StructType

_unary = Family(UnaryIntegerIntrinsic, __name__, "%r = {name}(%x) : (i32) -> i32", traits=(Pure, Elementwise))
_binary = Family(
    BinaryIntegerIntrinsic, __name__, "%r = {name}(%a, %b) : (i32, i32) -> i32", traits=(Pure, Elementwise)
)
_ternary = Family(
    TernaryIntegerIntrinsic, __name__, "%r = {name}(%a, %b, %c) : (i32, i32, i32) -> i32", traits=(Pure, Elementwise)
)

# -- Bits --------------------------------------------------------------------------------------------------------------


BitReverseOp = _unary("BitReverseOp", "llvm.intr.bitreverse", "The bits in the opposite order.")
ByteSwapOp = _unary("ByteSwapOp", "llvm.intr.bswap", "The bytes in the opposite order.")
CtPopOp = _unary("CtPopOp", "llvm.intr.ctpop", "Count the bits that are set.")


@op("llvm.intr.ctlz", traits=(Pure, Elementwise))
class CountLeadingZerosOp(IntrinsicOp):
    """Count the zeros above the highest bit that is set; zero gives poison if that is declared.

    Example: %r = "llvm.intr.ctlz"(%x) <{is_zero_poison = false}> : (i32) -> i32
    """

    arg: Operand = operand(I)
    is_zero_poison: Attr[IntegerAttr] = attr(bool_attr_constraint, default=FALSE)
    res: Result = inferred_result(I)
    call_arguments: ClassVar = ("arg", "is_zero_poison")


@op("llvm.intr.cttz", traits=(Pure, Elementwise))
class CountTrailingZerosOp(IntrinsicOp):
    """Count the zeros below the lowest bit that is set; zero gives poison if that is declared.

    Example: %r = "llvm.intr.cttz"(%x) <{is_zero_poison = false}> : (i32) -> i32
    """

    arg: Operand = operand(I)
    is_zero_poison: Attr[IntegerAttr] = attr(bool_attr_constraint, default=FALSE)
    res: Result = inferred_result(I)
    call_arguments: ClassVar = ("arg", "is_zero_poison")


@op("llvm.intr.abs", traits=(Pure, Elementwise))
class AbsOp(IntrinsicOp):
    """The number without its sign; poison of the smallest one, if that is said.

    Example: %r = "llvm.intr.abs"(%x) <{is_int_min_poison = false}> : (i32) -> i32
    """

    arg: Operand = operand(I)
    is_int_min_poison: Attr[IntegerAttr] = attr(bool_attr_constraint, default=FALSE)
    res: Result = inferred_result(I)
    call_arguments: ClassVar = ("arg", "is_int_min_poison")


FshlOp = _ternary(
    "FshlOp", "llvm.intr.fshl", "The upper half of the bits of a and b side by side, shifted to the left by c."
)
FshrOp = _ternary(
    "FshrOp", "llvm.intr.fshr", "The lower half of the bits of a and b side by side, shifted to the right by c."
)


# -- Comparing ---------------------------------------------------------------------------------------------------------


SMaxOp = _binary("SMaxOp", "llvm.intr.smax", "The greater of two signed integers.", Commutative)
SMinOp = _binary("SMinOp", "llvm.intr.smin", "The smaller of two signed integers.", Commutative)
UMaxOp = _binary("UMaxOp", "llvm.intr.umax", "The greater of two unsigned integers.", Commutative)
UMinOp = _binary("UMinOp", "llvm.intr.umin", "The smaller of two unsigned integers.", Commutative)


class _ThreeWayComparison(IntrinsicOp):
    """Two integers to -1, 0 or 1."""

    a: Operand = operand(I)
    b: Operand = operand(I)
    res: Result = result(integer_like)
    syntax = CALL_FORM


_comparison = Family(_ThreeWayComparison, __name__, "%r = {name}(%a, %b) : (i32, i32) -> i8", traits=(Pure,))

SCmpOp = _comparison(
    "SCmpOp",
    "llvm.intr.scmp",
    "-1, 0 or 1, as the first signed integer is less than, equal to or greater than the second.",
)
UCmpOp = _comparison("UCmpOp", "llvm.intr.ucmp", "Compare unsigned integers like `llvm.intr.scmp`.")


# -- Overflow ----------------------------------------------------------------------------------------------------------


SAddSatOp = _binary(
    "SAddSatOp", "llvm.intr.sadd.sat", "The signed sum, or the nearest number that there is.", Commutative
)
UAddSatOp = _binary(
    "UAddSatOp", "llvm.intr.uadd.sat", "The unsigned sum, or the nearest number that there is.", Commutative
)
SSubSatOp = _binary("SSubSatOp", "llvm.intr.ssub.sat", "The signed difference, or the nearest number that there is.")
USubSatOp = _binary("USubSatOp", "llvm.intr.usub.sat", "The unsigned difference, or zero.")
SShlSatOp = _binary(
    "SShlSatOp", "llvm.intr.sshl.sat", "The signed number shifted to the left, or the nearest number that there is."
)
UShlSatOp = _binary(
    "UShlSatOp", "llvm.intr.ushl.sat", "The unsigned number shifted to the left, or the nearest number that there is."
)


def with_overflow(type: Type) -> Type:
    """A result, and whether it is wrong."""
    return StructType((type, as_bool(type)))


class _WithOverflow(IntrinsicOp):
    """Two integers to their result modulo 2^width, and whether it has overflowed."""

    a: Operand = operand(I)
    b: Operand = operand(I)
    res: Result = inferred_result(any_struct, type_from=("a", with_overflow))


_overflowing = Family(
    _WithOverflow, __name__, '%r = "{name}"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>', traits=(Pure,)
)

SAddWithOverflowOp = _overflowing(
    "SAddWithOverflowOp", "llvm.intr.sadd.with.overflow", "The signed sum, and whether it has overflowed."
)
UAddWithOverflowOp = _overflowing(
    "UAddWithOverflowOp", "llvm.intr.uadd.with.overflow", "The unsigned sum, and whether it has overflowed."
)
SSubWithOverflowOp = _overflowing(
    "SSubWithOverflowOp", "llvm.intr.ssub.with.overflow", "The signed difference, and whether it has overflowed."
)
USubWithOverflowOp = _overflowing(
    "USubWithOverflowOp", "llvm.intr.usub.with.overflow", "The unsigned difference, and whether it has overflowed."
)
SMulWithOverflowOp = _overflowing(
    "SMulWithOverflowOp", "llvm.intr.smul.with.overflow", "The signed product, and whether it has overflowed."
)
UMulWithOverflowOp = _overflowing(
    "UMulWithOverflowOp", "llvm.intr.umul.with.overflow", "The unsigned product, and whether it has overflowed."
)
