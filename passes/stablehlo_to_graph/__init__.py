"""The lowering of StableHLO and CHLO to graph ops, one file for each topic."""

from __future__ import annotations

from . import (
    chlo_ops as chlo_ops,
    contraction as contraction,
    control as control,
    distributed as distributed,
    elementwise as elementwise,
    fourier as fourier,
    indexing as indexing,
    lapack as lapack,
    linear_algebra as linear_algebra,
    movement as movement,
    normalization as normalization,
    random as random,
    reduction as reduction,
    sorting as sorting,
    windows as windows,
)
from .stablehlo_to_graph import StablehloToGraph as StablehloToGraph
from .translation import translates as translates
