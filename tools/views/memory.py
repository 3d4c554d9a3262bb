"""Memory over time: the buffers of a function, from where they are allocated to where they are last used.

After `plan-memory`, static buffers are views of one arena, with their offsets in it. All others have places of their
own here, one after the other.
"""

from __future__ import annotations

from typing import NamedTuple

from ...dialects import memref
from ...dialects.arith import ConstantOp
from ...ir import IntegerAttr, Operation, Value
from ...ir.builtin_types import MemRefType, bit_width
from ...ir.views import uses_of_memory
from .graphs_of_ir import name_of, shown_type, title_of


class Buffer(NamedTuple):
    """A piece of memory: its name, its place in bytes, and the numbers of the ops between which it is needed."""

    name: str
    kind: str
    offset: int
    size: int
    begin: int
    end: int


class MemoryPlan(NamedTuple):
    """The buffers of a function."""

    function: str
    size: int
    """The bytes of all of them together."""
    length: int
    """The number of ops of the function."""
    buffers: list[Buffer]
    unsized: int = 0
    """The number of buffers whose sizes only a call knows, which have no places here."""


def memory_plan(function: Operation) -> MemoryPlan | None:
    """Return the memory of a function's buffers; `None` if it has none."""
    order = {op: number for number, op in enumerate(function.walk())}
    buffers: list[Buffer] = []
    size = unsized = 0
    for op in order:
        if isinstance(op, (memref.AllocOp, memref.AllocaOp)):
            bytes_ = _bytes(op.results[0])
            views = [user for user, _ in op.results[0].uses if isinstance(user, memref.ViewOp)]
            if bytes_ is None:
                unsized += 1
                continue
            buffers += [_buffer(view, order, size) for view in views if _bytes(view.results[0]) is not None]
            if not views:
                buffers.append(_buffer(op, order, size))
            size += bytes_
    return MemoryPlan(title_of(function), size, len(order), buffers, unsized) if buffers or unsized else None


def _buffer(op: Operation, order: dict[Operation, int], start: int) -> Buffer:
    result = op.results[0]
    offset = _constant(op.byte_shift) if isinstance(op, memref.ViewOp) else 0
    begin, end = _lifetime(result, order)
    kind = "view" if isinstance(op, memref.ViewOp) else "alloc"
    name = f"{name_of(op) or f'%{begin}'}: {shown_type(result.type)}"
    return Buffer(name, kind, start + (offset or 0), _bytes(result) or 0, begin, end)


def _lifetime(value: Value, order: dict[Operation, int]) -> tuple[int, int]:
    """Return the numbers of the first and the last op that touches a buffer."""
    definer = value.defining_op
    begin = order[definer] if definer is not None else 0
    users = [order[user] for user, _ in uses_of_memory(value) if user in order]
    return begin, max([begin, *users])


def _bytes(value: Value) -> int | None:
    type = value.type
    if not isinstance(type, MemRefType) or not type.has_static_shape:
        return None
    bits = bit_width(type.element_type)
    return None if bits is None else -(-bits // 8) * type.num_elements


def _constant(value: Value) -> int | None:
    definer = value.defining_op
    if isinstance(definer, ConstantOp) and isinstance(definer.value, IntegerAttr):
        return definer.value.value
    return None
