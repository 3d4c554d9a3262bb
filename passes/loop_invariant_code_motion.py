"""The pass `loop-invariant-code-motion`: what a loop computes anew each time, to the same end, moves in front of it.

An op moves if it has no effects, may be executed though the loop may not run, and uses nothing from inside the loop.
Loops are those with the interface `LoopLike`; inner ones come first, so that ops can leave several loops.
"""

from __future__ import annotations

from dlc.ir.effects import is_memory_effect_free, is_speculatable
from dlc.ir.interfaces import LoopLike
from dlc.ir.operations import Operation
from dlc.ir.traits import IsolatedFromAbove

from .declaration import Pass, PassRun, statistic


def move_invariant_code(root: Operation) -> int:
    """Hoist out of every loop inside `root`; returns how many times an op left a loop."""
    return sum(hoist_from_loop(op) for op in list(root.walk_postorder()) if op is not root and LoopLike.of(op))


def hoist_from_loop(loop: Operation) -> int:
    """Move the invariant ops that stand directly in a loop's regions in front of it, in their order."""
    like = LoopLike.of(loop)
    if like is None or loop.parent is None:
        return 0
    moved = 0
    for region in like.loop_regions(loop):
        for block in region.blocks:
            for op in block.ops:
                if _is_invariant(op, loop, like):
                    op.move_before(loop)
                    moved += 1
    return moved


def _is_invariant(op: Operation, loop: Operation, like: LoopLike) -> bool:
    if op.may_be_terminator or not all(like.is_defined_outside(loop, value) for value in op.operands):
        return False
    if not is_memory_effect_free(op) or not is_speculatable(op):
        return False
    return not op.regions or IsolatedFromAbove in op.traits or _inside_is_invariant(op, loop, like)


def _inside_is_invariant(op: Operation, loop: Operation, like: LoopLike) -> bool:
    """Whether what is nested in `op` uses nothing of the loop but what is in `op` itself."""
    for inner in op.walk():
        for value in inner.operands:
            block = value.parent_block
            owner = block.parent_op if block is not None else None
            in_op = owner is not None and op.is_ancestor_of(owner)
            if not in_op and not like.is_defined_outside(loop, value):
                return False
    return True


class LoopInvariantCodeMotion(Pass):
    """Hoist loop invariant instructions outside of the loop"""

    name = "loop-invariant-code-motion"
    hoisted = statistic("num-hoisted", "Number of operations hoisted out of a loop")

    def run(self, op: Operation, run: PassRun) -> None:
        hoisted = move_invariant_code(op)
        run.count(self.hoisted, hoisted)
        if not hoisted:
            run.mark_unchanged()
        if not any(LoopLike in inner.interfaces for inner in op.walk()):
            run.mark_idle("there are no loops")
