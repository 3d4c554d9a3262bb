"""The pass `loop-tile`: nests of loops run over boxes of iterations (`loops.tiling`)."""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.nests import rename
from ..transforms.selection import Attempts, bands, check_names
from ..transforms.tile import strip_mine, tile


class LoopTile(Pass):
    """Run the iterations of nests of loops box by box

    The loops over boxes keep the names; those inside are called after them, `i_point` after `i`, or as it is said. A
    single loop may carry values.
    """

    name = "loop-tile"
    loops: tuple[str, ...] = option("The names of the loops, outermost first; all perfect nests if empty", default=())
    sizes: tuple[int, ...] = option("How many iterations of each loop a box has", default=(32,))
    points: tuple[str, ...] = option("What the loops inside a box are called", default=())
    tiled = statistic("num-tiled", "Number of nests tiled")
    refused = statistic("num-refused", "Number of nests that could not be tiled")

    def run(self, op: Operation, run: PassRun) -> None:
        if self.loops and len(self.loops) != len(self.sizes):
            run.error(op, f"needs a tile size for each of {len(self.loops)} loops, but got {len(self.sizes)}")
            return
        if self.points and len(self.points) != len(self.sizes):
            run.error(op, f"needs a name for each of {len(self.sizes)} loops in a box, but got {len(self.points)}")
            return
        attempt = Attempts(run, self.loops, self.tiled, self.refused)
        found = [band for band in bands(op, self.loops) if self.loops or len(band) >= len(self.sizes)]
        for band in found:
            attempt(lambda band=band: self._tile(band))
        attempt.finish(found=bool(found))

    def _tile(self, band: list[loop.ForOp]) -> object:
        check_names(band, self.loops)
        if len(self.sizes) == 1:
            points = [strip_mine(band[0], self.sizes[0])[1]]
        else:
            _, points = tile(band[: len(self.sizes)], self.sizes)
        for point, name in zip(points, self.points, strict=False):
            rename(point, name)
        return points
