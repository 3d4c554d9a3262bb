"""The meaning of `tensor`'s casts."""

from __future__ import annotations

from dlc.dialects import tensor as dialect
from dlc.interp.semantics import Machine, Unary

from .values import checked_tensor, tensor_semantics


@tensor_semantics(dialect.CastOp, dialect.BitcastOp)
def cast(op: dialect.CastOp | dialect.BitcastOp, machine: Machine) -> Unary:
    """The same bits, if the shape is what the new type says."""
    del machine
    type = op.dest.type
    return lambda source: checked_tensor(source, type)
