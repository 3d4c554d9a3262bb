"""The pass `loop-simplify-bounds`: loops and conditions as simple as what is certain makes them (`loops.bounds`)."""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import Pass, PassRun, statistic

from ..transforms.simplify_bounds import simplify_all


class LoopSimplifyBounds(Pass):
    """Drop bounds that never decide, conditions whose outcome is certain, and loops that run once or never

    What is certain follows from the bounds of all loops around, and from the conditions that hold.
    """

    name = "loop-simplify-bounds"
    simplified = statistic("num-simplified", "Number of loops, bounds and conditions that became simpler")

    def run(self, op: Operation, run: PassRun) -> None:
        count = simplify_all(op)
        run.count(self.simplified, count)
        if not count:
            run.mark_unchanged()
        if not any(isinstance(each, (loop.ForOp, loop.IfOp)) for each in op.walk()):
            run.mark_idle("there are no loops")
