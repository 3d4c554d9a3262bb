"""Taking elements of a value at computed positions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dlc.dialects import graph
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value


def checked_indices(name: str, indices: Value, value: Value, axis: int) -> Value:
    """Return the indices along an axis that a function gets; one that is not there stops the program."""
    size = shape_of(value)[axis]
    has_size = f", which has size {size}" if isinstance(size, int) else ""
    limit = np.array(size, np.int64) if isinstance(size, int) else graph.dim(value, axis)
    return graph.check_indices(indices, limit, f"{name}: an index is not in axis {axis}{has_size}")


def taken(value: Value, indices: Value, dim: int) -> Value:
    """Return the parts of a value at indices along a dimension; the dimensions of the indices take its place."""
    return gathered(value, indices, [dim], len(shape_of(indices)))


def gathered(value: Value, indices: Value, dims: Sequence[int], vector_dim: int) -> Value:
    """Return the parts of a value at positions along adjacent dimensions, whose place those of the positions take.

    The positions are vectors along `vector_dim` of the indices, or single numbers if that is their rank.
    """
    rank, at = len(shape_of(value)), dims[0]
    counted = len(shape_of(indices)) - (vector_dim < len(shape_of(indices)))
    kept = [dim for dim in range(rank) if dim not in dims]
    windows = [dim if dim < at else dim - len(dims) + counted for dim in kept]
    slice_sizes = [1 if dim in dims else None for dim in range(rank)]
    return graph.gather(value, indices, windows, dims, [], [], dims, vector_dim, slice_sizes)
