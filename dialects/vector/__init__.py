"""The dialect `vector`: vectors of any rank, as MLIR 22 has them."""

from __future__ import annotations

from dlc.dialects.arith import materialize_constant
from dlc.ir.dialect import Dialect

from . import (
    arithmetic,
    attributes,
    contraction,
    elements,
    masked_patterns,
    masks,
    memory,
    patterns,
    reduction_patterns,
    shapes,
    slices,
    transfer,
)
from .arithmetic import FMAOp, MultiDimReductionOp, OuterProductOp, ReductionOp, ScanOp
from .attributes import CombiningKindAttr, IteratorTypeAttr, PrintPunctuationAttr
from .contraction import ContractionOp
from .elements import (
    DeinterleaveOp,
    ExtractOp,
    FromElementsOp,
    InsertOp,
    InterleaveOp,
    ScalableExtractOp,
    ScalableInsertOp,
    ShuffleOp,
    ToElementsOp,
)
from .masks import ConstantMaskOp, CreateMaskOp, MaskOp, PrintOp, StepOp, VectorScaleOp, YieldOp
from .memory import (
    CompressStoreOp,
    ExpandLoadOp,
    GatherOp,
    LoadOp,
    MaskedLoadOp,
    MaskedStoreOp,
    ScatterOp,
    StoreOp,
)
from .shapes import BitCastOp, BroadcastOp, ShapeCastOp, TransposeOp, TypeCastOp
from .slices import ExtractStridedSliceOp, InsertStridedSliceOp
from .transfer import TransferReadOp, TransferWriteOp

__all__ = [
    "DIALECT",
    "BitCastOp",
    "BroadcastOp",
    "CombiningKindAttr",
    "CompressStoreOp",
    "ConstantMaskOp",
    "ContractionOp",
    "CreateMaskOp",
    "DeinterleaveOp",
    "ExpandLoadOp",
    "ExtractOp",
    "ExtractStridedSliceOp",
    "FMAOp",
    "FromElementsOp",
    "GatherOp",
    "InsertOp",
    "InsertStridedSliceOp",
    "InterleaveOp",
    "IteratorTypeAttr",
    "LoadOp",
    "MaskOp",
    "MaskedLoadOp",
    "MaskedStoreOp",
    "MultiDimReductionOp",
    "OuterProductOp",
    "PrintOp",
    "PrintPunctuationAttr",
    "ReductionOp",
    "ScalableExtractOp",
    "ScalableInsertOp",
    "ScanOp",
    "ScatterOp",
    "ShapeCastOp",
    "ShuffleOp",
    "StepOp",
    "StoreOp",
    "ToElementsOp",
    "TransferReadOp",
    "TransferWriteOp",
    "TransposeOp",
    "TypeCastOp",
    "VectorScaleOp",
    "YieldOp",
]

_MODULES = (
    *(arithmetic, attributes, contraction, elements, masked_patterns),
    *(masks, memory, patterns, reduction_patterns, shapes, slices, transfer),
)
_MEMBERS = {f"{module.__name__}.{name}": member for module in _MODULES for name, member in vars(module).items()}

DIALECT = Dialect.collect("vector", _MEMBERS, materialize_constant=materialize_constant, dependencies=("arith",))
