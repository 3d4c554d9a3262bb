"""The pass `gpu-report-asserts`: kernels write down which assertion failed, and the host reads it after the launch.

    gpu.launch … {                           %status = memref.alloc() : memref<1xi32>
      cf.assert %ok, "…"                     memref.store %zero, %status[%c0]
      …                                      gpu.launch … {
    }                                 =>       loop.when %fails { memref.atomic_rmw maxs %one, %status[%c0] }
                                               …
                                             }
                                             %failed = memref.load %status[%c0]
                                             cf.assert (%failed != 1), "…"

So the kernel ends like any other, and the device can be used afterwards. The host waits for kernels with assertions.
"""

from __future__ import annotations

from dlc.dialects import arith, cf, gpu, loop, memref
from dlc.ir import Builder, Operation, Value
from dlc.ir.builtin_attributes import int_attr
from dlc.ir.builtin_types import MemRefType, i1, i32, i64, index

from ..manager import Pass, PassRun, statistic

STATUS = MemRefType((1,), i32)


def report_asserts(launch: gpu.LaunchOp) -> int:
    """Replace the assertions in a launch by ones of the host after it, and return their number."""
    assertions = [op for op in launch.walk() if isinstance(op, cf.AssertOp)]
    if not assertions:
        return 0
    before = Builder.before(launch)
    first = before.insert(arith.ConstantOp.integer(0, index)).result
    status = before.insert(memref.AllocOp(STATUS, ())).memref
    status.name_hint = "status"
    before.insert(memref.StoreOp(_number(before, 0), status, [first]))
    messages = list(dict.fromkeys((op.msg, op.location) for op in assertions))
    for op in assertions:
        _write_down(op, messages.index((op.msg, op.location)) + 1, status, first)
    after = Builder.after(launch)
    failed = after.insert(memref.LoadOp(status, [first])).result
    after.insert(memref.DeallocOp(status))
    for number, (message, location) in enumerate(messages, 1):
        holds = after.insert(arith.CmpIOp.of("ne", failed, _number(after, number))).result
        after.insert(cf.AssertOp(holds, message)).location = location
    return len(assertions)


def _number(builder: Builder, number: int) -> Value:
    return builder.insert(arith.ConstantOp.integer(number)).result


def _write_down(op: cf.AssertOp, number: int, status: Value, first: Value) -> None:
    """Replace an assertion by a note of its number if it does not hold."""
    builder = Builder.before(op)
    always = builder.insert(arith.ConstantOp(int_attr(1, i1))).result
    fails = builder.insert(arith.XOrIOp(op.arg, always)).results[0]
    condition = builder.insert(loop.WhenOp.on(fails, location=op.location))
    inside = Builder.at_end(condition.then_block, op.location)
    kind = int_attr(arith.ATOMIC_KINDS["maxs"], i64)
    inside.insert(memref.AtomicRMWOp(_number(inside, number), status, [first], kind))
    inside.insert(loop.YieldOp.of(()))
    op.erase()


class GPUReportAsserts(Pass):
    """Report failed assertions of kernels by the host

    Example: gpu-report-asserts
        func.func @check(%ok: i1) {
          %c1 = arith.constant 1 : index
          gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
                     threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
            cf.assert %ok, "it does not hold"
            gpu.terminator
          }
          return
        }
    """

    name = "gpu-report-asserts"
    reported = statistic("num-reported", "Number of assertions that the host reports")

    def run(self, op: Operation, run: PassRun) -> None:
        launches = [inner for inner in op.walk() if isinstance(inner, gpu.LaunchOp)]
        if not run.count_changes(self.reported, sum(map(report_asserts, launches))):
            run.mark_idle("no launch has assertions")
