"""The meaning of `tensor`'s ops. A tensor is a value (`Elements`), so each op makes a new one.

What moves parts of tensors as a whole (`pad`, `concat`, `gather`, `pack` …) is in `tensor_movement`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dlc.dialects import tensor as dialect
from dlc.dialects.tensor.constraints import tensor_type
from dlc.interp.errors import Fault
from dlc.interp.semantics import Enter, Kernel, Leave, Machine, RegionRun, Unary, semantics
from dlc.interp.values import POISON, Elements, filled, positions, scalar_width, used_index
from dlc.ir.reassociation import groups_of

from . import movement as movement, structured as structured
from .values import checked_place, checked_tensor, new_sizes, slice_index, tensor_semantics

# -- Making tensors --------------------------------------------------------------------------------------------------


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
    """What the region computes for each index."""
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


# -- Single elements -------------------------------------------------------------------------------------------------


@tensor_semantics(dialect.ExtractOp)
def extract(op: dialect.ExtractOp, machine: Machine) -> Kernel:
    """One element."""
    del op, machine

    def run(source: Elements, *indices: Any) -> Any:
        return source.item(checked_place(indices, source.shape))

    return run


@tensor_semantics(dialect.InsertOp)
def insert(op: dialect.InsertOp, machine: Machine) -> Kernel:
    """A copy with another element."""
    del machine
    width = scalar_width(op.result.type)

    def run(value: Any, dest: Elements, *indices: Any) -> Elements:
        return dest.with_items_at(checked_place(indices, dest.shape), Elements.splat(value, (), width))

    return run


# -- Questions and casts ---------------------------------------------------------------------------------------------


@tensor_semantics(dialect.DimOp)
def dim(op: dialect.DimOp, machine: Machine) -> Kernel:
    """The size of a dimension."""
    del op, machine

    def run(source: Elements, index: Any) -> int:
        number = used_index(index)
        if not 0 <= number < len(source.shape):
            raise Fault(f"asks for size {number} of a tensor of rank {len(source.shape)}")
        return source.shape[number]

    return run


@tensor_semantics(dialect.RankOp)
def rank(op: dialect.RankOp, machine: Machine) -> Unary:
    """The number of dimensions."""
    del op, machine
    return lambda source: len(source.shape)


@tensor_semantics(dialect.CastOp, dialect.BitcastOp)
def cast(op: dialect.CastOp | dialect.BitcastOp, machine: Machine) -> Unary:
    """The same bits, if the shape is what the new type says."""
    del machine
    type = op.dest.type
    return lambda source: checked_tensor(source, type)


# -- Shapes ----------------------------------------------------------------------------------------------------------


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
            if any(part < 0 for part in parts) or _product(parts) != extent:
                raise Fault(f"sees {extent} elements as {parts}")
        if not groups and any(size != 1 for size in sizes):
            raise Fault(f"sees 1 element as {sizes}")
        return checked_tensor(reshaped(source, sizes), type)

    return run


def _product(sizes: Sequence[int]) -> int:
    product = 1
    for size in sizes:
        product *= size
    return product


@tensor_semantics(dialect.CollapseShapeOp)
def collapse_shape(op: dialect.CollapseShapeOp, machine: Machine) -> Unary:
    """Several dimensions made one."""
    del machine
    groups, type = groups_of(op.reassociation), op.result.type

    def run(source: Elements) -> Elements:
        sizes = [_product([source.shape[part] for part in group]) for group in groups]
        return checked_tensor(reshaped(source, sizes), type)

    return run


@tensor_semantics(dialect.ReshapeOp)
def reshape(op: dialect.ReshapeOp, machine: Machine) -> Kernel:
    """The elements in the shape that a tensor of sizes says."""
    del machine
    width, type = scalar_width(op.shape.type), op.result.type

    def run(source: Elements, shape: Elements) -> Elements:
        sizes = [_as_size(item, width) for item in shape.items()]
        if _product(sizes) != _product(source.shape):
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


# -- Slices ----------------------------------------------------------------------------------------------------------


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
            found: Any = np.asarray(array[place])
            return found.reshape(shape)

        return checked_tensor(source.moved(taken), type)

    return run


@tensor_semantics(dialect.InsertSliceOp)
def insert_slice(op: dialect.InsertSliceOp, machine: Machine) -> Kernel:
    """A copy with a part replaced, which must lie inside and have the source's sizes."""
    del machine
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
