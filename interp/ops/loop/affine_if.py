"""The meaning of `loop.if`."""

from __future__ import annotations

from typing import Any

from dlc.dialects import loop as dialect
from dlc.interp.semantics import Enter, Kernel, Machine, RegionRun, as_results, semantics

from .affine import set_function


@semantics(dialect.IfOp)
def if_(op: dialect.IfOp, machine: Machine) -> Kernel:
    """One of the regions, if it is there."""
    del machine
    is_inside, then, other = set_function(op.integer_set), op.then_region, op.else_region

    def run(*operands: Any) -> RegionRun:
        chosen = then if is_inside(operands) else other
        if chosen.is_empty:
            return ()
        leave = yield Enter(chosen, ())
        return as_results(leave.values)

    return run
