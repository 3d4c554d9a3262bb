"""The meaning of `loop.apply`, `loop.min` and `loop.max`."""

from __future__ import annotations

from dlc.dialects import loop as dialect
from dlc.interp.semantics import Kernel, Machine, semantics
from dlc.interp.values import INDEX_MASK

from .affine import map_function


@semantics(dialect.ApplyOp)
def apply(op: dialect.ApplyOp, machine: Machine) -> Kernel:
    """The result of the map."""
    del machine
    function = map_function(op.affine_map)
    return lambda *operands: function(operands)[0] & INDEX_MASK


@semantics(dialect.MinOp)
def least(op: dialect.MinOp, machine: Machine) -> Kernel:
    """The least result of the map."""
    del machine
    function = map_function(op.affine_map)
    return lambda *operands: min(function(operands)) & INDEX_MASK


@semantics(dialect.MaxOp)
def greatest(op: dialect.MaxOp, machine: Machine) -> Kernel:
    """The greatest result of the map."""
    del machine
    function = map_function(op.affine_map)
    return lambda *operands: max(function(operands)) & INDEX_MASK
