"""The meaning of `memref`'s casts."""

from __future__ import annotations

from dlc.dialects import memref as dialect
from dlc.interp.semantics import Machine, Unary, semantics
from dlc.ir import Operation

from .checks import checked_against, used_memref


@semantics(dialect.CastOp, dialect.MemorySpaceCastOp)
def cast(op: Operation, machine: Machine) -> Unary:
    """The same memref, if it is what the new type says."""
    del machine
    type = op.results[0].type
    return lambda source: checked_against(used_memref(source), type)


@semantics(dialect.AssumeAlignmentOp)
def assume_alignment(op: dialect.AssumeAlignmentOp, machine: Machine) -> Unary:
    """The same memref: where buffers lie is nowhere to be seen."""
    del op, machine
    return lambda source: source
