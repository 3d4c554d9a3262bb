"""The meaning of `memref`: all is views of buffers (`memory`). What a type promises and a value breaks is a fault.

Ops that make other views of the same memory are in `memref_views`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.dialects import memref as dialect
from dlc.dialects.arith import ASSIGN, COMBINERS
from dlc.interp.combining import combination
from dlc.interp.errors import Fault
from dlc.interp.memory import Buffer, ElementCodec, MemRef, row_major
from dlc.interp.semantics import Binary, Enter, Kernel, Leave, Machine, RegionRun, Unary, semantics
from dlc.interp.values import constant, filled, used_index, used_indices
from dlc.ir.builtin_attributes import DenseElementsAttr
from dlc.ir.builtin_types import MemRefType
from dlc.ir.operations import Operation
from dlc.ir.strided_layout import layout_map, strides_of

from .views import used_memref

MASK = (1 << 64) - 1
"""Of an index."""


# -- Allocation ------------------------------------------------------------------------------------------------------


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
        made = allocate(type, filled(type.shape, iter(size)), [], machine, "heap")
        kept = min(old.sizes[0], made.sizes[0])
        made.view([kept], made.strides, 0).copy_from(old.view([kept], old.strides, old.offset))
        free(old.buffer)
        return made

    return run


@semantics(dialect.AllocaScopeOp)
def alloca_scope(op: dialect.AllocaScopeOp, machine: Machine) -> Kernel:
    """The region, once; what it has on the stack is freed behind it."""

    def run() -> RegionRun:
        mark = machine.stack_mark()
        leave = yield Enter(op.bodyRegion, ())
        machine.release_stack(mark)
        return leave

    return run


@semantics(dialect.AllocaScopeReturnOp, dialect.AtomicYieldOp)
def leave_region(op: Operation, machine: Machine) -> Kernel:
    """Hand the operands to the op around the region."""
    del machine
    return lambda *values: Leave(op, values)


# -- Globals ---------------------------------------------------------------------------------------------------------


@semantics(dialect.GetGlobalOp)
def get_global(op: dialect.GetGlobalOp, machine: Machine) -> Kernel:
    """The memory of a global."""
    found, type = machine.symbol(op, op.name_), op.result.type
    assert isinstance(type, MemRefType)
    if not isinstance(found, dialect.GlobalOp):
        raise Fault(f"refers to '{found.name}', which is no global")
    codec = ElementCodec(type.element_type, machine.vscale)

    def run() -> MemRef:
        buffer = machine.global_memory(found, lambda: _make_global(found, type, codec, machine))
        return MemRef(buffer, codec, type.shape, row_major(type.shape))

    return run


def _make_global(op: dialect.GlobalOp, type: MemRefType, codec: ElementCodec, machine: Machine) -> Buffer:
    name, value = f"global @{op.sym_name.value}", op.initial_value
    buffer = machine.allocate(type.num_elements * codec.size, name)
    if value is None:
        raise Fault(f"uses {name}, which is defined elsewhere")
    if not op.is_uninitialized:
        if not isinstance(value, DenseElementsAttr):
            value = getattr(value, "as_dense", lambda: value)()
        whole = MemRef(buffer, codec, [type.num_elements], [1])
        items = constant(value, value.type, machine.vscale).items()  # type: ignore[attr-defined]
        for place, item in enumerate(items):
            whole.store([place], item)
    buffer.is_constant = op.constant is not None
    return buffer


# -- Access ----------------------------------------------------------------------------------------------------------


@semantics(dialect.LoadOp)
def load(op: dialect.LoadOp, machine: Machine) -> Kernel:
    """One element."""
    del op, machine

    def run(source: Any, *indices: Any) -> Any:
        return used_memref(source).load(used_indices(indices))

    return run


@semantics(dialect.StoreOp)
def store(op: dialect.StoreOp, machine: Machine) -> Kernel:
    """One element."""
    del op, machine

    def run(value: Any, target: Any, *indices: Any) -> None:
        used_memref(target).store(used_indices(indices), value)

    return run


@semantics(dialect.CopyOp)
def copy(op: dialect.CopyOp, machine: Machine) -> Binary:
    """All elements, whether written or not."""
    del op, machine
    return lambda source, target: used_memref(target).copy_from(used_memref(source))


@semantics(dialect.PrefetchOp)
def prefetch(op: dialect.PrefetchOp, machine: Machine) -> Kernel:
    """Nothing that a program could see."""
    del op, machine
    return lambda *_: None


@semantics(dialect.AtomicRMWOp)
def atomic_update(op: dialect.AtomicRMWOp, machine: Machine) -> Kernel:
    """The old element is given back and the combination with the operand put there."""
    del machine
    combine = _update(op)

    def run(value: Any, target: Any, *indices: Any) -> Any:
        memref, place = used_memref(target), used_indices(indices)
        old = memref.load(place)
        memref.store(place, combine(old, value))
        return old

    return run


def _update(op: dialect.AtomicRMWOp) -> Binary:
    """The function of the old element and the operand."""
    name = op.kind_name
    return (lambda _, new: new) if name == ASSIGN else combination(COMBINERS[name].kind, op.value.type)


@semantics(dialect.GenericAtomicRMWOp)
def generic_atomic_update(op: dialect.GenericAtomicRMWOp, machine: Machine) -> Kernel:
    """The element is replaced by what the region makes of it; that is given back."""
    del machine

    def run(target: Any, *indices: Any) -> RegionRun:
        memref, place = used_memref(target), used_indices(indices)
        leave = yield Enter(op.atomic_body, [memref.load(place)])
        memref.store(place, leave.values[0])
        return leave.values[0]

    return run


# -- Questions -------------------------------------------------------------------------------------------------------


@semantics(dialect.DimOp)
def dim(op: dialect.DimOp, machine: Machine) -> Kernel:
    """The size of a dimension."""
    del op, machine

    def run(source: Any, index: Any) -> int:
        memref, number = used_memref(source), used_index(index)
        if not 0 <= number < memref.rank:
            raise Fault(f"asks for size {number} of a memref of rank {memref.rank}")
        return memref.sizes[number]

    return run


@semantics(dialect.RankOp)
def rank(op: dialect.RankOp, machine: Machine) -> Unary:
    """The number of dimensions."""
    del op, machine
    return lambda source: used_memref(source).rank


@semantics(dialect.ExtractStridedMetadataOp)
def strided_metadata(op: dialect.ExtractStridedMetadataOp, machine: Machine) -> Kernel:
    """The buffer as a memref of one element, offset, sizes and strides."""
    del op, machine

    def run(source: Any) -> list[Any]:
        memref = used_memref(source)
        numbers = [memref.offset, *memref.sizes, *memref.strides]
        return [memref.view([], [], 0), *(number & MASK for number in numbers)]

    return run


@semantics(dialect.ExtractAlignedPointerAsIndexOp)
def pointer_as_index(op: dialect.ExtractAlignedPointerAsIndexOp, machine: Machine) -> Kernel:
    """An address: there are none here."""
    del op, machine
    raise Fault("asks for an address, of which the reference has none")
