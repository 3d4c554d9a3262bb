"""Which operands an op reads in step with what it writes: an element only at the moment when it is written.

A structured op whose loops are all parallel reads and writes one element of each operand at each point of its grid. It
may write over an operand that has the output's map. A kernel runs its ops one after the other inside the loops that
they share (`kernel_plan`). There, an operand may be overwritten if each shared iteration reads only what it alone
writes, and no op reads it behind the one that writes.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import tensor
from dlc.ir.affine.expr import AffineDimExpr
from dlc.ir.affine.map import AffineMap
from dlc.ir.operations import Operation
from dlc.ir.values import OpResult

from ..kernel_plan import KernelPlan, plan_of_block


class Steps:
    """Answers for the ops of one function; plans of kernels are kept."""

    def __init__(self) -> None:
        self._plans: dict[Operation, KernelPlan] = {}

    def in_step(self, op: Operation, reading: int, writing: int) -> bool:
        """Whether an op reads an operand only where it writes an output at the same moment."""
        if isinstance(op, tensor.StructuredOp):
            maps = op.maps
            return maps[reading] == maps[writing] and all(kind == tensor.PARALLEL for kind in op.iterators)
        return isinstance(op, tensor.KernelOp) and self._kernel_in_step(op, reading, writing)

    def _kernel_in_step(self, op: tensor.KernelOp, reading: int, writing: int) -> bool:
        plan = self._plans.get(op)
        if plan is None:
            plan = self._plans[op] = plan_of_block(op.body.entry)
        made = op.yielded.operands[writing - len(op.inputs)]
        if not isinstance(made, OpResult) or _is_yielded_twice(made):
            return False
        writer = made.owner
        if not isinstance(writer, tensor.StructuredOp) or writer not in plan.bound:
            return False
        places = _shared_places(plan, writer, writer.output_maps[made.index])
        if set(places.values()) != set(plan.shared):
            return False
        return all(
            self._use_is_in_step(plan, user, position, writer, places, made.index)
            for user, position in op.body.entry.args[reading].uses
        )

    def _use_is_in_step(
        self,
        plan: KernelPlan,
        user: Operation,
        position: int,
        writer: tensor.StructuredOp,
        places: dict[int, int],
        number: int,
    ) -> bool:
        """Whether one op inside reads only what its own shared iteration writes, and before that."""
        if isinstance(user, tensor.FillOp) and position >= len(user.inputs):
            return True
        if not isinstance(user, tensor.StructuredOp) or user not in plan.bound:
            return False
        is_output = position >= len(user.inputs)
        if is_output and not user.uses_output_element(position - len(user.inputs)):
            return True
        if user is writer:
            parallel = all(kind == tensor.PARALLEL for kind in user.iterators)
            return user.maps[position] == user.output_maps[number] and (is_output or parallel)
        if not user.is_before(writer):
            return False
        return _shared_places(plan, user, user.maps[position]).items() >= places.items()


def _shared_places(plan: KernelPlan, op: tensor.StructuredOp, map: AffineMap) -> dict[int, int]:
    """For dimensions of an operand that are indexed by a shared loop alone: which one."""
    bound = plan.bound[op]
    found: dict[int, int] = {}
    for place, expr in enumerate(map.results):
        if isinstance(expr, AffineDimExpr) and expr.position in bound:
            found[place] = bound[expr.position]
    return found


def _is_yielded_twice(value: OpResult) -> bool:
    users: Sequence[Operation] = [user for user, _ in value.uses if isinstance(user, tensor.YieldOp)]
    return len(users) > 1
