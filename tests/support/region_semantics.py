"""The semantics of the ops of `region_ops`, and constants. The interpreter runs them once this is imported."""

from __future__ import annotations

from typing import Any

from dlc.interp.semantics import Enter, Kernel, Leave, Machine, RegionRun, semantics
from dlc.interp.values import constant, used, used_index

from .region_ops import ConditionOp, ForOp, IfOp, RepeatOp, WhileOp, YieldOp
from .test_dialect import ConstOp

MEANT = (ConstOp, IfOp, ForOp, RepeatOp, WhileOp, YieldOp, ConditionOp)
"""The kinds of ops that have a meaning here."""


@semantics(ConstOp)
def give_constant(op: ConstOp, machine: Machine) -> Kernel:
    """The constant."""
    del machine
    value = constant(op.value, op.result.type)
    return lambda: value


@semantics(YieldOp, ConditionOp)
def leave(op: Any, machine: Machine) -> Kernel:
    """Hand the operands to the op around the region."""
    del machine
    return lambda *values: Leave(op, values)


@semantics(IfOp)
def run_one(op: IfOp, machine: Machine) -> Kernel:
    """The first region, or the second."""
    del machine

    def run(condition: Any) -> RegionRun:
        region = op.then if used(condition, "a condition") else op.otherwise
        if region.is_empty:
            return []
        left = yield Enter(region, ())
        return _given(left.values)

    return run


@semantics(ForOp)
def run_for(op: ForOp, machine: Machine) -> Kernel:
    """The region, as often as the count says."""
    del machine

    def run(count: Any, *carried: Any) -> RegionRun:
        values: Any = carried
        for index in range(used_index(count)):
            left = yield Enter(op.body, (index, *values))
            values = left.values
        return _given(values)

    return run


@semantics(RepeatOp)
def run_repeat(op: RepeatOp, machine: Machine) -> Kernel:
    """The region, as often as a property says."""
    del machine

    def run(*carried: Any) -> RegionRun:
        values: Any = carried
        for _ in range(op.times.value):
            left = yield Enter(op.body, values)
            values = left.values
        return _given(values)

    return run


@semantics(WhileOp)
def run_while(op: WhileOp, machine: Machine) -> Kernel:
    """Both regions in turn, until the first says that it is enough."""
    del machine

    def run(*carried: Any) -> RegionRun:
        values: Any = carried
        while True:
            left = yield Enter(op.before, values)
            condition, *values = left.values
            if not used(condition, "a condition"):
                return _given(values)
            left = yield Enter(op.after, values)
            values = left.values

    return run


def _given(values: Any) -> Any:
    """Results, as kernels return them."""
    return values[0] if len(values) == 1 else list(values) if values else None
