"""Which schedules fit a nest of loops: one file for each kind of nest that has its own way to be fast.

A cost model is a function of a workload and a machine that gives schedules, best first, or none if the nest is not of
its kind. It proves nothing: whether a schedule may be applied is found out by applying it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..machine import Machine
from ..workloads import Workload
from .contraction_tiles import contraction_schedules
from .streams import stream_schedules

Schedule = list[str]
CostModel = Callable[[Workload, Machine], Sequence[Schedule]]

COST_MODELS: tuple[CostModel, ...] = (contraction_schedules, stream_schedules)
"""Asked in this order; the first that knows the kind of nest decides."""


def schedules_for(workload: Workload, machine: Machine) -> Sequence[Schedule]:
    """The schedules to try on a nest, best first; its loops get the names that these use."""
    workload.name()
    for model in COST_MODELS:
        found = model(workload, machine)
        if found:
            return found
    return []
