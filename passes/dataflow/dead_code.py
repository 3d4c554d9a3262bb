"""Reachability of blocks, the control-flow edges between them, and the call graph.

A conditional branch whose condition is known takes one way only, and so does an op with regions that decides which of
them runs, so this analysis asks for constants if it is given something that knows them, and constant propagation asks
it what is reached: run together, each finds more than alone.

A function can be called from anywhere unless its symbol is private to what is analysed and nothing but calls refers to
it. Ops with regions of which nothing is known run all of them.
"""

from __future__ import annotations

from collections.abc import Callable as Function, Sequence

from dlc.ir import Attribute, Block, Operation, SymbolRefAttr, Value
from dlc.ir.interfaces import Call, Callable, RegionBranch
from dlc.ir.symbol_table import PRIVATE, SymbolTables, symbol_name, symbol_refs, visibility
from dlc.ir.traits import ReturnLike, SymbolTableTrait

from .control_flow import flows_from, is_terminator, ways_from
from .solver import Analysis, Point

ConstantsOf = Function[[Operation], "Sequence[Attribute | None] | None"]
"""The constants that an op's operands are; `None` where nothing is known about some operand yet."""


class DeadCodeAnalysis(Analysis):
    """Reachability of blocks and edges, and the graph of calls."""

    def __init__(self) -> None:
        self.constants_of: ConstantsOf | None = None
        """Set by constant propagation."""
        self.live_blocks: set[Block] = set()
        self.live_ways: dict[Operation, set[int]] = {}
        """For each branch, op with regions and end of a region that is reached the ways that it may take, by index."""
        self.callers: dict[Operation, dict[Operation, None]] = {}
        """For each callable the calls of it that are reached."""
        self.returns: dict[Operation, dict[Operation, None]] = {}
        """For each callable the terminators by which it is left, as far as they are reached."""
        self.open_callables: set[Operation] = set()
        """Callables that may be called from outside."""
        self._callees: dict[Operation, Operation | None] = {}
        self._symbols = SymbolTables()
        self._root: Operation | None = None

    # -- Answers -----------------------------------------------------------------------------------------------------

    def is_live(self, block: Block | None) -> bool:
        """Return whether control can reach the block. What is in no block is the root, and reached."""
        return block is None or block in self.live_blocks or (self._root is not None and block is self._root.parent)

    def takes(self, op: Operation, index: int) -> bool:
        """Return whether a branch, an op with regions or the end of a region may take its way of this index."""
        return index in self.live_ways.get(op, ())

    def callee_of(self, op: Operation) -> Operation | None:
        """The callable, with a body in what is analysed, that a call reaches; `None` if there is no such thing."""
        if op not in self._callees:
            self._callees[op] = self._find_callee(op)
        return self._callees[op]

    def _find_callee(self, op: Operation) -> Operation | None:
        call = Call.of(op)
        callee = call.callee(op) if call is not None else None
        if isinstance(callee, Value):
            function = callee.defining_op
        else:
            function = self._symbols.lookup_nearest(op, callee) if isinstance(callee, SymbolRefAttr) else None
        callable = Callable.of(function) if function is not None else None
        if function is None or callable is None or self._root is None or not self._root.is_ancestor_of(function):
            return None
        region = callable.callable_region(function)
        return function if region is not None and not region.is_empty else None

    # -- Following ---------------------------------------------------------------------------------------------------

    def start(self, root: Operation) -> None:
        self._root = root
        self._find_open_callables(root)
        for region in root.regions:
            if region.first is not None and Callable.of(root) is None and RegionBranch.of(root) is None:
                self._reach(region.first)
        if Callable.of(root) is not None or RegionBranch.of(root) is not None:
            self.visit(root)

    def _find_open_callables(self, root: Operation) -> None:
        """Private symbols that only calls refer to are closed, all other callables are open."""
        callables = [op for op in root.walk() if Callable.of(op) is not None]
        hidden = {
            op for op in callables if symbol_name(op) is not None and visibility(op) == PRIVATE and op is not root
        }
        if SymbolTableTrait not in root.traits:
            hidden.clear()
        if hidden:
            hidden -= self._referenced_otherwise(root)
        self.open_callables.update(op for op in callables if op not in hidden)

    def _referenced_otherwise(self, root: Operation) -> set[Operation]:
        """Return the symbols referenced other than by the callees of calls."""
        referenced: set[Operation] = set()
        for op in root.walk():
            call = Call.of(op)
            callee = call.callee(op) if call is not None else None
            for attributes in (op.properties, op.attributes):
                for attr in attributes.values():
                    for reference in symbol_refs(attr) if attr is not callee else ():
                        target = self._symbols.lookup_nearest(op, reference)
                        if target is not None:
                            referenced.add(target)
        return referenced

    def _reach(self, block: Block) -> None:
        """A block is live: everything in it may do something now."""
        if block in self.live_blocks:
            return
        self.live_blocks.add(block)
        for analysis in self.solver.analyses:
            analysis.enqueue(block)

    def visit(self, point: Point) -> None:
        if isinstance(point, Block):
            for op in point.ops:
                if op.regions or op.successors or op.next is None or Call.of(op) is not None:
                    self.enqueue(op)
            return
        if not self.is_live(point.parent):
            return
        if Call.of(point) is not None:
            self._visit_call(point)
        if point.regions:
            self._visit_regions(point)
        if point.successors:
            self._follow_ways(point)
        elif is_terminator(point):
            self._visit_region_end(point)

    def _visit_call(self, op: Operation) -> None:
        callee = self.callee_of(op)
        if callee is None or op in self.callers.setdefault(callee, {}):
            return
        self.callers[callee][op] = None
        callable = Callable.of(callee)
        region = callable.callable_region(callee) if callable is not None else None
        if region is not None and region.first is not None:
            self._reach(region.first)
        self._tell(op)

    def _visit_regions(self, op: Operation) -> None:
        if RegionBranch.of(op) is not None:
            self._follow_ways(op)
            return
        is_callable = Callable.of(op) is not None
        if is_callable and op not in self.open_callables and not self.callers.get(op):
            return
        for region in op.regions:
            if region.first is not None:
                self._reach(region.first)

    def _follow_ways(self, op: Operation) -> None:
        """Control takes the ways that the constants among the operands allow, or any."""
        constants: Sequence[Attribute | None] | None = [None] * len(op.operands)
        if self.constants_of is not None:
            constants = self.constants_of(op)
        if constants is None:
            return  # nothing is known about an operand yet: we will be back
        taken = self.live_ways.setdefault(op, set())
        fresh = ways_from(op, constants) - taken
        if not fresh:
            return
        taken |= fresh
        for flow in flows_from(op):
            if flow.index in fresh and isinstance(flow.destination, Block):
                self._reach(flow.destination)
        self._tell(op)

    def _visit_region_end(self, op: Operation) -> None:
        parent = op.parent_op
        if parent is None:
            return
        if RegionBranch.of(parent) is not None:
            self._follow_ways(op)
        elif Callable.of(parent) is not None and (ReturnLike in op.traits or not op.is_registered):
            self.returns.setdefault(parent, {})[op] = None
            for caller in self.callers.get(parent, ()):
                self._tell(caller)

    def _tell(self, op: Operation) -> None:
        """Propagate the values that `op` forwards to new places: all other analyses visit it again."""
        for analysis in self.solver.analyses:
            if analysis is not self:
                analysis.enqueue(op)
