"""Estimates of the work of a program, in additions of two values in registers.

They only decide whether a loop is worth sharing. Unknown trip counts are estimated as for schedules (`LIKELY` of
`loops/analysis/workloads`).
"""

from __future__ import annotations

from collections.abc import Callable

from dlc.dialects import loop, memref
from dlc.dialects.func import CallOp
from dlc.ir import Operation
from dlc.ir.builtin_types import DYNAMIC, MemRefType, ShapedType
from dlc.ir.interfaces import Call
from dlc.ir.traits import ConstantLike

from ..loops.analysis.workloads import LIKELY
from ..loops.schedules.machine import machine_for
from ..loops.transforms.refusals import Refusal
from ..manager import PassRun

DIVISION = 8
FUNCTION = 16
"""The work of a function of floats, such as `exp`."""
CALL = 1000
"""The work of a call of a function that is not looked into."""
GRAIN = 16384
"""The work that is worth a thread."""
UNKNOWN_ELEMENTS = 1000
_FREE = (loop.YieldOp, loop.ApplyOp, memref.GetGlobalOp)
_DIVIDING = ("div", "rem", "sqrt")


def threads_of(module: Operation, run: PassRun) -> int | None:
    """Return how many threads the machine of a module has, if there are several; otherwise the pass has nothing to do.

    A machine that is described wrongly is reported.
    """
    try:
        threads = machine_for(module).cores
    except Refusal as refusal:
        refusal.report(run)
        return None
    if threads < 2:
        run.mark_idle("the machine has one core")
        return None
    return threads


def work_of(root: Operation, of_call: Callable[[CallOp], int] | None = None) -> int:
    """Return the work of running the regions of an op once; `of_call` returns that of a call, if it is known."""
    times: dict[Operation, int] = {root: 1}
    total = 0
    for op in root.walk():
        if op is root:
            continue
        parent = op.parent_op
        runs = times[parent] if parent is not None else 1
        if op.regions:
            times[op] = runs * iterations_of(op)
        total += runs * (of_call(op) if of_call is not None and isinstance(op, CallOp) else _cost(op))
    return total


def iterations_of(op: Operation) -> int:
    """Return the estimated number of times that the regions of an op run."""
    if isinstance(op, loop.ForOp):
        trips = op.constant_trip_count()
        return LIKELY if trips is None else trips
    if isinstance(op, loop.ParallelOp):
        count = 1
        for trips in op.constant_trip_counts():
            count *= LIKELY if trips is None else trips
        return count
    return LIKELY if isinstance(op, loop.WhileOp) else 1


def _cost(op: Operation) -> int:
    if op.regions or isinstance(op, _FREE) or ConstantLike in op.traits:
        return 0
    if Call.of(op) is not None:
        return CALL
    if isinstance(op, memref.CopyOp):
        return _elements(op.source.type)
    dialect, _, name = op.name.partition(".")
    if dialect == "math" and name not in ("fma", "absf", "absi"):
        return FUNCTION
    return DIVISION if any(word in name for word in _DIVIDING) else 1


def _elements(type: object) -> int:
    is_known = isinstance(type, (MemRefType, ShapedType)) and DYNAMIC not in type.shape
    return type.num_elements if is_known else UNKNOWN_ELEMENTS  # type: ignore[attr-defined]
