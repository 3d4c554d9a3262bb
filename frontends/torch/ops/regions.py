"""Regions of images, as detectors of torchvision use them."""

from __future__ import annotations

from dlc.ir.sizes import Dim

from ....dialects import graph
from ....dialects.graph.tensors import shape_of
from ....ir import Value
from ....ir.builtin_attributes import UNIT, int_attr
from ....ir.builtin_types import i1, i64
from ...positions import take
from ...regions import Bins, Samples, without_overlaps
from ...sampling import Deformation, deformed_convolution
from ..node import Node
from ..registry import imports
from .functions import wide


def _samples(
    node: Node, regions: Value, scale: float, rows: Dim, columns: Dim, ratio: Dim, aligned: bool, shape: tuple[Dim, ...]
) -> Samples:
    """Return the samples of regions, which are given by the number of an image and their limits."""
    if not isinstance(ratio, int):
        raise node.refusal("the number of samples in a bin must be known when compiling")
    regions = wide(node, regions)
    images = node.cast(node.pick(regions, 1, 0), i64)
    limits = graph.mul(node.slice(regions, 1, 1, 5), scale)
    return Samples(node, Bins(rows, columns, ratio, aligned, node.subject), images, limits, shape)


@imports("torchvision.roi_align")
def import_roi_align(
    node: Node, x: Value, regions: Value, scale: float, rows: Dim, columns: Dim, ratio: Dim, aligned: bool
) -> Value:
    """The averages of samples in the bins of regions."""
    return _samples(node, regions, scale, rows, columns, ratio, aligned, shape_of(x)).combined(wide(node, x))


@imports("torchvision._roi_align_backward")
def import_roi_align_backward(
    node: Node,
    gradient: Value,
    regions: Value,
    scale: float,
    rows: Dim,
    columns: Dim,
    batch: Dim,
    channels: Dim,
    height: Dim,
    width: Dim,
    ratio: Dim,
    aligned: bool,
) -> Value:
    """The gradient of images, for that of the averages of samples."""
    shape = (batch, channels, height, width)
    return _samples(node, regions, scale, rows, columns, ratio, aligned, shape).spread_back(wide(node, gradient))


@imports("torchvision.deform_conv2d")
def import_deformable_convolution(
    node: Node,
    x: Value,
    kernel: Value,
    offset: Value,
    mask: Value,
    bias: Value,
    *numbers: Dim,
) -> Value:
    """A convolution whose samples are moved by offsets, and weighted by a mask.

    The numbers are strides, padding and dilations along both dimensions, the groups, and whether there is a mask.
    """
    for each in (x, kernel, offset):
        node.static_sizes(each, "samples")
    known = [each for each in numbers if isinstance(each, int)]
    if len(known) != len(numbers):
        raise node.refusal("windows must be known when compiling")
    *windows, groups, offset_groups, uses_mask = known
    strides, padding, dilations = (windows[first : first + 2] for first in (0, 2, 4))
    deformation = Deformation(strides, padding, dilations, groups, offset_groups)
    return deformed_convolution(node, x, kernel, offset, mask if uses_mask else None, bias, deformation)


@imports("torchvision.nms")
def import_non_max_suppression(node: Node, boxes: Value, scores: Value, limit: float) -> Value:
    """The numbers of the boxes with the largest scores, without those that overlap one of them too much."""
    boxes = wide(node, boxes)
    count = shape_of(scores)[0]
    _, order = node.add_all(graph.SortOp([scores, node.iota([count], 0)], int_attr(0), UNIT))
    ordered = take(node, boxes, order, 0)
    corners = [node.pick(ordered, 1, number) for number in range(4)]
    allowed = node.broadcast(node.constant(True, i1), (), [count])
    kept = without_overlaps(node, corners, allowed, limit, node.dim(scores, 0))
    chosen = node.with_names(graph.nonzero(kept))
    return take(node, order, node.reshape(chosen, [shape_of(chosen)[0]]), 0)
