"""The pass `gpu-describe-machine`: write a description of the target GPU onto a module."""

from __future__ import annotations

from dlc.dialects.gpu import MACHINE
from dlc.ir import Operation

from ..loops.schedules.gpu_machine import FIELDS, GPUMachine, gpu_machine_for, machine_of_arch
from ..loops.transforms.refusals import Refusal
from ..manager import Pass, PassRun, option


class GPUDescribeMachine(Pass):
    """Write onto a module which GPU schedules are chosen for

    Options that are not given keep the value that the module has already, or the one of the architecture. Without an
    architecture, values suit every device, and tensor cores are not used.

    Example: gpu-describe-machine{arch=sm_90}
        func.func @f() {
          return
        }
    """

    name = "gpu-describe-machine"
    anchor = "builtin.module"
    arch: str = option("The architecture, such as 'sm_80' or 'gfx90a'", default="")
    multiprocessors: int = option("The number of multiprocessors", default=0, least=0)
    registers: int = option("The number of registers of a multiprocessor", default=0, least=0)
    resident_bytes: int = option("The size of the workgroup memory of a multiprocessor", default=0, least=0)
    resident_threads: int = option("The number of threads that a multiprocessor runs at a time", default=0, least=0)
    block_threads: int = option("The number of threads of a block", default=0, least=0)
    workgroup_bytes: int = option("The size of the memory that the threads of a block share", default=0, least=0)
    dynamic_bytes: int = option("The size of this memory if a launch asks for it", default=0, least=0)
    thread_sums: int = option(
        "The number of sums that a thread keeps in registers without tensor cores", default=0, least=0
    )
    tf32: int = option("Whether (1) tensor cores may round elements of f32 to tf32", default=0)
    exact_f8: int = option("Whether (1) sums of f8 keep all bits of f32, without tensor cores", default=0)

    def run(self, op: Operation, run: PassRun) -> None:
        given = {name: getattr(self, name) for name in FIELDS if name != "arch" and getattr(self, name)}
        negative = next((name for name, value in given.items() if value < 0), None)
        if negative is not None:
            run.error(op, f"expects a positive '{negative}', but got '{given[negative]}'")
            return
        try:
            machine = machine_of_arch(self.arch) if self.arch else gpu_machine_for(op) or GPUMachine()
        except KeyError as error:
            run.error(op, error.args[0])
            return
        except Refusal as refusal:
            refusal.report(run)
            return
        op.attributes[MACHINE] = machine.with_numbers(given).attribute()
