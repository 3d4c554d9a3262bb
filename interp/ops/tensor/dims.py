"""The meaning of `tensor.dim` and `tensor.rank`."""

from __future__ import annotations

from typing import Any

from dlc.dialects import tensor as dialect
from dlc.interp.errors import Fault
from dlc.interp.semantics import Kernel, Machine, Unary
from dlc.interp.values import Elements, used_index

from .values import tensor_semantics


@tensor_semantics(dialect.DimOp)
def dim(op: dialect.DimOp, machine: Machine) -> Kernel:
    """The size of a dimension."""
    del op, machine

    def run(source: Elements, index: Any) -> int:
        number = used_index(index)
        if not 0 <= number < len(source.shape):
            raise Fault(f"asks for size {number} of a tensor of rank {len(source.shape)}")
        return source.shape[number]

    return run


@tensor_semantics(dialect.RankOp)
def rank(op: dialect.RankOp, machine: Machine) -> Unary:
    """The number of dimensions."""
    del op, machine
    return lambda source: len(source.shape)
