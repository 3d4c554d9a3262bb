"""The pass `loop-pad`: loops run over whole tiles, though there is less to do (`loops.padding`)."""

from __future__ import annotations

from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.nests import loops_in, name_of
from ..transforms.pad import pad_to_full
from ..transforms.selection import Attempts


class LoopPad(Pass):
    """Let loops run over whole tiles

    They are padded in the order in which they stand.
    """

    name = "loop-pad"
    loops: tuple[str, ...] = option("The names of the loops", default=())
    sizes: tuple[int, ...] = option("How often each of them is to run", default=())
    padded = statistic("num-padded", "Number of loops that run as often as they are to")
    refused = statistic("num-refused", "Number of loops that cannot")

    def run(self, op: Operation, run: PassRun) -> None:
        if len(self.loops) != len(self.sizes) or not self.loops:
            run.error(op, f"needs a size for each of {len(self.loops)} loops, but got {len(self.sizes)}")
            return
        attempt = Attempts(run, self.loops, self.padded, self.refused)
        sizes = dict(zip(self.loops, self.sizes, strict=True))
        found = [(each, sizes[name]) for each in loops_in(op) if (name := name_of(each)) in sizes]
        for each, size in found:
            attempt(lambda each=each, size=size: pad_to_full(each, size))
        attempt.finish(found=bool(found))
