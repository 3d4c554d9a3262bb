"""The meaning of `vector`'s ops that read and write memory, or the tensors that stand for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from dlc.dialects import vector as dialect
from dlc.interp.errors import Fault
from dlc.interp.memory import ElementCodec, MemRef
from dlc.interp.semantics import Kernel, Machine, semantics
from dlc.interp.values import Elements, all_items, positions, run_shape, scalar_width, to_signed, used, used_indices
from dlc.ir.affine.map import AffineMap
from dlc.ir.attributes import Type
from dlc.ir.builtin_attributes import ArrayAttr, IntegerAttr
from dlc.ir.builtin_types import MemRefType, ShapedType, VectorType

from ..memref.views import used_memref

Position = tuple[int, ...]


class Place:
    """A memref or tensor whose elements are read and written one by one."""

    __slots__ = ("_memref", "_tensor", "sizes")

    def __init__(self, value: Any) -> None:
        self._tensor: Elements | None = value if isinstance(value, Elements) else None
        self._memref: MemRef | None = None if isinstance(value, Elements) else used_memref(value)
        self.sizes = value.shape if isinstance(value, Elements) else value.sizes

    def read(self, position: Sequence[int]) -> list[Any]:
        """The scalars at a position: several where elements are vectors."""
        if self._memref is not None:
            return all_items([self._memref.load(position)])
        assert self._tensor is not None
        self._check(position)
        return [self._tensor.item(tuple(position))]

    def write(self, position: Sequence[int], value: Any) -> None:
        if self._memref is not None:
            self._memref.store(position, value)
            return
        assert self._tensor is not None
        self._check(position)
        width = 8 * self._tensor.bits.dtype.itemsize if self._tensor.bits.dtype != object else 65
        self._tensor = self._tensor.with_items_at(tuple(position), Elements.splat(value, (), width))

    def _check(self, position: Sequence[int]) -> None:
        if not self.is_inside(position):
            raise Fault(f"is out of bounds: {list(position)} in a tensor of sizes {list(self.sizes)}")

    def is_inside(self, position: Sequence[int]) -> bool:
        return all(0 <= index < size for index, size in zip(position, self.sizes, strict=True))

    @property
    def result(self) -> Any:
        """The tensor as it is now; nothing, of memory."""
        return self._tensor


def vector_shape(type: Type, machine: Machine) -> tuple[int, ...]:
    """The shape that a vector has when the program runs."""
    assert isinstance(type, VectorType)
    return run_shape(type, machine.vscale)


def minor(start: Sequence[int], offset: Sequence[int]) -> list[int]:
    """A position moved along the last dimensions."""
    leading = len(start) - len(offset)
    return [*start[:leading], *(a + b for a, b in zip(start[leading:], offset, strict=True))]


def _inner_shape(base: Type, machine: Machine) -> tuple[int, ...]:
    """The shape of the elements, where they are vectors themselves."""
    element = base.element_type if isinstance(base, ShapedType) else base
    return run_shape(element, machine.vscale) if isinstance(element, VectorType) else ()


def _outer_shape(vector: Type, base: Type, machine: Machine) -> tuple[int, ...]:
    shape, inner = vector_shape(vector, machine), _inner_shape(base, machine)
    return shape[: len(shape) - len(inner)]


def _elements_at(value: Elements, outer: Sequence[int], inner: Sequence[int]) -> Iterator[tuple[Position, Any]]:
    """The position and value of each element to be stored: scalars, or vectors of the inner shape."""
    for position in positions(*outer):
        part = value.moved(lambda array, at=position: np.asarray(array[at]))
        yield position, part if inner else part.item(())


@semantics(dialect.LoadOp)
def load(op: dialect.LoadOp, machine: Machine) -> Kernel:
    """The elements along the last dimensions."""
    type, outer = op.result.type, _outer_shape(op.result.type, op.base.type, machine)
    shape, width = vector_shape(type, machine), scalar_width(type)

    def run(base: Any, *indices: Any) -> Elements:
        place, start = Place(base), used_indices(indices)
        items = [item for offset in positions(*outer) for item in place.read(minor(start, offset))]
        return Elements.of(items, shape, width)

    return run


@semantics(dialect.StoreOp)
def store(op: dialect.StoreOp, machine: Machine) -> Kernel:
    """The elements along the last dimensions."""
    type = op.valueToStore.type
    outer, inner = _outer_shape(type, op.base.type, machine), _inner_shape(op.base.type, machine)

    def run(value: Elements, base: Any, *indices: Any) -> None:
        place, start = Place(base), used_indices(indices)
        for offset, item in _elements_at(value, outer, inner):
            place.write(minor(start, offset), item)

    return run


def is_set(mask: Elements, position: Position) -> bool:
    """Whether a mask is set at a position; what memory is touched must not depend on poison."""
    return bool(used(mask.item(position), "a mask"))


@semantics(dialect.MaskedLoadOp)
def masked_load(op: dialect.MaskedLoadOp, machine: Machine) -> Kernel:
    """The same where the mask is set; the pass-through elsewhere."""
    del machine
    width = scalar_width(op.result.type)

    def run(base: Any, *operands: Any) -> Elements:
        *indices, mask, other = operands
        place, start = Place(base), used_indices(indices)
        items = [
            place.read(minor(start, offset))[0] if is_set(mask, offset) else other.item(offset)
            for offset in positions(*mask.shape)
        ]
        return Elements.of(items, mask.shape, width)

    return run


@semantics(dialect.MaskedStoreOp)
def masked_store(op: dialect.MaskedStoreOp, machine: Machine) -> Kernel:
    """The elements where the mask is set."""
    del op, machine

    def run(base: Any, *operands: Any) -> None:
        *indices, mask, value = operands
        place, start = Place(base), used_indices(indices)
        for offset in positions(*mask.shape):
            if is_set(mask, offset):
                place.write(minor(start, offset), value.item(offset))

    return run


@semantics(dialect.ExpandLoadOp)
def expand_load(op: dialect.ExpandLoadOp, machine: Machine) -> Kernel:
    """The next element from memory for each that the mask has; the pass-through elsewhere."""
    del machine
    width = scalar_width(op.result.type)

    def run(base: Any, *operands: Any) -> Elements:
        *indices, mask, other = operands
        place, start = Place(base), used_indices(indices)
        items: list[Any] = []
        count = 0
        for offset in positions(*mask.shape):
            if is_set(mask, offset):
                items += place.read(minor(start, (count,)))
                count += 1
            else:
                items.append(other.item(offset))
        return Elements.of(items, mask.shape, width)

    return run


@semantics(dialect.CompressStoreOp)
def compress_store(op: dialect.CompressStoreOp, machine: Machine) -> Kernel:
    """The elements that the mask has, one after the other."""
    del op, machine

    def run(base: Any, *operands: Any) -> None:
        *indices, mask, value = operands
        place, start = Place(base), used_indices(indices)
        count = 0
        for offset in positions(*mask.shape):
            if is_set(mask, offset):
                place.write(minor(start, (count,)), value.item(offset))
                count += 1

    return run


@semantics(dialect.GatherOp)
def gather(op: dialect.GatherOp, machine: Machine) -> Kernel:
    """The elements at offsets of the last dimension, where the mask is set."""
    del machine
    width, index_width = scalar_width(op.result.type), scalar_width(op.index_vec.type)

    def run(base: Any, *operands: Any) -> Elements:
        *indices, offsets, mask, other = operands
        place, start = Place(base), used_indices(indices)
        items: list[Any] = []
        for position in positions(*mask.shape):
            if is_set(mask, position):
                step = to_signed(used(offsets.item(position), "an index"), index_width)
                items += place.read(minor(start, (step,)))
            else:
                items.append(other.item(position))
        return Elements.of(items, mask.shape, width)

    return run


@semantics(dialect.ScatterOp)
def scatter(op: dialect.ScatterOp, machine: Machine) -> Kernel:
    """The elements where the mask is set, from the first to the last, at offsets of the last dimension."""
    del machine
    index_width = scalar_width(op.index_vec.type)

    def run(base: Any, *operands: Any) -> Any:
        *indices, offsets, mask, value = operands
        place, start = Place(base), used_indices(indices)
        for position in positions(*mask.shape):
            if is_set(mask, position):
                step = to_signed(used(offsets.item(position), "an index"), index_width)
                place.write(minor(start, (step,)), value.item(position))
        return place.result

    return run


# -- Transfers -------------------------------------------------------------------------------------------------------


class Transfer:
    """Which elements of the base a transfer touches."""

    __slots__ = ("dims", "in_bounds", "mask_order")

    def __init__(self, order: AffineMap, in_bounds: ArrayAttr) -> None:
        self.dims = [
            None if expr.constant_value is not None else order.dim_position(result)
            for result, expr in enumerate(order.results)
        ]
        """For each dimension of the vector that of the base; `None` where the vector repeats."""
        self.in_bounds = [bool(flag.value) for flag in in_bounds if isinstance(flag, IntegerAttr)]
        used_dims = [(dim, number) for number, dim in enumerate(self.dims) if dim is not None]
        self.mask_order = [number for _, number in sorted(used_dims)]

    def position(self, start: Sequence[int], offset: Position) -> list[int]:
        """Where in the base an element of the vector is."""
        position = list(start)
        for dim, index in zip(self.dims, offset, strict=True):
            if dim is not None:
                position[dim] += index
        return position

    def is_masked(self, masks: Sequence[Elements], offset: Position) -> bool:
        """Whether some mask is not set for an element. Masks have the dimensions in the order of memory."""
        place = tuple(offset[number] for number in self.mask_order)
        return not all(is_set(mask, place) for mask in masks)

    def touches(self, place: Place, position: Sequence[int]) -> bool:
        """Whether an element is there; a dimension that is promised to be inside must be."""
        for dim, promised in zip(self.dims, self.in_bounds, strict=True):
            if dim is not None and not 0 <= position[dim] < place.sizes[dim]:
                if promised:
                    where = f"{list(position)} in sizes {list(place.sizes)}"
                    raise Fault(f"is out of bounds: {where}, promised to be inside")
                return False
        return True


def _masks(machine: Machine, own: Sequence[Elements]) -> list[Elements]:
    return [*own, *([machine.mask] if machine.mask is not None else [])]


@semantics(dialect.TransferReadOp)
def transfer_read(op: dialect.TransferReadOp, machine: Machine) -> Kernel:
    """A slice; the padding where nothing is, and where the mask is not set."""
    transfer, type = Transfer(op.permutation_map.value, op.in_bounds), op.vector.type
    outer = _outer_shape(type, op.base.type, machine)
    shape, width, rank = vector_shape(type, machine), scalar_width(type), len(op.indices)

    def run(base: Any, *operands: Any) -> Elements:
        place, start, masks = Place(base), used_indices(operands[:rank]), _masks(machine, operands[rank + 1 :])
        padding = all_items([operands[rank]])
        items: list[Any] = []
        for offset in positions(*outer):
            position = transfer.position(start, offset)
            is_there = not transfer.is_masked(masks, offset) and transfer.touches(place, position)
            items += place.read(position) if is_there else padding
        return Elements.of(items, shape, width)

    return run


@semantics(dialect.TransferWriteOp)
def transfer_write(op: dialect.TransferWriteOp, machine: Machine) -> Kernel:
    """A slice, but for what lies outside and where the mask is not set."""
    transfer, type = Transfer(op.permutation_map.value, op.in_bounds), op.valueToStore.type
    outer, inner = _outer_shape(type, op.base.type, machine), _inner_shape(op.base.type, machine)
    rank = len(op.indices)

    def run(value: Elements, base: Any, *operands: Any) -> Any:
        place, start, masks = Place(base), used_indices(operands[:rank]), _masks(machine, operands[rank:])
        for offset, item in _elements_at(value, outer, inner):
            position = transfer.position(start, offset)
            if not transfer.is_masked(masks, offset) and transfer.touches(place, position):
                place.write(position, item)
        return place.result

    return run


@semantics(dialect.TypeCastOp)
def type_cast(op: dialect.TypeCastOp, machine: Machine) -> Kernel:
    """A memref seen as one vector."""
    type = op.result.type
    assert isinstance(type, MemRefType)
    codec = ElementCodec(type.element_type, machine.vscale)

    def run(source: Any) -> MemRef:
        memref = used_memref(source)
        base = memref.base + memref.offset * memref.codec.size
        return MemRef(memref.buffer, codec, (), (), 0, base)

    return run
