"""What numbers are certainly multiples of, because loops count by steps.

Where `%i = 0 to %n step 32`, `%i` is a multiple of 32, and a loop from `%i` to `min(%i + 32, 4096)` has a multiple of
32 iterations, whatever `%i` is.
"""

from __future__ import annotations

from math import gcd

from dlc.dialects import loop
from dlc.ir.values import BlockArgument, Value

from .accesses import Form, forms_of
from .loop_ranges import range_of
from .nests import joined, lower_bound, upper_bound

DEEPEST = 16
"""How many loops are looked at whose bounds depend on one another."""


def divisor_of(form: Form, depth: int = 0) -> int:
    """The greatest number of which a form is known to be a multiple; 0 of what is 0."""
    found = form.constant
    for term, factor in form.terms.items():
        found = gcd(found, factor * (_divisor_of_value(term, depth) if isinstance(term, Value) else 1))
    return found


def _divisor_of_value(value: Value, depth: int) -> int:
    if depth >= DEEPEST or not isinstance(value, BlockArgument) or not loop.is_induction_variable(value):
        return 1
    bounds = range_of(value)
    if bounds.lower is None or len(bounds.lower) != 1:
        return 1
    return gcd(bounds.step, divisor_of(bounds.lower[0], depth + 1))


def spans_that_vary(op: loop.ForOp, factor: int) -> list[int] | None:
    """The numbers of the upper bounds that are not known to be a multiple of `factor` iterations behind the lower one.

    `None`: there are several lower bounds, or bounds that are not affine.
    """
    if op.lower_map.num_results != 1:
        return None
    both, operands = joined(lower_bound(op), upper_bound(op))
    start, *ends = both.results
    forms = forms_of(both.with_results([end - start for end in ends]), operands, op)
    if forms is None:
        return None
    return [number for number, form in enumerate(forms) if divisor_of(form) % (factor * op.step_value)]


def has_multiple_of(op: loop.ForOp, factor: int) -> bool:
    """Whether the number of iterations is certainly a multiple."""
    trips = op.constant_trip_count()
    return trips % factor == 0 if trips is not None else spans_that_vary(op, factor) == []
