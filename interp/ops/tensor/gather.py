"""The meaning of `tensor.gather` and `tensor.scatter`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dlc.dialects import tensor as dialect
from dlc.interp.errors import Fault
from dlc.interp.semantics import Kernel, Machine
from dlc.interp.values import (
    Array,
    Elements,
    array_of,
    scalar_width,
    to_signed,
    used,
)
from dlc.ir.elements import element_count

from .values import checked_tensor, tensor_semantics


def _listed_places(indices: Elements, width: int, sizes: Sequence[int]) -> tuple[Array, ...]:
    """The places that a tensor lists: for each dimension that is indexed an array of numbers, which must be inside."""
    numbers = [to_signed(used(item, "an index"), width) for item in indices.items()]
    listed = array_of(numbers, np.int64).reshape(indices.shape)
    columns = tuple(listed[..., number] for number in range(len(sizes)))
    for index, size in zip(columns, sizes, strict=True):
        wrong = index[(index < 0) | (index >= size)]
        if wrong.size:
            raise Fault(f"is out of bounds: index {wrong[0]} into {size} elements")
    return columns


def _indexed_first(value: Elements, dims: Sequence[int]) -> Elements:
    """Move the indexed dimensions to the front."""
    return value.moved(lambda array: np.moveaxis(array, dims, range(len(dims))))


@tensor_semantics(dialect.GatherOp)
def gather(op: dialect.GatherOp, machine: Machine) -> Kernel:
    """The slices at all places."""
    del machine
    dims, width, type = op.gather_dims.elements, scalar_width(op.indices.type), op.result.type
    is_full = len(op.result.shape) == len(op.indices.shape) - 1 + len(op.source.shape)

    def run(source: Elements, indices: Elements) -> Elements:
        places = _listed_places(indices, width, [source.shape[dim] for dim in dims])
        own = [1 if dim in dims else size for dim, size in enumerate(source.shape) if is_full or dim not in dims]
        shape = (*indices.shape[:-1], *own)
        taken = _indexed_first(source, dims).moved(lambda array: array_of(array[places], array.dtype).reshape(shape))
        return checked_tensor(taken, type)

    return run


@tensor_semantics(dialect.ScatterOp)
def scatter(op: dialect.ScatterOp, machine: Machine) -> Kernel:
    """The destination with a slice put at each place; that places are unique is a promise."""
    del machine
    dims, width = op.scatter_dims.elements, scalar_width(op.indices.type)

    def run(source: Elements, dest: Elements, indices: Elements) -> Elements:
        places = _listed_places(indices, width, [dest.shape[dim] for dim in dims])
        _check_unique(places)
        rest = [size for dim, size in enumerate(dest.shape) if dim not in dims]
        shape = (*indices.shape[:-1], *rest)
        if source.bits.size != element_count(shape):
            raise Fault(f"puts sizes {list(source.shape)} where there are {list(shape)}")
        slices = source.moved(lambda array: array.reshape(shape))
        updated = _indexed_first(dest, dims).with_items_at(places, slices)
        return updated.moved(lambda array: np.moveaxis(array, range(len(dims)), dims))

    return run


def _check_unique(places: Sequence[Array]) -> None:
    seen: set[tuple[int, ...]] = set()
    for place in zip(*(index.ravel().tolist() for index in places), strict=True):
        if place in seen:
            raise Fault(f"puts two slices at {list(place)}")
        seen.add(place)
