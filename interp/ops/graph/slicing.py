"""The meaning of `graph`'s slices, of their updates and of `concat`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dlc.dialects import graph as dialect
from dlc.interp.errors import Fault
from dlc.interp.semantics import Machine
from dlc.interp.values import Array

from .arrays import ArrayFunction, on_arrays, on_arrays_and_sizes
from .checks import checked_shape, numbers_of, stated_shape


@on_arrays_and_sizes(dialect.SliceOp)
def take_slice(op: dialect.SliceOp, machine: Machine) -> ArrayFunction:
    """Take a strided range along each dimension."""

    def run(source: Array) -> Array:
        starts = numbers_of(op.starts.entries, machine.sizes)
        limits = numbers_of(op.limits_within(source.shape), machine.sizes)
        for dim, (start, limit) in enumerate(zip(starts, limits, strict=True)):
            if start is None or limit is None:
                raise Fault(f"has bounds along dimension {dim} which have no value here")
        return source[tuple(map(slice, starts, limits, op.strides.elements))]

    return run


def window_at(starts: Array, sizes: Sequence[int], source: Sequence[int]) -> tuple[slice, ...]:
    """Return the slices of a part of these sizes, moved so that it fits into the source."""
    window: list[slice] = []
    for start, size, whole in zip(starts, sizes, source, strict=True):
        begin = min(max(int(start), 0), whole - size)
        window.append(slice(begin, begin + size))
    return tuple(window)


@on_arrays_and_sizes(dialect.DynamicSliceOp)
def take_dynamic_slice(op: dialect.DynamicSliceOp, machine: Machine) -> ArrayFunction:
    """The part that begins there."""

    def run(source: Array, starts: Array, given: Array | None = None) -> Array:
        sizes = checked_shape(stated_shape(op, machine, given))
        return source[window_at(starts, sizes, source.shape)]

    return run


@on_arrays(dialect.DynamicUpdateSliceOp)
def update_slice(op: dialect.DynamicUpdateSliceOp) -> ArrayFunction:
    """A copy with a part replaced."""
    del op

    def run(source: Array, update: Array, starts: Array) -> Array:
        result = source.copy()
        result[window_at(starts, update.shape, source.shape)] = update
        return result

    return run


@on_arrays(dialect.ConcatOp)
def concat(op: dialect.ConcatOp) -> ArrayFunction:
    """Tensors behind one another."""
    dim = op.dim.value

    def run(*parts: Array) -> Array:
        return np.concatenate(parts, dim)

    return run
