"""Which iterations of a loop nest depend on which: exact for affine accesses, conservative for all others.

    found = LoopDependences(nest)
    for each in found.carried(found.band_levels(band)):
        print(each)                                # flow dependence with distance (1, -1)

There is a dependence from one access to another if both can touch the same element, one of them writes, and the first
comes first. Its *distance* is how much the induction variables of the common loops grow from the one to the other,
outermost first. A range of distances is given for each loop: a number where it is known, otherwise one side of zero.

The question is put as a system of linear constraints: the iterations of the source, the distances, the bounds of all
loops around, subscripts that are equal. `integer_systems` answers it. Most pairs need none of that: where subscripts
differ by constants and bounds are constants or symbols, each distance can be read off by itself.

What is around the nest is fixed: induction variables of loops further out are symbols of unknown value within their
bounds. Symbols may have any value for which the loops run.

Not here: which of several writes a read sees (dependences that others cover are reported as well).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from dlc.dialects import loop
from dlc.ir.affine.map import AffineMap
from dlc.ir.operations import Operation
from dlc.ir.values import BlockArgument, Value

from .accesses import Access, Accesses, Form, Quotient, forms_of
from .integer_systems import CONSTANT, Answer, Row, System, combined
from .loop_ranges import LoopRange, range_of
from .memory_origins import may_share_memory

MAX_DIRECTIONS = 64
"""When a pair has more direction vectors than this, the innermost distances are not told apart any more."""

Equation = tuple[dict[int, int], int, int]
"""Factors of distances, by the numbers of their loops, and from where to where their sum is."""
Level = tuple[BlockArgument, BlockArgument]
"""The induction variables of one loop, or of two that are to become one: that of the source, and of the target."""


class Distance(NamedTuple):
    """From where to where a distance ranges; `None`: without end."""

    low: int | None
    high: int | None

    def __str__(self) -> str:
        low, high = self
        if low is not None and low == high:
            return str(low)
        if low is not None and low > 0:
            return "+"
        if high is not None and high < 0:
            return "-"
        if low == 0:
            return "0+"
        return "0-" if high == 0 else "*"


ZERO = Distance(0, 0)
ANY = Distance(None, None)


class Dependence(NamedTuple):
    """Two accesses that must stay in their order, and how far apart the iterations are."""

    source: Access
    target: Access
    distances: tuple[Distance, ...]
    reason: str | None = None
    """Why it is not certain that there is one; `None`: it is, for some values of the symbols."""

    @property
    def kind(self) -> str:
        """`flow`: written, then read; `anti`: read, then written; `output`: written twice."""
        if not self.source.is_write:
            return "anti"
        return "output" if self.target.is_write else "flow"

    @property
    def level(self) -> int | None:
        """The number of the loop that carries it; `None`: both are in one iteration."""
        return next((number for number, each in enumerate(self.distances) if each != ZERO), None)

    @property
    def vector(self) -> str:
        """`(1, -, *)`"""
        return f"({', '.join(map(str, self.distances))})"

    def __str__(self) -> str:
        words = f"{self.kind} dependence with distance {self.vector}"
        return words if self.reason is None else f"possible {words}"


class LoopDependences:
    """The dependences inside a loop, or inside several that stand in one block, in their order.

    What is asked twice is computed once; any change to the loops makes it stale.
    """

    def __init__(self, *roots: Operation) -> None:
        self.roots = roots
        self.accesses = Accesses(roots).found
        self._ranges: dict[BlockArgument, LoopRange] = {}
        self._known: dict[tuple[Access, Access, tuple[Level, ...]], list[Dependence]] = {}

    # -- Asking ------------------------------------------------------------------------------------------------------

    def carried(self, levels: Sequence[Level] | None = None) -> Iterator[Dependence]:
        """Those between different iterations of these loops, or of all that two accesses have in common."""
        for source, target in self._pairs(self.accesses, self.accesses):
            yield from self.carried_between(source, target, levels if levels is not None else common(source, target))

    def all(self) -> Iterator[Dependence]:
        """Every dependence between accesses inside: carried ones, and those within an iteration."""
        for source, target in self._pairs(self.accesses, self.accesses):
            levels = common(source, target)
            yield from self.carried_between(source, target, levels)
            if source.order < target.order:
                yield from self.within(source, target, levels)

    def between(
        self, sources: Iterable[Access], targets: Iterable[Access], levels: Sequence[Level]
    ) -> Iterator[Dependence]:
        """Those carried by these loops from some accesses to others."""
        for source, target in self._pairs(sources, targets):
            yield from self.carried_between(source, target, levels)

    def inside(self, op: Operation) -> list[Access]:
        """The accesses of an op and of what it contains."""
        return [access for access in self.accesses if op.is_ancestor_of(access.op)]

    def _pairs(self, sources: Iterable[Access], targets: Iterable[Access]) -> Iterator[tuple[Access, Access]]:
        others = list(targets)
        for source in sources:
            for target in others:
                if (source.is_write or target.is_write) and may_meet(source, target):
                    yield source, target

    def carried_between(self, source: Access, target: Access, levels: Sequence[Level]) -> list[Dependence]:
        """Dependences whose target is in a later iteration: the first distance that is not zero is positive."""
        key = (source, target, tuple(levels))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._carried(source, target, levels)
        return found

    def within(self, source: Access, target: Access, levels: Sequence[Level]) -> list[Dependence]:
        """The dependence within one iteration of the loops, if there is one."""
        zeros = (ZERO,) * len(levels)
        reason = _why_unknown(source, target)
        if reason is not None:
            return [Dependence(source, target, zeros, reason)]
        apart = self._separate(source, target, levels)
        if apart is not None:
            meets = bool(apart) and all(each.low is None or each.low <= 0 for each in apart[0])
            meets = meets and all(each.high is None or each.high >= 0 for each in apart[0])
            return [Dependence(source, target, zeros)] if meets else []
        limits = self._limits(levels)
        if limits is None:
            return []
        problem = _Problem(self, source, target, levels, limits, self._steps(levels))
        for delta in problem.deltas:
            problem.system.add_equality({delta: 1})
        answer = problem.system.examine()
        return [] if answer is Answer.EMPTY else [Dependence(source, target, zeros, problem.reason(answer))]

    def range(self, iv: BlockArgument) -> LoopRange:
        """The range of an induction variable."""
        found = self._ranges.get(iv)
        if found is None:
            found = self._ranges[iv] = range_of(iv)
        return found

    # -- Answering ---------------------------------------------------------------------------------------------------

    def _carried(self, source: Access, target: Access, levels: Sequence[Level]) -> list[Dependence]:
        private = _private_levels(source, target, levels)
        reason = _why_unknown(source, target)
        if reason is not None:
            limits = self._limits(levels)
            boxes = [limits] if limits is not None else []
            return [Dependence(source, target, each, reason) for each in _later(boxes, self._steps(levels), private)]
        apart = self._separate(source, target, levels)
        if apart is not None:
            return [Dependence(source, target, each) for each in _later(apart, self._steps(levels), private)]
        return self._enumerate(source, target, levels, private)

    def _steps(self, levels: Sequence[Level]) -> list[int]:
        """By how much a distance grows at least from zero, where that is known."""
        ranges = [(self.range(first), self.range(second)) for first, second in levels]
        return [a.step if a.low is not None and (a.low, a.step) == (b.low, b.step) else 1 for a, b in ranges]

    def _limits(self, levels: Sequence[Level]) -> tuple[Distance, ...] | None:
        """How far iterations can be apart at all; `None`: a loop never runs."""
        limits: list[Distance] = []
        for first, second in levels:
            source, target = self.range(first), self.range(second)
            if source.is_empty or target.is_empty:
                return None
            low = None if target.low is None or source.high is None else target.low - source.high
            high = None if target.high is None or source.low is None else target.high - source.low
            limits.append(Distance(low, high))
        return tuple(limits)

    def _separate(self, source: Access, target: Access, levels: Sequence[Level]) -> list[tuple[Distance, ...]] | None:
        """The distances, if each can be found by itself: one box of them, or none. `None`: it takes more than that."""
        equations = self.equations(source, target, levels)
        if equations is None or any(len(factors) > 1 for factors, _, _ in equations):
            return None
        limits = self._limits(levels)
        if limits is None or any(self.range(iv).is_empty for iv in (*source.ivs, *target.ivs)):
            return []
        distances, steps = list(limits), self._steps(levels)
        for factors, least, greatest in equations:
            if not factors:
                if least > 0 or greatest < 0:
                    return []
                continue
            [(number, factor)] = factors.items()
            narrowed = _narrowed(distances[number], factor, least, greatest, steps[number])
            if narrowed is None:
                return []
            distances[number] = narrowed
        return [tuple(distances)]

    def equations(self, source: Access, target: Access, levels: Sequence[Level]) -> list[Equation] | None:
        """What the distances must satisfy, if that depends on nothing else; `None` if it does.

        The subscripts differ by constants only, and no loop's bounds depend on another loop.
        """
        assert source.forms is not None
        assert target.forms is not None
        if source.conditions or target.conditions:
            return None
        outer: dict[object, int] = {first: number for number, (first, _) in enumerate(levels)}
        inner: dict[object, int] = {second: number for number, (_, second) in enumerate(levels)}
        ivs = {*source.ivs, *target.ivs, *(iv for level in levels for iv in level)}
        if not all(self.range(iv).is_simple for iv in ivs):
            return None
        found: list[Equation] = []
        for first, second, before, behind in zip(
            source.forms, target.forms, source.extents, target.extents, strict=True
        ):
            left, right = self._factors(first, outer), self._factors(second, inner)
            if left is None or left != right:
                return None
            apart = first.constant - second.constant
            found.append((left[0], apart - behind + 1, apart + before - 1))
        return found

    def _factors(
        self, form: Form, numbers: dict[object, int]
    ) -> tuple[dict[int, int], dict[Value | Quotient, int]] | None:
        """The factors of the loops' induction variables, and of what is fixed; `None` if there is anything else."""
        factors = {numbers[term]: factor for term, factor in form.terms.items() if term in numbers}
        fixed = {term: factor for term, factor in form.terms.items() if self._is_fixed(term)}
        return (factors, fixed) if len(factors) + len(fixed) == len(form.terms) else None

    def _is_fixed(self, term: Value | Quotient) -> bool:
        """Whether a term is the same in all iterations: a value from outside the nest."""
        if isinstance(term, Quotient):
            return False
        return not self.is_inside(term)

    def is_inside(self, value: Value) -> bool:
        """Whether a value is defined inside the loops."""
        owner = value.parent_block.parent_op if value.parent_block is not None else None
        return owner is not None and any(root.is_ancestor_of(owner) for root in self.roots)

    def _enumerate(self, source: Access, target: Access, levels: Sequence[Level], private: int) -> list[Dependence]:
        """Direction vectors one by one: those that begin with zeros and a positive distance."""
        limits = self._limits(levels)
        if limits is None:
            return []
        problem = _Problem(self, source, target, levels, limits, self._steps(levels))
        if problem.system.is_empty:
            return []
        found: list[Dependence] = []
        pending: list[tuple[System, tuple[int, ...]]] = [(problem.system, ())]
        while pending:
            system, signs = pending.pop()
            is_settled = len(found) + len(pending) >= MAX_DIRECTIONS and any(signs)
            if len(signs) == len(levels) or is_settled:
                if any(signs):
                    found.append(problem.dependence(system, signs))
                continue
            delta = problem.deltas[len(signs)]
            for sign in (-1, 0, 1) if any(signs) else (0, 1) if len(signs) >= private else (0,):
                narrowed = _with_sign(system, delta, sign)
                if narrowed is not None and narrowed.examine() is not Answer.EMPTY:
                    pending.append((narrowed, (*signs, sign)))
        return found


def _narrowed(distance: Distance, factor: int, least: int, greatest: int, step: int) -> Distance | None:
    """The multiples of a step, in a range, that are from least to greatest when multiplied by a factor."""
    if factor < 0:
        factor, least, greatest = -factor, -greatest, -least
    low, high = -(-least // (factor * step)) * step, greatest // (factor * step) * step
    if distance.low is not None:
        low = max(low, distance.low)
    if distance.high is not None:
        high = min(high, distance.high)
    return Distance(low, high) if low <= high else None


def _with_sign(system: System, delta: int, sign: int) -> System | None:
    """The system with a distance on one side of zero, or zero."""
    known = system.value_of(delta)
    if known is not None:
        return system if (known > 0) - (known < 0) == sign else None
    made = system.copy()
    if sign:
        made.add_inequality({delta: sign, CONSTANT: -1})
    else:
        made.add_equality({delta: 1})
    return None if made.is_empty else made


def common(source: Access, target: Access) -> list[Level]:
    """The loops that both accesses are in."""
    found: list[Level] = []
    for first, second in zip(source.ivs, target.ivs, strict=False):
        if first is not second:
            break
        found.append((first, second))
    return found


def levels_of(loops: Iterable[loop.ForOp]) -> list[Level]:
    """Loops as levels."""
    return [(each.induction_variable, each.induction_variable) for each in loops]


def may_meet(source: Access, target: Access) -> bool:
    """Whether two accesses may touch the same memory at all."""
    return source.origin is None or target.origin is None or may_share_memory(source.origin, target.origin)


def _why_unknown(source: Access, target: Access) -> str | None:
    """Why subscripts do not tell whether two accesses touch the same element."""
    for access in (source, target):
        if access.forms is None:
            return f"of '{access.op.name}' {access.reason}"
    if source.value is target.value and source.origin is not None and source.origin.is_one_to_one:
        return None
    bases = [each.origin.base if each.origin is not None else None for each in (source, target)]
    return "two views of the same memory are not compared" if bases[0] is bases[1] else "two memrefs may be the same"


def _private_levels(source: Access, target: Access, levels: Sequence[Level]) -> int:
    """In how many of the loops the memory is allocated anew for each iteration."""
    if source.origin is None or target.origin is None or not source.origin.is_fresh:
        return 0
    op = source.origin.base.defining_op
    count = 0
    for first, second in levels:
        owner = first.owner.parent_op
        if op is None or first is not second or owner is None or not owner.is_ancestor_of(op):
            break
        count += 1
    return count


def _later(boxes: Iterable[tuple[Distance, ...]], steps: Sequence[int], private: int) -> Iterator[tuple[Distance, ...]]:
    """The parts of boxes where the first distance that is not zero is positive, loop by loop."""
    for box in boxes:
        for number, (low, high) in enumerate(box):
            least = max(steps[number], low) if low is not None else steps[number]
            if number >= private and (high is None or high >= least):
                yield (ZERO,) * number + (Distance(least, high),) + box[number + 1 :]
            if (low is not None and low > 0) or (high is not None and high < 0):
                break


# -- The general case ------------------------------------------------------------------------------------------------


class _Problem:
    """Two accesses as a system: the distances; and, where these do not say it all, the iteration of the source, and
    what else there is around the two."""

    def __init__(
        self,
        owner: LoopDependences,
        source: Access,
        target: Access,
        levels: Sequence[Level],
        limits: Sequence[Distance],
        steps: Sequence[int],
    ) -> None:
        self.owner = owner
        self.source = source
        self.target = target
        self.limits = limits
        self.system = System()
        self.deltas = [self.system.new_variable() for _ in levels]
        self._shared: dict[Value, Row] = {}
        self._outer: list[BlockArgument] = []
        self._inexact: str | None = None
        equations = owner.equations(source, target, levels)
        if equations is not None:
            self._add_equations(equations, steps)
        else:
            self._add_iterations(source, target, levels)

    def _add_equations(self, equations: Sequence[Equation], steps: Sequence[int]) -> None:
        """Where distances depend on nothing else."""
        for delta, (low, high), step in zip(self.deltas, self.limits, steps, strict=True):
            if low is not None:
                self.system.add_inequality({delta: 1, CONSTANT: -low})
            if high is not None:
                self.system.add_inequality({delta: -1, CONSTANT: high})
            if step != 1:
                self.system.add_equality({delta: 1, self.system.new_variable(): -step})
        for factors, least, greatest in equations:
            self._add_between({self.deltas[number]: factor for number, factor in factors.items()}, least, greatest)

    def _add_between(self, row: Row, least: int, greatest: int) -> None:
        """A row is from least to greatest."""
        if least == greatest:
            self.system.add_equality(combined(row, 1, {CONSTANT: least}, -1) if least else row)
            return
        self.system.add_inequality(combined(row, 1, {CONSTANT: least}, -1) if least else row)
        self.system.add_inequality(combined({CONSTANT: greatest}, 1, row, -1))

    def _add_iterations(self, source: Access, target: Access, levels: Sequence[Level]) -> None:
        first = _Side(self, {}, source)
        iterations: dict[Value, Row] = {}
        for delta, (outer, inner) in zip(self.deltas, levels, strict=True):
            iterations[inner] = combined(first.value_row(outer), 1, {delta: 1}, 1)
        second = _Side(self, iterations, target)
        assert source.forms is not None
        assert target.forms is not None
        for left, right, before, behind in zip(
            source.forms, target.forms, source.extents, target.extents, strict=True
        ):
            self._add_between(combined(second.row(right), 1, first.row(left), -1), 1 - behind, before - 1)
        for side in (first, second):
            side.add_surroundings()
        around = _Side(self, {}, None)
        for iv in self._outer:  # it grows: bounds use those of loops further out
            around.add_range(iv, self._shared[iv])

    def shared(self, value: Value) -> Row:
        """What is fixed while the nest runs: a symbol, or the induction variable of a loop around."""
        row = self._shared.get(value)
        if row is None:
            row = self._shared[value] = {self.system.new_variable(): 1}
            if isinstance(value, BlockArgument) and loop.is_induction_variable(value):
                self._outer.append(value)
        return row

    def give_up(self, reason: str) -> None:
        """Note that a constraint is left out."""
        self._inexact = reason

    def reason(self, answer: Answer) -> str | None:
        """Why it is not certain that there is a solution."""
        return self._inexact or ("it takes more to decide it" if answer is Answer.UNKNOWN else None)

    def dependence(self, system: System, signs: Sequence[int]) -> Dependence:
        """The dependence of a direction vector that was found possible."""
        distances: list[Distance] = []
        for number, (delta, (low, high)) in enumerate(zip(self.deltas, self.limits, strict=True)):
            known = system.value_of(delta)
            sign = signs[number] if number < len(signs) else None
            if known is not None:
                low = high = known
            elif sign == 0:
                low = high = 0
            elif sign == 1:
                low = 1 if low is None else max(1, low)
            elif sign == -1:
                high = -1 if high is None else min(-1, high)
            distances.append(Distance(low, high))
        return Dependence(self.source, self.target, tuple(distances), self.reason(system.examine()))


class _Side:
    """The values that one of two accesses sees."""

    def __init__(self, problem: _Problem, known: dict[Value, Row], access: Access | None) -> None:
        self.problem = problem
        self.access = access
        self._rows = known
        self._quotients: dict[Quotient, Row] = {}

    def row(self, form: Form) -> Row:
        """A form over the variables of the system."""
        row: Row = {CONSTANT: form.constant} if form.constant else {}
        for term, factor in form.terms.items():
            own = self._quotient_row(term) if isinstance(term, Quotient) else self.value_row(term)
            row = combined(row, 1, own, factor)
        return row

    def value_row(self, value: Value) -> Row:
        """A value: what varies within the nest is this side's own."""
        row = self._rows.get(value)
        if row is None:
            if not self.problem.owner.is_inside(value):
                return self.problem.shared(value)
            row = self._rows[value] = {self.problem.system.new_variable(): 1}
        return row

    def _quotient_row(self, quotient: Quotient) -> Row:
        row = self._quotients.get(quotient)
        if row is None:
            variable = self.problem.system.new_variable()
            row = self._quotients[quotient] = {variable: 1}
            remainder = combined(self.row(quotient.dividend), 1, row, -quotient.divisor)
            self.problem.system.add_inequality(remainder)
            self.problem.system.add_inequality(combined({CONSTANT: quotient.divisor - 1}, 1, remainder, -1))
        return row

    def add_surroundings(self) -> None:
        """The bounds of the loops around, and the sets of the conditionals."""
        assert self.access is not None
        for iv in self.access.ivs:
            self.add_range(iv, self.value_row(iv))
        for condition in self.access.conditions:
            self._add_condition(condition)

    def add_range(self, iv: BlockArgument, row: Row) -> None:
        """The bounds of one loop, and its step."""
        system, bounds = self.problem.system, self.problem.owner.range(iv)
        for form in bounds.lower or ():
            system.add_inequality(combined(row, 1, self.row(form), -1))
        for form in bounds.upper or ():
            above = combined(self.row(form), 1, row, -1)
            system.add_inequality(combined(above, 1, {CONSTANT: 1}, -1))
        if bounds.lower is None or bounds.upper is None:
            self.problem.give_up("the bounds of a loop are not affine")
        elif bounds.step != 1 and len(bounds.lower) == 1:
            count = {system.new_variable(): 1}
            offset = combined(row, 1, self.row(bounds.lower[0]), -1)
            system.add_equality(combined(offset, 1, count, -bounds.step))
        elif bounds.step != 1:
            self.problem.give_up("a loop with a step has several lower bounds")

    def _add_condition(self, condition: loop.IfOp) -> None:
        points = condition.integer_set
        as_map = AffineMap(points.num_dims, points.num_symbols, points.constraints)
        forms = forms_of(as_map, condition.operands, condition)
        if forms is None:
            self.problem.give_up("a condition is not affine")
            return
        for form, is_equality in zip(forms, points.eq_flags, strict=True):
            if is_equality:
                self.problem.system.add_equality(self.row(form))
            else:
                self.problem.system.add_inequality(self.row(form))
