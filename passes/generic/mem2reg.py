"""The pass `mem2reg`: memory that is only read and written as a whole becomes values.

Which ops allocate slots, load and store is said by the interfaces `PromotableAllocation` and `PromotableMemoryOp`.
A slot is promoted if every use of its pointer is a load or store of the whole. Loads may stand in regions of any ops;
of the ops around a store, up to the region that the slot is in, each must be able to carry a value (`CarriesValues`).

Between blocks, values meet in arguments, made where stores meet (the iterated dominance frontier) and the slot is
still read afterwards. An op with a store inside takes what the slot holds before it as one more value, hands it
around its regions, and gives what the slot holds behind it. So each region is a level of its own: what it begins with
is known, and what it ends with is passed on by its terminators. Where nobody reads a slot behind such an op, the value
is given all the same: `remove-dead-values` takes it away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from dlc.ir import Block, BlockArgument, Builder, Operation, Region, Type, Value
from dlc.ir.dominance import Dominance, reverse_postorder
from dlc.ir.interfaces import Branch, CarriesValues, PromotableAllocation, PromotableMemoryOp, RegionTerminator
from dlc.ir.patterns import Rewriter
from dlc.ir.resizing import append_operand, can_append_operand
from dlc.ir.traits import ReturnLike

from ..dataflow.control_flow import flows_from
from ..manager import Pass, PassRun, option, statistic
from ..manager.analyses import dominance_of
from .region_simplification import simplify_regions

LOAD, STORE, CARRY, PASS = "load", "store", "carry", "pass"
"""The roles of ops for a slot: an op to `CARRY` has stores inside, a terminator to `PASS` ends a region of one."""

Access = tuple[int, str, Operation]
"""The op's order in its block, what it does, and the op."""


def promote_memory(root: Operation, dominance: Dominance | None = None) -> int:
    """Promote every slot inside `root` that can be; returns how many were."""
    flow = _ControlFlow(dominance or Dominance())
    values = _Values()
    promoted = 0
    for op in list(root.walk()):
        allocation = op.interfaces.get(PromotableAllocation)
        if allocation is None or op.parent is None or op is root:
            continue
        before = promoted
        for pointer, type in list(allocation.promotable_slots(op)):
            slot = _Slot(op, pointer, type, flow, values)
            if pointer not in values.passed and slot.is_promotable():
                slot.promote()
                promoted += 1
        if promoted > before and not op.has_uses and values.passed.isdisjoint(op.results):
            op.erase()
    values.pass_all()
    return promoted


class _Values:
    """Values for the loads of promoted slots, and the values that branches are going to pass to blocks.

    The operands of a branch are set once, behind all slots: for each of many slots they would be copied.
    """

    def __init__(self) -> None:
        self.replaced: dict[Value, Value] = {}
        self.passed: set[Value] = set()
        """The values that are going to be passed: they have these uses as well."""
        self._by_successor: dict[tuple[Operation, int], list[Value]] = {}

    def resolve(self, value: Value) -> Value:
        """Return the current replacement of a value: a load may have been replaced."""
        while value in self.replaced:
            value = self.replaced[value]
        return value

    def replace(self, load: Value, value: Value) -> None:
        """Let a value stand for a load."""
        load.replace_all_uses_with(value)
        self.replaced[load] = value
        if load in self.passed:
            self.passed.add(value)

    def pass_on(self, branch: Operation, index: int, value: Value) -> None:
        """Let a branch pass one more value to one of its successors."""
        self.passed.add(value)
        self._by_successor.setdefault((branch, index), []).append(value)

    def pass_all(self) -> None:
        """Set the operands of the branches."""
        for (op, index), values in self._by_successor.items():
            branch = Branch.of(op)
            assert branch is not None
            passed = branch.successor_operands(op, index)
            branch.set_successor_operands(op, index, [*passed, *map(self.resolve, values)])


class _ControlFlow:
    """Facts about the blocks of regions that promotion does not change."""

    def __init__(self, dominance: Dominance) -> None:
        self.dominance = dominance
        self._frontiers: dict[Region, dict[Block, list[Block]]] = {}
        self._order: dict[Region, dict[Block, int]] = {}

    def frontiers(self, region: Region) -> dict[Block, list[Block]]:
        if region not in self._frontiers:
            self._frontiers[region] = self.dominance.tree(region).dominance_frontiers()
        return self._frontiers[region]

    def order(self, region: Region) -> dict[Block, int]:
        """The place of each block, dominators before what they dominate."""
        if region not in self._order:
            self._order[region] = {block: number for number, block in enumerate(reverse_postorder(region))}
        return self._order[region]

    def is_reachable(self, block: Block) -> bool:
        region = block.parent
        return region is not None and (region.has_one_block or self.dominance.tree(region).is_reachable(block))

    def dominator(self, block: Block) -> Block:
        idom = self.dominance.tree(block.region).immediate_dominator(block)
        assert idom is not None
        return idom


class _Level:
    """The accesses of a slot in one region, and which values it has there."""

    def __init__(self, region: Region, start: Block, flow: _ControlFlow) -> None:
        self.region = region
        self.start = start
        """The block at whose begin it is known what the slot holds: where it is allocated, or the region's entry."""
        self.flow = flow
        self.accesses: dict[Block, list[Access]] = {}
        self.joins: dict[Block, BlockArgument | None] = {}
        """The blocks that need an argument, and that argument once it is made."""
        self.at_begin: dict[Block, Value] = {}
        self.make_first: Callable[[], Value] | None = None
        """Makes what the slot holds at the begin of `start`, if that is asked for and not known."""
        self.after: dict[Operation, Value] = {}
        """The value of the slot after each op that stores to it."""

    def add(self, op: Operation, kind: str, place: Operation) -> None:
        """Enter what `op` does, which stands at `place` or inside it."""
        order = place._order  # pyright: ignore[reportPrivateUsage]  (a key to sort by)
        self.accesses.setdefault(place.block, []).append((order, kind, op))

    def add_exits(self) -> None:
        """Enter the terminators by which the region is left: they pass on what the slot holds."""
        for block in self.region.blocks:
            if block.last is not None and not block.last.successors:
                self.add(block.last, PASS, block.last)

    def prepare(self) -> bool:
        """Sort what was added, and find where values meet; return whether they can meet there."""
        for accesses in self.accesses.values():
            accesses.sort(key=lambda access: access[0])
        if self.region.has_one_block:
            return True
        if not all(self.flow.is_reachable(block) for block in (self.start, *self.accesses)):
            return False
        self.joins = dict.fromkeys(self._join_blocks())
        return all(Branch.of(op) is not None for block in self.joins for op, _ in block.uses)

    def _join_blocks(self) -> Iterable[Block]:
        """The blocks that need an argument: different stores arrive there, and the slot may be read behind it."""
        frontiers = self.flow.frontiers(self.region)
        live = self._live_at_begin()
        joins: dict[Block, None] = {}
        pending = [self.start, *self._storing_blocks()]
        while pending:
            for join in frontiers.get(pending.pop(), ()):
                if join not in joins and join in live:
                    joins[join] = None
                    pending.append(join)
        return joins

    def _storing_blocks(self) -> list[Block]:
        return [
            block for block, accesses in self.accesses.items() if any(kind in (STORE, CARRY) for _, kind, _ in accesses)
        ]

    def _live_at_begin(self) -> set[Block]:
        """The blocks at whose begin the slot holds something that may still be read."""
        defining = {self.start, *self._storing_blocks()}
        pending = [
            block for block, accesses in self.accesses.items() if accesses[0][1] != STORE and block is not self.start
        ]
        live: set[Block] = set()
        while pending:
            block = pending.pop()
            if block not in live:
                live.add(block)
                pending += [predecessor for predecessor in block.predecessors if predecessor not in defining]
        return live

    # -- Values ------------------------------------------------------------------------------------------------------

    def in_order(self) -> Iterator[tuple[Block, list[Access]]]:
        """The accesses of each block, dominators before what they dominate."""
        blocks = list(self.accesses)
        if len(blocks) > 1:
            blocks.sort(key=self.flow.order(self.region).__getitem__)
        for block in blocks:
            yield block, self.accesses[block]

    def value_at_end(self, block: Block) -> Value:
        stored = self._last_stored(block)
        return stored if stored is not None else self.value_at_begin(block)

    def _last_stored(self, block: Block) -> Value | None:
        for _, kind, op in reversed(self.accesses.get(block, ())):
            if kind in (STORE, CARRY):
                return self.after[op]
        return None

    def value_at_begin(self, block: Block) -> Value:
        """Return the slot's value when `block` is entered (or where it is allocated): the nearest known one up the
        dominator tree.
        """
        path: list[Block] = []
        while block not in self.at_begin:
            argument = self.joins.get(block)
            if argument is not None:
                self.at_begin[block] = argument
                continue
            if block is self.start and self.make_first is not None:
                self.at_begin[block] = self.make_first()
                continue
            path.append(block)
            above = self.flow.dominator(block)
            stored = self._last_stored(above)
            if stored is not None:
                self.at_begin[block] = stored
            else:
                block = above
        value = self.at_begin[block]
        for below in path:
            self.at_begin.setdefault(below, value)
        return value


class _Slot:
    """A memory slot to promote."""

    def __init__(self, allocation: Operation, pointer: Value, type: Type, flow: _ControlFlow, values: _Values) -> None:
        self.allocation = allocation
        self.pointer = pointer
        self.type = type
        self.flow = flow
        self.values = values
        self.outermost = _Level(allocation.block.region, allocation.block, flow)
        self.levels: dict[Region, _Level] = {self.outermost.region: self.outermost}
        self.done: list[Operation] = []
        """Loads and stores, to be erased in the end."""

    # -- Can it be done? ---------------------------------------------------------------------------------------------

    def is_promotable(self) -> bool:
        """Sort the uses into loads and stores, and see whether values can go, and meet, where they have to."""
        users = self.pointer.users
        kinds = [(user, self._kind(user)) for user in users]
        if any(kind is None for _, kind in kinds):
            return False
        carriers: dict[Operation, None] = {}
        for user, kind in kinds:
            if kind == STORE and not self._collect_carriers(user, carriers):
                return False
        for op in carriers:
            for region in op.regions:
                if region.first is not None:
                    level = self.levels[region] = _Level(region, region.first, self.flow)
                    level.add_exits()
        for op in carriers:
            self._enter(op, CARRY)
        for user, kind in kinds:
            self._enter(user, kind or LOAD)
        return all(level.prepare() for level in self.levels.values())

    def _kind(self, user: Operation) -> str | None:
        """Return whether a use is a load or a store; `None`: it is neither, or not only."""
        memory = user.interfaces.get(PromotableMemoryOp)
        if memory is None or sum(value is self.pointer for value in user.operands) != 1:
            return None
        stored = memory.stored_value(user, self.pointer)
        if stored is not None:
            return STORE if stored.type is self.type and not user.results else None
        return LOAD if memory.loads_from(user, self.pointer) and user.result_types == [self.type] else None

    def _collect_carriers(self, store: Operation, carriers: dict[Operation, None]) -> bool:
        """Find the ops around a store that must carry the slot's value; return whether they can."""
        current = store
        while current.parent_region is not self.outermost.region:
            parent = current.parent_op
            if parent is None:
                return False
            if parent in carriers:
                break
            if CarriesValues not in parent.interfaces or not all(map(_can_pass_more, _exits_of(parent))):
                return False
            carriers[parent] = None
            current = parent
        return True

    def _enter(self, op: Operation, kind: str) -> None:
        """Note an access in its level; a load may be inside another op there."""
        current = op
        while (level := self._level_of(current)) is None:
            assert current.parent_op is not None
            current = current.parent_op
        level.add(op, kind, current)

    def _level_of(self, op: Operation) -> _Level | None:
        return self.levels.get(op.parent_region) if op.parent_region is not None else None

    # -- Doing it ----------------------------------------------------------------------------------------------------

    def promote(self) -> None:
        """Replace loads by the values that reach them, and drop loads and stores."""
        self.outermost.make_first = self._default_value
        pending = [self.outermost]
        while pending:
            pending += self._promote_level(pending.pop())
        for op in self.done:
            op.erase()

    def _promote_level(self, level: _Level) -> list[_Level]:
        """Replace what is in one level; the levels inside, which know now what they begin with."""
        for block in level.joins:
            level.joins[block] = block.add_argument(self.type, self.allocation.location)
        inner: list[_Level] = []
        for block, accesses in level.in_order():
            self._promote_block(level, block, accesses, inner)
        for block in level.joins:
            for op, index in block.uses:
                self.values.pass_on(op, index, self.values.resolve(level.value_at_end(op.block)))
        return inner

    def _promote_block(self, level: _Level, block: Block, accesses: Iterable[Access], inner: list[_Level]) -> None:
        current: Value | None = None
        for _, kind, op in accesses:
            if kind == STORE:
                memory = op.interfaces[PromotableMemoryOp]
                current = level.after[op] = self.values.resolve(memory.stored_value(op, self.pointer))
                self.done.append(op)
                continue
            current = self.values.resolve(level.value_at_begin(block) if current is None else current)
            if kind == LOAD:
                self._replace_load(op, current)
            elif kind == PASS:
                append_operand(op, current)
            else:
                current = level.after[op] = self._carry(op, current, inner)

    def _replace_load(self, load: Operation, current: Value) -> None:
        loaded = load.results[0]
        if current.name_hint is None:
            current.name_hint = loaded.name_hint
        self.values.replace(loaded, current)
        self.done.append(load)

    def _carry(self, op: Operation, value: Value, inner: list[_Level]) -> Value:
        """Let an op with stores inside take and give the slot's value; what it gives."""
        carrier: CarriesValues = op.interfaces[CarriesValues]
        held = carrier.carry(op, value)
        for region, begin in zip(op.regions, held, strict=True):
            level = self.levels.get(region)
            if level is None:  # there was nothing in this region: the op has put an end into it
                level = _Level(region, region.entry, self.flow)
                level.add_exits()
                level.prepare()
            level.at_begin[level.start] = begin
            inner.append(level)
        return op.results[-1]

    def _default_value(self) -> Value:
        allocation: PromotableAllocation = self.allocation.interfaces[PromotableAllocation]
        return allocation.default_value(self.allocation, self.pointer, Builder.before(self.allocation))


def _exits_of(op: Operation) -> Iterator[Operation | None]:
    """The last ops of the blocks by which the regions of `op` are left."""
    for block in op.blocks:
        if block.last is None or not block.last.successors:
            yield block.last


def _can_pass_more(terminator: Operation | None) -> bool:
    """Return whether what a terminator passes comes last among its operands, so that one more can follow."""
    if terminator is None or not can_append_operand(terminator):
        return False
    if ReturnLike not in terminator.traits and RegionTerminator.of(terminator) is None:
        return False
    flows = flows_from(terminator)
    end = len(terminator.operands)
    return bool(flows) and all(flow.start is not None and flow.start + len(flow.passed) == end for flow in flows)


class Mem2Reg(Pass):
    """Promotes memory slots into values.

    Slots are what ops with the interface `PromotableAllocation` allocate; `PromotableMemoryOp` loads and stores them.

    Example: mem2reg
        func.func @f(%x: i32) -> i32 {
          %slot = memref.alloca() : memref<i32>
          memref.store %x, %slot[] : memref<i32>
          %y = memref.load %slot[] : memref<i32>
          return %y : i32
        }
    """

    name = "mem2reg"
    region_simplify: bool = option("Perform control flow optimizations to the region tree", default=True)
    promoted = statistic("num-promoted", "Total number of memory slot promoted")

    def run(self, op: Operation, run: PassRun) -> None:
        if not run.count_changes(self.promoted, promote_memory(op, run.analysis(dominance_of))):
            if not any(PromotableAllocation in inner.interfaces for inner in op.walk()):
                run.mark_idle("there are no allocations that could be promoted")
        elif self.region_simplify:
            simplify_regions(op.regions, "normal", Rewriter())
