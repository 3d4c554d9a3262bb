"""The meaning of `tensor.extract` and `tensor.insert`."""

from __future__ import annotations

from typing import Any

from dlc.dialects import tensor as dialect
from dlc.interp.semantics import Kernel, Machine
from dlc.interp.values import Elements, scalar_width

from .values import checked_place, tensor_semantics


@tensor_semantics(dialect.ExtractOp)
def extract(op: dialect.ExtractOp, machine: Machine) -> Kernel:
    """One element."""
    del op, machine

    def run(source: Elements, *indices: Any) -> Any:
        return source.item(checked_place(indices, source.shape))

    return run


@tensor_semantics(dialect.InsertOp)
def insert(op: dialect.InsertOp, machine: Machine) -> Kernel:
    """A copy with another element."""
    del machine
    width = scalar_width(op.result.type)

    def run(value: Any, dest: Elements, *indices: Any) -> Elements:
        return dest.with_items_at(checked_place(indices, dest.shape), Elements.splat(value, (), width))

    return run
