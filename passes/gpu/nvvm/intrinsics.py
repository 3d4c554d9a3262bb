"""The intrinsics of LLVM's NVPTX target that kernels use. All names are in this file, and a test checks that LLVM knows
each, because it reports an unknown name only when it emits code.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import gpu, llvm, nvgpu
from dlc.ir import Operation, Type, Value
from dlc.ir.builtin_types import i1, i32

from ..device_code.device import At, Device, Exchange

SREG = "llvm.nvvm.read.ptx.sreg."
BARRIER = "llvm.nvvm.barrier.cta.sync.aligned.all"
SHUFFLES = {
    "xor": "llvm.nvvm.shfl.sync.bfly.i32p",
    "up": "llvm.nvvm.shfl.sync.up.i32p",
    "down": "llvm.nvvm.shfl.sync.down.i32p",
    "idx": "llvm.nvvm.shfl.sync.idx.i32p",
}
REGISTERS: dict[type[Operation], str] = {
    gpu.ThreadIdOp: "tid",
    gpu.BlockDimOp: "ntid",
    gpu.BlockIdOp: "ctaid",
    gpu.GridDimOp: "nctaid",
}
EXP2 = "llvm.nvvm.ex2.approx.ftz.f"

NAMES = (
    *(f"{SREG}{register}.{d}" for register in REGISTERS.values() for d in gpu.DIMENSIONS),
    *(f"{SREG}laneid", BARRIER, EXP2, *SHUFFLES.values()),
)
"""Every intrinsic of NVPTX that kernels are lowered to."""


class NVPTX(Device):
    """GPUs by NVIDIA."""

    kernel_convention = "ptx_kernelcc"
    stack = 0
    static_bytes = 48 << 10
    exp2 = EXP2

    def converted(self, type: Type) -> Type | None:
        """Return also the registers of an accumulator: as many as threads share its sums."""
        if isinstance(type, nvgpu.WarpgroupAccumulatorType):
            return llvm.StructType((type.vector.element_type,) * (type.vector.num_elements // nvgpu.WARPGROUP))
        return super().converted(type)

    def bounds(self, sizes: Sequence[int]) -> dict[str, str]:
        """Return the block size, by which ptxas limits registers."""
        return {"nvvm.reqntid": ",".join(map(str, sizes))}

    def position(self, at: At, kind: type[Operation], dimension: str) -> Value:
        return at.intrinsic(f"{SREG}{REGISTERS[kind]}.{dimension}", (), i32)

    def lane(self, at: At) -> Value:
        return at.intrinsic(f"{SREG}laneid", (), i32)

    def barrier(self, at: At) -> None:
        at.insert(llvm.CallIntrinsicOp.of(BARRIER, [at.number(0)]))

    def exchange(self, at: At, mode: str, offset: Value, lanes: Value) -> Exchange:
        """Return `shfl.sync` among some lanes."""
        absent = at.put(llvm.SubOp(at.number(self.subgroup), lanes))
        mask = at.put(llvm.LShrOp(at.number(-1), absent))
        # lane numbers begin at 0, so going up no lane is below the first
        last = at.number(0) if mode == "up" else at.put(llvm.SubOp(lanes, at.number(1)))

        def exchange(word: Value) -> tuple[Value, Value]:
            both = at.intrinsic(SHUFFLES[mode], [mask, word, offset, last], llvm.StructType((i32, i1)))
            other, is_there = (at.put(llvm.ExtractValueOp.of(both, number)) for number in (0, 1))
            return other, is_there

        return exchange
