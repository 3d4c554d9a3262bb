"""The meaning of `graph.resize`: along one dimension after the other, weights of elements by where they lie.

Without scales, places are fractions of integers, so that no rounding decides which element is the nearest one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dlc.dialects import graph as dialect
from dlc.interp.semantics import Machine
from dlc.interp.values import Array

from .arrays import ArrayFunction, known_shape, on_arrays_and_sizes, wide

USUAL_COEFFICIENT = -0.75


@on_arrays_and_sizes(dialect.ResizeOp)
def resize(op: dialect.ResizeOp, machine: Machine) -> ArrayFunction:
    """One dimension after the other."""
    type, dims = op.result.type, op.dims.elements
    scales = op.scale_list or [None] * len(dims)

    def run(source: Array) -> Array:
        shape = known_shape(type, machine.sizes)
        resized = source if op.kind.value == "nearest" else wide(source)
        for dim, scale in zip(dims, scales, strict=True):
            resized = _along(op, resized, dim, shape[dim], scale)
        return resized

    return run


def _along(op: dialect.ResizeOp, source: Array, dim: int, count: int, scale: float | None) -> Array:
    size = source.shape[dim]
    if not size:
        return source
    numerator, denominator = _places(op.coordinates.value, size, count, scale)
    if op.kind.value == "nearest":
        index = _nearest(numerator, denominator, op.rounding.value if op.rounding is not None else "prefer_floor")
        return np.take(source, np.minimum(np.maximum(index, 0), size - 1), dim)
    first = np.floor_divide(numerator, denominator).astype(np.int64)
    fraction = (numerator - first * denominator) / denominator
    weights = _linear(fraction) if op.kind.value == "linear" else _cubic(op, fraction, first, size)
    total: Any = 0.0
    spread = [-1 if d == dim else 1 for d in range(source.ndim)]
    for offset, weight in weights:
        element = np.take(source, np.minimum(np.maximum(first + offset, 0), size - 1), dim)
        total = total + np.where(weight.reshape(spread) == 0, 0.0, element * weight.reshape(spread))
    return total


def _places(coordinates: str, size: int, count: int, scale: float | None) -> tuple[Array, Any]:
    """Return the coordinates of elements, as numerators over one denominator."""
    x = np.arange(count)
    if coordinates == "align_corners":
        return x * (size - 1), max(count - 1, 1)
    if coordinates == "pytorch_half_pixel" and count == 1:
        return x * 0, 1
    if scale is not None:
        return (x / scale if coordinates == "asymmetric" else (x + 0.5) / scale - 0.5), 1.0
    if coordinates == "asymmetric":
        return x * size, count
    return (2 * x + 1) * size - count, 2 * count


def _nearest(numerator: Array, denominator: Any, rounding: str) -> Array:
    position = {
        "floor": lambda: numerator // denominator,
        "ceil": lambda: -(-numerator // denominator),
        "prefer_floor": lambda: -((denominator - 2 * numerator) // (2 * denominator)),
        "prefer_ceil": lambda: (2 * numerator + denominator) // (2 * denominator),
    }[rounding]()
    return position.astype(np.int64)


def _linear(fraction: Array) -> list[tuple[int, Array]]:
    return [(0, 1 - fraction), (1, fraction)]


def _cubic(op: dialect.ResizeOp, fraction: Array, first: Array, size: int) -> list[tuple[int, Array]]:
    a = op.coefficient.value if op.coefficient is not None else USUAL_COEFFICIENT

    def near(t: Array) -> Array:
        return (a + 2) * t**3 - (a + 3) * t**2 + 1

    def far(t: Array) -> Array:
        return a * t**3 - 5 * a * t**2 + 8 * a * t - 4 * a

    weights = [(-1, far(fraction + 1)), (0, near(fraction)), (1, near(1 - fraction)), (2, far(2 - fraction))]
    if op.exclude_outside is None:
        return weights
    inside = [(offset, np.where((first + offset >= 0) & (first + offset < size), w, 0.0)) for offset, w in weights]
    total: Any = sum(weight for _, weight in inside)
    return [(offset, weight / total) for offset, weight in inside]
