"""Intrinsics that compute with integers."""

from __future__ import annotations

from typing import ClassVar

from dlc.ir.attributes import Type
from dlc.ir.builtin_attributes import FALSE, IntegerAttr
from dlc.ir.builtin_constraints import bool_attr_constraint
from dlc.ir.definition import Attr, Operand, Result, attr, inferred_result, op, operand, result
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

# -- Bits --------------------------------------------------------------------------------------------------------------


@op("llvm.intr.bitreverse", traits=(Pure, Elementwise))
class BitReverseOp(UnaryIntegerIntrinsic):
    """The bits in the opposite order.

    Example: %r = llvm.intr.bitreverse(%x) : (i32) -> i32
    """


@op("llvm.intr.bswap", traits=(Pure, Elementwise))
class ByteSwapOp(UnaryIntegerIntrinsic):
    """The bytes in the opposite order.

    Example: %r = llvm.intr.bswap(%x) : (i32) -> i32
    """


@op("llvm.intr.ctpop", traits=(Pure, Elementwise))
class CtPopOp(UnaryIntegerIntrinsic):
    """Count the bits that are set.

    Example: %r = llvm.intr.ctpop(%x) : (i32) -> i32
    """


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


@op("llvm.intr.fshl", traits=(Pure, Elementwise))
class FshlOp(TernaryIntegerIntrinsic):
    """The upper half of the bits of a and b side by side, shifted to the left by c.

    Example: %r = llvm.intr.fshl(%a, %b, %c) : (i32, i32, i32) -> i32
    """


@op("llvm.intr.fshr", traits=(Pure, Elementwise))
class FshrOp(TernaryIntegerIntrinsic):
    """The lower half of the bits of a and b side by side, shifted to the right by c.

    Example: %r = llvm.intr.fshr(%a, %b, %c) : (i32, i32, i32) -> i32
    """


# -- Comparing ---------------------------------------------------------------------------------------------------------


@op("llvm.intr.smax", traits=(Pure, Commutative, Elementwise))
class SMaxOp(BinaryIntegerIntrinsic):
    """The greater of two signed integers.

    Example: %r = llvm.intr.smax(%a, %b) : (i32, i32) -> i32
    """


@op("llvm.intr.smin", traits=(Pure, Commutative, Elementwise))
class SMinOp(BinaryIntegerIntrinsic):
    """The smaller of two signed integers.

    Example: %r = llvm.intr.smin(%a, %b) : (i32, i32) -> i32
    """


@op("llvm.intr.umax", traits=(Pure, Commutative, Elementwise))
class UMaxOp(BinaryIntegerIntrinsic):
    """The greater of two unsigned integers.

    Example: %r = llvm.intr.umax(%a, %b) : (i32, i32) -> i32
    """


@op("llvm.intr.umin", traits=(Pure, Commutative, Elementwise))
class UMinOp(BinaryIntegerIntrinsic):
    """The smaller of two unsigned integers.

    Example: %r = llvm.intr.umin(%a, %b) : (i32, i32) -> i32
    """


class _ThreeWayComparison(IntrinsicOp):
    """Two integers to -1, 0 or 1."""

    a: Operand = operand(I)
    b: Operand = operand(I)
    res: Result = result(integer_like)
    syntax = CALL_FORM


@op("llvm.intr.scmp", traits=(Pure,))
class SCmpOp(_ThreeWayComparison):
    """-1, 0 or 1, as the first signed integer is less than, equal to or greater than the second.

    Example: %r = llvm.intr.scmp(%a, %b) : (i32, i32) -> i8
    """


@op("llvm.intr.ucmp", traits=(Pure,))
class UCmpOp(_ThreeWayComparison):
    """Compare unsigned integers like `llvm.intr.scmp`.

    Example: %r = llvm.intr.ucmp(%a, %b) : (i32, i32) -> i8
    """


# -- Overflow ----------------------------------------------------------------------------------------------------------


@op("llvm.intr.sadd.sat", traits=(Pure, Commutative, Elementwise))
class SAddSatOp(BinaryIntegerIntrinsic):
    """The signed sum, or the nearest number that there is.

    Example: %r = llvm.intr.sadd.sat(%a, %b) : (i32, i32) -> i32
    """


@op("llvm.intr.uadd.sat", traits=(Pure, Commutative, Elementwise))
class UAddSatOp(BinaryIntegerIntrinsic):
    """The unsigned sum, or the nearest number that there is.

    Example: %r = llvm.intr.uadd.sat(%a, %b) : (i32, i32) -> i32
    """


@op("llvm.intr.ssub.sat", traits=(Pure, Elementwise))
class SSubSatOp(BinaryIntegerIntrinsic):
    """The signed difference, or the nearest number that there is.

    Example: %r = llvm.intr.ssub.sat(%a, %b) : (i32, i32) -> i32
    """


@op("llvm.intr.usub.sat", traits=(Pure, Elementwise))
class USubSatOp(BinaryIntegerIntrinsic):
    """The unsigned difference, or zero.

    Example: %r = llvm.intr.usub.sat(%a, %b) : (i32, i32) -> i32
    """


@op("llvm.intr.sshl.sat", traits=(Pure, Elementwise))
class SShlSatOp(BinaryIntegerIntrinsic):
    """The signed number shifted to the left, or the nearest number that there is.

    Example: %r = llvm.intr.sshl.sat(%a, %b) : (i32, i32) -> i32
    """


@op("llvm.intr.ushl.sat", traits=(Pure, Elementwise))
class UShlSatOp(BinaryIntegerIntrinsic):
    """The unsigned number shifted to the left, or the nearest number that there is.

    Example: %r = llvm.intr.ushl.sat(%a, %b) : (i32, i32) -> i32
    """


def with_overflow(type: Type) -> Type:
    """A result, and whether it is wrong."""
    return StructType((type, as_bool(type)))


class _WithOverflow(IntrinsicOp):
    """Two integers to their result modulo 2^width, and whether it has overflowed."""

    a: Operand = operand(I)
    b: Operand = operand(I)
    res: Result = inferred_result(any_struct, type_from=("a", with_overflow))


@op("llvm.intr.sadd.with.overflow", traits=(Pure,))
class SAddWithOverflowOp(_WithOverflow):
    """The signed sum, and whether it has overflowed.

    Example: %r = "llvm.intr.sadd.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
    """


@op("llvm.intr.uadd.with.overflow", traits=(Pure,))
class UAddWithOverflowOp(_WithOverflow):
    """The unsigned sum, and whether it has overflowed.

    Example: %r = "llvm.intr.uadd.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
    """


@op("llvm.intr.ssub.with.overflow", traits=(Pure,))
class SSubWithOverflowOp(_WithOverflow):
    """The signed difference, and whether it has overflowed.

    Example: %r = "llvm.intr.ssub.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
    """


@op("llvm.intr.usub.with.overflow", traits=(Pure,))
class USubWithOverflowOp(_WithOverflow):
    """The unsigned difference, and whether it has overflowed.

    Example: %r = "llvm.intr.usub.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
    """


@op("llvm.intr.smul.with.overflow", traits=(Pure,))
class SMulWithOverflowOp(_WithOverflow):
    """The signed product, and whether it has overflowed.

    Example: %r = "llvm.intr.smul.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
    """


@op("llvm.intr.umul.with.overflow", traits=(Pure,))
class UMulWithOverflowOp(_WithOverflow):
    """The unsigned product, and whether it has overflowed.

    Example: %r = "llvm.intr.umul.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
    """
