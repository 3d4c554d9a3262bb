"""Checkpoints: what the backward pass computes again, so that it need not be kept from the forward pass.

An op with the attribute `graph.checkpoint` is copied to where the backward pass first uses its results. Copies have the
attribute `graph.recomputed`, which keeps them apart from the originals for `cse`.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects.graph.differentiation import CHECKPOINT, RECOMPUTED
from dlc.ir import Operation, Value
from dlc.ir.builtin_attributes import UNIT


def recompute_checkpoints(forward: Sequence[Operation], backward: Sequence[Operation]) -> None:
    """Let the ops of the backward pass use copies of those of the forward pass that are marked.

    From the last one to the first, so that the copies use copies of what they are computed from.
    """
    later = {op for op in backward if op.parent is not None}
    for op in reversed(forward):
        if CHECKPOINT not in op.attributes or op.parent is None:
            continue
        uses = _uses_in(later, op)
        if not uses:
            continue
        copy = op.clone()
        del copy.attributes[CHECKPOINT]
        copy.attributes[RECOMPUTED] = UNIT
        first = uses[0][0]
        for place, _, _ in uses:
            first = place if place.is_before(first) else first
        op.parent.insert_before(copy, first)
        later.add(copy)
        copies: dict[Value, Value] = dict(zip(op.results, copy.results, strict=True))
        for _, user, index in uses:
            user.set_operand(index, copies[user.operands[index]])


def _uses_in(ops: set[Operation], op: Operation) -> list[tuple[Operation, Operation, int]]:
    """Return the uses of an op's results in some ops of its block: that op, the user in it, its operand."""
    uses = [(op.block.find_ancestor_op_in(user), user, index) for result in op.results for user, index in result.uses]
    return [(place, user, index) for place, user, index in uses if place is not None and place in ops]
