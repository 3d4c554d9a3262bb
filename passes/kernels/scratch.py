"""The memory of tensors that ops of a kernel pass to one another, of which the shared loops leave a part.

That may be the memory of a result: the exponentials of a softmax have the shape of its result, so they are computed
there and divided in place. It is right if what reads them stands before the op that makes the result, or is that op and
reads them where it writes, and if nobody needs anything else of that memory meanwhile. What fits in no result gets a
buffer of the part that is left; one that nobody needs any more is used again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dlc.dialects import tensor
from dlc.ir import Operation, OpResult, Value
from dlc.ir.builtin_types import element_type

from ..memory.aliases import may_share_memory, origin_of
from .plan import KernelPlan, uses_of
from .sizes import KernelSizes
from .writes_in_place import are_read_in_step, shared_places


class Held(NamedTuple):
    """A tensor in some memory, from the op that makes it to the last that reads it."""

    memref: Value
    value: OpResult
    first: int
    last: int


class Buffer(NamedTuple):
    """Memory for parts of tensors."""

    memref: Value
    sizes: Sequence[int | Value]
    kept: Sequence[int]
    """The dimensions of the tensors that have these sizes."""


class KernelScratch:
    """The memory of one kernel, while it becomes loops."""

    def __init__(self, kernel: tensor.KernelOp, plan: KernelPlan, yielded: Mapping[Value, Value]) -> None:
        self.kernel = kernel
        self.plan = plan
        self.yielded = yielded
        """Tensors that are computed inside and yielded, and the memrefs that they go to."""
        self.buffers: list[Buffer] = []
        self._order: dict[Operation, int] = {op: number for number, op in enumerate(plan.ops)}
        self._sizes: KernelSizes | None = None
        self._held: list[Held] = []

    def in_result(self, value: OpResult) -> Value | None:
        """The memref of a result for a tensor that an op inside makes; `None` if it cannot be in any."""
        last = self._last_use(value)
        for result, target in self.yielded.items():
            assert isinstance(result, OpResult)
            if last is None or last > self._order[result.owner] or not self._has_room(target, value, last):
                continue
            if self._goes_over_to(value, result) and self._is_not_disturbed(value, target):
                return self._hold(target, value, last)
        return None

    def in_buffer(self, value: OpResult, sizes: Sequence[int | Value], kept: Sequence[int]) -> Value | None:
        """A buffer of these sizes that is free by then; `None` if there is none."""
        last, element = self._last_use(value), element_type(value.type)
        if last is None:
            return None
        for buffer in self.buffers:
            is_alike = buffer.kept == kept and list(buffer.sizes) == list(sizes)
            is_alike = is_alike and element_type(buffer.memref.type) is element
            if is_alike and self._has_room(buffer.memref, value, last):
                return self._hold(buffer.memref, value, last)
        return None

    def add(self, value: OpResult, buffer: Buffer) -> None:
        """A new buffer, made for a tensor."""
        last = self._last_use(value)
        if last is not None:  # or it is never free
            self.buffers.append(buffer)
            self._hold(buffer.memref, value, last)

    def _hold(self, memref: Value, value: OpResult, last: int) -> Value:
        self._held.append(Held(memref, value, self._order[value.owner], last))
        return memref

    # -- When ------------------------------------------------------------------------------------------------------

    def _last_use(self, value: OpResult) -> int | None:
        """The number of the last op that reads a tensor; `None` if more than the ops of the kernel do."""
        last_use = self._order[value.owner]
        for user, _ in uses_of(value):
            number = self._order.get(user)
            if number is None:
                return None
            last_use = max(last_use, number)
        return last_use

    def _has_room(self, memref: Value, value: OpResult, last: int) -> bool:
        """Return whether a memref is free from the op that defines a tensor on; that op may read it in step."""
        first = self._order[value.owner]
        return all(
            held.last < first or last < held.first or (held.last == first and _is_read_in_step(held.value, value))
            for held in self._held
            if held.memref is memref
        )

    # -- Where -----------------------------------------------------------------------------------------------------

    def _goes_over_to(self, value: OpResult, result: OpResult) -> bool:
        """Return whether a tensor shares memory with a result, whose op reads the tensor where it writes."""
        if element_type(value.type) is not element_type(result.type) or len(value.shape) != len(result.shape):
            return False
        writer = result.owner
        if any(user is writer for user, _ in uses_of(value)) and not _reads_where_it_writes(value, result):
            return False
        here, there = self._places(value), self._places(result)
        if here != there or set(here.values()) != set(self.plan.shared):
            return False
        if self._sizes is None:
            self._sizes = KernelSizes(self.kernel)
        return self._sizes.are_alike(value, result)

    def _places(self, value: OpResult) -> dict[int, int]:
        op = value.owner
        assert isinstance(op, tensor.StructuredOp)
        return shared_places(self.plan, op, op.output_maps[value.index])

    def _is_not_disturbed(self, value: OpResult, target: Value) -> bool:
        """Return whether operands in this memory are last read when the tensor is written there."""
        writer, memory = value.owner, origin_of(target)
        assert isinstance(writer, tensor.StructuredOp)
        for argument, operand in zip(self.kernel.body.entry.args, self.kernel.operands, strict=True):
            if operand is target:
                if not are_read_in_step(self.plan, argument, writer, value.index):
                    return False
            elif may_share_memory(memory, origin_of(operand)) and any(not _fills(*use) for use in argument.uses):
                return False
        return True


def _reads_where_it_writes(value: OpResult, result: OpResult) -> bool:
    """Return whether the op that defines `result` reads `value` at the indices at which it writes."""
    op = result.owner
    assert isinstance(op, tensor.StructuredOp)
    map = op.output_maps[result.index]
    return all(op.maps[position] == map for user, position in uses_of(value) if user is op)


def _is_read_in_step(value: OpResult, result: OpResult) -> bool:
    """Return whether the op that defines `result` last reads an element of `value` when it writes there."""
    op = result.owner
    assert isinstance(op, tensor.StructuredOp)
    return all(kind == tensor.PARALLEL for kind in op.iterators) and _reads_where_it_writes(value, result)


def _fills(user: Operation, position: int) -> bool:
    return isinstance(user, tensor.FillOp) and position >= len(user.inputs)
