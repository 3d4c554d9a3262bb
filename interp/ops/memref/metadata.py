"""The meaning of `memref`'s ops on the parts of a memref: pointers, offset, sizes and strides."""

from __future__ import annotations

from typing import Any

import numpy as np

from dlc.dialects import memref as dialect
from dlc.interp.memory import MemRef
from dlc.interp.semantics import Kernel, Machine, semantics
from dlc.interp.values import INDEX_MASK, filled

from .checks import used_memref


@semantics(dialect.ExtractStridedMetadataOp)
def strided_metadata(op: dialect.ExtractStridedMetadataOp, machine: Machine) -> Kernel:
    """The buffer as a memref of one element, offset, sizes and strides."""
    del op, machine

    def run(source: Any) -> list[Any]:
        memref = used_memref(source)
        numbers = [memref.offset, *memref.sizes, *memref.strides]
        return [memref.view([], [], 0), *(number & INDEX_MASK for number in numbers)]

    return run


@semantics(dialect.ExtractAlignedPointerAsIndexOp)
def pointer_as_index(op: dialect.ExtractAlignedPointerAsIndexOp, machine: Machine) -> Kernel:
    """The address in this process of what offsets are counted from; an empty buffer has none."""
    del op, machine

    def run(source: Any) -> int:
        memref = used_memref(source)
        data = memref.buffer.data
        return np.frombuffer(data, np.uint8).ctypes.data + memref.base if len(data) else 0

    return run


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
