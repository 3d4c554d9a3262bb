"""The pass `loop-unroll`: several iterations of a loop in one, or all of them in its place (`loops.unrolling`)."""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.nests import loops_in
from ..transforms.selection import Attempts, named
from ..transforms.unroll import unroll, unroll_fully


class LoopUnroll(Pass):
    """Do several iterations of loops in one

    What does not fill such an iteration is left to a loop behind. Without names, loops that contain others stay.
    """

    name = "loop-unroll"
    loops: tuple[str, ...] = option("The names of the loops; all innermost ones if empty", default=())
    factor: int = option("How many iterations become one", default=4)
    full: bool = option("Let no loop remain, whatever the factor is", default=False)
    unrolled = statistic("num-unrolled", "Number of loops unrolled")
    refused = statistic("num-refused", "Number of loops that could not be unrolled")

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.unrolled, self.refused)
        found = [each for each in named(op, self.loops) if self.loops or len(loops_in(each)) == 1]
        for each in found:
            attempt(lambda each=each: self._unroll(each))
        attempt.finish(found=bool(found))

    def _unroll(self, op: loop.ForOp) -> object:
        return unroll_fully(op) if self.full else unroll(op, self.factor)
