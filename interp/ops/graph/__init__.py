"""The meaning of `graph`: constants, and where the rest is."""

from __future__ import annotations

from dlc.dialects import graph as dialect
from dlc.interp.semantics import Machine, Nullary, semantics
from dlc.interp.values import constant

from . import (
    activations as activations,
    arithmetic as arithmetic,
    attention as attention,
    casts as casts,
    comparison as comparison,
    contraction as contraction,
    control as control,
    convolution as convolution,
    functions as functions,
    indexing as indexing,
    movement as movement,
    normalization as normalization,
    pooling as pooling,
    random as random,
    reduction as reduction,
    resize as resize,
    slicing as slicing,
    sorting as sorting,
)


@semantics(dialect.ConstantOp)
def make_constant(op: dialect.ConstantOp, machine: Machine) -> Nullary:
    """The elements."""
    value = constant(op.value, op.result.type, machine.vscale)
    return lambda: value
