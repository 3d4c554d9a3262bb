"""The meaning of `graph.constant`."""

from __future__ import annotations

from dlc.dialects import graph as dialect
from dlc.interp.semantics import Machine, Nullary, semantics
from dlc.interp.values import constant


@semantics(dialect.ConstantOp)
def make_constant(op: dialect.ConstantOp, machine: Machine) -> Nullary:
    """The elements."""
    value = constant(op.value, op.result.type, machine.vscale)
    return lambda: value
