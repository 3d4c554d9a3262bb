"""The pass `loop-invariant-code-motion`: what a loop computes anew each time, to the same end, moves before it.

An op moves if it uses nothing from inside the loop, has no effects, and may be executed though the loop may not run.
One that only reads memory moves as well, if nothing in the loop writes any. One that must not be executed needlessly,
such as a division, moves if it is certain to be executed: the loop is known to run (`RegionBranch` says where it
begins), and what stands before the op in its first block comes to an end.

Loops are those with the interface `LoopLike`; inner ones come first, so that ops can leave several loops. There is no
alias analysis: a loop that writes keeps all its reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from dlc.ir import Block, Operation
from dlc.ir.effects import has_effects_of_regions, has_speculatability_of_regions, is_speculatable, own_effects
from dlc.ir.interfaces import Effect, LoopLike, RegionBranch
from dlc.ir.traits import IsolatedFromAbove, Pure
from dlc.ir.values import constant_of

from ..manager import Pass, PassRun, statistic

PROGRAM = "program"
"""The resource to which those ops write that may end the program."""


def move_invariant_code(root: Operation) -> int:
    """Hoist out of every loop inside `root`; returns how many times an op left a loop."""
    known = _KnownEffects()
    loops = [op for op in root.walk_postorder() if op is not root and LoopLike.of(op)]
    return sum(hoist_from_loop(op, known) for op in loops)


def hoist_from_loop(loop: Operation, known: _KnownEffects | None = None) -> int:
    """Move the invariant ops that stand directly in a loop's regions before it, in their order."""
    like = LoopLike.of(loop)
    if like is None or loop.parent is None:
        return 0
    return _Loop(loop, like, _KnownEffects() if known is None else known).hoist()


_Effects = frozenset[tuple[str, str]]
"""Kinds of effects with the resources that they are on."""


class _KnownEffects:
    """The effects of ops with regions, each computed once, from inner to outer ones: nests may be deep.

    Loops are done with from inner to outer ones as well, and ops only leave the loop that is being worked on. So what
    was found about an op inside it stays true; nothing is noted of the loop itself.
    """

    def __init__(self) -> None:
        self._effects: dict[Operation, _Effects | None] = {}
        self._speculatable: dict[Operation, bool] = {}

    def of(self, op: Operation) -> _Effects | None:
        """Return the effects of an op and of what is inside; `None` if some are unknown."""
        if not op.regions:
            return _kinds_of(own_effects(op))
        for each in self._unknown(op, self._effects):
            self._effects[each] = self.of_whole(each)
        return self._effects[op]

    def of_whole(self, op: Operation) -> _Effects | None:
        """Return the effects of an op as it is now; those of ops with regions in it are known, or are found now."""
        effects = _kinds_of(own_effects(op))
        if effects is None or not has_effects_of_regions(op):
            return effects
        parts = {effects}
        for block in op.blocks:
            for inner in block.ops:
                inside = self.of(inner)
                if inside is None:
                    return None
                if inside:
                    parts.add(inside)
        return frozenset[tuple[str, str]]().union(*parts)

    def is_speculatable(self, op: Operation) -> bool:
        """Return whether an op may be executed where the program would not have done so."""
        if not op.regions:
            return is_speculatable(op)
        for each in self._unknown(op, self._speculatable):
            inside = (inner for block in each.blocks for inner in block.ops)
            depends_on_regions = has_speculatability_of_regions(each)
            self._speculatable[each] = (
                all(map(self.is_speculatable, inside)) if depends_on_regions else is_speculatable(each)
            )
        return self._speculatable[op]

    @staticmethod
    def _unknown(op: Operation, known: Mapping[Operation, object]) -> list[Operation]:
        """Return the op and the ops with regions in it of which something is not known yet, inner before outer."""
        if op in known:
            return []
        unknown = [op]
        for each in unknown:
            inside = (inner for block in each.blocks for inner in block.ops)
            unknown += [inner for inner in inside if inner.regions and inner not in known]
        return unknown[::-1]


def _kinds_of(effects: Iterable[Effect] | None) -> _Effects | None:
    return None if effects is None else frozenset((effect.kind, effect.resource) for effect in effects)


class _Loop:
    def __init__(self, op: Operation, like: LoopLike, known: _KnownEffects) -> None:
        self.op = op
        self.like = like
        self.known = known

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
                        is_certain = is_certain and self._comes_to_an_end(op)
        return moved

    def _can_leave(self, op: Operation, *, is_certain: bool) -> bool:
        if op.may_be_terminator or not all(self.like.is_defined_outside(self.op, value) for value in op.operands):
            return False
        effects = self.known.of(op)
        if effects is None or any(kind != "read" for kind, _ in effects):
            return False
        if not is_certain and not self.known.is_speculatable(op):
            return False
        if op.regions and IsolatedFromAbove not in op.traits and not self._inside_is_invariant(op):
            return False
        read = {resource for _, resource in effects}
        return not read or (self._written is not None and self._written.isdisjoint(read))

    @cached_property
    def _written(self) -> set[str] | None:
        """Return the memory that the loop may write or free, or `None` if it is unknown."""
        effects = self.known.of_whole(self.op)
        return None if effects is None else {resource for kind, resource in effects if kind in ("write", "free")}

    def _comes_to_an_end(self, op: Operation) -> bool:
        """Return whether control is certain to come behind `op`, where its behaviour is defined."""
        if Pure in op.traits:
            return True
        effects = self.known.of(op)
        return effects is not None and not any(kind == "diverge" or resource == PROGRAM for kind, resource in effects)

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
