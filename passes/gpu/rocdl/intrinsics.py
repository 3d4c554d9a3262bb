"""The intrinsics of LLVM's AMDGPU target that kernels use. All names are in this file, and a test checks that LLVM
knows each, because it reports an unknown name only when it emits code.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from dlc.dialects import gpu, llvm
from dlc.dialects.llvm.attributes import ORDERINGS
from dlc.ir import Operation, StringAttr, Value
from dlc.ir.builtin_attributes import IntegerAttr
from dlc.ir.builtin_types import IntegerType, i8, i32, i64

from ..device_code.address_spaces import PRIVATE
from ..device_code.device import At, Device, Exchange

THREAD, BLOCK = "llvm.amdgcn.workitem.id", "llvm.amdgcn.workgroup.id"
ARGUMENTS = "llvm.amdgcn.implicitarg.ptr"
LANE_LOW, LANE_HIGH = "llvm.amdgcn.mbcnt.lo", "llvm.amdgcn.mbcnt.hi"
PERMUTE = "llvm.amdgcn.ds.bpermute"
BARRIER = "llvm.amdgcn.s.barrier"
EXP2 = "llvm.amdgcn.exp2.f32"
NAMES = (
    *(f"{base}.{d}" for base in (THREAD, BLOCK) for d in gpu.DIMENSIONS),
    *(ARGUMENTS, LANE_LOW, LANE_HIGH, PERMUTE, BARRIER, EXP2),
)
"""Every intrinsic of AMDGPU that kernels are lowered to."""
CONSTANT = 4
"""The address space of the arguments that the runtime adds to those of a kernel."""
GRID_DIM_OFFSET, BLOCK_DIM_OFFSET = 0, 12
"""The offsets of the numbers of blocks (of 32 bits), and of threads of a block (of 16 bits), in these arguments."""


class AMDGPU(Device):
    """GPUs by AMD."""

    kernel_convention = "amdgpu_kernelcc"
    stack = PRIVATE
    static_bytes = 64 << 10
    exp2 = EXP2

    def bounds(self, sizes: Sequence[int]) -> dict[str, str]:
        """Return the number of threads of a block, by which LLVM limits registers."""
        return {"amdgpu-flat-work-group-size": f"{prod(sizes)},{prod(sizes)}", "uniform-work-group-size": "true"}

    def position(self, at: At, kind: type[Operation], dimension: str) -> Value:
        if kind is gpu.ThreadIdOp:
            return at.intrinsic(f"{THREAD}.{dimension}", (), i32)
        if kind is gpu.BlockIdOp:
            return at.intrinsic(f"{BLOCK}.{dimension}", (), i32)
        number = gpu.DIMENSIONS.index(dimension)
        if kind is gpu.GridDimOp:
            return _argument(at, GRID_DIM_OFFSET + 4 * number, i32)
        return at.put(llvm.ZExtOp(_argument(at, BLOCK_DIM_OFFSET + 2 * number, IntegerType(16)), i32))

    def lane(self, at: At) -> Value:
        return at.put(llvm.AndOp(_hardware_lane(at), at.number(self.subgroup - 1)))

    def barrier(self, at: At) -> None:
        """Release what was written, wait, and acquire what others have written: `s_barrier` alone orders no memory."""
        at.insert(_fence("release"))
        at.insert(llvm.CallIntrinsicOp.of(BARRIER, ()))
        at.insert(_fence("acquire"))

    def exchange(self, at: At, mode: str, offset: Value, lanes: Value) -> Exchange:
        """Return `ds_bpermute`, which reads from the lane whose number it is given, times four."""
        hardware = _hardware_lane(at)
        own = at.put(llvm.AndOp(hardware, at.number(self.subgroup - 1)))
        wanted = {"xor": llvm.XOrOp, "up": llvm.SubOp, "down": llvm.AddOp}
        source = at.put(wanted[mode](own, offset)) if mode in wanted else offset
        is_there = at.put(llvm.ICmpOp.of("ult", source, lanes))
        source = at.put(llvm.SelectOp(is_there, source, own))
        first = at.put(llvm.SubOp(hardware, own))
        address = at.put(llvm.ShlOp(at.add(first, source), at.number(2)))
        return lambda word: (at.intrinsic(PERMUTE, [address, word], i32), is_there)


def _hardware_lane(at: At) -> Value:
    """Return the number of the thread among those that run in step: 32 or 64, by the architecture."""
    every = at.number(-1)
    low = at.intrinsic(LANE_LOW, [every, at.number(0)], i32)
    return at.intrinsic(LANE_HIGH, [every, low], i32)


def _argument(at: At, offset: int, type: IntegerType) -> Value:
    """Return an argument of the runtime."""
    pointer = llvm.PointerType(CONSTANT)
    base = at.intrinsic(ARGUMENTS, (), pointer)
    address = at.put(llvm.GetElementPtrOp.of(base, [offset], i8, result=pointer))
    return at.put(llvm.LoadOp(address, type, alignment=IntegerAttr(type.width // 8, i64)))


def _fence(ordering: str) -> llvm.FenceOp:
    return llvm.FenceOp(IntegerAttr(ORDERINGS[ordering], i64), StringAttr("workgroup"))
