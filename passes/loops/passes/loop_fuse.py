"""The pass `loop-fuse`: loops that stand one behind the other and count alike become one (`loops.fusion`)."""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.nests import loops_in, name_of
from ..transforms.fuse import fuse
from ..transforms.selection import Attempts


class LoopFuse(Pass):
    """Make one loop of two that stand one behind the other and count alike

    Without names, every two neighbours are tried, outer ones first, then those that come to stand in one body.
    """

    name = "loop-fuse"
    loops: tuple[str, ...] = option("The names of two loops", default=())
    fused = statistic("num-fused", "Number of loops fused with another")
    refused = statistic("num-refused", "Number of neighbours that could not be fused")

    def run(self, op: Operation, run: PassRun) -> None:
        if len(self.loops) not in (0, 2):
            run.error(op, f"needs the names of two loops to fuse, but got {len(self.loops)}")
            return
        attempt = Attempts(run, self.loops, self.fused, self.refused)
        found = loops_in(op)
        pending, gone = found[::-1], set[loop.ForOp]()
        while pending:
            first = pending.pop()
            second = self._neighbour(first) if first not in gone else None
            if second is None:
                continue
            made = attempt(lambda first=first, second=second: fuse(first, second))
            if made is not None:
                gone.update((first, second))
                pending.append(made)  # its inner loops are still waiting: ops move, and stay what they are
        attempt.finish(found=bool(found))

    def _neighbour(self, op: loop.ForOp) -> loop.ForOp | None:
        """The loop to fuse with."""
        if self.loops and name_of(op) != self.loops[0]:
            return None
        following = op.next
        while following is not None:
            if isinstance(following, loop.ForOp) and (not self.loops or name_of(following) == self.loops[1]):
                return following
            following = following.next
        return None
