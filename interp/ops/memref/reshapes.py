"""The meaning of `memref`'s reshapes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.dialects import memref as dialect
from dlc.interp.errors import Fault
from dlc.interp.memory import MemRef
from dlc.interp.semantics import Kernel, Machine, semantics
from dlc.interp.values import filled
from dlc.ir.reassociation import groups_of

from .checks import used_memref


@semantics(dialect.ExpandShapeOp)
def expand_shape(op: dialect.ExpandShapeOp, machine: Machine) -> Kernel:
    """Each dimension seen as several."""
    del machine
    groups, static = groups_of(op.reassociation), op.static_output_shape.elements

    def run(source: Any, *operands: Any) -> MemRef:
        memref, sizes = used_memref(source), filled(static, iter(operands))
        strides = [0] * len(sizes)
        for dim, group in enumerate(groups):
            stride = memref.strides[dim]
            for part in reversed(group):
                strides[part] = stride
                stride *= sizes[part]
            if stride != memref.strides[dim] * memref.sizes[dim]:
                raise Fault(f"sees {memref.sizes[dim]} elements as {[sizes[part] for part in group]}")
        return memref.view(sizes, strides, memref.offset)

    return run


@semantics(dialect.CollapseShapeOp)
def collapse_shape(op: dialect.CollapseShapeOp, machine: Machine) -> Kernel:
    """Several dimensions, which must follow one another in memory, seen as one."""
    del machine
    groups = groups_of(op.reassociation)

    def run(source: Any) -> MemRef:
        memref = used_memref(source)
        merged = [merged_layout([(memref.sizes[dim], memref.strides[dim]) for dim in group]) for group in groups]
        return memref.view([size for size, _ in merged], [stride for _, stride in merged], memref.offset)

    return run


def merged_layout(dims: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Size and stride of dimensions seen as one."""
    total, step = 1, 1
    for size, stride in reversed(dims):
        if size != 1:
            if total == 1:
                step = stride
            elif stride != step * total and size and total:
                raise Fault(f"sees sizes and strides {[list(dim) for dim in dims]} as one dimension")
        elif total == 1:
            step = stride if dims[-1] == (size, stride) else step
        total *= size
    return total, step
