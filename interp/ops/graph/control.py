"""The meaning of `graph.if` and `graph.while`, and of their terminators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dlc.dialects import graph as dialect
from dlc.interp.errors import Fault
from dlc.interp.semantics import Enter, Kernel, Leave, Machine, RegionRun, as_results, semantics
from dlc.interp.values import POISON, Elements, used


@semantics(dialect.YieldOp, dialect.ConditionOp)
def leave_region(op: dialect.YieldOp | dialect.ConditionOp, machine: Machine) -> Kernel:
    """Hand all operands to the op around."""
    del machine
    return lambda *values: Leave(op, values)


def _is_true(condition: Elements) -> bool:
    return bool(used(used_tensor(condition, "the condition").item(()), "the condition"))


def used_tensor(value: Any, what: str) -> Elements:
    """A tensor that is more than poison."""
    if value is POISON:
        raise Fault(f"depends on poison: {what}")
    return value


@semantics(dialect.IfOp)
def run_branch(op: dialect.IfOp, machine: Machine) -> Callable[[Elements], RegionRun]:
    """Run one of the regions."""
    del machine

    def run(condition: Elements) -> RegionRun:
        left = yield Enter(op.then if _is_true(condition) else op.otherwise, ())
        return as_results(left.values)

    return run


@semantics(dialect.WhileOp)
def run_loop(op: dialect.WhileOp, machine: Machine) -> Callable[..., RegionRun]:
    """Run both regions in turn, as long as the condition is true."""
    del machine

    def run(*inits: Any) -> RegionRun:
        values: Sequence[Any] = inits
        while True:
            left = yield Enter(op.before, values)
            condition, *values = left.values
            if not _is_true(condition):
                return as_results(values)
            left = yield Enter(op.after, values)
            values = left.values

    return run
