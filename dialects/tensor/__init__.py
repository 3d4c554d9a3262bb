"""The dialect `tensor`: values that are arrays, as MLIR 22 has them.

`tensor.pack` and `tensor.unpack` are MLIR's `linalg.pack` and `linalg.unpack`.
"""

from __future__ import annotations

from dlc.dialects.arith import materialize_constant
from dlc.ir.dialect import Dialect

from . import (
    access,
    casts,
    concat,
    creation,
    dims,
    gather,
    generic,
    kernel,
    named,
    pack,
    pack_patterns,
    pad,
    pad_patterns,
    reshape_patterns,
    reshapes,
    slice_patterns,
    slices,
)
from .access import ExtractOp as ExtractOp, InsertOp as InsertOp
from .casts import (
    BitcastOp as BitcastOp,
    CastOp as CastOp,
    are_cast_compatible as are_cast_compatible,
    source_if_more_static as source_if_more_static,
)
from .concat import ConcatOp as ConcatOp
from .creation import (
    EmptyOp as EmptyOp,
    FromElementsOp as FromElementsOp,
    GenerateOp as GenerateOp,
    SplatOp as SplatOp,
    YieldOp as YieldOp,
)
from .dims import DimOp as DimOp, RankOp as RankOp, known_size as known_size, size_of as size_of, sizes_of as sizes_of
from .gather import GatherOp as GatherOp, ScatterOp as ScatterOp
from .generic import (
    GenericOp as GenericOp,
    IndexOp as IndexOp,
    iterator_array as iterator_array,
    map_array as map_array,
)
from .kernel import KernelOp as KernelOp, is_open as is_open
from .named import (
    ANY_ORDER as ANY_ORDER,
    BroadcastOp as BroadcastOp,
    CombiningKindAttr as CombiningKindAttr,
    ContractOp as ContractOp,
    FillOp as FillOp,
    ReduceOp as ReduceOp,
    TransposeOp as TransposeOp,
    generic_form as generic_form,
)
from .pack import PackOp as PackOp, UnpackOp as UnpackOp
from .pad import PadOp as PadOp
from .reshapes import CollapseShapeOp as CollapseShapeOp, ExpandShapeOp as ExpandShapeOp, ReshapeOp as ReshapeOp
from .shapes import ResultShape as ResultShape
from .slices import (
    ExtractSliceOp as ExtractSliceOp,
    InsertSliceOp as InsertSliceOp,
    ParallelInsertSliceOp as ParallelInsertSliceOp,
)
from .structured import (
    PARALLEL as PARALLEL,
    REDUCTION as REDUCTION,
    IteratorTypeAttr as IteratorTypeAttr,
    StructuredOp as StructuredOp,
    identity as identity,
    is_structured as is_structured,
    shaped_in_body as shaped_in_body,
    tensors_in_body as tensors_in_body,
)

_MODULES = (
    *(access, casts, concat, creation, dims, gather, generic, kernel, named, pack, pack_patterns, pad, pad_patterns),
    *(reshape_patterns, reshapes, slice_patterns, slices),
)

DIALECT = Dialect.collect(
    "tensor", globals(), modules=_MODULES, materialize_constant=materialize_constant, dependencies=("arith",)
)
