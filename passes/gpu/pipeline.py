"""The named pipeline of the road to a GPU: what the host does is left as it is, kernels become the dialect `llvm`."""

from __future__ import annotations

from ..manager.declaration import NamedPipeline
from ..pipelines import TO_LOOPS, TO_TENSOR

TO_LAUNCHES = ("gpu-tile-contractions", "gpu-map-loops", "loop-to-gpu")
TO_KERNELS = (*TO_LAUNCHES, "gpu-outline-kernels", "gpu-expand-reductions")
IN_KERNELS = "gpu.module(widen-small-floats,expand-math,cse,loop-to-cf)"
TO_NVVM = (IN_KERNELS, "gpu-to-nvvm", "reconcile-unrealized-casts")


class LowerToGPU(NamedPipeline):
    """Lower graph ops, structured ops and loops to kernels for NVIDIA's GPUs, in the dialect `llvm`

    `--emit=ptx` makes PTX of them.
    """

    name = "lower-to-gpu"

    def passes(self) -> str:
        return ",".join((*TO_TENSOR, *TO_LOOPS, *TO_KERNELS, *TO_NVVM))
