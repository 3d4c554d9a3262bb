"""From loops to GPU kernels: which loop is a block or a thread, launches, kernels, NVVM intrinsics."""
