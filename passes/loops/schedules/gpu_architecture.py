"""Names of GPU architectures, for pipelines too, which know nothing else of GPUs: every run of a pass imports them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

_T = TypeVar("_T")

BACKGROUND_COPIES = 80
"""The architecture from which threads copy to workgroup memory in the background."""
WARPGROUPS = "sm_90a"
"""The only architecture whose warpgroups multiply matrices in workgroup memory (`wgmma`)."""
_AMD_FORMS = {
    "gfx908": "f16-tiles",
    **dict.fromkeys(("gfx90a", "gfx942", "gfx1100", "gfx1201"), "tiles"),
}
_FORMS = {75: "f16-tiles", 80: "all-tiles"}
"""The option `attention` of `graph-to-tensor`, by the number of the first architecture for it."""
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
    kib = AMD_BLOCK_KIB if is_amd(arch) else latest_of(arch, BLOCK_KIB, 48)
    return ((kib << 10) - RESERVED_BYTES) // 4


def multiprocessors_of(arch: str) -> int:
    """Return the number of multiprocessors of the largest device of an architecture; 1 if it is unknown."""
    return AMD_UNITS.get(arch, 1) if is_amd(arch) else latest_of(arch, MULTIPROCESSORS, 1)


def latest_of(arch: str, known: Mapping[int, _T], default: _T) -> _T:
    """Return the value for an architecture by NVIDIA, or for the latest known one before it, by their numbers."""
    older = [number for number in known if number <= architecture_number(arch)]
    return known[max(older)] if older else default


def attention_form(arch: str) -> str:
    """Return how attention is computed: where products of floats can follow one another in registers, by tiles."""
    return _AMD_FORMS.get(arch, "scores") if is_amd(arch) else latest_of(arch, _FORMS, "scores")


def copies_in_background(arch: str) -> bool:
    """Return whether threads copy to workgroup memory in the background, as from sm_80 on."""
    return architecture_number(arch) >= BACKGROUND_COPIES
