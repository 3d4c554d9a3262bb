"""The pass `gpu-to-nvvm`: modules of kernels become modules of the dialect `llvm`, for NVPTX.

Kernels, and ops that query or combine threads, are lowered in `device_code/`, `nvgpu` in `nvvm/`, all other ops by the
patterns of `to-llvm`.
Memory spaces become the integers of NVPTX. Earlier passes must have expanded reductions over threads
(`gpu-expand-reductions`), loops (`loop-to-cf`) and math functions (`expand-math`). Code for the host stays unchanged.
"""

from __future__ import annotations

from dlc.ir import Operation

from ..manager import Pass, PassRun, statistic
from .device_code.modules import lower_modules
from .nvvm import nvgpu
from .nvvm.intrinsics import NVPTX


class GPUToNVVM(Pass):
    """Turn modules of kernels into the dialect `llvm` for NVPTX

    Example: gpu-to-nvvm
        gpu.module @kernels {
          gpu.func @fill(%m: memref<32xf32>, %x: f32) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
            %i = gpu.thread_id x
            memref.store %x, %m[%i] : memref<32xf32>
            gpu.return
          }
        }
    """

    name = "gpu-to-nvvm"
    lowered = statistic("num-lowered", "Number of kernels and other functions lowered")

    def run(self, op: Operation, run: PassRun) -> None:
        lower_modules(op, run, NVPTX, nvgpu.PATTERNS, self.lowered)
