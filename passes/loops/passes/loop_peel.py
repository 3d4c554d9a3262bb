"""The pass `loop-peel`: some iterations of loops in loops of their own (`loops.peeling`)."""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..transforms.peel import peel_back, peel_front, peel_partial, split_at
from ..transforms.selection import Attempts, named


class LoopPeel(Pass):
    """Do some iterations of loops in loops of their own

    The first ones, the last ones, those behind an index, or, with `partial`, those in which an inner loop ends early,
    so that the others run over whole tiles. What is peeled off is called after the loop and `_front` or `_rest`, and so
    are the loops inside.
    """

    name = "loop-peel"
    loops: tuple[str, ...] = option("The names of the loops; all if empty", default=())
    front: int = option("How many of the first iterations are peeled off", default=0)
    back: int = option("How many of the last iterations are peeled off", default=0)
    at: tuple[int, ...] = option("An index: iterations from there on are peeled off", default=())
    partial: bool = option("Whether iterations are peeled off in which inner loops end early", default=False)
    peeled = statistic("num-peeled", "Number of loops peeled")
    refused = statistic("num-refused", "Number of loops that could not be peeled")

    def run(self, op: Operation, run: PassRun) -> None:
        if bool(self.front) + bool(self.back) + len(self.at) + self.partial != 1:
            run.error(op, "needs to be told what is to be peeled, by one of front, back, at (one index) and partial")
            return
        attempt = Attempts(run, self.loops, self.peeled, self.refused)
        found = named(op, self.loops)
        for each in found:
            attempt(lambda each=each: self._peel(each))
        attempt.finish(found=bool(found))

    def _peel(self, op: loop.ForOp) -> object:
        if self.partial:
            return peel_partial(op)
        if self.at:
            return split_at(op, self.at[0])
        return peel_front(op, self.front) if self.front else peel_back(op, self.back)
