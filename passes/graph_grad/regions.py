"""Copies of blocks, for gradients of ops with regions, which compute again what the regions did."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import graph
from dlc.ir import Block, Builder, IRMapping, Operation, Value

from .gradients import Gradients, backpropagate, typed_like
from .like import zeros_like


def insert_copy(block: Block, arguments: Sequence[Value]) -> tuple[list[Operation], list[Value]]:
    """Insert a copy of a block's ops, on these arguments, and return it with the operands of its terminator."""
    mapping, builder = IRMapping(), Builder.current()
    mapping.values.update(zip(block.args, arguments, strict=True))
    last = block.end
    copies = [builder.insert(op.clone(mapping)) for op in block.ops if op is not last]
    return copies, [mapping.values.get(value, value) for value in last.operands]


def captured_values(op: Operation, g: Gradients) -> list[Value]:
    """Return the values that the regions of an op use from around it, and whose gradients are used."""
    inner = (value for nested in op.walk() if nested is not op for value in nested.operands)
    return [value for value in dict.fromkeys(inner) if g.needs(value)]


def results_and_gradients(
    block: Block, arguments: Sequence[Value], seeds: Sequence[Value | None], wrt: Sequence[Value]
) -> tuple[list[Value], list[Value]]:
    """Insert a copy of a block and its backward pass, and return what its terminator had, and the gradients of `wrt`.

    `seeds` are the gradients of the terminator's operands, `None` for zero.
    """
    ops, results = insert_copy(block, arguments)
    kept = graph.YieldOp(results)  # in no block: rules may replace ops, and so results
    sums: dict[Value, Value] = {}
    for result, seed in zip(results, seeds, strict=True):
        if seed is not None:
            more = typed_like(seed, result)
            sums[result] = graph.add(sums[result], more) if result in sums else more
    gradients = backpropagate(ops, sums, wrt)
    results = list(kept.operands)
    kept.drop_all_references()
    return results, [gradients[value] if value in gradients else zeros_like(value) for value in wrt]
