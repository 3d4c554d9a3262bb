"""Bitwise logic and shifts. A shift by the width or more gives poison."""

from __future__ import annotations

from dlc.ir import Attribute, Type, Value
from dlc.ir.definition import op
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Commutative, Elementwise, Idempotent, Pure
from dlc.ir.values import constant_of

from .bases import ExactBinaryOp, IntegerBinaryOp, OverflowingBinaryOp, other_and_constant
from .constant import can_be_constant, integer_constant
from .folding import Compute, Operands, constant_width, fold_bits, is_all_ones, is_zero, stored_bits


def complement_of(value: Value) -> XOrIOp | None:
    """The op `value ^ -1` that gives `value`, if it is one."""
    flip = value.defined_by(XOrIOp)
    return flip if flip is not None and is_all_ones(constant_of(flip.rhs)) else None


def _complements(lhs: Value, rhs: Value) -> XOrIOp | None:
    """The op that makes one of two values from the other by flipping all bits."""
    for value, flipped in ((lhs, rhs), (rhs, lhs)):
        flip = complement_of(flipped)
        if flip is not None and flip.lhs is value:
            return flip
    return None


@op("arith.andi", traits=(Pure, Commutative, Idempotent, Elementwise))
class AndIOp(IntegerBinaryOp):
    """The bits that both operands have.

    Example: %r = arith.andi %a, %b : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """x & 0 -> 0; x & -1 -> x; x & x -> x; x & ~x -> 0; a & (a & b) -> a & b; constants."""
        other, constant = other_and_constant(self, operands)
        if constant is not None and is_zero(constant):
            return (constant,)
        lhs, rhs, type = self.lhs, self.rhs, self.result.type
        if is_all_ones(constant) or lhs is rhs:
            return (other,)
        if _complements(lhs, rhs) is not None and can_be_constant(type):
            return (integer_constant(0, type),)
        for value, inner in ((rhs, lhs.defined_by(AndIOp)), (lhs, rhs.defined_by(AndIOp))):
            if inner is not None and (inner.lhs is value or inner.rhs is value):
                return (inner.result,)
        return fold_bits(operands, type, lambda a, b: a & b)


@op("arith.ori", traits=(Pure, Commutative, Idempotent, Elementwise))
class OrIOp(IntegerBinaryOp):
    """The bits that any operand has.

    Example: %r = arith.ori %a, %b : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """x | 0 -> x; x | -1 -> -1; x | x -> x; x | ~x -> -1; constants."""
        other, constant = other_and_constant(self, operands)
        if is_zero(constant) or self.lhs is self.rhs:
            return (other,)
        if constant is not None and is_all_ones(constant):
            return (constant,)
        flip = _complements(self.lhs, self.rhs)
        if flip is not None:
            return (flip.rhs,)
        return fold_bits(operands, self.result.type, lambda a, b: a | b)


@op("arith.xori", traits=(Pure, Commutative, Elementwise))
class XOrIOp(IntegerBinaryOp):
    """The bits that exactly one operand has.

    Example: %r = arith.xori %a, %b : i1
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """x ^ 0 -> x; x ^ x -> 0; (x ^ a) ^ a -> x, in any order; constants."""
        other, constant = other_and_constant(self, operands)
        if is_zero(constant):
            return (other,)
        lhs, rhs, type = self.lhs, self.rhs, self.result.type
        if lhs is rhs and can_be_constant(type):
            return (integer_constant(0, type),)
        for inner, value in ((lhs.defined_by(XOrIOp), rhs), (rhs.defined_by(XOrIOp), lhs)):
            if inner is not None and inner.rhs is value:
                return (inner.lhs,)
            if inner is not None and inner.lhs is value:
                return (inner.rhs,)
        return fold_bits(operands, type, lambda a, b: a ^ b)


# -- Shifts ----------------------------------------------------------------------------------------------------------


def fold_shift(
    lhs: Value, operands: Operands, type: Type, shift: Compute, *, signed: bool = False
) -> FoldResult | None:
    """x shifted by 0 -> x; constants, where no element is shifted by the width or more."""
    amount = operands[1]
    if is_zero(amount):
        return (lhs,)
    if not _in_range(amount):
        return None
    return fold_bits(operands, type, shift, signed=signed)


def _in_range(amount: Attribute | None) -> bool:
    """Return whether an amount is poison, or smaller than its own width everywhere."""
    bits = stored_bits(amount)
    return bits is None or amount is None or max(bits, default=0) < constant_width(amount)


@op("arith.shli", traits=(Pure, Elementwise))
class ShLIOp(OverflowingBinaryOp):
    """Shifted to the left, filled with zeros. With `nsw` (`nuw`), poison where bits are lost that are not copies of the
    resulting sign (not zeros).

    Example: %r = arith.shli %a, %b overflow<nuw> : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_shift(self.lhs, operands, self.result.type, lambda a, b: a << b)


@op("arith.shrui", traits=(Pure, Elementwise))
class ShRUIOp(ExactBinaryOp):
    """Shifted to the right, filled with zeros. With `exact`, poison where bits are lost that are not zeros.

    Example: %r = arith.shrui %a, %b : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_shift(self.lhs, operands, self.result.type, lambda a, b: a >> b)


@op("arith.shrsi", traits=(Pure, Elementwise))
class ShRSIOp(ExactBinaryOp):
    """Shifted to the right, filled with the sign. With `exact`, poison where bits are lost that are not zeros.

    Example: %r = arith.shrsi %a, %b exact : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_shift(self.lhs, operands, self.result.type, lambda a, b: a >> b, signed=True)
