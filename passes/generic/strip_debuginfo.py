"""The pass `strip-debuginfo`: forgets where everything came from."""

from __future__ import annotations

from dlc.ir import UNKNOWN_LOC, Operation

from ..manager import Pass, PassRun


def strip_locations(root: Operation) -> None:
    """Make every location in `root`, its own included, unknown."""
    for op in root.walk():
        op.location = UNKNOWN_LOC
        for block in op.blocks:
            for arg in block.args:
                arg.location = UNKNOWN_LOC


class StripDebugInfo(Pass):
    """Strip debug info from all operations"""

    name = "strip-debuginfo"

    def run(self, op: Operation, run: PassRun) -> None:
        strip_locations(op)
        run.mark_unchanged()  # of what analyses look at
