"""Division of `graph` and its rests, powers.

A division of integers by zero is an error that stops the program; it may vanish if nobody asks for its result, but is
never done where the program would not have done it.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.attributes import Attribute
from dlc.ir.definition import op
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, FoldResult
from dlc.ir.traits import Elementwise, Pure

from .bases import NumberBinaryOp
from .splats import has_no_zero, is_float, is_splat_of, splat_of

Constants = Sequence["Attribute | None"]


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
    """Compute the remainder of a division that rounds towards zero: lhs - trunc(lhs / rhs) *
    rhs, exactly, with the sign of lhs, also of a zero. C's `%` and `fmod`.

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
