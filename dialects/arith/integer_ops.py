"""Addition, subtraction and multiplication of integers, maximum and minimum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from dlc.ir.builtin_attributes import IntegerAttr
from dlc.ir.builtin_constraints import bool_like
from dlc.ir.builtin_types import IndexType
from dlc.ir.definition import Family, Op, Operand, Result, inferred_result, op, operand
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Commutative, Elementwise, Pure
from dlc.ir.values import constant_of

from .bases import I, IntegerBinaryOp, OverflowingBinaryOp, as_bool, other_and_constant
from .constant import can_be_constant, integer_constant
from .folding import (
    Compute,
    Operands,
    constant_width,
    fold_bits,
    is_one,
    is_zero,
    splat_integer,
)


@op("arith.addi", traits=(Pure, Commutative, Elementwise))
class AddIOp(OverflowingBinaryOp):
    """The sum modulo 2^width. With `nsw` (`nuw`), poison where it is not the signed (unsigned) sum.

    Example: %r = arith.addi %a, %b overflow<nsw> : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """x + 0 -> x; (a - b) + b -> a; constants."""
        other, constant = other_and_constant(self, operands)
        if is_zero(constant):
            return (other,)
        lhs, rhs = self.lhs, self.rhs
        for difference, added in ((lhs, rhs), (rhs, lhs)):
            subtraction = difference.defined_by(SubIOp)
            if subtraction is not None and subtraction.rhs is added:
                return (subtraction.lhs,)
        return fold_bits(operands, self.result.type, lambda a, b: a + b)


@op("arith.subi", traits=(Pure, Elementwise))
class SubIOp(OverflowingBinaryOp):
    """The difference modulo 2^width. With `nsw` (`nuw`), poison where it is not the signed (unsigned) difference.

    Example: %r = arith.subi %a, %b overflow<nsw, nuw> : vector<4xi32>
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """x - x -> 0; x - 0 -> x; (a + b) - b -> a; (a + b) - a -> b; constants."""
        lhs, rhs, type = self.lhs, self.rhs, self.result.type
        if lhs is rhs and can_be_constant(type):
            return (integer_constant(0, type),)
        if is_zero(operands[1]):
            return (lhs,)
        addition = lhs.defined_by(AddIOp)
        if addition is not None and addition.rhs is rhs:
            return (addition.lhs,)
        if addition is not None and addition.lhs is rhs:
            return (addition.rhs,)
        return fold_bits(operands, type, lambda a, b: a - b)


@op("arith.muli", traits=(Pure, Commutative, Elementwise))
class MulIOp(OverflowingBinaryOp):
    """The product modulo 2^width. With `nsw` (`nuw`), poison where it is not the signed (unsigned) product.

    Example: %r = arith.muli %a, %b : index
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """x * 0 -> 0; x * 1 -> x; constants."""
        other, constant = other_and_constant(self, operands)
        if is_zero(constant):
            return (constant,) if constant is not None else None
        if is_one(constant):
            return (other,)
        return fold_bits(operands, self.result.type, lambda a, b: a * b)

    def result_names(self) -> Sequence[str | None]:
        """`c4_vscale` for 4 * vscale, the length of a scalable vector."""
        if not isinstance(self.result.type, IndexType):
            return ()
        for base, scale in ((self.lhs, self.rhs), (self.rhs, self.lhs)):
            definer, value = scale.defining_op, constant_of(base)
            if definer is not None and definer.name == "vector.vscale" and isinstance(value, IntegerAttr):
                return (f"c{value.value}_vscale",)
        return ()


# -- With more than one result ---------------------------------------------------------------------------------------


@op("arith.addui_extended", traits=(Pure, Commutative, Elementwise))
class AddUIExtendedOp(Op):
    """The unsigned sum, as its lower bits and the bit that they have no room for.

    Example: %sum, %overflow = arith.addui_extended %a, %b : i32, i1
    """

    lhs: Operand = operand(I)
    rhs: Operand = operand(I)
    sum: Result = inferred_result(I)
    overflow: Result = inferred_result(bool_like, type_from=("lhs", as_bool))
    syntax = "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)"

    def result_names(self) -> Sequence[str | None]:
        return ("sum", "overflow")

    def fold(self, operands: Operands) -> FoldResult | None:
        """x + 0 -> x, false; constants."""
        if is_zero(operands[1]) and can_be_constant(self.overflow.type):
            return (self.lhs, integer_constant(0, self.overflow.type))
        sum = fold_bits(operands, self.sum.type, lambda a, b: a + b)
        width = max((constant_width(attr) for attr in operands if attr is not None), default=0)
        overflow = fold_bits(operands, self.overflow.type, lambda a, b: a + b >> width)
        return (*sum, *overflow) if sum is not None and overflow is not None else None


class ExtendedMultiplication(Op):
    """A product as its lower and its upper half."""

    lhs: Operand = operand(I)
    rhs: Operand = operand(I)
    low: Result = inferred_result(I)
    high: Result = inferred_result(I)
    syntax = "$lhs `,` $rhs attr-dict `:` type($lhs)"

    def result_names(self) -> Sequence[str | None]:
        return ("low", "high")

    def fold_product(self, operands: Operands, *, signed: bool) -> FoldResult | None:
        """x * 0 -> 0, 0; constants."""
        zero = operands[1]
        if zero is not None and is_zero(zero):
            return (zero, zero)
        width = max((constant_width(attr) for attr in operands if attr is not None), default=0)
        low = fold_bits(operands, self.low.type, lambda a, b: a * b, signed=signed)
        high = fold_bits(operands, self.high.type, lambda a, b: a * b >> width, signed=signed)
        return (*low, *high) if low is not None and high is not None else None


@op("arith.mulsi_extended", traits=(Pure, Commutative, Elementwise))
class MulSIExtendedOp(ExtendedMultiplication):
    """The signed product in twice the width, as its lower and its upper half.

    Example: %low, %high = arith.mulsi_extended %a, %b : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return self.fold_product(operands, signed=True)


@op("arith.mului_extended", traits=(Pure, Commutative, Elementwise))
class MulUIExtendedOp(ExtendedMultiplication):
    """The unsigned product in twice the width, as its lower and its upper half.

    Example: %low, %high = arith.mului_extended %a, %b : vector<4xi32>
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        """Fold products of constants, and x * 1 -> x, 0."""
        if is_one(operands[1]) and can_be_constant(self.high.type):
            return (self.lhs, integer_constant(0, self.high.type))
        return self.fold_product(operands, signed=False)


# -- Maximum and minimum ---------------------------------------------------------------------------------------------


class ExtremumOp(IntegerBinaryOp):
    """The greater or the smaller of two integers."""

    choose: ClassVar[Compute]
    signed: ClassVar[bool]

    def fold(self, operands: Operands) -> FoldResult | None:
        """f(x, x) -> x; f(x, absorbing) -> absorbing; f(x, neutral) -> x; constants."""
        if self.lhs is self.rhs:
            return (self.rhs,)
        other, constant = other_and_constant(self, operands)
        value, choose = splat_integer(constant), type(self).choose
        if constant is not None and value is not None:
            width = constant_width(constant)
            largest = (1 << width - self.signed) - 1 if width else 0
            smallest = largest + 1 if self.signed else 0
            absorbing, neutral = (largest, smallest) if choose is max else (smallest, largest)
            if value == absorbing:
                return (constant,)
            if value == neutral:
                return (other,)
        return fold_bits(operands, self.result.type, choose, signed=self.signed)


_extremum = Family(ExtremumOp, __name__, "%r = {name} %a, %b : i32", traits=(Pure, Commutative, Elementwise))

MaxSIOp = _extremum("MaxSIOp", "arith.maxsi", "The greater of two signed integers.", choose=max, signed=True)
MaxUIOp = _extremum("MaxUIOp", "arith.maxui", "The greater of two unsigned integers.", choose=max, signed=False)
MinSIOp = _extremum("MinSIOp", "arith.minsi", "The smaller of two signed integers.", choose=min, signed=True)
MinUIOp = _extremum("MinUIOp", "arith.minui", "The smaller of two unsigned integers.", choose=min, signed=False)
