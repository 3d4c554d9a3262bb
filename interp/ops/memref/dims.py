"""The meaning of `memref.dim` and `memref.rank`."""

from __future__ import annotations

from typing import Any

from dlc.dialects import memref as dialect
from dlc.interp.errors import Fault
from dlc.interp.semantics import Kernel, Machine, Unary, semantics
from dlc.interp.values import used_index

from .checks import used_memref


@semantics(dialect.DimOp)
def dim(op: dialect.DimOp, machine: Machine) -> Kernel:
    """The size of a dimension."""
    del op, machine

    def run(source: Any, index: Any) -> int:
        memref, number = used_memref(source), used_index(index)
        if not 0 <= number < memref.rank:
            raise Fault(f"asks for size {number} of a memref of rank {memref.rank}")
        return memref.sizes[number]

    return run


@semantics(dialect.RankOp)
def rank(op: dialect.RankOp, machine: Machine) -> Unary:
    """The number of dimensions."""
    del op, machine
    return lambda source: used_memref(source).rank
