"""Unrolling: several iterations in one, and what does not fill one in a loop of its own behind.

    for %i = 0 to %n { f(%i) }    =>    for %i = 0 to (%n floordiv 2) * 2 step 2 { f(%i); f(%i + 1) }
                                        for %i = max(0, (%n floordiv 2) * 2) to %n { f(%i) }

Always allowed: nothing changes its order. Carried values go from one copy to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dlc.dialects import loop
from dlc.dialects.loop.constraints import step_attr
from dlc.ir.affine.expr import AffineConstantExpr
from dlc.ir.affine.map import AffineMap
from dlc.ir.operations import IRMapping, Operation
from dlc.ir.values import Value
from dlc.passes.manager.declaration import PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.divisibility import has_multiple_of, spans_that_vary
from ..analysis.nests import (
    Point,
    copy_behind,
    index_before,
    joined,
    loops_in,
    lower_bound,
    put_point,
    replace_loop,
    shifted,
    simplify_bounds,
    upper_bound,
)
from .loop_names import REST, Names
from .loop_pass import LoopPass
from .refusals import Refusal
from .selection import Attempts, named

MAX_COPIES = 4096
"""Unrolling refuses to make more copies of a body than this."""


Place = tuple[AffineMap, Sequence[Value]]


class Split(NamedTuple):
    """What became of a loop: one whose iterations are whole groups, and one for those that are left, if there are."""

    main: loop.ForOp
    rest: loop.ForOp | None


def unroll(op: loop.ForOp, factor: int) -> Split:
    """Let each iteration do the work of `factor`; returns the loop, and the one behind it for the remainder."""
    rest = split_off_rest(op, factor, "cannot be unrolled")
    step, counter, terminator = op.step_value, op.induction_variable, op.terminator
    originals = _without_terminator(op)
    latest = yielded = list(op.yielded)
    for number in range(1, factor):
        point = shifted(counter, number * step)
        mapping = IRMapping()
        mapping.map(op.carried, latest)
        if counter in yielded:
            mapping.values[counter] = index_before(point, terminator)
        else:
            mapping.values[counter] = counter
        copies = [each.clone(mapping) for each in originals]
        for each in copies:
            op.body.insert_before(each, terminator)
        if mapping.values[counter] is counter and copies:
            put_point(copies, counter, point, op.body, copies[0])
        latest = [mapping.values.get(value, value) for value in yielded]
    terminator.set_operands(latest)
    set_step(op, step * factor)
    return Split(op, rest)


def unroll_fully(op: loop.ForOp) -> list[Value]:
    """Put all iterations one behind the other in place of the loop; returns what its results became."""
    trips = op.constant_trip_count()
    if trips is None or (op.constant_lower is None and op.lower_map.num_results != 1):
        raise Refusal(op, "cannot be unrolled fully: it is not known how often it runs")
    _check_copies(op, trips)
    block = op.parent
    assert block is not None
    originals, yielded = _without_terminator(op), list(op.yielded)
    latest: list[Value] = list(op.iter_inits)
    for number in range(trips):
        mapping = IRMapping()
        mapping.map(op.carried, latest)
        point = iteration(op, number)
        mapping.values[op.induction_variable] = op.induction_variable
        if op.induction_variable in yielded:
            mapping.values[op.induction_variable] = index_before(point, op)
        copies = [each.clone(mapping) for each in originals]
        for each in copies:
            block.insert_before(each, op)
        if copies:
            put_point(copies, op.induction_variable, point, block, copies[0])
        latest = [mapping.values.get(value, value) for value in yielded]
    replace_loop(op, latest)
    return latest


def iteration(op: loop.ForOp, number: int) -> Point:
    """The induction variable in an iteration, counted from the first, outside of the loop."""
    offset = number * op.step_value
    if op.constant_lower is not None:
        return AffineConstantExpr(op.constant_lower + offset), (), 0
    return op.lower_map.results[0] + offset, op.lower_operands, op.lower_map.num_dims


def split_off_rest(op: loop.ForOp, factor: int, what: str, suffix: str = REST) -> loop.ForOp | None:
    """Let a loop run whole groups of `factor` iterations only, and one behind it the others; `None`: there are none."""
    if factor < 1:
        raise Refusal(op, f"{what}: the factor must be positive, but got {factor}")
    _check_copies(op, factor)
    if has_multiple_of(op, factor):
        return None
    end, border = _border(op, factor, what)
    is_first = op.constant_trip_count() is not None
    rest = copy_behind(op, suffix)
    op.set_upper_bound(end)
    rest.set_lower_bound(border if is_first else joined(lower_bound(op), border))
    simplify_bounds(op)
    simplify_bounds(rest)
    return rest


def _border(op: loop.ForOp, factor: int, what: str) -> tuple[Place, Place]:
    """Where whole groups end, as an upper bound, and where the others begin.

    Of several bounds one may be anywhere. If another one is less, the groups end there, and no others begin in front.
    """
    step, trips = op.step_value, op.constant_trip_count()
    lower, operands = lower_bound(op)
    if trips is not None and lower.num_results == 1:
        border = lower.with_results([lower.results[0] + trips // factor * factor * step])
        return (border, operands), (border, operands)
    anywhere = spans_that_vary(op, factor)
    if anywhere is None or len(anywhere) != 1:
        raise Refusal(op, f"{what} by {factor}: a bound is an extreme of several, so where groups end is not affine")
    both, operands = joined((lower, operands), upper_bound(op))
    start, *ends = both.results
    groups = (ends[anywhere[0]] - start).ceildiv(step) // factor
    border = start + groups * (factor * step)
    ends[anywhere[0]] = border
    return (both.with_results(ends), operands), (both.with_results([border]), operands)


def set_step(op: loop.ForOp, step: int) -> None:
    """Count by another step."""
    op.properties["step"] = step_attr(step)


def _without_terminator(op: loop.ForOp) -> list[Operation]:
    return [each for each in op.body.ops if each is not op.terminator]


def _check_copies(op: loop.ForOp, count: int) -> None:
    if count > MAX_COPIES:
        raise Refusal(op, f"cannot be unrolled: the body would be there {count} times, more than {MAX_COPIES}")


class LoopUnroll(LoopPass):
    """Do several iterations of loops in one

    What does not fill such an iteration is left to a loop behind. Without names, loops that contain others stay.
    """

    name = "loop-unroll"
    loops: tuple[str, ...] = option("The names of the loops; all innermost ones if empty", default=())
    factor: int = option("How many iterations become one", default=4)
    full: bool = option("Let no loop remain, whatever the factor is", default=False)
    unrolled = statistic("num-unrolled", "Number of loops unrolled")
    refused = statistic("num-refused", "Number of loops that could not be unrolled")

    def names_after(self, names: Names) -> Names:
        return names.difference(self.loops) if self.full else names.with_suffixes(REST)

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.unrolled, self.refused)
        found = [each for each in named(op, self.loops) if self.loops or len(loops_in(each)) == 1]
        for each in found:
            attempt(lambda each=each: self._unroll(each))
        attempt.finish(found=bool(found))

    def _unroll(self, op: loop.ForOp) -> object:
        return unroll_fully(op) if self.full else unroll(op, self.factor)
