"""The pass `loop-separate`: each part of what a nest does in a nest of its own (`loops.separation`)."""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..transforms.selection import Attempts, bands, check_names
from ..transforms.separate import separate


class LoopSeparate(Pass):
    """Split nests into one for each part of their bodies, with conditions that are the same throughout outside

    Loops of parts are called after those that they come from and a suffix of the part, or its number.
    """

    name = "loop-separate"
    loops: tuple[str, ...] = option("The names of the loops, outermost first; all perfect nests if empty", default=())
    suffixes: tuple[str, ...] = option("What names end in, for each part; numbers if empty", default=())
    separated = statistic("num-separated", "Number of nests split")
    refused = statistic("num-refused", "Number of nests that must stay whole")

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.separated, self.refused)
        found = bands(op, self.loops)
        for band in found:
            attempt(lambda band=band: self._separate(band))
        attempt.finish(found=bool(found))

    def _separate(self, band: list[loop.ForOp]) -> object:
        check_names(band, self.loops)
        return separate(band, self.suffixes)
