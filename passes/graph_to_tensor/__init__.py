"""The lowering of graph ops to tensors: the pass, what lowerings are written with, and a file for each topic.

Importing the package registers the lowerings.
"""

from __future__ import annotations

from . import (
    activations as activations,
    arithmetic as arithmetic,
    attention as attention,
    bitwise as bitwise,
    calls as calls,
    casts as casts,
    comparison as comparison,
    constant as constant,
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
    random as random,
    reduction as reduction,
    resize as resize,
    scan as scan,
    shapes as shapes,
    slicing as slicing,
    sorting as sorting,
    tensor_arithmetic as tensor_arithmetic,
)
