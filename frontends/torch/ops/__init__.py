"""The importers of ATen's ops, one file a topic, named like the files of the dialect `graph` where there is one."""

from . import (
    accumulation as accumulation,
    activations as activations,
    arithmetic as arithmetic,
    attention as attention,
    bitwise as bitwise,
    casts as casts,
    comparison as comparison,
    constant as constant,
    contraction as contraction,
    convolution as convolution,
    functions as functions,
    indexing as indexing,
    movement as movement,
    normalization as normalization,
    padding as padding,
    pooling as pooling,
    reduction as reduction,
    resize as resize,
    slicing as slicing,
    sorting as sorting,
)
