"""The pass `loop-interchange`: the loops of a nest in another order (`loops.interchange`)."""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..transforms.interchange import interchange
from ..transforms.selection import Attempts, bands, check_names


class LoopInterchange(Pass):
    """Put the loops of nests into another order"""

    name = "loop-interchange"
    loops: tuple[str, ...] = option("The names of the loops, outermost first; all perfect nests if empty", default=())
    order: tuple[int, ...] = option("Which loop, counted from 0, comes outermost, which next", default=(1, 0))
    interchanged = statistic("num-interchanged", "Number of nests put into another order")
    refused = statistic("num-refused", "Number of nests that must keep their order")

    def run(self, op: Operation, run: PassRun) -> None:
        if sorted(self.order) != list(range(len(self.order))):
            run.error(op, f"needs an order of the loops from 0 on, but got {list(self.order)}")
            return
        attempt = Attempts(run, self.loops, self.interchanged, self.refused)
        found = [band for band in bands(op, self.loops) if self.loops or len(band) >= len(self.order)]
        for band in found:
            attempt(lambda band=band: self._interchange(band))
        attempt.finish(found=bool(found))

    def _interchange(self, band: list[loop.ForOp]) -> object:
        check_names(band, self.loops)
        return interchange(band if self.loops else band[: len(self.order)], self.order)
