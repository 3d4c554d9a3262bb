"""The meaning of `memref`: all is views of buffers (`memory`). What a type promises and a value breaks is a fault."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dlc.dialects import memref as dialect
from dlc.dialects.memref.access import ATOMIC_KINDS
from dlc.ir.attributes import Type
from dlc.ir.builtin_attributes import ArrayAttr, DenseElementsAttr, IntegerAttr
from dlc.ir.builtin_types import DYNAMIC, MemRefType
from dlc.ir.operations import Operation
from dlc.ir.strided_layout import layout_map, strides_of

from .combining import combination
from .errors import Fault
from .memory import Buffer, ElementCodec, MemRef, row_major
from .semantics import Binary, Enter, Kernel, Leave, Machine, RegionRun, Unary, semantics
from .values import constant, used_index

MASK = (1 << 64) - 1
"""Of an index."""


def used_memref(value: Any) -> MemRef:
    """A memref that is looked at: poison is an error."""
    if not isinstance(value, MemRef):
        raise Fault("depends on poison: a memref")
    return value


def used_indices(values: Sequence[Any]) -> list[int]:
    """Indices as signed numbers."""
    return [used_index(value) for value in values]


def filled(static: Sequence[int], dynamic: Iterator[Any]) -> list[int]:
    """Constants, with the next of the operands for each that is dynamic."""
    return [used_index(next(dynamic)) if number == DYNAMIC else number for number in static]


def checked_against(value: MemRef, type: Type) -> MemRef:
    """The memref, if sizes, strides and offset are those that a type promises."""
    if not isinstance(type, MemRefType):
        return value
    known = strides_of(type)
    if len(type.shape) != value.rank:
        raise Fault(f"a memref of rank {value.rank} is no '{type}'")
    if not _agree(type.shape, value.sizes):
        raise Fault(f"a memref of sizes {list(value.sizes)} is no '{type}'")
    if known is not None and not (
        _agree([known.offset], [value.offset])
        and all(n <= 1 or _agree([a], [b]) for n, a, b in zip(value.sizes, known.strides, value.strides, strict=True))
    ):
        raise Fault(f"a memref with strides {list(value.strides)} and offset {value.offset} is no '{type}'")
    return value


def _agree(promised: Sequence[int], actual: Sequence[int]) -> bool:
    return all(a in (DYNAMIC, b) for a, b in zip(promised, actual, strict=True))


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


_WORDS = {"maxs": "maxsi", "maxu": "maxui", "mins": "minsi", "minu": "minui"}
"""Kinds that reductions call otherwise; others have a letter at the end for the type, or none."""


def _update(op: dialect.AtomicRMWOp) -> Binary:
    """The function of the old element and the operand."""
    word = next(word for word, number in ATOMIC_KINDS.items() if number == op.kind.value)
    if word == "assign":
        return lambda _, new: new
    if word not in _WORDS and not word.startswith(("max", "min")):
        word = word[:-1]
    return combination(_WORDS.get(word, word), op.value.type)


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


# -- Views -----------------------------------------------------------------------------------------------------------


@semantics(dialect.CastOp, dialect.MemorySpaceCastOp)
def cast(op: Operation, machine: Machine) -> Unary:
    """The same memref, if it is what the new type says."""
    del machine
    type = op.results[0].type
    return lambda source: checked_against(used_memref(source), type)


@semantics(dialect.AssumeAlignmentOp)
def assume_alignment(op: dialect.AssumeAlignmentOp, machine: Machine) -> Unary:
    """The same memref: where buffers lie is nowhere to be seen."""
    del op, machine
    return lambda source: source


@semantics(dialect.SubViewOp)
def subview(op: dialect.SubViewOp, machine: Machine) -> Kernel:
    """A slice, which must lie inside."""
    del machine
    statics = op.static_offsets.elements, op.static_sizes.elements, op.static_strides.elements
    dropped = op.dropped_dims()

    def run(source: Any, *operands: Any) -> MemRef:
        memref, dynamic = used_memref(source), iter(operands)
        offsets, sizes, steps = (filled(static, dynamic) for static in statics)
        made = slice_of(memref, offsets, sizes, steps)
        kept = [dim for dim, gone in enumerate(dropped) if not gone]
        return made.view([made.sizes[d] for d in kept], [made.strides[d] for d in kept], made.offset)

    return run


def slice_of(memref: MemRef, offsets: Sequence[int], sizes: Sequence[int], steps: Sequence[int]) -> MemRef:
    """In each dimension so many elements from an offset on, every `step`-th."""
    for offset, size, step, extent in zip(offsets, sizes, steps, memref.sizes, strict=True):
        if size < 0 or (size and not (0 <= offset < extent and 0 <= offset + (size - 1) * step < extent)):
            raise Fault(f"takes {size} elements from {offset} on, {step} apart, where there are {extent}")
    start = memref.offset + sum(offset * stride for offset, stride in zip(offsets, memref.strides, strict=True))
    return memref.view(sizes, [own * step for own, step in zip(memref.strides, steps, strict=True)], start)


@semantics(dialect.ReinterpretCastOp)
def reinterpret_cast(op: dialect.ReinterpretCastOp, machine: Machine) -> Kernel:
    """The buffer seen with another offset, other sizes and strides."""
    del machine
    statics = op.static_offsets.elements, op.static_sizes.elements, op.static_strides.elements

    def run(source: Any, *operands: Any) -> MemRef:
        dynamic = iter(operands)
        [offset], sizes, strides = (filled(static, dynamic) for static in statics)
        return used_memref(source).view(sizes, strides, offset)

    return run


def groups_of(attr: ArrayAttr) -> list[list[int]]:
    """A reassociation: for each dimension of fewer the dimensions of more."""
    groups = [group for group in attr if isinstance(group, ArrayAttr)]
    return [[part.value for part in group if isinstance(part, IntegerAttr)] for group in groups]


@semantics(dialect.ExpandShapeOp)
def expand_shape(op: dialect.ExpandShapeOp, machine: Machine) -> Kernel:
    """Each dimension seen as several."""
    del machine
    groups, static = groups_of(op.reassociation), op.static_output_shape.elements

    def run(source: Any, *operands: Any) -> MemRef:
        memref, sizes = used_memref(source), filled(static, iter(operands))
        strides = [0] * len(sizes)
        for dim, group in enumerate(groups):
            stride = memref.strides[dim]
            for part in reversed(group):
                strides[part] = stride
                stride *= sizes[part]
            if stride != memref.strides[dim] * memref.sizes[dim]:
                raise Fault(f"sees {memref.sizes[dim]} elements as {[sizes[part] for part in group]}")
        return memref.view(sizes, strides, memref.offset)

    return run


@semantics(dialect.CollapseShapeOp)
def collapse_shape(op: dialect.CollapseShapeOp, machine: Machine) -> Kernel:
    """Several dimensions, which must follow one another in memory, seen as one."""
    del machine
    groups = groups_of(op.reassociation)

    def run(source: Any) -> MemRef:
        memref = used_memref(source)
        merged = [_merge([(memref.sizes[dim], memref.strides[dim]) for dim in group]) for group in groups]
        return memref.view([size for size, _ in merged], [stride for _, stride in merged], memref.offset)

    return run


def _merge(dims: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Size and stride of dimensions seen as one."""
    total, step = 1, 1
    for size, stride in reversed(dims):
        if size != 1:
            if total == 1:
                step = stride
            elif stride != step * total and size and total:
                raise Fault(f"sees sizes and strides {[list(dim) for dim in dims]} as one dimension")
        elif total == 1:
            step = stride if dims[-1] == (size, stride) else step
        total *= size
    return total, step


@semantics(dialect.TransposeOp)
def transpose(op: dialect.TransposeOp, machine: Machine) -> Kernel:
    """The dimensions in another order."""
    del machine
    order = [op.permutation.value.dim_position(result) for result in range(op.permutation.value.num_results)]

    def run(source: Any) -> MemRef:
        memref = used_memref(source)
        return memref.view([memref.sizes[d] for d in order], [memref.strides[d] for d in order], memref.offset)

    return run


@semantics(dialect.ViewOp)
def view(op: dialect.ViewOp, machine: Machine) -> Kernel:
    """Bytes, from a shift on, seen as elements that follow one another."""
    type = op.results[0].type
    assert isinstance(type, MemRefType)
    codec = ElementCodec(type.element_type, machine.vscale)

    def run(source: Any, shift: Any, *operands: Any) -> MemRef:
        memref, start = used_memref(source), used_index(shift)
        sizes = filled(type.shape, iter(operands))
        made = MemRef(memref.buffer, codec, sizes, row_major(sizes), 0, memref.base + memref.offset + start)
        needed = codec.size
        for size in sizes:
            needed *= size
        if start < 0 or start + needed > memref.sizes[0]:
            raise Fault(f"sees bytes {start} to {start + needed} of a memref that has {memref.sizes[0]}")
        return made

    return run


@semantics(dialect.ReshapeOp)
def reshape(op: dialect.ReshapeOp, machine: Machine) -> Kernel:
    """The elements, which must follow one another, in the shape that a memref of sizes says."""
    del op, machine

    def run(source: Any, shape: Any) -> MemRef:
        memref, wanted = used_memref(source), used_memref(shape)
        width = wanted.codec.width
        sizes = [used_index(wanted.load([dim])) & ((1 << width) - 1) for dim in range(wanted.sizes[0])]
        size, stride = _merge(list(zip(memref.sizes, memref.strides, strict=True))) if memref.rank else (1, 1)
        count = 1
        for each in sizes:
            count *= each
        if count != size or (stride != 1 and size > 1):
            raise Fault(f"sees sizes {list(memref.sizes)} as {sizes}")
        return memref.view(sizes, row_major(sizes), memref.offset)

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
