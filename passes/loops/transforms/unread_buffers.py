"""Buffers that nothing reads: schedules make them where sums are kept in memory, and do not need them in the end.

All sums of a tile may be in a buffer of their own, and what is stored be computed from that. The buffer in which the
loop over blocks of terms would find them again is then only written.
"""

from __future__ import annotations

from dlc.dialects import loop, memref
from dlc.ir import Operation

from ...generic.dce import remove_trivially_dead_ops


def erase_unread_buffers(root: Operation) -> int:
    """Erase buffers inside an op that are only written and freed, and loops that only did that; return how many."""
    allocations = [op for op in root.walk() if isinstance(op, (memref.AllocOp, memref.AllocaOp))]
    unread = [op for op in allocations if all(map(_needs_no_value, op.memref.users))]
    for op in unread:
        for user in op.memref.users:
            user.erase()
        op.erase()
    if unread:
        remove_trivially_dead_ops(root)
    return len(unread)


def _needs_no_value(user: Operation) -> bool:
    """Return whether an op only writes a buffer, or frees it."""
    return isinstance(user, (loop.StoreOp, loop.VectorStoreOp, memref.DeallocOp))
