"""The meaning of `graph`'s ops that move all elements: transpose, reverse, broadcast, reshape."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from dlc.dialects import graph as dialect
from dlc.dialects.graph.tensors import shape_of
from dlc.interp.errors import Fault
from dlc.interp.semantics import Machine, Unary
from dlc.interp.values import Array

from .arrays import ArrayFunction, on_arrays, on_arrays_and_sizes
from .checks import Unreported, checked_shape, numbers_of, stated_shape


@on_arrays(dialect.TransposeOp)
def transpose(op: dialect.TransposeOp) -> Unary:
    """The dimensions reordered."""
    order = op.order.elements
    return lambda source: source.transpose(order)


@on_arrays(dialect.ReverseOp)
def reverse(op: dialect.ReverseOp) -> Unary:
    """The opposite order."""
    dims = op.dims.elements
    return lambda source: np.flip(source, dims)


@on_arrays_and_sizes(dialect.BroadcastOp)
def broadcast(op: dialect.BroadcastOp, machine: Machine) -> ArrayFunction:
    """Elements repeated."""
    dims = op.dims.elements

    def run(source: Array, given: Array | None = None) -> Array:
        shape = stated_shape(op, machine, given)
        placed = [1] * len(shape)
        for dim, size in zip(dims, source.shape, strict=True):
            placed[dim] = size
            if shape[dim] is None:
                shape[dim] = size
            elif size not in (1, shape[dim]):
                raise Fault(f"repeats {size} elements along dimension {dim}, where the result has {shape[dim]}")
        return np.broadcast_to(source.reshape(placed), checked_shape(shape))

    return run


@on_arrays_and_sizes(dialect.ReshapeOp)
def reshape(op: dialect.ReshapeOp, machine: Machine) -> ArrayFunction:
    """The same elements in another shape."""

    def run(source: Array, given: Array | None = None) -> Array:
        shape = stated_shape(op, machine, given)
        unknown = [number for number, size in enumerate(shape) if size in (None, -1)]
        if len(unknown) == 1:
            shape[unknown[0]] = _last_size(
                op, machine, source, [shape[i] for i in range(len(shape)) if i != unknown[0]]
            )
        new_shape = checked_shape(shape)
        if source.size != math.prod(new_shape):
            raise Fault(f"makes shape {list(new_shape)} of {source.size} elements")
        return source.reshape(new_shape)

    return run


def _last_size(op: dialect.ReshapeOp, machine: Machine, source: Array, others: Sequence[int | None]) -> int:
    """The size that is left when the others are known; where nothing is left, what the rules of the op say."""
    count = math.prod(size for size in others if size is not None)
    if count:
        return source.size // count
    inferred = op.infer_shapes([tuple(source.shape), *([(len(others) + 1,)] if op.sizes else [])], Unreported())
    inferred_sizes = [] if inferred is None else numbers_of(inferred[0], machine.sizes)
    wanted = [size for size, stated in zip(inferred_sizes, shape_of(op.result), strict=True) if stated is None]
    if len(wanted) != 1 or wanted[0] is None:
        raise Fault("has a size that follows from nothing, beside one that is 0")
    return wanted[0]
