"""The rewriter of `loop-to-cf`: it inserts before the op that is being lowered, and shares constants."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dlc.dialects.memref import AllocaOp
from dlc.ir import Block, InsertionPoint, Operation, Region, Value
from dlc.ir.op_table import OpTable
from dlc.ir.patterns import Rewriter, made_from
from dlc.ir.traits import IsolatedFromAbove
from dlc.passes.rewriting.cannot_lower import CannotLower
from dlc.passes.rewriting.entry_constants import EntryConstants

Lower = Callable[[Any, "LoopLowering"], None]
branching = OpTable[Lower]("lowering to branches")
"""Registers a function as the lowering of some op classes to several blocks."""
indexing = OpTable[Lower]("lowering to index arithmetic")
"""Registers a function as the lowering of some op classes to ops in the same block."""


class LoopLowering(Rewriter):
    """Lowers ops one at a time: inserts new ops before the old one, and keeps the constants of each function."""

    __slots__ = ("_constants", "_entries", "constants", "stack_memory")

    def __init__(self, stack_memory: Mapping[Operation, Sequence[AllocaOp]]) -> None:
        super().__init__()
        self.stack_memory = stack_memory
        """Stack allocations, by the op that frees them, if that op is to be lowered."""
        self._constants: dict[Block, EntryConstants] = {}
        self._entries: dict[Region, Block] = {}
        self.constants: EntryConstants = None  # type: ignore[assignment]
        """The constants of the function of the op that is being lowered."""

    def lower(self, op: Operation, function: Lower) -> None:
        """Lower an op with `function`."""
        self.current_pattern = function.__name__
        self.point = InsertionPoint.before_op(op)
        self.location = made_from(op, function.__name__)
        entry = self.entry_around(op)
        if entry not in self._constants:
            self._constants[entry] = EntryConstants(entry)
        self.constants = self._constants[entry]
        function(op, self)

    def emit(self, op: Operation) -> Value:
        """Insert an op and return its only result."""
        return self.insert(op).results[0]

    def entry_around(self, op: Operation) -> Block:
        """Return the entry block of the function that contains an op. It is needed for each op, so it is cached by
        region.
        """
        passed: list[Region] = []
        region = op.parent_region
        while region is not None and region not in self._entries:
            passed.append(region)
            around = region.parent
            if around is None or IsolatedFromAbove in around.traits:
                self._entries[region] = region.entry
            else:
                region = around.parent_region
        if region is None:
            raise CannotLower("stands in no region")
        entry = self._entries[region]
        self._entries.update(dict.fromkeys(passed, entry))
        return entry
