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
    pad,
    pad_patterns,
    reshape_patterns,
    reshapes,
    slice_patterns,
    slices,
)
from .access import ExtractOp, InsertOp
from .casts import BitcastOp, CastOp, are_cast_compatible, source_if_more_static
from .concat import ConcatOp
from .creation import EmptyOp, FromElementsOp, GenerateOp, SplatOp, YieldOp
from .dims import DimOp, RankOp, size_of, sizes_of
from .gather import GatherOp, ScatterOp
from .generic import GenericOp, IndexOp, iterator_array, map_array
from .kernel import KernelOp, is_open
from .named import (
    ANY_ORDER,
    BroadcastOp,
    CombiningKindAttr,
    ContractOp,
    FillOp,
    ReduceOp,
    TransposeOp,
    generic_form,
)
from .pack import PackOp, UnpackOp
from .pad import PadOp
from .reshapes import CollapseShapeOp, ExpandShapeOp, ReshapeOp
from .shapes import ResultShape
from .slices import ExtractSliceOp, InsertSliceOp
from .structured import (
    PARALLEL,
    REDUCTION,
    IteratorTypeAttr,
    StructuredOp,
    identity,
    is_structured,
    shaped_in_body,
    tensors_in_body,
)

__all__ = [
    "ANY_ORDER",
    "DIALECT",
    "PARALLEL",
    "REDUCTION",
    "BitcastOp",
    "BroadcastOp",
    "CastOp",
    "CollapseShapeOp",
    "CombiningKindAttr",
    "ConcatOp",
    "ContractOp",
    "DimOp",
    "EmptyOp",
    "ExpandShapeOp",
    "ExtractOp",
    "ExtractSliceOp",
    "FillOp",
    "FromElementsOp",
    "GatherOp",
    "GenerateOp",
    "GenericOp",
    "IndexOp",
    "InsertOp",
    "InsertSliceOp",
    "IteratorTypeAttr",
    "KernelOp",
    "PackOp",
    "PadOp",
    "RankOp",
    "ReduceOp",
    "ReshapeOp",
    "ResultShape",
    "ScatterOp",
    "SplatOp",
    "StructuredOp",
    "TransposeOp",
    "UnpackOp",
    "YieldOp",
    "are_cast_compatible",
    "generic_form",
    "identity",
    "is_open",
    "is_structured",
    "iterator_array",
    "map_array",
    "shaped_in_body",
    "size_of",
    "sizes_of",
    "source_if_more_static",
    "tensors_in_body",
]

_MODULES = (
    *(access, casts, concat, creation, dims, gather, generic, kernel, named, pack, pad, pad_patterns),
    *(reshape_patterns, reshapes, slice_patterns, slices),
)
_MEMBERS = {f"{module.__name__}.{name}": member for module in _MODULES for name, member in vars(module).items()}

DIALECT = Dialect.collect("tensor", _MEMBERS, materialize_constant=materialize_constant, dependencies=("arith",))
