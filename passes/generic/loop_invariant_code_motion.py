"""The pass `loop-invariant-code-motion`: what a loop computes anew each time, to the same end, moves before it.

An op moves if it uses nothing from inside the loop, has no effects, and may be executed though the loop may not run.
One that only reads memory moves as well, if nothing in the loop writes any. One that must not be executed needlessly,
such as a division, moves if it is certain to be executed: the loop is known to run (`RegionBranch` says where it
begins), and what stands before the op in its first block comes to an end.

Loops are those with the interface `LoopLike`; inner ones come first, so that ops can leave several loops. There is no
alias analysis: a loop that writes keeps all its reads.
"""

from __future__ import annotations

from functools import cached_property

from dlc.ir import Block, Operation
from dlc.ir.effects import is_speculatable, iterate_effects, memory_effects
from dlc.ir.interfaces import LoopLike, RegionBranch
from dlc.ir.traits import IsolatedFromAbove, Pure
from dlc.ir.values import constant_of

from ..manager import Pass, PassRun, statistic

PROGRAM = "program"
"""The resource to which those ops write that may end the program."""


def move_invariant_code(root: Operation) -> int:
    """Hoist out of every loop inside `root`; returns how many times an op left a loop."""
    return sum(hoist_from_loop(op) for op in list(root.walk_postorder()) if op is not root and LoopLike.of(op))


def hoist_from_loop(loop: Operation) -> int:
    """Move the invariant ops that stand directly in a loop's regions before it, in their order."""
    like = LoopLike.of(loop)
    if like is None or loop.parent is None:
        return 0
    return _Loop(loop, like).hoist()


class _Loop:
    def __init__(self, op: Operation, like: LoopLike) -> None:
        self.op = op
        self.like = like

    def hoist(self) -> int:
        moved = 0
        first = _block_that_runs(self.op)
        for region in self.like.loop_regions(self.op):
            for block in region.blocks:
                is_certain = block is first
                for op in block.ops:
                    if self._can_leave(op, is_certain=is_certain):
                        op.move_before(self.op)
                        moved += 1
                    else:
                        is_certain = is_certain and _comes_to_an_end(op)
        return moved

    def _can_leave(self, op: Operation, *, is_certain: bool) -> bool:
        if op.may_be_terminator or not all(self.like.is_defined_outside(self.op, value) for value in op.operands):
            return False
        if not is_certain and not is_speculatable(op):
            return False
        if op.regions and IsolatedFromAbove not in op.traits and not self._inside_is_invariant(op):
            return False
        read: set[str] = set()
        for effect in iterate_effects(op):
            if effect is None or effect.kind != "read":
                return False
            read.add(effect.resource)
        return not read or (self._written is not None and self._written.isdisjoint(read))

    @cached_property
    def _written(self) -> set[str] | None:
        """Return the memory that the loop may write or free, or `None` if it is unknown."""
        effects = memory_effects(self.op)
        if effects is None:
            return None
        return {effect.resource for effect in effects if effect.kind in ("write", "free")}

    def _inside_is_invariant(self, op: Operation) -> bool:
        """Return whether what is nested in `op` uses nothing of the loop but what is in `op` itself."""
        for inner in op.walk():
            for value in inner.operands:
                if not value.is_inside(op) and not self.like.is_defined_outside(self.op, value):
                    return False
        return True


def _block_that_runs(loop: Operation) -> Block | None:
    """The block with which the loop begins, if it is certain that it does not skip its regions."""
    branch = RegionBranch.of(loop)
    if branch is None:
        return None
    successors = branch.entry_successors(loop, [constant_of(value) for value in loop.operands])
    region = successors[0].region if len(successors) == 1 else None
    return region.first if region is not None else None


def _comes_to_an_end(op: Operation) -> bool:
    """Return whether control is certain to come behind `op`, where its behaviour is defined."""
    if Pure in op.traits:
        return True
    effects = memory_effects(op)
    return effects is not None and not any(effect.kind == "diverge" or effect.resource == PROGRAM for effect in effects)


class LoopInvariantCodeMotion(Pass):
    """Hoist loop invariant instructions outside of the loop

    Memory is read before a loop only if the loop does not write any, and what may be undefined is executed there
    only if the loop is certain to execute it.

    Example: loop-invariant-code-motion
        func.func @f(%x: f32, %m: memref<8xf32>) {
          loop.for %i = 0 to 8 {
            %y = arith.mulf %x, %x : f32
            loop.store %y, %m[%i] : memref<8xf32>
          }
          return
        }
    """

    name = "loop-invariant-code-motion"
    hoisted = statistic("num-hoisted", "Number of operations hoisted out of a loop")

    def run(self, op: Operation, run: PassRun) -> None:
        run.count_changes(self.hoisted, move_invariant_code(op))
        if not any(LoopLike in inner.interfaces for inner in op.walk()):
            run.mark_idle("there are no loops")
