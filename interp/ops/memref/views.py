"""The meaning of `memref`'s ops that see the same memory otherwise, and what is asked of a memref before it is used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.dialects import memref as dialect
from dlc.interp.errors import Fault
from dlc.interp.memory import ElementCodec, MemRef, row_major
from dlc.interp.semantics import Kernel, Machine, Unary, semantics
from dlc.interp.values import filled, used_index
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import DYNAMIC, MemRefType
from dlc.ir.operations import Operation
from dlc.ir.reassociation import groups_of
from dlc.ir.strided_layout import strides_of


def used_memref(value: Any) -> MemRef:
    """A memref that is looked at: poison is an error."""
    if not isinstance(value, MemRef):
        raise Fault("depends on poison: a memref")
    return value


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
