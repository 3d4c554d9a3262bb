"""The pass `promote-buffers-to-stack`: small buffers that iterations of a nest allocate and free are on the stack.

    loop.for %i … {                                loop.for %i … {
      %m = memref.alloc() : memref<64xf32>           %m = memref.alloca() : memref<64xf32>
      …                                       =>     …
      memref.dealloc %m
    }                                              }

The nest then only computes, so that it is one kernel, whose iterations have buffers of their own. Nests that do
anything else than to compute, allocate and free, and buffers that are used as a whole, stay as they are.
"""

from __future__ import annotations

from math import prod

from dlc.dialects import loop, memref
from dlc.ir import Operation
from dlc.ir.builtin_types import MemRefType
from dlc.ir.effects import only_computes

from ..manager import Pass, PassRun, option, statistic
from .plan_memory import element_bytes

_BY_ELEMENT = (loop.LoadOp, loop.StoreOp, memref.DeallocOp)
_COMPUTES = (
    *(loop.ForOp, loop.IfOp, loop.YieldOp, loop.LoadOp, loop.StoreOp, loop.ApplyOp),
    *(memref.LoadOp, memref.AllocOp, memref.AllocaOp, memref.DeallocOp),
)

LARGEST_ON_STACK = 64 << 10
"""The largest number of bytes of a buffer that is put on the stack, unless an option says otherwise."""


def promote_buffers(root: Operation, most_bytes: int) -> int:
    """Put buffers of at most `most_bytes` on the stack, in nests that only compute; return their number."""
    allocations = [op for op in root.walk() if isinstance(op, memref.AllocOp) and _is_local(op, most_bytes)]
    nests = {op: _nest_around(op) for op in allocations}
    computing = {nest for nest in set(nests.values()) if nest is not None and _only_computes(nest)}
    promoted = [op for op in allocations if nests[op] in computing]
    for op in promoted:
        new = memref.AllocaOp(op.memref.type, alignment=op.alignment, location=op.location)
        new.memref.name_hint = op.memref.name_hint
        op.block.insert_before(new, op)
        for user in op.memref.users:
            if isinstance(user, memref.DeallocOp):
                user.erase()
        op.memref.replace_all_uses_with(new.memref)
        op.erase()
    return len(promoted)


def _is_local(op: memref.AllocOp, most_bytes: int) -> bool:
    """Return whether a buffer is small, accessed by elements only, and freed in the block that allocates it."""
    type = op.memref.type_as(MemRefType)
    users = op.memref.users
    is_freed = any(isinstance(user, memref.DeallocOp) and user.parent is op.parent for user in users)
    bytes = element_bytes(type.element_type)
    is_small = type.has_static_shape and bytes is not None and prod(type.shape) * bytes <= most_bytes
    return is_freed and is_small and all(isinstance(user, _BY_ELEMENT) for user in users)


def _nest_around(op: Operation) -> loop.ForOp | None:
    """Return the outermost of the loops around an op that follow one another."""
    nest: loop.ForOp | None = None
    while isinstance(op.parent_op, loop.ForOp):
        op = nest = op.parent_op
    return nest


def _only_computes(nest: loop.ForOp) -> bool:
    return all(isinstance(op, _COMPUTES) or only_computes(op) for op in nest.walk())


class PromoteBuffersToStack(Pass):
    """Allocate small buffers of nests that only compute on the stack

    Example: promote-buffers-to-stack
        func.func @twice(%m: memref<4x8xf32>) {
          loop.for %i = 0 to 4 {
            %row = memref.alloc() : memref<8xf32>
            loop.for %j = 0 to 8 {
              %x = loop.load %m[%i, %j] : memref<4x8xf32>
              loop.store %x, %row[%j] : memref<8xf32>
            }
            loop.for %j = 0 to 8 {
              %x = loop.load %row[7 - %j] : memref<8xf32>
              loop.store %x, %m[%i, %j] : memref<4x8xf32>
            }
            memref.dealloc %row : memref<8xf32>
          }
          return
        }
    """

    name = "promote-buffers-to-stack"
    max_alloc_size_in_bytes: int = option("The largest number of bytes of a buffer", default=LARGEST_ON_STACK, least=0)
    promoted = statistic("num-promoted", "Number of buffers that are on the stack")

    def run(self, op: Operation, run: PassRun) -> None:
        if not run.count_changes(self.promoted, promote_buffers(op, self.max_alloc_size_in_bytes)):
            run.mark_idle("no nest that only computes allocates small buffers")
