"""Weights of interpolation by distance, and sums by them, which importers of all frameworks share."""

from __future__ import annotations

import numpy as np

from ..dialects import graph
from ..dialects.graph.tensors import element_of, shape_of
from ..ir import Value
from ..ir.builtin_types import FloatType, f32, i64
from .emitter import Emitter, NdArray
from .positions import take

LARGEST_MATRIX = 1 << 24
"""The maximum number of weights of a dimension that is resized by a matrix of them."""

SPARSE = 4
"""The elements for each one with a weight, from which on sums of those with weights replace a matrix product."""


def resized_by_weights(emitter: Emitter, x: Value, weights: NdArray, dim: int) -> Value:
    """Return a value whose elements along a dimension are sums of old ones, by a matrix of weights, a row for each.

    Usually few elements have a weight, and they are neighbors: then only they are read.
    """
    rank = len(shape_of(x))
    used = weights != 0
    last = weights.shape[1] - np.argmax(used[:, ::-1], axis=1)
    width = int((last - np.argmax(used, axis=1)).max(initial=1)) if weights.shape[1] else 0
    if SPARSE * width > weights.shape[1]:
        product = emitter.contract(x, emitter.constant(weights, element_of(x)), ((), ()), ([dim], [1]))
        return emitter.move_dim(product, rank - 1, dim)
    if dim == rank - 1 > 0:  # rows are added rather than elements
        return emitter.move_dim(resized_by_weights(emitter, emitter.move_dim(x, dim, 0), weights, 0), 0, dim)
    element = element_of(x)
    precise = element if isinstance(element, FloatType) and element.width > f32.width else f32
    places = np.minimum(np.argmax(used, axis=1), weights.shape[1] - width)[:, None] + np.arange(width)
    windows = take(emitter, x, emitter.constant(places, i64), dim)
    taken = emitter.cast(windows, precise)
    own: NdArray = np.take_along_axis(weights, places, axis=1)
    each = np.expand_dims(own, tuple(range(2, rank + 1 - dim)))
    factors = emitter.spread(emitter.constant(each, precise), shape_of(taken), taken)
    return emitter.cast(emitter.reduce("sum", emitter.add(graph.MulOp(taken, factors)), [dim + 1]), element)


def linear(distances: NdArray) -> NdArray:
    """Return the weights of linear interpolation at some distances."""
    return np.maximum(1 - distances, 0)


def cubic(distances: NdArray, coefficient: float) -> NdArray:
    """Return the weights of cubic interpolation at some distances."""
    a, t = coefficient, distances
    near = (a + 2) * t**3 - (a + 3) * t**2 + 1
    far = a * t**3 - 5 * a * t**2 + 8 * a * t - 4 * a
    return np.where(t <= 1, near, np.where(t < 2, far, 0))
