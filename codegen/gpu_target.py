"""GPUs as targets: the triples of NVIDIA's and AMD's, and their architectures."""

from __future__ import annotations

import re

from .target import Target, TargetError

TRIPLE = "nvptx64-nvidia-cuda"
DEFAULT_ARCH = "sm_80"
AMD_TRIPLE = "amdgcn-amd-amdhsa"
DEFAULT_AMD_ARCH = "gfx90a"
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
