"""Names of GPU architectures, for pipelines too, which know nothing else of GPUs: every run of a pass imports them."""

from __future__ import annotations

import re
from collections.abc import Mapping

TENSOR_CORES = 80
"""The architecture from which tensor cores have the shapes of `nvgpu.mma.sync` that schedules use, and threads copy to
workgroup memory in the background.
"""
WARPGROUPS = "sm_90a"
"""The only architecture whose warpgroups multiply matrices in workgroup memory (`wgmma`)."""
MATRIX_CORES = ("gfx90a", "gfx942", "gfx1100", "gfx1201")
"""AMD's architectures with matrix units for both f16 and bf16."""
BLOCK_KIB = {70: 96, 75: 64, 80: 163, 86: 99, 87: 163, 89: 99, 90: 227, 100: 227, 120: 99}
"""The memory of a block that a launch may ask for, by the number of the architecture; others have as much as the one
before.
"""
MULTIPROCESSORS = {70: 80, 75: 72, 80: 108, 86: 84, 87: 16, 89: 142, 90: 132, 100: 148, 120: 188}
"""The number of multiprocessors, by the number of the architecture; others have as many as the one before."""
AMD_UNITS = {"gfx908": 120, "gfx90a": 110, "gfx942": 304, "gfx1030": 80, "gfx1100": 96, "gfx1201": 64}
"""The number of compute units of AMD's GPUs."""
AMD_BLOCK_KIB = 64
"""The memory of a block of AMD's GPUs."""
RESERVED_BYTES = 1 << 10
"""The memory of each block that the driver takes; as much is left for reductions."""
AMD = "gfx"
"""How the names of AMD's architectures begin."""


def is_amd(arch: str) -> bool:
    """Return whether an architecture is one of AMD's GPUs, such as `gfx90a`."""
    return arch.startswith(AMD)


def architecture_number(arch: str) -> int:
    """Return the number of an architecture, 90 for `sm_90a`; 0 if it is none of NVIDIA's."""
    number = re.fullmatch(r"sm_(\d+)[af]?", arch)
    return int(number.group(1)) if number is not None else 0


def row_elements(arch: str) -> int:
    """Return the number of elements of f32 that a row may have to be in the memory of a block."""
    kib = AMD_BLOCK_KIB if is_amd(arch) else _number_of(arch, BLOCK_KIB, 48)
    return ((kib << 10) - RESERVED_BYTES) // 4


def multiprocessors_of(arch: str) -> int:
    """Return the number of multiprocessors of the largest device of an architecture; 1 if it is unknown."""
    return AMD_UNITS.get(arch, 1) if is_amd(arch) else _number_of(arch, MULTIPROCESSORS, 1)


def _number_of(arch: str, numbers: Mapping[int, int], default: int) -> int:
    """Return the number of an architecture by NVIDIA, or of the latest known one before it."""
    older = [number for number in numbers if number <= architecture_number(arch)]
    return numbers[max(older)] if older else default


def keeps_tiles(arch: str) -> bool:
    """Return whether products of 16-bit floats can follow one another in registers, as those of attention do."""
    return has_tensor_cores(arch) or arch in MATRIX_CORES


def has_tensor_cores(arch: str) -> bool:
    """Return whether there are tensor cores and copies in the background, as from sm_80 on."""
    return architecture_number(arch) >= TENSOR_CORES
