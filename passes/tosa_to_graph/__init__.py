"""The lowering of TOSA to graph ops, one file for each topic."""

from __future__ import annotations

from . import (
    contraction as contraction,
    control as control,
    elementwise as elementwise,
    movement as movement,
    pooling as pooling,
    quantized as quantized,
    reduction as reduction,
    shapes as shapes,
)
from .tosa_to_graph import TosaToGraph as TosaToGraph
from .translation import translates as translates
