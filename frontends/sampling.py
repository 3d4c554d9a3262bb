"""Elements of images at places between those of a tensor, which importers of all frameworks share."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import reduce
from math import prod
from typing import NamedTuple

import numpy as np

from ..dialects import graph
from ..dialects.graph.tensors import element_of, shape_of
from ..ir import Value
from ..ir.builtin_types import i32, i64
from .emitter import Emitter
from .positions import gather

LARGEST_I32 = 2**31 - 1


def grid_places(emitter: Emitter, grid: Value, sizes: Sequence[int], aligned: bool) -> list[Value]:
    """Return the places that a grid of vectors of coordinates from -1 to 1 says, by dimension, in elements."""
    last = len(shape_of(grid)) - 1
    coordinates = [emitter.pick(grid, last, len(sizes) - 1 - number) for number in range(len(sizes))]
    return [_in_elements(each, size, aligned) for each, size in zip(coordinates, sizes, strict=True)]


def _in_elements(coordinate: Value, size: int, aligned: bool) -> Value:
    """Return a coordinate from -1 to 1 as a number of elements."""
    if aligned:
        return graph.mul(graph.add(coordinate, 1.0), (size - 1) / 2)
    return graph.mul(graph.sub(graph.mul(graph.add(coordinate, 1.0), float(size)), 1.0), 0.5)


def within(place: Value, size: int, padding: str, aligned: bool) -> Value:
    """Return a place moved into the tensor where it is outside, or as it is for the padding with zeros."""
    if padding == "zeros":
        return place
    low, high = (0.0, size - 1.0) if aligned else (-0.5, size - 0.5)
    outside = graph.or_(graph.compare("lt", place, low), graph.compare("gt", place, high))
    if padding == "border":
        moved = graph.minimum(graph.maximum(place, 0.0), size - 1.0)
    else:
        moved = _reflected(place, low, high)
    return graph.select(outside, moved, place)


def _reflected(place: Value, low: float, high: float) -> Value:
    """Return a place reflected at two borders as often as needed."""
    length = high - low
    if length <= 0:
        return graph.mul(place, 0.0)
    distance = graph.abs(graph.sub(place, low))
    turns = graph.floor(graph.div(distance, length))
    rest = graph.sub(distance, graph.mul(turns, length))
    half = graph.mul(turns, 0.5)
    is_odd = graph.compare("ne", graph.floor(half), half)
    return graph.select(is_odd, graph.add(graph.neg(rest), high), graph.add(rest, low))


def sample(
    emitter: Emitter, x: Value, places: Sequence[Value], mode: str, padding: str = "zeros", aligned: bool = False
) -> Value:
    """Return the elements of each channel at places, one tensor of them for each spatial dimension of `x`.

    The first dimension of places is the batch; the result has it, then the channels, then the others.
    """
    sizes = [size for size in shape_of(x)[2:] if isinstance(size, int)]
    if mode == "nearest":
        return pixels(emitter, x, places, padding, aligned)
    bases = [graph.floor(place) for place in places]
    fractions = [graph.sub(place, base) for place, base in zip(places, bases, strict=True)]
    offsets = (0, 1) if mode == "linear" else (-1, 0, 1, 2)
    weights = [_weights(fraction, mode) for fraction in fractions]
    total: Value | None = None
    for corner in itertools.product(range(len(offsets)), repeat=len(sizes)):
        at = [graph.add(base, float(offsets[each])) for base, each in zip(bases, corner, strict=True)]
        weight = weights[0][corner[0]]
        for dim, each in enumerate(corner[1:], 1):
            weight = graph.mul(weight, weights[dim][each])
        pixel = pixels(emitter, x, at, padding, aligned)
        term = graph.mul(pixel, for_channels(emitter, weight, pixel))
        total = term if total is None else graph.add(total, term)
    assert total is not None
    return total


def for_channels(emitter: Emitter, value: Value, like: Value) -> Value:
    """Return a value with a batch and other dimensions repeated for each channel."""
    dims = [dim for dim in range(len(shape_of(like))) if dim != 1]
    return emitter.broadcast(emitter.cast(value, element_of(like)), dims, shape_of(like))


def _weights(t: Value, mode: str) -> list[Value]:
    """Return the weights of neighbouring elements for a fraction between two of them."""
    rest = graph.add(graph.neg(t), 1.0)
    if mode == "linear":
        return [rest, t]
    return [_far(graph.add(t, 1.0)), _near(t), _near(rest), _far(graph.add(rest, 1.0))]


def _near(t: Value, a: float = -0.75) -> Value:
    inner = graph.sub(graph.mul(t, a + 2), a + 3)
    return graph.add(graph.mul(graph.mul(inner, t), t), 1.0)


def _far(t: Value, a: float = -0.75) -> Value:
    inner = graph.add(graph.mul(graph.sub(graph.mul(t, a), 5 * a), t), 8 * a)
    return graph.sub(graph.mul(inner, t), 4 * a)


def pixels(emitter: Emitter, x: Value, places: Sequence[Value], padding: str, aligned: bool) -> Value:
    """Return elements at places that are whole numbers; outside they are 0, or those that the padding says."""
    sizes = [size for size in shape_of(x)[2:] if isinstance(size, int)]
    moved = [within(place, size, padding, aligned) for place, size in zip(places, sizes, strict=True)]
    elements = _at(emitter, x, moved, sizes)
    if padding != "zeros":
        return elements
    dims = [dim for dim in range(len(shape_of(elements))) if dim != 1]
    return graph.select(emitter.broadcast(_are_inside(places, sizes), dims, shape_of(elements)), elements, 0.0)


def _are_inside(places: Sequence[Value], sizes: Sequence[int]) -> Value:
    """Return whether places are inside along all dimensions."""
    bounds = [
        graph.and_(graph.compare("ge", place, 0.0), graph.compare("le", place, size - 1.0))
        for place, size in zip(places, sizes, strict=True)
    ]
    return reduce(graph.and_, bounds)


def _at(emitter: Emitter, x: Value, places: Sequence[Value], sizes: Sequence[int]) -> Value:
    """Return all channels at the places of each batch that are nearest to some, by their numbers in row-major order."""
    element = i32 if prod(sizes) <= LARGEST_I32 else i64
    number: Value | None = None
    for place, size in zip(places, sizes, strict=True):
        index = emitter.cast(graph.minimum(graph.maximum(place, 0.0), size - 1.0), element)
        number = index if number is None else graph.add(graph.mul(number, size), index)
    assert number is not None
    rows = emitter.reshape(x, [*shape_of(x)[:2], prod(sizes)])
    rank = len(shape_of(number))
    return gather(emitter, rows, number, [1], [2], [2], [1, None, 1], vector_dim=rank, batch=([0], [0]))


# -- Deformable convolution --------------------------------------------------------------------------------------------


class Deformation(NamedTuple):
    """The windows of a deformable convolution."""

    strides: Sequence[int]
    padding: Sequence[int]
    """The number of zeros before the image along each dimension."""
    dilations: Sequence[int]
    groups: int
    """The number of groups of channels that are convolved."""
    offset_groups: int
    """The number of groups of channels whose samples are moved alike."""


def deformed_convolution(
    emitter: Emitter,
    x: Value,
    kernel: Value,
    offset: Value,
    mask: Value | None,
    bias: Value | None,
    windows: Deformation,
) -> Value:
    """Return a convolution whose samples are moved by offsets, and weighted by a mask. Sizes must be known."""
    batch, channels, height, width = _numbers(x)
    outputs, inputs, *window = _numbers(kernel)
    rows, columns = _numbers(offset)[2:]
    groups, offset_groups = windows.groups, windows.offset_groups
    taps, per_group = prod(window), channels // offset_groups
    source = emitter.reshape(x, [batch * offset_groups, per_group, height, width])
    moved = emitter.reshape(offset, [batch * offset_groups, taps, 2, rows, columns])
    places: list[Value] = []
    for dim, count in enumerate((rows, columns)):
        starts = np.arange(count) * windows.strides[dim] - windows.padding[dim]
        tap = np.arange(taps) // window[1] if dim == 0 else np.arange(taps) % window[1]
        fixed = (tap * windows.dilations[dim])[:, None] + starts[None, :]
        own = emitter.constant(fixed, element_of(x))
        spread = emitter.broadcast(own, [1, 2 + dim], [batch * offset_groups, taps, rows, columns])
        places.append(graph.add(emitter.pick(moved, 2, dim), spread))
    samples = sample(emitter, source, places, "linear")
    if mask is not None:
        weights = emitter.reshape(mask, [batch * offset_groups, taps, rows, columns])
        samples = graph.mul(samples, for_channels(emitter, weights, samples))
    samples = emitter.reshape(samples, [batch, groups, channels // groups, taps, rows, columns])
    weights = emitter.reshape(kernel, [groups, outputs // groups, inputs, taps])
    result = emitter.contract(samples, weights, ([1], [0]), ([2, 3], [2, 3]))
    result = emitter.reshape(emitter.transpose(result, [1, 0, 4, 2, 3]), [batch, outputs, rows, columns])
    return graph.add(result, emitter.broadcast(bias, [1], shape_of(result))) if bias is not None else result


def _numbers(value: Value) -> list[int]:
    """Return the sizes of a value, which are known."""
    return [size for size in shape_of(value) if isinstance(size, int)]
