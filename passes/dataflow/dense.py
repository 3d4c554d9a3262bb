"""Dense analyses: what is known at each point of a program, as a state that each op changes.

A state is made where a block is entered (or, going backward, left) and carried through the block's ops in place, so a
block costs as much as its ops do. It is kept only at the borders of blocks and behind ops that contain control flow;
what holds in between is computed when somebody asks. A block is followed again when the state at its border grows.
"""

# Uses and operands are read where they lie: this is the inner loop.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from dlc.ir import Block, Operation
from dlc.ir.interfaces import Call, Callable, RegionBranch

from .control_flow import flows_from, is_terminator, region_branch_ended_by
from .dead_code import DeadCodeAnalysis
from .solver import Analysis, Point


class State(Protocol):
    """The state at a program point; it grows by joining."""

    def copy(self) -> Any:
        """An equal state that can be changed apart from this one."""
        ...

    def join(self, other: Any) -> bool:
        """Learn that `other` may hold too; return whether that was new."""
        ...


_S = TypeVar("_S", bound=State)


class DenseAnalysis(Analysis, Generic[_S]):
    """Shared parts of both directions: states at the borders of blocks and of ops with control flow."""

    def __init__(self, dead_code: DeadCodeAnalysis) -> None:
        self.dead_code = dead_code
        self.borders: dict[Point, _S] = {}
        """Of a block: where it is entered first. Of an op: behind it (going backward, in front)."""

    def initial(self) -> _S:
        """The state of which nothing is known to be reached: the bottom, to which others are joined."""
        raise NotImplementedError

    def unknown(self) -> _S:
        """The state where we cannot see: at the entry (going backward, the exit) of what is called from outside."""
        raise NotImplementedError

    def transfer(self, op: Operation, state: _S) -> None:
        """Change `state` as `op` does. Not asked of ops whose regions or callees are followed."""
        raise NotImplementedError

    def add(self, point: Point, state: _S) -> None:
        """Join a state to what is known at a border, and follow it from there if that grew."""
        known = self.borders.get(point)
        if known is None:
            self.borders[point] = state.copy()
        elif not known.join(state):
            return
        self.grown(point)

    def grown(self, point: Point) -> None:
        """Handle that the state at a border has grown."""
        raise NotImplementedError

    def has_border(self, op: Operation) -> bool:
        """Return whether the state behind `op` comes by other ways than from right before it."""
        if RegionBranch.of(op) is not None:
            return True
        return Call.of(op) is not None and self.dead_code.callee_of(op) is not None


class DenseForwardAnalysis(DenseAnalysis[_S]):
    """From what comes before to what comes after."""

    def start(self, root: Operation) -> None:
        if RegionBranch.of(root) is not None:
            for flow in flows_from(root):
                self.add(flow.destination, self.unknown())

    def grown(self, point: Point) -> None:
        self.enqueue(point)

    def visit(self, point: Point) -> None:
        block = point if isinstance(point, Block) else point.parent
        if block is None or not self.dead_code.is_live(block):
            return
        if isinstance(point, Block):
            self._enter(point)
        elif point.successors or region_branch_ended_by(point) is not None:
            self._take_fresh_ways(point)
            return
        elif RegionBranch.of(point) is not None:
            self._take_fresh_ways(point)
        elif Call.of(point) is not None and (callee := self.dead_code.callee_of(point)) is not None:
            self._return_to(point, callee)
        state = self.borders.get(point)
        if state is not None:
            self._carry(point.first if isinstance(point, Block) else point.next, state.copy())

    def _take_fresh_ways(self, op: Operation) -> None:
        """Take what holds before `op` to where it goes, which may be more places than before."""
        state = self.before(op)
        if state is not None:
            self._carry(op, state)

    def _enter(self, block: Block) -> None:
        parent = block.parent_op
        if not block.is_entry or parent is None or RegionBranch.of(parent) is not None:
            return
        if Callable.of(parent) is None or parent in self.dead_code.open_callables:
            known = self.borders.get(block)
            if known is None:
                self.borders[block] = self.unknown()
            else:
                known.join(self.unknown())

    def _carry(self, op: Operation | None, state: _S) -> None:
        """Take a state from before `op` to the end of its block, or to where it goes in by itself."""
        while op is not None:
            if self.has_border(op):
                self._into(op, state)
                return
            if op.successors or is_terminator(op):
                self.transfer(op, state)
                self._out_of(op, state)
                return
            self.transfer(op, state)
            op = op.next

    def _into(self, op: Operation, state: _S) -> None:
        if RegionBranch.of(op) is not None:
            for flow in flows_from(op):
                if self.dead_code.takes(op, flow.index):
                    self.add(flow.destination, state)
            return
        callee = self.dead_code.callee_of(op)
        callable = Callable.of(callee) if callee is not None else None
        region = callable.callable_region(callee) if callable is not None and callee is not None else None
        if region is not None and region.first is not None and callee is not None:
            self.add(region.first, state)
            self._return_to(op, callee)

    def _return_to(self, call: Operation, callee: Operation) -> None:
        """Propagate the state at a callee's exit to the points after its calls."""
        for terminator in self.dead_code.returns.get(callee, ()):
            known = self.borders.get(terminator)
            if known is not None:
                self.add(call, known)

    def _out_of(self, op: Operation, state: _S) -> None:
        for flow in flows_from(op):
            if self.dead_code.takes(op, flow.index):
                self.add(flow.destination, state)
        parent = op.parent_op
        if not op.successors and parent is not None and Callable.of(parent) is not None:
            self.borders[op] = state.copy()
            for caller in self.dead_code.callers.get(parent, ()):
                self.add(caller, state)

    # -- Answers -----------------------------------------------------------------------------------------------------

    def before(self, op: Operation) -> _S | None:
        """Return the state right before `op`, or `None` if it is unreachable."""
        nearest = self._nearest(op.prev, op.parent)
        if nearest is None:
            return None
        start, state = nearest
        state = state.copy()
        while start is not None and start is not op:
            self.transfer(start, state)
            start = start.next
        return state

    def after(self, op: Operation) -> _S | None:
        """Return the state right after `op`, or `None` if it is unreachable."""
        if self.has_border(op):
            known = self.borders.get(op)
            return known.copy() if known is not None else None
        state = self.before(op)
        if state is not None:
            self.transfer(op, state)
        return state

    def _nearest(self, op: Operation | None, block: Block | None) -> tuple[Operation | None, _S] | None:
        """The last border at or before `op`, and the op behind it."""
        while op is not None:
            if self.has_border(op):
                known = self.borders.get(op)
                return (op.next, known) if known is not None else None
            op = op.prev
        known = self.borders.get(block) if block is not None else None
        return (block.first, known) if known is not None and block is not None else None


class DenseBackwardAnalysis(DenseAnalysis[_S]):
    """From what comes after to what comes before. A block's border is its start, an op's is before it.

    What is known behind a block's last op is joined from where control goes from there.
    """

    def enter_block(self, block: Block, state: _S) -> None:
        """Change what holds before a block's first op into what holds for those that go there."""

    def end_regions(self, op: Operation, state: _S) -> None:
        """Change what holds behind an op with regions into what holds for its regions, where they are left."""

    def start(self, root: Operation) -> None:
        del root

    def grown(self, point: Point) -> None:
        """Have followed what leads here."""
        if isinstance(point, Operation):
            if point.parent is not None:
                self.enqueue(point)
            return
        for user, _ in point._uses:
            if user.parent is not None:
                self.enqueue(user.parent)
        parent = point.parent_op
        if point.is_entry and parent is not None and parent.parent is not None:
            self.enqueue(parent.parent)
            self._enqueue_ends(parent)
            for caller in self.dead_code.callers.get(parent, ()):
                if caller.parent is not None:
                    self.enqueue(caller.parent)

    def _enqueue_ends(self, op: Operation) -> None:
        """The blocks by which the regions of `op` are left."""
        for block in op.blocks:
            if not block.successors:
                self.enqueue(block)

    def visit(self, point: Point) -> None:
        block = point if isinstance(point, Block) else point.parent
        if block is None or not self.dead_code.is_live(block):
            return
        state = self.at_end(block)
        for op in block.ops_reversed:
            self.step(op, state)
        self.enter_block(block, state)
        self.add(block, state)

    def step(self, op: Operation, state: _S) -> None:
        """Carry a state from behind `op` to before it."""
        if op.regions:
            self._remember_after(op, state)
            for flow in self.entered_by(op):
                known = self.borders.get(flow)
                if known is not None:
                    state.join(known)
        self.transfer(op, state)

    def entered_by(self, op: Operation) -> Sequence[Block]:
        """The blocks inside `op` to which control can go when it starts."""
        if RegionBranch.of(op) is not None:
            flows = [flow for flow in flows_from(op) if self.dead_code.takes(op, flow.index)]
            return [flow.destination for flow in flows if isinstance(flow.destination, Block)]
        return [region.first for region in op.regions if region.first is not None]

    def _remember_after(self, op: Operation, state: _S) -> None:
        """Keep what holds behind an op with regions, for where they are left."""
        known, behind = self.borders.get(op), state.copy()
        self.end_regions(op, behind)
        if known is None:
            self.borders[op] = behind
        elif not known.join(behind):
            return
        self._enqueue_ends(op)

    def at_end(self, block: Block) -> _S:
        """Return the state after the last op of a block."""
        state, last, parent = self.initial(), block.last, block.parent_op
        if last is not None and last.successors:
            for index, successor in enumerate(last.successors):
                known = self.borders.get(successor)
                if known is not None and self.dead_code.takes(last, index):
                    state.join(known)
            return state
        if parent is None or self.is_boundary(parent):
            state.join(self.unknown())
            return state
        for known in self._behind_region(last, parent):
            state.join(known)
        return state

    def is_boundary(self, op: Operation) -> bool:
        """Return whether what holds at the end of a region of `op` has nothing to do with what holds behind `op`."""
        return Callable.of(op) is not None or op.parent is None

    def _behind_region(self, last: Operation | None, parent: Operation) -> list[_S]:
        """Return the joined states of all points to which control can go from the end of a region of `parent`."""
        places: list[Point] = [parent]
        if last is not None and RegionBranch.of(parent) is not None and is_terminator(last):
            places = [flow.destination for flow in flows_from(last) if self.dead_code.takes(last, flow.index)]
        elif RegionBranch.of(parent) is None:
            places += [region.first for region in parent.regions if region.first is not None]
        return [self.borders[place] for place in places if place in self.borders]
