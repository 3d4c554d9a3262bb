"""The table of rewrites from tensors to memory, and the state that they share.

    @bufferizes(tensor.ExtractOp)
    def rewrite_extract(op: tensor.ExtractOp, state: Bufferization) -> None: ...

A rewrite inserts ops on memrefs before `op`, defines the memory of its results (`state.define`), and replaces results
that are not tensors. The op itself stays until everything is rewritten: the uses that are still there decide about
writing in place. A rewrite of an op with regions is a generator, which yields the blocks to be rewritten in between.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from dlc.dialects import memref, tensor
from dlc.dialects.memref.slices import slice_type, without_dims
from dlc.dialects.tensor.slices import kept_dims
from dlc.ir import Block, Operation, Value
from dlc.ir.builtin_types import MemRefType
from dlc.ir.op_table import OpTable
from dlc.passes.rewriting.entry_constants import EntryConstants

from .buffers import Buffers, buffer_type, is_tensor
from .captures import Capture
from .passing import OperandPosition, Passing

if TYPE_CHECKING:
    from .ops.constants import Globals

Rewrite = Callable[[Any, "Bufferization"], Generator[Block, None, None] | None]
bufferizes = OpTable[Rewrite]("bufferization")
"""Makes a function the rewrite of some kinds of op."""
DEEPEST_INSERTION = 8
"""The largest depth of nested insertions that an op writes through."""


class Bufferization(Buffers):
    """The buffers of one function, and the analyses that rewrites use."""

    def __init__(
        self,
        root: Operation,
        constants: EntryConstants,
        globals: Globals,
        passing: Passing,
        captures: dict[Operation, list[Capture]],
    ) -> None:
        super().__init__(root, constants)
        self.globals = globals
        self.captures = captures
        self.passing = passing
        self.origins = passing.origins
        self.yielded: dict[OperandPosition, Value] = {}
        """The memory that operands of terminators are copied to."""
        self.prepared: dict[tensor.InsertSliceOp, tuple[Value, Value]] = {}
        """For insertions whose source is computed in place, the memory that they write to, and the part."""

    def is_tensor(self, value: Value) -> bool:
        """Return whether a value is a tensor, or was one."""
        return is_tensor(value) or self.memrefs.get(value) is value

    def converted(self, value: Value) -> Value:
        """Return the memory of a tensor; any other value as it is."""
        return self.memref_of(value) if is_tensor(value) else value

    def finish(self, op: Operation) -> None:
        """Note that an op has been rewritten."""
        self.finished.append(op)

    # -- Writing to where a result goes ------------------------------------------------------------------------------

    def fresh(self, op: Operation, number: int, sizes: Sequence[int | Value]) -> Value:
        """Return memory for a result that has no destination."""
        type = buffer_type(op.results[number].type)
        ahead = self.place_ahead(op, ~number, type)
        return ahead if ahead is not None else self.allocate(type, sizes)

    def place_ahead(self, op: Operation, position: int, type: MemRefType, *, is_filled: bool = False) -> Value | None:
        """Return the memory that the result of an op would be copied to, if the op may write there directly; if it
        `is_filled` before, the op must read nothing else there.
        """
        return self._first_place((op, position), op, position, type, DEEPEST_INSERTION, in_step=not is_filled)

    def _first_place(
        self,
        writer: OperandPosition,
        op: Operation,
        position: int,
        type: MemRefType,
        depth: int,
        *,
        in_step: bool,
    ) -> Value | None:
        """Return the first of the places that what is written would be copied to where `op` may write directly."""
        for place in self.passing.consumers.get(writer, ()):
            memory = self._place(place, op, position, type, depth, in_step=in_step)
            if memory is not None:
                return memory
        return None

    def _place(
        self, place: OperandPosition, op: Operation, position: int, type: MemRefType, depth: int, *, in_step: bool
    ) -> Value | None:
        taker = place[0]
        if isinstance(taker, tensor.InsertSliceOp):
            return self._part(taker, op, position, depth)
        target = self.yielded.get(place)
        if target is None or target.type.shape != type.shape:  # type: ignore[attr-defined]
            return None
        if not self.may_write(op, target, position, in_step=in_step):
            return None
        self.claim(self.buffers[target])
        return target

    def _part(self, insert: tensor.InsertSliceOp, op: Operation, position: int, depth: int) -> Value | None:
        """The part of an insertion's memory that is going to be replaced."""
        if insert in self.prepared or not self._are_known(insert, op):
            return None
        target = self._whole(insert, op, position, depth)
        if target is None:
            return None
        part = self.insert(subview(target, insert, insert.source.shape)).results[0]
        self.buffers[part] = self.buffers[target]
        self.prepared[insert] = target, part
        return part

    def _are_known(self, insert: tensor.InsertSliceOp, op: Operation) -> bool:
        """Return whether the destination and the offsets are defined before `op`, and the part is not read later:
        that would prevent writes to the other parts."""
        limit, last = self.numbers[op], self.numbers[insert]
        if any(self.numbers.get(user, -1) > last for user, _ in insert.source.uses):
            return False
        definers = [value.defining_op for at, value in enumerate(insert.operands) if at != 0]
        return all(definer is None or self.numbers.get(definer, -1) < limit for definer in definers)

    def _whole(self, insert: tensor.InsertSliceOp, op: Operation, position: int, depth: int) -> Value | None:
        """The memory that an insertion writes to, if `op` may write to a part of it."""
        value = insert.dest
        empty = value.defined_by(tensor.EmptyOp)
        if empty is not None and value not in self.memrefs:
            type = buffer_type(value.type)
            memory = self._first_place((insert, 1), op, position, type, depth - 1, in_step=False) if depth else None
            return memory if memory is not None else self.allocate(type, empty.dynamicSizes)
        target = self.memrefs.get(value)
        if target is None:
            return None
        if not self.may_write(op, target, position, excused=self.numbers[insert], in_step=False):
            return None
        self.claim(self.buffers[target])
        self.forget_read(self.buffers[target], insert)
        return target

    def prepare_slice(self, op: tensor.ExtractSliceOp, view: Value) -> None:
        """Note that a slice which is changed and inserted again may be changed in place."""
        places = self.passing.consumers.get((op, 0))
        if places is None:
            return
        insert, target = places[0][0], self.memrefs[op.source]
        assert isinstance(insert, tensor.InsertSliceOp)
        if insert in self.prepared or not self._are_known(insert, op):
            return
        if self.may_write(op, target, 0, excused=self.numbers[insert]):
            self.forget_read(self.buffers[target], insert)
            self.prepared[insert] = target, view


def subview(source: Value, op: tensor.ExtractSliceOp | tensor.InsertSliceOp, shape: Sequence[int]) -> memref.SubViewOp:
    """The part of a memref that a slice of a tensor is, without the sizes of 1 that `shape` leaves out."""
    lists = op.static_offsets, op.static_sizes, op.static_strides
    type = _part_type(source.type_as(MemRefType), *(each.elements for each in lists), tuple(shape))
    return memref.SubViewOp(source, op.offsets, op.sizes, op.strides, *lists, type)  # type: ignore[arg-type]


@lru_cache(maxsize=4096)
def _part_type(
    source: MemRefType, offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int], shape: Sequence[int]
) -> MemRefType:
    full = slice_type(source, offsets, sizes, strides)
    assert full is not None, "buffers and their parts have strides"
    if full.rank == len(shape):
        return full
    kept = kept_dims(sizes, shape)
    return without_dims(full, [dim not in kept for dim in range(full.rank)])
