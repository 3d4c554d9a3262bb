"""Division of integers and its rest. What is not defined is never folded, and never speculated.

Dividing by zero is undefined behaviour, as is the signed division of the smallest number by -1; of a vector or tensor,
if that happens in any element.
"""

from __future__ import annotations

from collections.abc import Callable

from dlc.ir import Type, Value
from dlc.ir.definition import op
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, FoldResult
from dlc.ir.traits import Elementwise

from .bases import ExactBinaryOp, IntegerBinaryOp
from .constant import can_be_constant, integer_constant
from .folding import Operands, constant_integers, constant_width, fold_bits, is_one
from .integer_ops import MulIOp

Division = Callable[[int, int], int]


def never_zero(divisor: Value) -> bool:
    """Return whether a divisor is known to have no element that is zero."""
    known = constant_integers(divisor)
    return known is not None and 0 not in known[0]


def never_zero_or_minus_one(divisor: Value) -> bool:
    """Return whether a value is never zero and never -1, by which the smallest number cannot be divided."""
    known = constant_integers(divisor)
    return known is not None and 0 not in known[0] and (1 << known[1]) - 1 not in known[0]


def undo_multiplication(lhs: Value, rhs: Value, flag: str) -> Value | None:
    """(a * b) / b -> a, where the product has not overflowed."""
    product = lhs.defined_by(MulIOp)
    if product is None or flag not in product.overflowFlags:
        return None
    if product.lhs is rhs:
        return product.rhs
    return product.lhs if product.rhs is rhs else None


def truncating_quotient(a: int, b: int) -> int:
    """a / b, rounded towards zero; b is not 0."""
    quotient = abs(a) // abs(b)
    return -quotient if (a < 0) != (b < 0) else quotient


def fold_unsigned(operands: Operands, type: Type, divide: Division) -> FoldResult | None:
    """Fold constants, unless one divides by zero."""
    return fold_bits(operands, type, lambda a, b: divide(a, b) if b else None)


def fold_signed(operands: Operands, type: Type, divide: Division) -> FoldResult | None:
    """Fold constants, unless one divides by zero or has a quotient that is too large for the type."""
    divisor = operands[1]
    limit = 1 << (constant_width(divisor) if divisor is not None else 0) >> 1

    def quotient(a: int, b: int) -> int | None:
        result = divide(a, b) if b else None
        return result if result is not None and result < limit else None

    return fold_bits(operands, type, quotient, signed=True)


@op("arith.divui", traits=(Elementwise,), interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class DivUIOp(ExactBinaryOp):
    """The unsigned quotient, rounded towards zero. With `exact`, poison where there is a rest.

    Example: %r = arith.divui %a, %b exact : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """x / 1 -> x; (a * b) / b -> a without unsigned overflow; constants."""
        if is_one(operands[1]):
            return (self.lhs,)
        factor = undo_multiplication(self.lhs, self.rhs, "nuw")
        return (factor,) if factor is not None else fold_unsigned(operands, self.result.type, lambda a, b: a // b)

    def is_speculatable(self) -> bool:
        return never_zero(self.rhs)


@op("arith.divsi", traits=(Elementwise,), interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class DivSIOp(ExactBinaryOp):
    """The signed quotient, rounded towards zero. With `exact`, poison where there is a rest.

    Example: %r = arith.divsi %a, %b : vector<4xi32>
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """x / 1 -> x; (a * b) / b -> a without signed overflow; constants."""
        if is_one(operands[1]):
            return (self.lhs,)
        factor = undo_multiplication(self.lhs, self.rhs, "nsw")
        return (factor,) if factor is not None else fold_signed(operands, self.result.type, truncating_quotient)

    def is_speculatable(self) -> bool:
        return never_zero_or_minus_one(self.rhs)


@op("arith.ceildivui", traits=(Elementwise,), interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class CeilDivUIOp(IntegerBinaryOp):
    """The unsigned quotient, rounded up.

    Example: %r = arith.ceildivui %a, %b : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """x / 1 -> x; constants."""
        if is_one(operands[1]):
            return (self.lhs,)
        return fold_unsigned(operands, self.result.type, lambda a, b: -(-a // b))

    def is_speculatable(self) -> bool:
        return never_zero(self.rhs)


@op("arith.ceildivsi", traits=(Elementwise,), interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class CeilDivSIOp(IntegerBinaryOp):
    """The signed quotient, rounded towards positive infinity: 7 / -2 is -3.

    Example: %r = arith.ceildivsi %a, %b : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """x / 1 -> x; constants."""
        if is_one(operands[1]):
            return (self.lhs,)
        return fold_signed(operands, self.result.type, lambda a, b: -(-a // b))

    def is_speculatable(self) -> bool:
        return never_zero_or_minus_one(self.rhs)


@op("arith.floordivsi", traits=(Elementwise,), interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class FloorDivSIOp(IntegerBinaryOp):
    """The signed quotient, rounded towards negative infinity: 5 / -2 is -3.

    Example: %r = arith.floordivsi %a, %b : index
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """x / 1 -> x; constants."""
        if is_one(operands[1]):
            return (self.lhs,)
        return fold_signed(operands, self.result.type, lambda a, b: a // b)

    def is_speculatable(self) -> bool:
        return never_zero_or_minus_one(self.rhs)


@op("arith.remui", traits=(Elementwise,), interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class RemUIOp(IntegerBinaryOp):
    """The rest of the unsigned division.

    Example: %r = arith.remui %a, %b : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """x % 1 -> 0; constants."""
        type = self.result.type
        if is_one(operands[1]) and can_be_constant(type):
            return (integer_constant(0, type),)
        return fold_unsigned(operands, type, lambda a, b: a % b)

    def is_speculatable(self) -> bool:
        return never_zero(self.rhs)


@op("arith.remsi", traits=(Elementwise,), interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class RemSIOp(IntegerBinaryOp):
    """The rest of the signed division rounded towards zero; it has the sign of the dividend.

    Example: %r = arith.remsi %a, %b : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """x % 1 -> 0; constants."""
        type = self.result.type
        if is_one(operands[1]) and can_be_constant(type):
            return (integer_constant(0, type),)
        return fold_signed(operands, type, lambda a, b: a - b * truncating_quotient(a, b))

    def is_speculatable(self) -> bool:
        """The rest of a division by -1 is always 0."""
        return never_zero(self.rhs)
