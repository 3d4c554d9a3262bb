"""The pass `gpu-describe-machine`: write a description of the target GPU onto a module."""

from __future__ import annotations

import dataclasses

from dlc.ir.operations import Operation

from ..loops.schedules.gpu_machine import FIELDS, GPU_MACHINE, GPUMachine, gpu_machine_for
from ..loops.transforms.refusals import Refusal
from ..manager.declaration import Pass, PassRun
from ..manager.options import option


class GPUDescribeMachine(Pass):
    """Write onto a module which GPU schedules are chosen for

    Options that are not given keep the value that the module has already, or a value that suits every device.

    Example: gpu-describe-machine{block-threads=256}
        func.func @f() {
          return
        }
    """

    name = "gpu-describe-machine"
    anchor = "builtin.module"
    block_threads: int = option("The number of threads of a block", default=0)
    workgroup_bytes: int = option("The size of the memory that the threads of a block share", default=0)
    thread_sums: int = option("The number of sums that a thread keeps in registers", default=0)

    def run(self, op: Operation, run: PassRun) -> None:
        given = {name: getattr(self, name) for name in FIELDS if getattr(self, name)}
        negative = next((name for name, value in given.items() if value < 0), None)
        if negative is not None:
            run.error(op, f"expects a positive '{negative}', but got '{given[negative]}'")
            return
        try:
            machine = gpu_machine_for(op) or GPUMachine()
        except Refusal as refusal:
            refusal.report(run)
            return
        op.attributes[GPU_MACHINE] = dataclasses.replace(machine, **given).attribute()
