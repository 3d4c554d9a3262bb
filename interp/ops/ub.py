"""The meaning of `ub`: poison, and a place that is never reached."""

from __future__ import annotations

from dlc.dialects import ub
from dlc.ir.builtin_types import ShapedType

from ..errors import Fault
from ..semantics import Kernel, Machine, Nullary, semantics
from ..values import POISON, Elements, is_vector_like, run_shape, scalar_width


@semantics(ub.PoisonOp)
def poison(op: ub.PoisonOp, machine: Machine) -> Nullary:
    """Poison, in every element; of a tensor whose sizes are not known, instead of the tensor."""
    type = op.result.type
    if isinstance(type, ShapedType) and is_vector_like(type) and type.has_static_shape:
        value = Elements.splat(POISON, run_shape(type, machine.vscale), scalar_width(type))
        return lambda: value
    return lambda: POISON


@semantics(ub.UnreachableOp)
def unreachable(op: ub.UnreachableOp, machine: Machine) -> Kernel:
    """Nothing: it is undefined behaviour to come here."""
    del op, machine

    def run() -> None:
        raise Fault("is reached")

    return run
