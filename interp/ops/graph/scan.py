"""The meaning of `graph.scan`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dlc.dialects import graph as dialect
from dlc.dialects.graph.rules import OpenRules
from dlc.dialects.graph.tensors import shape_of_type
from dlc.interp.errors import Fault
from dlc.interp.semantics import Enter, Machine, RegionRun, as_results, semantics
from dlc.interp.values import Elements, bits_dtype, scalar_width
from dlc.ir import Type
from dlc.ir.builtin_types import TensorType
from dlc.ir.sizes import substitute

from .arrays import check_sizes
from .checks import fault_if_broken
from .control import used_tensor


@semantics(dialect.ScanOp)
def run_scan(op: dialect.ScanOp, machine: Machine) -> Callable[..., RegionRun]:
    """Run the region for each place, and stack what it yields."""
    count = len(op.inits)

    def run(*operands: Any) -> RegionRun:
        carried, sources = list(operands[:count]), operands[count:]
        shapes = [used_tensor(source, "a source").shape for source in sources]
        rules, length = OpenRules(), shapes[0][0]
        op.check_sizes([()] * count + shapes, rules)
        fault_if_broken(rules.open, {})
        places = range(length)[::-1] if op.reverse is not None else range(length)
        columns: list[list[Any]] = [[None] * length for _ in op.stacked]
        for place in places:
            slices = [_slice(source, place) for source in sources]
            left = yield Enter(op.body, [*carried, *slices])
            carried = list(left.values[:count])
            for column, value in zip(columns, left.values[count:], strict=True):
                column[place] = used_tensor(value, "a slice that is stacked")
        stacked = [_stack(column, r.type, machine.sizes) for column, r in zip(columns, op.stacked, strict=True)]
        return as_results([*carried, *stacked])

    return run


def _slice(source: Elements, place: int) -> Elements:
    return Elements(source.bits[place], source.poison[place] if source.poison is not None else None)


def _stack(slices: Sequence[Elements], type: Type, sizes: dict[str, int]) -> Elements:
    """Stack slices along a new leading dimension; if there are none, unknown sizes are 0."""
    assert isinstance(type, TensorType)
    declared = shape_of_type(type)
    if not slices:
        known = [substitute(dim, dict(sizes)) for dim in declared[1:]]
        shape = [dim if isinstance(dim, int) else 0 for dim in known]
        return Elements(np.zeros((0, *shape), bits_dtype(scalar_width(type))))
    for each in slices:
        if each.shape != slices[0].shape:
            raise Fault(f"stacks slices of different shapes: {list(slices[0].shape)} and {list(each.shape)}")
    bits = np.stack([each.bits for each in slices])
    check_sizes(bits.shape, declared, sizes)
    has_poison = any(each.poison is not None for each in slices)
    return Elements(bits, np.stack([each.mask() for each in slices]) if has_poison else None)
