"""The pass `schedule-loops`: a cost model writes schedules onto nests of loops, for `apply-schedules` to apply.

Which schedule a nest gets is a function of its shape and of the machine (`machine`); it is written into the IR,
where a person can read and change it. Nests that have one already keep it.
"""

from __future__ import annotations

from dlc.ir.builtin_attributes import ArrayAttr
from dlc.ir.operations import Operation
from dlc.ir.symbol_table import nearest_symbol_table
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.memory.constant_memory import ConstantMemory

from ..transforms.refusals import Refusal
from .cost_model import schedules_for
from .machine import machine_for
from .schedule import TRY_SCHEDULE, has_schedule, steps_attr
from .workloads import Workload, kernels_in


class ScheduleLoops(Pass):
    """Choose schedules for nests of loops by their shapes and the machine

    The machine is that of the attribute `loop.machine` of the module, or the one that this runs on. Schedules are
    written as `loop.try_schedule`: several of them, of which the first is used that can be.
    """

    name = "schedule-loops"
    scheduled = statistic("num-scheduled", "Number of nests that got a schedule")

    def run(self, op: Operation, run: PassRun) -> None:
        try:
            machine = machine_for(op)
        except Refusal as refusal:
            refusal.report(run)
            return
        kernels = kernels_in(op, ConstantMemory(nearest_symbol_table(op) or op))
        if not kernels:
            run.mark_idle("there are no loops that do nothing but compute")
        for workload in kernels:
            found = () if _is_scheduled(workload) or not workload.is_affine else schedules_for(workload, machine)
            if found:
                workload.root.attributes[TRY_SCHEDULE] = ArrayAttr(tuple(steps_attr(steps) for steps in found))
                run.count(self.scheduled)


def _is_scheduled(workload: Workload) -> bool:
    return any(has_schedule(each) for each in workload.loops)
