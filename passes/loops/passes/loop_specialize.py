"""The pass `loop-specialize`: copies of loops for where they run a certain number of times (`loops.specialization`)."""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..transforms.selection import Attempts, bands, check_names
from ..transforms.specialize import specialize


class LoopSpecialize(Pass):
    """Run loops of constant sizes where nests run just so often

    For all other cases there is a copy of the nest, whose loops are called `jj_partial` after the loop `jj`.
    """

    name = "loop-specialize"
    loops: tuple[str, ...] = option("The names of the loops, outermost first", default=())
    sizes: tuple[int, ...] = option("How often each of them runs in whole tiles", default=())
    specialized = statistic("num-specialized", "Number of nests of which there are two now")
    refused = statistic("num-refused", "Number of nests that could not be specialized")

    def run(self, op: Operation, run: PassRun) -> None:
        if len(self.loops) != len(self.sizes) or not self.loops:
            run.error(op, f"needs a size for each of {len(self.loops)} loops, but got {len(self.sizes)}")
            return
        attempt = Attempts(run, self.loops, self.specialized, self.refused)
        found = bands(op, self.loops)
        for band in found:
            attempt(lambda band=band: self._specialize(band))
        attempt.finish(found=bool(found))

    def _specialize(self, band: list[loop.ForOp]) -> object:
        check_names(band, self.loops)
        return specialize(band, self.sizes)
