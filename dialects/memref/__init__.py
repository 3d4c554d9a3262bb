"""The dialect `memref`: buffers, as MLIR 22 has them. What their strides are is in `dlc.ir.strided_layout`.

Not here: the DMA ops, and `distinct_objects`.
"""

from __future__ import annotations

from dlc.dialects.arith import materialize_constant
from dlc.ir.dialect import Dialect

from . import (
    access,
    allocation,
    casts,
    dims,
    globals,
    metadata,
    reshape_patterns,
    reshapes,
    scopes,
    subview,
    views,
)
from .access import AtomicRMWOp, AtomicYieldOp, CopyOp, GenericAtomicRMWOp, LoadOp, PrefetchOp, StoreOp
from .allocation import AllocaOp, AllocOp, DeallocOp, ReallocOp
from .casts import AssumeAlignmentOp, CastOp, MemorySpaceCastOp, are_cast_compatible
from .dims import DimOp, RankOp
from .globals import GetGlobalOp, GlobalOp
from .metadata import ExtractAlignedPointerAsIndexOp, ExtractStridedMetadataOp, ReinterpretCastOp
from .reshapes import CollapseShapeOp, ExpandShapeOp
from .scopes import AllocaScopeOp, AllocaScopeReturnOp
from .slices import slice_type
from .subview import SubViewOp
from .views import ReshapeOp, TransposeOp, ViewOp

__all__ = [
    "DIALECT",
    "AllocOp",
    "AllocaOp",
    "AllocaScopeOp",
    "AllocaScopeReturnOp",
    "AssumeAlignmentOp",
    "AtomicRMWOp",
    "AtomicYieldOp",
    "CastOp",
    "CollapseShapeOp",
    "CopyOp",
    "DeallocOp",
    "DimOp",
    "ExpandShapeOp",
    "ExtractAlignedPointerAsIndexOp",
    "ExtractStridedMetadataOp",
    "GenericAtomicRMWOp",
    "GetGlobalOp",
    "GlobalOp",
    "LoadOp",
    "MemorySpaceCastOp",
    "PrefetchOp",
    "RankOp",
    "ReallocOp",
    "ReinterpretCastOp",
    "ReshapeOp",
    "StoreOp",
    "SubViewOp",
    "TransposeOp",
    "ViewOp",
    "are_cast_compatible",
    "slice_type",
]

_MODULES = (
    *(access, allocation, casts, dims, globals, metadata),
    *(reshape_patterns, reshapes, scopes, subview, views),
)
_MEMBERS = {f"{module.__name__}.{name}": member for module in _MODULES for name, member in vars(module).items()}

DIALECT = Dialect.collect("memref", _MEMBERS, materialize_constant=materialize_constant, dependencies=("arith",))
