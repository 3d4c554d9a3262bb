"""The pass `loop-sink`: what stands beside a loop in the body of another one moves into it (`loops.sinking`)."""

from __future__ import annotations

from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..transforms.selection import Attempts, named
from ..transforms.sink import sink


class LoopSink(Pass):
    """Move what is beside loops into their first and last iterations

    So nests become perfect. Where a loop may not run, a nest stands in front that does what is to be done then; its
    loops are called `i_empty` after the loop `i`.
    """

    name = "loop-sink"
    loops: tuple[str, ...] = option("The names of the inner loops; all if empty", default=())
    sunk = statistic("num-filled", "Number of loops that took in what was beside them")
    refused = statistic("num-refused", "Number of loops that could not")

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.sunk, self.refused)
        found = named(op, self.loops)
        for each in found:
            attempt(lambda each=each: sink(each) or each)
        attempt.finish(found=bool(found))
