"""Reductions of branches: fewer successors, fewer blocks, fewer block arguments."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from dlc.ir import Block, BlockArgument, Operation, Region, Type, Value
from dlc.ir.interfaces import Branch
from dlc.ir.patterns import Rewriter
from dlc.passes.generic.region_simplification import erase_unreachable_blocks, stop_passing, takes_branches_only
from dlc.passes.generic.simplify_cfg import BranchMaker

from .editing import ARGUMENTS, CONSTANTS, ModuleReduction, StandIns, blocks_of, erase_blocks, leaves_region

_STAND_INS = (ARGUMENTS, CONSTANTS)


class DropBlocks(ModuleReduction[Block]):
    """Remove blocks; redirect branches to them, or replace the branches by ops that leave the region."""

    name = "blocks"
    ways = 4
    _ROUTES: ClassVar = ((False, ARGUMENTS), (False, CONSTANTS), (True, ARGUMENTS), (True, CONSTANTS))
    """For each variant, whether branches are redirected to the block's own successor, and the kind of replacement
    values.
    """

    def sites(self, module: Operation) -> Sequence[Block]:
        return [block for block in blocks_of(module) if not block.is_entry]

    def edit(self, module: Operation, sites: Sequence[Block], way: int) -> None:
        onward, kind = self._ROUTES[way]
        removed = set(sites)
        stand_ins = StandIns(self.context, kind, [op for block in sites for op in block.ops])
        for block in sites:
            for op, index in block.uses:
                if op.parent not in removed:
                    _redirect(op, index, removed, stand_ins, onward=onward)
        for block in sites:
            for value in (*block.args, *(result for op in block.ops for result in op.results)):
                _replace_outside(value, removed, stand_ins)
        erase_blocks(sites)


def _redirect(op: Operation, index: int, gone: set[Block], stand_ins: StandIns, *, onward: bool) -> None:
    """Redirect a branch to a block that is kept."""
    if index >= len(op.successors) or op.successors[index] not in gone:
        return
    target = _onward_target(op.successors[index], gone) if onward else None
    if target is not None:
        op.set_successor(index, target)
        passed = [stand_ins.find(arg.type, op) for arg in target.args]
        _pass(op, index, [value for value in passed if value is not None])
        return
    for other, block in enumerate(op.successors):
        if block not in gone:
            branch = Branch.of(op)
            operands = list(branch.successor_operands(op, other)) if branch is not None else []
            op.set_successor(index, block)
            _pass(op, index, operands)
            return
    _leave_instead(op, stand_ins)


def _pass(op: Operation, index: int, values: Sequence[Value]) -> None:
    branch = Branch.of(op)
    if branch is not None:
        branch.set_successor_operands(op, index, values)


def _onward_target(block: Block, gone: set[Block]) -> Block | None:
    """Return the first block that is kept on the path from a removed one."""
    seen: set[Block] = set()
    current: Block | None = block
    while current is not None and current in gone and current not in seen:
        seen.add(current)
        current = next(iter(reversed(current.successors)), None)
    return current if current is not None and current not in gone else None


def _leave_instead(op: Operation, stand_ins: StandIns) -> None:
    """Replace a branch by an op that leaves the region."""
    region, home = op.parent_region, op.parent
    leaving = [block.last for block in region.blocks if block.last is not None] if region is not None else []
    leaving = [each for each in leaving if leaves_region(each)]
    if not leaving or home is None:
        return
    fresh = leaving[-1].clone()
    home.insert_before(fresh, op)
    for index, operand in enumerate(fresh.operands):
        replacement = stand_ins.find(operand.type, fresh)
        if replacement is not None:
            fresh.set_operand(index, replacement)
    op.erase()


def _replace_outside(value: Value, gone: set[Block], stand_ins: StandIns) -> None:
    """Replace uses of a value in blocks that are kept."""
    home = value.parent_block
    region = home.parent if home is not None else None
    for user, index in value.uses:
        if _block_in(user, region) not in gone:
            replacement = stand_ins.find(value.type, user)
            if replacement is not None:
                user.set_operand(index, replacement)


def _block_in(op: Operation, region: Region | None) -> Block | None:
    """Return the block of a region that contains an op, at any depth."""
    block = op.parent
    while block is not None and block.parent is not region:
        owner = block.parent_op
        block = owner.parent if owner is not None else None
    return block


class DecideBranches(ModuleReduction[Operation]):
    """Make conditional branches unconditional."""

    name = "branches"
    ways = 2

    def sites(self, module: Operation) -> Sequence[Operation]:
        return [block.last for block in blocks_of(module) if block.last is not None and len(block.last.successors) > 1]

    def edit(self, module: Operation, sites: Sequence[Operation], way: int) -> None:
        maker = BranchMaker(self.context)
        regions: dict[Region, None] = {}
        for op in sites:
            index = 0 if way == 0 else len(op.successors) - 1
            home, branch = op.parent, Branch.of(op)
            assert home is not None
            if home.parent is not None:
                regions[home.parent] = None
            if branch is None:
                op.set_successors([op.successors[index]])
                continue
            new_branch = maker.make(op.successors[index], list(branch.successor_operands(op, index)), op.location)
            if new_branch is not None:
                op.erase()
                home.append(new_branch)
        erase_unreachable_blocks(regions, Rewriter())


class MergeBlocks(ModuleReduction[Block]):
    """Append blocks to their only predecessor, or, without predecessors, to the previous block."""

    name = "block-chains"
    ways = 2

    def sites(self, module: Operation) -> Sequence[Block]:
        return [block for block in blocks_of(module) if _place_to_append(block) is not None]

    def edit(self, module: Operation, sites: Sequence[Block], way: int) -> None:
        stand_ins = StandIns(self.context, _STAND_INS[way])
        for block in sites:
            target = _place_to_append(block)
            if target is None or target.last is None:
                continue
            end = target.last
            passed = _passed_to(block, end)
            for arg in block.args:
                value = passed[arg.index] if passed is not None else stand_ins.find(arg.type, end)
                if value is not None and value is not arg:
                    arg.replace_all_uses_with(value)
            end.erase()
            target.take_all_ops(block)
            block.erase()


def _place_to_append(block: Block) -> Block | None:
    """Return the block that this block can be appended to."""
    before = block.predecessors
    if block.is_entry or len(before) > 1:
        return None
    target = before[0] if before else block.prev
    return target if target is not block else None


def _passed_to(block: Block, end: Operation) -> Sequence[Value] | None:
    """Return the values that a branch passes to the arguments of a block, or `None` if it does not branch there."""
    branch = Branch.of(end)
    if branch is None or block not in end.successors:
        return None
    passed = branch.successor_operands(end, list(end.successors).index(block))
    return passed if len(passed) == len(block.args) else None


class DropBlockArguments(ModuleReduction[BlockArgument]):
    """Remove block arguments, with the values that branches pass for them."""

    name = "block-arguments"
    ways = 2

    def sites(self, module: Operation) -> Sequence[BlockArgument]:
        return [
            arg
            for block in blocks_of(module)
            if (block.uses and takes_branches_only(block)) or (block.is_entry and not _is_registered(block))
            for arg in block.args
        ]

    def edit(self, module: Operation, sites: Sequence[BlockArgument], way: int) -> None:
        stand_ins = StandIns(self.context, _STAND_INS[way])
        by_block: dict[Block, list[BlockArgument]] = {}
        for arg in sites:
            by_block.setdefault(arg.owner, []).append(arg)
        for block, args in by_block.items():
            place = block.first
            if place is None:
                continue
            going = set(args)
            replacements: dict[Type, Value] = {arg.type: arg for arg in reversed(block.args) if arg not in going}
            removable = [
                arg for arg in args if _replace_argument(arg, replacements.get(arg.type), place, stand_ins, going)
            ]
            stop_passing(block, [arg.index for arg in removable])
            for arg in reversed(removable):
                block.erase_argument(arg.index)


def _is_registered(block: Block) -> bool:
    owner = block.parent_op
    return owner is not None and owner.is_registered


def _replace_argument(
    arg: BlockArgument, other: Value | None, place: Operation, stand_ins: StandIns, going: Collection[Value]
) -> bool:
    """Replace uses of an argument by another argument or a replacement value; return whether no uses are left."""
    if arg.has_uses:
        value = other if other is not None else stand_ins.find(arg.type, place)
        if value is None or value in going:
            return False
        arg.replace_all_uses_with(value)
    return True
