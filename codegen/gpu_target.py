"""GPUs as targets: the triple of NVIDIA's, and its architectures."""

from __future__ import annotations

import re

from .target import Target, TargetError

TRIPLE = "nvptx64-nvidia-cuda"
DEFAULT_ARCH = "sm_80"
_ARCH = re.compile(r"sm_\d+[af]?")


def target_for(arch: str = "") -> Target:
    """Return the target for an architecture such as `sm_90`. Raises `TargetError` if there is none."""
    arch = arch or DEFAULT_ARCH
    if not _ARCH.fullmatch(arch):
        raise TargetError(f"expected a GPU architecture such as 'sm_80' or 'sm_90', but got '{arch}'")
    return Target.of(TRIPLE, arch)
