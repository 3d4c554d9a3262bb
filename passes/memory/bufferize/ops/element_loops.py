"""Loops over the elements of a tensor, for ops that compute one element at a time."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.ir import Block, InsertionPoint, Operation, Value
from dlc.ir.index_lists import Index
from dlc.passes.kernels.index_scopes import can_be_bounds, open_scope

from ..bufferization import Bufferization


def open_loops(sizes: Sequence[Index], op: Operation, state: Bufferization) -> list[Value]:
    """Loops over all indices; what is written next is inside. Gives the counters."""
    counters: list[Value] = []
    if not can_be_bounds(sizes, state.block):
        open_scope(state.builder)
    for size in sizes:
        new_loop = loop.ForOp.over(0, size, location=op.location)
        state.insert(new_loop)
        new_loop.close()
        counters.append(new_loop.induction_variable)
        state.builder.point = InsertionPoint(new_loop.body, new_loop.body.last)
    return counters


def move_body(body: Block, counters: Sequence[Value], state: Bufferization) -> Operation:
    """Put the ops of an op's region where we are; gives the last, which yields."""
    for argument, counter in zip(body.args, counters, strict=True):
        argument.replace_all_uses_with(counter)
    last = body.end
    for each in list(body.ops):
        each.detach()
        state.builder.insert(each)
    return last
