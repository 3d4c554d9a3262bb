"""Destination passing: ops that write directly to the memory that their results would be copied to.

    %e = tensor.empty() : tensor<4xf32>
    %s = tensor.generic ins(…) outs(%e : tensor<4xf32>) …
    %r = tensor.insert_slice %s into %t[4] [4] [1] : tensor<4xf32> into tensor<8xf32>

Here the generic can write into its part of `%t`'s memory, if `%t` and the offsets are defined before it: the ops that
define them are moved up if necessary. In the same way, a tensor that a loop's body or a branch yields is computed in
the buffer that it would be copied to. This module finds such pairs, and moves ops. `buffers` decides whether the memory
is free at that point.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key

from dlc.dialects import loop, tensor
from dlc.dialects.tensor.slices import same_lists
from dlc.ir import Operation, OpResult
from dlc.ir.effects import is_pure

from .buffers import is_tensor
from .in_place_origins import Origins

OperandPosition = tuple[Operation, int]
"""An operand of an op; of a negative number, a result: ~0 is the first."""
MOST_OPS_MOVED = 16
"""The largest number of ops that are moved up so that one op can write to its destination."""


class Passing:
    """For each operand of an op that may be written elsewhere, the operands of the ops that would copy it, in order."""

    def __init__(self, ops: Sequence[Operation], origins: Origins) -> None:
        self.origins = origins
        self.consumers: dict[OperandPosition, list[OperandPosition]] = {}
        self._moved: set[Operation] = set()
        takers: list[OperandPosition] = []
        for op in ops:
            if type(op) is tensor.InsertSliceOp:
                takers.append((op, 0))
            elif type(op) is loop.YieldOp or type(op) is loop.ConditionOp:
                takers += [(op, at) for at, value in enumerate(op.operands) if is_tensor(value)]
        for taker, position in takers:
            writer = self._writer_of(taker, position)
            if writer is not None and (not isinstance(taker, tensor.InsertSliceOp) or self._move_up(taker, writer[0])):
                self.consumers.setdefault(writer, []).append((taker, position))

    def _writer_of(self, taker: Operation, position: int) -> OperandPosition | None:
        """Return the op that writes first to the memory of an operand: the first in a chain of ops that update a
        tensor."""
        value, block = taker.operands[position], taker.parent
        writer: OperandPosition | None = None
        while isinstance(value, OpResult) and value.owner.parent is block:
            op = value.owner
            if isinstance(op, tensor.ExtractSliceOp):
                inserts = isinstance(taker, tensor.InsertSliceOp) and taker.dest is op.source
                return (op, 0) if inserts and same_lists(op, taker) else writer  # type: ignore[arg-type]
            if writer is not None and not value.has_one_use:
                break
            place = self.origins.destination_of(value)
            if place is None:
                makes = isinstance(op, (*MAKERS, loop.WhenOp, loop.IfOp))
                return (op, ~value.index) if makes and value.type.has_static_shape else writer  # type: ignore[attr-defined]
            writer = op, place
            value = op.operands[place]
        return writer

    # -- Moving ------------------------------------------------------------------------------------------------------

    def _move_up(self, insert: tensor.InsertSliceOp, writer: Operation) -> bool:
        """Move the operands of `insert`, except its source, before `writer`; return whether that was possible."""
        block = writer.parent
        needed: list[Operation] = []
        pending = [value for at, value in enumerate(insert.operands) if at != 0]
        seen: set[Operation] = set()
        while pending:
            op = pending.pop().defining_op
            if op is None or op.parent is not block or op in seen or op.is_before(writer):
                continue
            if op is writer or len(seen) == MOST_OPS_MOVED or writer in self._moved or not _may_move(op):
                return False
            seen.add(op)
            needed.append(op)
            pending += op.operands
        for op in sorted(needed, key=cmp_to_key(lambda a, b: -1 if a.is_before(b) else 1)):
            op.move_before(writer)
            self._moved.add(op)
        return True


def _may_move(op: Operation) -> bool:
    """Return whether an op may run earlier in its block: it computes sizes and offsets, or inserts into a tensor
    that no other op reads."""
    if op.regions:
        return False
    if isinstance(op, (tensor.FillOp, tensor.InsertSliceOp)):
        [*_, whole] = op.operands[:2]
        return whole.has_one_use or whole.defined_by(tensor.EmptyOp) is not None
    return isinstance(op, tensor.EmptyOp) or (is_pure(op) and not any(map(is_tensor, op.results)))


MAKERS: tuple[type[Operation], ...] = (tensor.GenerateOp, tensor.FromElementsOp)
"""Ops that make a tensor without a destination."""
