"""Fourier transforms along dimensions, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from dlc.ir.sizes import Dim, spell

from ....dialects.graph.tensors import shape_of
from ....ir import Value
from ....passes.graph.complex_parts import Parts
from ....passes.graph.fourier_transforms import half_of_real, real_from_half, transformed, why_not_transformed
from ..complex_values import Complex
from ..node import Node
from ..registry import imports_complex


@imports_complex("_fft_c2c")
def import_transform(node: Node, x: Complex, dims: Sequence[int], normalization: int, forward: bool) -> Complex:
    """The transform of complex numbers, or the inverse one."""
    dims = [node.dim_in(dim, len(shape_of(x.real))) for dim in dims]
    lengths = _lengths(node, x.real, dims)
    return Complex(*_transformed(x.parts, dims, inverse=not forward, scale=_scale(lengths, normalization)))


@imports_complex("_fft_r2c")
def import_transform_of_real(node: Node, x: Value, dims: Sequence[int], normalization: int, onesided: bool) -> Complex:
    """The transform of real numbers, of which one half along the last dimension says everything."""
    x = node.cast(x, node.result_element)
    dims = [node.dim_in(dim, len(shape_of(x))) for dim in dims]
    scale = _scale(_lengths(node, x, dims), normalization)
    parts = transformed((x,), dims[-1], inverse=False, scale=scale)
    parts = half_of_real(parts, dims[-1]) if onesided else parts
    return Complex(*_transformed(parts, dims[:-1], inverse=False, scale=1.0))


@imports_complex("_fft_c2r")
def import_real_inverse(node: Node, x: Complex, dims: Sequence[int], normalization: int, size: Dim) -> Value:
    """The real numbers with a transform, of which one half along the last dimension is given."""
    dims = [node.dim_in(dim, len(shape_of(x.real))) for dim in dims]
    length = _length(node, size)
    lengths = _lengths(node, x.real, dims[:-1])
    parts = _transformed(x.parts, dims[:-1], inverse=True, scale=1.0)
    return real_from_half(parts, dims[-1], length, scale=_scale([*lengths, length], normalization))


def _transformed(parts: Parts, dims: Sequence[int], *, inverse: bool, scale: float) -> Parts:
    """Return the transform along some dimensions, with a factor."""
    for number, dim in enumerate(dims):
        parts = transformed(parts, dim, inverse=inverse, scale=1.0 if number else scale)
    return parts


def _lengths(node: Node, x: Value, dims: Sequence[int]) -> list[int]:
    """Return sizes along which there is a transform."""
    return [_length(node, shape_of(x)[dim]) for dim in dims]


def _length(node: Node, size: Dim) -> int:
    """Return a size if it is known, and there is a transform along it."""
    if not isinstance(size, int):
        raise node.refusal(f"the length of a transform must be known when compiling, but got {spell([size])}")
    if reason := why_not_transformed(size):
        raise node.refusal(reason)
    return size


def _scale(lengths: Sequence[int], normalization: int) -> float:
    """Return the factor of a transform: 1, or one divided by the number of elements or its root."""
    return prod(lengths) ** (0, -0.5, -1)[normalization]
