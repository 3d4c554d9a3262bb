"""The pass `describe-machine`: the machine that a module is for, as an attribute (`machine`)."""

from __future__ import annotations

import dataclasses

from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun
from dlc.passes.manager.options import option

from ..transforms.refusals import Refusal
from .machine import FIELDS, MACHINE, machine_for


class DescribeMachine(Pass):
    """Write onto a module which machine schedules are chosen for

    What is not given is that of the machine that the module has already, or of the one that this runs on.
    """

    name = "describe-machine"
    anchor = "builtin.module"
    vector_bits: int = option("The width of a vector register", default=0)
    vector_registers: int = option("How many vector registers there are", default=0)
    l1_bytes: int = option("The size of the cache for data next to a core", default=0)
    l2_bytes: int = option("The size of the next cache", default=0)
    l3_bytes: int = option("The size of the cache that cores share", default=0)
    cores: int = option("How many threads are to run", default=0)

    def run(self, op: Operation, run: PassRun) -> None:
        given = {name: getattr(self, name) for name in FIELDS if getattr(self, name)}
        negative = next((name for name, value in given.items() if value < 0), None)
        if negative is not None:
            run.error(op, f"cannot be for a machine whose {negative} is negative, but got '{given[negative]}'")
            return
        try:
            machine = machine_for(op)
        except Refusal as refusal:
            refusal.report(run)
            return
        op.attributes[MACHINE] = dataclasses.replace(machine, **given).attribute()
