"""Ops of `graph` on the bits of integers, and on truth values, which are integers of one bit."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Attribute
from dlc.ir.constraints import TypeVariable
from dlc.ir.definition import Op, Operand, Result, inferred_result, op, operand
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Commutative, Elementwise, Involution, Pure

from .splats import is_splat_of, splat_of
from .tensors import integer_tensor, integral_tensor

Constants = Sequence["Attribute | None"]
B = TypeVariable("B", integral_tensor)
I = TypeVariable("I", integer_tensor)  # noqa: E741 (the name says integers)


class BitwiseBinaryOp(Op):
    """A function of the bits of two integers or truth values."""

    lhs: Operand = operand(B)
    rhs: Operand = operand(B)
    result: Result = inferred_result(B)
    syntax = "$lhs `,` $rhs attr-dict `:` type($result)"


class IntegerFunctionOp(Op):
    """A function of each element, which is an integer."""

    operand: Operand = operand(I)
    result: Result = inferred_result(I)
    syntax = "$operand attr-dict `:` type($result)"


class ShiftOp(Op):
    """An op that shifts bits by a number of positions."""

    lhs: Operand = operand(I)
    rhs: Operand = operand(I)
    result: Result = inferred_result(I)
    syntax = "$lhs `,` $rhs attr-dict `:` type($result)"

    def fold(self, operands: Constants) -> FoldResult | None:
        """x shifted by 0 -> x"""
        return (self.lhs,) if is_splat_of(0, self.rhs, operands[1]) else None


@op("graph.not", traits=(Pure, Elementwise, Involution))
class NotOp(Op):
    """Each bit the other way: of a truth value, the other one.

    Example: %r = graph.not %x : tensor<4xi1>
    """

    operand: Operand = operand(B)
    result: Result = inferred_result(B)
    syntax = "$operand attr-dict `:` type($result)"


@op("graph.and", traits=(Pure, Elementwise, Commutative))
class AndOp(BitwiseBinaryOp):
    """The bits that both have.

    Example: %r = graph.and %x, %y : tensor<4xi1>
    """

    def fold(self, operands: Constants) -> FoldResult | None:
        """x and x -> x; x and all ones -> x; x and 0 -> 0"""
        return _fold_lattice(self, operands, neutral=-1, absorbing=0)


@op("graph.or", traits=(Pure, Elementwise, Commutative))
class OrOp(BitwiseBinaryOp):
    """The bits that either has.

    Example: %r = graph.or %x, %y : tensor<4xi1>
    """

    def fold(self, operands: Constants) -> FoldResult | None:
        """x or x -> x; x or 0 -> x; x or all ones -> all ones"""
        return _fold_lattice(self, operands, neutral=0, absorbing=-1)


def _fold_lattice(op: AndOp | OrOp, operands: Constants, *, neutral: int, absorbing: int) -> FoldResult | None:
    if op.lhs is op.rhs:
        return (op.lhs,)
    for value, other, constant in ((op.rhs, op.lhs, operands[1]), (op.lhs, op.rhs, operands[0])):
        if is_splat_of(neutral, value, constant):
            return (other,)
        if is_splat_of(absorbing, value, constant):
            return (value,)
    return None


@op("graph.xor", traits=(Pure, Elementwise, Commutative))
class XorOp(BitwiseBinaryOp):
    """The bits that one of both has.

    Example: %r = graph.xor %x, %y : tensor<4xi1>
    """

    def fold(self, operands: Constants) -> FoldResult | None:
        """x xor 0 -> x; x xor x -> 0"""
        if is_splat_of(0, self.rhs, operands[1]):
            return (self.lhs,)
        if is_splat_of(0, self.lhs, operands[0]):
            return (self.rhs,)
        zero = splat_of(0, self.result.type) if self.lhs is self.rhs else None
        return (zero,) if zero is not None else None


@op("graph.shift_left", traits=(Pure, Elementwise))
class ShiftLeftOp(ShiftOp):
    """lhs * 2^rhs, wrapped. The amount is read as unsigned; if it is the width or more, the result is 0.

    Example: %r = graph.shift_left %x, %y : tensor<4xi32>
    """


@op("graph.shift_right", traits=(Pure, Elementwise))
class ShiftRightOp(ShiftOp):
    """lhs / 2^rhs, rounded down: the sign moves in, of unsigned integers zeros. The amount is read as unsigned; if it
    is the width or more, the result is -1 of what is negative, else 0.

    Example: %r = graph.shift_right %x, %y : tensor<4xi32>
    """


@op("graph.popcount", traits=(Pure, Elementwise))
class PopcountOp(IntegerFunctionOp):
    """Count the bits that are 1.

    Example: %r = graph.popcount %x : tensor<4xi32>
    """


@op("graph.count_leading_zeros", traits=(Pure, Elementwise))
class CountLeadingZerosOp(IntegerFunctionOp):
    """Count the bits that are 0 above the highest 1; zero gives the width.

    Example: %r = graph.count_leading_zeros %x : tensor<4xi32>
    """
