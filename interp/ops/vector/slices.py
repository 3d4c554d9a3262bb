"""The meaning of `vector`'s strided slices."""

from __future__ import annotations

from dlc.dialects import vector as dialect
from dlc.interp.semantics import Binary, Machine, Unary, semantics
from dlc.ir.builtin_types import VectorType

from .values import ints_of, moving, shape_of


@semantics(dialect.ExtractStridedSliceOp)
def extract_slice(op: dialect.ExtractStridedSliceOp, machine: Machine) -> Unary:
    """A block."""
    type = op.vector.type
    assert isinstance(type, VectorType)
    factors = [machine.vscale if grows else 1 for grows in type.scalable_dims]
    block = tuple(
        slice(offset * factor, (offset + size) * factor)
        for offset, size, factor in zip(ints_of(op.offsets), ints_of(op.sizes), factors, strict=False)
    )
    return moving(lambda array: array[block])


@semantics(dialect.InsertStridedSliceOp)
def insert_slice(op: dialect.InsertStridedSliceOp, machine: Machine) -> Binary:
    """The vector with another block."""
    offsets, sizes = ints_of(op.offsets), shape_of(op.valueToStore.type, machine)
    leading = len(offsets) - len(sizes)
    block = (*offsets[:leading], *(slice(at, at + n) for at, n in zip(offsets[leading:], sizes, strict=True)))
    return lambda value, dest: dest.with_items_at(block, value)
