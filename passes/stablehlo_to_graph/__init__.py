"""The lowering of StableHLO and CHLO to graph ops, one file for each topic."""

from __future__ import annotations

from . import (
    chlo_ops,
    contraction,
    control,
    elementwise,
    fourier,
    indexing,
    linear_algebra,
    movement,
    normalization,
    reduction,
    sorting,
    windows,
)
from .stablehlo_to_graph import StablehloToGraph as StablehloToGraph
from .translation import translates as translates

_TOPICS = (
    chlo_ops,
    contraction,
    control,
    elementwise,
    fourier,
    indexing,
    linear_algebra,
    movement,
    normalization,
    reduction,
    sorting,
    windows,
)
