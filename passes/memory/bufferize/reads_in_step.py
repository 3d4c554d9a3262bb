"""Operands that an op reads in step with its writes: an element only at the moment when it is written.

A structured op whose loops are all parallel reads and writes one element of each operand at each point of its grid. It
may write over an operand that has the output's map. In a kernel there are several ops (`kernels/writes_in_place`). The
memory that is written over must have the sizes of the output, too: types that leave them open do not say so.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import tensor
from dlc.dialects.tensor.grids import Grid
from dlc.ir import Operation, OpResult, Value
from dlc.ir.builtin_types import DYNAMIC
from dlc.passes.kernels.plan import KernelPlan, plan_of_block
from dlc.passes.kernels.sizes import KernelSizes
from dlc.passes.kernels.writes_in_place import are_read_in_step


class Steps:
    """Answers for the ops of one function; plans of kernels are kept."""

    def __init__(self) -> None:
        self._plans: dict[Operation, KernelPlan] = {}
        self._sizes: dict[Operation, KernelSizes] = {}

    def in_step(self, op: Operation, reading: int, writing: int) -> bool:
        """Return whether an op reads each element of an operand only when it writes that element of an output."""
        if tensor.is_structured(op):
            return _is_in_step(op.grid, reading, writing)
        return type(op) is tensor.KernelOp and self._kernel_in_step(op, reading, writing)

    def _kernel_in_step(self, op: tensor.KernelOp, reading: int, writing: int) -> bool:
        entry = op.body.entry
        yielded = op.yielded.operands[writing - len(entry.args)]  # one for each output, which come last
        if type(yielded) is not OpResult or _is_yielded_twice(yielded):
            return False
        writer, argument = yielded.owner, entry.args[reading]
        if not tensor.is_structured(writer) or writer.parent is not entry:
            return False
        grid = writer.grid
        own = [at for user, at in argument.uses if user is writer and at < grid.inputs]
        for position in own:
            if not _is_in_step(grid, position, grid.inputs + yielded.index):
                return False
        is_decided = len(own) == len(argument.uses) and yielded is op.yielded.operands[0]
        if not is_decided and not self._are_read_in_step(op, argument, yielded):
            return False
        return self._have_the_same_sizes(op, argument, entry.args[writing])

    def _are_read_in_step(self, op: tensor.KernelOp, argument: Value, yielded: OpResult) -> bool:
        """The same of all ops of a kernel: it takes a plan to say, but for the op that makes the first result, which
        has all of the shared loops."""
        plan = self._plans.get(op)
        if plan is None:
            plan = self._plans[op] = plan_of_block(op.body.entry)
        writer = yielded.owner
        if not tensor.is_structured(writer) or writer not in plan.bound:
            return False
        return are_read_in_step(plan, argument, writer, yielded.index)

    def _have_the_same_sizes(self, op: tensor.KernelOp, read: Value, written: Value) -> bool:
        if DYNAMIC not in read.shape:
            return read.shape == written.shape
        sizes = self._sizes.get(op)
        if sizes is None:
            sizes = self._sizes[op] = KernelSizes(op)
        return sizes.are_alike(read, written)


def _is_in_step(grid: Grid, reading: int, writing: int) -> bool:
    return grid.maps[reading] == grid.maps[writing] and not grid.reductions


def _is_yielded_twice(value: OpResult) -> bool:
    users: Sequence[Operation] = [user for user, _ in value.uses if type(user) is tensor.YieldOp]
    return len(users) > 1
