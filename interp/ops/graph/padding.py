"""The meaning of `graph.pad`."""

from __future__ import annotations

import numpy as np

from dlc.dialects import graph as dialect
from dlc.interp.errors import Fault
from dlc.interp.semantics import Machine
from dlc.interp.values import Array

from .arrays import ArrayFunction, on_arrays_and_sizes
from .checks import checked_shape, numbers_of


@on_arrays_and_sizes(dialect.PadOp)
def pad(op: dialect.PadOp, machine: Machine) -> ArrayFunction:
    """Take for each element of the result the one of the source that it copies, one dimension after the other."""

    def run(source: Array, *value: Array) -> Array:
        low, shape = op.low.entries, op.padded_sizes(source.shape)
        sizes = checked_shape(numbers_of(shape, machine.sizes))
        padded = source
        for dim, (before, size) in enumerate(zip(numbers_of(low, machine.sizes), sizes, strict=True)):
            if before is None:
                raise Fault(f"pads dimension {dim} by '{low[dim]}', which has no value here")
            padded = _pad_one(op, padded, dim, np.arange(size) - before, value[0] if value else None)
        return padded

    return run


def _pad_one(op: dialect.PadOp, source: Array, dim: int, positions: Array, value: Array | None) -> Array:
    """One dimension: what stands at these positions of the source, which may lie outside of it."""
    size, step = source.shape[dim], op.interior[dim] + 1
    if step > 1 and size == 0:
        raise Fault(f"pads between the elements of dimension {dim}, where there is none")
    step = min(step, max(len(positions), 1) + size)  # beyond all positions, one step is like another
    if op.mode.value != "constant":
        return np.take(source, _mapped(op.mode.value, positions, size), dim)
    inside = (positions >= 0) & (positions % step == 0) & (positions // step < size)
    shape = list(source.shape)
    shape[dim] = len(positions)
    padded = np.empty(shape, source.dtype)
    padded[...] = value
    place = (slice(None),) * dim
    padded[(*place, inside)] = np.take(source, positions[inside] // step, dim)
    return padded


def _mapped(mode: str, positions: Array, size: int) -> Array:
    """Return which of `size` elements are at these positions."""
    if mode == "edge":
        return np.minimum(np.maximum(positions, 0), size - 1)
    if mode == "wrap":
        return positions % max(size, 1)
    period = max(2 * (size - 1), 1)
    folded = positions % period
    return np.minimum(folded, period - folded) if size > 1 else np.zeros_like(positions)
