"""Signals: Fourier transforms as products with matrices that are known when compiling, and windows."""

from __future__ import annotations

import numpy as np

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_types import f64
from ...emitter import NdArray
from ...positions import take
from ...problems import CannotImport
from ..element_types import element_type
from ..node import Node
from ..registry import imports

LONGEST = 1 << 12
"""The maximum length of a transform."""


@imports("DFT")
def import_old_dft(node: Node) -> Value:
    """A discrete Fourier transform along an attribute's axis."""
    return _dft(node, node.int("axis"))


@imports("DFT", since=20)
def import_dft(node: Node) -> Value:
    """A discrete Fourier transform along an input's axis."""
    return _dft(node, int(node.known_number(2, "the axis")) if node.get(2) is not None else -2)


def _dft(node: Node, axis: int) -> Value:
    x = node[0]
    dim = node.dim_of(axis, node.rank())
    inverse, onesided = bool(node.int("inverse")), bool(node.int("onesided"))
    size = node.static_shape(0, "the transform")[dim]
    whole = 2 * (size - 1) if inverse and onesided else size
    length = int(node.known_number(1, "the length")) if node.get(1) is not None else whole
    return transformed(node, x, dim, length, inverse=inverse, onesided=onesided)


def transformed(node: Node, x: Value, dim: int, length: int, *, inverse: bool, onesided: bool) -> Value:
    """Return the transform of a value along a dimension; its last dimension has real and imaginary parts."""
    parts, size = shape_of(x)[-1], shape_of(x)[dim]
    if not isinstance(size, int) or not 0 < length <= LONGEST:
        raise CannotImport(f"the length of a transform must be 1 to {LONGEST}, but got {length}")
    matrix = _matrix(length, size, parts == 2, inverse, onesided)
    weights = node.constant(matrix, f64)  # so that what cancels out is as close to 0 as a fast transform has it
    result = node.contract(node.cast(x, f64), weights, ((), ()), ([dim, len(shape_of(x)) - 1], [0, 1]))
    return node.cast(node.move_dim(result, len(shape_of(result)) - 2, dim), element_of(x))


def _matrix(length: int, size: int, is_complex: bool, inverse: bool, onesided: bool) -> NdArray:
    """Return the weights [sample, part, frequency, part of the result] of a transform."""
    given = np.zeros((size, 2 if is_complex else 1, length, 2))
    basis = np.eye(length)
    used = min(size, length)
    if inverse and onesided:
        units = np.eye(size)
        for part in range(given.shape[1]):
            given[:, part, :, 0] = np.fft.irfft(units * (1j if part else 1), n=length, axis=1)
        return given[..., :1]
    transform = np.fft.ifft(basis, axis=1) if inverse else np.fft.fft(basis, axis=1)
    for part in range(given.shape[1]):
        values = transform * (1j if part else 1)
        given[:used, part, :, 0], given[:used, part, :, 1] = values.real[:used], values.imag[:used]
    return given[:, :, : length // 2 + 1] if onesided else given


@imports("STFT")
def import_stft(node: Node) -> Value:
    """Fourier transforms of frames of a signal, weighted by a window."""
    x, window = node[0], node.get(2)
    step = int(node.known_number(1, "the step of frames"))
    size = node.static_shape(0, "the frames")[1]
    if node.get(3) is not None:
        length = int(node.known_number(3, "the length of frames"))
    else:
        length = node.static_shape(2, "the frames")[0] if window is not None else size
    if step < 1 or not 0 < length <= size:
        raise CannotImport(f"frames of {length} with step {step} do not fit a signal of {size}")
    count = 1 + (size - length) // step
    places: NdArray = np.arange(count)[:, None] * step + np.arange(length)[None, :]
    frames = take(node, x, node.ints_value([int(place) for place in places.reshape(-1)]), 1)
    batch, _, parts = shape_of(x) if len(shape_of(x)) == 3 else (*shape_of(x), 1)
    frames = node.reshape(frames, [batch, count, length, parts])
    if window is not None:
        frames = graph.mul(frames, node.broadcast(window, [2], shape_of(frames)))
    return transformed(node, frames, 2, length, inverse=False, onesided=bool(node.int("onesided")))


@imports("MelWeightMatrix")
def import_mel_weights(node: Node) -> Value:
    """The weights that turn a spectrum into bins of the mel scale."""
    names = ("the number of bins", "the length of the transform", "the rate", "the lower edge", "the upper edge")
    bins, length, rate, low, high = (node.known_number(number, name) for number, name in enumerate(names))
    edges = [2595 * np.log10(1 + edge / 700) for edge in (low, high)]
    step = (edges[1] - edges[0]) / (bins + 2)
    frequencies = [700 * (10 ** ((edges[0] + number * step) / 2595) - 1) for number in range(bins + 2)]
    points = [int((length + 1) * frequency // rate) for frequency in frequencies]
    weights = np.zeros((length // 2 + 1, bins))
    for number in range(bins):
        first, middle, last = points[number : number + 3]
        for place in range(first, middle + 1):
            weights[place, number] = (place - first) / (middle - first) if middle > first else 1
        for place in range(middle, last):
            weights[place, number] = (last - place) / (last - middle)
    return node.constant(weights, element_type(node.int("output_datatype")))
