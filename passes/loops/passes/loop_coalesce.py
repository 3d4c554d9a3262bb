"""The pass `loop-coalesce`: nests of loops as single loops (`loops.coalescing`)."""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..transforms.coalesce import coalesce
from ..transforms.selection import Attempts, bands, check_names


class LoopCoalesce(Pass):
    """Make one loop of all that a nest consists of

    It has the name of the outermost one.
    """

    name = "loop-coalesce"
    loops: tuple[str, ...] = option("The names of the loops, outermost first; all perfect nests if empty", default=())
    coalesced = statistic("num-coalesced", "Number of nests that became one loop")
    refused = statistic("num-refused", "Number of nests that stayed")

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.coalesced, self.refused)
        found = [band for band in bands(op, self.loops) if self.loops or len(band) > 1]
        for band in found:
            attempt(lambda band=band: self._coalesce(band))
        attempt.finish(found=bool(found))

    def _coalesce(self, band: list[loop.ForOp]) -> object:
        check_names(band, self.loops)
        return coalesce(band)
