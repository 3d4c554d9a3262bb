"""Divisibility of affine forms, which follows from the steps of loops.

With `%i = 0 to %n step 32`, `%i` is a multiple of 32, and the trip count of a loop from `%i` to `min(%i + 32, 4096)` is
a multiple of 32 for every `%i`.
"""

from __future__ import annotations

from math import gcd

from dlc.dialects import loop
from dlc.ir import BlockArgument, Value

from .accesses import Form, forms_of
from .loop_ranges import range_of
from .nests import joined, lower_bound, upper_bound

DEEPEST = 16
"""The number of loops with bounds that depend on one another that are examined."""


def divisor_of(form: Form, depth: int = 0) -> int:
    """Return the greatest known divisor of a form; 0 if the form is 0."""
    divisor = form.constant
    for term, factor in form.terms.items():
        divisor = gcd(divisor, factor * (_divisor_of_value(term, depth) if isinstance(term, Value) else 1))
    return divisor


def _divisor_of_value(value: Value, depth: int) -> int:
    if depth >= DEEPEST or not isinstance(value, BlockArgument) or not loop.is_induction_variable(value):
        return 1
    bounds = range_of(value)
    if bounds.lower is None or len(bounds.lower) != 1:
        return 1
    return gcd(bounds.step, divisor_of(bounds.lower[0], depth + 1))


def indivisible_bounds(op: loop.ForOp, factor: int) -> list[int] | None:
    """Return the positions of the upper bounds with a span that is not known to be a multiple of `factor` iterations.

    Return `None` if there are several lower bounds, or bounds that are not affine.
    """
    if op.lower_map.num_results != 1:
        return None
    bounds, operands = joined(lower_bound(op), upper_bound(op))
    start, *ends = bounds.results
    forms = forms_of(bounds.with_results([end - start for end in ends]), operands, op)
    if forms is None:
        return None
    return [position for position, form in enumerate(forms) if divisor_of(form) % (factor * op.step_value)]


def trip_count_is_multiple(op: loop.ForOp, factor: int) -> bool:
    """Return whether the trip count of a loop is known to be a multiple of `factor`."""
    trips = op.constant_trip_count()
    return trips % factor == 0 if trips is not None else indivisible_bounds(op, factor) == []
