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
    copies_in_background,
    dims,
    globals,
    metadata,
    reshape_patterns,
    reshapes,
    scopes,
    subview,
    views,
)
from .access import (
    AtomicRMWOp as AtomicRMWOp,
    AtomicYieldOp as AtomicYieldOp,
    CopyOp as CopyOp,
    GenericAtomicRMWOp as GenericAtomicRMWOp,
    LoadOp as LoadOp,
    PrefetchOp as PrefetchOp,
    StoreOp as StoreOp,
)
from .allocation import AllocaOp as AllocaOp, AllocOp as AllocOp, DeallocOp as DeallocOp, ReallocOp as ReallocOp
from .casts import (
    AssumeAlignmentOp as AssumeAlignmentOp,
    CastOp as CastOp,
    MemorySpaceCastOp as MemorySpaceCastOp,
    are_cast_compatible as are_cast_compatible,
)
from .dims import DimOp as DimOp, RankOp as RankOp, known_size as known_size
from .globals import GetGlobalOp as GetGlobalOp, GlobalOp as GlobalOp
from .metadata import (
    ExtractAlignedPointerAsIndexOp as ExtractAlignedPointerAsIndexOp,
    ExtractStridedMetadataOp as ExtractStridedMetadataOp,
    ReinterpretCastOp as ReinterpretCastOp,
)
from .reshapes import CollapseShapeOp as CollapseShapeOp, ExpandShapeOp as ExpandShapeOp
from .scopes import AllocaScopeOp as AllocaScopeOp, AllocaScopeReturnOp as AllocaScopeReturnOp
from .slices import slice_type as slice_type
from .subview import SubViewOp as SubViewOp
from .views import ReshapeOp as ReshapeOp, TransposeOp as TransposeOp, ViewOp as ViewOp

_MODULES = (
    *(access, allocation, casts, dims, globals, metadata),
    *(reshape_patterns, reshapes, scopes, subview, views, copies_in_background),
)

DIALECT = Dialect.collect(
    "memref", vars(), modules=_MODULES, materialize_constant=materialize_constant, dependencies=("arith",)
)
