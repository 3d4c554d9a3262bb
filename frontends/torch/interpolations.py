"""Interpolation of images, which stays one op where `graph.resize` can compute it and no gradient is needed.

PyTorch's own decompositions read elements at computed places, also where each new row is a sum of old rows.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from .installed import torch
from .symbolic import are_known

_decompositions: Any = importlib.import_module("torch._decomp")
NEAREST = [f"{kind}{rank}d" for kind in ("upsample_nearest", "_upsample_nearest_exact") for rank in (1, 2, 3)]
WEIGHTED = ["upsample_linear1d", "upsample_bilinear2d", "upsample_trilinear3d", "upsample_bicubic2d"]


def has_open_sizes(x: Any) -> bool:
    """Return whether sizes of a tensor are known only when running."""
    return not are_known(x.shape)


def is_not_interpolated(x: Any, *, is_nearest: bool) -> bool:
    """Return whether `graph.resize` cannot interpolate a tensor: sizes are not known, or bytes are to be rounded."""
    return has_open_sizes(x) or not (is_nearest or x.is_floating_point())


def _kept(name: str) -> dict[Any, Callable[..., Any]]:
    """Return functions in the place of PyTorch's decompositions of an op, by overloads."""
    packet = getattr(torch.ops.aten, name)
    of_sizes, every = packet.default, _decompositions.decomposition_table

    def with_sizes(x: Any, sizes: Any, *others: Any, **named: Any) -> Any:
        needs_gradient = torch.is_grad_enabled() and x.requires_grad
        if needs_gradient or not are_known(sizes) or is_not_interpolated(x, is_nearest=name in NEAREST):
            return every[of_sizes](x, sizes, *others, **named)
        with torch._C._AutoDispatchBelowAutograd():
            return of_sizes(x, sizes, *others, **named)

    def with_scales(x: Any, sizes: Any, *others: Any) -> Any:
        *align_corners, scales = others
        new = _decompositions.decompositions.upsample_compute_output_size(x.size(), sizes, scales)
        return with_sizes(x, new, *align_corners, *(scales or [None] * len(new)))

    return {of_sizes: with_sizes, packet.vec: with_scales}


INTERPOLATIONS = {op: each for name in (*NEAREST, *WEIGHTED) for op, each in _kept(name).items()}
"""The functions of interpolations in the place of PyTorch's decompositions, by ops."""
