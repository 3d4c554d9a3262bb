"""Taking elements of a value at computed positions."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import graph
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value


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
