"""The meaning of `index`: that of the counterparts in `arith`."""

from __future__ import annotations

from dlc.dialects import index

from ..semantics import Kernel, Machine, find_semantics, semantics


@semantics(*index.ARITHMETIC)
def as_in_arith(op: index.ArithmeticOp, machine: Machine) -> Kernel:
    """Return the meaning of the counterpart."""
    with index.as_in_arith(op) as counterpart:
        prepare = find_semantics(type(counterpart))
        assert prepare is not None, "all of arith has a meaning"
        return prepare(counterpart, machine)
