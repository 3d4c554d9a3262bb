"""The pass `loop-unswitch`: conditions that no iteration changes are asked around loops (`loops.unswitching`)."""

from __future__ import annotations

from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..transforms.selection import Attempts, named
from ..transforms.unswitch import unswitch


class LoopUnswitch(Pass):
    """Ask conditions on which loops do not depend once, around the loops

    Inner loops come first, so that a condition can leave several loops.
    """

    name = "loop-unswitch"
    loops: tuple[str, ...] = option("The names of the loops; all if empty", default=())
    unswitched = statistic("num-unswitched", "Number of loops that a condition left")
    refused = statistic("num-refused", "Number of loops without such a condition")

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.unswitched, self.refused)
        found = named(op, self.loops)
        for each in found:
            attempt(lambda each=each: unswitch(each))
        attempt.finish(found=bool(found))
