"""The pass `gpu-to-rocdl`: modules of kernels become modules of the dialect `llvm`, for AMDGPU.

It is `gpu-to-nvvm` for another vendor: the same ops are lowered by the same patterns (`device_code/`), and earlier
passes must have expanded the same. `amdgpu`, and copies that NVIDIA's GPUs make in the background, are lowered in
`rocdl/`.
"""

from __future__ import annotations

from dlc.ir import Operation

from ..manager import Pass, PassRun, statistic
from .device_code.modules import lower_modules
from .rocdl import matrices
from .rocdl.intrinsics import AMDGPU


class GPUToROCDL(Pass):
    """Turn modules of kernels into the dialect `llvm` for AMDGPU

    Example: gpu-to-rocdl
        gpu.module @kernels {
          gpu.func @fill(%m: memref<64xf32>, %x: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
            %i = gpu.thread_id x
            memref.store %x, %m[%i] : memref<64xf32>
            gpu.return
          }
        }
    """

    name = "gpu-to-rocdl"
    lowered = statistic("num-lowered", "Number of kernels and other functions lowered")

    def run(self, op: Operation, run: PassRun) -> None:
        lower_modules(op, run, AMDGPU, matrices.PATTERNS, self.lowered)
