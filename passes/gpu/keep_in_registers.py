"""The pass `gpu-keep-in-registers`: the buffers of a block are private to its threads.

    loop.for %i … {                                   loop.for %i … {
      %m = memref.alloca() : memref<64x64xf32>    =>    %m = memref.alloca() : memref<64x64xf32, private>

Each thread then keeps the elements that only it touches, in registers. Whether that is so is known when all loops that
use a buffer are divided among threads: `loop-to-gpu` checks it.
"""

from __future__ import annotations

from dlc.dialects import gpu, loop, memref
from dlc.ir.builtin_types import MemRefType
from dlc.passes.loops.transforms.refusals import Refusal

from ..loops.transforms.loop_pass import SingleLoopPass
from ..manager import option, statistic

WHAT = "cannot be kept in registers"


def check_is_plain(op: memref.AllocaOp, what: str) -> None:
    """Refuse a buffer of unknown size, or in other than plain memory; `what` is what cannot be done then."""
    type = op.memref.type_as(MemRefType)
    if type.memory_space is not None or type.layout is not None or not type.has_static_shape:
        raise Refusal(op, f"{what}: it must have a known size, row by row in plain memory, but got '{type}'")


def check_is_used_by_element(op: memref.AllocaOp, what: str) -> None:
    """Refuse a buffer that is used in another way than by loading and storing elements."""
    user = next((user for user in op.memref.users if not isinstance(user, (loop.LoadOp, loop.StoreOp))), None)
    if user is not None:
        raise Refusal(user, f"{what}: it uses a buffer, but no element of it", [(op.location, "this is the buffer")])


def keep_in_registers(nest: loop.ForOp) -> int:
    """Move the buffers that iterations of a loop allocate on the stack to private memory, and return their number."""
    buffers = [op for op in nest.walk() if isinstance(op, memref.AllocaOp)]
    for op in buffers:
        check_is_plain(op, WHAT)
        check_is_used_by_element(op, WHAT)
    for op in buffers:
        type = op.memref.type_as(MemRefType)
        op.memref.type = MemRefType(type.shape, type.element_type, None, gpu.PRIVATE)
    return len(buffers)


class GPUKeepInRegisters(SingleLoopPass):
    """Keep the buffers of a block in the registers of its threads

    Buffers are those that iterations of the named loops allocate on the stack.

    Example: gpu-keep-in-registers{loops=i}
        func.func @twice(%m: memref<4x8xf32>) {
          loop.for %i = 0 to 4 {
            %row = memref.alloca() : memref<8xf32>
            loop.for %j = 0 to 8 {
              %x = loop.load %m[%i, %j] : memref<4x8xf32>
              loop.store %x, %row[%j] : memref<8xf32>
            }
          } {loop.name = "i"}
          return
        }
    """

    name = "gpu-keep-in-registers"
    loops: tuple[str, ...] = option("The names of the loops", default=())
    done = statistic("num-kept", "Number of loops whose buffers are private")
    refused = statistic("num-refused", "Number of loops whose buffers cannot be")

    def transform(self, op: loop.ForOp) -> object:
        return keep_in_registers(op)
