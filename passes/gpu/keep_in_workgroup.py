"""The pass `gpu-keep-in-workgroup`: the buffers that nests fill are in the memory that the threads of a block share.

                                             %w = memref.alloc() : memref<64x64xf16, workgroup>
    loop.for %s … {                          loop.for %s … {
      %m = memref.alloca() : …         =>      loop.for %j … { … loop.store %x, %w[%j, %k] }
      loop.for %j … {                          compute with %w
        … loop.store %x, %m[%j, %k]          }
      }                                      memref.dealloc %w
      compute with %m

A buffer is allocated once, before the loop whose iterations had one each. Iterations write what they read, since they
had a new buffer, so that they may share one as long as they run one after the other.
"""

from __future__ import annotations

from dlc.dialects import gpu, loop, memref
from dlc.ir import Builder, Value
from dlc.ir.builtin_types import MemRefType
from dlc.passes.loops.transforms.refusals import Refusal

from ..loops.transforms.loop_pass import SingleLoopPass
from ..manager import option, statistic
from .keep_in_registers import check_is_plain, check_is_used_by_element

WHAT = "cannot be kept in workgroup memory"


def filled_by(nest: loop.ForOp) -> Value | None:
    """Return the memref that a nest stores to, or `None` if there is none or several."""
    targets = {op.memref for op in nest.walk() if isinstance(op, loop.StoreOp)}
    return next(iter(targets)) if len(targets) == 1 else None


def keep_in_workgroup(nest: loop.ForOp) -> Value:
    """Move the buffer that a nest fills from the stack to workgroup memory, and return it."""
    filled = filled_by(nest)
    buffer = filled.defining_op if filled is not None else None
    around = nest.parent_op
    if not isinstance(buffer, memref.AllocaOp) or buffer.parent_op is not around:
        raise Refusal(nest, f"{WHAT}: it does not fill one buffer that is on the stack beside it")
    check_is_plain(buffer, WHAT)
    if not isinstance(around, loop.ForOp) or around.results:
        raise Refusal(nest, f"{WHAT}: it is not in a loop that carries no values")
    check_is_used_by_element(buffer, WHAT)
    type = buffer.memref.type_as(MemRefType)
    shared = MemRefType(type.shape, type.element_type, None, gpu.WORKGROUP)
    whole = memref.AllocOp(shared, (), alignment=buffer.alignment)
    Builder.before(around, buffer.location).insert(whole)
    whole.memref.name_hint = buffer.memref.name_hint
    Builder.after(around).insert(memref.DeallocOp(whole.memref))
    buffer.memref.replace_all_uses_with(whole.memref)
    buffer.erase()
    return whole.memref


class GPUKeepInWorkgroup(SingleLoopPass):
    """Keep the buffers that nests fill in workgroup memory

    Each of the named loops is the outermost one of a nest that fills a buffer, inside the loop whose iterations
    allocate it on the stack.

    Example: gpu-keep-in-workgroup{loops=j}
        func.func @twice(%m: memref<4x8xf32>) {
          loop.for %i = 0 to 4 {
            %row = memref.alloca() : memref<8xf32>
            loop.for %j = 0 to 8 {
              %x = loop.load %m[%i, %j] : memref<4x8xf32>
              loop.store %x, %row[%j] : memref<8xf32>
            } {loop.name = "j"}
            loop.for %k = 0 to 8 {
              %x = loop.load %row[7 - %k] : memref<8xf32>
              loop.store %x, %m[%i, %k] : memref<4x8xf32>
            }
          }
          return
        }
    """

    name = "gpu-keep-in-workgroup"
    loops: tuple[str, ...] = option("The names of the loops", default=())
    done = statistic("num-kept", "Number of buffers in workgroup memory")
    refused = statistic("num-refused", "Number of nests whose buffer cannot be")

    def is_candidate(self, op: loop.ForOp) -> bool:
        return False

    def transform(self, op: loop.ForOp) -> object:
        return keep_in_workgroup(op)
