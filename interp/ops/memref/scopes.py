"""The meaning of `memref.alloca_scope`."""

from __future__ import annotations

from dlc.dialects import memref as dialect
from dlc.interp.semantics import Enter, Kernel, Leave, Machine, RegionRun, semantics
from dlc.ir.operations import Operation


@semantics(dialect.AllocaScopeOp)
def alloca_scope(op: dialect.AllocaScopeOp, machine: Machine) -> Kernel:
    """The region, once; what it has on the stack is freed behind it."""

    def run() -> RegionRun:
        mark = machine.stack_mark()
        leave = yield Enter(op.bodyRegion, ())
        machine.release_stack(mark)
        return leave

    return run


@semantics(dialect.AllocaScopeReturnOp, dialect.AtomicYieldOp)
def leave_region(op: Operation, machine: Machine) -> Kernel:
    """Hand the operands to the op around the region."""
    del machine
    return lambda *values: Leave(op, values)
