"""The pass `gpu-defer-asserts`: assertions in loops are reported when the kernel that runs them has ended.

    loop.for %i … {                          loop.for %i … {
      cf.assert %ok, "…"              =>       cf.assert %ok, "…" {gpu.deferred}
      store %x, %m[%j]                         loop.when %ok { store %x, %m[%j] }
    }                                        }

So no iteration goes on where its assertion does not hold, and others may. Loops that carry values are left to the host.
"""

from __future__ import annotations

from dlc.dialects import cf, gpu, loop
from dlc.ir import Operation
from dlc.ir.builtin_attributes import UNIT

from ..manager import Pass, PassRun, statistic

_CONDITIONAL = (loop.ForOp, loop.ParallelOp, loop.IfOp, loop.WhenOp)


def defer(op: cf.AssertOp) -> bool:
    """Let the rest of an iteration run only if an assertion holds; return whether that is possible."""
    block, around = op.parent, op.parent_op
    last = block.last if block is not None else None
    is_in_loop = any(isinstance(each, (loop.ForOp, loop.ParallelOp)) for each in op.ancestors)
    if block is None or last is None or last.operands or not isinstance(around, _CONDITIONAL) or not is_in_loop:
        return False
    op.attributes[gpu.DEFERRED] = UNIT
    rest = [each for each in block.ops if op.is_before(each) and each is not last]
    if rest:
        condition = loop.WhenOp.on(op.arg, location=op.location)
        block.insert_before(condition, last)
        for each in rest:
            each.detach()
            condition.then_block.append(each)
        condition.then_block.append(loop.YieldOp.of((), location=op.location))
    return True


class GPUDeferAsserts(Pass):
    """Let loops go on where others of their iterations fail an assertion

    Example: gpu-defer-asserts
        func.func @store(%m: memref<64xf32>, %ok: memref<64xi1>, %x: f32) {
          loop.for %i = 0 to 64 {
            %holds = loop.load %ok[%i] : memref<64xi1>
            cf.assert %holds, "it does not hold"
            loop.store %x, %m[%i] : memref<64xf32>
          }
          return
        }
    """

    name = "gpu-defer-asserts"
    deferred = statistic("num-deferred", "Number of assertions that are reported later")

    def run(self, op: Operation, run: PassRun) -> None:
        assertions = [inner for inner in op.walk() if isinstance(inner, cf.AssertOp)]
        if not run.count_changes(self.deferred, sum(map(defer, assertions))):
            run.mark_idle("there are no assertions in loops that carry nothing")
