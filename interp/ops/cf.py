"""The meaning of `cf`: branches, and an assertion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dlc.dialects import cf
from dlc.ir import DenseElementsAttr, Operation
from dlc.ir.interfaces import Branch

from ..errors import Fault
from ..semantics import Jump, Kernel, Machine, semantics
from ..values import used

Target = Callable[[Sequence[Any]], Jump]


def targets_of(op: Operation) -> list[Target]:
    """Return a function from all operands to the jump, for each successor."""
    branch = Branch.of(op)
    assert branch is not None
    targets: list[Target] = []
    for index, block in enumerate(op.successors):
        start = branch.successor_operand_start(op, index)
        end = start + len(branch.successor_operands(op, index))
        targets.append(lambda values, block=block, start=start, end=end: Jump(block, values[start:end]))
    return targets


@semantics(cf.BranchOp)
def branch(op: cf.BranchOp, machine: Machine) -> Kernel:
    """Go to the one successor."""
    del machine
    [target] = targets_of(op)
    return lambda *values: target(values)


@semantics(cf.CondBranchOp)
def conditional_branch(op: cf.CondBranchOp, machine: Machine) -> Kernel:
    """Go to the first successor where the condition is true, else to the second."""
    del machine
    on_true, on_false = targets_of(op)
    return lambda *values: (on_true if used(values[0], "the condition of a branch") else on_false)(values)


@semantics(cf.SwitchOp)
def switch(op: cf.SwitchOp, machine: Machine) -> Kernel:
    """Go to the successor whose value the flag has, or to the first, which is the default."""
    del machine
    default, *targets = targets_of(op)
    listed = op.case_values
    keys = listed.bits() if isinstance(listed, DenseElementsAttr) else []
    cases = dict(zip(keys, targets, strict=True))
    return lambda *values: cases.get(used(values[0], "the flag of a switch"), default)(values)


@semantics(cf.AssertOp)
def check(op: cf.AssertOp, machine: Machine) -> Kernel:
    """Stop the program, with the message, unless the condition is true."""
    del machine

    def run(condition: Any) -> None:
        if not used(condition, "the condition of an assertion"):
            raise Fault(f"assertion failed: {op.msg.value}")

    return run
