"""The pass `loop-prefetch`: what loops will touch is brought into the cache (`loops.prefetching`)."""

from __future__ import annotations

from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..transforms.prefetch import lines_touched, prefetch
from ..transforms.selection import Attempts, named


class LoopPrefetch(Pass):
    """Bring what loops will touch some iterations later into the cache

    Of accesses that lie in one cache line, one is prefetched. What is the same in all iterations is not.
    """

    name = "loop-prefetch"
    loops: tuple[str, ...] = option("The names of the loops; all if empty", default=())
    distance: int = option("How many iterations ahead", default=8)
    locality: int = option("How long it is to be kept, from 0 to 3", default=3)
    writes: bool = option("Whether what is written is prefetched, and not what is read", default=False)
    prefetched = statistic("num-prefetched", "Number of accesses prefetched")
    refused = statistic("num-refused", "Number of accesses that could not be prefetched")

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.prefetched, self.refused)
        found = named(op, self.loops)
        for each in found:
            for access in lines_touched(each, writes=self.writes):
                attempt(lambda each=each, access=access: prefetch(each, access, self.distance, self.locality))
        attempt.finish(found=bool(found))
