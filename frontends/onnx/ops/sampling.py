"""Elements at places between those of a tensor: GridSample, RoiAlign, DeformConv."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import reduce
from math import prod

import numpy as np

from dlc.ir.sizes import Dim, multiply

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_types import i64
from ...emitter import NdArray
from ...positions import gather
from ...problems import CannotImport
from ...sampling import for_channels, grid_places, pixels, sample, within
from ..node import Node
from ..registry import imports
from .shapes import at_most

MODES = {"bilinear": "linear", "linear": "linear", "nearest": "nearest", "bicubic": "cubic", "cubic": "cubic"}
PADDINGS = ("zeros", "border", "reflection")


@imports("GridSample", since=16)
def import_grid_sample(node: Node) -> Value:
    """Elements at places that a grid says, in coordinates from -1 to 1."""
    mode, padding = MODES.get(node.string("mode"), ""), node.string("padding_mode")
    if not mode or padding not in PADDINGS:
        raise CannotImport(f"mode '{node.string('mode')}' with padding '{padding}' is not supported")
    sizes = node.static_shape(0, "coordinates", first=2)
    aligned = bool(node.int("align_corners"))
    places = grid_places(node, node[1], sizes, aligned)
    places = [graph.round(place) for place in places] if mode == "nearest" else places
    places = [within(place, size, padding, aligned) for place, size in zip(places, sizes, strict=True)]
    return sample(node, node[0], places, mode, padding, aligned)


@imports("AffineGrid")
def import_affine_grid(node: Node) -> Value:
    """The places, in coordinates from -1 to 1, where matrices map those of an image's elements."""
    matrices, spatial = node[0], node.named_sizes_of(1, "the size of the image")[2:]
    shape = [node.shape()[0], *spatial, node.shape()[1]]
    last = len(shape) - 1
    total = node.broadcast(node.pick(matrices, 2, len(spatial)), [0, last], shape)
    for dim, size in enumerate(reversed(spatial)):
        coordinates = node.broadcast(_coordinates(node, size), [len(spatial) - dim], shape)
        factors = node.broadcast(node.pick(matrices, 2, dim), [0, last], shape)
        total = graph.add(total, graph.mul(coordinates, factors))
    return total


def _coordinates(node: Node, size: Dim) -> Value:
    """Return the coordinates from -1 to 1 of elements along a dimension; those of borders with `align_corners`."""
    positions = node.iota([size], 0, node.element())
    count = node.cast(node.size_value(size), node.element())
    if node.int("align_corners", 0):
        steps = graph.sub(count, 1.0)
        half = node.spread(graph.mul(graph.maximum(steps, 1.0), 0.5), [size])
        first = node.spread(graph.minimum(steps, 1.0), [size])  # a single element is in the middle
        return graph.sub(graph.div(positions, half), first)
    odd = graph.add(graph.mul(positions, 2.0), 1.0)
    return graph.sub(graph.div(odd, node.spread(count, [size])), 1.0)


# -- Regions of interest -----------------------------------------------------------------------------------------------


MOST_SAMPLES = 1 << 12
"""The maximum number of samples of a bin along one dimension, where regions say how many there are."""


@imports("RoiAlign")
def import_roi_align(node: Node) -> Value:
    """The average, or the largest part, of samples in the bins of regions."""
    x, regions = node[0], node[1]
    channels, height, width = node.static_shape(0, "the bins", first=1)
    count = node.shape(1)[0]
    batches = node.with_sizes(node[2], {0: count})
    rows, columns = node.int("output_height"), node.int("output_width")
    samples: Dim = node.int("sampling_ratio")
    mode = node.string("mode")
    half_pixel = node.string("coordinate_transformation_mode", "output_half_pixel") == "half_pixel"
    scaled = graph.mul(regions, node.float("spatial_scale"))
    scaled = graph.sub(scaled, 0.5) if half_pixel else scaled
    left, top, right, bottom = (node.pick(scaled, 1, number) for number in range(4))
    if node.int("sampling_ratio") < 1:
        samples, counts = _adaptive_samples(node, ((top, bottom, rows), (left, right, columns)), half_pixel)
    else:
        counts = [node.full(samples, top)] * 2
    y = _sample_places(node, top, bottom, rows, samples, counts[0], half_pixel)
    x_places = _sample_places(node, left, right, columns, samples, counts[1], half_pixel)
    grid = [count, multiply(rows, samples), multiply(columns, samples)]
    places = [node.broadcast(y, [0, 1], grid), node.broadcast(x_places, [0, 2], grid)]
    source = gather(node, x, batches, [1, 2, 3], [0], [0], [1, None, None, None], vector_dim=len(shape_of(batches)))
    terms = _bilinear_terms(node, source, places, (height, width))
    bins = [count, channels, rows, samples, columns, samples]
    is_average = mode == "avg"
    combined = node.reshape(reduce(graph.add if is_average else graph.maximum, terms), bins)
    if not isinstance(samples, int):
        combined = _without_surplus(node, combined, counts, 0.0 if is_average else -math.inf)
    if not is_average:
        return node.reduce("max", combined, [3, 5])
    total = node.reduce("sum", combined, [3, 5])
    area = graph.maximum(graph.mul(counts[0], counts[1]), 1.0)
    return graph.div(total, node.broadcast(area, [0], shape_of(total)))


def _adaptive_samples(
    node: Node, extents: Sequence[tuple[Value, Value, int]], half_pixel: bool
) -> tuple[Dim, Sequence[Value]]:
    """Return how many samples bins have at most along a dimension, and how many they have in each region."""
    if not node.may_name_computed_sizes:
        raise node.needed(1, "the number of samples")
    counts = [graph.ceil(graph.div(_extent(low, high, half_pixel), float(bins))) for low, high, bins in extents]
    largest = node.reduce("max", graph.maximum(*counts), [0])
    most = node.cast(graph.minimum(graph.maximum(largest, 1.0), float(MOST_SAMPLES + 1)), i64)
    most = at_most(node, most, MOST_SAMPLES, f"a bin must have at most {MOST_SAMPLES} samples along a dimension")
    return node.size_from(node.vector_of(most)), counts


def _extent(low: Value, high: Value, half_pixel: bool) -> Value:
    """Return the size of regions along one dimension."""
    extent = graph.sub(high, low)
    return extent if half_pixel else graph.maximum(extent, 1.0)


def _without_surplus(node: Node, samples: Value, counts: Sequence[Value], fill: float) -> Value:
    """Return samples of bins, of which those that a region does not have are replaced by a number."""
    shape = shape_of(samples)
    for dim, count in zip((3, 5), counts, strict=True):
        numbers = node.broadcast(node.iota([shape[dim]], 0, element_of(samples)), [dim], shape)
        is_there = graph.compare("lt", numbers, node.broadcast(count, [0], shape))
        samples = graph.select(is_there, samples, fill)
    return samples


def _sample_places(
    node: Node, low: Value, high: Value, bins: int, samples: Dim, count: Value, half_pixel: bool
) -> Value:
    """Return the coordinates of samples along one dimension of each region, which has `count` of them in a bin."""
    element = element_of(low)
    shape = [shape_of(low)[0], bins, samples]
    first = node.broadcast(node.iota([bins], 0, element), [1], shape)
    inner = graph.add(node.broadcast(node.iota([samples], 0, element), [2], shape), 0.5)
    fractions = graph.add(first, graph.div(inner, node.broadcast(graph.maximum(count, 1.0), [0], shape)))
    size = graph.div(_extent(low, high, half_pixel), float(bins))
    places = graph.add(graph.mul(node.broadcast(size, [0], shape), fractions), node.broadcast(low, [0], shape))
    return node.reshape(places, [shape[0], multiply(bins, samples)])


def _bilinear_terms(node: Node, x: Value, places: Sequence[Value], sizes: tuple[int, int]) -> list[Value]:
    """Return the weighted elements at the four corners around places; places far outside have none."""
    inside: Value | None = None
    lows: list[Value] = []
    highs: list[Value] = []
    fractions: list[Value] = []
    for place, size in zip(places, sizes, strict=True):
        fits = graph.and_(graph.compare("ge", place, -1.0), graph.compare("le", place, float(size)))
        inside = fits if inside is None else graph.and_(inside, fits)
        clamped = graph.minimum(graph.maximum(place, 0.0), size - 1.0)
        low = graph.floor(clamped)
        lows.append(low)
        highs.append(graph.minimum(graph.add(low, 1.0), size - 1.0))
        fractions.append(graph.sub(clamped, low))
    assert inside is not None
    terms: list[Value] = []
    for row, column in itertools.product((0, 1), repeat=2):
        at = [(highs if each else lows)[dim] for dim, each in enumerate((row, column))]
        factors = [fractions[dim] if each else _complement(fractions[dim]) for dim, each in enumerate((row, column))]
        weight = graph.select(inside, graph.mul(factors[0], factors[1]), 0.0)
        pixel = pixels(node, x, at, "zeros", False)
        terms.append(graph.mul(pixel, for_channels(node, weight, pixel)))
    return terms


def _complement(fraction: Value) -> Value:
    return graph.add(graph.neg(fraction), 1.0)


# -- Deformable convolution --------------------------------------------------------------------------------------------


@imports("DeformConv")
def import_deformable_convolution(node: Node) -> Value:
    """A convolution whose samples are moved by offsets that are computed, and weighted by a mask."""
    x, kernel, offset, bias, mask = node[0], node[1], node[2], node.get(3), node.get(4)
    batch, channels, _, _ = node.static_shape(0, "samples")
    outputs, inputs, *window = node.static_shape(1, "samples")
    rows, columns = node.static_shape(2, "samples")[2:]
    groups, offset_groups = node.int("group"), node.int("offset_group")
    strides, dilations = node.optional_ints("strides") or [1, 1], node.optional_ints("dilations") or [1, 1]
    pads = node.optional_ints("pads") or [0] * 4
    taps, per_group = prod(window), channels // offset_groups
    source = node.reshape(x, [batch * offset_groups, per_group, *node.shape()[2:]])
    moved = node.reshape(offset, [batch * offset_groups, taps, 2, rows, columns])
    places: list[Value] = []
    for dim, count in enumerate((rows, columns)):
        starts = np.arange(count) * strides[dim] - pads[dim]
        tap = np.arange(taps) // window[1] if dim == 0 else np.arange(taps) % window[1]
        fixed = (tap * dilations[dim])[:, None] + starts[None, :]
        own = node.constant(fixed, element_of(x))
        shape = [batch * offset_groups, taps, rows, columns]
        spread = node.broadcast(own, [1, 2 + dim], shape)
        places.append(graph.add(node.pick(moved, 2, dim), spread))
    samples = sample(node, source, places, "linear")
    if mask is not None:
        weights = node.reshape(mask, [batch * offset_groups, taps, rows, columns])
        samples = graph.mul(samples, for_channels(node, weights, samples))
    samples = node.reshape(samples, [batch, groups, channels // groups, taps, rows, columns])
    weights = node.reshape(kernel, [groups, outputs // groups, inputs, taps])
    result = node.contract(samples, weights, ([1], [0]), ([2, 3], [2, 3]))
    result = node.reshape(node.transpose(result, [1, 0, 4, 2, 3]), [batch, outputs, rows, columns])
    return graph.add(result, node.broadcast(bias, [1], shape_of(result))) if bias is not None else result


@imports("Col2Im")
def import_columns_to_image(node: Node) -> Value:
    """The sum of blocks, which are columns, where they lie in an image."""
    image = node.known_ints(1, "the shape of the image")
    block = node.known_ints(2, "the shape of blocks")
    rank = len(image)
    strides, dilations = node.optional_ints("strides") or [1] * rank, node.optional_ints("dilations") or [1] * rank
    pads = node.optional_ints("pads") or [0] * (2 * rank)
    batch, columns, _ = node.static_shape(0, "the blocks")
    channels = columns // prod(block)
    counts = [
        (image[dim] + pads[dim] + pads[rank + dim] - dilations[dim] * (block[dim] - 1) - 1) // strides[dim] + 1
        for dim in range(rank)
    ]
    windows = zip(image, block, counts, strides, dilations, pads[:rank], strict=True)
    matrices = [_overlap(*window) for window in windows]
    value = node.reshape(node[0], [batch * channels, *block, *counts])
    for number, matrix in enumerate(matrices):  # dimension 1 is always the next tap
        weights = node.constant(matrix, element_of(value))
        value = node.contract(value, weights, ((), ()), ([1, 1 + rank - number], [1, 2]))
    return node.reshape(value, [batch, channels, *image])


def _overlap(size: int, taps: int, count: int, stride: int, dilation: int, pad: int) -> NdArray:
    """Return for each place of an image, tap and block 1 if that tap of that block lies at the place, else 0."""
    places = np.arange(count)[None, :] * stride + np.arange(taps)[:, None] * dilation - pad
    return (np.arange(size)[:, None, None] == places[None]).astype(np.float64)
