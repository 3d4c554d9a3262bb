"""The buffer of each tensor, and when an op may overwrite it.

Every tensor value is a version of what a buffer holds. An op that makes a new version of one of its operands (the
destination) may write it in place if nobody reads an older version of the buffer afterwards: no use of one stands
behind the op on a way that control can take, no loop comes back to one, and the op itself reads the buffer, if at all,
only where it writes at the same moment (`reads_in_step`). Otherwise it gets memory of its own, with a copy of the
contents where it needs them.

`tensor.empty` has no memory: each op that writes over it gets some, takes over that of an operand which nobody reads
any more, or writes straight to where its result would be copied (`passing`).
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any

from dlc.dialects import memref, tensor
from dlc.ir import Block, Builder, InsertionPoint, Operation, Type, Value
from dlc.ir.builtin_attributes import IntegerAttr, int_attr
from dlc.ir.builtin_types import MemRefType, TensorType, UnrankedTensorType, i64
from dlc.ir.effects import own_effects
from dlc.ir.views import defining_view, uses_of_memory
from dlc.passes.rewriting.cannot_lower import CannotLower
from dlc.passes.rewriting.entry_constants import EntryConstants

from .reads_in_step import Steps

ALIGNMENT: IntegerAttr = int_attr(64, i64)
"""The alignment of every allocation: a cache line, and the widest vector."""
WRITING = ("write", "free")
"""The kinds of effects that change what is in memory."""
MOST_READS_LOOKED_AT = 32
"""The number of later reads that are checked for being in another branch: more count as reads in this one."""


class Buffer:
    """A piece of memory: where it may be used, when its versions are read, and who frees it."""

    __slots__ = ("escapes", "home", "is_writable", "memref", "owned", "reads")

    def __init__(self, memref: Value, home: Block, *, is_writable: bool, owned: bool) -> None:
        self.memref = memref
        self.home = home
        """The block that defines it, or the body of the loop that carries it."""
        self.is_writable = is_writable
        self.owned = owned
        """Whether it is freed in the block where it was allocated."""
        self.escapes = False
        self.reads: list[int] = []
        """The numbers of the ops that use its versions, in order."""


@lru_cache(maxsize=4096)
def buffer_type(type: Type) -> MemRefType:
    """The type of a buffer for a tensor."""
    if not isinstance(type, TensorType):
        raise CannotLower(f"has a tensor without a rank, '{type}'")
    return MemRefType(type.shape, type.element_type)


def is_tensor(value: Value) -> bool:
    """Return whether a value is a tensor."""
    return type(value.type) is TensorType or type(value.type) is UnrankedTensorType


class Buffers:
    """The memory of one function while it is bufferized."""

    def __init__(self, root: Operation, constants: EntryConstants) -> None:
        self.numbers = {op: number for number, op in enumerate(root.walk())}
        """The order of the original ops, outer ones before inner ones."""
        self.other_branches: dict[Block, tuple[int, int]] = {}
        """For a branch of a conditional, the numbers of the ops that run instead of it."""
        self.memrefs: dict[Value, Value] = {}
        self.buffers: dict[Value, Buffer] = {}
        self.allocated: list[Buffer] = []
        self.claimed: set[Buffer] = set()
        """The buffers that the op being rewritten writes to already."""
        self.steps = Steps()
        self.builder = Builder()
        self.constants = constants
        self.finished: list[Operation] = []
        """Ops that have been replaced, in order; erased when nobody asks for their tensors any more."""
        self._last_numbers: dict[Operation, int] = {}
        self.copies = 0
        self.in_place = 0
        self.allocations = 0

    # -- Inserting ---------------------------------------------------------------------------------------------------

    def insert(self, op: Any) -> Any:
        """Insert an op at the insertion point."""
        return self.builder.insert(op)

    def at(self, op: Operation) -> None:
        """Move the insertion point before an op."""
        self.builder.point, self.builder.location = InsertionPoint.before_op(op), op.kept_location

    @property
    def block(self) -> Block:
        """The block of the insertion point."""
        return self.builder.here.block

    # -- Versions ----------------------------------------------------------------------------------------------------

    def is_unwritten(self, value: Value) -> bool:
        """Return whether a tensor is empty and has no memory yet."""
        return value not in self.memrefs and value.defined_by(tensor.EmptyOp) is not None

    def memref_of(self, value: Value) -> Value:
        """Return the memory that holds a tensor; that of an empty tensor is allocated now."""
        buffer = self.memrefs.get(value)
        if buffer is None:
            empty = value.defined_by(tensor.EmptyOp)
            if empty is None:
                raise CannotLower(f"uses a tensor that '{_definer(value)}' makes, which has no buffer")
            with self.builder.at(InsertionPoint.before_op(empty)):
                buffer = self.allocate(buffer_type(value.type), empty.dynamicSizes)
            self.define(value, buffer)
        return buffer

    def define(self, value: Value, memref: Value, buffer: Buffer | None = None) -> None:
        """Say where a tensor is: in a buffer, which is that of the memref if none is given."""
        buffer = self.buffers[memref] if buffer is None else buffer
        self.memrefs[value] = memref
        self.buffers[value] = buffer
        self.buffers[memref] = buffer
        reads, numbers = buffer.reads, self.numbers
        for user, _ in value.uses:
            number = numbers.get(user)
            if number is None or type(user) is tensor.DimOp:
                continue  # an op made since then, or one that does not look at elements
            if not reads or number >= reads[-1]:
                reads.append(number)
            else:
                insort(reads, number)

    def note_reads(self, memref: Value, readers: Iterable[Operation]) -> None:
        """Note that ops on memrefs read what is in a buffer now."""
        reads = self.buffers[memref].reads
        for reader in readers:
            number = self.numbers.get(reader)
            if number is not None:
                insort(reads, number)

    def last_number(self, op: Operation) -> int:
        """Return the number of the last of the original ops inside an op, or else that of the op."""
        number = self._last_numbers.get(op)
        if number is None:
            inside = [self.numbers[each] for each in op.walk() if each in self.numbers]
            number = self._last_numbers[op] = max(inside, default=0)
        return number

    @cached_property
    def memory_writers(self) -> list[tuple[int, Operation]]:
        """The original ops that may write to memory, by number: not those that only make tensors."""
        return [(number, op) for op, number in self.numbers.items() if _writes_to_memory(op)]

    def forget_read(self, buffer: Buffer, op: Operation) -> None:
        """Remove an op from the readers of a buffer: it will find its element in place."""
        place = bisect_left(buffer.reads, self.numbers[op])
        del buffer.reads[place]

    # -- Allocating --------------------------------------------------------------------------------------------------

    def allocate(self, type: MemRefType, sizes: Sequence[int | Value]) -> Value:
        """Fresh memory, freed in this block unless it escapes; of the sizes, those that are numbers are the type's."""
        dynamic = [size for size in sizes if isinstance(size, Value)]
        buffer = self.insert(memref.AllocOp(type, dynamic, alignment=ALIGNMENT)).results[0]
        self.allocations += 1
        self.own(buffer)
        return buffer

    def own(self, value: Value) -> Buffer:
        """Note a memref that this block has to free."""
        buffer = Buffer(value, self.block, is_writable=True, owned=True)
        self.buffers[value] = buffer
        self.allocated.append(buffer)
        return buffer

    def allocate_like(self, source: Value) -> Value:
        """Allocate contiguous memory of the sizes of another memref."""
        assert isinstance(source.type, MemRefType)
        return self.allocate(MemRefType(source.type.shape, source.type.element_type), self.sizes(source))

    def sizes(self, source: Value) -> list[int | Value]:
        """Return the sizes of a memref."""
        sizes = [memref.known_size(source, dim) for dim in range(len(source.shape))]
        return [
            self.insert(memref.DimOp(source, self.constants.index(dim))).results[0] if size is None else size
            for dim, size in enumerate(sizes)
        ]

    def copy_of(self, source: Value) -> Value:
        """Copy a memref to fresh memory."""
        duplicate = self.allocate_like(source)
        self.copy(source, duplicate)
        return duplicate

    def copy(self, source: Value, target: Value) -> None:
        """Copy contents, unless both are the same memory."""
        if source is not target:
            self.copies += 1
            self.insert(memref.CopyOp(source, target))

    # -- Writing -----------------------------------------------------------------------------------------------------

    def destination(self, op: Operation, position: int, *, needs_contents: bool, passed: int | None = None) -> Value:
        """The memory that an op writes a new version of one of its operands to.

        What is read of the operand at `passed` does no harm: the op sees to that.
        """
        value = op.operands[position]
        empty = value.defined_by(tensor.EmptyOp)
        if empty is not None and value not in self.memrefs:
            type = buffer_type(value.type)
            taken = self.place_ahead(op, position, type) or self._taken_over(op, position, type)
            return taken if taken is not None else self.allocate(type, empty.dynamicSizes)
        source = self.memref_of(value)
        if self.may_write(op, source, position, passed=passed):
            self.claim(self.buffers[source])
            return source
        ahead = self.place_ahead(op, position, source.type_as(MemRefType), is_filled=needs_contents)
        if ahead is None:
            return self.copy_of(source) if needs_contents else self.allocate_like(source)
        if needs_contents:
            self.copy(source, ahead)
        return ahead

    def place_ahead(self, op: Operation, position: int, type: MemRefType, *, is_filled: bool = False) -> Value | None:
        """Return the memory that the result of an op would be copied to, if the op may write there directly; if it
        `is_filled` before, the op must read nothing else there.
        """
        del op, position, type, is_filled
        return None

    def claim(self, buffer: Buffer) -> None:
        """Note that the op which is being rewritten writes to a buffer, in place."""
        self.claimed.add(buffer)
        self.in_place += 1

    def may_write(
        self,
        op: Operation,
        target: Value,
        position: int,
        *,
        excused: int | None = None,
        after: int | None = None,
        passed: int | None = None,
        in_step: bool = True,
    ) -> bool:
        """Return whether `op` may overwrite a memref for its operand (or result, if negative) at a position.

        There must be no reads after `op`, or after the op with the index `after`, except those by the op with the index
        `excused` and those of the operand at `passed`. What the op itself reads in step with its writes does no harm
        only if `in_step`: not if it writes to a part of the memref, or to memory that is filled before it runs.
        """
        buffer = self.buffers[target]
        if not buffer.is_writable or buffer in self.claimed:
            return False
        others = self._instead_of(op, buffer.home)
        behind = self.numbers[op] if after is None else after
        if others is None or self._is_read_behind(buffer, behind, others, excused):
            return False
        for other, operand in enumerate(op.operands):
            if other == passed or self.buffers.get(operand) is not buffer:
                continue
            if not in_step or self.memrefs.get(operand) is not target:
                return False
            if other != position and not self.steps.in_step(op, other, position):
                return False
        return True

    def _instead_of(self, op: Operation, home: Block) -> list[tuple[int, int]] | None:
        """The numbers of ops that run instead of `op`; `None` if it may run again and again inside `home`.

        Around `home`, which may be the body of a loop in a branch, nothing reads the buffer when the loop runs again.
        """
        pairs: list[tuple[int, int]] = []
        block, is_inside = op.parent, True
        while block is not None:
            is_inside = is_inside and block is not home
            others = self.other_branches.get(block)
            if others is not None:
                pairs.append(others)
            elif is_inside:
                return None
            owner = block.parent_op
            block = owner.parent if owner is not None else None
        return None if is_inside else pairs

    def _is_read_behind(
        self, buffer: Buffer, number: int, others: Sequence[tuple[int, int]], excused: int | None
    ) -> bool:
        reads = buffer.reads
        for back in range(1, len(reads) + 1):
            read = reads[-back]
            if read <= number:
                return False
            is_elsewhere = read == excused or any(first <= read <= last for first, last in others)
            if not is_elsewhere or back == MOST_READS_LOOKED_AT:
                return True
        return False

    def _taken_over(self, op: Operation, position: int, wanted: MemRefType) -> Value | None:
        """The memory of an operand that nobody reads any more, for an output whose old contents do not matter."""
        if type(op) is not tensor.KernelOp and not tensor.is_structured(op):
            return None
        for value in op.inputs:
            buffer = self.memrefs.get(value)
            if buffer is None or buffer.type is not wanted or not self.buffers[buffer].is_writable:
                continue
            if self.may_write(op, buffer, position):
                self.claim(self.buffers[buffer])
                return buffer
        return None

    # -- Giving away -------------------------------------------------------------------------------------------------

    def owned_copy(self, value: Value, op: Operation) -> Value:
        """The memory of an operand of `op` for somebody who will free it: its own if it can be given away, or a copy's.

        The type is that of a fresh buffer.
        """
        source = self.memref_of(value)
        if not self._can_be_given(value, op):
            source = self.copy_of(source)
        buffer = self.buffers[source]
        buffer.escapes = True
        self.claimed.add(buffer)
        return source

    def _can_be_given(self, value: Value, op: Operation) -> bool:
        """Return whether no op needs the memory of a tensor, all of which the tensor covers."""
        source, buffer = self.memrefs[value], self.buffers[value]
        if not buffer.owned or buffer.escapes or buffer in self.claimed:
            return False
        if source is not value and source.type is not buffer_type(value.type):  # arguments are their memory
            return False
        if buffer.memref.parent_block is not self.block or buffer.home is not self.block:
            return False
        if self._is_read_behind(buffer, self.numbers[op], (), None):
            return False
        while source is not buffer.memref:
            definer = defining_view(source)
            if definer is None or not definer[1].covers_source(definer[0]):
                return False
            source = definer[1].view_source(definer[0])
        return True

    def free_all(self) -> None:
        """Free owned buffers right after their last uses."""
        for buffer in self.allocated:
            if buffer.escapes:
                continue
            home = buffer.memref.parent_block
            assert home is not None
            last = _last_use(buffer.memref, home)
            builder = Builder.after(last) if last is not None else Builder.at_start(home)
            builder.insert(memref.DeallocOp(buffer.memref))


def _writes_to_memory(op: Operation) -> bool:
    effects = own_effects(op)
    if effects is None:
        return not op.may_be_terminator
    return any(effect.kind in WRITING for effect in effects)


def _last_use(value: Value, home: Block) -> Operation | None:
    """Return the last op in a block that uses a memref or a view of it, or the op that makes it if there is none."""
    last = value.defining_op
    for user, _ in uses_of_memory(value):
        inside = user if user.parent is home else home.find_ancestor_op_in(user)
        if inside is not None and (last is None or last.is_before(inside)):
            last = inside
    return last


def _definer(value: Value) -> str:
    op = value.defining_op
    return op.name if op is not None else "a block"
