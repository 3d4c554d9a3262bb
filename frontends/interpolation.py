"""Weights of interpolation by distance, which importers of all frameworks share."""

from __future__ import annotations

import numpy as np

from .emitter import NdArray

LARGEST_MATRIX = 1 << 24
"""The maximum number of weights of a dimension that is resized by a matrix of them."""


def linear(distances: NdArray) -> NdArray:
    """Return the weights of linear interpolation at some distances."""
    return np.maximum(1 - distances, 0)


def cubic(distances: NdArray, coefficient: float) -> NdArray:
    """Return the weights of cubic interpolation at some distances."""
    a, t = coefficient, distances
    near = (a + 2) * t**3 - (a + 3) * t**2 + 1
    far = a * t**3 - 5 * a * t**2 + 8 * a * t - 4 * a
    return np.where(t <= 1, near, np.where(t < 2, far, 0))
