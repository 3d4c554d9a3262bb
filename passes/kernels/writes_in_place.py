"""Writes in place inside a kernel: an op may overwrite a tensor that the others read in step with it.

The ops of a kernel run one after the other inside the loops that they share (`plan`). One of them may write over
a tensor if each shared iteration reads only what it alone writes, and no op reads it behind the one that writes.
"""

from __future__ import annotations

from dlc.dialects import tensor
from dlc.dialects.tensor.grids import places_of
from dlc.ir import Operation, Value
from dlc.ir.affine import AffineMap

from .plan import KernelPlan


def are_read_in_step(plan: KernelPlan, value: Value, writer: tensor.StructuredOp, number: int) -> bool:
    """Return whether the ops of a kernel read each element of a tensor only until `writer` computes that element of its
    result. The two must have the same sizes."""
    places = shared_places(plan, writer, writer.output_maps[number])
    if set(places.values()) != set(plan.shared):
        return False
    return all(_is_in_step(plan, user, at, writer, places, number) for user, at in value.uses)


def _is_in_step(
    plan: KernelPlan, user: Operation, position: int, writer: tensor.StructuredOp, places: dict[int, int], number: int
) -> bool:
    """Return whether an op reads only elements of its own shared iteration, before they are written."""
    if not tensor.is_structured(user):
        return False
    if type(user) is tensor.FillOp and position >= len(user.inputs):
        return True
    if user not in plan.bound:
        return False
    is_output = position >= len(user.inputs)
    if is_output and not user.uses_output_element(position - len(user.inputs)):
        return True
    if user is writer:
        parallel = all(kind == tensor.PARALLEL for kind in user.iterators)
        return user.maps[position] == user.output_maps[number] and (is_output or parallel)
    if not user.is_before(writer):
        return False
    return shared_places(plan, user, user.maps[position]).items() >= places.items()


def shared_places(plan: KernelPlan, op: tensor.StructuredOp, map: AffineMap) -> dict[int, int]:
    """Return the shared loop of each dimension of an operand that is indexed by one shared loop alone."""
    bound = plan.bound[op]
    return {place: bound[dim] for place, dim in enumerate(places_of(map)) if dim in bound}
