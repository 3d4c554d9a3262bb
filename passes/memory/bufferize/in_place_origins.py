"""The memory that a tensor would be in if every op wrote in place, and so the tensor whose sizes it has.

A carried tensor that a loop's body makes from itself keeps its shape, even a dynamic one: one buffer outside of the
loop will do. In the same way, a conditional whose branches change a tensor from outside can do so in that tensor's
memory.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop, tensor, vector
from dlc.dialects.bufferization import MaterializeInDestinationOp
from dlc.ir import Block, BlockArgument, Operation, OpResult, Value
from dlc.ir.builtin_types import TensorType

DESTINATIONS: dict[type[Operation], int] = {
    tensor.InsertOp: 1,
    vector.TransferWriteOp: 1,
    tensor.InsertSliceOp: 1,
    tensor.ScatterOp: 1,
    tensor.PackOp: 1,
    tensor.UnpackOp: 1,
    MaterializeInDestinationOp: 1,
}
"""The operand that the result is a new version of."""


class Origins:
    """The loops and conditionals among the ops of a function, which are passed in program order."""

    def __init__(self, ops: Sequence[Operation]) -> None:
        self.kept: set[tuple[Operation, int]] = set()
        """Carried values of loops, by position, and results of conditionals that keep the shape they begin with."""
        self.passed_on: dict[tuple[Operation, int], int] = {}
        """For results of a while, the carried value which the first region passes on as this one."""
        self.roots: dict[tuple[Operation, int], Value] = {}
        """For results of a conditional, a tensor from outside that some branch gives, changed or not."""
        for op in reversed(ops):  # inner ones before outer ones
            if type(op) is loop.ForOp:
                self._look_into_for(op)
            elif type(op) is loop.WhileOp:
                self._look_into_while(op)
            elif (type(op) is loop.WhenOp or type(op) is loop.IfOp) and op.results:
                self._look_into_conditional(op)

    def origin(self, value: Value, block: Block | None) -> Value:
        """The tensor that a value is a changed version of, as far back as the ops of a block say."""
        while isinstance(value, OpResult) and value.owner.parent is block:
            place, changed = self.destination_of(value), (value.owner, value.index)
            if place is not None:
                value = value.owner.operands[place]
            elif changed in self.kept and changed in self.roots:  # a conditional
                value = self.roots[changed]
            else:
                break
        return value

    def destination_of(self, value: OpResult) -> int | None:
        """Return the operand of its op that a tensor is a new version of."""
        op = value.owner
        if isinstance(op, (tensor.StructuredOp, tensor.KernelOp)):
            return len(op.inputs) + value.index
        if isinstance(op, loop.ForOp):
            start = len(op.operands) - len(op.iter_inits)
            return start + value.index if self.is_fixed(op, value.index, value) else None
        if isinstance(op, loop.WhileOp):
            place = self.passed_on.get((op, value.index))
            return place if place is not None and self.is_fixed(op, place, value) else None
        if isinstance(op, (loop.WhenOp, loop.IfOp)):
            return None
        return DESTINATIONS.get(type(op))

    def is_fixed(self, op: Operation, position: int, value: Value) -> bool:
        """Return whether a loop-carried value or result has one buffer, whose sizes are known before `op`."""
        type = value.type
        return isinstance(type, TensorType) and (type.has_static_shape or (op, position) in self.kept)

    def _look_into_for(self, op: loop.ForOp) -> None:
        body = op.body
        for position, value in enumerate(op.yielded):
            if isinstance(value.type, TensorType) and self.origin(value, body) is body.args[position + 1]:
                self.kept.add((op, position))

    def _look_into_while(self, op: loop.WhileOp) -> None:
        before, after = op.before_block, op.after_block
        passed: dict[int, int] = {}
        for position, value in enumerate(op.condition.values):
            origin = self.origin(value, before) if isinstance(value.type, TensorType) else None
            if isinstance(origin, BlockArgument) and origin.owner is before and origin.index not in passed:
                passed[origin.index] = position
                self.passed_on[op, position] = origin.index
        last = after.last
        yielded: Sequence[Value] = last.operands if last is not None else ()
        for position, value in enumerate(yielded):
            result = passed.get(position)
            if result is not None and self.origin(value, after) is after.args[result]:
                self.kept.add((op, position))

    def _look_into_conditional(self, op: loop.WhenOp | loop.IfOp) -> None:
        branches = [region.entry for region in op.regions]
        for position, result in enumerate(op.results):
            if not isinstance(result.type, TensorType):
                continue
            origins = [self._outside(branch, position) for branch in branches]
            given = [value for value in origins if value is not None and value.defined_by(tensor.EmptyOp) is None]
            if given:
                self.roots[op, position] = given[0]
                if all(value is given[0] for value in origins):
                    self.kept.add((op, position))

    def _outside(self, branch: Block, position: int) -> Value | None:
        """The tensor from outside that a branch gives, changed or not."""
        value = self.origin(branch.end.operands[position], branch)
        return None if value.parent_block is branch else value
