"""Pairs of iterations in which two accesses run, as systems of linear constraints.

The variables are the distances, the iteration of the source, and fixed values from outside: induction variables of
loops further out, and symbols. The constraints are the bounds of all loops, and the conditions that hold. Equations of
subscripts are added last, so that all accesses in the same loops share one system.

Not here: distances that follow from one subscript each (`dependences`).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from dlc.dialects import loop
from dlc.ir import BlockArgument, Operation, Value
from dlc.ir.affine import CONSTANT, Row
from dlc.ir.affine.integer_systems import System, add_multiple, combined

from .accesses import Access, Form, FormRows, Term, forms_of
from .distances import Distance, Equation, Level
from .loop_ranges import LoopRange, LoopRanges


class Nest:
    """Loops, the ranges of their induction variables, and which values they define."""

    def __init__(self, roots: Sequence[Operation]) -> None:
        self.roots = roots
        self._ranges = LoopRanges()
        self._inside: dict[Value, bool] = {}

    def range(self, iv: BlockArgument) -> LoopRange:
        """Return the range of an induction variable."""
        return self._ranges.of(iv)

    def is_simple(self, iv: BlockArgument) -> bool:
        """Return whether the trip count of a loop is independent of the other loops of the nest."""
        bounds = self.range(iv)
        if bounds.is_simple:
            return True
        if bounds.farthest is None or bounds.lower is None:
            return False
        return self.is_fixed(bounds.lower[0])

    def is_fixed(self, form: Form) -> bool:
        """Return whether a form is invariant in the nest."""
        return all(self.is_fixed_term(term) for term in form.terms)

    def is_fixed_term(self, term: Term) -> bool:
        """Return whether a term is invariant in the nest: a value from outside, or a quotient of such values."""
        return not self.is_inside(term) if isinstance(term, Value) else self.is_fixed(term.dividend)

    def is_inside(self, value: Value) -> bool:
        """Return whether a value is defined inside the loops."""
        is_inside = self._inside.get(value)
        if is_inside is None:
            is_inside = self._inside[value] = any(value.is_inside(root) for root in self.roots)
        return is_inside


class Distances:
    """The distances of a pair of iterations, as variables of a system."""

    def __init__(self, levels: Sequence[Level]) -> None:
        self.system = System()
        self.deltas = [self.system.new_variable() for _ in levels]
        self.inexact: str | None = None
        """Why a constraint is left out, or `None` if none is."""


def of_equations(
    levels: Sequence[Level], limits: Sequence[Distance], steps: Sequence[int], equations: Sequence[Equation]
) -> Distances:
    """Return the system of distances that are constrained by limits, steps and equations alone."""
    distances = Distances(levels)
    for delta, (low, high), step in zip(distances.deltas, limits, steps, strict=True):
        if low is not None:
            distances.system.add_inequality({delta: 1, CONSTANT: -low})
        if high is not None:
            distances.system.add_inequality({delta: -1, CONSTANT: high})
        if step != 1:
            distances.system.add_equality({delta: 1, distances.system.new_variable(): -step})
    for factors, least, greatest in equations:
        row: Row = {distances.deltas[position]: factor for position, factor in factors.items()}
        add_between(distances.system, row, least, greatest)
    return distances


def add_between(system: System, row: Row, least: int, greatest: int) -> None:
    """Require a row to be from `least` to `greatest`."""
    above = combined(row, 1, {CONSTANT: least}, -1) if least else row
    if least == greatest:
        system.add_equality(above)
        return
    system.add_inequality(above)
    system.add_inequality(combined({CONSTANT: greatest}, 1, row, -1))


class IterationSpace(Distances):
    """The iterations of two accesses, each of them in its loops and under its conditions."""

    def __init__(self, nest: Nest, source: Access, target: Access, levels: Sequence[Level]) -> None:
        super().__init__(levels)
        self.nest = nest
        self._shared: dict[Value, Row] = {}
        self._outer: list[BlockArgument] = []
        self._source = _Side(self, {})
        iterations: dict[Value, Row] = {}
        for delta, (outer, inner) in zip(self.deltas, levels, strict=True):
            iterations[inner] = combined(self._source.value(outer), 1, {delta: 1}, 1)
        self._target = _Side(self, iterations)
        self._source.add_surroundings(source)
        self._target.add_surroundings(target)
        self._around = _Side(self, {})
        self._add_outer()

    def fork(self) -> IterationSpace:
        """Return a copy, to which the constraints of one pair of accesses can be added."""
        forked = copy(self)
        forked.system, forked._shared = self.system.copy(), dict(self._shared)
        forked._source, forked._target, forked._around = (
            side.fork(forked) for side in (self._source, self._target, self._around)
        )
        return forked

    def touching(self, source: Access, target: Access) -> System:
        """Return the system with the constraint that both accesses touch the same element."""
        rows: list[tuple[Row, int, int]] = []
        assert source.forms is not None
        assert target.forms is not None
        for left, right, before, behind in zip(source.forms, target.forms, source.extents, target.extents, strict=True):
            apart = combined(self._target.row(right), 1, self._source.row(left), -1)
            rows.append((apart, 1 - behind, before - 1))
        self._add_outer()
        system = self.system.copy()
        for row, least, greatest in rows:
            add_between(system, row, least, greatest)
        return system

    def _add_outer(self) -> None:
        """Add the bounds of newly found outer loops; these may refer to loops yet further out."""
        while self._outer:
            iv = self._outer.pop()
            self._around.add_range(iv, self._shared[iv])

    def shared(self, value: Value) -> Row:
        """Return the variable of a value that the nest does not change: a symbol, or an outer induction variable."""
        row = self._shared.get(value)
        if row is None:
            row = self._shared[value] = {self.system.new_variable(): 1}
            if isinstance(value, BlockArgument) and loop.is_induction_variable(value):
                self._outer.append(value)
        return row


class _Side(FormRows):
    """The values that one of the two accesses uses."""

    def __init__(self, space: IterationSpace, known: dict[Value, Row]) -> None:
        super().__init__(space.system)
        self.space = space
        self._rows = known

    def fork(self, space: IterationSpace) -> _Side:
        """Return a copy of this side for another space."""
        forked = _Side(space, dict(self._rows))
        forked._quotients = dict(self._quotients)
        return forked

    def value(self, value: Value) -> Row:
        """Return the row of a value; values that vary within the nest have a variable of their own on each side."""
        row = self._rows.get(value)
        if row is None:
            if not self.space.nest.is_inside(value):
                return self.space.shared(value)
            row = self._rows[value] = {self.space.system.new_variable(): 1}
        return row

    def add_surroundings(self, access: Access) -> None:
        """Add the bounds of the enclosing loops, and the sets of the enclosing conditionals."""
        for iv in access.ivs:
            self.add_range(iv, self.value(iv))
        for condition in access.conditions:
            self._add_condition(condition)

    def add_range(self, iv: BlockArgument, row: Row) -> None:
        """Add the bounds and the step of one loop."""
        system, bounds = self.space.system, self.space.nest.range(iv)
        if bounds.lower is None or bounds.upper is None:
            self.space.inexact = "the bounds of a loop are not affine"
        elif bounds.step != 1 and len(bounds.lower) == 1:
            count = {system.new_variable(): 1}
            offset = combined(row, 1, self.row(bounds.lower[0]), -1)
            system.add_equality(combined(offset, 1, count, -bounds.step))
        elif bounds.step != 1:
            self.space.inexact = "a loop with a step has several lower bounds"
        for form in bounds.lower or ():
            system.add_inequality(combined(row, 1, self.row(form), -1))
        for form in bounds.upper or ():
            above = combined(self.row(form), 1, row, -1)
            add_multiple(above, {CONSTANT: 1}, -1)
            system.add_inequality(above)

    def _add_condition(self, condition: loop.IfOp) -> None:
        points, system = condition.integer_set, self.space.system
        forms = forms_of(points.as_map, condition.operands, condition)
        if forms is None:
            self.space.inexact = "a condition is not affine"
            return
        for form, is_equality in zip(forms, points.eq_flags, strict=True):
            (system.add_equality if is_equality else system.add_inequality)(self.row(form))
