"""The meaning of `tensor.pack` and `tensor.unpack`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dlc.dialects import tensor as dialect
from dlc.dialects.tensor.pack import outer_order, packed_shape
from dlc.interp.errors import Fault
from dlc.interp.semantics import Kernel, Machine
from dlc.interp.values import (
    POISON,
    Elements,
    checked_sizes,
    filled,
    scalar_width,
)

from .values import tensor_semantics


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
