"""The meaning of `loop.while` and `loop.when`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.dialects import loop as dialect
from dlc.interp.semantics import Enter, Kernel, Machine, RegionRun, as_results, semantics
from dlc.interp.values import used


@semantics(dialect.WhileOp)
def while_(op: dialect.WhileOp, machine: Machine) -> Kernel:
    """The first region, and the second as long as the condition is true."""
    del machine
    before, after = op.before, op.after

    def run(*operands: Any) -> RegionRun:
        carried: Sequence[Any] = operands
        while True:
            leave = yield Enter(before, carried)
            condition, *values = leave.values
            if not used(condition, "the condition of a loop"):
                return as_results(values)
            leave = yield Enter(after, values)
            carried = leave.values

    return run


@semantics(dialect.WhenOp)
def when(op: dialect.WhenOp, machine: Machine) -> Kernel:
    """One of the regions, if it is there."""
    del machine
    then, other = op.then_region, op.else_region

    def run(condition: Any) -> RegionRun:
        chosen = then if used(condition, "the condition of a branch") else other
        if chosen.is_empty:
            return ()
        leave = yield Enter(chosen, ())
        return as_results(leave.values)

    return run
