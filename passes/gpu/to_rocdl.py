"""The pass `gpu-to-rocdl`: modules of kernels become modules of the dialect `llvm`, for AMDGPU.

It is `gpu-to-nvvm` for another vendor: the same ops are lowered by the same patterns (`device_code/`), and earlier
passes must have expanded the same. `amdgpu`, and copies that NVIDIA's GPUs make in the background, are lowered in
`rocdl/`. A flag of each module is the version of the code objects: the one that all releases of ROCm from 6.0 on load.
"""

from __future__ import annotations

from dlc.dialects import gpu, llvm
from dlc.ir import ArrayAttr, IntegerAttr, Operation, StringAttr
from dlc.ir.builtin_types import i32

from ..manager import Pass, PassRun, statistic
from .device_code.modules import lower_modules
from .rocdl import matrices
from .rocdl.intrinsics import AMDGPU

_VERSION = llvm.ModuleFlagAttr("error", StringAttr("amdhsa_code_object_version"), IntegerAttr(500, i32))


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
        for module in [inner for inner in op.walk() if isinstance(inner, gpu.GPUModuleOp)]:
            if not any(isinstance(inner, llvm.ModuleFlagsOp) for inner in module.block.ops):
                module.block.append(llvm.ModuleFlagsOp(ArrayAttr((_VERSION,))))
