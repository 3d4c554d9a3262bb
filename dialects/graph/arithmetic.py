"""Arithmetic of `graph`, element by element, on operands of one type: sums, products, quotients, powers and rounding.

Floats follow IEEE 754. Integers are two's complement (or unsigned, for `ui` types) and wrap. Dividing integers by zero
is an error that stops the program. It may disappear if the result is unused, but a division is never speculated.

Rounding returns a float of the same type. Infinities, NaN and zeros stay as they are; a result of zero
keeps the sign.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Attribute
from dlc.ir.definition import Family, op
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, FoldResult
from dlc.ir.traits import Commutative, Elementwise, Idempotent, Involution, Pure

from .bases import FloatFunctionOp, NumberBinaryOp, NumberFunctionOp
from .casts import CastOp
from .splats import element_type, has_no_zero, is_float, is_splat_of, known_splat, largest, smallest, splat_of
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


class DivisionOp(NumberBinaryOp):
    """A function of a number and one to divide by."""

    def is_speculatable(self) -> bool:
        return is_float(self.rhs) or has_no_zero(self.rhs)


@op("graph.div", traits=(Elementwise,), interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class DivOp(DivisionOp):
    """lhs / rhs; of integers rounded towards zero, where a division by zero is an error that stops the program, and the
    smallest number over -1 is itself.

    Example: %r = graph.div %x, %y : tensor<4xf32>
    """

    def fold(self, operands: Constants) -> FoldResult | None:
        """x / 1 -> x"""
        return (self.lhs,) if is_splat_of(1, self.rhs, operands[1]) else None


@op("graph.rem", traits=(Elementwise,), interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class RemOp(DivisionOp):
    """Compute the remainder of a division that rounds towards zero, with the sign of lhs, also of a zero.

    It is lhs - trunc(lhs / rhs) * rhs without rounding, as C's `%` and `fmod`.

    Of floats, NaN if lhs is infinite or rhs zero, and lhs if rhs is infinite. Of integers, a division by zero is an
    error that stops the program.
    Example: %r = graph.rem %x, %y : tensor<4xi32>
    """

    def fold(self, operands: Constants) -> FoldResult | None:
        """x rem 1 -> 0 of integers"""
        return _fold_rest_of_one(self, operands)


@op("graph.mod", traits=(Elementwise,), interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class ModOp(DivisionOp):
    """Compute the remainder of a division that rounds down: r + rhs where r = rem(lhs, rhs) is
    neither zero nor of rhs's sign, r elsewhere. Python's `%`, but that a zero has the sign of lhs.

    Of floats, the sum is rounded; NaN as of `graph.rem`. Of integers, a division by zero is an error that stops the
    program.
    Example: %r = graph.mod %x, %y : tensor<4xi32>
    """

    def fold(self, operands: Constants) -> FoldResult | None:
        """x mod 1 -> 0 of integers"""
        return _fold_rest_of_one(self, operands)


def _fold_rest_of_one(op: RemOp | ModOp, operands: Constants) -> FoldResult | None:
    if is_float(op.lhs) or not is_splat_of(1, op.rhs, operands[1]):
        return None
    zero = splat_of(0, op.result.type)
    return (zero,) if zero is not None else None


@op("graph.pow", traits=(Pure, Elementwise))
class PowOp(NumberBinaryOp):
    """lhs to the power of rhs.

    Of floats as C's `pow`: 1 if lhs is 1 or rhs is 0, whatever the other; NaN of a negative finite lhs if rhs is finite
    and no integer; a zero or infinite lhs keeps its sign if rhs is an odd integer. Of integers, the power wraps; to a
    negative power, 1 is 1, -1 is 1 or -1, and all others, zero too, are 0.
    Example: %r = graph.pow %x, %y : tensor<4xf32>
    """

    def fold(self, operands: Constants) -> FoldResult | None:
        """pow(x, 1) -> x; pow(x, 0) -> 1"""
        if is_splat_of(1, self.rhs, operands[1]):
            return (self.lhs,)
        if is_splat_of(0.0, self.rhs, operands[1]):
            one = splat_of(1, self.result.type)
            return (one,) if one is not None else None
        return None


class RoundingOp(FloatFunctionOp):
    """A whole number near to each element."""

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """f(x) -> x, if x was an integer or has been rounded"""
        del operands
        inner = self.operand.defining_op
        was_integer = isinstance(inner, CastOp) and not is_float(inner.operand)
        return (self.operand,) if was_integer or isinstance(inner, RoundingOp) else None


_rounding = Family(RoundingOp, __name__, "%r = {name} %x : tensor<4xf32>", traits=(Pure, Elementwise))

FloorOp = _rounding("FloorOp", "graph.floor", "The largest whole number that is not greater.")
CeilOp = _rounding("CeilOp", "graph.ceil", "The smallest whole number that is not less.")
RoundOp = _rounding("RoundOp", "graph.round", "The nearest whole number; the even one of two that are equally near.")
RoundHalfAwayOp = _rounding(
    "RoundHalfAwayOp",
    "graph.round_half_away",
    "The nearest whole number; the one farther from zero of two that are equally near.",
)
TruncOp = _rounding("TruncOp", "graph.trunc", "The nearest whole number that is not farther from zero.")
