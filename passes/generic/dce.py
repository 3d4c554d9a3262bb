"""The pass `dce`: removes what has no effect and is not used, and blocks that control never reaches."""

from __future__ import annotations

from collections.abc import Iterable

from dlc.ir import Operation, OpResult
from dlc.ir.effects import would_be_trivially_dead
from dlc.ir.patterns import Rewriter

from ..manager import Pass, PassRun, statistic
from .region_simplification import erase_unreachable_blocks, multi_block_regions, outermost, remove_dead_values


def remove_dead_code(root: Operation) -> int:
    """Erase dead ops, dead block arguments and unreachable blocks inside `root`; returns how many ops went."""
    before = sum(1 for _ in root.walk())
    rewriter = Rewriter()
    erase_unreachable_blocks(multi_block_regions(root.regions), rewriter)
    remove_trivially_dead_ops(root)
    remove_dead_values(outermost(multi_block_regions(root.regions)), rewriter)
    return before - sum(1 for _ in root.walk())


def remove_trivially_dead_ops(root: Operation) -> None:
    """Erase the ops inside `root` that nothing uses."""
    erase_if_dead([op for op in root.walk() if op is not root])


def erase_if_dead(candidates: Iterable[Operation]) -> int:
    """Erase those ops that nothing uses, the last first, and what only they used; returns how many went."""
    pending = list(candidates)
    erased: set[Operation] = set()
    while pending:
        op = pending.pop()
        if op in erased or op.has_uses or not would_be_trivially_dead(op):
            continue
        inside = list(op.walk()) if op.regions else [op]
        erased.update(inside)
        definers = [value.owner for each in inside for value in each.operands if isinstance(value, OpResult)]
        op.erase()
        pending += definers
    return len(erased)


class DeadCodeElimination(Pass):
    """Remove operations that compute nothing that is used, and blocks that are never reached

    Circles of ops that only feed each other through block arguments go as well.

    Example: dce
        func.func @f(%x: i32) -> i32 {
          %unused = arith.addi %x, %x : i32
          return %x : i32
        }
    """

    name = "dce"
    removed = statistic("num-dce'd", "Number of operations DCE'd")

    def run(self, op: Operation, run: PassRun) -> None:
        run.count(self.removed, remove_dead_code(op))
