"""Reverse-mode differentiation of graphs: the pass, what rules are written with, and a file of rules for each topic.

Importing the package registers the rules.
"""

from __future__ import annotations

from . import (
    activations as activations,
    arithmetic as arithmetic,
    attention as attention,
    calls as calls,
    casts as casts,
    comparison as comparison,
    contraction as contraction,
    control as control,
    convolution as convolution,
    differentiation as differentiation,
    functions as functions,
    indexing as indexing,
    movement as movement,
    normalization as normalization,
    padding as padding,
    pooling as pooling,
    quantization as quantization,
    reduction as reduction,
    resize as resize,
    scan as scan,
    shapes as shapes,
    slicing as slicing,
    sorting as sorting,
)
from .gradients import differentiates as differentiates
