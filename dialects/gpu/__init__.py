"""The dialect `gpu`: kernels, launches, and what their threads do together, as MLIR 22 has them.

Not here: clusters of blocks, matrices of subgroups (`subgroup_mma_…`), `rotate` and `subgroup_broadcast`, objects of
compiled code (`binary`), registered host memory, dynamic shared memory as a value, sparse matrix libraries.
"""

from __future__ import annotations

from dlc.dialects.arith import materialize_constant
from dlc.ir.dialect import Dialect

from . import attributes, collectives, functions, host_memory, indices, launch
from .attributes import (
    DIMENSIONS,
    GLOBAL,
    PRIVATE,
    TOKEN,
    WORKGROUP,
    AddressSpaceAttr,
    AllReduceOpAttr,
    AsyncTokenType,
    BlockMappingAttr,
    DimAttr,
    ShuffleModeAttr,
    ThreadMappingAttr,
    space_of,
)
from .collectives import AllReduceOp, BarrierOp, PrintfOp, ShuffleOp, SubgroupReduceOp, YieldOp
from .functions import CONTAINER_MODULE, KERNEL, NUM_WORKGROUP, GPUFuncOp, GPUModuleOp, ReturnOp
from .host_memory import AllocOp, DeallocOp, MemcpyOp, MemsetOp, WaitOp
from .indices import (
    BlockDimOp,
    BlockIdOp,
    DimensionOp,
    GlobalIdOp,
    GridDimOp,
    LaneIdOp,
    NumSubgroupsOp,
    SubgroupIdOp,
    SubgroupSizeOp,
    ThreadIdOp,
)
from .launch import NUM_INDICES, LaunchFuncOp, LaunchOp, TerminatorOp

__all__ = [
    "CONTAINER_MODULE",
    "DIALECT",
    "DIMENSIONS",
    "GLOBAL",
    "KERNEL",
    "NUM_INDICES",
    "NUM_WORKGROUP",
    "PRIVATE",
    "TOKEN",
    "WORKGROUP",
    "AddressSpaceAttr",
    "AllReduceOp",
    "AllReduceOpAttr",
    "AllocOp",
    "AsyncTokenType",
    "BarrierOp",
    "BlockDimOp",
    "BlockIdOp",
    "BlockMappingAttr",
    "DeallocOp",
    "DimAttr",
    "DimensionOp",
    "GPUFuncOp",
    "GPUModuleOp",
    "GlobalIdOp",
    "GridDimOp",
    "LaneIdOp",
    "LaunchFuncOp",
    "LaunchOp",
    "MemcpyOp",
    "MemsetOp",
    "NumSubgroupsOp",
    "PrintfOp",
    "ReturnOp",
    "ShuffleModeAttr",
    "ShuffleOp",
    "SubgroupIdOp",
    "SubgroupReduceOp",
    "SubgroupSizeOp",
    "TerminatorOp",
    "ThreadIdOp",
    "ThreadMappingAttr",
    "WaitOp",
    "YieldOp",
    "space_of",
]

_MODULES = (attributes, collectives, functions, host_memory, indices, launch)
_MEMBERS = {f"{module.__name__}.{name}": member for module in _MODULES for name, member in vars(module).items()}

_ELSEWHERE = ("kernel_", "lane", "object", "select_object", "warp")
"""Names of MLIR's attributes about the warps that run a loop, and about compiled binaries."""

DIALECT = Dialect.collect(
    "gpu", _MEMBERS, materialize_constant=materialize_constant, dependencies=("arith",), kept_as_text=_ELSEWHERE
)
