"""Arithmetic of `graph`, element by element, on operands of one type: what needs no division.

Floats follow IEEE 754. Integers are two's complement (or unsigned, for `ui` types) and wrap.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.attributes import Attribute
from dlc.ir.definition import op
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Commutative, Elementwise, Idempotent, Involution, Pure

from .bases import NumberBinaryOp, NumberFunctionOp
from .splats import element_type, is_float, is_splat_of, known_splat, largest, smallest, splat_of
from .tensors import is_unsigned

Constants = Sequence["Attribute | None"]


@op("graph.neg", traits=(Pure, Elementwise, Involution))
class NegOp(NumberFunctionOp):
    """-x. Of floats, the sign changes and nothing else; of the smallest integer it is that integer.

    Example: %r = graph.neg %x : tensor<4xf32>
    """


@op("graph.abs", traits=(Pure, Elementwise, Idempotent))
class AbsOp(NumberFunctionOp):
    """x without its sign. Of the smallest integer it is that integer; unsigned numbers stay as they are.

    Example: %r = graph.abs %x : tensor<4xf32>
    """

    def fold(self, operands: Constants) -> FoldResult | None:
        """abs(x) -> x, unsigned"""
        del operands
        type = element_type(self.operand)
        return (self.operand,) if type is not None and is_unsigned(type) else None


@op("graph.sign", traits=(Pure, Elementwise, Idempotent))
class SignOp(NumberFunctionOp):
    """1 of what is greater than zero, -1 of what is less; zeros and NaN stay as they are.

    Example: %r = graph.sign %x : tensor<4xf32>
    """


@op("graph.add", traits=(Pure, Elementwise, Commutative))
class AddOp(NumberBinaryOp):
    """lhs + rhs.

    Example: %r = graph.add %x, %y : tensor<4xf32>
    """

    def fold(self, operands: Constants) -> FoldResult | None:
        """x + -0.0 -> x; x + 0 -> x of integers"""
        zero = -0.0 if is_float(self.lhs) else 0
        if is_splat_of(zero, self.rhs, operands[1]):
            return (self.lhs,)
        return (self.rhs,) if is_splat_of(zero, self.lhs, operands[0]) else None


@op("graph.sub", traits=(Pure, Elementwise))
class SubOp(NumberBinaryOp):
    """lhs - rhs.

    Example: %r = graph.sub %x, %y : tensor<4xf32>
    """

    def fold(self, operands: Constants) -> FoldResult | None:
        """x - 0.0 -> x; x - x -> 0 of integers"""
        if is_splat_of(0.0, self.rhs, operands[1]):
            return (self.lhs,)
        if self.lhs is self.rhs and not is_float(self.lhs):
            zero = splat_of(0, self.result.type)
            return (zero,) if zero is not None else None
        return None


@op("graph.mul", traits=(Pure, Elementwise, Commutative))
class MulOp(NumberBinaryOp):
    """lhs * rhs.

    Example: %r = graph.mul %x, %y : tensor<4xf32>
    """

    def fold(self, operands: Constants) -> FoldResult | None:
        """x * 1 -> x; x * 0 -> 0 of integers"""
        for value, other, constant in ((self.rhs, self.lhs, operands[1]), (self.lhs, self.rhs, operands[0])):
            if is_splat_of(1, value, constant):
                return (other,)
            if not is_float(value) and is_splat_of(0, value, constant):
                return (value,)
        return None


@op("graph.maximum", traits=(Pure, Elementwise, Commutative))
class MaximumOp(NumberBinaryOp):
    """The larger one; NaN if either is. 0 is larger than -0.

    Example: %r = graph.maximum %x, %y : tensor<4xf32>
    """

    def fold(self, operands: Constants) -> FoldResult | None:
        """max(x, x) -> x; max(x, the smallest) -> x; max(x, the largest) -> the largest, of integers"""
        return _fold_extremum(self, operands, is_maximum=True)


@op("graph.minimum", traits=(Pure, Elementwise, Commutative))
class MinimumOp(NumberBinaryOp):
    """The smaller one; NaN if either is. -0 is smaller than 0.

    Example: %r = graph.minimum %x, %y : tensor<4xf32>
    """

    def fold(self, operands: Constants) -> FoldResult | None:
        """min(x, x) -> x; min(x, the largest) -> x; min(x, the smallest) -> the smallest, of integers"""
        return _fold_extremum(self, operands, is_maximum=False)


def _fold_extremum(op: MaximumOp | MinimumOp, operands: Constants, *, is_maximum: bool) -> FoldResult | None:
    if op.lhs is op.rhs:
        return (op.lhs,)
    type = element_type(op.lhs)
    if type is None:
        return None
    neutral, absorbing = (smallest(type), largest(type)) if is_maximum else (largest(type), smallest(type))
    for value, other, constant in ((op.rhs, op.lhs, operands[1]), (op.lhs, op.rhs, operands[0])):
        bits = known_splat(value, constant)
        if bits is None:
            continue
        if bits == neutral:
            return (other,)
        if bits == absorbing and not is_float(value):
            return (value,)
    return None
