"""The meaning of `memref.subview`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.dialects import memref as dialect
from dlc.interp.errors import Fault
from dlc.interp.memory import MemRef
from dlc.interp.semantics import Kernel, Machine, semantics
from dlc.interp.values import filled

from .checks import used_memref


@semantics(dialect.SubViewOp)
def subview(op: dialect.SubViewOp, machine: Machine) -> Kernel:
    """A slice, which must lie inside."""
    del machine
    statics = op.static_offsets.elements, op.static_sizes.elements, op.static_strides.elements
    dropped = op.dropped_dims()

    def run(source: Any, *operands: Any) -> MemRef:
        memref, dynamic = used_memref(source), iter(operands)
        offsets, sizes, steps = (filled(static, dynamic) for static in statics)
        part = slice_of(memref, offsets, sizes, steps)
        kept = [dim for dim, gone in enumerate(dropped) if not gone]
        return part.view([part.sizes[d] for d in kept], [part.strides[d] for d in kept], part.offset)

    return run


def slice_of(memref: MemRef, offsets: Sequence[int], sizes: Sequence[int], steps: Sequence[int]) -> MemRef:
    """Return a strided slice of a memref, which must be in bounds."""
    for offset, size, step, extent in zip(offsets, sizes, steps, memref.sizes, strict=True):
        if size < 0 or (size and not (0 <= offset < extent and 0 <= offset + (size - 1) * step < extent)):
            raise Fault(f"takes {size} elements from {offset} on, {step} apart, where there are {extent}")
    start = memref.offset + sum(offset * stride for offset, stride in zip(offsets, memref.strides, strict=True))
    return memref.view(sizes, [own * step for own, step in zip(memref.strides, steps, strict=True)], start)
