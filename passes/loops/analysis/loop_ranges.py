"""The range of an induction variable, derived from the bounds of its loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from dlc.dialects import loop
from dlc.ir import BlockArgument, Value
from dlc.ir.affine import AffineMap

from .accesses import Form, forms_of


class LoopRange:
    """The bounds of one induction variable: from the maximum of `lower` to the minimum of `upper`, exclusive."""

    __slots__ = ("farthest", "high", "is_simple", "low", "lower", "step", "upper")

    def __init__(self, lower: list[Form] | None, upper: list[Form] | None, step: int) -> None:
        self.lower = lower
        self.upper = upper
        """The upper bounds, or `None` if they are not affine."""
        self.step = step
        self.low = _constant_bound(lower, max)
        """The first value, if it is a constant."""
        end = _constant_bound(upper, min)
        self.high: int | None = None
        """The last value, if it is a constant; less than `low` if there are no iterations."""
        if end is not None and self.low is not None:
            self.high = self.low + (end - 1 - self.low) // step * step
        elif end is not None:
            self.high = end - 1
        self.is_simple = self.low is not None and (self.high is not None or _grows_with_symbols(upper))
        """Whether the trip count is constant or can be arbitrarily large, independent of other loops."""
        self.farthest = _farthest(lower, upper, step)
        """The distance from the first to the last value, if it is a constant."""

    @property
    def is_empty(self) -> bool:
        """Whether the loop provably never runs."""
        if self.farthest is not None:
            return self.farthest < 0
        return self.high is not None and self.low is not None and self.high < self.low


def range_of(iv: BlockArgument) -> LoopRange:
    """Return the range of an induction variable."""
    op = iv.owner.parent_op
    if isinstance(op, loop.ForOp):
        lower_map, upper_map = op.lower_map, op.upper_map
        if not lower_map.num_inputs and not upper_map.num_inputs:
            return _constant_range(lower_map, upper_map, op.step_value)
        lower = forms_of(lower_map, op.lower_operands, op)
        return LoopRange(lower, forms_of(upper_map, op.upper_operands, op), op.step_value)
    assert isinstance(op, loop.ParallelOp)
    lower_map = AffineMap(op.lower_map.num_dims, op.lower_map.num_symbols, op.lower_groups[iv.index])
    upper_map = AffineMap(op.upper_map.num_dims, op.upper_map.num_symbols, op.upper_groups[iv.index])
    lower = forms_of(lower_map, op.lower_operands, op)
    return LoopRange(lower, forms_of(upper_map, op.upper_operands, op), op.step_values[iv.index])


@lru_cache(maxsize=1 << 12)
def _constant_range(lower_map: AffineMap, upper_map: AffineMap, step: int) -> LoopRange:
    """Return the range between constant bounds."""
    lower, upper = ([Form({}, value) for value in bounds.constant_results] for bounds in (lower_map, upper_map))
    return LoopRange(lower, upper, step)


class LoopRanges:
    """Cached ranges of induction variables, valid as long as no bound changes."""

    def __init__(self) -> None:
        self._known: dict[BlockArgument, LoopRange] = {}

    def of(self, iv: BlockArgument) -> LoopRange:
        """Return the range of an induction variable."""
        bounds = self._known.get(iv)
        if bounds is None:
            bounds = self._known[iv] = range_of(iv)
        return bounds


def _constant_bound(forms: list[Form] | None, combine: Callable[[Iterable[int]], int]) -> int | None:
    if forms is None or any(form.terms for form in forms):
        return None
    return combine([form.constant for form in forms])


def _farthest(lower: list[Form] | None, upper: list[Form] | None, step: int) -> int | None:
    if lower is None or upper is None or len(lower) != 1:
        return None
    [start] = lower
    if any(end.terms != start.terms for end in upper):
        return None
    return (min(end.constant for end in upper) - start.constant - 1) // step * step


def _grows_with_symbols(forms: list[Form] | None) -> bool:
    """Return whether each bound grows without limit with its symbols."""
    return forms is not None and all(
        form.terms and all(is_symbol(term) and factor > 0 for term, factor in form.terms.items()) for form in forms
    )


def is_symbol(term: object) -> bool:
    """Return whether a term is a value other than an induction variable."""
    return isinstance(term, Value) and not loop.is_induction_variable(term)
