"""The functions that a pass on modules works on."""

from __future__ import annotations

from dlc.dialects.func import FuncOp
from dlc.ir import Operation


def functions_in(module: Operation) -> list[FuncOp]:
    """The functions of a module and of the modules inside it, in order. What is inside functions is not walked."""
    return [op for op in module.walk(_may_hold_functions) if type(op) is FuncOp]


def _may_hold_functions(op: Operation) -> bool:
    return type(op) is not FuncOp
