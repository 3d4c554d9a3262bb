"""The meaning of `tensor`'s ops that create tensors from sizes and scalars."""

from __future__ import annotations

from typing import Any

from dlc.dialects import tensor as dialect
from dlc.dialects.tensor.constraints import tensor_type
from dlc.interp.semantics import Enter, Kernel, Leave, Machine, RegionRun, semantics
from dlc.interp.values import POISON, Elements, positions, scalar_width

from .values import new_sizes, tensor_semantics


@tensor_semantics(dialect.EmptyOp)
def empty(op: dialect.EmptyOp, machine: Machine) -> Kernel:
    """Poison everywhere: nothing may depend on what is in it."""
    del machine
    type = tensor_type(op.result)
    width = scalar_width(type)

    def run(*sizes: Any) -> Elements:
        return Elements.splat(POISON, new_sizes(type.shape, sizes, width), width)

    return run


@tensor_semantics(dialect.SplatOp)
def splat(op: dialect.SplatOp, machine: Machine) -> Kernel:
    """One value everywhere."""
    del machine
    type = tensor_type(op.aggregate)
    width = scalar_width(type)

    def run(value: Any, *sizes: Any) -> Elements:
        return Elements.splat(value, new_sizes(type.shape, sizes, width), width)

    return run


@tensor_semantics(dialect.FromElementsOp)
def from_elements(op: dialect.FromElementsOp, machine: Machine) -> Kernel:
    """The operands, row by row."""
    del machine
    type = tensor_type(op.result)
    width = scalar_width(type)
    return lambda *items: Elements.of(items, type.shape, width)


@tensor_semantics(dialect.GenerateOp)
def generate(op: dialect.GenerateOp, machine: Machine) -> Kernel:
    """Compute the region for each index."""
    del machine
    type = tensor_type(op.result)
    width = scalar_width(type)

    def run(*operands: Any) -> RegionRun:
        sizes = new_sizes(type.shape, operands, width)
        items: list[Any] = []
        for place in positions(*sizes):
            leave = yield Enter(op.body, place)
            items.append(leave.values[0])
        return Elements.of(items, sizes, width)

    return run


@semantics(dialect.YieldOp)
def leave_region(op: dialect.YieldOp, machine: Machine) -> Kernel:
    """Hand elements to the op around the region."""
    del machine
    return lambda *values: Leave(op, values)
