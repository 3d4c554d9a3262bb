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
from .arithmetic import (
    FMAOp as FMAOp,
    MultiDimReductionOp as MultiDimReductionOp,
    OuterProductOp as OuterProductOp,
    ReductionOp as ReductionOp,
    ScanOp as ScanOp,
)
from .attributes import (
    CombiningKindAttr as CombiningKindAttr,
    IteratorTypeAttr as IteratorTypeAttr,
    PrintPunctuationAttr as PrintPunctuationAttr,
)
from .contraction import ContractionOp as ContractionOp
from .elements import (
    DeinterleaveOp as DeinterleaveOp,
    ExtractOp as ExtractOp,
    FromElementsOp as FromElementsOp,
    InsertOp as InsertOp,
    InterleaveOp as InterleaveOp,
    ScalableExtractOp as ScalableExtractOp,
    ScalableInsertOp as ScalableInsertOp,
    ShuffleOp as ShuffleOp,
    ToElementsOp as ToElementsOp,
)
from .masks import (
    ConstantMaskOp as ConstantMaskOp,
    CreateMaskOp as CreateMaskOp,
    MaskOp as MaskOp,
    PrintOp as PrintOp,
    StepOp as StepOp,
    VectorScaleOp as VectorScaleOp,
    YieldOp as YieldOp,
)
from .memory import (
    CompressStoreOp as CompressStoreOp,
    ExpandLoadOp as ExpandLoadOp,
    GatherOp as GatherOp,
    LoadOp as LoadOp,
    MaskedLoadOp as MaskedLoadOp,
    MaskedStoreOp as MaskedStoreOp,
    ScatterOp as ScatterOp,
    StoreOp as StoreOp,
)
from .shapes import (
    BitCastOp as BitCastOp,
    BroadcastOp as BroadcastOp,
    ShapeCastOp as ShapeCastOp,
    TransposeOp as TransposeOp,
    TypeCastOp as TypeCastOp,
)
from .slices import ExtractStridedSliceOp as ExtractStridedSliceOp, InsertStridedSliceOp as InsertStridedSliceOp
from .transfer import (
    TransferReadOp as TransferReadOp,
    TransferWriteOp as TransferWriteOp,
    moves_elements as moves_elements,
)

_MODULES = (
    *(arithmetic, attributes, contraction, elements, masked_patterns),
    *(masks, memory, patterns, reduction_patterns, shapes, slices, transfer),
)

DIALECT = Dialect.collect(
    "vector", globals(), modules=_MODULES, materialize_constant=materialize_constant, dependencies=("arith",)
)
