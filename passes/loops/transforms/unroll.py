"""Unrolling: one iteration does the work of several; a remainder loop follows.

    for %i = 0 to %n { f(%i) }    =>    for %i = 0 to (%n floordiv 2) * 2 step 2 { f(%i); f(%i + 1) }
                                        for %i = max(0, (%n floordiv 2) * 2) to %n { f(%i) }

Always legal: the order of iterations stays. Iteration arguments are forwarded from one copy to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dlc.dialects import loop
from dlc.dialects.loop.constraints import step_attr
from dlc.ir import IRMapping, Operation, Value
from dlc.ir.affine import AffineConstantExpr, AffineMap
from dlc.passes.manager import option, statistic

from ..analysis.divisibility import indivisible_bounds, trip_count_is_multiple
from ..analysis.nests import (
    Point,
    clone_after,
    index_before,
    joined,
    loops_in,
    lower_bound,
    replace_loop,
    shifted,
    simplify_bounds,
    substitute_point,
    upper_bound,
)
from .loop_names import REST, Names
from .loop_pass import SingleLoopPass
from .refusals import Refusal

MAX_COPIES = 4096
"""The maximum number of copies of a body."""


Bound = tuple[AffineMap, Sequence[Value]]
"""A bound of a loop: a map and its operands."""


class Split(NamedTuple):
    """A loop split in two: the main loop over whole groups of iterations, and the remainder loop, or `None`."""

    main: loop.ForOp
    rest: loop.ForOp | None


def unroll(op: loop.ForOp, factor: int) -> Split:
    """Unroll a loop by a factor; return it, and the remainder loop after it."""
    rest = split_off_rest(op, factor, "cannot be unrolled")
    step, originals, latest = op.step_value, _without_terminator(op), list(op.yielded)
    for number in range(1, factor):
        point = shifted(op.induction_variable, number * step)
        latest = _copied_iteration(op, originals, latest, point, op.terminator)
    op.terminator.set_operands(latest)
    set_step(op, step * factor)
    return Split(op, rest)


def unroll_fully(op: loop.ForOp) -> list[Value]:
    """Replace a loop by all its iterations, one after the other; return the values of its results."""
    trips = op.constant_trip_count()
    if trips is None or (op.constant_lower is None and op.lower_map.num_results != 1):
        raise Refusal(op, "cannot be unrolled fully: its trip count is not constant")
    check_copies(op, trips)
    originals, latest = _without_terminator(op), list(op.iter_inits)
    for number in range(trips):
        latest = _copied_iteration(op, originals, latest, iteration(op, number), op)
    replace_loop(op, latest)
    return latest


def _copied_iteration(
    op: loop.ForOp, originals: Sequence[Operation], carried: Sequence[Value], point: Point, before: Operation
) -> list[Value]:
    """Insert copies of the ops of a loop's body for one iteration before an op; return what the iteration yields."""
    counter, block, mapping = op.induction_variable, before.block, IRMapping()
    mapping.map(op.carried, carried)
    mapping.values[counter] = index_before(point, before) if counter in op.yielded else counter
    copies = [each.clone(mapping) for each in originals]
    for each in copies:
        block.insert_before(each, before)
    if copies and mapping.values[counter] is counter:
        substitute_point(copies, counter, point, block, copies[0])
    return [mapping.values.get(value, value) for value in op.yielded]


def iteration(op: loop.ForOp, number: int) -> Point:
    """Return the induction variable in the iteration of this index, for use outside the loop."""
    offset = number * op.step_value
    if op.constant_lower is not None:
        return AffineConstantExpr(op.constant_lower + offset), (), 0
    return op.lower_map.results[0] + offset, op.lower_operands, op.lower_map.num_dims


def split_off_rest(op: loop.ForOp, factor: int, what: str, suffix: str = REST) -> loop.ForOp | None:
    """Restrict a loop to whole groups of iterations; return the remainder loop after it, or `None` if there is none."""
    check_rest(op, factor, what)
    if trip_count_is_multiple(op, factor):
        return None
    end, rest_start = _group_bounds(op, factor, what)
    is_first = op.constant_trip_count() is not None
    rest = clone_after(op, suffix)
    op.set_upper_bound(end)
    rest.set_lower_bound(rest_start if is_first else joined(lower_bound(op), rest_start))
    simplify_bounds(op)
    simplify_bounds(rest)
    return rest


def check_rest(op: loop.ForOp, factor: int, what: str) -> None:
    """Refuse to split off the rest of a loop if that is not possible."""
    if factor < 1:
        raise Refusal(op, f"{what}: the factor must be positive, but got {factor}")
    check_copies(op, factor)
    if not trip_count_is_multiple(op, factor):
        _group_bounds(op, factor, what)


def has_whole_groups(op: loop.ForOp, factor: int) -> bool:
    """Return whether a loop can be restricted to whole groups of iterations."""
    if op.lower_map.num_results == 1 == op.upper_map.num_results:
        return True
    try:
        check_rest(op, factor, "")
    except Refusal:
        return False
    return True


def _group_bounds(op: loop.ForOp, factor: int, what: str) -> tuple[Bound, Bound]:
    """Return the upper bound of the loop over whole groups, and the lower bound of the remainder loop.

    The span of at most one of several bounds may be indivisible. If another one is less, the groups end there, and
    there is no remainder.
    """
    step, trips = op.step_value, op.constant_trip_count()
    lower, operands = lower_bound(op)
    if trips is not None and lower.num_results == 1:
        boundary = lower.with_results([lower.results[0] + trips // factor * factor * step])
        return (boundary, operands), (boundary, operands)
    indivisible = indivisible_bounds(op, factor)
    if indivisible is None or len(indivisible) != 1:
        raise Refusal(op, f"{what} by {factor}: with several bounds, the end of whole groups is not affine")
    bounds, operands = joined((lower, operands), upper_bound(op))
    start, *ends = bounds.results
    groups = (ends[indivisible[0]] - start).ceildiv(step) // factor
    boundary = start + groups * (factor * step)
    ends[indivisible[0]] = boundary
    return (bounds.with_results(ends), operands), (bounds.with_results([boundary]), operands)


def set_step(op: loop.ForOp, step: int) -> None:
    """Change the step of a loop."""
    op.properties["step"] = step_attr(step)


def _without_terminator(op: loop.ForOp) -> list[Operation]:
    return [each for each in op.body.ops if each is not op.terminator]


def check_copies(op: loop.ForOp, count: int) -> None:
    """Refuse to make more copies of the body of a loop than anyone wants."""
    if count > MAX_COPIES:
        raise Refusal(op, f"cannot be unrolled: it must have at most {MAX_COPIES} copies of the body, but got {count}")


class LoopUnroll(SingleLoopPass):
    """Unroll loops

    Remaining iterations run in a loop after it. Without names, only innermost loops are unrolled.

    Example: loop-unroll{loops=i factor=2}
        func.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) {
          loop.for %i = 0 to 64 {
            %x = loop.load %a[%i] : memref<64xf32>
            loop.store %x, %b[%i] : memref<64xf32>
          } {loop.name = "i"}
          return
        }
    """

    name = "loop-unroll"
    loops: tuple[str, ...] = option("The names of the loops; all innermost ones if empty", default=())
    factor: int = option("The number of iterations that become one", default=4, least=1)
    full: bool = option("Unroll fully, whatever the factor is", default=False)
    done = statistic("num-unrolled", "Number of loops unrolled")
    refused = statistic("num-refused", "Number of loops that could not be unrolled")

    def names_after(self, names: Names) -> Names:
        return names.difference(self.loops) if self.full else names.with_suffixes(REST)

    def is_candidate(self, op: loop.ForOp) -> bool:
        return len(loops_in(op)) == 1

    def transform(self, op: loop.ForOp) -> object:
        return unroll_fully(op) if self.full else unroll(op, self.factor)
