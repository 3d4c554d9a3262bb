"""Peeling: some iterations of a loop in a loop of their own, in front of it or behind.

    for %i = 0 to %n { f(%i) }    =>    for %i = 0 to min(2, %n) { f(%i) }
                                        for %i_rest = 2 to %n { f(%i_rest) }

Where inner loops end at the least of several bounds, as those over tiles do, `peel_partial` peels the iterations in
which that is not the one that grows with the loop: what is left runs over whole tiles, whose size is known.

    for %i = 0 to %n step 32 {                       for %i = 0 to %n - 31 step 32 {
      for %p = %i to min(%i + 32, %n) { f }    =>      for %p = %i to %i + 32 { f } }
    }                                                for %i_rest = … to %n step 32 {
                                                       for %p = %i_rest to %n { f } }

Always allowed: nothing changes its order. Carried values go from one loop to the next.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.ir.affine.expr import AffineConstantExpr, AffineDimExpr, AffineExpr
from dlc.ir.affine.map import AffineMap
from dlc.ir.operations import Operation
from dlc.ir.values import Value
from dlc.passes.manager.declaration import PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.accesses import forms_of
from ..analysis.nests import copy_behind, joined, keep_attributes, loops_in, lower_bound, upper_bound
from ..vectorize.lanes import increment_of
from .loop_names import FRONT, REST, Names
from .loop_pass import LoopPass
from .refusals import Refusal
from .selection import Attempts, named
from .simplify_bounds import drop_useless_bounds, simplify_bounds_inside
from .unroll import Split

WHAT = "cannot be peeled"

Point = tuple[AffineMap, Sequence[Value]]
"""A number of one result, as the maps of bounds give it."""


def split_at(op: loop.ForOp, point: int | Point) -> Split:
    """The iterations in front of an index in one loop, and the others in one behind it."""
    given = (AffineMap(0, 0, [AffineConstantExpr(point)]), ()) if isinstance(point, int) else point
    if op.step_value != 1:
        given = _first_from(op, given)
    return _split(op, given, REST)


def peel_front(op: loop.ForOp, count: int) -> Split:
    """The first iterations in a loop of their own; that is the rest."""
    _check_count(op, count)
    start, operands = _start_of(op)
    border = AffineMap(op.lower_map.num_dims, op.lower_map.num_symbols, [start + count * op.step_value])
    front, main = _split(op, (border, operands), REST)
    assert main is not None
    _swap_names(front, main)
    return Split(main, front)


def peel_back(op: loop.ForOp, count: int) -> Split:
    """The last iterations in a loop of their own."""
    _check_count(op, count)
    start, operands = _start_of(op)
    trips = op.constant_trip_count()
    step = op.step_value
    if trips is not None:
        border = AffineMap(op.lower_map.num_dims, op.lower_map.num_symbols, [start + max(0, trips - count) * step])
        return _split(op, (border, operands), REST)
    if op.upper_map.num_results != 1:
        raise Refusal(op, f"{WHAT} behind: it ends at the least of several bounds")
    both, values = joined(lower_bound(op), upper_bound(op))
    first, end = both.results
    border = AffineMap(both.num_dims, both.num_symbols, [first + ((end - first).ceildiv(step) - count) * step])
    return _split(op, (border, values), REST)


def _check_count(op: loop.ForOp, count: int) -> None:
    if count < 1:
        raise Refusal(op, f"{WHAT}: the number of iterations must be positive, but got {count}")


def _start_of(op: loop.ForOp) -> tuple[AffineExpr, Sequence[Value]]:
    """The first value of the induction variable, as an expression of the lower bound's operands."""
    constant = op.constant_lower
    if constant is not None:
        return AffineConstantExpr(constant), op.lower_operands
    if op.lower_map.num_results != 1:
        raise Refusal(op, f"{WHAT}: it begins at the greatest of several bounds")
    return op.lower_map.results[0], op.lower_operands


def _first_from(op: loop.ForOp, point: Point) -> Point:
    """The first value of the induction variable that is not in front of an index, were it not for the bounds."""
    start, operands = _start_of(op)
    own = AffineMap(op.lower_map.num_dims, op.lower_map.num_symbols, [start])
    both, values = joined((own, operands), point)
    first, index = both.results
    step = op.step_value
    return AffineMap(both.num_dims, both.num_symbols, [first + (index - first).ceildiv(step) * step]), values


def _split(op: loop.ForOp, border: Point, suffix: str) -> Split:
    """Let a loop end at a border, which is a value of its induction variable, and put one for the others behind it."""
    rest = copy_behind(op, suffix)
    op.set_upper_bound(joined(upper_bound(op), border))
    rest.set_lower_bound(joined(lower_bound(rest), border))
    for each in (op, rest):
        drop_useless_bounds(each)
        simplify_bounds_inside(each)
    return Split(op, rest)


def _swap_names(first: loop.ForOp, behind: loop.ForOp) -> None:
    """Let the second of two loops have the names, and the first those that say that it is in front."""
    for old, new in zip(loops_in(first), loops_in(behind), strict=True):
        keep_attributes(old, new)
        keep_attributes(new, old, FRONT)


# -- Tiles -------------------------------------------------------------------------------------------------------------


def peel_partial(op: loop.ForOp) -> list[loop.ForOp]:
    """Peel the iterations in which an inner loop ends early; the loop with the others, and those that were peeled."""
    limits = _limits(op)
    if not limits:
        raise Refusal(
            op, f"{WHAT}: no inner loop ends at the least of a bound that grows with it and one that does not"
        )
    parts: list[loop.ForOp] = []
    while limits:
        rest = split_at(op, limits[0]).rest
        if rest is not None:
            parts.append(rest)
        known = limits
        limits = _limits(op)
        if len(limits) >= len(known):
            break
    return [op, *reversed(parts)]


def _limits(op: loop.ForOp) -> list[Point]:
    """The first indices for which inner loops end at something else than what grows with the loop."""
    found: list[Point] = []
    for inner in loops_in(op)[1:]:
        given = loop.simplified(loop.Expressions.of(*upper_bound(inner)), inner)
        if len(given.exprs) > 1 and op.induction_variable in given.operands:
            found += _limits_of(op, given)
    return found


def _limits_of(op: loop.ForOp, given: loop.Expressions) -> list[Point]:
    """The same for one loop, whose upper bounds are given."""
    counter = op.induction_variable
    forms = forms_of(given.map, given.operands, op)
    if forms is None:
        return []
    growing = [number for number, form in enumerate(forms) if increment_of(form, counter, 1) != 0]
    if len(growing) != 1:
        return []
    growth = increment_of(forms[growing[0]], counter, 1)
    if growth is None or growth < 0 or any(is_inside(value, op) for value in given.operands if value is not counter):
        return []
    place = given.operands.index(counter)
    if place >= given.num_dims:
        return []
    dims = [*range(place), None, *range(place, given.num_dims - 1)]
    zeroed = [AffineConstantExpr(0) if dim is None else AffineDimExpr(dim) for dim in dims]
    exprs = [expr.replace_dims(zeroed) for expr in given.exprs]
    start, operands = exprs[growing[0]], [value for value in given.operands if value is not counter]
    num_dims, num_symbols = given.num_dims - 1, len(given.operands) - given.num_dims
    limits = [limit for number, limit in enumerate(exprs) if number != growing[0]]
    return [
        (AffineMap(num_dims, num_symbols, [(limit - start) // growth + 1]).simplify(), operands) for limit in limits
    ]


def is_inside(value: Value, op: loop.ForOp) -> bool:
    """Whether a value is defined in a loop."""
    owner = value.parent_block.parent_op if value.parent_block is not None else None
    return owner is not None and op.is_ancestor_of(owner)


class LoopPeel(LoopPass):
    """Do some iterations of loops in loops of their own

    The first ones, the last ones, those behind an index, or, with `partial`, those in which an inner loop ends early,
    so that the others run over whole tiles. What is peeled off is called after the loop and `_front` or `_rest`, and so
    are the loops inside.
    """

    name = "loop-peel"
    loops: tuple[str, ...] = option("The names of the loops; all if empty", default=())
    front: int = option("How many of the first iterations are peeled off", default=0)
    back: int = option("How many of the last iterations are peeled off", default=0)
    at: tuple[int, ...] = option("An index: iterations from there on are peeled off", default=())
    partial: bool = option("Whether iterations are peeled off in which inner loops end early", default=False)
    peeled = statistic("num-peeled", "Number of loops peeled")
    refused = statistic("num-refused", "Number of loops that could not be peeled")

    def names_after(self, names: Names) -> Names:
        return names.with_suffixes(FRONT if self.front else REST)

    def run(self, op: Operation, run: PassRun) -> None:
        if bool(self.front) + bool(self.back) + len(self.at) + self.partial != 1:
            run.error(op, "needs to be told what is to be peeled, by one of front, back, at (one index) and partial")
            return
        attempt = Attempts(run, self.loops, self.peeled, self.refused)
        found = named(op, self.loops)
        for each in found:
            attempt(lambda each=each: self._peel(each))
        attempt.finish(found=bool(found))

    def _peel(self, op: loop.ForOp) -> object:
        if self.partial:
            return peel_partial(op)
        if self.at:
            return split_at(op, self.at[0])
        return peel_front(op, self.front) if self.front else peel_back(op, self.back)
