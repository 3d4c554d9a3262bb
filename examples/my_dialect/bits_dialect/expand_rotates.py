"""The pass `expand-rotates`: rotates as shifts, for targets that have no instruction for them."""

from __future__ import annotations

from dlc.dialects.arith import ConstantOp, OrIOp, ShLIOp, ShRUIOp
from dlc.ir import Operation
from dlc.ir.patterns import Rewriter
from dlc.passes.manager import Pass, PassRun, option, statistic

from .ops import RotateOp


def expand_rotates(root: Operation, max_width: int = 64) -> int:
    """Expand every rotate of at most `max_width` bits inside `root`; returns how many there were."""
    rewriter = Rewriter()
    rewriter.current_pattern = "expand-rotates"  # what `dlc-opt --explain` says of the new ops
    rotates = [op for op in root.walk() if isinstance(op, RotateOp) and op.width <= max_width]
    for op in rotates:
        expand(op, rewriter)
    return len(rotates)


def expand(op: RotateOp, rw: Rewriter) -> None:
    """rotate_left(x, k) -> (x << k) | (x >> (width - k)), unsigned."""
    if op.left == 0:
        rw.replace(op, op.source)
        return
    type = op.out.type
    up = rw.insert_before(op, ConstantOp.integer(op.left, type))
    down = rw.insert_before(op, ConstantOp.integer(op.width - op.left, type))
    high = rw.insert_before(op, ShLIOp(op.source, up.result))
    low = rw.insert_before(op, ShRUIOp(op.source, down.result))
    rw.replace(op, OrIOp(high.result, low.result))


class ExpandRotates(Pass):
    """Expand rotates into shifts"""

    name = "expand-rotates"
    max_width: int = option("Leave wider rotates alone", default=64)
    expanded = statistic("num-expanded", "Number of rotates expanded")

    def run(self, op: Operation, run: PassRun) -> None:
        expanded = expand_rotates(op, self.max_width)
        run.count(self.expanded, expanded)
        if not expanded:
            run.mark_unchanged()
