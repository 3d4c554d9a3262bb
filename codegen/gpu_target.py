"""GPUs as targets: the triples of NVIDIA's and AMD's, and their architectures."""

from __future__ import annotations

import re

from .target import Target, TargetError

CUDA, HIP = "cuda", "hip"
"""The names of targets, which are those of the interfaces that programs are run by."""
TRIPLE = "nvptx64-nvidia-cuda"
DEFAULT_ARCH = "sm_80"
AMD_TRIPLE = "amdgcn-amd-amdhsa"
DEFAULT_AMD_ARCH = "gfx90a"
TRIPLES = (TRIPLE, AMD_TRIPLE)
_ARCH = re.compile(r"sm_\d+[af]?")
_AMD_ARCH = re.compile(r"gfx\d+[0-9a-f]*")


def target_for(arch: str = "") -> Target:
    """Return the target for an architecture such as `sm_90`. Raises `TargetError` if there is none."""
    arch = arch or DEFAULT_ARCH
    if not _ARCH.fullmatch(arch):
        raise TargetError(f"expected a GPU architecture such as 'sm_80' or 'sm_90', but got '{arch}'")
    return Target.of(TRIPLE, arch)


def is_amd(arch: str) -> bool:
    """Return whether an architecture is one of AMD's."""
    return _AMD_ARCH.fullmatch(arch) is not None


def amd_target_for(arch: str = "") -> Target:
    """Return the target for an architecture of AMD's, such as `gfx942`. Raises `TargetError` if there is none."""
    arch = arch or DEFAULT_AMD_ARCH
    if not is_amd(arch):
        raise TargetError(f"expected an architecture of AMD's GPUs such as 'gfx90a' or 'gfx1100', but got '{arch}'")
    return Target.of(AMD_TRIPLE, arch)


def gpu_target_for(api: str, arch: str = "") -> Target:
    """Return the target of `cuda` or `hip` for an architecture. Raises `TargetError` if there is none."""
    return amd_target_for(arch) if api == HIP else target_for(arch)


def same_target_for(target: Target) -> Target:
    """Return a target of a GPU with an architecture. Raises `TargetError` if it is none of the vendor's."""
    return gpu_target_for(HIP if target.triple == AMD_TRIPLE else CUDA, target.cpu)
