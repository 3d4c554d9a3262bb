"""The meaning of `tensor`'s ops that put tensors together: `pad`, `concat`, `gather`, `scatter`, `pack`, `unpack`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dlc.dialects import tensor as dialect
from dlc.dialects.tensor.constraints import tensor_type
from dlc.dialects.tensor.pack import outer_order, packed_shape
from dlc.interp.errors import Fault
from dlc.interp.semantics import Enter, Kernel, Machine, RegionRun
from dlc.interp.values import (
    POISON,
    Array,
    Elements,
    array_of,
    checked_sizes,
    filled,
    joined,
    positions,
    scalar_width,
    to_signed,
    used,
)

from .values import checked_tensor, tensor_semantics


@tensor_semantics(dialect.PadOp)
def pad(op: dialect.PadOp, machine: Machine) -> Kernel:
    """The source, with what the region computes around it; the region runs for places outside the source only."""
    del machine
    type = tensor_type(op.result)
    width = scalar_width(type)
    statics = op.static_low.elements, op.static_high.elements
    is_uniform = op.padding_value() is not None and all(
        inner is op.body.entry.last or inner.constant_value() is not None for inner in op.body.entry.ops
    )

    def run(source: Elements, *operands: Any) -> RegionRun:
        dynamic = iter(operands)
        low, high = (filled(static, dynamic) for static in statics)
        if any(size < 0 for size in (*low, *high)):
            raise Fault(f"pads by negative sizes: low {low}, high {high}")
        sizes = checked_sizes([a + b + c for a, b, c in zip(low, source.shape, high, strict=True)], width)
        if is_uniform:  # not element by element: images are padded this way
            leave = yield Enter(op.body, [0] * len(sizes))
            inside = tuple(slice(a, a + b) for a, b in zip(low, source.shape, strict=True))
            around = Elements.splat(leave.values[0], sizes, width)
            return checked_tensor(around.with_items_at(inside, source), type)
        items: list[Any] = []
        own = iter(source.items())
        for place in positions(*sizes):
            if all(a <= at < a + b for at, a, b in zip(place, low, source.shape, strict=True)):
                items.append(next(own))
            else:
                leave = yield Enter(op.body, place)
                items.append(leave.values[0])
        return checked_tensor(Elements.of(items, sizes, width), type)

    return run


@tensor_semantics(dialect.ConcatOp)
def concat(op: dialect.ConcatOp, machine: Machine) -> Kernel:
    """The inputs, one behind the other."""
    del machine
    dim, type = op.dim.value, op.result.type

    def run(*inputs: Elements) -> Elements:
        others = {(*part.shape[:dim], *part.shape[dim + 1 :]) for part in inputs}
        if len(others) > 1:
            raise Fault(f"puts sizes {' and '.join(str(list(part.shape)) for part in inputs)} together along {dim}")
        sizes = [sum(part.shape[dim] for part in inputs), *next(iter(others))]
        checked_sizes(sizes, scalar_width(type))
        return checked_tensor(joined(inputs, lambda arrays: np.concatenate(arrays, dim)), type)

    return run


# -- Gather and scatter ----------------------------------------------------------------------------------------------


def _listed_places(indices: Elements, width: int, sizes: Sequence[int]) -> tuple[Array, ...]:
    """The places that a tensor lists: for each dimension that is indexed an array of numbers, which must be inside."""
    numbers = [to_signed(used(item, "an index"), width) for item in indices.items()]
    listed = array_of(numbers, np.int64).reshape(indices.shape)
    found = tuple(listed[..., number] for number in range(len(sizes)))
    for index, size in zip(found, sizes, strict=True):
        wrong = index[(index < 0) | (index >= size)]
        if wrong.size:
            raise Fault(f"is out of bounds: index {wrong[0]} into {size} elements")
    return found


def _indexed_first(value: Elements, dims: Sequence[int]) -> Elements:
    """With the dimensions that are indexed in front of the others."""
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
        if source.bits.size != _count(shape):
            raise Fault(f"puts sizes {list(source.shape)} where there are {list(shape)}")
        slices = source.moved(lambda array: array.reshape(shape))
        updated = _indexed_first(dest, dims).with_items_at(places, slices)
        return updated.moved(lambda array: np.moveaxis(array, range(len(dims)), dims))

    return run


def _count(shape: Sequence[int]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count


def _check_unique(places: Sequence[Array]) -> None:
    seen: set[tuple[int, ...]] = set()
    for place in zip(*(index.ravel().tolist() for index in places), strict=True):
        if place in seen:
            raise Fault(f"puts two slices at {list(place)}")
        seen.add(place)


# -- Pack and unpack -------------------------------------------------------------------------------------------------


class Tiling:
    """How a tensor of some sizes lies in tiles."""

    def __init__(self, sizes: Sequence[int], dims: Sequence[int], tiles: Sequence[int], order: Sequence[int]) -> None:
        if any(tile < 1 for tile in tiles):
            raise Fault(f"has tiles of sizes {list(tiles)}")
        self.packed = packed_shape(sizes, dims, tiles, order)
        rank = len(sizes)
        counts = [0] * rank
        for place, dim in enumerate(order):
            counts[dim] = self.packed[place]
        inner = dict(zip(dims, tiles, strict=True))
        self.whole = [count * inner.get(dim, 1) for dim, count in enumerate(counts)]
        """The sizes of all tiles together."""
        self.split: list[int] = []
        """The sizes with each that is cut as two: the number of tiles, then the tile's."""
        outer_axes: list[int] = []
        inner_axes: dict[int, int] = {}
        for dim, count in enumerate(counts):
            outer_axes.append(len(self.split))
            self.split.append(count)
            if dim in inner:
                inner_axes[dim] = len(self.split)
                self.split.append(inner[dim])
        self.axes = [*(outer_axes[dim] for dim in order), *(inner_axes[dim] for dim in dims)]
        """For each dimension in tiles, which of the split ones it is."""

    def pack(self, value: Elements) -> Elements:
        """Whole tiles, each in one piece."""
        return value.moved(lambda array: array.reshape(self.split).transpose(self.axes))

    def unpack(self, value: Elements) -> Elements:
        """The tiles put together."""
        return value.moved(lambda array: array.transpose(np.argsort(self.axes)).reshape(self.whole))


@tensor_semantics(dialect.PackOp)
def pack(op: dialect.PackOp, machine: Machine) -> Kernel:
    """The source, padded to whole tiles, cut into these."""
    del machine
    dims, order, static = op.inner_dims_pos.elements, outer_order(op), op.static_inner_tiles.elements
    width, has_padding = scalar_width(op.source.type), op.padding_value is not None

    def run(source: Elements, dest: Elements, *operands: Any) -> Elements:
        rest = iter(operands)
        padding = next(rest) if has_padding else POISON
        tiling = Tiling(source.shape, dims, filled(static, rest), order)
        if tiling.packed != dest.shape:
            raise Fault(f"packs into sizes {list(tiling.packed)}, but its destination has {list(dest.shape)}")
        if not has_padding and tiling.whole != list(source.shape):
            raise Fault(f"has no padding for sizes {list(source.shape)} in tiles, which make up {tiling.whole}")
        around = Elements.splat(padding, checked_sizes(tiling.whole, width), width)
        return tiling.pack(around.with_items_at(tuple(slice(size) for size in source.shape), source))

    return run


@tensor_semantics(dialect.UnpackOp)
def unpack(op: dialect.UnpackOp, machine: Machine) -> Kernel:
    """The tiles put together, without what reaches past the end of the destination."""
    del machine
    dims, order, static = op.inner_dims_pos.elements, outer_order(op), op.static_inner_tiles.elements

    def run(source: Elements, dest: Elements, *operands: Any) -> Elements:
        tiling = Tiling(dest.shape, dims, filled(static, iter(operands)), order)
        if tiling.packed != source.shape:
            raise Fault(f"unpacks sizes {list(tiling.packed)}, but its source has {list(source.shape)}")
        inside = tuple(slice(size) for size in dest.shape)
        return tiling.unpack(source).moved(lambda array: np.asarray(array[inside]))

    return run
