"""The meaning of `func`: calls, returns, and functions as values, which are the functions' ops."""

from __future__ import annotations

from typing import Any

from dlc.dialects.func import CallIndirectOp, CallOp, ConstantOp, ReturnOp
from dlc.ir import Operation

from ..errors import Fault
from ..semantics import Enter, Kernel, Leave, Machine, Nullary, semantics
from ..values import POISON


@semantics(ReturnOp)
def leave_function(op: ReturnOp, machine: Machine) -> Kernel:
    """Hand the operands to the caller."""
    del machine
    return lambda *values: Leave(op, values)


@semantics(CallOp)
def call(op: CallOp, machine: Machine) -> Kernel:
    """Run the callee with the arguments."""
    function = machine.symbol(op, op.callee)
    return lambda *args: _results(op, machine.enter_function(function, args))


@semantics(CallIndirectOp)
def call_value(op: CallIndirectOp, machine: Machine) -> Kernel:
    """Run the function that the first operand is."""

    def run(function: Any, *args: Any) -> Any:
        if function is POISON or not isinstance(function, Operation):
            raise Fault("depends on poison: the callee")
        return _results(op, machine.enter_function(function, args))

    return run


def _results(op: Operation, answer: Any) -> Any:
    """Return the kernel's answer to a call: the request to enter, or an external function's results."""
    return answer if isinstance(answer, Enter) or len(op.results) != 1 else answer[0]


@semantics(ConstantOp)
def function_value(op: ConstantOp, machine: Machine) -> Nullary:
    """The function itself."""
    function = machine.symbol(op, op.value)
    return lambda: function
