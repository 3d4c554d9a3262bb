"""Prefetching: elements that a loop accesses some iterations later are brought into the cache.

    for %i {                            for %i {
      %0 = load %m[%i, %k]     =>         prefetch %m[%i + 4, %k]
                                          %0 = load %m[%i, %k]

What an inner loop accesses can be prefetched where it stands, or in equal parts by the iterations of a loop around it,
which spread their part over the inner loop:

    for %i {                            for %i {
      for %t = 0 to 4 {                   for %t = 0 to 4 {
        for %k = 0 to 8 {          =>       for %k = 0 to 8 {
          %0 = load %m[%i, %k]                if (%k mod 4 == 0) { prefetch %m[%i + 1, %t * 2 + %k floordiv 4] }
                                              %0 = load %m[%i, %k]

Always legal: a prefetch has no visible effect, not even if there are no such iterations any more.

Not here: whether it is profitable, which depends on the prefetcher of the hardware.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from dlc.dialects import loop
from dlc.dialects.loop.memory import AccessOp
from dlc.ir import Attribute, Builder, Operation, Value
from dlc.ir.affine import AffineMap, IntegerSet, affine_dims
from dlc.ir.builtin_attributes import AffineMapAttr, bool_attr, int_attr
from dlc.ir.builtin_types import MemRefType, bit_width, i32
from dlc.passes.manager import PassRun, option, statistic

from ..analysis.accesses import Access, Accesses, Form, Quotient
from ..analysis.facts import max_trip_count
from ..analysis.nests import Point, lower_bound, shifted, substituted
from .loop_pass import Attempts, LoopPass
from .refusals import Refusal, check_distance
from .selection import named

WHAT = "cannot be prefetched"
LINE_BYTES = 64
"""The size of a cache line in bytes."""
LOCALITIES = range(4)


class Target(NamedTuple):
    """The element that an access touches some iterations later: its indices as a map with operands."""

    access: AccessOp
    map: AffineMap
    operands: Sequence[Value]

    def at(self, counter: Value, point: Point) -> Target:
        """Return the target where the counter of a loop has another value."""
        return Target(self.access, *substituted(self.map, self.operands, counter, point))

    def prefetched(self, locality: int) -> loop.PrefetchOp:
        """Return a new op that prefetches the target."""
        access = self.access
        properties: dict[str, Attribute] = {
            "isWrite": bool_attr(isinstance(access, (loop.StoreOp, loop.VectorStoreOp))),
            "localityHint": int_attr(locality, i32),
            "isDataCache": bool_attr(True),
            "map": AffineMapAttr(self.map),
        }
        return loop.PrefetchOp.create([access.memref, *self.operands], (), properties, location=access.location)


def prefetch(op: loop.ForOp, access: AccessOp, distance: int, locality: int = 3) -> loop.PrefetchOp:
    """Prefetch the element that an access inside a loop touches `distance` iterations later; return the new op."""
    prefetch_op = _target(op, access, distance, locality).prefetched(locality)
    access.block.insert_before(prefetch_op, access)
    return prefetch_op


class Parts:
    """The iterations of a loop, each of which prefetches an equal part of what an inner loop accesses later."""

    def __init__(self, parts: loop.ForOp) -> None:
        self._parts = parts
        self._places: dict[loop.ForOp, tuple[loop.IfOp, Point]] = {}
        """For each inner loop where it prefetches, and for which of its iterations."""

    def prefetch(self, op: loop.ForOp, access: AccessOp, distance: int, locality: int = 3) -> loop.PrefetchOp:
        """Prefetch all elements that an access in an inner loop touches `distance` iterations of a loop later."""
        parts = self._parts
        inner, *others = _loops_between(access, parts)
        trips, count = max_trip_count(inner), max_trip_count(parts)
        if trips is None or not count:
            raise Refusal(access, f"{WHAT} in parts: the number of iterations is unknown", [(parts.location, "here")])
        steps = -(-trips // count)
        check_distance(access, steps * count * inner.step_value, WHAT)
        target = _target(op, access, distance, locality, others)
        if inner not in self._places:
            self._places[inner] = _place_of_part(inner, parts, steps, trips)
        branch, point = self._places[inner]
        new = target.at(inner.induction_variable, point).prefetched(locality)
        branch.then_block.insert_before(new, branch.then_block.last)
        return new


def _place_of_part(inner: loop.ForOp, parts: loop.ForOp, steps: int, trips: int) -> tuple[loop.IfOp, Point]:
    """Return where an inner loop prefetches what `steps` of its `trips` access, and which iteration is meant there."""
    begins = [_begin(each) for each in (inner, parts)]
    builder = Builder.at_start(inner.body, inner.location)
    values = [builder.insert(loop.ApplyOp.of(each.map, each.operands)).result for each in begins]
    operands = [*values, parts.induction_variable, inner.induction_variable]
    begin, first_part, part, counter = affine_dims(4)
    every = max(1, trips // steps) * inner.step_value
    conditions = [(counter - begin) % every]
    if every * steps < trips * inner.step_value:
        conditions.append(begin + every * steps - 1 - counter)
    branch = builder.insert(
        loop.IfOp.on(IntegerSet(4, 0, conditions, [True, False][: len(conditions)]), operands, location=inner.location)
    )
    branch.then_block.append(loop.YieldOp.of(()))
    before = (part - first_part) // parts.step_value * steps + (counter - begin) // every
    return branch, (begin + before * inner.step_value, operands, 4)


def _loops_between(access: AccessOp, parts: loop.ForOp) -> list[loop.ForOp]:
    """Return the loops around an access and inside `parts`, inner ones first, of which only the first may go on."""
    around = list(takewhile(lambda each: each is not parts, access.ancestors))
    loops = [each for each in around if isinstance(each, loop.ForOp)]
    if not loops or len(loops) < len(around):
        raise Refusal(access, f"{WHAT} in parts: it is not in loops only", [(parts.location, "inside this one")])
    for each in loops[1:]:
        if each.constant_trip_count() != 1:
            raise Refusal(
                access, f"{WHAT} in parts: a loop around it has several iterations", [(each.location, "here")]
            )
    return loops


def _begin(op: loop.ForOp) -> loop.Expressions:
    """Return the lower bound of a loop, if it is a single expression."""
    lower = loop.Expressions.of(*lower_bound(op))
    if len(lower.exprs) != 1:
        raise Refusal(op, f"{WHAT} in parts: the lower bound is the greatest of several")
    return lower


def _target(op: loop.ForOp, access: AccessOp, distance: int, locality: int, once: Sequence[loop.ForOp] = ()) -> Target:
    """Return what an access inside a loop touches `distance` iterations later, inside some loops that run once."""
    if distance < 1:
        raise Refusal(access, f"{WHAT}: the distance must be positive, but got {distance}")
    check_distance(access, distance * op.step_value, WHAT)
    if locality not in LOCALITIES:
        raise Refusal(access, f"{WHAT}: the locality must be from 0 to {LOCALITIES[-1]}, but got {locality}")
    if isinstance(access, loop.PrefetchOp) or not op.is_ancestor_of(access):
        raise Refusal(access, f"{WHAT}: it is not a load or store inside the loop", [(op.location, "this is the loop")])
    subscripts = loop.simplified(loop.Expressions.of(access.affine_map, access.indices), access)
    target = Target(access, subscripts.map, subscripts.operands)
    for each in once:
        begin = _begin(each)
        target = target.at(each.induction_variable, (begin.exprs[0], begin.operands, begin.num_dims))
    counter = op.induction_variable
    if counter not in target.operands:
        note = (op.location, "this is the loop")
        raise Refusal(access, f"{WHAT}: it accesses the same element in all iterations", [note])
    return target.at(counter, shifted(counter, distance * op.step_value))


def lines_touched(op: loop.ForOp, *, writes: bool, within: str = "") -> list[AccessOp]:
    """Return the loads or stores of a loop whose element depends on the iteration, one for each cache line.

    Only those in an inner loop called `within` are returned, if that is a name.
    """
    inner = named(op, [within]) if within else [op]
    groups: dict[object, list[Access]] = {}
    for access in Accesses(inner).all:
        forms = access.forms
        if forms is None or access.is_write != writes or not forms:
            continue
        if any(_depends_on(form, op.induction_variable) for form in forms):
            *others, last = forms
            terms = Form(last.terms, 0).key
            groups.setdefault((access.value, terms, tuple([form.key for form in others])), []).append(access)
    return [each for group in groups.values() for each in _one_per_line(group)]


def _depends_on(form: Form, value: Value) -> bool:
    return any(
        _depends_on(term.dividend, value) if isinstance(term, Quotient) else term is value for term in form.terms
    )


def _one_per_line(group: list[Access]) -> list[AccessOp]:
    """Return one access per cache line, from accesses that differ in the last index only."""
    first_in_line: list[AccessOp] = []
    covered: int | None = None
    for access in sorted(group, key=_last_index):
        op = access.op
        assert isinstance(op, AccessOp)
        if covered is None or _last_index(access) >= covered:
            first_in_line.append(op)
            covered = _last_index(access) + _elements_of_a_line(op.memref.type)
    return first_in_line


def _last_index(access: Access) -> int:
    assert access.forms is not None
    return access.forms[-1].constant


def _elements_of_a_line(type: object) -> int:
    width = bit_width(type.element_type) if isinstance(type, MemRefType) else None
    return max(1, LINE_BYTES * 8 // width) if width else 1


class LoopPrefetch(LoopPass):
    """Prefetch elements that later iterations of loops access

    One access is prefetched for each cache line. Loop-invariant elements are not prefetched. If another loop is named
    as `within`, only accesses in it are prefetched.

    Example: loop-prefetch{loops=i distance=16}
        func.func @double(%m: memref<64xf32>) {
          loop.for %i = 0 to 64 {
            %0 = loop.load %m[%i] : memref<64xf32>
            %1 = arith.addf %0, %0 : f32
            loop.store %1, %m[%i] : memref<64xf32>
          } {loop.name = "i"}
          return
        }
    """

    name = "loop-prefetch"
    distance: int = option("The number of iterations to prefetch ahead", default=8, least=0)
    locality: int = option("The temporal locality, from 0 (none) to 3 (keep in all caches)", default=3, least=0)
    writes: bool = option("Whether to prefetch stores instead of loads", default=False)
    within: str = option("The inner loop whose accesses are prefetched; by default all of them", default="")
    parts: str = option(
        "The loop around the inner one whose iterations prefetch equal parts, spread over the inner one; by default, "
        "accesses are prefetched where they stand",
        default="",
    )
    done = statistic("num-prefetched", "Number of accesses prefetched")
    refused = statistic("num-refused", "Number of accesses that could not be prefetched")

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(self, run)
        known: dict[loop.ForOp, Parts] = {}
        candidates = named(op, self.loops)
        for each in candidates:
            for access in lines_touched(each, writes=self.writes, within=self.within):
                attempt(lambda each=each, access=access: self._prefetch(each, access, known))
        attempt.finish(has_candidates=bool(candidates))

    def _prefetch(self, op: loop.ForOp, access: AccessOp, known: dict[loop.ForOp, Parts]) -> object:
        """Prefetch what an access touches later, where it stands or in parts."""
        if not self.parts:
            return prefetch(op, access, self.distance, self.locality)
        parts = next((each for each in named(op, [self.parts]) if each is not op and each.is_ancestor_of(access)), None)
        if parts is None:
            raise Refusal(access, f"{WHAT} in parts: no loop '{self.parts}' is around it")
        return known.setdefault(parts, Parts(parts)).prefetch(op, access, self.distance, self.locality)
