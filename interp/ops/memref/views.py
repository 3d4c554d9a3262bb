"""The meaning of `memref.transpose`, `memref.view` and `memref.reshape`."""

from __future__ import annotations

from typing import Any

from dlc.dialects import memref as dialect
from dlc.interp.errors import Fault
from dlc.interp.memory import ElementCodec, MemRef, row_major
from dlc.interp.semantics import Kernel, Machine, semantics
from dlc.interp.values import filled, used_index
from dlc.ir.builtin_types import MemRefType

from .checks import used_memref
from .reshapes import merged_layout


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
        view_of_bytes = MemRef(memref.buffer, codec, sizes, row_major(sizes), 0, memref.base + memref.offset + start)
        needed = codec.size
        for size in sizes:
            needed *= size
        if start < 0 or start + needed > memref.sizes[0]:
            raise Fault(f"sees bytes {start} to {start + needed} of a memref that has {memref.sizes[0]}")
        return view_of_bytes

    return run


@semantics(dialect.ReshapeOp)
def reshape(op: dialect.ReshapeOp, machine: Machine) -> Kernel:
    """The elements, which must follow one another, in the shape that a memref of sizes says."""
    del op, machine

    def run(source: Any, shape: Any) -> MemRef:
        memref, wanted = used_memref(source), used_memref(shape)
        width = wanted.codec.width
        sizes = [used_index(wanted.load([dim])) & ((1 << width) - 1) for dim in range(wanted.sizes[0])]
        size, stride = merged_layout(list(zip(memref.sizes, memref.strides, strict=True))) if memref.rank else (1, 1)
        count = 1
        for each in sizes:
            count *= each
        if count != size or (stride != 1 and size > 1):
            raise Fault(f"sees sizes {list(memref.sizes)} as {sizes}")
        return memref.view(sizes, row_major(sizes), memref.offset)

    return run
