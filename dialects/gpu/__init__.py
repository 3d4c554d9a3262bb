"""The dialect `gpu`: kernels, launches, and what their threads do together, as MLIR 22 has them.

Launches of clusters of blocks, `warp_execute_on_lane_0`, matrices of subgroups (`subgroup_mma_…`), sparse matrices,
objects of compiled code (`binary`) and registered host memory can be read and printed, but not run.
"""

from __future__ import annotations

from dlc.dialects.arith import materialize_constant
from dlc.ir.dialect import Dialect

from . import attributes, collectives, functions, host_memory, indices, launch, matrices, sparse, warps
from .architectures import (
    WIDE_SUBGROUP as WIDE_SUBGROUP,
    architecture_around as architecture_around,
    subgroup_size_around as subgroup_size_around,
    subgroup_size_of as subgroup_size_of,
)
from .attributes import (
    BUFFER_ALIGNMENT as BUFFER_ALIGNMENT,
    DEFERRED as DEFERRED,
    DIMENSIONS as DIMENSIONS,
    GLOBAL as GLOBAL,
    MACHINE as MACHINE,
    PRIVATE as PRIVATE,
    TOKEN as TOKEN,
    WORKGROUP as WORKGROUP,
    AddressSpaceAttr as AddressSpaceAttr,
    AllReduceOpAttr as AllReduceOpAttr,
    AsyncTokenType as AsyncTokenType,
    BlockMappingAttr as BlockMappingAttr,
    DimAttr as DimAttr,
    ShuffleModeAttr as ShuffleModeAttr,
    ThreadMappingAttr as ThreadMappingAttr,
    space_of as space_of,
)
from .collectives import (
    AllReduceOp as AllReduceOp,
    BarrierOp as BarrierOp,
    PrintfOp as PrintfOp,
    ShuffleOp as ShuffleOp,
    SubgroupReduceOp as SubgroupReduceOp,
    YieldOp as YieldOp,
)
from .functions import (
    CONTAINER_MODULE as CONTAINER_MODULE,
    KERNEL as KERNEL,
    NUM_WORKGROUP as NUM_WORKGROUP,
    GPUFuncOp as GPUFuncOp,
    GPUModuleOp as GPUModuleOp,
    ReturnOp as ReturnOp,
)
from .host_memory import (
    AllocOp as AllocOp,
    DeallocOp as DeallocOp,
    MemcpyOp as MemcpyOp,
    MemsetOp as MemsetOp,
    WaitOp as WaitOp,
)
from .indices import (
    BlockDimOp as BlockDimOp,
    BlockIdOp as BlockIdOp,
    DimensionOp as DimensionOp,
    GlobalIdOp as GlobalIdOp,
    GridDimOp as GridDimOp,
    LaneIdOp as LaneIdOp,
    NumSubgroupsOp as NumSubgroupsOp,
    SubgroupIdOp as SubgroupIdOp,
    SubgroupSizeOp as SubgroupSizeOp,
    ThreadIdOp as ThreadIdOp,
)
from .launch import (
    NUM_INDICES as NUM_INDICES,
    LaunchFuncOp as LaunchFuncOp,
    LaunchOp as LaunchOp,
    TerminatorOp as TerminatorOp,
)

_MODULES = (attributes, collectives, functions, host_memory, indices, launch, matrices, sparse, warps)

_ELSEWHERE = ("kernel_", "lane", "object", "select_object", "warp")
"""Names of MLIR's attributes about the warps that run a loop, and about compiled binaries."""

DIALECT = Dialect.collect(
    "gpu",
    globals(),
    modules=_MODULES,
    materialize_constant=materialize_constant,
    dependencies=("arith",),
    kept_as_text=_ELSEWHERE,
)
