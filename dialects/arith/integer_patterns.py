"""Canonicalizations of integer arithmetic: constants are merged, and go to the right.

In code that is never reached an op may use its own result; such an op is not merged with itself.
"""

from __future__ import annotations

from dlc.ir import IntegerAttr, Type, Value
from dlc.ir.builtin_types import bit_width
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.values import constant_of

from .attributes import IntegerOverflowFlagsAttr
from .bases import OverflowingBinaryOp
from .cast_ops import ExtSIOp
from .comparison_ops import CmpIOp
from .constant import ConstantOp, can_be_constant, integer_constant
from .folding import is_all_ones, is_one
from .integer_ops import (
    AddIOp,
    AddUIExtendedOp,
    ExtendedMultiplication,
    MulIOp,
    MulSIExtendedOp,
    MulUIExtendedOp,
    SubIOp,
)


class Constant:
    """An integer constant in its two readings."""

    __slots__ = ("signed", "unsigned")

    def __init__(self, signed: int, unsigned: int) -> None:
        self.signed = signed
        self.unsigned = unsigned

    def __add__(self, other: Constant) -> Constant:
        return Constant(self.signed + other.signed, self.unsigned + other.unsigned)

    def __sub__(self, other: Constant) -> Constant:
        return Constant(self.signed - other.signed, self.unsigned - other.unsigned)

    def __mul__(self, other: Constant) -> Constant:
        return Constant(self.signed * other.signed, self.unsigned * other.unsigned)


def scalar_constant(value: Value) -> Constant | None:
    """The integer that a scalar is known to be."""
    attr = constant_of(value)
    return Constant(attr.signed, attr.unsigned) if isinstance(attr, IntegerAttr) else None


def flags_that_hold(
    outer: OverflowingBinaryOp, inner: OverflowingBinaryOp, merged: Constant
) -> IntegerOverflowFlagsAttr:
    """The flags of two ops that one op with a merged constant can have: those of both, where the constant fits."""
    bits = outer.overflowFlags.bits & inner.overflowFlags.bits
    width = bit_width(outer.result.type) or 0
    half = 1 << width >> 1
    flags = IntegerOverflowFlagsAttr(bits)
    kept = [word for word in flags.words if word == "nuw" or -half <= merged.signed < half]
    kept = [word for word in kept if word == "nsw" or 0 <= merged.unsigned < 1 << width]
    return IntegerOverflowFlagsAttr.of(*kept)


class LinearForm:
    """An addition or subtraction with a constant: `constant + value`, or `constant - value`."""

    __slots__ = ("constant", "is_negative", "op", "value")

    def __init__(self, op: OverflowingBinaryOp, value: Value, constant: Constant, is_negative: bool) -> None:
        self.op = op
        self.value = value
        self.constant = constant
        self.is_negative = is_negative


def linear_form(value: Value) -> LinearForm | None:
    """The form of a value, if it is an addition or subtraction with one constant."""
    op = value.defining_op
    if not isinstance(op, (AddIOp, SubIOp)):
        return None
    right = scalar_constant(op.rhs)
    if right is not None:
        return LinearForm(op, op.lhs, right if isinstance(op, AddIOp) else Constant(0, 0) - right, False)
    left = scalar_constant(op.lhs) if isinstance(op, SubIOp) else None
    return LinearForm(op, op.rhs, left, True) if left is not None else None


def constant_before(op: OverflowingBinaryOp, value: int, rw: Rewriter) -> Value:
    """A new constant of the op's type."""
    return rw.insert_before(op, ConstantOp(integer_constant(value, op.result.type))).result


@canonicalization(AddIOp, SubIOp)
def merge_added_constants(op: AddIOp | SubIOp, rw: Rewriter) -> Match:
    """(x + c0) + c1 -> x + (c0 + c1), and the same of subtractions in any combination.
    Terminates: removes a constant.
    """
    outer = linear_form(op.result)
    inner = linear_form(outer.value) if outer is not None else None
    if outer is None or inner is None or inner.op is op:
        return rw.no_match("not two additions or subtractions of constants")
    total = outer.constant - inner.constant if outer.is_negative else outer.constant + inner.constant
    flags = flags_that_hold(op, inner.op, total)
    if outer.is_negative != inner.is_negative:
        return rw.replace(op, SubIOp(constant_before(op, total.signed, rw), inner.value, flags))
    if isinstance(op, SubIOp) and isinstance(inner.op, SubIOp) and not outer.is_negative:
        negated = Constant(0, 0) - total
        flags = flags_that_hold(op, inner.op, negated)
        return rw.replace(op, SubIOp(inner.value, constant_before(op, negated.signed, rw), flags))
    if isinstance(op, SubIOp) and isinstance(inner.op, AddIOp):
        flags = IntegerOverflowFlagsAttr(0)
    return rw.replace(op, AddIOp(inner.value, constant_before(op, total.signed, rw), flags))


@canonicalization(MulIOp)
def merge_multiplied_constants(op: MulIOp, rw: Rewriter) -> Match:
    """(x * c0) * c1 -> x * (c0 * c1).  Terminates: removes a multiplication by a constant."""
    outer = scalar_constant(op.rhs)
    product = op.lhs.defined_by(MulIOp)
    inner = scalar_constant(product.rhs) if product is not None else None
    if outer is None or product is None or inner is None or product is op:
        return rw.no_match("not two multiplications by constants")
    total = inner * outer
    flags = flags_that_hold(op, product, total)
    return rw.replace(op, MulIOp(product.lhs, constant_before(op, total.signed, rw), flags))


@canonicalization(AddIOp)
def subtract_instead_of_negating(op: AddIOp, rw: Rewriter) -> Match:
    """x + y * -1 -> x - y, on either side.  Terminates: removes a multiplication from the sum."""
    for negated, other in ((op.rhs, op.lhs), (op.lhs, op.rhs)):
        product = negated.defined_by(MulIOp)
        if product is not None and is_all_ones(constant_of(product.rhs)):
            return rw.replace(op, SubIOp(other, product.lhs))
    return rw.no_match("no operand is a multiplication by -1")


@canonicalization(SubIOp)
def negate_what_is_left(op: SubIOp, rw: Rewriter) -> Match:
    """(x - y) - x -> 0 - y.  Terminates: removes a use of x."""
    inner = op.lhs.defined_by(SubIOp)
    if inner is None or inner.lhs is not op.rhs or not can_be_constant(op.result.type):
        return rw.no_match("not (x - y) - x")
    flags = IntegerOverflowFlagsAttr(op.overflowFlags.bits & inner.overflowFlags.bits)
    return rw.replace(op, SubIOp(constant_before(op, 0, rw), inner.rhs, flags))


# -- Ops with two results ----------------------------------------------------------------------------------------------


@canonicalization(AddUIExtendedOp)
def drop_unused_carry(op: AddUIExtendedOp, rw: Rewriter) -> Match:
    """addui_extended(x, y) -> x + y, where the carry is not used.  Terminates: removes the extended addition."""
    if op.overflow.has_uses:
        return rw.no_match("the carry is used")
    sum = rw.insert_before(op, AddIOp(op.lhs, op.rhs))
    return _replace_first(op, op.sum, sum.result, rw)


@canonicalization(MulSIExtendedOp, MulUIExtendedOp)
def drop_unused_high_half(op: ExtendedMultiplication, rw: Rewriter) -> Match:
    """mul_extended(x, y) -> x * y, where the upper half is not used.
    Terminates: removes the extended multiplication.
    """
    if op.high.has_uses:
        return rw.no_match("the upper half is used")
    product = rw.insert_before(op, MulIOp(op.lhs, op.rhs))
    return _replace_first(op, op.low, product.result, rw)


def _replace_first(op: AddUIExtendedOp | ExtendedMultiplication, result: Value, value: Value, rw: Rewriter) -> Match:
    rw.replace_all_uses(result, value)
    return rw.erase(op)


@canonicalization(MulSIExtendedOp)
def sign_is_high_half_of_itself(op: MulSIExtendedOp, rw: Rewriter) -> Match:
    """mulsi_extended(x, 1) -> x, extsi(x < 0).  Terminates: removes the multiplication."""
    type: Type = op.lhs.type
    if not is_one(constant_of(op.rhs)) or not can_be_constant(type) or not _is_wider_than_bool(type):
        return rw.no_match("not a multiplication by 1")
    zero = rw.insert_before(op, ConstantOp(integer_constant(0, type)))
    is_negative = rw.insert_before(op, CmpIOp.of("slt", op.lhs, zero.result))
    return rw.replace(op, (op.lhs, ExtSIOp(is_negative.result, type)))


def _is_wider_than_bool(type: Type) -> bool:
    element: Type = getattr(type, "element_type", type)
    return (bit_width(element) or 0) > 1 and element.name == "builtin.integer"
