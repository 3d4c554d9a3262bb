"""Tensors that are put together from parts each get parts of their own, where CSE has made some begin alike.

    %p = tensor.insert_slice %a into %empty[0] …          %p = tensor.insert_slice %a into %empty[0] …
    %x = tensor.insert_slice %b into %p[4] …        =>    %x = tensor.insert_slice %b into %p[4] …
    %y = tensor.insert_slice %c into %p[4] …              %q = tensor.insert_slice %a into %empty[0] …
                                                          %y = tensor.insert_slice %c into %q[4] …

Otherwise `%y` would begin as a copy of all of `%p`, the rest of which is not written yet.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import tensor
from dlc.ir import Operation

MOST_REPEATED = 8
"""The largest number of parts that are inserted again: more would make long chains quadratic."""


def repeat_shared_parts(ops: Sequence[Operation]) -> None:
    """Insert parts into an empty tensor once for each op that inserts more behind them."""
    parts: dict[Operation, int] = {}
    """For each op that inserts one of the first parts, the number of parts with it."""
    for op in ops:
        if isinstance(op, tensor.InsertSliceOp):
            whole = op.dest.defining_op
            if isinstance(whole, tensor.EmptyOp):
                parts[op] = 1
            elif whole is not None and parts.get(whole, MOST_REPEATED) < MOST_REPEATED:
                parts[op] = parts[whole] + 1
    for op in reversed(parts):
        users = op.results[0].users
        if all(_inserts_behind(user, op) for user in users):
            for user in users[1:]:
                again = op.clone()
                user.block.insert_before(again, user)
                user.set_operand(1, again.results[0])


def _inserts_behind(user: Operation, op: Operation) -> bool:
    """Return whether a user in the same block only inserts another part into the result of an op."""
    whole = op.results[0]
    return isinstance(user, tensor.InsertSliceOp) and user.parent is op.parent and whole not in user.operands[:1]
