"""The larger or smaller one of two values, written as a comparison and a choice."""

from __future__ import annotations

from dlc.ir.operations import Operation
from dlc.ir.patterns import Match, Rewriter, canonicalization

from .comparison_ops import CmpFOp, CmpIOp, SelectOp
from .float_ops import MaximumFOp, MinimumFOp
from .integer_ops import MaxSIOp, MaxUIOp, MinSIOp, MinUIOp

_OF_INTEGERS = {"s": (MinSIOp, MaxSIOp), "u": (MinUIOp, MaxUIOp)}
"""The minimum and the maximum of integers, by the first letter of a comparison."""
_IS_LARGER = {"gt": True, "ge": True, "lt": False, "le": False}
"""Whether a value is the larger one of two for which a comparison with these last letters holds."""
_NEEDED = ("nnan", "nsz")
"""Flags of comparisons of floats: without them it matters which of a nan and a number is chosen, or of two zeros."""


@canonicalization(SelectOp)
def choose_extreme(op: SelectOp, rw: Rewriter) -> Match:
    """a > b ? a : b -> max(a, b); the same of minima, and of floats without nan and signs of zeros.
    Terminates: removes a select.
    """
    comparison = op.condition.defining_op
    if not isinstance(comparison, (CmpIOp, CmpFOp)):
        return rw.no_match("the condition is not a comparison")
    is_larger = _IS_LARGER.get(comparison.word[-2:])
    chosen, compared = [op.true_value, op.false_value], [comparison.lhs, comparison.rhs]
    if is_larger is None or chosen not in (compared, compared[::-1]):
        return rw.no_match("not a choice by which of the two values is less")
    extreme = _extreme(comparison, is_larger=is_larger == (chosen == compared))
    return rw.replace(op, extreme) if extreme is not None else rw.no_match("nan or signs of zeros may matter")


def _extreme(comparison: CmpIOp | CmpFOp, *, is_larger: bool) -> Operation | None:
    """Return the op for the larger or the smaller one of two compared values."""
    lhs, rhs = comparison.lhs, comparison.rhs
    if isinstance(comparison, CmpIOp):
        return _OF_INTEGERS[comparison.word[0]][is_larger](lhs, rhs)
    if not all(flag in comparison.fastmath for flag in _NEEDED):
        return None
    return (MinimumFOp, MaximumFOp)[is_larger](lhs, rhs, comparison.fastmath)
