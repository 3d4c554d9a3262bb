"""Scalar replacement: an element that a loop reads and writes again and again is carried as a value.

    for %k {                             %0 = load %c[%i]
      %0 = load %c[%i]                   %1 = for %k iter_args(%x = %0) {
      %1 = f(%0)                   =>      %2 = f(%x)
      store %1, %c[%i]                     yield %2
    }                                    }
                                         store %1, %c[%i]

Done for elements that no other access of the loop may touch, and only where it is known that the element may be read in
front of the loop: the loop runs at least once, or the index is known to be within a static shape.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.dialects.loop.composition import ranges_of
from dlc.ir.affine.bounds import affine_bounds
from dlc.ir.operations import Operation
from dlc.ir.values import Value

from .accesses import Access, Form
from .dependences import LoopDependences, levels_of, may_meet
from .nests import replace_loop
from .refusals import Note, Refusal

WHAT = "cannot keep an element in a value"


def replace_by_scalars(op: loop.ForOp) -> tuple[loop.ForOp, int]:
    """Carry every element that can be carried; the loop in whose place it is, and how many elements there were."""
    found = LoopDependences(op)
    chosen = [group for group in _groups(op, found) if why_not(op, group, found) is None]
    for group in chosen:
        op = _carry(op, group)
    return op, len(chosen)


def replace_by_scalar(op: loop.ForOp, access: loop.LoadOp | loop.StoreOp) -> loop.ForOp:
    """Carry the element that one op touches."""
    found = LoopDependences(op)
    group = next((each for each in _groups(op, found) if access in [member.op for member in each]), None)
    if group is None:
        raise Refusal(access, f"{WHAT}: it is not the same one in all iterations, or not touched in the body itself")
    reason = why_not(op, group, found)
    if reason is not None:
        raise reason
    return _carry(op, group)


Group = list[Access]
"""The accesses to one element, in their order."""


def _groups(op: loop.ForOp, found: LoopDependences) -> list[Group]:
    """The accesses directly in the body whose element is the same in all iterations, by element."""
    groups: dict[object, Group] = {}
    for access in found.accesses:
        forms = access.forms
        if forms is None or access.op.parent is not op.body:
            continue
        if all(isinstance(term, Value) and not found.is_inside(term) for form in forms for term in form.terms):
            groups.setdefault((access.value, *map(_key, forms)), []).append(access)
    return list(groups.values())


def _key(form: Form) -> object:
    return form.constant, frozenset(form.terms.items())


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
    may_be_idle = not op.constant_trip_count()
    if may_be_idle and writes and _is_in_parallel(op):
        return Refusal(first.op, f"{WHAT}: where the loop does not run, others may write it at the same time")
    if may_be_idle and not is_within_shape(first.op):
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


def is_within_shape(op: Operation) -> bool:
    """Whether the element exists whatever the symbols are."""
    assert isinstance(op, (loop.LoadOp, loop.StoreOp))
    given = loop.simplified(loop.Expressions.of(op.affine_map, op.indices), op)
    dims, symbols = ranges_of(given)
    for expr, size in zip(given.exprs, op.memref.shape, strict=True):
        low, high = affine_bounds(expr, dims, symbols)
        if low is None or high is None or low < 0 or high >= size:
            return False
    return True


def _carry(op: loop.ForOp, group: Group) -> loop.ForOp:
    block = op.parent
    assert block is not None
    first = group[0].op
    assert isinstance(first, (loop.LoadOp, loop.StoreOp))
    load = loop.LoadOp.mapped(first.memref, first.affine_map, first.indices, location=first.location)
    block.insert_before(load, op)
    stores = [each.op for each in group if isinstance(each.op, loop.StoreOp)]
    if not stores:
        _forward([each.op for each in group], load.result)
        return op
    store = stores[-1]
    made = op.with_carried(range(len(op.results)), [load.result])
    block.insert_before(made, op)
    made.body.take_all_ops(op.body)
    for old, new in zip(op.body.args, made.body.args, strict=False):
        old.replace_all_uses_with(new)
    affine_map, indices, memref = store.affine_map, list(store.indices), store.memref
    last = _forward([each.op for each in group], made.carried[-1])
    terminator = made.terminator
    terminator.set_operands([*terminator.operands, last])
    back = loop.StoreOp.mapped(made.results[-1], memref, affine_map, indices, location=store.location)
    block.insert_after(back, op)
    replace_loop(op, made.results[:-1])
    return made


def _forward(ops: Sequence[Operation], value: Value) -> Value:
    """Let loads give the value that was stored last, remove loads and stores; what is stored in the end."""
    for op in ops:
        if isinstance(op, loop.StoreOp):
            value = op.value
        elif isinstance(op, loop.LoadOp):
            op.result.replace_all_uses_with(value)
        op.erase()
    return value
