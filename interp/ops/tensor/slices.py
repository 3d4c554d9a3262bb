"""The meaning of `tensor`'s slices."""

from __future__ import annotations

from typing import Any

import numpy as np

from dlc.dialects import tensor as dialect
from dlc.interp.errors import Fault
from dlc.interp.semantics import Kernel, Machine
from dlc.interp.values import Elements, filled

from .reshapes import reshaped
from .values import checked_tensor, slice_index, tensor_semantics


@tensor_semantics(dialect.ExtractSliceOp)
def extract_slice(op: dialect.ExtractSliceOp, machine: Machine) -> Kernel:
    """A part, which must lie inside."""
    del machine
    statics = op.static_offsets.elements, op.static_sizes.elements, op.static_strides.elements
    kept, type = op.kept_dims(), op.result.type

    def run(source: Elements, *operands: Any) -> Elements:
        dynamic = iter(operands)
        offsets, sizes, steps = (filled(static, dynamic) for static in statics)
        place = slice_index(source.shape, offsets, sizes, steps)
        shape = [sizes[dim] for dim in kept]

        def taken(array: Any) -> Any:
            part: Any = np.asarray(array[place])
            return part.reshape(shape)

        return checked_tensor(source.moved(taken), type)

    return run


@tensor_semantics(dialect.InsertSliceOp)
def insert_slice(op: dialect.InsertSliceOp, machine: Machine) -> Kernel:
    """A copy with a part replaced, which must lie inside and have the source's sizes."""
    del machine
    return insertion(op)


def insertion(op: dialect.InsertSliceOp | dialect.ParallelInsertSliceOp) -> Kernel:
    """A function of the source, the destination, and what is not known of the place, for a copy with that replaced."""
    statics = op.static_offsets.elements, op.static_sizes.elements, op.static_strides.elements
    kept = op.kept_dims()

    def run(source: Elements, dest: Elements, *operands: Any) -> Elements:
        dynamic = iter(operands)
        offsets, sizes, steps = (filled(static, dynamic) for static in statics)
        place = slice_index(dest.shape, offsets, sizes, steps)
        if tuple(sizes[dim] for dim in kept) != source.shape:
            raise Fault(f"puts sizes {list(source.shape)} where there are {sizes}")
        return dest.with_items_at(place, reshaped(source, sizes))

    return run
