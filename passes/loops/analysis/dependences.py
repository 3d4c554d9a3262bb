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

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from dlc.dialects import loop
from dlc.ir.affine.integer_systems import Answer, Part, Place, System, parts_of
from dlc.ir.operations import Operation
from dlc.ir.values import BlockArgument, Value
from dlc.passes.memory.origins import may_share_memory

from .accesses import Access, Accesses, Form, key_of
from .distances import ZERO, Distance, Equation, Level
from .iteration_spaces import Distances, IterationSpace, Nest, of_equations

MAX_DIRECTIONS = 64
"""When a pair has more direction vectors than this, the innermost distances are not told apart any more."""


_Answer = tuple[tuple[Distance, ...], str | None]
"""The distances of a dependence, and why it is not certain that there is one."""


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
        self.nest = Nest(roots)
        self.accesses = Accesses(roots).found
        self._known: dict[Hashable, list[Dependence]] = {}
        self._answers: dict[Hashable, list[_Answer]] = {}
        self._spaces: dict[Hashable, IterationSpace] = {}
        self._problems: dict[Hashable, _Problem] = {}
        self._known_steps: dict[Hashable, list[int]] = {}
        self._known_limits: dict[Hashable, tuple[Distance, ...] | None] = {}

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
        found = self._answered("within", source, target, levels, self._within)
        return [Dependence(source, target, *each) for each in found]

    def is_inside(self, value: Value) -> bool:
        """Whether a value is defined inside the loops."""
        return self.nest.is_inside(value)

    # -- Answering ---------------------------------------------------------------------------------------------------

    def _carried(self, source: Access, target: Access, levels: Sequence[Level]) -> list[Dependence]:
        private = _private_levels(source, target, levels)

        def answer(source: Access, target: Access, levels: Sequence[Level]) -> list[_Answer]:
            reason = _why_unknown(source, target)
            if reason is not None:
                limits = self._limits(levels)
                boxes = [limits] if limits is not None else []
                return [(each, reason) for each in _later(boxes, self._steps(levels), private)]
            equations = self.equations(source, target, levels)
            apart = self._separate(equations, source, target, levels)
            if apart is not None:
                return [(each, None) for each in _later(apart, self._steps(levels), private)]
            return self._enumerate(self._problem(equations, source, target, levels), len(levels), private)

        found = self._answered(private, source, target, levels, answer)
        return [Dependence(source, target, *each) for each in found]

    def _answered(
        self,
        question: Hashable,
        source: Access,
        target: Access,
        levels: Sequence[Level],
        answer: Callable[[Access, Access, Sequence[Level]], list[_Answer]],
    ) -> list[_Answer]:
        """Answers are the same for accesses in the same loops at the same subscripts of one memref."""
        first, second = source.subscripts, target.subscripts
        if first is None or second is None or source.value is not target.value:
            return answer(source, target, levels)
        key = (question, source.value, source.place, first, target.place, second, tuple(levels))
        found = self._answers.get(key)
        if found is None:
            found = self._answers[key] = answer(source, target, levels)
        return found

    def _within(self, source: Access, target: Access, levels: Sequence[Level]) -> list[_Answer]:
        zeros = (ZERO,) * len(levels)
        reason = _why_unknown(source, target)
        if reason is not None:
            return [(zeros, reason)]
        equations = self.equations(source, target, levels)
        apart = self._separate(equations, source, target, levels)
        if apart is not None:
            meets = bool(apart) and all(each.low is None or each.low <= 0 for each in apart[0])
            meets = meets and all(each.high is None or each.high >= 0 for each in apart[0])
            return [(zeros, None)] if meets else []
        problem = self._problem(equations, source, target, levels)
        parts = problem.parts if problem is not None else None
        if problem is None or parts is None:
            return []
        for number in range(len(levels)):
            parts = problem.narrowed(parts, number, 0)
            if parts is None:
                return []
        return [problem.answer(parts, (0,) * len(levels))]

    def _steps(self, levels: Sequence[Level]) -> list[int]:
        """By how much a distance grows at least from zero, where that is known."""
        key = tuple(levels)
        found = self._known_steps.get(key)
        if found is None:
            found = self._known_steps[key] = [self._step(first, second) for first, second in levels]
        return found

    def _step(self, first: BlockArgument, second: BlockArgument) -> int:
        a, b = self.nest.range(first), self.nest.range(second)
        if first is second:
            return a.step if self.nest.is_simple(first) and len(a.lower or ()) == 1 else 1
        return a.step if a.low is not None and (a.low, a.step) == (b.low, b.step) else 1

    def _limits(self, levels: Sequence[Level]) -> tuple[Distance, ...] | None:
        """How far iterations can be apart at all; `None`: a loop never runs."""
        key = tuple(levels)
        if key not in self._known_limits:
            self._known_limits[key] = self._computed_limits(levels)
        return self._known_limits[key]

    def _computed_limits(self, levels: Sequence[Level]) -> tuple[Distance, ...] | None:
        limits: list[Distance] = []
        for first, second in levels:
            source, target = self.nest.range(first), self.nest.range(second)
            if source.is_empty or target.is_empty:
                return None
            low = None if target.low is None or source.high is None else target.low - source.high
            high = None if target.high is None or source.low is None else target.high - source.low
            if first is second and source.farthest is not None and self.nest.is_simple(first):
                low, high = -source.farthest, source.farthest
            limits.append(Distance(low, high))
        return tuple(limits)

    def _separate(
        self, equations: Sequence[Equation] | None, source: Access, target: Access, levels: Sequence[Level]
    ) -> list[tuple[Distance, ...]] | None:
        """The distances, if each can be found by itself: one box of them, or none. `None`: it takes more than that."""
        if equations is None or any(len(factors) > 1 for factors, _, _ in equations):
            return None
        limits = self._limits(levels)
        if limits is None or any(self.nest.range(iv).is_empty for iv in (*source.ivs, *target.ivs)):
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
        if not all(self.nest.is_simple(iv) for iv in ivs):
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

    def _factors(self, form: Form, numbers: dict[object, int]) -> tuple[dict[int, int], dict[Hashable, int]] | None:
        """The factors of the loops' induction variables, and of what is fixed; `None` if there is anything else."""
        factors: dict[int, int] = {}
        fixed: dict[Hashable, int] = {}
        for term, factor in form.terms.items():
            if term in numbers:
                factors[numbers[term]] = factor
            elif self.nest.is_fixed_term(term):
                fixed[key_of(term)] = factor
            else:
                return None
        return factors, fixed

    def _problem(
        self, equations: Sequence[Equation] | None, source: Access, target: Access, levels: Sequence[Level]
    ) -> _Problem | None:
        """The question as a system; `None`: a loop never runs."""
        limits = self._limits(levels)
        if limits is None:
            return None
        if equations is not None:
            found = of_equations(levels, limits, self._steps(levels), equations)
            return _Problem(found, found.system, limits)
        around = (source.place, target.place, tuple(levels))
        key = (*around, source.subscripts, target.subscripts)
        known = self._problems.get(key)
        if known is None:
            space = self._spaces.get(around)
            if space is None:
                space = self._spaces[around] = IterationSpace(self.nest, source, target, levels)
            if source.has_quotients or target.has_quotients:  # which no other accesses need
                space = space.fork()
            known = self._problems[key] = _Problem(space, space.touching(source, target), limits)
        return known

    def _enumerate(self, problem: _Problem | None, depth: int, private: int) -> list[_Answer]:
        """Direction vectors one by one: those that begin with zeros and a positive distance."""
        if problem is None or problem.parts is None:
            return []
        found: list[_Answer] = []
        pending: list[tuple[list[Part], tuple[int, ...]]] = [(problem.parts, ())]
        while pending:
            parts, signs = pending.pop()
            is_settled = len(found) + len(pending) >= MAX_DIRECTIONS and any(signs)
            if len(signs) == depth or is_settled:
                if any(signs):
                    found.append(problem.answer(parts, signs))
                continue
            for sign in (-1, 0, 1) if any(signs) else (0, 1) if len(signs) >= private else (0,):
                narrowed = problem.narrowed(parts, len(signs), sign)
                if narrowed is not None:
                    pending.append((narrowed, (*signs, sign)))
        return found


class _Problem:
    """A question about a system: in which directions there are solutions."""

    def __init__(self, distances: Distances, system: System, limits: Sequence[Distance]) -> None:
        self.inexact = distances.inexact
        self.limits = limits
        self.parts: list[Part] | None = None
        """The system in parts that have nothing to do with one another; `None`: there is no solution."""
        self._places: list[Place] = []
        if not system.is_empty:
            parts, self._places = parts_of(system, [{delta: 1} for delta in distances.deltas])
            if all(each.answer is not Answer.EMPTY for each in parts):
                self.parts = parts

    def narrowed(self, parts: list[Part], number: int, sign: int) -> list[Part] | None:
        """The parts where a distance is positive, negative or zero."""
        place, form = self._places[number]
        made = parts[place].with_sign(form, sign)
        return None if made is None else [*parts[:place], made, *parts[place + 1 :]]

    def answer(self, parts: Sequence[Part], signs: Sequence[int]) -> _Answer:
        """The distances where the first of them have these signs, and why it is not certain that there are any."""
        found: list[Distance] = []
        for number, (limit, (place, form)) in enumerate(zip(self.limits, self._places, strict=True)):
            known = parts[place].values[form]
            if known is not None:
                found.append(Distance(known, known))
            else:
                found.append(limit.with_sign(signs[number]) if number < len(signs) else limit)
        is_unknown = any(each.answer is Answer.UNKNOWN for each in parts)
        return tuple(found), self.inexact or ("it takes more to decide it" if is_unknown else None)


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
