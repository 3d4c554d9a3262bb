"""Fourier transforms, as products with matrices of roots of unity along one dimension after the other."""

from __future__ import annotations

from dlc.dialects import graph, stablehlo
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import DenseElementsAttr, Type, Value
from dlc.ir.builtin_types import TensorType, f64
from dlc.ir.elements import numpy

from ..rewriting.cannot_lower import CannotLower
from .contraction import contract
from .translation import Parts, Translated, Translation, filled, static_shape, translates

LONGEST = 1 << 12
"""The maximum length of a transform: its matrix has the square of that."""


@translates(stablehlo.FftOp)
def translate_fft(op: stablehlo.FftOp, t: Translation) -> Translated:
    """The transform of a kind along the last dimensions."""
    parts, lengths, kind = t.parts(op.operand), list(op.fft_length), op.fft_type.value
    rank = len(shape_of(parts[0]))
    dims = list(range(rank - len(lengths), rank))
    if lengths and max(lengths) > LONGEST:
        raise CannotLower(f"must have lengths of at most {LONGEST}, but got {max(lengths)}")
    if len(parts) == 1:
        parts = (parts[0], filled(0, parts[0]))
    is_inverse = kind in ("IFFT", "IRFFT")
    if kind == "IRFFT":
        for dim, length in list(zip(dims, lengths, strict=True))[:-1]:
            parts = _transformed(parts, dim, length, inverse=True)
        return _real_from_half(parts, dims[-1], lengths[-1])
    for dim, length in zip(dims, lengths, strict=True):
        parts = _transformed(parts, dim, length, inverse=is_inverse)
    if kind == "RFFT":
        kept = lengths[-1] // 2 + 1
        parts = tuple(_leading(part, dims[-1], kept) for part in parts)
    return [parts]


def _transformed(parts: Parts, dim: int, length: int, *, inverse: bool) -> Parts:
    """Return the transform along one dimension."""
    places = numpy().outer(numpy().arange(length), numpy().arange(length)) % length
    angles = (2 if inverse else -2) * numpy().pi / length * places
    scale = 1 / length if inverse else 1.0
    element = element_of(parts[0])
    matrix = _constant(numpy().cos(angles) * scale, element), _constant(numpy().sin(angles) * scale, element)
    return _along(parts, matrix, dim)


def _along(parts: Parts, matrix: Parts, dim: int) -> Parts:
    """Return products with a matrix along one dimension."""
    products = contract(parts, matrix, ([dim], [0]), ((), ()), element_of(parts[0]))
    rank = len(shape_of(parts[0]))
    order = [*range(dim), rank - 1, *range(dim, rank - 1)]
    return tuple(graph.transpose(part, order) for part in products)


def _real_from_half(parts: Parts, dim: int, length: int) -> Value:
    """Return the real numbers whose transform has these numbers in its first half."""
    half = length // 2 + 1
    if static_shape(parts[0])[dim] != half:
        raise CannotLower(f"must have {half} numbers along the last dimension, but got {static_shape(parts[0])[dim]}")
    places = numpy().outer(numpy().arange(half), numpy().arange(length)) % max(length, 1)
    angles = 2 * numpy().pi / max(length, 1) * places
    weights = numpy().full((half, 1), 2.0)
    weights[0] = 1
    if length % 2 == 0:
        weights[-1] = 1
    element = element_of(parts[0])
    cosines = _constant(numpy().cos(angles) * weights / length, element)
    sines = _constant(numpy().sin(angles) * weights / length, element)
    [real] = _along(parts[:1], (cosines,), dim)
    [imaginary] = _along(parts[1:], (sines,), dim)
    return graph.sub(real, imaginary)


def _leading(value: Value, dim: int, count: int) -> Value:
    rank = len(shape_of(value))
    limits = [count if each == dim else None for each in range(rank)]
    return graph.slice(value, [0] * rank, limits, [1] * rank)


def _constant(array: object, element: Type) -> Value:
    """Return numbers as a constant, rounded once."""
    numbers = numpy().asarray(array, numpy().float64)
    exact = graph.constant(DenseElementsAttr.from_numpy(numbers, TensorType(numbers.shape, f64)))
    return exact if element is f64 else graph.cast(exact, element)
