"""Which element an op touches in an iteration of some inner loops, as an iteration of an outer loop sees it.

An element is said by the counters of inner loops and by what is known where the iteration of the outer loop begins. So
it can be touched there as well, by loops that count alike. What else is around an op, loops that may not run and
conditions, says whether it is touched at all.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.ir.affine.expr import AffineExpr
from dlc.ir.affine.map import AffineMap
from dlc.ir.blocks import Region
from dlc.ir.operations import Operation
from dlc.ir.values import Value

from ..transforms.buffers import Place, is_known_in
from ..transforms.refusals import Refusal
from .facts import Facts, is_sure_to_run
from .nests import lower_bound, upper_bound
from .terms import Renamed, Terms, put_guard

Outer = loop.ForOp | loop.ParallelOp
Touch = loop.LoadOp | loop.StoreOp


class Element:
    """The element that an op touches in an iteration of inner loops."""

    def __init__(self, op: Touch, at: Outer, loops: Sequence[loop.ForOp], what: str) -> None:
        self.op = op
        self.memref = op.memref
        self.at = at
        self.loops = loops
        self.indices = loop.simplified(loop.Expressions.of(op.affine_map, op.indices), op)
        self.around = around_in(op, at, what)
        self._check(what)

    def _check(self, what: str) -> None:
        for each in self.loops:
            if each not in self.around:
                raise Refusal(self.op, f"{what}: it is not in all of the loops", [(each.location, "this is another")])
        if not is_known_in(self.memref, self.at):
            raise Refusal(self.op, f"{what}: the memref is made in the loop")
        counters = {each.induction_variable for each in self.loops}
        for value in self.indices.operands:
            if value not in counters and not is_known_in(value, self.at):
                note = (value.location, "this is defined here")
                raise Refusal(self.op, f"{what}: its indices depend on what is no dimension of the buffer", [note])

    def is_like(self, other: Element) -> bool:
        """Whether both are the same element in each iteration."""
        return self.memref is other.memref and self.indices == other.indices

    @property
    def innermost(self) -> Operation:
        """The innermost of the loops by which it is said."""
        return next((each for each in reversed(self.around) if each in self.loops), self.at)

    @property
    def conditions(self) -> list[loop.IfOp]:
        """Those around it."""
        return [each for each in self.around if isinstance(each, loop.IfOp)]

    def idle_loops(self) -> list[loop.ForOp | loop.ParallelOp]:
        """The loops around it that may not run, of those on which it does not depend."""
        others = [each for each in self.around if not isinstance(each, loop.IfOp) and each not in self.loops]
        return [each for each in others if not is_sure_to_run(each)]

    def is_within_shape(self) -> bool:
        """Whether it exists, whatever other loops and conditions say."""
        facts = facts_in(self.at)
        for each in self.loops:
            facts.know_ranges(each)
        return facts.is_within_shape(self.op)

    def access(self, renamed: Renamed) -> tuple[AffineMap, list[Value]]:
        """Its indices for other induction variables."""
        terms = Terms(renamed)
        return terms.simplified(terms.of(self.indices), self.at)


def facts_in(at: Outer) -> Facts:
    """What holds in each iteration of a loop."""
    facts = Facts().know_surroundings(at)
    facts.know_ranges(at)
    return facts


def around_in(op: Operation, at: Operation, what: str) -> list[loop.ForOp | loop.ParallelOp | loop.IfOp]:
    """What is around an op inside a loop, outermost first: nothing but loops and conditions on affine sets."""
    found: list[loop.ForOp | loop.ParallelOp | loop.IfOp] = []
    parent = op.parent_op
    while parent is not None and parent is not at:
        if not isinstance(parent, (loop.ForOp, loop.ParallelOp, loop.IfOp)):
            raise Refusal(op, f"{what}: it is inside of '{parent.name}'", [(parent.location, "which is here")])
        found.insert(0, parent)
        parent = parent.parent_op
    if parent is None:
        raise Refusal(op, f"{what}: it is not in the loop", [(at.location, "this is the loop")])
    return found


def is_in_region(op: Operation, region: Region) -> bool:
    """Whether an op is somewhere inside a region."""
    around = op.parent_region
    return around is not None and (around is region or region.is_proper_ancestor_of(around))


class ReachGuard:
    """What must hold where an iteration of the outer loop begins, for an element to be touched in it at all."""

    def __init__(self, element: Element, what: str) -> None:
        self._terms = Terms()
        self._exprs: list[AffineExpr] = []
        self._equal: list[bool] = []
        self._inside: list[Region] = []
        if element.is_within_shape():
            return
        for each in element.idle_loops():
            self._add_loop(each)
        for each in element.conditions:
            self._add_condition(each, element, what)
        for value in self._terms.expressions(()).operands:
            if not is_known_in(value, element.at):
                note = (value.location, "this decides it")
                raise Refusal(element.op, f"{what}: it is not known whether it may be touched there", [note])

    def _add_loop(self, op: loop.ForOp | loop.ParallelOp) -> None:
        """It has an iteration."""
        self._inside += op.regions
        for lower, upper in _bounds(op):
            starts, ends = self._terms.of(lower), self._terms.of(upper)
            self._exprs += [end - start - 1 for end in ends for start in starts]
        self._equal += [False] * (len(self._exprs) - len(self._equal))

    def _add_condition(self, op: loop.IfOp, element: Element, what: str) -> None:
        if not is_in_region(element.op, op.then_region):
            raise Refusal(element.op, f"{what}: it is touched where a condition does not hold")
        self._inside.append(op.then_region)
        points = op.integer_set
        given = loop.simplified(loop.Expressions(points.constraints, points.num_dims, op.operands), op)
        self._exprs += self._terms.of(given)
        self._equal += points.eq_flags

    def covers(self, op: Operation) -> bool:
        """Whether another op is reached only where this holds."""
        return all(is_in_region(op, region) for region in self._inside)

    def put(self, place: Place) -> Place:
        """Where to put what must not be done otherwise."""
        if not self._exprs:
            return place
        inside = put_guard(place.block, place.before, self._exprs, self._equal, self._terms)
        return Place(inside, inside.last)


def _bounds(op: loop.ForOp | loop.ParallelOp) -> list[tuple[loop.Expressions, loop.Expressions]]:
    """The bounds of each counter."""
    if isinstance(op, loop.ForOp):
        given = [(loop.Expressions.of(*lower_bound(op)), loop.Expressions.of(*upper_bound(op)))]
    else:
        given = [
            (
                loop.Expressions(starts, op.lower_map.num_dims, op.lower_operands),
                loop.Expressions(ends, op.upper_map.num_dims, op.upper_operands),
            )
            for starts, ends in zip(op.lower_groups, op.upper_groups, strict=True)
        ]
    return [(loop.simplified(start, op), loop.simplified(end, op)) for start, end in given]
