"""Images of other sizes, and elements of images at computed places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dlc.ir.sizes import Dim

from ....dialects import graph
from ....dialects.graph.tensors import shape_of
from ....ir import Value
from ...emitter import NdArray, is_float
from ...interpolation import LARGEST_MATRIX, cubic, linear, resized_by_weights
from ...sampling import grid_places, sample, within
from ..node import Node
from ..registry import imports
from ..symbolic import several

RANKS = (1, 2, 3)


@imports(*(f"{kind}upsample_nearest{kind_}{rank}d" for kind in ("", "_") for kind_ in ("", "_exact") for rank in RANKS))
def import_nearest(node: Node, x: Value, _: Any, *scales: Any) -> Value:
    """The nearest element, whose position is rounded downwards, or to nearest in the exact form."""
    coordinates, rounding = ("half_pixel", "prefer_ceil") if "exact" in node.op else ("asymmetric", "floor")
    return _resized(node, "nearest", x, coordinates, scales, rounding)


@imports("upsample_linear1d", "upsample_bilinear2d", "upsample_trilinear3d")
def import_linear(node: Node, x: Value, _: Any, align_corners: bool, *scales: Any) -> Value:
    """Means of neighbours, weighted by their distance."""
    return _resized(node, "linear", x, "align_corners" if align_corners else "half_pixel", scales, None)


@imports("upsample_bicubic2d")
def import_cubic(node: Node, x: Value, _: Any, align_corners: bool, *scales: Any) -> Value:
    """Means of neighbours, weighted by a cubic polynomial of their distance."""
    return _resized(node, "cubic", x, "align_corners" if align_corners else "half_pixel", scales, None)


def _resized(node: Node, kind: str, x: Value, coordinates: str, scales: Sequence[Any], rounding: str | None) -> Value:
    dims = list(range(2, len(shape_of(x))))
    known = _factors(scales) if len(_factors(scales)) == len(dims) and coordinates != "align_corners" else None
    return graph.resize(kind, x, dims, coordinates, node.result_shape, rounding=rounding, scales=known)  # type: ignore[arg-type]


SAMPLING_MODES = ("linear", "nearest", "cubic")
SAMPLING_PADDINGS = ("zeros", "border", "reflection")


@imports("grid_sampler_2d", "grid_sampler_3d")
def import_grid_sampler(node: Node, x: Value, grid: Value, mode: int, padding: int, aligned: bool) -> Value:
    """Elements at places that a grid says, in coordinates from -1 to 1."""
    sizes = node.static_sizes(x, "coordinates")[2:]
    kind, border = SAMPLING_MODES[mode], SAMPLING_PADDINGS[padding]
    places = grid_places(node, grid, sizes, aligned)
    if kind != "cubic":  # which reads neighbours of a place outside
        places = [within(place, size, border, aligned) for place, size in zip(places, sizes, strict=True)]
    places = [graph.round(place) for place in places] if kind == "nearest" else places
    return sample(node, x, places, kind, border, aligned)


def _factors(scales: Sequence[Any]) -> list[float]:
    """Return the scales that are given, as numbers or as lists."""
    return [float(factor) for part in scales for factor in several(part) if factor is not None]


@imports("_upsample_bilinear2d_aa", "_upsample_bicubic2d_aa")
def import_antialiased(node: Node, x: Value, _: Any, align_corners: bool, *scales: Any) -> Value:
    """Means of all elements that an element of the result covers, weighted by their distance."""
    if not is_float(x):
        raise node.refusal("integers are rounded in a way of their own")
    return _weighted_along(node, x, _weights_of(node, shape_of(x), node.result_shape, align_corners, scales))


@imports("_upsample_bilinear2d_aa_backward", "_upsample_bicubic2d_aa_backward")
def import_antialiased_backward(
    node: Node, gradient: Value, _: Any, shape: Any, align_corners: bool, *scales: Any
) -> Value:
    """The gradient of each element, from all elements of the result that cover it."""
    weights = _weights_of(node, node.result_shape, shape_of(gradient), align_corners, scales)
    return _weighted_along(node, gradient, [each.T for each in weights])


def _weights_of(
    node: Node, shape: Sequence[Dim], new_shape: Sequence[Dim], align_corners: bool, scales: Sequence[Any]
) -> list[NdArray]:
    """Return by dimension the weights of elements for each element of the result."""
    given = _factors(scales)
    weights: list[NdArray] = []
    for dim in (2, 3):
        size, new = shape[dim], new_shape[dim]
        if not isinstance(size, int) or not isinstance(new, int):
            raise node.refusal("sizes must be known when compiling, for antialiasing")
        if size * new > LARGEST_MATRIX:
            raise node.refusal(f"resizing {size} to {new} elements needs too many weights")
        step = 1 / given[dim - 2] if len(given) == 2 else size / new
        if align_corners:
            step = (size - 1) / (new - 1) if new > 1 else 0.0
        weights.append(_covering(size, new, step, is_cubic="bicubic" in node.op))
    return weights


def _weighted_along(node: Node, x: Value, weights: Sequence[NdArray]) -> Value:
    """Return images whose elements along both dimensions are sums of old ones."""
    for dim, each in enumerate(weights, 2):
        x = resized_by_weights(node, x, each, dim)
    return x


def _covering(size: int, new: int, step: float, *, is_cubic: bool) -> NdArray:
    """Return the weights of elements for each element of the result, which is `step` of them wide or one."""
    width = max(step, 1.0)
    reach = (2 if is_cubic else 1) * width
    center = (step * (np.arange(new) + 0.5))[:, None]
    place = np.arange(size)[None, :]
    first, last = np.trunc(center - reach + 0.5), np.trunc(center + reach + 0.5)
    distances = np.abs(place - center + 0.5) / width
    weights = cubic(distances, -0.5) if is_cubic else linear(distances)
    weights = np.where((first <= place) & (place < last), weights, 0)
    return weights / weights.sum(axis=1, keepdims=True)
