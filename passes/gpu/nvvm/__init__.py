"""From `gpu` to the intrinsics of NVPTX: the parts of the pass `gpu-to-nvvm`."""
