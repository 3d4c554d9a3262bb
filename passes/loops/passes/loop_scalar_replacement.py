"""The pass `loop-scalar-replacement`: elements that a loop reads and writes again and again are carried as values
(`loops.scalar_replacement`)."""

from __future__ import annotations

from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic
from dlc.passes.manager.options import option

from ..transforms.scalar_replacement import replace_by_scalars
from ..transforms.selection import named


class LoopScalarReplacement(Pass):
    """Keep elements that a loop touches in every iteration in values

    Inner loops come first, so that an element can leave several loops.
    """

    name = "loop-scalar-replacement"
    loops: tuple[str, ...] = option("The names of the loops; all if empty", default=())
    replaced = statistic("num-replaced", "Number of times that an element of memory became a value of a loop")

    def run(self, op: Operation, run: PassRun) -> None:
        found = named(op, self.loops)
        count = sum(replace_by_scalars(each)[1] for each in found)
        run.count(self.replaced, count)
        if not count:
            run.mark_unchanged()
        if not found:
            run.mark_idle(f"no loop is called {', '.join(self.loops)}" if self.loops else "there are no loops")
