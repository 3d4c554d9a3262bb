"""The element that an op accesses in an iteration of inner loops, described at the beginning of an outer iteration.

The indices of an element depend on the induction variables of the inner loops and on values available where the
iteration of the outer loop begins. So copy loops with the same iterations can access it there as well. Other loops and
conditionals around the op decide whether the element is accessed at all.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.ir import Operation, Region, Value
from dlc.ir.affine import AffineExpr, AffineMap

from ..transforms.buffers import InsertPoint, is_available_in
from ..transforms.refusals import Refusal
from .facts import Facts, always_runs
from .nests import lower_bound, upper_bound
from .terms import Renamed, Terms, put_guard

Outer = loop.ForOp | loop.ParallelOp
Touch = loop.LoadOp | loop.StoreOp


class Element:
    """The element that an op accesses in an iteration of inner loops."""

    def __init__(self, op: Touch, at: Outer, loops: Sequence[loop.ForOp], what: str) -> None:
        self.op = op
        self.memref = op.memref
        self.at = at
        self.loops = loops
        self.indices = loop.simplified(loop.Expressions.of(op.affine_map, op.indices), op)
        self.around = enclosing_ops(op, at, what)
        self._check(what)

    def _check(self, what: str) -> None:
        for each in self.loops:
            if each not in self.around:
                raise Refusal(self.op, f"{what}: it is not inside this loop", [(each.location, "this is the loop")])
        if not is_available_in(self.memref, self.at):
            raise Refusal(self.op, f"{what}: its memref is defined in the loop")
        counters = {each.induction_variable for each in self.loops}
        for value in self.indices.operands:
            if value not in counters and not is_available_in(value, self.at):
                note = (value.location, "this is defined here")
                raise Refusal(self.op, f"{what}: its indices depend on values that are not buffer dimensions", [note])

    def is_like(self, other: Element) -> bool:
        """Return whether both are the same element in each iteration."""
        return self.memref is other.memref and self.indices == other.indices

    @property
    def innermost(self) -> Operation:
        """The innermost of the loops that the element depends on."""
        return next((each for each in reversed(self.around) if each in self.loops), self.at)

    @property
    def conditions(self) -> list[loop.IfOp]:
        """The conditionals around the access."""
        return [each for each in self.around if isinstance(each, loop.IfOp)]

    def loops_that_may_not_run(self) -> list[loop.ForOp | loop.ParallelOp]:
        """Return the loops around the access that may not run, except those that the element depends on."""
        others = [each for each in self.around if not isinstance(each, loop.IfOp) and each not in self.loops]
        return [each for each in others if not always_runs(each)]

    def is_within_shape(self) -> bool:
        """Return whether the element provably exists, independent of other loops and conditions."""
        facts = facts_in(self.at)
        for each in self.loops:
            facts.add_ranges(each)
        return facts.is_within_shape(self.op)

    def access(self, renamed: Renamed) -> tuple[AffineMap, list[Value]]:
        """Return the indices of the element for other induction variables, as a map and its operands."""
        terms = Terms(renamed)
        return terms.simplified(terms.of(self.indices), self.at)


def facts_in(at: Outer) -> Facts:
    """Return the constraints that hold in each iteration of a loop."""
    facts = Facts().add_surroundings(at)
    facts.add_ranges(at)
    return facts


def enclosing_ops(op: Operation, at: Operation, what: str) -> list[loop.ForOp | loop.ParallelOp | loop.IfOp]:
    """Return the loops and affine conditionals around an op inside a loop, outermost first; refuse other ops."""
    enclosing: list[loop.ForOp | loop.ParallelOp | loop.IfOp] = []
    for each in op.ancestors:
        if each is at:
            return enclosing[::-1]
        if not isinstance(each, (loop.ForOp, loop.ParallelOp, loop.IfOp)):
            raise Refusal(op, f"{what}: it is inside '{each.name}'", [(each.location, "this is the enclosing op")])
        enclosing.append(each)
    raise Refusal(op, f"{what}: it is not in the loop", [(at.location, "this is the loop")])


def is_in_region(op: Operation, region: Region) -> bool:
    """Return whether an op is nested in a region."""
    around = op.parent_region
    return around is not None and (around is region or region.is_proper_ancestor_of(around))


class ReachGuard:
    """The condition, at the beginning of an outer iteration, under which an element is accessed in it at all."""

    def __init__(self, element: Element, what: str) -> None:
        self._terms = Terms()
        self._exprs: list[AffineExpr] = []
        self._equal: list[bool] = []
        self._inside: list[Region] = []
        if element.is_within_shape():
            return
        for each in element.loops_that_may_not_run():
            self._add_loop(each)
        for each in element.conditions:
            self._add_condition(each, element, what)
        for value in self._terms.expressions(()).operands:
            if not is_available_in(value, element.at):
                note = (value.location, "this value decides it")
                raise Refusal(element.op, f"{what}: whether it runs is unknown where the iteration begins", [note])

    def _add_loop(self, op: loop.ForOp | loop.ParallelOp) -> None:
        """Require that a loop has an iteration."""
        self._inside += op.regions
        for lower, upper in _bounds(op):
            starts, ends = self._terms.of(lower), self._terms.of(upper)
            self._exprs += [end - start - 1 for end in ends for start in starts]
        self._equal += [False] * (len(self._exprs) - len(self._equal))

    def _add_condition(self, op: loop.IfOp, element: Element, what: str) -> None:
        if not is_in_region(element.op, op.then_region):
            raise Refusal(element.op, f"{what}: it is in the 'else' branch of a condition")
        self._inside.append(op.then_region)
        points = op.integer_set
        condition = loop.simplified(loop.Expressions(points.constraints, points.num_dims, op.operands), op)
        self._exprs += self._terms.of(condition)
        self._equal += points.eq_flags

    def covers(self, op: Operation) -> bool:
        """Return whether another op runs only if the condition holds."""
        return all(is_in_region(op, region) for region in self._inside)

    def put(self, place: InsertPoint) -> InsertPoint:
        """Return where to insert ops that must run only if the condition holds."""
        if not self._exprs:
            return place
        inside = put_guard(place.block, place.before, self._exprs, self._equal, self._terms)
        return InsertPoint(inside, inside.last)


def _bounds(op: loop.ForOp | loop.ParallelOp) -> list[tuple[loop.Expressions, loop.Expressions]]:
    """Return the lower and upper bounds of each induction variable."""
    if isinstance(op, loop.ForOp):
        bounds = [(loop.Expressions.of(*lower_bound(op)), loop.Expressions.of(*upper_bound(op)))]
    else:
        bounds = [
            (
                loop.Expressions(starts, op.lower_map.num_dims, op.lower_operands),
                loop.Expressions(ends, op.upper_map.num_dims, op.upper_operands),
            )
            for starts, ends in zip(op.lower_groups, op.upper_groups, strict=True)
        ]
    return [(loop.simplified(start, op), loop.simplified(end, op)) for start, end in bounds]
