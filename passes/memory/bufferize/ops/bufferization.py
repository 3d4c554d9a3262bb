"""Bufferization of the ops between tensors and memrefs, for which memory is there already, or is wanted.

A tensor that is read from a memref is in that memory only as long as it provably stays as it is: nothing writes to the
memref, or to views of it, before the last op that may depend on the tensor. Of other memrefs, `restrict` promises that
they are somewhere else; without it, nothing may write to any memory meanwhile. Otherwise the tensor is a copy.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from dlc.dialects import memref
from dlc.dialects.bufferization import MaterializeInDestinationOp, ToBufferOp, ToTensorOp
from dlc.dialects.func import CallOp, FuncOp
from dlc.ir import Block, Operation, Value
from dlc.ir.builtin_types import MemRefType, TensorType, UnrankedMemRefType
from dlc.ir.effects import memory_effects
from dlc.ir.strided_layout import is_strided
from dlc.ir.symbol_table import SymbolTables
from dlc.ir.views import memory_of, uses_of_memory
from dlc.passes.memory.escapes import keeps_argument, may_keep
from dlc.passes.rewriting.cannot_lower import CannotLower

from ..bufferization import Bufferization, bufferizes
from ..buffers import WRITING, Buffer

MOST_OPS_FOLLOWED = 4096
"""The largest number of ops that may depend on a tensor, and of writes among them, that are looked at."""


@bufferizes(ToTensorOp)
def rewrite_to_tensor(op: ToTensorOp, state: Bufferization) -> None:
    """to_tensor(m) -> m, or a copy of it"""
    source, type = op.buffer, op.buffer.type
    if not isinstance(type, MemRefType):
        raise CannotLower(f"has a memref without a rank, '{type}'")
    is_plain = type.memory_space is None and is_strided(type)
    if is_plain and _stays_as_it_is(op, state):
        is_ours = op.writable is not None and op.restrict is not None
        state.define(op.result, source, Buffer(source, state.block, is_writable=is_ours, owned=False))
    else:
        state.define(op.result, state.copy_of(source))
    state.finish(op)


@bufferizes(ToBufferOp)
def rewrite_to_buffer(op: ToBufferOp, state: Bufferization) -> None:
    """to_buffer(t) -> the memory of t, or a copy of it where somebody else needs one of them"""
    type = op.buffer.type
    if not isinstance(type, MemRefType):
        raise CannotLower(f"has a memref without a rank, '{type}'")
    users = list(uses_of_memory(op.buffer))
    if any(_takes_over(user, position) for user, position in users):
        memory = _given(op, type, state)
    elif op.read_only is not None:
        memory = state.memref_of(op.tensor)
        state.note_reads(memory, (user for user, _ in users))
    else:
        memory = state.destination(op, 0, needs_contents=True)
    op.buffer.replace_all_uses_with(_of_type(memory, type, state))
    state.finish(op)


@bufferizes(MaterializeInDestinationOp)
def rewrite_materialize(op: MaterializeInDestinationOp, state: Bufferization) -> None:
    """materialize_in_destination(t, m) -> copy(t, m), unless the elements are there already"""
    source = state.memref_of(op.source)
    if op.result is None:
        if not isinstance(op.dest.type, MemRefType):
            raise CannotLower(f"has a memref without a rank, '{op.dest.type}'")
        if source is not op.dest and memory_of(source) is memory_of(op.dest):
            source = state.copy_of(source)  # parts of one memref may overlap
        state.copy(source, op.dest)
    else:
        target = source if state.memrefs.get(op.dest) is source else state.destination(op, 1, needs_contents=False)
        state.copy(source, target)
        state.define(op.result, target, state.buffers[target])
    state.finish(op)


# -- Memory that the program sees --------------------------------------------------------------------------------------


def _takes_over(user: Operation, position: int) -> bool:
    """Return whether an op frees memory, or may keep it: then the program is to free it.

    Functions that are only declared do not keep arguments, as MLIR's ownership of memrefs has it.
    """
    if isinstance(user, memref.DeallocOp):
        return True
    if isinstance(user, CallOp):
        callee = SymbolTables().lookup_nearest(user, user.callee)
        if isinstance(callee, FuncOp) and callee.is_declaration():
            return False
        return keeps_argument(user, position, SymbolTables())
    return may_keep(user, position)


def _given(op: ToBufferOp, type: MemRefType, state: Bufferization) -> Value:
    """Memory with the elements of a tensor that bufferization does not free."""
    plain = MemRefType(type.shape, type.element_type)
    if memref.are_cast_compatible(plain, type):
        return state.owned_copy(op.tensor, op)
    memory = _of_type(state.memref_of(op.tensor), type, state)
    state.buffers[memory].escapes = True
    return memory


def _of_type(memory: Value, type: MemRefType, state: Bufferization) -> Value:
    """The same memory as another type, or a copy of it where that has another layout or is elsewhere."""
    if memory.type is type:
        return memory
    if memref.are_cast_compatible(memory.type, type):
        return state.insert(memref.CastOp(memory, type)).dest
    fresh = MemRefType(type.shape, type.element_type, None, type.memory_space)
    if not memref.are_cast_compatible(fresh, type):
        raise CannotLower(f"puts a tensor in memory of type '{type}', which is not that of fresh memory of its shape")
    copied = state.allocate(fresh, state.sizes(memory))
    state.copy(memory, copied)
    return copied if fresh is type else state.insert(memref.CastOp(copied, type)).dest


# -- Memory that stays as it is ----------------------------------------------------------------------------------------


def _stays_as_it_is(op: ToTensorOp, state: Bufferization) -> bool:
    """Return whether nothing writes to the memory of a tensor before the last op that may depend on the tensor."""
    end = _end_of_dependents(op.result, op.parent, state)
    if end is None:
        return False
    first = bisect_right(state.memory_writers, state.numbers[op], key=lambda entry: entry[0])
    last = bisect_left(state.memory_writers, end, key=lambda entry: entry[0])
    if last - first > MOST_OPS_FOLLOWED:
        return False
    root, is_alone = memory_of(op.buffer), op.restrict is not None
    return not any(_may_write_to(root, writer, is_alone) for _, writer in state.memory_writers[first:last])


def _end_of_dependents(value: Value, home: Block | None, state: Bufferization) -> int | None:
    """Return the number of the last op that may depend on a tensor: of an op in a loop, the last one of the loop.

    `None` if that is not known.
    """
    end, pending, seen = 0, [value], {value}
    for each in pending:
        for user in each.users:
            inside = user if user.parent is home else home.find_ancestor_op_in(user) if home is not None else None
            if inside is None or len(pending) > MOST_OPS_FOLLOWED:
                return None
            end = max(end, state.last_number(inside))
            for result in inside.results:
                if result not in seen and isinstance(result.type, (TensorType, MemRefType)):
                    seen.add(result)
                    pending.append(result)
    return end


def _may_write_to(root: Value, writer: Operation, is_alone: bool) -> bool:
    """Return whether an op that writes to memory may write to that of a memref.

    If that is alone, it is not in the memory of other arguments and allocations.
    """
    if not is_alone:
        return True
    effects = memory_effects(writer)
    if effects is None:
        written = [value for value in writer.operands if isinstance(value.type, (MemRefType, UnrankedMemRefType))]
    else:
        written = [effect.value for effect in effects if effect.kind in WRITING and effect.value is not None]
    others = [memory_of(value) for value in written]
    return any(other is root or not (_is_apart(root) and _is_apart(other)) for other in others)


def _is_apart(root: Value) -> bool:
    """Return whether memory is an argument of the function, or what an op allocated: a piece with a name."""
    op = root.defining_op
    if op is None:
        block = root.parent_block
        return block is not None and block.is_entry and isinstance(block.parent_op, FuncOp)
    return isinstance(op, (memref.AllocOp, memref.AllocaOp, memref.GetGlobalOp))
