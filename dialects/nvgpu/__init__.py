"""The dialect `nvgpu`: tensor cores, matrices that a warp loads together, and copies in the background.

The 32 threads of a warp hold a matrix together: each has a *fragment* of it, a vector of 32-bit registers. `Fragment`
says which elements these are, as the PTX ISA defines it for `mma.sync`. On sm_70, four quad pairs of a warp hold
matrices of their own (`quad_pairs.py`). On sm_90a, the 128 threads of a warpgroup
multiply matrices in workgroup memory in the background (`wgmma`), and one thread also begins to copy whole tiles, while
all others wait at a barrier in workgroup memory that counts their bytes.
"""

from __future__ import annotations

from dlc.ir.dialect import Dialect

from . import background_copies, fragments, quad_pairs, tile_copies, warpgroups
from .background_copies import (
    COPY_BYTES as COPY_BYTES,
    TOKEN as TOKEN,
    DeviceAsyncCopyOp as DeviceAsyncCopyOp,
    DeviceAsyncCreateGroupOp as DeviceAsyncCreateGroupOp,
    DeviceAsyncTokenType as DeviceAsyncTokenType,
    DeviceAsyncWaitOp as DeviceAsyncWaitOp,
    OrdersCopies as OrdersCopies,
)
from .chunks import (
    ROW_BYTES as ROW_BYTES,
    ROWS as ROWS,
    SWIZZLES as SWIZZLES,
    WARP as WARP,
    can_be_multiplied as can_be_multiplied,
    chunk_of as chunk_of,
    f8E4M3FN as f8E4M3FN,
    f8E5M2 as f8E5M2,
    swizzle_of as swizzle_of,
    swizzled as swizzled,
)
from .fragments import (
    SUMS as SUMS,
    Fragment as Fragment,
    LdMatrixOp as LdMatrixOp,
    MmaSyncOp as MmaSyncOp,
    Shape as Shape,
    operand_fragment as operand_fragment,
    shape_of as shape_of,
    sum_fragment as sum_fragment,
)
from .quad_pairs import (
    QUAD as QUAD,
    QUAD_PAIR_SIDE as QUAD_PAIR_SIDE,
    QUAD_PAIR_SUMS as QUAD_PAIR_SUMS,
    QUAD_PAIRS as QUAD_PAIRS,
    MmaQuadPairsOp as MmaQuadPairsOp,
    QuadPairOperand as QuadPairOperand,
    QuadPairSums as QuadPairSums,
)
from .tile_copies import (
    BARRIER as BARRIER,
    MOST_ALONG as MOST_ALONG,
    MOST_DIMENSIONS as MOST_DIMENSIONS,
    MOST_EXPECTED as MOST_EXPECTED,
    TILE_ALIGNMENT as TILE_ALIGNMENT,
    BarrierArriveExpectOp as BarrierArriveExpectOp,
    BarrierInitOp as BarrierInitOp,
    BarrierOp as BarrierOp,
    BarrierWaitOp as BarrierWaitOp,
    Tile as Tile,
    TileCopyOp as TileCopyOp,
    has_tiles as has_tiles,
    is_tile as is_tile,
)
from .warpgroups import (
    MOST_COLUMNS as MOST_COLUMNS,
    TRANSPOSED_CHUNK as TRANSPOSED_CHUNK,
    WARPGROUP as WARPGROUP,
    WARPGROUP_ROWS as WARPGROUP_ROWS,
    WARPGROUP_SUMS as WARPGROUP_SUMS,
    FenceProxyOp as FenceProxyOp,
    WarpgroupAccumulatorType as WarpgroupAccumulatorType,
    WarpgroupFenceOp as WarpgroupFenceOp,
    WarpgroupMmaAsyncOp as WarpgroupMmaAsyncOp,
    WarpgroupWaitOp as WarpgroupWaitOp,
    depth_of as depth_of,
    has_integer_columns as has_integer_columns,
)

DIALECT = Dialect.collect(
    "nvgpu",
    globals(),
    modules=(background_copies, fragments, quad_pairs, tile_copies, warpgroups),
    foreign_ops=(
        *[
            f"nvgpu.mbarrier.{name}"
            for name in (
                "arrive",
                "arrive.expect_tx",
                "arrive.nocomplete",
                "create",
                "get",
                "init",
                "test.wait",
                "try_wait.parity",
            )
        ],
        "nvgpu.mma.sp.sync",
        "nvgpu.rcp",
        *[
            f"nvgpu.tma.{name}"
            for name in ("async.load", "async.store", "create.descriptor", "fence.descriptor", "prefetch.descriptor")
        ],
        *[f"nvgpu.warpgroup.{name}" for name in ("generate.descriptor", "mma", "mma.init.accumulator", "mma.store")],
    ),
)
