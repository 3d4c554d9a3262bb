"""Liveness: which values may still be used.

`Liveness` says of each block which values live where it is entered and left, and of each op whether a value dies
there; it takes all uses seriously. `UsefulValues` is about what is computed at all: a value is useful if something
that can be observed, such as a store or what a public function returns, depends on it. Removing what is not useful is
the business of `remove_dead_values`.
"""

# Uses and operands are read where they lie: this is the inner loop.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from dlc.ir import Block, Operation, Value
from dlc.ir.builtin_types import TensorType
from dlc.ir.effects import would_be_trivially_dead
from dlc.ir.interfaces import Callable, RegionBranch

from .control_flow import region_branch_ended_by
from .dead_code import DeadCodeAnalysis
from .dense import DenseBackwardAnalysis
from .solver import Solver
from .sparse import SparseBackwardAnalysis


class LiveSet:
    """The values that live at a point."""

    __slots__ = ("values",)

    def __init__(self, values: Iterable[Value] = ()) -> None:
        self.values: dict[Value, None] = dict.fromkeys(values)

    def copy(self) -> LiveSet:
        return LiveSet(self.values)

    def join(self, other: LiveSet) -> bool:
        before = len(self.values)
        self.values.update(other.values)
        return len(self.values) != before


class LiveValues(DenseBackwardAnalysis[LiveSet]):
    """Before an op that uses values they live; before the op that makes them they do not."""

    def initial(self) -> LiveSet:
        return LiveSet()

    def unknown(self) -> LiveSet:
        return LiveSet()

    def transfer(self, op: Operation, state: LiveSet) -> None:
        values = state.values
        for result in op._results:
            values.pop(result, None)
        for operand in op._operands:
            values[operand] = None

    def enter_block(self, block: Block, state: LiveSet) -> None:
        for arg in block._args:
            state.values.pop(arg, None)

    def end_regions(self, op: Operation, state: LiveSet) -> None:
        for result in op._results:
            state.values.pop(result, None)


class Liveness:
    """The result for one op and all blocks in it; valid until the IR changes."""

    def __init__(self, root: Operation) -> None:
        self.root = root
        solver = Solver()
        self._dead_code = solver.load(_EverythingIsReached())
        self._live = solver.load(LiveValues(self._dead_code))
        solver.run(root)

    def live_in(self, block: Block) -> list[Value]:
        """The values that live where a block is entered; its own arguments do not count."""
        borders = self._live.borders.get(block)
        return list(borders.values) if borders is not None else []

    def live_out(self, block: Block) -> list[Value]:
        """The values that live behind the last op of a block."""
        return list(self._live.at_end(block).values)

    def is_dead_after(self, value: Value, op: Operation) -> bool:
        """Return whether nothing behind `op`, which stands in a block where `value` lives, uses the value."""
        block = op.parent
        if block is None:
            return True
        if value in self._live.at_end(block).values:
            return False
        users = (block.find_ancestor_op_in(user) for user in value.users)
        return not any(user is not None and user is not op and op.is_before(user) for user in users)

    def live_ops(self, value: Value) -> list[Operation]:
        """The ops during which a value lives, block by block: from the one that makes it to the last that uses it."""
        home = value.parent_block
        region = home.parent if home is not None else None
        live: list[Operation] = []
        for block in region.blocks if region is not None else ():
            if block is home or value in self._live.borders.get(block, _NOTHING).values:
                live += self._live_in_block(value, block, value.defining_op if block is home else None)
        return live

    def _live_in_block(self, value: Value, block: Block, start: Operation | None) -> list[Operation]:
        outlives = value in self._live.at_end(block).values
        users = {block.find_ancestor_op_in(user) for user in value.users}
        live: list[Operation] = []
        kept = 0
        op = start if start is not None else block.first
        while op is not None:
            live.append(op)
            if op in users or op is start:
                kept = len(live)
            op = op.next
        return live if outlives else live[:kept]


_NOTHING = LiveSet()


class _EverythingIsReached(DeadCodeAnalysis):
    """Liveness is asked of all blocks, also of those that constants show to be dead, or that nothing branches to."""

    def start(self, root: Operation) -> None:
        super().start(root)
        for op in root.walk():
            for block in op.blocks:
                self._reach(block)

    def takes(self, op: Operation, index: int) -> bool:
        del op, index
        return True


# -- What is useful --------------------------------------------------------------------------------------------------


class Useful:
    """The only element: the value matters."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<useful>"


USEFUL = Useful()


class UsefulValues(SparseBackwardAnalysis[Useful]):
    """The values that something observable depends on."""

    def __init__(self, dead_code: DeadCodeAnalysis) -> None:
        super().__init__(dead_code)
        self._acting: dict[Operation, bool] = {}
        self._root: Operation | None = None

    def start(self, root: Operation) -> None:
        self._root = root
        for result in root.results:
            self.elements[result] = USEFUL
        for argument in _arguments_that_bind_sizes(root):
            self.elements[argument] = USEFUL
        super().start(root)

    def is_useful(self, value: Value) -> bool:
        return value in self.elements

    def join(self, a: Useful, b: Useful) -> Useful:
        del b
        return a

    def at_exit(self, value: Value) -> Useful:
        del value
        return USEFUL

    def transfer(self, op: Operation, results: Sequence[Useful | None]) -> Sequence[Useful | None]:
        matters = any(result is not None for result in results) or self.acts(op)
        return [USEFUL if matters else None] * len(op.operands)

    def transfer_control(self, op: Operation, deciding: Sequence[Value]) -> Sequence[tuple[Value, Useful]]:
        """Mark the operands that decide control flow as useful if something useful depends on it."""
        around = region_branch_ended_by(op)
        decided = op if RegionBranch.of(op) is not None else around[0] if around is not None else None
        if decided is not None and not self.matters(decided):
            return ()
        return [(value, USEFUL) for value in deciding]

    def matters(self, op: Operation) -> bool:
        """Return whether an op with regions does anything to be seen, or gives a result that does."""
        return op is self._root or any(result in self.elements for result in op.results) or self.acts(op)

    def acts(self, op: Operation) -> bool:
        """Return whether an op does more than compute its results, from memory or not."""
        if op not in self._acting:
            self._acting[op] = bool(op.successors) or not would_be_trivially_dead(op)
        return self._acting[op]


def _arguments_that_bind_sizes(root: Operation) -> Iterator[Value]:
    """Arguments of functions that say what names of sizes stand for, whether or not an op uses them."""
    for op in root.walk():
        callable = Callable.of(op)
        region = callable.callable_region(op) if callable is not None else None
        for argument in region.entry.args if region is not None and not region.is_empty else ():
            if isinstance(argument.type, TensorType) and argument.type.binds_sizes:
                yield argument


def useful_values(root: Operation) -> UsefulValues:
    """Analyse what matters inside `root`."""
    solver = Solver()
    dead_code: Any = solver.load(DeadCodeAnalysis())
    useful = solver.load(UsefulValues(dead_code))
    solver.run(root)
    return useful
