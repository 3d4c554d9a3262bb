"""Cost models: functions that choose schedules for one kind of loop nest, a file for each kind.

A cost model returns schedules for a workload and a machine, best first, or none if the nest is of another kind. It
leaves out what a dependence between iterations forbids, and proves nothing else: `apply-schedules` finds out whether a
schedule is allowed.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

from dlc.passes.loops.analysis.workloads import Workload

from ..gpu_machine import GPUMachine
from ..machine import Machine
from ..schedule import Schedule
from .block_plans import block_schedules
from .column_sums import column_sum_schedules
from .cpu_contractions import contraction_schedules
from .row_sums import row_sum_schedules
from .streams import stream_schedules
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
        gpu: Any = importlib.import_module("dlc.passes.loops.schedules.cost_model.gpu_schedules")  # heavy
        return gpu.gpu_schedules_for(workload, machine)
    for model in COST_MODELS:
        schedules = model(workload, machine)
        if schedules:
            return schedules
    return []
