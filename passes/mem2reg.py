"""The pass `mem2reg`: memory that is only read and written as a whole becomes values.

Which ops allocate slots, load and store is said by the interfaces `PromotableAllocation` and `PromotableMemoryOp`.
A slot is promoted if every use of its pointer is a load or store of the whole: stores in the blocks of the region that
the slot is in, loads there or nested in it. Values meet in block arguments, made where stores meet (the iterated
dominance frontier) and the slot is still read afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable

from dlc.ir.attributes import Type
from dlc.ir.blocks import Block, Region
from dlc.ir.builder import Builder
from dlc.ir.dominance import Dominance
from dlc.ir.interfaces import Branch, PromotableAllocation, PromotableMemoryOp
from dlc.ir.operations import Operation
from dlc.ir.patterns import Rewriter
from dlc.ir.values import BlockArgument, Value

from .analyses import dominance_of
from .declaration import Pass, PassRun, statistic
from .options import option
from .region_simplification import simplify_regions

Frontiers = dict[Region, dict[Block, list[Block]]]


def promote_memory(root: Operation, dominance: Dominance | None = None) -> int:
    """Promote every slot inside `root` that can be; returns how many were."""
    dominance = dominance or Dominance()
    frontiers: Frontiers = {}
    promoted = 0
    for op in list(root.walk()):
        allocation = op.interfaces.get(PromotableAllocation)
        if allocation is None or op.parent is None or op is root:
            continue
        slots = [_Slot(op, pointer, type, dominance, frontiers) for pointer, type in allocation.promotable_slots(op)]
        ready = [slot for slot in slots if slot.is_promotable()]
        for slot in ready:
            slot.promote()
        promoted += len(ready)
        if ready and not op.has_uses:
            op.erase()
    return promoted


class _Slot:
    """One slot, with its loads and stores in order for each block."""

    def __init__(
        self, allocation: Operation, pointer: Value, type: Type, dominance: Dominance, frontiers: Frontiers
    ) -> None:
        assert allocation.parent is not None
        assert allocation.parent.parent is not None
        self.allocation = allocation
        self.pointer = pointer
        self.type = type
        self.block = allocation.parent
        self.region = allocation.parent.parent
        self.dominance = dominance
        self.frontiers = frontiers
        self.accesses: dict[Block, list[tuple[int, bool, Operation]]] = {}
        """For each block where in it there is an access, whether it is a store, and the op."""
        self.joins: dict[Block, BlockArgument | None] = {}
        """The blocks that need an argument, and that argument once it is made."""
        self.at_begin: dict[Block, Value] = {}
        self.replaced: dict[Value, Value] = {}
        self.default: Value | None = None

    # -- Can it be done? ---------------------------------------------------------------------------------------------

    def is_promotable(self) -> bool:
        """Sort the uses into loads and stores, and see whether values can meet where they have to."""
        if not all(self._take(user) for user in self.pointer.users):
            return False
        for accesses in self.accesses.values():
            accesses.sort(key=lambda access: access[0])
        if self.region.has_one_block:
            return True
        tree = self.dominance.tree(self.region)
        if not all(tree.is_reachable(block) for block in (self.block, *self.accesses)):
            return False
        self.joins = dict.fromkeys(self._join_blocks())
        return all(Branch.of(op) is not None for block in self.joins for op, _ in block.uses)

    def _take(self, user: Operation) -> bool:
        """Enter a use as a load or store; whether it is one."""
        memory = user.interfaces.get(PromotableMemoryOp)
        if memory is None or sum(value is self.pointer for value in user.operands) != 1:
            return False
        stored = memory.stored_value(user, self.pointer)
        if stored is not None:
            possible = stored.type is self.type and not user.results and user.parent_region is self.region
        else:
            possible = memory.loads_from(user, self.pointer) and user.result_types == [self.type]
        ancestor = self._ancestor(user)
        if not possible or ancestor is None or ancestor.parent is None:
            return False
        self.accesses.setdefault(ancestor.parent, []).append((ancestor._order, stored is not None, user))  # pyright: ignore[reportPrivateUsage]  (a key to sort by)
        return True

    def _ancestor(self, op: Operation) -> Operation | None:
        """The op of the slot's region that is `op` or contains it."""
        current: Operation | None = op
        while current is not None and current.parent_region is not self.region:
            current = current.parent_op
        return current

    # -- Where values meet -------------------------------------------------------------------------------------------

    def _join_blocks(self) -> Iterable[Block]:
        """The blocks that need an argument: different stores arrive there, and the slot may be read behind it."""
        frontiers = self.frontiers.get(self.region)
        if frontiers is None:
            frontiers = self.frontiers[self.region] = self.dominance.tree(self.region).dominance_frontiers()
        live = self._live_at_begin()
        joins: dict[Block, None] = {}
        pending = [self.block, *self._storing_blocks()]
        while pending:
            for join in frontiers.get(pending.pop(), ()):
                if join not in joins and join in live:
                    joins[join] = None
                    pending.append(join)
        return joins

    def _storing_blocks(self) -> list[Block]:
        return [block for block, accesses in self.accesses.items() if any(is_store for _, is_store, _ in accesses)]

    def _live_at_begin(self) -> set[Block]:
        """The blocks at whose begin the slot holds something that may still be read."""
        defining = {self.block, *self._storing_blocks()}
        pending = [block for block, accesses in self.accesses.items() if not accesses[0][1] and block is not self.block]
        live: set[Block] = set()
        while pending:
            block = pending.pop()
            if block not in live:
                live.add(block)
                pending += [predecessor for predecessor in block.predecessors if predecessor not in defining]
        return live

    # -- Doing it ----------------------------------------------------------------------------------------------------

    def promote(self) -> None:
        """Replace loads by the values that reach them, and drop loads and stores."""
        for block in self.joins:
            self.joins[block] = block.add_argument(self.type, self.allocation.location)
        for block, accesses in list(self.accesses.items()):
            self._replace_loads(block, accesses)
        for block in self.joins:
            for op, index in block.uses:
                self._pass_value(op, index)
        for accesses in self.accesses.values():
            for _, _, op in accesses:
                op.erase()

    def _replace_loads(self, block: Block, accesses: Iterable[tuple[int, bool, Operation]]) -> None:
        current: Value | None = None
        for _, is_store, op in accesses:
            if is_store:
                current = self._stored(op)
                continue
            if current is None:
                current = self._value_at_begin(block)
            loaded, current = op.results[0], self._resolve(current)
            if current.name_hint is None:
                current.name_hint = loaded.name_hint
            loaded.replace_all_uses_with(current)
            self.replaced[loaded] = current

    def _pass_value(self, op: Operation, index: int) -> None:
        """Let a branch pass what the slot holds at its end to the argument that was added to its target."""
        branch = Branch.of(op)
        assert branch is not None
        assert op.parent is not None
        passed = list(branch.successor_operands(op, index))
        branch.set_successor_operands(op, index, [*passed, self._resolve(self._value_at_end(op.parent))])

    def _stored(self, store: Operation) -> Value:
        memory = store.interfaces[PromotableMemoryOp]
        stored: Value = memory.stored_value(store, self.pointer)
        return stored

    def _resolve(self, value: Value) -> Value:
        """What stands for a value now: that of a load may have been replaced."""
        while value in self.replaced:
            value = self.replaced[value]
        return value

    def _value_at_end(self, block: Block) -> Value:
        stores = [op for _, is_store, op in self.accesses.get(block, ()) if is_store]
        return self._stored(stores[-1]) if stores else self._value_at_begin(block)

    def _value_at_begin(self, block: Block) -> Value:
        """What the slot holds when `block` is entered (or where it is allocated): up the dominators to who knows."""
        path: list[Block] = []
        while block not in self.at_begin:
            argument = self.joins.get(block)
            if argument is not None:
                self.at_begin[block] = argument
            elif block is self.block:
                self.at_begin[block] = self._default_value()
            else:
                above = self.dominance.tree(self.region).immediate_dominator(block)
                assert above is not None
                path.append(block)
                stores = [op for _, is_store, op in self.accesses.get(above, ()) if is_store]
                if stores:
                    self.at_begin[block] = self._stored(stores[-1])
                else:
                    block = above
        found = self.at_begin[block]
        for below in path:
            self.at_begin.setdefault(below, found)
        return found

    def _default_value(self) -> Value:
        if self.default is None:
            allocation = self.allocation.interfaces[PromotableAllocation]
            self.default = allocation.default_value(self.allocation, self.pointer, Builder.before(self.allocation))
        assert self.default is not None
        return self.default


class Mem2Reg(Pass):
    """Promotes memory slots into values.

    Slots are what ops with the interface `PromotableAllocation` allocate; `PromotableMemoryOp` loads and stores them.
    """

    name = "mem2reg"
    region_simplify: bool = option("Perform control flow optimizations to the region tree", default=True)
    promoted = statistic("num-promoted", "Total number of memory slot promoted")

    def run(self, op: Operation, run: PassRun) -> None:
        promoted = promote_memory(op, run.analysis(dominance_of))
        run.count(self.promoted, promoted)
        if not promoted:
            run.mark_unchanged()
            if not any(PromotableAllocation in inner.interfaces for inner in op.walk()):
                run.mark_idle("there are no allocations that could be promoted")
        elif self.region_simplify:
            simplify_regions(op.regions, "normal", Rewriter())
