"""The meaning of `memref.alloca_scope`."""

from __future__ import annotations

from dlc.dialects import memref as dialect
from dlc.interp.semantics import Enter, Kernel, Leave, Machine, RegionRun, semantics


@semantics(dialect.AllocaScopeOp)
def alloca_scope(op: dialect.AllocaScopeOp, machine: Machine) -> Kernel:
    """The region, once; what it has on the stack is freed behind it."""

    def run() -> RegionRun:
        mark = machine.stack_mark()
        leave = yield Enter(op.bodyRegion, ())
        machine.release_stack(mark)
        return leave

    return run


@semantics(dialect.AllocaScopeReturnOp)
def leave_scope(op: dialect.AllocaScopeReturnOp, machine: Machine) -> Kernel:
    """Forward the operands to the enclosing op."""
    del machine
    return lambda *values: Leave(op, values)
