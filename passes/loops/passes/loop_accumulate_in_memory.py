"""The pass `loop-accumulate-in-memory`: what loops carry in values goes through memory (`loops.accumulators`)."""

from __future__ import annotations

from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..transforms.accumulate_in_memory import accumulate_in_memory
from ..transforms.selection import Attempts, named


class LoopAccumulateInMemory(Pass):
    """Keep what loops carry in memory

    In the element to which it is stored in the end, if that can be, and otherwise in a buffer.
    """

    name = "loop-accumulate-in-memory"
    loops: tuple[str, ...] = option("The names of the loops; all that carry values if empty", default=())
    done = statistic("num-accumulating", "Number of loops that carry nothing any more")
    refused = statistic("num-refused", "Number of loops that must carry what they do")

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.done, self.refused)
        found = [each for each in named(op, self.loops) if self.loops or each.results]
        for each in found:
            attempt(lambda each=each: accumulate_in_memory(each))
        attempt.finish(found=bool(found))
