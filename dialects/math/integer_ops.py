"""Ops on integers: magnitude, powers, counting bits."""

from __future__ import annotations

from dlc.dialects.arith.bases import I
from dlc.dialects.arith.folding import Operands, constant_width, fold_bits
from dlc.ir import Attribute
from dlc.ir.definition import Op, Operand, Result, inferred_result, op, operand
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Elementwise, Pure

from .bases import IntegerUnaryOp
from .numerics import integer_power


def _width(attr: Attribute | None) -> int:
    return constant_width(attr) if attr is not None else 0


@op("math.absi", traits=(Pure, Elementwise))
class AbsIOp(IntegerUnaryOp):
    """The magnitude of a signed integer; the smallest one stays as it is.

    Example: %r = math.absi %x : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_bits(operands, self.result.type, abs, signed=True)


@op("math.ctlz", traits=(Pure, Elementwise))
class CountLeadingZerosOp(IntegerUnaryOp):
    """The number of zeros above the highest one.

    Example: %r = math.ctlz %x : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        width = _width(operands[0])
        return fold_bits(operands, self.result.type, lambda a: width - a.bit_length())


@op("math.cttz", traits=(Pure, Elementwise))
class CountTrailingZerosOp(IntegerUnaryOp):
    """The number of zeros below the lowest one.

    Example: %r = math.cttz %x : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        width = _width(operands[0])
        return fold_bits(operands, self.result.type, lambda a: (a & -a).bit_length() - 1 if a else width)


@op("math.ctpop", traits=(Pure, Elementwise))
class CtPopOp(IntegerUnaryOp):
    """The number of bits that are set.

    Example: %r = math.ctpop %x : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_bits(operands, self.result.type, lambda a: a.bit_count())


@op("math.ipowi", traits=(Pure, Elementwise))
class IPowIOp(Op):
    """A signed integer to the power of another, modulo 2^width. A negative power is 0, but of 1 and -1; 0 has none.

    Example: %r = math.ipowi %x, %n : i32
    """

    lhs: Operand = operand(I)
    rhs: Operand = operand(I)
    result: Result = inferred_result(I)
    syntax = "$lhs `,` $rhs attr-dict `:` type($result)"

    def fold(self, operands: Operands) -> FoldResult | None:
        width = _width(operands[0])
        return fold_bits(operands, self.result.type, lambda a, b: integer_power(a, b, width), signed=True)
