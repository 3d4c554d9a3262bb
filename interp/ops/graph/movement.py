"""The meaning of `graph`'s ops that move all elements: transpose, reverse, broadcast, reshape."""

from __future__ import annotations

import numpy as np

from dlc.dialects import graph as dialect
from dlc.dialects.graph.rules import OpenRules
from dlc.interp.semantics import Machine, Unary
from dlc.interp.values import Array

from .arrays import ArrayFunction, on_arrays, on_arrays_and_sizes
from .checks import checked_shape, numbers_of, stated_shape, with_last_size


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
        return np.broadcast_to(source.reshape(placed), checked_shape(shape))

    return run


@on_arrays_and_sizes(dialect.ReshapeOp)
def reshape(op: dialect.ReshapeOp, machine: Machine) -> ArrayFunction:
    """The same elements in another shape."""

    def run(source: Array, given: Array | None = None) -> Array:
        if given is not None:
            return source.reshape(checked_shape(with_last_size([int(size) for size in given], source.size)))
        [shape] = op.infer_shapes([source.shape], OpenRules()) or [()]
        return source.reshape(checked_shape(numbers_of(shape, machine.sizes)))

    return run
