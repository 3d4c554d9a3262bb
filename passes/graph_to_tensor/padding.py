"""Lowering of `graph.pad`."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import graph, tensor
from dlc.ir import Value

from .lowering import SizeValue, ToTensor, lowers
from .positions import Positions, generate, has_nothing
from .slicing import part_of


@lowers(graph.PadOp)
def lower_pad(op: graph.PadOp, to: ToTensor) -> Value:
    """pad -> tensor.insert_slice into a tensor of the value; in other modes, generic that reads a computed position"""
    sizes = to.result_sizes()
    if has_nothing(sizes):
        return to.empty(sizes)
    low = [to.size_of_dim(number) for number in op.low.entries]
    if op.mode.value != "constant":
        return _read_elsewhere(op.mode.value, to, low, sizes)
    value = Positions(to).at(to.operands[1], [])
    if all(isinstance(entry, int) and entry >= 0 for entry in (*op.low.entries, *op.high.entries)):
        return _put_inside(to, to.operands[0], low, sizes, [step + 1 for step in op.interior], value)
    return _cut_and_put_inside(to, _spread(op, to, value), low, sizes, value)


def _put_inside(
    to: ToTensor,
    source: Value,
    low: Sequence[SizeValue],
    sizes: Sequence[SizeValue],
    strides: Sequence[int],
    value: Value,
) -> Value:
    """Insert the source into a tensor filled with the value."""
    around = to.filled(value, sizes)
    own = to.sizes(source)
    if has_nothing(own):
        return around
    return to.insert(tensor.InsertSliceOp.of(source, around, low, own, strides)).result


def _read_elsewhere(mode: str, to: ToTensor, low: Sequence[SizeValue], sizes: Sequence[SizeValue]) -> Value:
    """Emit a tensor that reads each element from the position that the mode gives."""
    source, outside = to.operands[0], Positions(to)
    last = [outside.sub(size, 1) for size in to.sizes(source)]

    def place(at: Positions, dim: int, position: SizeValue) -> SizeValue:
        if mode == "edge":
            return at.clamped(position, last[dim])
        if mode == "wrap":
            return at.rest(position, at.add(last[dim], 1))
        period = at.maximum(at.mul(last[dim], 2), 1)
        folded = at.rest(position, period)
        return at.minimum(at.minimum(folded, at.sub(period, folded)), last[dim])

    def element(at: Positions, places: list[Value]) -> Value:
        indices: list[SizeValue] = []
        for dim, position in enumerate(places):
            stays = low[dim] == 0 and sizes[dim] == to.size(source, dim)
            indices.append(position if stays else place(at, dim, at.sub(position, low[dim])))
        return at.at(source, indices)

    return generate(to, sizes, element)


def _spread(op: graph.PadOp, to: ToTensor, value: Value) -> Value:
    """Return the source with the value between its elements."""
    source, at = to.operands[0], Positions(to)
    if not any(op.interior):
        return source
    pairs = zip(to.sizes(source), op.interior, strict=True)
    sizes = [at.add(at.mul(at.sub(size, 1), step + 1), 1) for size, step in pairs]
    return _put_inside(to, source, [0] * len(sizes), sizes, [step + 1 for step in op.interior], value)


def _cut_and_put_inside(
    to: ToTensor, source: Value, low: Sequence[SizeValue], sizes: Sequence[SizeValue], value: Value
) -> Value:
    """Insert the part of the source that negative padding leaves into a tensor filled with the value."""
    at = Positions(to)
    starts, counts, offsets = list[SizeValue](), list[SizeValue](), list[SizeValue]()
    for before, size, own in zip(low, sizes, to.sizes(source), strict=True):
        start = at.clamped(at.sub(0, before), own)
        end = at.maximum(at.minimum(at.sub(size, before), own), start)
        starts.append(start)
        counts.append(at.sub(end, start))
        offsets.append(at.clamped(before, at.maximum(at.sub(size, 1), 0)))
    around = to.filled(value, sizes)
    if has_nothing(counts):
        return around
    left = part_of(to, source, starts, counts)
    return to.insert(tensor.InsertSliceOp.of(left, around, offsets, counts)).result
