"""Images of other sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....dialects import graph
from ....dialects.graph.tensors import shape_of
from ....ir import Value
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
