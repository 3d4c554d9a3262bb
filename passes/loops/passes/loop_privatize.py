"""The pass `loop-privatize`: tiles that inner loops write are kept in local buffers (`loops.privatization`)."""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.tile_elements import Outer
from ..transforms.privatize import WHAT, privatize
from ..transforms.selection import Attempts
from ..transforms.tile_selection import dimensions_around, outer_loops, touching


class LoopPrivatize(Pass):
    """Keep what inner loops write in a local buffer that is laid out by them

    Loops that fill the buffer are called `tile_fill_jj` after the loop `jj`, if `tile` is the name of the buffer,
    those that write it back `tile_back_jj`.
    """

    name = "loop-privatize"
    at: str = option("The name of the loop in each iteration of which there is a buffer", default="")
    write: int = option("Which of the memrefs that it writes, counted from 0 in the order of writing", default=0)
    loops: tuple[str, ...] = option("The names of the loops that are dimensions of the buffer", default=())
    sizes: tuple[int, ...] = option("For each of them the size to which it is filled up, or 0", default=())
    buffer: str = option("What the buffer is called", default="tile")
    privatized = statistic("num-privatized", "Number of buffers made")
    refused = statistic("num-refused", "Number of times that it could not be")

    def run(self, op: Operation, run: PassRun) -> None:
        if len(self.sizes) > len(self.loops) or not self.at:
            what = "the name of a loop to work in" if not self.at else f"as many sizes as loops, {len(self.loops)}"
            run.error(op, f"needs {what}, but got {len(self.sizes) if self.at else 'none'}")
            return
        attempt = Attempts(run, (self.at,), self.privatized, self.refused)
        found = outer_loops(op, self.at)
        for each in found:
            attempt(lambda each=each: self._privatize(each))
        attempt.finish(found=bool(found))

    def _privatize(self, at: Outer) -> object:
        store = touching(at, loop.StoreOp, self.write, self.loops, WHAT)
        dimensions = dimensions_around(store, at, self.loops, self.sizes, WHAT)
        return privatize(at, store, dimensions.loops, dimensions.padded, self.buffer)
