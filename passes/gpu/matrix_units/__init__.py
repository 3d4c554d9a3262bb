"""Units that multiply matrices of subgroups, by vendor and architecture, and the matrix unit of a GPU."""

from __future__ import annotations

from dlc.dialects import gpu
from dlc.ir import Operation, Type
from dlc.ir.builtin_types import f32
from dlc.passes.loops.transforms.refusals import Refusal

from ...loops.schedules.gpu_architecture import is_amd
from .amd import ROUNDING_UNITS, UNITS
from .fma import FMA
from .nvidia import LATEST, MmaSync, unit_of
from .unit import MatrixUnit


def matrix_unit_of(arch: str, *, tf32: bool = False) -> MatrixUnit | None:
    """Return the matrix unit of an architecture, or `None` if it has none; NVIDIA's latest if none is named.

    If elements of f32 may be rounded to tf32, it is one that does.
    """
    if not arch:
        return LATEST
    if not is_amd(arch):
        return unit_of(arch)
    return (ROUNDING_UNITS.get(arch) if tf32 else None) or UNITS.get(arch)


def unit_for(unit: MatrixUnit, element: Type, *, tf32: bool = False) -> MatrixUnit:
    """Return what multiplies elements of a type where sums lie as a unit leaves them: the unit, or the threads
    themselves, if it is `mma.sync` and would round elements of f32.
    """
    would_round = type(unit) is MmaSync and element is f32 and element in unit.sums and not tf32
    return FMA if would_round else unit


def matrix_unit_around(op: Operation, what: str, *, tf32: bool = False) -> MatrixUnit:
    """Return the matrix unit of the GPU that the module around an op is for; refuse `what` if it has none."""
    arch = gpu.architecture_around(op)
    unit = matrix_unit_of(arch, tf32=tf32)
    if unit is None:
        raise Refusal(op, f"{what}: '{arch}' has no units that multiply matrices of a subgroup")
    return unit
