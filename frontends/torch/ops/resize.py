"""Images of other sizes, and elements of images at computed places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....dialects import graph
from ....dialects.graph.tensors import shape_of
from ....ir import Value
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
    factors = [float(factor) for part in scales for factor in several(part) if factor is not None]
    known = factors if len(factors) == len(dims) and coordinates != "align_corners" else None
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
