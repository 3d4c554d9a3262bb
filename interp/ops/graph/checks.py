"""Rules about sizes that types left open are checked when running, by the op's own shape inference."""

from __future__ import annotations

from typing import Any

from dlc.dialects.graph.bases import Problems, infer_shapes
from dlc.interp.errors import Fault
from dlc.interp.values import Array
from dlc.ir.operations import Operation

from .arrays import ArrayFunction, PerOp, on_arrays


def on_checked_arrays(*kinds: type[Operation]) -> Any:
    """`on_arrays` for ops whose rules about sizes must hold for the sizes that arrays have."""

    def register(function: PerOp) -> PerOp:
        return on_arrays(*kinds)(lambda op: _checked(op, function(op)))

    return register


def _checked(op: Operation, function: ArrayFunction) -> ArrayFunction:
    def run(*arrays: Array) -> Any:
        problems = Problems()
        infer_shapes(op, [array.shape for array in arrays], problems)
        if problems.found:
            raise Fault("; ".join(problems.found))
        return function(*arrays)

    return run
