"""The pass `loop-to-gpu`: loops that are mapped to blocks become launches (`mapping.launches`)."""

from __future__ import annotations

from dlc.ir.operations import Operation

from ..loops.transforms.refusals import Refusal
from ..manager.declaration import Pass, PassRun, statistic
from .mapping.launches import lower_mapped_loops


class LoopToGPU(Pass):
    """Turn loops that are mapped to blocks and threads into launches of a GPU"""

    name = "loop-to-gpu"
    launched = statistic("num-launches", "Number of launches made")

    def run(self, op: Operation, run: PassRun) -> None:
        try:
            count = lower_mapped_loops(op)
        except Refusal as refusal:
            refusal.report(run)
            return
        run.count(self.launched, count)
        if not count:
            run.mark_idle("no loop is mapped to blocks")
            run.mark_unchanged()
