"""Dependence analysis of loop nests. It is exact for affine accesses and conservative for all others.

    dependences = LoopDependences(nest)
    for dependence in dependences.carried(levels_of(band)):
        print(dependence)                          # flow dependence with distance (1, -1)

There is a dependence from one access to another if both can access the same element, one of them writes, and the first
one runs earlier. Its *distance* is the difference of the induction variables of the common loops, outermost first. Each
loop has a range of distances: a single integer if it is known, otherwise one side of zero.

The query is a system of linear constraints: the iterations of the source, the distances, the bounds of all enclosing
loops, and equal subscripts. `integer_systems` solves it. Most pairs need no system: if subscripts differ by constants
and bounds are constants or symbols, each distance follows from its own subscript.

Values from outside the nest are fixed: induction variables of loops further out are symbols of unknown value within
their bounds. Symbols may have any value for which the loops run.

Not here: which of several writes a read sees (dependences that others cover are reported as well).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from dlc.dialects import loop
from dlc.ir import BlockArgument, Operation, Value
from dlc.ir.affine.integer_systems import Answer, Part, Place, System, parts_of
from dlc.passes.memory.aliases import may_share_memory

from .accesses import Access, Accesses, Form, key_of
from .distances import ZERO, Distance, Equation, Level
from .iteration_spaces import Distances, IterationSpace, Nest, of_equations
from .view_subscripts import in_source

MAX_DIRECTIONS = 64
"""If a pair has more direction vectors than this, the innermost distances are not distinguished any more."""


_Answer = tuple[tuple[Distance, ...], str | None]
"""The distances of a dependence, and why it may not exist; `None` if it does."""


class Dependence(NamedTuple):
    """Two accesses that must keep their order, and the distances between their iterations."""

    source: Access
    target: Access
    distances: tuple[Distance, ...]
    reason: str | None = None
    """Why the dependence may not exist; `None` if it does, for some values of the symbols."""

    @property
    def kind(self) -> str:
        """`flow`: read after write; `anti`: write after read; `output`: write after write."""
        if not self.source.is_write:
            return "anti"
        return "output" if self.target.is_write else "flow"

    @property
    def level(self) -> int | None:
        """The position of the loop that carries the dependence, or `None` if both accesses are in one iteration."""
        return next((position for position, distance in enumerate(self.distances) if distance != ZERO), None)

    @property
    def vector(self) -> str:
        """The distance vector as text: `(1, -, *)`."""
        return f"({', '.join(map(str, self.distances))})"

    def may_reverse(self, farthest: int, *, source_last: bool) -> bool:
        """Return whether the target may run first if iterations of the first loop within a distance of `farthest` run
        together, op by op. `source_last` is whether the source then follows the target in an inner iteration."""
        low, high = self.distances[0]
        if (high is not None and high <= 0) or (low is not None and low > farthest):
            return False
        for low, _ in self.distances[1:]:
            if low is None or low < 0:
                return True
            if low > 0:
                return False
        return source_last

    def __str__(self) -> str:
        certainty = "" if self.reason is None else "possible "
        return f"{certainty}{self.kind} dependence with distance {self.vector}"


class LoopDependences:
    """The dependences inside a loop, or inside several loops of one block, given in their order.

    Results are cached; any change to the loops makes them stale. `accesses` are those to be
    compared; all by default.
    """

    def __init__(self, *roots: Operation, accesses: Sequence[Access] | None = None) -> None:
        self.nest = Nest(roots)
        self.accesses: list[Access] = Accesses(roots).all if accesses is None else [*accesses]
        self._known: dict[Hashable, list[Dependence]] = {}
        self._answers: dict[Hashable, list[_Answer]] = {}
        self._spaces: dict[Hashable, IterationSpace] = {}
        self._problems: dict[Hashable, _Problem] = {}
        self._known_steps: dict[Hashable, list[int]] = {}
        self._known_limits: dict[Hashable, tuple[Distance, ...] | None] = {}
        self._known_views: dict[Access, list[Access]] = {}

    # -- Queries -----------------------------------------------------------------------------------------------------

    def carried(self, levels: Sequence[Level] | None = None) -> Iterator[Dependence]:
        """Iterate over the dependences between different iterations of these loops, by default all common loops."""
        for source, target in self.pairs():
            yield from self.carried_between(source, target, levels if levels is not None else common(source, target))

    def pairs(self) -> Iterator[tuple[Access, Access]]:
        """Iterate over the pairs of accesses to memory that may be the same, of which at least one writes."""
        return self._pairs(self.accesses, self.accesses)

    def all(self) -> Iterator[Dependence]:
        """Iterate over all dependences: loop-carried ones, and those within an iteration."""
        for source, target in self.pairs():
            levels = common(source, target)
            yield from self.carried_between(source, target, levels)
            if source.order < target.order:
                yield from self.within(source, target, levels)

    def between(
        self, sources: Iterable[Access], targets: Iterable[Access], levels: Sequence[Level]
    ) -> Iterator[Dependence]:
        """Iterate over the dependences from `sources` to `targets` that these loops carry."""
        for source, target in self._pairs(sources, targets):
            yield from self.carried_between(source, target, levels)

    def inside(self, op: Operation) -> list[Access]:
        """Return the accesses of an op and of the ops inside it."""
        return [access for access in self.accesses if op.is_ancestor_of(access.op)]

    def _pairs(self, sources: Iterable[Access], targets: Iterable[Access]) -> Iterator[tuple[Access, Access]]:
        others = list(targets)
        written = [target for target in others if target.is_write]
        for source in sources:
            for target in others if source.is_write else written:
                if may_meet(source, target):
                    yield source, target

    def carried_between(self, source: Access, target: Access, levels: Sequence[Level]) -> list[Dependence]:
        """Return the dependences with the target in a later iteration: the first nonzero distance is positive."""
        key = (source, target, tuple(levels))
        dependences = self._known.get(key)
        if dependences is None:
            dependences = self._known[key] = self._carried(source, target, levels)
        return dependences

    def within(self, source: Access, target: Access, levels: Sequence[Level]) -> list[Dependence]:
        """Return the dependence within one iteration of the loops, as a list of at most one."""
        answers = self._answered("within", *self._in_one_memref(source, target), levels, self._within)
        return [Dependence(source, target, *answer) for answer in answers]

    def is_inside(self, value: Value) -> bool:
        """Return whether a value is defined inside the loops."""
        return self.nest.is_inside(value)

    # -- Computation -------------------------------------------------------------------------------------------------

    def _carried(self, source: Access, target: Access, levels: Sequence[Level]) -> list[Dependence]:
        num_private = _private_levels(source, target, levels)

        def answer(source: Access, target: Access, levels: Sequence[Level]) -> list[_Answer]:
            reason = _why_unknown(source, target)
            if reason is not None:
                limits = self._limits(levels)
                boxes = [limits] if limits is not None else []
                return [(each, reason) for each in _later(boxes, self._steps(levels), num_private)]
            equations = self.equations(source, target, levels)
            distances = self._separate(equations, source, target, levels)
            if distances is not None:
                return [(each, None) for each in _later(distances, self._steps(levels), num_private)]
            return self._enumerate(self._problem(equations, source, target, levels), len(levels), num_private)

        answers = self._answered(num_private, *self._in_one_memref(source, target), levels, answer)
        return [Dependence(source, target, *each) for each in answers]

    def _in_one_memref(self, source: Access, target: Access) -> tuple[Access, Access]:
        """Return two accesses as accesses of one memref if they go through subviews of it."""
        if source.value is target.value or source.origin is None or target.origin is None:
            return source, target
        if source.origin.base is not target.origin.base:
            return source, target
        others = {each.value: each for each in self._through_views(target)}
        for each in self._through_views(source):
            if each.value in others:
                return each, others[each.value]
        return source, target

    def _through_views(self, access: Access) -> list[Access]:
        """Return an access, and the same one of each memref that its subviews look into."""
        accesses = self._known_views.get(access)
        if accesses is None:
            accesses = self._known_views[access] = [access]
            while (outer := in_source(accesses[-1])) is not None and self._has_known_terms(outer):
                accesses.append(outer)
        return accesses

    def _has_known_terms(self, access: Access) -> bool:
        """Return whether subscripts consist of induction variables and values that the loops do not change."""
        terms = (term for form in access.forms or () for term in form.terms)
        return all(term in access.ivs or self.nest.is_fixed_term(term) for term in terms)

    def _answered(
        self,
        question: Hashable,
        source: Access,
        target: Access,
        levels: Sequence[Level],
        answer: Callable[[Access, Access, Sequence[Level]], list[_Answer]],
    ) -> list[_Answer]:
        """Return the answer, cached for accesses in the same loops with the same subscripts of one memref."""
        first, second = source.subscripts, target.subscripts
        if first is None or second is None or source.value is not target.value:
            return answer(source, target, levels)
        key = (question, source.value, source.surroundings, first, target.surroundings, second, tuple(levels))
        answers = self._answers.get(key)
        if answers is None:
            answers = self._answers[key] = answer(source, target, levels)
        return answers

    def _within(self, source: Access, target: Access, levels: Sequence[Level]) -> list[_Answer]:
        zeros = (ZERO,) * len(levels)
        reason = _why_unknown(source, target)
        if reason is not None:
            return [(zeros, reason)]
        equations = self.equations(source, target, levels)
        distances = self._separate(equations, source, target, levels)
        if distances is not None:
            meets = bool(distances) and all(each.low is None or each.low <= 0 for each in distances[0])
            meets = meets and all(each.high is None or each.high >= 0 for each in distances[0])
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
        """Return the smallest positive distance of each loop, or 1 if it is unknown."""
        key = tuple(levels)
        steps = self._known_steps.get(key)
        if steps is None:
            steps = self._known_steps[key] = [self._step(first, second) for first, second in levels]
        return steps

    def _step(self, first: BlockArgument, second: BlockArgument) -> int:
        a, b = self.nest.range(first), self.nest.range(second)
        if first is second:
            return a.step if self.nest.is_simple(first) and len(a.lower or ()) == 1 else 1
        return a.step if a.low is not None and (a.low, a.step) == (b.low, b.step) else 1

    def _limits(self, levels: Sequence[Level]) -> tuple[Distance, ...] | None:
        """Return the ranges of distances that the bounds allow, or `None` if a loop never runs."""
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
        """Return the distances if each follows from its own equation: one box, or none. `None`: a system is needed."""
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
        """Return the equations of the distances, or `None` if they depend on other variables.

        They do not if the subscripts differ by constants only, and no loop's bounds depend on another loop.
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
        equations: list[Equation] = []
        for first, second, before, behind in zip(
            source.forms, target.forms, source.extents, target.extents, strict=True
        ):
            left, right = self._factors(first, outer), self._factors(second, inner)
            if left is None or left != right:
                return None
            apart = first.constant - second.constant
            equations.append((left[0], apart - behind + 1, apart + before - 1))
        return equations

    def _factors(self, form: Form, positions: dict[object, int]) -> tuple[dict[int, int], dict[Hashable, int]] | None:
        """Return the factors of the loops' induction variables and of fixed terms, or `None` if there are others."""
        factors: dict[int, int] = {}
        fixed: dict[Hashable, int] = {}
        for term, factor in form.terms.items():
            if term in positions:
                factors[positions[term]] = factor
            elif self.nest.is_fixed_term(term):
                fixed[key_of(term)] = factor
            else:
                return None
        return factors, fixed

    def _problem(
        self, equations: Sequence[Equation] | None, source: Access, target: Access, levels: Sequence[Level]
    ) -> _Problem | None:
        """Return the query as a system, or `None` if a loop never runs."""
        limits = self._limits(levels)
        if limits is None:
            return None
        if equations is not None:
            distances = of_equations(levels, limits, self._steps(levels), equations)
            return _Problem(distances, distances.system, limits)
        surroundings = (source.surroundings, target.surroundings, tuple(levels))
        key = (*surroundings, source.subscripts, target.subscripts)
        problem = self._problems.get(key)
        if problem is None:
            space = self._spaces.get(surroundings)
            if space is None:
                space = self._spaces[surroundings] = IterationSpace(self.nest, source, target, levels)
            if source.has_quotients or target.has_quotients:  # no other accesses need their variables
                space = space.fork()
            problem = self._problems[key] = _Problem(space, space.touching(source, target), limits)
        return problem

    def _enumerate(self, problem: _Problem | None, depth: int, num_private: int) -> list[_Answer]:
        """Enumerate the direction vectors that begin with zeros and a positive distance."""
        if problem is None or problem.parts is None:
            return []
        answers: list[_Answer] = []
        pending: list[tuple[list[Part], tuple[int, ...]]] = [(problem.parts, ())]
        while pending:
            parts, signs = pending.pop()
            is_settled = len(answers) + len(pending) >= MAX_DIRECTIONS and any(signs)
            if len(signs) == depth or is_settled:
                if any(signs):
                    answers.append(problem.answer(parts, signs))
                continue
            for sign in (-1, 0, 1) if any(signs) else (0, 1) if len(signs) >= num_private else (0,):
                narrowed = problem.narrowed(parts, len(signs), sign)
                if narrowed is not None:
                    pending.append((narrowed, (*signs, sign)))
        return answers


class _Problem:
    """A query about a system: the directions in which there are solutions."""

    def __init__(self, distances: Distances, system: System, limits: Sequence[Distance]) -> None:
        self.inexact = distances.inexact
        self.limits = limits
        self.parts: list[Part] | None = None
        """The independent parts of the system, or `None` if there is no solution."""
        self._places: list[Place] = []
        if not system.is_empty:
            parts, self._places = parts_of(system, [{delta: 1} for delta in distances.deltas])
            if all(each.answer is not Answer.EMPTY for each in parts):
                self.parts = parts

    def narrowed(self, parts: list[Part], position: int, sign: int) -> list[Part] | None:
        """Return the parts with a distance of this sign, or `None` if there is no solution."""
        part_index, form = self._places[position]
        narrowed_part = parts[part_index].with_sign(form, sign)
        return None if narrowed_part is None else [*parts[:part_index], narrowed_part, *parts[part_index + 1 :]]

    def answer(self, parts: Sequence[Part], signs: Sequence[int]) -> _Answer:
        """Return the distances if the first of them have these signs, and why there may be no solution."""
        distances: list[Distance] = []
        for position, (limit, (part_index, form)) in enumerate(zip(self.limits, self._places, strict=True)):
            value = parts[part_index].values[form]
            if value is not None:
                distances.append(Distance(value, value))
            else:
                distances.append(limit.with_sign(signs[position]) if position < len(signs) else limit)
        is_unknown = any(each.answer is Answer.UNKNOWN for each in parts)
        return tuple(distances), self.inexact or ("the linear system is undecided" if is_unknown else None)


def _narrowed(distance: Distance, factor: int, least: int, greatest: int, step: int) -> Distance | None:
    """Return the multiples of a step in a range whose product with a factor is from `least` to `greatest`."""
    if factor < 0:
        factor, least, greatest = -factor, -greatest, -least
    low, high = -(-least // (factor * step)) * step, greatest // (factor * step) * step
    if distance.low is not None:
        low = max(low, distance.low)
    if distance.high is not None:
        high = min(high, distance.high)
    return Distance(low, high) if low <= high else None


def common(source: Access, target: Access) -> list[Level]:
    """Return the loops that enclose both accesses."""
    levels: list[Level] = []
    for first, second in zip(source.ivs, target.ivs, strict=False):
        if first is not second:
            break
        levels.append((first, second))
    return levels


def levels_of(loops: Iterable[loop.ForOp]) -> list[Level]:
    """Return loops as levels, with the same loop for source and target."""
    return [(each.induction_variable, each.induction_variable) for each in loops]


def may_meet(source: Access, target: Access) -> bool:
    """Return whether two accesses may touch the same memory."""
    return source.origin is None or target.origin is None or may_share_memory(source.origin, target.origin)


def _why_unknown(source: Access, target: Access) -> str | None:
    """Return why subscripts do not decide whether two accesses meet, or `None` if they do."""
    for access in (source, target):
        if access.forms is None:
            return f"'{access.op.name}' {access.reason}"
    if source.value is target.value and source.origin is not None and source.origin.is_one_to_one:
        return None
    bases = [each.origin.base if each.origin is not None else None for each in (source, target)]
    if bases[0] is bases[1]:
        return "two views of the same memory are not compared"
    are_arguments = all(isinstance(each, BlockArgument) for each in bases)
    return f"two memrefs may alias{'; an argument with {llvm.noalias} does not' if are_arguments else ''}"


def _private_levels(source: Access, target: Access, levels: Sequence[Level]) -> int:
    """Return the number of outer loops in each iteration of which the memory is allocated anew."""
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


def _later(
    boxes: Iterable[tuple[Distance, ...]], steps: Sequence[int], num_private: int
) -> Iterator[tuple[Distance, ...]]:
    """Return the parts of boxes in which the first distance other than zero is positive, loop by loop."""
    for box in boxes:
        for position, (low, high) in enumerate(box):
            least = max(steps[position], low) if low is not None else steps[position]
            if position >= num_private and (high is None or high >= least):
                yield (ZERO,) * position + (Distance(least, high),) + box[position + 1 :]
            if (low is not None and low > 0) or (high is not None and high < 0):
                break
