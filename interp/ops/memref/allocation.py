"""The meaning of `memref`'s allocations and deallocations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.dialects import memref as dialect
from dlc.interp.errors import Fault
from dlc.interp.memory import Buffer, ElementCodec, MemRef, row_major
from dlc.interp.semantics import Kernel, Machine, semantics
from dlc.interp.values import filled, used_indices
from dlc.ir.builtin_types import MemRefType
from dlc.ir.strided_layout import layout_map, strides_of

from .checks import used_memref


def allocate(type: MemRefType, sizes: Sequence[int], symbols: Sequence[int], machine: Machine, kind: str) -> MemRef:
    """Fresh memory in the layout that a type asks for."""
    if any(size < 0 for size in sizes):
        raise Fault(f"allocates negative sizes: {list(sizes)}")
    codec = ElementCodec(type.element_type, machine.vscale)
    strides, offset = _layout(type, sizes, symbols)
    last = offset + sum((size - 1) * stride for size, stride in zip(sizes, strides, strict=True))
    count = 0 if 0 in sizes else last + 1
    buffer = machine.allocate(count * codec.size, f"{kind} memory", on_stack=kind == "stack")
    buffer.can_be_freed = kind == "heap"
    return MemRef(buffer, codec, sizes, strides, offset)


def _layout(type: MemRefType, sizes: Sequence[int], symbols: Sequence[int]) -> tuple[Sequence[int], int]:
    """Strides and offset, with the symbols of the layout filled in."""
    if type.layout is None:
        return row_major(sizes), 0
    if strides_of(type) is None:
        raise Fault(f"a layout that is not strided cannot be interpreted: '{type}'")
    layout, rank = layout_map(type), len(sizes)
    [offset] = layout.evaluate([0] * rank, symbols)
    units = ([int(position == dim) for position in range(rank)] for dim in range(rank))
    return [layout.evaluate(unit, symbols)[0] - offset for unit in units], offset


@semantics(dialect.AllocOp, dialect.AllocaOp)
def alloc(op: dialect.AllocOp | dialect.AllocaOp, machine: Machine) -> Kernel:
    """Memory of which nothing is written."""
    type, kind = op.memref.type, "stack" if isinstance(op, dialect.AllocaOp) else "heap"
    assert isinstance(type, MemRefType)
    count = len(op.dynamicSizes)

    def run(*operands: Any) -> MemRef:
        sizes = filled(type.shape, iter(operands[:count]))
        return allocate(type, sizes, used_indices(operands[count:]), machine, kind)

    return run


@semantics(dialect.DeallocOp)
def dealloc(op: dialect.DeallocOp, machine: Machine) -> Kernel:
    """Nothing may touch the memory any more."""
    del op, machine

    def run(source: Any) -> None:
        free(used_memref(source).buffer)

    return run


def free(buffer: Buffer) -> None:
    """Give memory back, once."""
    if buffer.is_freed:
        raise Fault(f"frees {buffer.name} a second time")
    if not buffer.can_be_freed:
        raise Fault(f"frees {buffer.name}, which was not allocated by 'memref.alloc'")
    buffer.is_freed = True


@semantics(dialect.ReallocOp)
def realloc(op: dialect.ReallocOp, machine: Machine) -> Kernel:
    """New memory that begins with what the old began with."""
    type = op.memref.type
    assert isinstance(type, MemRefType)

    def run(source: Any, *size: Any) -> MemRef:
        old = used_memref(source)
        new = allocate(type, filled(type.shape, iter(size)), [], machine, "heap")
        kept = min(old.sizes[0], new.sizes[0])
        new.view([kept], new.strides, 0).copy_from(old.view([kept], old.strides, old.offset))
        free(old.buffer)
        return new

    return run
