"""The pass `loop-pack`: what inner loops read is copied to a buffer in the order in which they do (`loops.packing`)."""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.tile_elements import Outer
from ..transforms.pack import WHAT, once_around, pack
from ..transforms.selection import Attempts
from ..transforms.tile_selection import dimensions_around, nests_with, outer_loops, touching


class LoopPack(Pass):
    """Copy what inner loops read to a buffer that is laid out by them

    `loops=jr,k,jj sizes=0,0,16` makes a buffer of panels of 16 columns, filled up with zeros. Loops that copy are
    called `packed_jj` after the loop `jj`, if that is the name of the buffer, and `packed_jj_pad` if they fill up.
    Without `at` all that the nest reads is copied once, in front of its outermost loop.
    """

    name = "loop-pack"
    at: str = option("The name of the loop in each iteration of which it is copied, rather than once", default="")
    read: int = option("Which of the memrefs that it reads, counted from 0 in the order of reading", default=0)
    loops: tuple[str, ...] = option("The names of the loops that are dimensions of the buffer", default=())
    sizes: tuple[int, ...] = option("For each of them the size to which it is filled up, or 0", default=())
    buffer: str = option("What the buffer is called", default="packed")
    packed = statistic("num-packed", "Number of buffers made")
    refused = statistic("num-refused", "Number of times that it could not be")

    def run(self, op: Operation, run: PassRun) -> None:
        if len(self.sizes) > len(self.loops):
            run.error(op, f"needs as many sizes as loops, {len(self.loops)}, but got {len(self.sizes)}")
            return
        if not self.at and not self.loops:
            run.error(op, "needs the names of loops, or the name of a loop to pack in, but got no names")
            return
        attempt = Attempts(run, (self.at,) if self.at else self.loops, self.packed, self.refused)
        if not self.at:
            self._pack_in_front(op, run, attempt)
            return
        found = outer_loops(op, self.at)
        for each in found:
            attempt(lambda each=each: self._pack(each))
        attempt.finish(found=bool(found))

    def _pack_in_front(self, op: Operation, run: PassRun, attempt: Attempts) -> None:
        nests = nests_with(op, self.loops)
        if not nests:
            run.mark_idle(f"no nest has all of these loops: {', '.join(self.loops)}")
            run.mark_unchanged()
            return
        for nest in nests:
            attempt(lambda nest=nest: self._pack_once(nest))
        attempt.finish(found=True)

    def _pack_once(self, nest: loop.ForOp) -> object:
        with once_around(nest, WHAT) as at:
            return self._pack(at)

    def _pack(self, at: Outer) -> object:
        load = touching(at, loop.LoadOp, self.read, self.loops, WHAT)
        dimensions = dimensions_around(load, at, self.loops, self.sizes, WHAT)
        return pack(at, load, dimensions.loops, dimensions.padded, self.buffer)
