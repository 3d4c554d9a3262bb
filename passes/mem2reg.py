"""The pass `mem2reg`: memory that is only read and written as a whole becomes values.

Which ops allocate slots, load and store is said by the interfaces `PromotableAllocation` and `PromotableMemoryOp`.
A slot is promoted if every use of its pointer is a load or store of the whole: stores in the blocks of the region that
the slot is in, loads there or nested in it. Values meet in block arguments, made where stores meet (the iterated
dominance frontier) and the slot is still read afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..ir.attributes import Type
from ..ir.blocks import Block, Region
from ..ir.builder import Builder, InsertionPoint
from ..ir.dominance import Dominance, DominatorTree
from ..ir.interfaces import Branch, PromotableAllocation, PromotableMemoryOp
from ..ir.operations import Operation
from ..ir.values import BlockArgument, Value
from .analyses import dominance_of
from .declaration import Pass, PassRun, statistic
from .options import option
from .region_simplification import simplify_regions
from ..ir.patterns import Rewriter


def promote_memory(root: Operation, dominance: Dominance | None = None) -> int:
    """Promote every slot inside `root` that can be; returns how many were."""
    dominance = dominance or Dominance()
    promoted = 0
    for op in list(root.walk()):
        allocation = op.interfaces.get(PromotableAllocation)
        if allocation is None or op.parent is None:
            continue
        for pointer, type in list(allocation.promotable_slots(op)):
            slot = _Slot(op, pointer, type, dominance)
            if slot.can_be_promoted():
                slot.promote()
                promoted += 1
        if not op.has_uses and promoted:
            op.erase()
    return promoted


class _Slot:
    """One slot, its loads and stores, and the blocks that they are in."""

    def __init__(self, allocation: Operation, pointer: Value, type: Type, dominance: Dominance) -> None:
        self.allocation = allocation
        self.pointer = pointer
        self.type = type
        self.dominance = dominance
        block = allocation.parent
        assert block is not None
        assert block.parent is not None
        self.block = block
        self.region: Region = block.parent
        self.loads: dict[Operation, None] = {}
        self.stores: dict[Operation, Value] = {}
        self.joins: dict[Block, BlockArgument] = {}
        self._default: Value | None = None

    # -- May it be done? ---------------------------------------------------------------------------------------------

    def can_be_promoted(self) -> bool:
        """Sort the uses into loads and stores, and see whether block arguments can be made where they are needed."""
        for user in self.pointer.users:
            if not self._take_use(user):
                return False
        for user in self.stores:
            if user.parent_region is not self.region:
                return False
        if self.block is self.region.first and self.region.has_one_block:
            return True
        reachable = all(self._tree.is_reachable(block) for block in self._blocks_of(self.stores))
        joins = self._join_blocks()
        branches = all(Branch.of(op) is not None for block in joins for op, _ in block.uses)
        return reachable and branches and self._tree.is_reachable(self.block) and self.region.first not in joins

    def _take_use(self, user: Operation) -> bool:
        memory = user.interfaces.get(PromotableMemoryOp)
        if memory is None or sum(value is self.pointer for value in user.operands) != 1:
            return False
        stored = memory.stored_value(user, self.pointer)
        if stored is not None:
            self.stores[user] = stored
            return stored is not self.pointer and stored.type is self.type and not user.results
        if not memory.loads_from(user, self.pointer) or self._ancestor(user) is None:
            return False
        self.loads[user] = None
        return len(user.results) == 1 and user.results[0].type is self.type

    def _ancestor(self, op: Operation) -> Operation | None:
        """The op of the slot's region that is `op` or contains it."""
        current: Operation | None = op
        while current is not None and current.parent_region is not self.region:
            current = current.parent_op
        return current

    @property
    def _tree(self) -> DominatorTree:
        return self.dominance.tree(self.region)

    def _blocks_of(self, ops: Iterable[Operation]) -> list[Block]:
        found: dict[Block, None] = {}
        for op in ops:
            ancestor = self._ancestor(op)
            if ancestor is not None and ancestor.parent is not None:
                found[ancestor.parent] = None
        return list(found)

    # -- Where values meet -------------------------------------------------------------------------------------------

    def _join_blocks(self) -> list[Block]:
        """The blocks that need an argument: stores meet there and something may read the slot behind it."""
        frontiers = self._tree.dominance_frontiers()
        live = self._live_in()
        joins: dict[Block, None] = {}
        pending = [self.block, *self._blocks_of(self.stores)]
        while pending:
            for join in frontiers.get(pending.pop(), ()):
                if join not in joins and join in live:
                    joins[join] = None
                    pending.append(join)
        return list(joins)

    def _live_in(self) -> set[Block]:
        """The blocks at whose begin the slot's value may still be read."""
        stores, loads = self._blocks_of(self.stores), self._blocks_of(self.loads)
        writes_first = {block for block in stores if not self._reads_before_write(block)}
        live: set[Block] = set()
        pending = [block for block in loads if block not in writes_first and block is not self.block]
        while pending:
            block = pending.pop()
            if block in live:
                continue
            live.add(block)
            for predecessor in block.predecessors:
                if predecessor not in stores and predecessor is not self.block:
                    pending.append(predecessor)
        return live

    def _reads_before_write(self, block: Block) -> bool:
        """Whether a load in `block` comes before its first store."""
        accesses = [op for op in (*self.loads, *self.stores) if self._is_in(op, block)]
        first = min(accesses, key=self._position)
        return first in self.loads

    def _is_in(self, op: Operation, block: Block) -> bool:
        ancestor = self._ancestor(op)
        return ancestor is not None and ancestor.parent is block

    def _position(self, op: Operation) -> int:
        ancestor = self._ancestor(op)
        assert ancestor is not None
        return ancestor._order
