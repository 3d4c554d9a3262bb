"""The pass `loop-distribute`: one loop for each part of a body that can run by itself (`loops.fusion`)."""

from __future__ import annotations

from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..transforms.fuse import distribute_fully
from ..transforms.selection import Attempts, named


class LoopDistribute(Pass):
    """Split loops into one for each part that can run by itself

    What is pure and needed by several parts is computed in each. Inner loops come first.
    """

    name = "loop-distribute"
    loops: tuple[str, ...] = option("The names of the loops; all if empty", default=())
    distributed = statistic("num-distributed", "Number of loops split")
    refused = statistic("num-refused", "Number of loops that must stay whole")

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.distributed, self.refused)
        found = named(op, self.loops)
        for each in found:
            attempt(lambda each=each: distribute_fully(each))
        attempt.finish(found=bool(found))
