"""Prefetching: elements that a loop accesses some iterations later are brought into the cache.

    for %i {                            for %i {
      %0 = load %m[%i, %k]     =>         prefetch %m[%i + 4, %k]
                                          %0 = load %m[%i, %k]

Always legal: a prefetch has no visible effect, not even if there are no such iterations any more.

Not here: whether it is profitable, which depends on the prefetcher of the hardware.
"""

from __future__ import annotations

from dlc.dialects import loop
from dlc.dialects.loop.memory import AccessOp
from dlc.ir import Attribute, Operation, Value
from dlc.ir.builtin_attributes import AffineMapAttr, bool_attr, int_attr
from dlc.ir.builtin_types import MemRefType, bit_width, i32
from dlc.passes.manager import PassRun, option, statistic

from ..analysis.accesses import Access, Accesses, Form, Quotient
from ..analysis.nests import shifted, substituted
from .loop_pass import Attempts, LoopPass
from .refusals import Refusal, check_distance
from .selection import named

WHAT = "cannot be prefetched"
LINE_BYTES = 64
"""The size of a cache line in bytes."""
LOCALITIES = range(4)


def prefetch(op: loop.ForOp, access: AccessOp, distance: int, locality: int = 3) -> loop.PrefetchOp:
    """Prefetch the element that an access inside a loop touches `distance` iterations later; return the new op."""
    if distance < 1:
        raise Refusal(access, f"{WHAT}: the distance must be positive, but got {distance}")
    check_distance(access, distance * op.step_value, WHAT)
    if locality not in LOCALITIES:
        raise Refusal(access, f"{WHAT}: the locality must be from 0 to {LOCALITIES[-1]}, but got {locality}")
    if isinstance(access, loop.PrefetchOp) or not op.is_ancestor_of(access):
        raise Refusal(access, f"{WHAT}: it is not a load or store inside the loop", [(op.location, "this is the loop")])
    subscripts = loop.simplified(loop.Expressions.of(access.affine_map, access.indices), access)
    counter = op.induction_variable
    if counter not in subscripts.operands:
        note = (op.location, "this is the loop")
        raise Refusal(access, f"{WHAT}: it accesses the same element in all iterations", [note])
    affine_map, operands = substituted(
        subscripts.map, subscripts.operands, counter, shifted(counter, distance * op.step_value)
    )
    is_write = isinstance(access, (loop.StoreOp, loop.VectorStoreOp))
    properties: dict[str, Attribute] = {
        "isWrite": bool_attr(is_write),
        "localityHint": int_attr(locality, i32),
        "isDataCache": bool_attr(True),
        "map": AffineMapAttr(affine_map),
    }
    prefetch_op = loop.PrefetchOp.create([access.memref, *operands], (), properties, location=access.location)
    access.block.insert_before(prefetch_op, access)
    return prefetch_op


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

    One access is prefetched for each cache line. Loop-invariant elements are not prefetched. If another loop is named,
    only accesses in it are prefetched, where they stand.

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
    distance: int = option("The number of iterations to prefetch ahead", default=8)
    locality: int = option("The temporal locality, from 0 (none) to 3 (keep in all caches)", default=3)
    writes: bool = option("Whether to prefetch stores instead of loads", default=False)
    within: str = option("The inner loop whose accesses are prefetched; by default all of them", default="")
    done = statistic("num-prefetched", "Number of accesses prefetched")
    refused = statistic("num-refused", "Number of accesses that could not be prefetched")

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(self, run)
        candidates = named(op, self.loops)
        for each in candidates:
            for access in lines_touched(each, writes=self.writes, within=self.within):
                attempt(lambda each=each, access=access: prefetch(each, access, self.distance, self.locality))
        attempt.finish(has_candidates=bool(candidates))
