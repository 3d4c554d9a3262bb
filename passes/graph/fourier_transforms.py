"""Fourier transforms along a dimension, as products with matrices of roots of unity.

Lengths whose matrix would be large are divided into two factors: two shorter transforms, and a rotation between them.
"""

from __future__ import annotations

from math import isqrt

from dlc.dialects import graph
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import DenseElementsAttr, Type, Value
from dlc.ir.builtin_types import TensorType, f64
from dlc.ir.elements import numpy
from dlc.ir.sizes import Dim, multiply as multiply_sizes

from .complex_parts import Parts, contract, multiply

LARGEST_MATRIX = 32
"""The maximum number of rows of a matrix whose length can be divided."""
LONGEST_PRIME = 1 << 12
"""The maximum length that cannot be divided."""
LONGEST = 1 << 20
"""The maximum length."""


def why_not_transformed(length: int) -> str:
    """Return why there is no transform of a length; empty if there is one."""
    if not 1 <= length <= LONGEST:
        return f"the length of a transform must be 1 to {LONGEST}, but got {length}"
    factor = _factor(length)
    if factor > 1:
        return why_not_transformed(length // factor) or why_not_transformed(factor)
    if length > LONGEST_PRIME:
        return f"the length of a transform must have no prime factor above {LONGEST_PRIME}, but got {length}"
    return ""


def transformed(parts: Parts, dim: int, *, inverse: bool, scale: float = 1.0) -> Parts:
    """Return the transform of real or complex numbers along one dimension, with a factor."""
    length = _length(parts, dim)
    factor = _factor(length)
    if factor == 1:
        places = numpy().outer(numpy().arange(length), numpy().arange(length))
        return _along(parts, _roots(places, length, inverse, scale, element_of(parts[0])), dim)
    # With rows of `rest` numbers: transform columns, rotate, transform rows, and read the result column by column.
    rest = length // factor
    rows = tuple(_divided(part, dim, factor, rest) for part in parts)
    columns = transformed(rows, dim, inverse=inverse)
    places = numpy().outer(numpy().arange(factor), numpy().arange(rest))
    roots = _roots(places, length, inverse, 1.0, element_of(parts[0]))
    shape = shape_of(columns[0])
    rotated = multiply(columns, tuple(graph.broadcast(root, [dim, dim + 1], shape) for root in roots))
    result = transformed(rotated, dim + 1, inverse=inverse, scale=scale)
    return tuple(_joined(part, dim) for part in result)


def half_of_real(parts: Parts, dim: int) -> Parts:
    """Return the first half of a transform of real numbers, which determines the other half."""
    return tuple(_range(part, dim, 0, _length(parts, dim) // 2 + 1) for part in parts)


def real_from_half(parts: Parts, dim: int, length: int, *, scale: float) -> Value:
    """Return the real numbers of a length, with a factor, whose transform begins with its first half."""
    if _factor(length) == 1:
        return _real_by_matrix(parts, dim, length, scale)
    real, imaginary = (_range(part, dim, 1, (length + 1) // 2) for part in parts)
    rest = graph.reverse(real, [dim]), graph.neg(graph.reverse(imaginary, [dim]))
    whole = tuple(graph.concat(pair, dim) for pair in zip(parts, rest, strict=True))
    return transformed(whole, dim, inverse=True, scale=scale)[0]


def _real_by_matrix(parts: Parts, dim: int, length: int, scale: float) -> Value:
    half = length // 2 + 1
    places = numpy().outer(numpy().arange(half), numpy().arange(length)) % length
    angles = 2 * numpy().pi / length * places
    weights = numpy().full((half, 1), 2.0 * scale)
    weights[0] = scale
    if length % 2 == 0:
        weights[-1] = scale
    element = element_of(parts[0])
    cosines, sines = (_constant(function(angles) * weights, element) for function in (numpy().cos, numpy().sin))
    [real] = _along(parts[:1], (cosines,), dim)
    [imaginary] = _along(parts[1:], (sines,), dim)
    return graph.sub(real, imaginary)


def _factor(length: int) -> int:
    """Return the divisor of a length that is nearest to its root from below; 1 of one that is not divided."""
    if length <= LARGEST_MATRIX:
        return 1
    return next(factor for factor in range(isqrt(length), 0, -1) if length % factor == 0)


def _length(parts: Parts, dim: int) -> int:
    length = shape_of(parts[0])[dim]
    assert isinstance(length, int), "sizes that are transformed are known"
    return length


def _roots(places: object, length: int, inverse: bool, scale: float, element: Type) -> Parts:
    """Return roots of unity at places on the circle, with a factor."""
    angles = (2 if inverse else -2) * numpy().pi / length * (places % length)  # type: ignore[operator]
    return _constant(numpy().cos(angles) * scale, element), _constant(numpy().sin(angles) * scale, element)


def _along(parts: Parts, matrix: Parts, dim: int) -> Parts:
    """Return products with a matrix along one dimension."""
    products = contract(parts, matrix, ([dim], [0]), ((), ()), element_of(parts[0]))
    rank = len(shape_of(parts[0]))
    order = [*range(dim), rank - 1, *range(dim, rank - 1)]
    return tuple(graph.transpose(part, order) for part in products)


def _divided(value: Value, dim: int, rows: int, columns: int) -> Value:
    """Return a value with two dimensions in the place of one."""
    shape: list[Dim] = list(shape_of(value))
    shape[dim : dim + 1] = [rows, columns]
    return graph.reshape(value, shape)


def _joined(value: Value, dim: int) -> Value:
    """Return a value with one dimension, read column by column, in the place of two."""
    shape: list[Dim] = list(shape_of(value))
    order = [*range(dim), dim + 1, dim, *range(dim + 2, len(shape))]
    shape[dim : dim + 2] = [multiply_sizes(*shape[dim : dim + 2])]
    return graph.reshape(graph.transpose(value, order), shape)


def _range(value: Value, dim: int, start: int, limit: int) -> Value:
    rank = len(shape_of(value))
    starts: list[Dim] = [start if each == dim else 0 for each in range(rank)]
    limits: list[Dim] = [limit if each == dim else None for each in range(rank)]
    return graph.slice(value, starts, limits, [1] * rank)


def _constant(array: object, element: Type) -> Value:
    """Return numbers as a constant, rounded once."""
    numbers = numpy().asarray(array, numpy().float64)
    exact = graph.constant(DenseElementsAttr.from_numpy(numbers, TensorType(numbers.shape, f64)))
    return exact if element is f64 else graph.cast(exact, element)
