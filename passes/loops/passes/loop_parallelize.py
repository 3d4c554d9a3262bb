"""The pass `loop-parallelize`: loops whose iterations do not depend on one another become parallel
(`loops.parallelization`)."""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..transforms.parallelize import parallelize
from ..transforms.selection import Attempts, bands, check_names


class LoopParallelize(Pass):
    """Turn loops into parallel ones where no iteration depends on another

    Without names, of each outermost nest as many loops are taken, from the outermost on, as can be.
    """

    name = "loop-parallelize"
    loops: tuple[str, ...] = option("The names of the loops, outermost first; all perfect nests if empty", default=())
    depth: int = option("How many loops of a nest become one parallel loop at most", default=2)
    parallelized = statistic("num-parallelized", "Number of nests made parallel")
    refused = statistic("num-refused", "Number of attempts on nests whose iterations depend on one another")

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.parallelized, self.refused)
        found = bands(op, self.loops)
        for band in found:
            if self.loops:
                attempt(lambda band=band: self._parallelize(band))
                continue
            for depth in range(min(self.depth, len(band)), 0, -1):
                if attempt(lambda band=band, depth=depth: parallelize(band[:depth])) is not None:
                    break
        attempt.finish(found=bool(found))

    def _parallelize(self, band: list[loop.ForOp]) -> object:
        check_names(band, self.loops)
        return parallelize(band)
