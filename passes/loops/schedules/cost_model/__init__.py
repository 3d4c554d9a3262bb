"""Cost models: functions that choose schedules for one kind of loop nest, a file for each kind.

A cost model returns schedules for a workload and a machine, best first, or none if the nest is of another kind. It
leaves out what a dependence between iterations forbids, and proves nothing else: `apply-schedules` finds out whether a
schedule is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlc.passes.loops.analysis.workloads import Workload

from ..gpu_machine import GPUMachine
from ..machine import Machine
from ..schedule import Schedule
from .block_plans import block_schedules
from .column_sums import column_sum_schedules
from .cpu_contractions import contraction_schedules
from .gpu_contractions import gpu_contraction_schedules
from .gpu_register_tiles import register_tile_schedules
from .gpu_split_reductions import split_schedules
from .gpu_transposes import transpose_schedules
from .gpu_wide_accesses import wide_access_schedules
from .row_sums import row_sum_schedules
from .streams import stream_schedules
from .tensor_core_contractions import tensor_core_schedules
from .tile_transposes import tile_transpose_schedules
from .window_reductions import window_schedules

CostModel = Callable[[Workload, Machine], Sequence[Schedule]]

COST_MODELS: tuple[CostModel, ...] = (
    contraction_schedules,
    block_schedules,
    column_sum_schedules,
    window_schedules,
    tile_transpose_schedules,
    row_sum_schedules,
    stream_schedules,
)
"""All cost models. The first that returns schedules for a nest decides."""


def schedules_for(workload: Workload, machine: Machine | GPUMachine) -> Sequence[Schedule]:
    """Return the schedules to try on a nest, best first, and give its loops the names that they use."""
    workload.name()
    if isinstance(machine, GPUMachine):
        return _for_gpu(workload, machine)
    for model in COST_MODELS:
        schedules = model(workload, machine)
        if schedules:
            return schedules
    return []


def _for_gpu(workload: Workload, machine: GPUMachine) -> Sequence[Schedule]:
    """Return the schedules for a GPU: sums are split first, and what is no contraction gets adjacent accesses."""
    tiles = register_tile_schedules(workload, machine)
    if tiles:
        return tiles
    split = split_schedules(workload, machine)
    tiled = [*tensor_core_schedules(workload, machine), *gpu_contraction_schedules(workload, machine)]
    return split or tiled or transpose_schedules(workload) or wide_access_schedules(workload, machine)
