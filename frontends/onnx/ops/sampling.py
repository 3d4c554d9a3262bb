"""Elements at places between those of a tensor: GridSample, RoiAlign, DeformConv."""

from __future__ import annotations

from math import prod

import numpy as np

from dlc.ir.sizes import Dim

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ...emitter import NdArray
from ...problems import CannotImport
from ...regions import Bins, Samples
from ...sampling import Deformation, deformed_convolution, grid_places, sample, within
from ..node import Node
from ..registry import imports

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


@imports("RoiAlign")
def import_roi_align(node: Node) -> Value:
    """The average, or the largest part, of samples in the bins of regions."""
    x, regions = node[0], graph.mul(node[1], node.float("spatial_scale"))
    images = node.with_sizes(node[2], {0: node.shape(1)[0]})
    half_pixel = node.string("coordinate_transformation_mode", "output_half_pixel") == "half_pixel"
    rows, columns, samples = (node.int(name) for name in ("output_height", "output_width", "sampling_ratio"))
    if samples < 1 and not node.may_name_computed_sizes:
        raise node.needed(1, "the number of samples")
    bins = Bins(rows, columns, samples, half_pixel, node.subject)
    is_average = node.string("mode") == "avg"
    return Samples(node, bins, images, regions, shape_of(x)).combined(x, is_average=is_average)


# -- Deformable convolution --------------------------------------------------------------------------------------------


@imports("DeformConv")
def import_deformable_convolution(node: Node) -> Value:
    """A convolution whose samples are moved by offsets that are computed, and weighted by a mask."""
    for number in range(3):
        node.static_shape(number, "samples")
    strides, dilations = node.optional_ints("strides") or [1, 1], node.optional_ints("dilations") or [1, 1]
    padding = (node.optional_ints("pads") or [0, 0])[:2]
    groups = Deformation(strides, padding, dilations, node.int("group"), node.int("offset_group"))
    return deformed_convolution(node, node[0], node[1], node[2], node.get(4), node.get(3), groups)


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
