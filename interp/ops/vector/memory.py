"""The meaning of `vector`'s ops that read and write memory, or the tensors that stand for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from dlc.dialects import vector as dialect
from dlc.interp.errors import Fault
from dlc.interp.memory import MemRef
from dlc.interp.semantics import Kernel, Machine, semantics
from dlc.interp.values import Elements, all_items, positions, run_shape, scalar_width, to_signed, used, used_indices
from dlc.ir import Type
from dlc.ir.builtin_types import ShapedType, VectorType

from ..memref.checks import used_memref

Position = tuple[int, ...]


class ElementStore:
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


def inner_shape(base: Type, machine: Machine) -> tuple[int, ...]:
    """The shape of the elements, where they are vectors themselves."""
    element = base.element_type if isinstance(base, ShapedType) else base
    return run_shape(element, machine.vscale) if isinstance(element, VectorType) else ()


def outer_shape(vector: Type, base: Type, machine: Machine) -> tuple[int, ...]:
    shape, inner = vector_shape(vector, machine), inner_shape(base, machine)
    return shape[: len(shape) - len(inner)]


def elements_at(value: Elements, outer: Sequence[int], inner: Sequence[int]) -> Iterator[tuple[Position, Any]]:
    """The position and value of each element to be stored: scalars, or vectors of the inner shape."""
    for position in positions(*outer):
        part = value.moved(lambda array, at=position: np.asarray(array[at]))
        yield position, part if inner else part.item(())


@semantics(dialect.LoadOp)
def load(op: dialect.LoadOp, machine: Machine) -> Kernel:
    """The elements along the last dimensions."""
    type, outer = op.result.type, outer_shape(op.result.type, op.base.type, machine)
    shape, width = vector_shape(type, machine), scalar_width(type)

    def run(base: Any, *indices: Any) -> Elements:
        place, start = ElementStore(base), used_indices(indices)
        row = base.load_row(start, outer[0]) if isinstance(base, MemRef) and len(outer) == 1 else None
        if row is not None:
            return row
        items = [item for offset in positions(*outer) for item in place.read(minor(start, offset))]
        return Elements.of(items, shape, width)

    return run


@semantics(dialect.StoreOp)
def store(op: dialect.StoreOp, machine: Machine) -> Kernel:
    """The elements along the last dimensions."""
    type = op.valueToStore.type
    outer, inner = outer_shape(type, op.base.type, machine), inner_shape(op.base.type, machine)

    def run(value: Elements, base: Any, *indices: Any) -> None:
        place, start = ElementStore(base), used_indices(indices)
        if isinstance(base, MemRef) and len(outer) == 1 and base.store_row(start, value):
            return
        for offset, item in elements_at(value, outer, inner):
            place.write(minor(start, offset), item)

    return run


def is_set(mask: Elements, position: Position) -> bool:
    """Return whether a mask is set at a position; memory accesses must not depend on poison."""
    return bool(used(mask.item(position), "a mask"))


@semantics(dialect.MaskedLoadOp)
def masked_load(op: dialect.MaskedLoadOp, machine: Machine) -> Kernel:
    """The same where the mask is set; the pass-through elsewhere."""
    del machine
    width = scalar_width(op.result.type)

    def run(base: Any, *operands: Any) -> Elements:
        *indices, mask, other = operands
        place, start = ElementStore(base), used_indices(indices)
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
        place, start = ElementStore(base), used_indices(indices)
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
        place, start = ElementStore(base), used_indices(indices)
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
        place, start = ElementStore(base), used_indices(indices)
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
        place, start = ElementStore(base), used_indices(indices)
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
        place, start = ElementStore(base), used_indices(indices)
        for position in positions(*mask.shape):
            if is_set(mask, position):
                step = to_signed(used(offsets.item(position), "an index"), index_width)
                place.write(minor(start, (step,)), value.item(position))
        return place.result

    return run
