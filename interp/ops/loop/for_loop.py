"""The meaning of `loop.for`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.dialects import loop as dialect
from dlc.interp.semantics import Enter, Kernel, Machine, RegionRun, as_results, semantics
from dlc.interp.values import INDEX_MASK

from .affine import map_function


@semantics(dialect.ForOp)
def for_(op: dialect.ForOp, machine: Machine) -> Kernel:
    """The body for each number; what is on the stack is freed behind each."""
    lower, upper, step, body = map_function(op.lower_map), map_function(op.upper_map), op.step_value, op.body_region
    first, second = len(op.lower_operands), len(op.lower_operands) + len(op.upper_operands)

    def run(*operands: Any) -> RegionRun:
        numbers = range(max(lower(operands[:first])), min(upper(operands[first:second])), step)
        carried: Sequence[Any] = operands[second:]
        mark, on_stack = machine.stack_mark(), machine.frame.on_stack
        for number in numbers:
            leave = yield Enter(body, (number & INDEX_MASK, *carried))
            carried = leave.values
            if len(on_stack) > mark:
                machine.release_stack(mark)
        return as_results(carried)

    return run
