"""The meaning of `tensor.pad`."""

from __future__ import annotations

from typing import Any

from dlc.dialects import tensor as dialect
from dlc.dialects.tensor.constraints import tensor_type
from dlc.interp.errors import Fault
from dlc.interp.semantics import Enter, Kernel, Machine, RegionRun
from dlc.interp.values import (
    Elements,
    checked_sizes,
    filled,
    positions,
    scalar_width,
)

from .values import checked_tensor, tensor_semantics


@tensor_semantics(dialect.PadOp)
def pad(op: dialect.PadOp, machine: Machine) -> Kernel:
    """The source, with what the region computes around it; the region runs for places outside the source only."""
    del machine
    type = tensor_type(op.result)
    width = scalar_width(type)
    statics = op.static_low.elements, op.static_high.elements
    is_uniform = op.padding_value() is not None and all(
        inner is op.body.entry.last or inner.constant_value() is not None for inner in op.body.entry.ops
    )

    def run(source: Elements, *operands: Any) -> RegionRun:
        dynamic = iter(operands)
        low, high = (filled(static, dynamic) for static in statics)
        if any(size < 0 for size in (*low, *high)):
            raise Fault(f"pads by negative sizes: low {low}, high {high}")
        sizes = checked_sizes([a + b + c for a, b, c in zip(low, source.shape, high, strict=True)], width)
        if is_uniform:  # not element by element: images are padded this way
            leave = yield Enter(op.body, [0] * len(sizes))
            inside = tuple(slice(a, a + b) for a, b in zip(low, source.shape, strict=True))
            around = Elements.splat(leave.values[0], sizes, width)
            return checked_tensor(around.with_items_at(inside, source), type)
        items: list[Any] = []
        own = iter(source.items())
        for place in positions(*sizes):
            if all(a <= at < a + b for at, a, b in zip(place, low, source.shape, strict=True)):
                items.append(next(own))
            else:
                leave = yield Enter(op.body, place)
                items.append(leave.values[0])
        return checked_tensor(Elements.of(items, sizes, width), type)

    return run
