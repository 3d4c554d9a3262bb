"""The meaning of `graph`'s convolutions: a loop over the kernel's elements, each with whole arrays.

Computed in float64, or in integers of 64 bits, which wrap as narrower ones do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from dlc.dialects import graph as dialect
from dlc.dialects.graph.convolution import BATCH, CHANNELS, INPUTS, OUTPUTS, order_of
from dlc.dialects.graph.windows import Window, listed
from dlc.interp.values import Array, positions

from .arrays import ArrayFunction, on_arrays
from .contraction import exact


@on_arrays(dialect.ConvolutionOp)
def convolve(op: dialect.ConvolutionOp) -> ArrayFunction:
    """Add up the products of the source with each place of the kernel."""

    def run(source: Array, kernel: Array, *points: Array) -> Array:
        source, kernel = _arranged(op, source, kernel, points)
        windows = op.windows(kernel.shape[3:])
        sizes = [_places(size, window) for size, window in zip(source.shape[3:], windows, strict=True)]
        margins = [(window.low, window.high) for window in windows]
        padded = np.pad(source, [(0, 0)] * 3 + margins)
        result = np.zeros((source.shape[0], *kernel.shape[:2], *sizes), source.dtype)
        for offset in positions(*kernel.shape[3:]):
            covered = padded[(..., *_covered(offset, windows, sizes))]
            result += np.einsum("ngi...,goi->ngo...", covered, kernel[(..., *offset)])
        return _in_layout(op, result)

    return run


@on_arrays(dialect.TransposedConvolutionOp)
def convolve_transposed(op: dialect.TransposedConvolutionOp) -> ArrayFunction:
    """Add up the products of each place of the kernel with the source, which is spread over zeros."""

    def run(source: Array, kernel: Array, *points: Array) -> Array:
        source, kernel = _arranged(op, source, kernel, points)
        windows = op.windows(kernel.shape[3:])
        places = source.shape[3:]
        more = listed(op.output_padding, 0, len(windows))
        reached = [
            max((count - 1) * window.stride + _extent(window), 0) + extra
            for count, window, extra in zip(places, windows, more, strict=True)
        ]
        result = np.zeros((source.shape[0], kernel.shape[0], kernel.shape[2], *reached), source.dtype)
        for offset in positions(*kernel.shape[3:]):
            spread = np.zeros((*source.shape[:3], *reached), source.dtype)
            spread[(..., *_covered(offset, windows, places))] = source
            result += np.einsum("ngo...,goi->ngi...", spread, kernel[(..., *offset)])
        return _in_layout(op, result[(..., *_without_padding(places, windows, more))])

    return run


def _arranged(
    op: dialect.ConvolutionOp | dialect.TransposedConvolutionOp, source: Array, kernel: Array, points: Sequence[Array]
) -> tuple[Array, Array]:
    """Source as batch, group, channel, places; kernel as group, output, input, places; zero points subtracted."""
    layout, groups = op.layout, op.group_count
    source = exact(source.transpose(order_of(layout.source, BATCH + CHANNELS + layout.spatial)))
    kernel = exact(kernel.transpose(order_of(layout.kernel, OUTPUTS + INPUTS + layout.spatial)))
    given = iter(points)
    if op.source_zero_point is not None:
        source = source - exact(next(given))
    if op.kernel_zero_point is not None:
        point = exact(next(given))
        kernel = kernel - point.reshape(point.shape + (1,) * (kernel.ndim - 1) * point.ndim)
    source = source.reshape(source.shape[0], groups, source.shape[1] // groups, *source.shape[2:])
    kernel = kernel.reshape(groups, kernel.shape[0] // groups, *kernel.shape[1:])
    return source, kernel


def _in_layout(op: dialect.ConvolutionOp | dialect.TransposedConvolutionOp, result: Array) -> Array:
    """Transpose batch, group, channel, places to the layout of the result."""
    joined = result.reshape(result.shape[0], result.shape[1] * result.shape[2], *result.shape[3:])
    letters = BATCH + CHANNELS + op.layout.spatial
    return joined.transpose([letters.index(letter) for letter in op.layout.result])


def _extent(window: Window) -> int:
    assert isinstance(window.size, int)
    return window.dilation * (window.size - 1) + 1


def _places(size: int, window: Window) -> int:
    """Return the number of window positions."""
    return (size + window.low + window.high - _extent(window)) // window.stride + 1


def _covered(offset: Sequence[int], windows: Sequence[Window], sizes: Sequence[int]) -> Iterator[slice]:
    """Return the elements that one element of the kernel is multiplied with, over all window positions."""
    for start, window, count in zip(offset, windows, sizes, strict=True):
        first = start * window.dilation
        yield slice(first, first + (count - 1) * window.stride + 1 if count else first, window.stride)


def _without_padding(places: Sequence[int], windows: Sequence[Window], more: Sequence[int]) -> Iterator[slice]:
    """The part of what was reached that is the result."""
    for count, window, extra in zip(places, windows, more, strict=True):
        size = (count - 1) * window.stride + _extent(window) - window.low - window.high + extra
        yield slice(window.low, window.low + size)
