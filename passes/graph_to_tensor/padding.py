"""Lowering of `graph.pad`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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
    """Return the source with elements around it that are read from other positions, as the mode gives them."""
    own = to.sizes(to.operands[0])
    whole = [_Span(0, size) for size in sizes]
    if not all(isinstance(each, int) and each >= 0 for each in (*low, *own, *sizes)) or has_nothing(own):
        return _read(mode, to, low, whole)
    inside = [_Span(start, size) for start, size in zip(low, own, strict=True)]
    if any(each.start + each.size > size for each, size in zip(inside, sizes, strict=True)):  # type: ignore[operator]
        return _read(mode, to, low, whole)
    ones = [1] * len(sizes)
    result = to.insert(tensor.InsertSliceOp.of(to.operands[0], to.empty(sizes), low, own, ones)).result
    for dim, (middle, size) in enumerate(zip(inside, sizes, strict=True)):
        for span in middle.around(size):
            part = [*inside[:dim], span, *whole[dim + 1 :]]
            elements = _read(mode, to, low, part)
            starts, counts = [each.start for each in part], [each.size for each in part]
            result = to.insert(tensor.InsertSliceOp.of(elements, result, starts, counts, ones)).result
    return result


class _Span(NamedTuple):
    """Positions of the result along a dimension."""

    start: SizeValue
    size: SizeValue

    def around(self, whole: SizeValue) -> list[_Span]:
        """Return the positions before and behind, in so many."""
        assert isinstance(self.start, int)
        assert isinstance(self.size, int)
        assert isinstance(whole, int)
        end = self.start + self.size
        return [each for each in (_Span(0, self.start), _Span(end, whole - end)) if each.size]


def _read(mode: str, to: ToTensor, low: Sequence[SizeValue], part: Sequence[_Span]) -> Value:
    """Return a part of the result, whose elements are read from the positions that the mode gives."""
    source, outside = to.operands[0], Positions(to)
    last = [outside.sub(size, 1) for size in to.sizes(source)]

    def place(at: Positions, dim: int, position: SizeValue) -> SizeValue:
        if mode == "edge":
            return at.clamped(position, last[dim])
        if mode == "wrap":
            return at.rest(position, at.add(last[dim], 1))
        if _turns_once(low[dim], part[dim], last[dim]):
            return at.sub(last[dim], _distance(at, last[dim], _distance(at, position, 0)))
        period = at.maximum(at.mul(last[dim], 2), 1)
        folded = at.rest(position, period)
        return at.minimum(at.minimum(folded, at.sub(period, folded)), last[dim])

    def element(at: Positions, places: list[Value]) -> Value:
        indices: list[SizeValue] = []
        for dim, (position, span) in enumerate(zip(places, part, strict=True)):
            moved = at.sub(at.add(position, span.start), low[dim])
            stays = span == _Span(low[dim], to.size(source, dim))
            indices.append(position if stays else place(at, dim, moved))
        return at.at(source, indices)

    return generate(to, [each.size for each in part], element)


def _turns_once(low: SizeValue, span: _Span, last: SizeValue) -> bool:
    """Return whether reflected positions of a part meet either edge of the source once."""
    if not (isinstance(low, int) and isinstance(span.start, int) and isinstance(span.size, int)):
        return False
    return isinstance(last, int) and low <= last and span.start + span.size - low <= 2 * last + 1


def _distance(at: Positions, a: SizeValue, b: SizeValue) -> SizeValue:
    """Return how far two positions are from one another."""
    return at.maximum(at.sub(a, b), at.sub(b, a))


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
