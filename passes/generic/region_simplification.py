"""Simplifying control flow between the blocks of regions, whatever the terminators are.

`normal`: blocks that are never reached go, and so do block arguments and ops that feed nothing but each other.
`aggressive`: block arguments that always get the same value go too, and blocks that do the same become one.

Regions of a single block cost one look each: what is dead there, the caller has removed op by op. Dead circles of ops
in graph regions are left alone.
"""

# Ops are walked by their fields: all of a module are, several times in each `canonicalize`.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from dlc.ir import Block, BlockArgument, Operation, OpResult, Region, Value
from dlc.ir.dominance import reverse_postorder
from dlc.ir.effects import would_be_trivially_dead
from dlc.ir.interfaces import Branch
from dlc.ir.patterns import Rewriter

RegionSimplification = Literal["disabled", "normal", "aggressive"]


def simplify_regions(regions: Iterable[Region], mode: RegionSimplification, rewriter: Rewriter) -> bool:
    """Simplify regions and all that are nested in them; return whether anything changed."""
    if mode == "disabled":
        return False
    regions = list(regions)
    several = multi_block_regions(regions)
    if not several:
        return False
    changed = erase_unreachable_blocks(several, rewriter)
    if changed:  # some of them may have been in what is gone
        several = multi_block_regions(regions)
    if remove_dead_values(outermost(several), rewriter):
        several = multi_block_regions(regions)
        changed = True
    if mode == "aggressive":
        changed |= merge_identical_blocks(several, rewriter)
        changed |= drop_redundant_arguments(several, rewriter)
    return changed


def multi_block_regions(regions: Iterable[Region]) -> list[Region]:
    """The regions of more than one block among these and all that are nested in them, outer before inner."""
    multi_block: list[Region] = []
    pending = list(regions)
    while pending:
        region = pending.pop()
        if region.first is not region.last:
            multi_block.append(region)
        for block in region.blocks:
            op = block._first
            while op is not None:
                if op._regions:
                    pending += op._regions
                op = op._next
    return multi_block


def outermost(regions: Sequence[Region]) -> list[Region]:
    """Return the regions that are not inside another one of them."""
    known = set(regions)

    def lies_in_another(region: Region) -> bool:
        op = region.parent
        return op is not None and any(each.parent_region in known for each in (op, *op.ancestors))

    return [region for region in regions if not lies_in_another(region)]


# -- Unreachable blocks ----------------------------------------------------------------------------------------------


def erase_unreachable_blocks(regions: Iterable[Region], rewriter: Rewriter) -> bool:
    """Erase the blocks to which no path leads from their region's entry."""
    gone: set[Region] = set()
    changed = False
    for region in regions:
        if region in gone or region.parent is None or region.first is region.last:
            continue
        reached = set(reverse_postorder(region))
        dead = [block for block in region.blocks if block not in reached]
        for block in dead:
            for op in block.ops_reversed:
                for inner in list(op.walk()):
                    gone.update(inner.regions)
                    rewriter.listener.erased(inner)
        for block in dead:
            block.drop_all_references()
        for block in dead:
            block.erase()
            changed = True
    return changed


# -- Dead ops and arguments ------------------------------------------------------------------------------------------


def remove_dead_values(regions: Iterable[Region], rewriter: Rewriter) -> bool:
    """Erase ops and block arguments of which nothing that has an effect depends, circles among them included."""
    changed = False
    for region in regions:
        if region.parent is not None:
            changed |= _Liveness(region).sweep(rewriter)
    return changed


class _Liveness:
    """Live values of a region: found by going backwards from ops that have effects."""

    def __init__(self, region: Region) -> None:
        self.region = region
        self.ops: set[Operation] = set()
        self.args: set[BlockArgument] = set()
        self._pending: list[Operation | BlockArgument] = []
        for op in region.walk():
            if not would_be_trivially_dead(op):
                self._mark_op(op)
        while self._pending:
            item = self._pending.pop()
            if isinstance(item, BlockArgument):
                self._mark_passed(item)
            else:
                self._mark_operands(item)

    def _mark_op(self, op: Operation) -> None:
        if op not in self.ops:
            self.ops.add(op)
            self._pending.append(op)

    def _mark_value(self, value: Value) -> None:
        if isinstance(value, OpResult):
            self._mark_op(value.owner)
        elif isinstance(value, BlockArgument) and value not in self.args:
            self.args.add(value)
            self._pending.append(value)

    def _mark_operands(self, op: Operation) -> None:
        """The operands of a live op are live; those that a branch passes on only if the argument is."""
        if not op.successors:
            for value in op.operands:
                self._mark_value(value)
            return
        branch = Branch.of(op)
        if branch is None:
            for value in op.operands:
                self._mark_value(value)
            for block in op.successors:
                for arg in block.args:
                    self._mark_value(arg)
            return
        passed: set[int] = set()
        for index in range(len(op.successors)):
            start = branch.successor_operand_start(op, index)
            passed.update(range(start, start + len(branch.successor_operands(op, index))))
        for position, value in enumerate(op.operands):
            if position not in passed:
                self._mark_value(value)

    def _mark_passed(self, arg: BlockArgument) -> None:
        """Mark the values that branches forward to a live argument as live."""
        for op, index in arg.owner.uses:
            branch = Branch.of(op)
            if branch is not None:
                self._mark_value(branch.successor_operands(op, index)[arg.index])

    def sweep(self, rewriter: Rewriter) -> bool:
        """Erase what is not live; return whether there was any."""
        ops = list(self.region.walk())
        dead_ops = [op for op in ops if op not in self.ops]
        doomed = self._doomed_arguments([self.region, *(inner for op in ops for inner in op.regions)])
        for op in dead_ops:
            op.set_operands(())
        for block, indices in doomed:
            stop_passing(block, indices)
        for block, indices in doomed:
            for index in reversed(indices):
                block.erase_argument(index)
        for op in reversed(dead_ops):
            rewriter.erase(op)
        return bool(dead_ops or doomed)

    def _doomed_arguments(self, regions: Iterable[Region]) -> list[tuple[Block, list[int]]]:
        doomed: list[tuple[Block, list[int]]] = []
        for region in regions:
            for block in region.blocks:
                if block is not region.first and block.args:
                    dead = [arg.index for arg in block.args if arg not in self.args]
                    if dead and takes_branches_only(block):
                        doomed.append((block, dead))
        return doomed


def takes_branches_only(block: Block) -> bool:
    """Return whether everything that goes to a block says which operands it passes."""
    return all(Branch.of(op) is not None for op, _ in block.uses)


def stop_passing(block: Block, indices: Iterable[int]) -> None:
    """Remove from every branch to `block` what it passes for the arguments at `indices`."""
    gone = set(indices)
    for op, index in block.uses:
        branch = Branch.of(op)
        assert branch is not None
        passed = branch.successor_operands(op, index)
        branch.set_successor_operands(op, index, [value for at, value in enumerate(passed) if at not in gone])


# -- Redundant arguments ---------------------------------------------------------------------------------------------


def drop_redundant_arguments(regions: Iterable[Region], rewriter: Rewriter) -> bool:
    """Replace each block argument for which every branch passes the same value by that value."""
    changed = False
    for region in regions:
        if region.parent is None:
            continue
        for block in region.blocks:
            if block is not region.first and block.args and block.uses and takes_branches_only(block):
                changed |= _drop_redundant(block, rewriter)
    return changed


def _drop_redundant(block: Block, rewriter: Rewriter) -> bool:
    redundant: list[int] = []
    for arg in block.args:
        values: set[Value] = set()
        for op, index in block.uses:
            branch = Branch.of(op)
            assert branch is not None
            values.add(branch.successor_operands(op, index)[arg.index])
        values.discard(arg)
        if len(values) == 1:
            rewriter.replace_all_uses(arg, values.pop())
            redundant.append(arg.index)
    stop_passing(block, redundant)
    for index in reversed(redundant):
        block.erase_argument(index)
    return bool(redundant)


# -- Identical blocks ------------------------------------------------------------------------------------------------


def merge_identical_blocks(regions: Iterable[Region], rewriter: Rewriter) -> bool:
    """Send the branches to blocks that do the same thing to the first of them."""
    changed = False
    for region in regions:
        if region.parent is None:
            continue
        first_of: dict[object, Block] = {}
        for block in region.blocks:
            if block is region.first:
                continue
            key = _block_key(block)
            kept = first_of.setdefault(key, block) if key is not None else block
            if kept is not block:
                block.replace_all_uses_with(kept)
                rewriter.erase_block(block)
                changed = True
    return changed


def _block_key(block: Block) -> object:
    """Equal for blocks that do the same to the same values; `None` where values of the block are used outside it."""
    numbers: dict[Value, int] = {arg: index for index, arg in enumerate(block.args)}
    parts: list[object] = [tuple(block.arg_types)]
    for op in block.ops:
        if op.regions:
            return None
        operands = tuple(numbers.get(value, value) for value in op.operands)
        properties = tuple(sorted(op.properties.items())), tuple(sorted(op.attributes.items()))
        parts.append((op.name, operands, properties, tuple(op.result_types), tuple(op.successors)))
        for result in op.results:
            numbers[result] = len(numbers)
    for value in numbers:
        if any(user.parent is not block for user, _ in value.uses):
            return None
    return tuple(parts)
