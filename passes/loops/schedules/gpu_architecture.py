"""Names of GPU architectures, for pipelines too, which know nothing else of GPUs: every run of a pass imports them."""

from __future__ import annotations

import re

TENSOR_CORES = 80
"""The architecture from which tensor cores have the shapes of `nvgpu.mma.sync` that schedules use, and threads copy to
workgroup memory in the background.
"""
WARPGROUPS = "sm_90a"
"""The only architecture whose warpgroups multiply matrices in workgroup memory (`wgmma`)."""
MATRIX_CORES = ("gfx90a", "gfx942", "gfx1100", "gfx1201")
"""AMD's architectures with matrix units for both f16 and bf16."""
AMD = "gfx"
"""How the names of AMD's architectures begin."""


def is_amd(arch: str) -> bool:
    """Return whether an architecture is one of AMD's GPUs, such as `gfx90a`."""
    return arch.startswith(AMD)


def architecture_number(arch: str) -> int:
    """Return the number of an architecture, 90 for `sm_90a`; 0 if it is none of NVIDIA's."""
    number = re.fullmatch(r"sm_(\d+)[af]?", arch)
    return int(number.group(1)) if number is not None else 0


def keeps_tiles(arch: str) -> bool:
    """Return whether products of 16-bit floats can follow one another in registers, as those of attention do."""
    return has_tensor_cores(arch) or arch in MATRIX_CORES


def has_tensor_cores(arch: str) -> bool:
    """Return whether there are tensor cores and copies in the background, as from sm_80 on."""
    return architecture_number(arch) >= TENSOR_CORES
