"""The pass `loop-unroll-and-jam`: iterations of a loop side by side inside the loops that it contains
(`loops.jamming`)."""

from __future__ import annotations

from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.nests import loops_in
from ..transforms.selection import Attempts, named
from ..transforms.unroll_and_jam import unroll_and_jam


class LoopUnrollAndJam(Pass):
    """Do several iterations of loops side by side, inside the loops that they contain

    Without names, the loops around the innermost ones are taken.
    """

    name = "loop-unroll-and-jam"
    loops: tuple[str, ...] = option("The names of the loops", default=())
    factor: int = option("How many iterations become one", default=4)
    jammed = statistic("num-jammed", "Number of loops unrolled and jammed")
    refused = statistic("num-refused", "Number of loops that could not be unrolled and jammed")

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.jammed, self.refused)
        found = [each for each in named(op, self.loops) if self.loops or len(loops_in(each)) == 2]
        for each in found:
            attempt(lambda each=each: unroll_and_jam(each, self.factor))
        attempt.finish(found=bool(found))
