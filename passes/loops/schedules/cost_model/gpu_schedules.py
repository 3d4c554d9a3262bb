"""Schedules for GPUs, by the cost models for them."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.passes.loops.analysis.workloads import Workload

from ..gpu_machine import GPUMachine
from ..schedule import Schedule
from .gpu_contractions import gpu_contraction_schedules
from .gpu_register_tiles import register_tile_schedules
from .gpu_split_reductions import split_schedules
from .gpu_transposes import transpose_schedules
from .gpu_wide_accesses import wide_access_schedules
from .tensor_core_contractions import tensor_core_schedules


def gpu_schedules_for(workload: Workload, machine: GPUMachine) -> Sequence[Schedule]:
    """Return the schedules to try on a nest, best first.

    Sums are split before anything else, and what is no contraction gets adjacent accesses.
    """
    tiles = register_tile_schedules(workload, machine)
    if tiles:
        return tiles
    split = split_schedules(workload, machine)
    tiled = [*tensor_core_schedules(workload, machine), *gpu_contraction_schedules(workload, machine)]
    return split or tiled or transpose_schedules(workload) or wide_access_schedules(workload, machine)
