"""The meaning of `vector.transfer_read` and `vector.transfer_write`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.dialects import vector as dialect
from dlc.interp.errors import Fault
from dlc.interp.semantics import Kernel, Machine, semantics
from dlc.interp.values import Elements, all_items, positions, scalar_width, used_indices
from dlc.ir.affine import AffineMap
from dlc.ir.builtin_attributes import ArrayAttr, IntegerAttr

from .memory import ElementStore, elements_at, inner_shape, is_set, outer_shape, vector_shape
from .values import Position


class Transfer:
    """The elements of the base that a transfer accesses."""

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
        """Return the position in the base of an element of the vector."""
        position = list(start)
        for dim, index in zip(self.dims, offset, strict=True):
            if dim is not None:
                position[dim] += index
        return position

    def is_masked(self, masks: Sequence[Elements], offset: Position) -> bool:
        """Return whether a mask is not set for an element. Masks have their dimensions in memory order."""
        place = tuple(offset[number] for number in self.mask_order)
        return not all(is_set(mask, place) for mask in masks)

    def touches(self, place: ElementStore, position: Sequence[int]) -> bool:
        """Return whether an element is in bounds; a dimension marked `in_bounds` must be."""
        for dim, promised in zip(self.dims, self.in_bounds, strict=True):
            if dim is not None and not 0 <= position[dim] < place.sizes[dim]:
                if promised:
                    where = f"{list(position)} in sizes {list(place.sizes)}"
                    raise Fault(f"is out of bounds: {where}, promised to be inside")
                return False
        return True


def _masks(machine: Machine, own: Sequence[Elements]) -> list[Elements]:
    return [*own, *([machine.mask] if machine.mask is not None else [])]


def _check_elements(op: dialect.TransferReadOp | dialect.TransferWriteOp) -> None:
    if not dialect.moves_elements(op):
        raise Fault("moves elements of another type than those in memory, which cannot be interpreted")


@semantics(dialect.TransferReadOp)
def transfer_read(op: dialect.TransferReadOp, machine: Machine) -> Kernel:
    """A slice; the padding where nothing is, and where the mask is not set."""
    _check_elements(op)
    transfer, type = Transfer(op.permutation_map.value, op.in_bounds), op.vector.type
    outer = outer_shape(type, op.base.type, machine)
    shape, width, rank = vector_shape(type, machine), scalar_width(type), len(op.indices)

    def run(base: Any, *operands: Any) -> Elements:
        place, start, masks = ElementStore(base), used_indices(operands[:rank]), _masks(machine, operands[rank + 1 :])
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
    _check_elements(op)
    transfer, type = Transfer(op.permutation_map.value, op.in_bounds), op.valueToStore.type
    outer, inner = outer_shape(type, op.base.type, machine), inner_shape(op.base.type, machine)
    rank = len(op.indices)

    def run(value: Elements, base: Any, *operands: Any) -> Any:
        place, start, masks = ElementStore(base), used_indices(operands[:rank]), _masks(machine, operands[rank:])
        for offset, item in elements_at(value, outer, inner):
            position = transfer.position(start, offset)
            if not transfer.is_masked(masks, offset) and transfer.touches(place, position):
                place.write(position, item)
        return place.result

    return run
