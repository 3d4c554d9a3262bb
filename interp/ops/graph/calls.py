"""The meaning of `graph.call`."""

from __future__ import annotations

from typing import Any

from dlc.dialects import graph as dialect
from dlc.interp.semantics import Enter, Kernel, Machine, semantics


@semantics(dialect.CallOp)
def call(op: dialect.CallOp, machine: Machine) -> Kernel:
    """Run the callee with the arguments, whose sizes its names stand for."""
    function = machine.symbol(op, op.callee)

    def run(*args: Any) -> Any:
        answer = machine.enter_function(function, args)
        return answer if isinstance(answer, Enter) or len(op.results) != 1 else answer[0]

    return run
