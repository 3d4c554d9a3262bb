"""The meaning of `tensor.kernel`."""

from __future__ import annotations

from typing import Any

from dlc.dialects import tensor as dialect
from dlc.interp.memory import MemRef
from dlc.interp.semantics import Enter, Kernel, Machine, RegionRun, semantics
from dlc.interp.values import Elements, positions, scalar_width
from dlc.ir.builtin_types import MemRefType

from .structured import read_if_written


@semantics(dialect.KernelOp)
def kernel(op: dialect.KernelOp, machine: Machine) -> Kernel:
    """The region, once."""
    del machine
    count, types = len(op.inputs), op.operand_types

    def run(*operands: Any) -> RegionRun:
        contents = [_contents(value, type) for value, type in zip(operands, types, strict=True)]
        leave = yield Enter(op.body, contents)
        if op.results:
            return leave
        for target, value in zip(operands[count:], leave.values, strict=True):
            for position, item in zip(positions(*target.sizes), value.items(), strict=True):
                target.store(position, item)
        return ()

    return run


def _contents(value: Any, type: Any) -> Any:
    """A tensor with what a memref holds; memory that was never written holds nothing that anybody may use."""
    if not isinstance(value, MemRef) or not isinstance(type, MemRefType):
        return value
    items = [read_if_written(value, position) for position in positions(*value.sizes)]
    return Elements.of(items, value.sizes, scalar_width(type))
