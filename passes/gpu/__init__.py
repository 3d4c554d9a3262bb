"""The lowering of loops to GPU kernels: mapping to blocks and threads, launches, kernels, NVVM intrinsics."""
