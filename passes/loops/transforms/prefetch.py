"""Prefetching: what a loop will touch some iterations later is brought into the cache.

    for %i {                            for %i {
      %0 = load %m[%i, %k]     =>         prefetch %m[%i + 4, %k]
                                          %0 = load %m[%i, %k]

Always allowed: nothing is changed that a program can see, not even where there are no such iterations any more.

Not here: whether it pays, which depends on what the hardware prefetches by itself.
"""

from __future__ import annotations

from dlc.dialects import loop
from dlc.dialects.loop.memory import AccessOp
from dlc.ir.attributes import Attribute
from dlc.ir.builtin_attributes import AffineMapAttr, bool_attr, int_attr
from dlc.ir.builtin_types import MemRefType, bit_width, i32
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.accesses import Access, Accesses
from ..analysis.nests import shifted, substituted
from .loop_pass import LoopPass
from .refusals import Refusal
from .selection import Attempts, named

WHAT = "cannot be prefetched"
LINE_BYTES = 64
"""How much is brought into the cache together."""
LOCALITIES = range(4)


def prefetch(op: loop.ForOp, access: AccessOp, distance: int, locality: int = 3) -> loop.PrefetchOp:
    """Prefetch what an access inside a loop touches so many iterations later; the op that does it."""
    if distance < 1:
        raise Refusal(access, f"{WHAT}: the distance must be positive, but got {distance}")
    if locality not in LOCALITIES:
        raise Refusal(access, f"{WHAT}: the locality must be from 0 to {LOCALITIES[-1]}, but got {locality}")
    if isinstance(access, loop.PrefetchOp) or not op.is_ancestor_of(access):
        raise Refusal(access, f"{WHAT}: it is no load or store inside the loop", [(op.location, "this is the loop")])
    given = loop.simplified(loop.Expressions.of(access.affine_map, access.indices), access)
    counter = op.induction_variable
    if counter not in given.operands:
        raise Refusal(access, f"{WHAT}: it touches the same in all iterations", [(op.location, "this is the loop")])
    affine_map, operands = substituted(given.map, given.operands, counter, shifted(counter, distance * op.step_value))
    is_write = isinstance(access, (loop.StoreOp, loop.VectorStoreOp))
    properties: dict[str, Attribute] = {
        "isWrite": bool_attr(is_write),
        "localityHint": int_attr(locality, i32),
        "isDataCache": bool_attr(True),
        "map": AffineMapAttr(affine_map),
    }
    made = loop.PrefetchOp.create([access.memref, *operands], (), properties, location=access.location)
    block = access.parent
    assert block is not None
    block.insert_before(made, access)
    return made


def lines_touched(op: loop.ForOp, *, writes: bool) -> list[AccessOp]:
    """The loads of a loop, or its stores, that touch something else in each iteration; one for each cache line."""
    groups: dict[object, list[Access]] = {}
    for access in Accesses([op]).found:
        forms = access.forms
        if forms is None or access.is_write != writes or not forms:
            continue
        if any(op.induction_variable in form.terms for form in forms):
            terms = tuple([frozenset(form.terms.items()) for form in forms])
            others = tuple([form.constant for form in forms[:-1]])
            groups.setdefault((access.value, terms, others), []).append(access)
    return [each for group in groups.values() for each in _one_a_line(group)]


def _one_a_line(group: list[Access]) -> list[AccessOp]:
    """Of accesses that differ by the last index alone, those that are not close behind another one."""
    found: list[AccessOp] = []
    covered: int | None = None
    for access in sorted(group, key=_last_index):
        op = access.op
        assert isinstance(op, AccessOp)
        if covered is None or _last_index(access) >= covered:
            found.append(op)
            covered = _last_index(access) + _elements_of_a_line(op.memref.type)
    return found


def _last_index(access: Access) -> int:
    assert access.forms is not None
    return access.forms[-1].constant


def _elements_of_a_line(type: object) -> int:
    width = bit_width(type.element_type) if isinstance(type, MemRefType) else None
    return max(1, LINE_BYTES * 8 // width) if width else 1


class LoopPrefetch(LoopPass):
    """Bring what loops will touch some iterations later into the cache

    Of accesses that lie in one cache line, one is prefetched. What is the same in all iterations is not.
    """

    name = "loop-prefetch"
    loops: tuple[str, ...] = option("The names of the loops; all if empty", default=())
    distance: int = option("How many iterations ahead", default=8)
    locality: int = option("How long it is to be kept, from 0 to 3", default=3)
    writes: bool = option("Whether what is written is prefetched, and not what is read", default=False)
    prefetched = statistic("num-prefetched", "Number of accesses prefetched")
    refused = statistic("num-refused", "Number of accesses that could not be prefetched")

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.prefetched, self.refused)
        found = named(op, self.loops)
        for each in found:
            for access in lines_touched(each, writes=self.writes):
                attempt(lambda each=each, access=access: prefetch(each, access, self.distance, self.locality))
        attempt.finish(found=bool(found))
