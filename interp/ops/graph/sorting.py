"""The meaning of those ops of `graph` that order elements."""

from __future__ import annotations

import numpy as np

from dlc.dialects import graph as dialect
from dlc.interp.values import Array

from .arrays import ArrayFunction, on_arrays, wide


def order_of(keys: Array, dim: int, *, descending: bool) -> Array:
    """Return the source positions of the sorted elements: a stable order, in which NaN is larger than all others."""
    if not descending:
        return np.argsort(wide(keys), dim, kind="stable")
    from_behind = np.argsort(wide(np.flip(keys, dim)), dim, kind="stable")
    return keys.shape[dim] - 1 - np.flip(from_behind, dim)


@on_arrays(dialect.SortOp)
def sort(op: dialect.SortOp) -> ArrayFunction:
    """All operands in the order of the first one."""
    dim, descending = op.dim.value, op.descending is not None

    def run(*parts: Array) -> Array | list[Array]:
        order = order_of(parts[0], dim, descending=descending)
        sorted_parts = [np.take_along_axis(part, order, dim) for part in parts]
        return sorted_parts if len(sorted_parts) > 1 else sorted_parts[0]

    return run


@on_arrays(dialect.TopKOp)
def top_k(op: dialect.TopKOp) -> ArrayFunction:
    """The first ones of a sorted dimension."""
    dim, k, largest = op.dim.value, op.k.value, op.smallest is None

    def run(source: Array) -> list[Array]:
        order = np.take(order_of(source, dim, descending=largest), range(k), dim)
        return [np.take_along_axis(source, order, dim), order]

    return run
