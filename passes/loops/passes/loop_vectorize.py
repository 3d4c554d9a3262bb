"""The pass `loop-vectorize`: iterations of loops as the lanes of vectors (`loops.vectorization`)."""

from __future__ import annotations

from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.nests import loops_in
from ..transforms.selection import Attempts, named
from ..vectorize.vectorize import Remainder, vectorize


class LoopVectorize(Pass):
    """Run iterations of loops side by side, as the lanes of vectors

    What fills no vector is left to a loop behind (`remainder=peel`), or done under a mask (`mask`); with `exact`, loops
    of which it is not known that nothing is left stay as they are. Without names, loops that contain others stay.
    """

    name = "loop-vectorize"
    loops: tuple[str, ...] = option("The names of the loops; all innermost ones if empty", default=())
    width: int = option("How many elements a vector has", default=8)
    interleave: int = option("How many vectors are computed side by side", default=1)
    remainder: Remainder = option("What becomes of iterations that fill no vector", default="peel")
    vectorized = statistic("num-vectorized", "Number of loops vectorized")
    refused = statistic("num-refused", "Number of loops that could not be vectorized")

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.vectorized, self.refused)
        found = [each for each in named(op, self.loops) if self.loops or len(loops_in(each)) == 1]
        for each in found:
            attempt(lambda each=each: vectorize(each, self.width, interleave=self.interleave, remainder=self.remainder))
        attempt.finish(found=bool(found))
