"""The pass `simplify-cfg`: fewer and larger blocks.

Branches whose condition is known become unconditional, blocks that are never reached go, a block with one predecessor
is appended to it, blocks that only branch on are skipped, equal blocks become one, and arguments that always get the
same value go. Works on any terminators with the interface `Branch`.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Block, Location, Operation, Region, Value
from dlc.ir.context import Context
from dlc.ir.effects import is_memory_effect_free
from dlc.ir.interfaces import Branch
from dlc.ir.patterns import Rewriter
from dlc.ir.values import constant_of

from ..manager import Pass, PassRun, statistic
from .region_simplification import erase_unreachable_blocks, multi_block_regions, simplify_regions

MOST_ROUNDS = 10


class BranchMaker:
    """Makes unconditional branches: `cf.br`, where that dialect is known."""

    __slots__ = ("_kind",)

    def __init__(self, context: Context) -> None:
        self._kind = context.op_class("cf.br")

    @property
    def available(self) -> bool:
        return self._kind is not None

    def make(self, target: Block, operands: Sequence[Value], location: Location) -> Operation | None:
        """A branch to `target`; `None` where the dialect is not there."""
        if self._kind is None:
            return None
        return self._kind.create(operands, successors=(target,), location=location)


def simplify_control_flow(root: Operation, context: Context) -> int:
    """Simplify the control flow of all regions inside `root`; returns how many blocks went."""
    rewriter, maker = Rewriter(), BranchMaker(context)
    before = _count_blocks(root)
    for _ in range(MOST_ROUNDS):
        regions = multi_block_regions(root.regions)
        changed = sum(_decide_branches(region, maker) for region in regions) > 0
        changed |= erase_unreachable_blocks(regions, rewriter)
        regions = [region for region in regions if region.parent is not None]
        changed |= sum(_skip_empty_blocks(region) for region in regions) > 0
        changed |= erase_unreachable_blocks(regions, rewriter)
        changed |= sum(_merge_chains(region, rewriter) for region in regions) > 0
        changed |= simplify_regions(root.regions, "aggressive", rewriter)
        if not changed:
            break
    return before - _count_blocks(root)


def _count_blocks(root: Operation) -> int:
    return sum(1 for op in root.walk() for _ in op.blocks)


# -- Conditions that are known ---------------------------------------------------------------------------------------


def _decide_branches(region: Region, maker: BranchMaker) -> bool:
    changed = False
    for block in region.blocks:
        op = block.terminator
        if op is not None and len(op.successors) > 1:
            changed |= _decide(op, maker)
    return changed


def _decide(op: Operation, maker: BranchMaker) -> bool:
    """Replace a branch by an unconditional one if only one successor can be taken, or all are the same."""
    branch = Branch.of(op)
    if branch is None or op.results or not is_memory_effect_free(op):
        return False
    target = branch.successor_for(op, [constant_of(value) for value in op.operands])
    paths = {(block, tuple(branch.successor_operands(op, index))) for index, block in enumerate(op.successors)}
    if target is not None:
        paths = {path for path in paths if path[0] is target}
    if len(paths) != 1:
        return False
    block, operands = paths.pop()
    new_branch = maker.make(block, operands, op.location)
    home = op.parent
    if new_branch is None or home is None:
        return False
    op.erase()
    home.append(new_branch)
    return True


# -- Blocks that only branch on --------------------------------------------------------------------------------------


def unconditional_target(op: Operation | None) -> Block | None:
    """Return the target of a terminator that only branches to one block."""
    if op is None or len(op.successors) != 1 or op.results or op.regions or not op.is_registered:
        return None
    branch = Branch.of(op)
    if branch is None or len(branch.successor_operands(op, 0)) != len(op.operands) or not is_memory_effect_free(op):
        return None
    return op.successors[0]


def _skip_empty_blocks(region: Region) -> bool:
    changed = False
    for block in region.blocks:
        if block is not region.first:
            changed |= _skip(block)
    return changed


def _skip(block: Block) -> bool:
    """Let what branches to a block, that holds nothing but a branch, go to that one's target at once."""
    only = block.first
    target = unconditional_target(only)
    if only is None or only is not block.last or target is None or target is block or not block.uses:
        return False
    if any(user is not only for arg in block.args for user, _ in arg.uses):
        return False
    if any(Branch.of(op) is None or op.parent is block for op, _ in block.uses):
        return False
    for op, index in block.uses:
        branch = Branch.of(op)
        assert branch is not None
        known: dict[Value, Value] = dict(zip(block.args, branch.successor_operands(op, index), strict=True))
        operands = [known.get(value, value) for value in only.operands]
        op.set_successor(index, target)
        branch.set_successor_operands(op, index, operands)
    return True


# -- Blocks in a row -------------------------------------------------------------------------------------------------


def _merge_chains(region: Region, rewriter: Rewriter) -> bool:
    """Append to each block the one that it branches to, as long as nothing else goes there."""
    changed = False
    for block in region.blocks:
        while True:
            branch = block.terminator
            target = unconditional_target(branch)
            if branch is None or target is None or target is block or target.is_entry or len(target.uses) != 1:
                break
            operands = list(branch.operands)
            branch.erase()
            rewriter.merge_blocks(target, block, operands)
            changed = True
    return changed


class SimplifyCFG(Pass):
    """Simplify control flow between blocks

    Merges, skips and removes blocks, and makes branches unconditional whose condition is known.

    Example: simplify-cfg
        func.func @f(%x: i32) -> i32 {
          cf.br ^bb1(%x : i32)
        ^bb1(%y: i32):
          return %y : i32
        }
    """

    name = "simplify-cfg"
    removed = statistic("num-blocks-removed", "Number of blocks removed")

    def run(self, op: Operation, run: PassRun) -> None:
        if not multi_block_regions(op.regions):
            run.mark_idle("there are no regions of several blocks")
            return
        run.count(self.removed, simplify_control_flow(op, run.context))
