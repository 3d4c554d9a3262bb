"""Dominance: which values are available where.

The tree of a region is made when it is first asked for, with the algorithm of Lengauer and Tarjan (path compression,
O(m log n)), so that no control flow, however hostile, takes long. A question about two blocks then compares numbers.
"""

from __future__ import annotations

from .blocks import Block, Region
from .operations import Operation
from .traits import GraphRegion
from .values import Value


def has_ssa_dominance(region: Region | None) -> bool:
    """Return whether a value must be defined before it is used in a block here; unregistered ops make no such demand
    of a region of one block.
    """
    parent = region.parent if region is not None else None
    if region is None or parent is None or region.first is not region.last:
        return True
    return parent.is_registered and GraphRegion not in parent.traits


class DominatorTree:
    """The immediate dominators of a region's blocks; blocks that cannot be reached have none."""

    __slots__ = ("_enter", "_idom", "_leave", "_order")

    def __init__(self, region: Region) -> None:
        self._order = reverse_postorder(region)
        self._idom = immediate_dominators(self._order)
        self._enter: dict[Block, int] = {}
        """The step at which a walk of the tree enters a block; it leaves it after everything that the block
        dominates.
        """
        self._leave: dict[Block, int] = {}
        self._number()

    def _number(self) -> None:
        children = self.children()
        pending = self._order[:1]
        while pending:
            block = pending.pop()
            if block in self._enter:
                self._leave[block] = len(self._enter)
                continue
            self._enter[block] = len(self._enter)
            pending.append(block)
            pending += children[block]

    @property
    def reachable(self) -> list[Block]:
        """The blocks that control can reach, each after its immediate dominator."""
        return self._order

    def is_reachable(self, block: Block) -> bool:
        return block in self._enter

    def immediate_dominator(self, block: Block) -> Block | None:
        """Return the last block that all paths to `block` go through; `None` for the entry and what is unreachable."""
        idom = self._idom.get(block)
        return None if idom is block else idom

    def dominates(self, above: Block, below: Block) -> bool:
        """Return whether every path from the entry to `below` goes through `above`. All dominate what is
        unreachable.
        """
        enter = self._enter.get(below)
        if enter is None:
            return True
        entered = self._enter.get(above)
        return entered is not None and entered <= enter < self._leave[above]

    def nearest_common_dominator(self, a: Block, b: Block) -> Block:
        """Return the lowest block that dominates both of two reachable blocks."""
        while not self.dominates(a, b):
            a = self._idom[a]
        return a

    def children(self) -> dict[Block, list[Block]]:
        """Return for each reachable block the blocks that it dominates immediately."""
        children: dict[Block, list[Block]] = {block: [] for block in self._order}
        for block in self._order:
            idom = self._idom[block]
            if idom is not block:
                children[idom].append(block)
        return children

    def dominance_frontiers(self) -> dict[Block, list[Block]]:
        """Return for each block its dominance frontier: the joins at which its dominance ends."""
        frontiers: dict[Block, dict[Block, None]] = {block: {} for block in self._order}
        for block in self._order:
            top = None if block.is_entry else self._idom[block]
            for predecessor in block.predecessors:
                runner = predecessor if predecessor in self._enter else top
                while runner is not None and runner is not top:
                    frontiers[runner][block] = None
                    runner = self.immediate_dominator(runner)
        return {block: list(frontier) for block, frontier in frontiers.items()}


def reverse_postorder(region: Region) -> list[Block]:
    """Return the reachable blocks, each before what it branches to, loops apart."""
    entry = region.first
    if entry is None:
        return []
    order: list[Block] = []
    seen = {entry}
    stack = [(entry, iter(entry.successors))]
    while stack:
        block, successors = stack[-1]
        for successor in successors:
            if successor not in seen and successor.parent is region:
                seen.add(successor)
                stack.append((successor, iter(successor.successors)))
                break
        else:
            order.append(block)
            stack.pop()
    order.reverse()
    return order


def immediate_dominators(order: list[Block]) -> dict[Block, Block]:
    """Return the immediate dominator of each reachable block, the first of which is the entry: its own."""
    if len(order) < 2:
        return dict(zip(order, order, strict=True))
    idoms = _LengauerTarjan(order[0]).run()
    return {block: idoms[block] for block in order}


class _LengauerTarjan:
    """Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph", in its simple version.

    Blocks are numbers in the order of a depth-first walk; what the paper calls `semi`, `ancestor` and `label` are lists
    over them.
    """

    def __init__(self, entry: Block) -> None:
        self.blocks: list[Block] = []
        self.parent: list[int] = []
        self.predecessors: list[list[int]] = []
        self._number_blocks(entry)
        size = len(self.blocks)
        self.semi = list(range(size))
        self.label = list(range(size))
        self.ancestor = [-1] * size

    def _number_blocks(self, entry: Block) -> None:
        region = entry.parent
        numbers: dict[Block, int] = {}
        edges: list[tuple[int, Block]] = []
        pending = [(entry, 0)]
        while pending:
            block, parent = pending.pop()
            if block in numbers:
                continue
            number = numbers[block] = len(self.blocks)
            self.blocks.append(block)
            self.parent.append(parent)
            for successor in block.successors:
                if successor.parent is region:
                    edges.append((number, successor))
                    pending.append((successor, number))
        self.predecessors = [[] for _ in self.blocks]
        for source, target in edges:
            self.predecessors[numbers[target]].append(source)

    def _evaluate(self, vertex: int) -> int:
        """Return the vertex of least semidominator on the way up the forest; compresses the way."""
        ancestor, label, semi = self.ancestor, self.label, self.semi
        if ancestor[vertex] < 0:
            return vertex
        path = [vertex]
        while ancestor[ancestor[path[-1]]] >= 0:
            path.append(ancestor[path[-1]])
        for lower in reversed(path[:-1]):
            upper = ancestor[lower]
            if semi[label[upper]] < semi[label[lower]]:
                label[lower] = label[upper]
            ancestor[lower] = ancestor[upper]
        return label[vertex]

    def run(self) -> dict[Block, Block]:
        semi, parent = self.semi, self.parent
        dominator = [0] * len(self.blocks)
        bucket: list[list[int]] = [[] for _ in self.blocks]
        for vertex in range(len(self.blocks) - 1, 0, -1):
            for predecessor in self.predecessors[vertex]:
                semi[vertex] = min(semi[vertex], semi[self._evaluate(predecessor)])
            bucket[semi[vertex]].append(vertex)
            above = parent[vertex]
            self.ancestor[vertex] = above
            for waiting in bucket[above]:
                best = self._evaluate(waiting)
                dominator[waiting] = best if semi[best] < semi[waiting] else above
            bucket[above].clear()
        for vertex in range(1, len(self.blocks)):
            if dominator[vertex] != semi[vertex]:
                dominator[vertex] = dominator[dominator[vertex]]
        return {block: self.blocks[dominator[number]] for number, block in enumerate(self.blocks)}


class Dominance:
    """Dominance over a whole nest of regions; trees are made on demand and valid until control flow changes."""

    __slots__ = ("_trees",)

    def __init__(self) -> None:
        self._trees: dict[Region, DominatorTree] = {}

    def tree(self, region: Region) -> DominatorTree:
        tree = self._trees.get(region)
        if tree is None:
            tree = self._trees[region] = DominatorTree(region)
        return tree

    def value_dominates(self, value: Value, user: Operation) -> bool:
        """Return whether `value` is available as an operand of `user`. An op's results are not, in its own regions."""
        block = value.parent_block
        if block is None:
            return False
        ancestor = user if user.parent is block else block.find_ancestor_op_in(user)
        if ancestor is None:
            return self._block_above(block, user)
        definer = value.defining_op
        if definer is None:
            return True
        if ancestor is definer:
            return user is definer and not has_ssa_dominance(block.parent)
        return definer.is_before(ancestor) or not has_ssa_dominance(block.parent)

    def properly_dominates(self, a: Operation, b: Operation) -> bool:
        """Return whether `a` is executed before `b` whenever `b` is."""
        block = a.parent
        if block is None:
            return False
        ancestor = block.find_ancestor_op_in(b)
        if ancestor is None:
            return self._block_above(block, b)
        return ancestor is not a and a.is_before(ancestor)

    def _block_above(self, block: Block, user: Operation) -> bool:
        """Return whether `block` dominates the block of the same region that contains `user`."""
        region = block.parent
        if region is None:
            return False
        current = user.parent
        while current is not None and current.parent is not region:
            owner = current.parent_op
            current = owner.parent if owner is not None else None
        return current is not None and self.tree(region).dominates(block, current)
