"""The pass `schedule-loops`: a cost model writes schedules onto loop nests, and `apply-schedules` applies them.

The schedule of a nest depends on its shape and on the machine (`machine`). It is written into the IR, where a person
can read and change it. Nests that have a schedule keep it.
"""

from __future__ import annotations

from dlc.dialects.loop.for_loop import TRY_SCHEDULE
from dlc.ir import Operation
from dlc.ir.symbol_table import nearest_symbol_table
from dlc.passes.manager import Pass, PassRun, statistic
from dlc.passes.memory.constant_memory import ConstantMemory

from ..analysis.workloads import kernels_in
from ..transforms.refusals import Refusal
from .cost_model import schedules_for
from .gpu_machine import gpu_machine_for
from .machine import machine_for
from .schedule import alternatives_to_attribute, has_schedule


class ScheduleLoops(Pass):
    """Choose schedules for nests of loops by their shapes and the machine

    The machine is that of the attribute `gpu.machine` of the module, which is a GPU, or of `loop.machine`, which
    `describe-machine` writes; without either, a plain one with 16 vector registers of 128 bits and one core. Schedules
    are written as `loop.try_schedule`, best first: the first one that no step refuses is used.

    Example: schedule-loops
        func.func @product(%a: memref<64x64xf32> {llvm.noalias}, %b: memref<64x64xf32> {llvm.noalias},
                           %c: memref<64x64xf32> {llvm.noalias}) {
          %zero = arith.constant 0.0 : f32
          loop.for %i = 0 to 64 {
            loop.for %j = 0 to 64 {
              %sum = loop.for %k = 0 to 64 iter_args(%s = %zero) -> (f32) {
                %0 = loop.load %a[%i, %k] : memref<64x64xf32>
                %1 = loop.load %b[%k, %j] : memref<64x64xf32>
                %2 = arith.mulf %0, %1 fastmath<contract> : f32
                %3 = arith.addf %s, %2 fastmath<reassoc,contract> : f32
                loop.yield %3 : f32
              }
              loop.store %sum, %c[%i, %j] : memref<64x64xf32>
            }
          }
          return
        }
    """

    name = "schedule-loops"
    scheduled = statistic("num-scheduled", "Number of nests that got a schedule")

    def run(self, op: Operation, run: PassRun) -> None:
        try:
            machine = gpu_machine_for(op) or machine_for(op)
        except Refusal as refusal:
            refusal.report(run)
            return
        kernels = kernels_in(op, ConstantMemory(nearest_symbol_table(op) or op))
        if not kernels:
            run.mark_idle("there are no loops that do nothing but compute")
        for workload in kernels:
            if any(has_schedule(each) for each in workload.loops) or not workload.is_affine:
                continue
            schedules = schedules_for(workload, machine)
            if schedules:
                workload.root.attributes[TRY_SCHEDULE] = alternatives_to_attribute(schedules)
                run.count(self.scheduled)
