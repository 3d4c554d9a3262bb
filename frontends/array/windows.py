"""Taking elements of a value at computed positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dlc.dialects import graph
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value, sizes
from dlc.ir.sizes import Dim


def checked_indices(name: str, indices: Value, value: Value, axis: int) -> Value:
    """Return the indices along an axis that a function gets; one that is not there stops the program."""
    size = shape_of(value)[axis]
    has_size = f", which has size {size}" if isinstance(size, int) else ""
    limit = np.array(size, np.int64) if isinstance(size, int) else graph.dim(value, axis)
    return graph.check_indices(indices, limit, f"{name}: an index is not in axis {axis}{has_size}")


def last_parts(value: Value, dim: int, count: int) -> Value:
    """Return the last parts of a value along a dimension whose size may depend on values."""
    return graph.reverse(_between(graph.reverse(value, [dim]), dim, 0, count), [dim])


def without_last(value: Value, dim: int, count: int) -> Value:
    """Return a value without its last parts along a dimension whose size may depend on values."""
    limit = sizes.subtract(shape_of(value)[dim], count)
    if limit is not None:
        return _between(value, dim, 0, limit)
    return graph.reverse(_between(graph.reverse(value, [dim]), dim, count, None), [dim])


def without_first(value: Value, dim: int, count: int) -> Value:
    """Return a value without its first parts along a dimension."""
    return _between(value, dim, count, None)


def _between(value: Value, dim: int, start: int, limit: Dim) -> Value:
    rank = len(shape_of(value))
    starts, limits = [0] * rank, list[Dim]([None] * rank)
    starts[dim], limits[dim] = start, limit
    return graph.slice(value, starts, limits, [1] * rank)


def taken(value: Value, indices: Value, dim: int) -> Value:
    """Return the parts of a value at indices along a dimension; the dimensions of the indices take its place."""
    return gathered(value, indices, [dim], len(shape_of(indices)))


def gathered(value: Value, indices: Value, dims: Sequence[int], vector_dim: int) -> Value:
    """Return the parts of a value at positions along adjacent dimensions, whose place those of the positions take.

    The positions are vectors along `vector_dim` of the indices, or single numbers if that is their rank.
    """
    windows = _window_dims(value, indices, dims, vector_dim)
    slice_sizes = [1 if dim in dims else None for dim in range(len(shape_of(value)))]
    return graph.gather(value, indices, windows, dims, [], [], dims, vector_dim, slice_sizes)


def scattered(value: Value, indices: Value, dims: Sequence[int], vector_dim: int, updates: Value, kind: Any) -> Value:
    """Return a value whose parts, which `gathered` takes at these positions, are combined with updates."""
    windows = _window_dims(value, indices, dims, vector_dim)
    return graph.scatter(value, indices, windows, dims, [], [], dims, vector_dim, updates, kind)


def _window_dims(value: Value, indices: Value, dims: Sequence[int], vector_dim: int) -> list[int]:
    """Return the dimensions of what is gathered that are not those of the positions."""
    counted = len(shape_of(indices)) - (vector_dim < len(shape_of(indices)))
    kept = [dim for dim in range(len(shape_of(value))) if dim not in dims]
    return [dim if dim < dims[0] else dim - len(dims) + counted for dim in kept]
