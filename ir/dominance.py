"""Dominance: which values are available where.

The tree of a region is made when it is first asked for, with the algorithm of Cooper, Harvey and Kennedy over the
blocks in reverse postorder. A graph region (and a region that is one block) needs no tree.
"""

from __future__ import annotations

from .blocks import Block, Region
from .operations import Operation
from .traits import GraphRegion
from .values import BlockArgument, Value


def has_ssa_dominance(region: Region) -> bool:
    """Whether a value must be defined before it is used in this region; unregistered ops make no such demand."""
    parent = region.parent
    return parent is None or (parent.is_registered and GraphRegion not in parent.traits)


class DominatorTree:
    """The immediate dominators of a region's blocks; blocks that cannot be reached have none."""

    __slots__ = ("_depth", "_idom", "_order")

    def __init__(self, region: Region) -> None:
        self._order = reverse_postorder(region)
        self._idom = _immediate_dominators(self._order)
        self._depth: dict[Block, int] = {}
        for block in self._order:
            idom = self._idom[block]
            self._depth[block] = 0 if idom is block else self._depth[idom] + 1

    @property
    def reachable(self) -> list[Block]:
        """The blocks that control can reach, each after its immediate dominator."""
        return self._order

    def is_reachable(self, block: Block) -> bool:
        return block in self._depth

    def immediate_dominator(self, block: Block) -> Block | None:
        """The last block that every path to `block` goes through; `None` for the entry and what is unreachable."""
        found = self._idom.get(block)
        return None if found is block else found

    def dominates(self, above: Block, below: Block) -> bool:
        """Whether every path from the entry to `below` goes through `above`. All dominate what is unreachable."""
        depth = self._depth.get(below)
        if depth is None:
            return True
        wanted = self._depth.get(above)
        if wanted is None:
            return False
        while depth > wanted:
            below = self._idom[below]
            depth -= 1
        return above is below

    def nearest_common_dominator(self, a: Block, b: Block) -> Block:
        """The lowest block that dominates both of two reachable blocks."""
        while a is not b:
            if self._depth[a] < self._depth[b]:
                a, b = b, a
            a = self._idom[a]
        return a

    def children(self) -> dict[Block, list[Block]]:
        """For each reachable block those that it dominates immediately."""
        found: dict[Block, list[Block]] = {block: [] for block in self._order}
        for block in self._order:
            idom = self._idom[block]
            if idom is not block:
                found[idom].append(block)
        return found

    def dominance_frontiers(self) -> dict[Block, list[Block]]:
        """For each block the joins at which its dominance ends."""
        frontiers: dict[Block, dict[Block, None]] = {block: {} for block in self._order}
        for block in self._order:
            predecessors = [p for p in block.predecessors if p in self._depth]
            if len(predecessors) < 2 and not block.is_entry:
                continue
            for runner in predecessors:
                while runner is not self._idom[block] or (block.is_entry and runner is block):
                    frontiers[runner][block] = None
                    if runner is self._idom[runner]:
                        break
                    runner = self._idom[runner]
        return {block: list(found) for block, found in frontiers.items()}


def reverse_postorder(region: Region) -> list[Block]:
    """The reachable blocks, each before what it branches to, loops apart."""
    entry = region.first
    if entry is None:
        return []
    order: list[Block] = []
    seen = {entry}
    stack = [(entry, iter(entry.successors))]
    while stack:
        block, successors = stack[-1]
        for successor in successors:
            if successor not in seen:
                seen.add(successor)
                stack.append((successor, iter(successor.successors)))
                break
        else:
            order.append(block)
            stack.pop()
    order.reverse()
    return order


def _immediate_dominators(order: list[Block]) -> dict[Block, Block]:
    if not order:
        return {}
    number = {block: index for index, block in enumerate(order)}
    predecessors = {block: [p for p in block.predecessors if p in number] for block in order}
    idom: dict[Block, Block] = {order[0]: order[0]}
    changed = True
    while changed:
        changed = False
        for block in order[1:]:
            known = [p for p in predecessors[block] if p in idom]
            found = known[0]
            for other in known[1:]:
                found = _meet(found, other, idom, number)
            if idom.get(block) is not found:
                idom[block] = found
                changed = True
    return idom


def _meet(a: Block, b: Block, idom: dict[Block, Block], number: dict[Block, int]) -> Block:
    while a is not b:
        while number[a] > number[b]:
            a = idom[a]
        while number[b] > number[a]:
            b = idom[b]
    return a


class Dominance:
    """Dominance over a whole nest of regions; trees are made on demand and valid until control flow changes."""

    __slots__ = ("_trees",)

    def __init__(self) -> None:
        self._trees: dict[Region, DominatorTree] = {}

    def tree(self, region: Region) -> DominatorTree:
        found = self._trees.get(region)
        if found is None:
            found = self._trees[region] = DominatorTree(region)
        return found

    def value_dominates(self, value: Value, user: Operation) -> bool:
        """Whether `value` is available as an operand of `user`."""
        block = value.parent_block
        if block is None:
            return False
        ancestor = block.find_ancestor_op_in(user) if user._parent is not block else user
        if isinstance(value, BlockArgument):
            return ancestor is not None or self._block_above(block, user)
        definer = value.defining_op
        assert definer is not None
        if ancestor is None:
            return self._block_above(block, user)
        if ancestor is definer:
            return ancestor is user and not has_ssa_dominance(_region_of(block))
        if definer.is_before(ancestor):
            return True
        region = block._parent
        return region is not None and not has_ssa_dominance(region)

    def properly_dominates(self, a: Operation, b: Operation) -> bool:
        """Whether `a` is executed before `b` whenever `b` is."""
        block = a._parent
        if block is None:
            return False
        ancestor = block.find_ancestor_op_in(b)
        if ancestor is None:
            return self._block_above(block, b)
        return ancestor is not a and a.is_before(ancestor)

    def _block_above(self, block: Block, user: Operation) -> bool:
        """Whether `block` properly dominates the block of the same region that contains `user`."""
        region = block._parent
        if region is None:
            return False
        current: Block | None = user._parent
        while current is not None and current._parent is not region:
            owner = current.parent_op
            current = owner._parent if owner is not None else None
        if current is None:
            return False
        return not has_ssa_dominance(region) or self.tree(region).dominates(block, current)


def _region_of(block: Block) -> Region:
    assert block._parent is not None
    return block._parent
