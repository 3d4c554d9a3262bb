"""The meaning of `vector.contract`."""

from __future__ import annotations

import itertools
from typing import Any

from dlc.dialects import vector as dialect
from dlc.interp.combining import combination
from dlc.interp.semantics import Kernel, Machine, semantics
from dlc.interp.values import Elements, positions
from dlc.ir.builtin_attributes import AffineMapAttr

from .arithmetic import active, from_groups, widening
from .values import as_elements


@semantics(dialect.ContractionOp)
def contract(op: dialect.ContractionOp, machine: Machine) -> Kernel:
    """Products, combined along the loops that the accumulator has not."""
    maps = [attr.value for attr in op.indexing_maps if isinstance(attr, AffineMapAttr)]
    dims = [[part.dim_position(result) for result in range(part.num_results)] for part in maps]
    type, source = op.result.type, op.lhs.type
    combine, widen = combination(op.kind.value, type), widening(source, type)
    product = combination("mul", type)
    count = maps[0].num_dims

    def run(lhs: Elements, rhs: Elements, accumulator: Any) -> Any:
        start, is_active = as_elements(accumulator, type), active(machine)
        groups = {position: start.item(position) for position in positions(*start.shape)}
        sizes = [0] * count
        for operand, used in ((lhs, dims[0]), (rhs, dims[1]), (start, dims[2])):
            for dim, size in zip(used, operand.shape, strict=True):
                sizes[dim] = size
        for loops in itertools.product(*map(range, sizes)):
            if not is_active(loops):
                continue
            a, b, at = (tuple(loops[dim] for dim in used) for used in dims)
            groups[at] = combine(groups[at], product(widen(lhs.item(a)), widen(rhs.item(b))))
        return from_groups(groups, start.shape, type)

    return run
