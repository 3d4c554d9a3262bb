"""The architecture that kernels are for, and what follows from it for the meaning of ops: the size of a subgroup.

A subgroup is what runs in step: 32 threads on NVIDIA's GPUs and on AMD's from gfx10 on, 64 on those before (gfx9…).
"""

from __future__ import annotations

from dlc.ir import DictionaryAttr, Operation, StringAttr

from .attributes import MACHINE

SUBGROUP, WIDE_SUBGROUP = 32, 64
WIDE = "gfx9"
"""How the names of architectures begin whose subgroups are wide."""


def architecture_around(op: Operation) -> str:
    """Return the architecture that the module around an op is for, or nothing if it does not say."""
    around: Operation | None = op
    while around is not None and MACHINE not in around.attributes:
        around = around.parent_op
    machine = around.attributes[MACHINE] if around is not None else None
    arch = machine.as_dict().get("arch") if isinstance(machine, DictionaryAttr) else None
    return arch.value if isinstance(arch, StringAttr) else ""


def subgroup_size_of(arch: str) -> int:
    """Return the number of threads of a subgroup on an architecture."""
    return WIDE_SUBGROUP if arch.startswith(WIDE) else SUBGROUP


def subgroup_size_around(op: Operation) -> int:
    """Return the number of threads of a subgroup on the GPU that the module around an op is for."""
    return subgroup_size_of(architecture_around(op))
