"""The meaning of `tensor`'s reshapes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from dlc.dialects import tensor as dialect
from dlc.interp.errors import Fault
from dlc.interp.semantics import Kernel, Machine, Unary
from dlc.interp.values import Elements, filled, scalar_width, used_index
from dlc.ir.reassociation import groups_of

from .values import checked_tensor, tensor_semantics


def reshaped(source: Elements, shape: Sequence[int]) -> Elements:
    """The same elements, row by row, in another shape of as many."""
    return source.moved(lambda array: array.reshape(shape))


@tensor_semantics(dialect.ExpandShapeOp)
def expand_shape(op: dialect.ExpandShapeOp, machine: Machine) -> Kernel:
    """Each dimension split into several."""
    del machine
    groups, static, type = op.groups, op.static_output_shape.elements, op.result.type

    def run(source: Elements, *operands: Any) -> Elements:
        sizes = filled(static, iter(operands))
        for extent, group in zip(source.shape, groups, strict=True):
            parts = [sizes[part] for part in group]
            if any(part < 0 for part in parts) or math.prod(parts) != extent:
                raise Fault(f"sees {extent} elements as {parts}")
        if not groups and any(size != 1 for size in sizes):
            raise Fault(f"sees 1 element as {sizes}")
        return checked_tensor(reshaped(source, sizes), type)

    return run


@tensor_semantics(dialect.CollapseShapeOp)
def collapse_shape(op: dialect.CollapseShapeOp, machine: Machine) -> Unary:
    """Several dimensions made one."""
    del machine
    groups, type = groups_of(op.reassociation), op.result.type

    def run(source: Elements) -> Elements:
        sizes = [math.prod([source.shape[part] for part in group]) for group in groups]
        return checked_tensor(reshaped(source, sizes), type)

    return run


@tensor_semantics(dialect.ReshapeOp)
def reshape(op: dialect.ReshapeOp, machine: Machine) -> Kernel:
    """The elements in the shape that a tensor of sizes says."""
    del machine
    width, type = scalar_width(op.shape.type), op.result.type

    def run(source: Elements, shape: Elements) -> Elements:
        sizes = [_as_size(item, width) for item in shape.items()]
        if math.prod(sizes) != math.prod(source.shape):
            raise Fault(f"sees sizes {list(source.shape)} as {sizes}")
        return checked_tensor(reshaped(source, sizes), type)

    return run


def _as_size(item: Any, width: int) -> int:
    """A size out of a tensor of integers, which are signed."""
    size = used_index(item)
    size = size - (1 << width) if width < 64 and size >> (width - 1) else size
    if size < 0:
        raise Fault(f"has a negative size: {size}")
    return size
