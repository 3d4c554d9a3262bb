"""From `gpu` to the intrinsics of AMDGPU: the parts of the pass `gpu-to-rocdl`."""
