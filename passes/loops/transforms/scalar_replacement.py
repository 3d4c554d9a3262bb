"""Scalar replacement: an element that a loop reads and writes in every iteration becomes an iteration argument.

    for %k {                             %0 = load %c[%i]
      %0 = load %c[%i]                   %1 = for %k iter_args(%x = %0) {
      %1 = f(%0)                   =>      %2 = f(%x)
      store %1, %c[%i]                     yield %2
    }                                    }
                                         store %1, %c[%i]

Elements that are read and written together, as a vector, become one argument. No other access of the loop may touch
them, and the element must be readable before the loop: the loop provably runs, or the index is within a static shape.
An element of a local buffer that each iteration stores first, and nothing reads after the loop, is not even carried.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop, memref
from dlc.dialects.loop.composition import ranges_of
from dlc.ir import Operation, Value
from dlc.ir.affine import affine_bounds
from dlc.ir.traits import Pure
from dlc.passes.manager import PassRun, option, statistic

from ..analysis.accesses import Access, accessed
from ..analysis.dependences import LoopDependences, levels_of, may_meet
from ..analysis.facts import Facts, always_runs
from ..analysis.nests import replace_loop
from .loop_pass import LoopPass
from .selection import named


def replace_by_scalars(op: loop.ForOp) -> tuple[loop.ForOp, int]:
    """Replace all elements of a loop that can be replaced; return the new loop and the number of elements."""
    dependences = LoopDependences(op)
    chosen = [group for group in _groups(op, dependences) if _can_be_replaced(op, group, dependences)]
    return _carry(op, chosen), len(chosen)


ElementAccess = loop.LoadOp | loop.StoreOp | loop.VectorLoadOp | loop.VectorStoreOp


Group = list[Access]
"""The accesses of one element, in program order."""


def _groups(op: loop.ForOp, dependences: LoopDependences) -> list[Group]:
    """Return the accesses directly in the body whose element is loop-invariant, by element."""
    groups: dict[object, Group] = {}
    for access in dependences.accesses:
        if access.forms is None or access.op.parent is not op.body:
            continue
        if not any(dependences.nest.is_inside(value) for value in _subscripts(access.op).operands):
            groups.setdefault((access.value, access.subscripts), []).append(access)
    return list(groups.values())


def _can_be_replaced(op: loop.ForOp, group: Group, dependences: LoopDependences) -> bool:
    """Return whether an element can be a value: nothing else touches it, and it can be read and written around a loop
    that does not run.
    """
    first = group[0]
    members = set(group)
    writes = any(each.is_write for each in group)
    if first.value is None or (dependences.is_inside(first.value) and not _is_temporary(group, op)):
        return False
    others = (each for each in dependences.accesses if each not in members and (writes or each.is_write))
    if any(_may_touch(other, group, dependences, op) for other in others):
        return False
    if always_runs(op):
        return True
    if writes and op.parent_of_kind(loop.ParallelOp) is not None:  # another thread may write the element
        return False
    return is_within_shape(first) or _exists_before(op, first)


def _exists_before(op: loop.ForOp, access: Access) -> bool:
    """Return whether the bounds of the loops around a loop prove that an element exists which does not vary in it."""
    assert isinstance(access.op, ElementAccess)
    return Facts().add_surroundings(op).is_within_shape(access.op)


def _may_touch(other: Access, group: Group, dependences: LoopDependences, op: loop.ForOp) -> bool:
    member = next((each for each in group if each.is_write or other.is_write), None)
    if member is None or not may_meet(other, member):
        return False
    levels = levels_of([op])
    first, second = (other, member) if other.order < member.order else (member, other)
    if dependences.carried_between(other, member, levels) or dependences.carried_between(member, other, levels):
        return True
    return bool(dependences.within(first, second, levels))


def is_within_shape(access: Access) -> bool:
    """Return whether the accessed elements exist for all values of the symbols."""
    subscripts = _subscripts(access.op)
    assert isinstance(access.op, ElementAccess)
    dims, symbols = ranges_of(subscripts)
    for expr, extent, size in zip(subscripts.exprs, access.extents, access.op.memref.shape, strict=True):
        low, high = affine_bounds(expr, dims, symbols)
        if low is None or high is None or low < 0 or high + extent > size:
            return False
    return True


def _subscripts(op: Operation) -> loop.Expressions:
    """Return the indices of an access in terms of as few values as possible: `%i floordiv 2` is 0 for %i below 2."""
    assert isinstance(op, ElementAccess)
    return loop.simplified(loop.Expressions.of(op.affine_map, op.indices), op)


def _carry(op: loop.ForOp, groups: Sequence[Group]) -> loop.ForOp:
    """Load the elements of the groups before the loop, and store the written ones after it; return the new loop."""
    block = op.block
    inits: list[Value] = []
    temporaries = [group for group in groups if _is_temporary(group, op)]
    for group in temporaries:
        _forward(group, group[0].op.operands[0])  # which it stores
    for memory in dict.fromkeys(map(_memory_of, temporaries)):
        if memory is not None and not memory.memref.has_uses:
            memory.erase()
    groups = [group for group in groups if group not in temporaries]
    written: list[Group] = []
    stored_after = [group for group in groups if any(each.is_write for each in group)]
    may_erase = len(stored_after) == 1 or always_runs(op)  # elements may be one where the loop does not run
    for group in groups:
        writes = group in stored_after
        value = _value_before(op, group[0].op, is_overwritten=writes and may_erase)
        if writes:
            written.append(group)
            inits.append(value)
        else:
            _forward(group, value)
    if not written:
        return op
    count = len(op.results)
    new_loop = op.with_carried(range(count), inits)
    block.insert_before(new_loop, op)
    new_loop.body.take_all_ops(op.body)
    for old, new in zip(op.body.args, new_loop.body.args, strict=False):
        old.replace_all_uses_with(new)
    for group, carried, result in zip(written, new_loop.carried[count:], new_loop.results[count:], strict=True):
        store = next(each.op for each in reversed(group) if each.is_write)
        block.insert_before(_store_for(store, result), op)
        value = _forward(group, carried)  # before the terminator's operands are read: one may be a load of the group
        new_loop.terminator.set_operands([*new_loop.yielded, value])
    replace_loop(op, new_loop.results[:count])
    return new_loop


def _is_temporary(group: Group, op: loop.ForOp) -> bool:
    """Return whether each iteration stores an element before it reads it, and nothing reads it after the loop."""
    memory = _memory_of(group)
    if memory is None or not group[0].is_write:
        return False
    return all(op.is_ancestor_of(user) or isinstance(user, memref.DeallocOp) for user in memory.memref.users)


def _memory_of(group: Group) -> memref.AllocOp | memref.AllocaOp | None:
    """Return the op that allocates the memory of an element."""
    op = group[0].value.defining_op if group[0].value is not None else None
    return op if isinstance(op, (memref.AllocOp, memref.AllocaOp)) else None


def _value_before(op: loop.ForOp, access: Operation, *, is_overwritten: bool) -> Value:
    """Return the value before a loop of the element that one of its ops accesses: what was stored last, or a load.

    A store right before the loop is erased if the element is stored again after the loop.
    """
    previous = op.prev
    while previous is not None and Pure in previous.traits:
        previous = previous.prev
    is_element = isinstance(access, (loop.LoadOp, loop.StoreOp))
    if is_element and isinstance(previous, loop.StoreOp) and accessed(previous) == accessed(access):
        value = previous.value
        if is_overwritten:
            previous.erase()
        return value
    load = _load_for(access)
    op.block.insert_before(load, op)
    return load.result


def _load_for(op: Operation) -> loop.LoadOp | loop.VectorLoadOp:
    """Return a load of the element or vector that an op accesses."""
    place = _subscripts(op)
    assert isinstance(op, ElementAccess)
    if isinstance(op, (loop.LoadOp, loop.StoreOp)):
        return loop.LoadOp.mapped(op.memref, place.map, place.operands, location=op.location)
    type = (op.result if isinstance(op, loop.VectorLoadOp) else op.value).type
    return loop.VectorLoadOp.mapped(op.memref, place.map, place.operands, type, location=op.location)


def _store_for(op: Operation, value: Value) -> loop.StoreOp | loop.VectorStoreOp:
    """Return a store of a value to the element or vector that an op accesses."""
    place = _subscripts(op)
    assert isinstance(op, (loop.StoreOp, loop.VectorStoreOp))
    return type(op).mapped(value, op.memref, place.map, place.operands, location=op.location)


def _forward(group: Group, value: Value) -> Value:
    """Replace loads by the value stored last and erase all accesses; return the final value."""
    for access in group:
        op = access.op
        if isinstance(op, (loop.StoreOp, loop.VectorStoreOp)):
            value = op.value
        else:
            op.replace_all_uses_with([value])
        op.erase()
    return value


def _has_accumulator(op: loop.ForOp) -> bool:
    """Return whether a loop may read and write one element: a quick look, before dependences are computed."""
    inside = list(op.body.ops)
    read = {accessed(each) for each in inside if isinstance(each, loop.LoadOp)}
    written = [each for each in inside if isinstance(each, loop.StoreOp) and accessed(each) in read]
    return any(op.induction_variable not in each.indices for each in written)


class LoopScalarReplacement(LoopPass):
    """Keep elements that loops access in every iteration in values

    Inner loops come first, so that an element can be moved out of several loops.

    Example: loop-scalar-replacement
        func.func @sum(%a: memref<8xf32> {llvm.noalias}, %total: memref<f32> {llvm.noalias}) {
          loop.for %i = 0 to 8 {
            %0 = loop.load %a[%i] : memref<8xf32>
            %1 = loop.load %total[] : memref<f32>
            %2 = arith.addf %1, %0 : f32
            loop.store %2, %total[] : memref<f32>
          }
          return
        }
    """

    name = "loop-scalar-replacement"
    accumulators: bool = option("Only in loops that read and write an element, as those of a sum do", default=False)
    replaced = statistic("num-replaced", "Number of elements replaced by iteration arguments")

    def run(self, op: Operation, run: PassRun) -> None:
        loops = named(op, self.loops)
        chosen = (each for each in loops if not self.accumulators or _has_accumulator(each))
        run.count_changes(self.replaced, sum(replace_by_scalars(each)[1] for each in chosen))
        if not loops:
            run.mark_idle(f"no loop is called {', '.join(self.loops)}" if self.loops else "there are no loops")
