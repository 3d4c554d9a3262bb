"""Scalar replacement: an element that a loop reads and writes again and again is carried as a value.

    for %k {                             %0 = load %c[%i]
      %0 = load %c[%i]                   %1 = for %k iter_args(%x = %0) {
      %1 = f(%0)                   =>      %2 = f(%x)
      store %1, %c[%i]                     yield %2
    }                                    }
                                         store %1, %c[%i]

Elements that are read and written together, as a vector, are carried as one. Done for elements that no other access of
the loop may touch, and only where it is known that the element may be read in front of the loop: the loop runs at least
once, or the index is known to be within a static shape.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.dialects.loop.composition import ranges_of
from dlc.ir.affine.bounds import affine_bounds
from dlc.ir.operations import Operation
from dlc.ir.values import Value
from dlc.passes.manager.declaration import PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.accesses import Access
from ..analysis.dependences import LoopDependences, levels_of, may_meet
from ..analysis.facts import is_sure_to_run
from ..analysis.nests import replace_loop
from .loop_pass import LoopPass
from .refusals import Note, Refusal
from .selection import named

WHAT = "cannot keep an element in a value"


def replace_by_scalars(op: loop.ForOp) -> tuple[loop.ForOp, int]:
    """Carry every element that can be carried; the loop in whose place it is, and how many elements there were."""
    found = LoopDependences(op)
    chosen = [group for group in _groups(op, found) if why_not(op, group, found) is None]
    return _carry(op, chosen), len(chosen)


ElementAccess = loop.LoadOp | loop.StoreOp | loop.VectorLoadOp | loop.VectorStoreOp


def replace_by_scalar(op: loop.ForOp, access: ElementAccess) -> loop.ForOp:
    """Carry the element that one op touches."""
    found = LoopDependences(op)
    group = next((each for each in _groups(op, found) if access in [member.op for member in each]), None)
    if group is None:
        raise Refusal(access, f"{WHAT}: it is not the same one in all iterations, or not touched in the body itself")
    reason = why_not(op, group, found)
    if reason is not None:
        raise reason
    return _carry(op, [group])


Group = list[Access]
"""The accesses to one element, in their order."""


def _groups(op: loop.ForOp, found: LoopDependences) -> list[Group]:
    """The accesses directly in the body whose element is the same in all iterations, by element."""
    groups: dict[object, Group] = {}
    for access in found.accesses:
        forms = access.forms
        if forms is None or access.op.parent is not op.body:
            continue
        if all(found.nest.is_fixed(form) for form in forms):
            groups.setdefault((access.value, access.subscripts), []).append(access)
    return list(groups.values())


def why_not(op: loop.ForOp, group: Group, found: LoopDependences) -> Refusal | None:
    """What keeps an element in memory."""
    first = group[0]
    members = set(group)
    writes = any(each.is_write for each in group)
    if first.value is None or found.is_inside(first.value):
        return Refusal(first.op, f"{WHAT}: the memory is made in the loop")
    for other in found.accesses:
        if other not in members and (writes or other.is_write) and _may_touch(other, group, found, op):
            note: Note = (other.op.location, f"'{other.op.name}' may touch it as well")
            return Refusal(first.op, f"{WHAT}: others may touch it", [note])
    may_be_idle = not is_sure_to_run(op)
    if may_be_idle and writes and _is_in_parallel(op):
        return Refusal(first.op, f"{WHAT}: where the loop does not run, others may write it at the same time")
    if may_be_idle and not is_within_shape(first):
        return Refusal(first.op, f"{WHAT}: it is not known that it may be read where the loop does not run")
    return None


def _may_touch(other: Access, group: Group, found: LoopDependences, op: loop.ForOp) -> bool:
    member = next((each for each in group if each.is_write or other.is_write), None)
    if member is None or not may_meet(other, member):
        return False
    levels = levels_of([op])
    first, second = (other, member) if other.order < member.order else (member, other)
    if found.carried_between(other, member, levels) or found.carried_between(member, other, levels):
        return True
    return bool(found.within(first, second, levels))


def _is_in_parallel(op: Operation) -> bool:
    """Whether something else may run at the same time."""
    parent = op.parent_op
    while parent is not None and not isinstance(parent, loop.ParallelOp):
        parent = parent.parent_op
    return parent is not None


def is_within_shape(access: Access) -> bool:
    """Whether the elements exist whatever the symbols are."""
    op = access.op
    assert isinstance(op, (loop.LoadOp, loop.StoreOp, loop.VectorLoadOp, loop.VectorStoreOp))
    given = loop.simplified(loop.Expressions.of(op.affine_map, op.indices), op)
    dims, symbols = ranges_of(given)
    for expr, extent, size in zip(given.exprs, access.extents, op.memref.shape, strict=True):
        low, high = affine_bounds(expr, dims, symbols)
        if low is None or high is None or low < 0 or high + extent > size:
            return False
    return True


def _carry(op: loop.ForOp, groups: Sequence[Group]) -> loop.ForOp:
    """Load in front of the loop what the groups touch, and store behind it what they write."""
    block = op.parent
    assert block is not None
    inits: list[Value] = []
    written: list[Group] = []
    for group in groups:
        load = _load_for(group[0].op)
        block.insert_before(load, op)
        if any(each.is_write for each in group):
            written.append(group)
            inits.append(load.result)
        else:
            _forward(group, load.result)
    if not written:
        return op
    count = len(op.results)
    made = op.with_carried(range(count), inits)
    block.insert_before(made, op)
    made.body.take_all_ops(op.body)
    for old, new in zip(op.body.args, made.body.args, strict=False):
        old.replace_all_uses_with(new)
    for group, held, result in zip(written, made.carried[count:], made.results[count:], strict=True):
        store = next(each.op for each in reversed(group) if each.is_write).clone()
        block.insert_before(store, op)
        store.set_operand(0, result)
        made.terminator.set_operands([*made.yielded, _forward(group, held)])
    replace_loop(op, made.results[:count])
    return made


def _load_for(op: Operation) -> loop.LoadOp | loop.VectorLoadOp:
    """A load of what an op touches."""
    assert isinstance(op, (loop.LoadOp, loop.StoreOp, loop.VectorLoadOp, loop.VectorStoreOp))
    if isinstance(op, (loop.LoadOp, loop.StoreOp)):
        return loop.LoadOp.mapped(op.memref, op.affine_map, op.indices, location=op.location)
    type = (op.result if isinstance(op, loop.VectorLoadOp) else op.value).type
    return loop.VectorLoadOp.mapped(op.memref, op.affine_map, op.indices, type, location=op.location)


def _forward(group: Group, value: Value) -> Value:
    """Let loads give the value that was stored last, remove loads and stores; what is stored in the end."""
    for access in group:
        op = access.op
        if isinstance(op, (loop.StoreOp, loop.VectorStoreOp)):
            value = op.value
        else:
            op.replace_all_uses_with([value])
        op.erase()
    return value


class LoopScalarReplacement(LoopPass):
    """Keep elements that a loop touches in every iteration in values

    Inner loops come first, so that an element can leave several loops.
    """

    name = "loop-scalar-replacement"
    loops: tuple[str, ...] = option("The names of the loops; all if empty", default=())
    replaced = statistic("num-replaced", "Number of times that an element of memory became a value of a loop")

    def run(self, op: Operation, run: PassRun) -> None:
        found = named(op, self.loops)
        count = sum(replace_by_scalars(each)[1] for each in found)
        run.count(self.replaced, count)
        if not count:
            run.mark_unchanged()
        if not found:
            run.mark_idle(f"no loop is called {', '.join(self.loops)}" if self.loops else "there are no loops")
