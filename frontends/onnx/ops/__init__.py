"""The importers of ONNX's ops, one file a topic, named like the files of the dialect `graph` where there is one."""

from . import (
    activations as activations,
    arithmetic as arithmetic,
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
    quantization as quantization,
    reduction as reduction,
    shapes as shapes,
    slicing as slicing,
    sorting as sorting,
)
