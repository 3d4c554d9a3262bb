"""Lowerings of slices, their updates and `graph.concat`."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import graph, tensor
from dlc.ir import Value

from .lowering import SizeValue, ToTensor, lowers
from .positions import Positions, has_nothing


@lowers(graph.SliceOp)
def lower_slice(op: graph.SliceOp, to: ToTensor) -> Value:
    """slice -> tensor.extract_slice"""
    source, sizes = to.operands[0], to.result_sizes()
    starts = [to.size_of_dim(start) for start in op.starts.entries]
    return part_of(to, source, starts, sizes, op.strides.elements)


def part_of(
    to: ToTensor,
    source: Value,
    starts: Sequence[SizeValue],
    sizes: Sequence[SizeValue],
    strides: Sequence[int] | None = None,
) -> Value:
    """A part of a tensor. One without elements is not taken from anywhere: it may begin behind the last one."""
    if has_nothing(sizes):
        return to.empty(sizes)
    offsets = [
        _start_inside(to, source, dim, start, size) for dim, (start, size) in enumerate(zip(starts, sizes, strict=True))
    ]
    return to.insert(tensor.ExtractSliceOp.of(source, offsets, sizes, strides)).result


def _start_inside(to: ToTensor, source: Value, dim: int, start: SizeValue, size: SizeValue) -> SizeValue:
    """A start, moved to the last element if there may be no elements to take."""
    if isinstance(size, int) or start == 0:
        return start
    at = Positions(to)
    return at.minimum(start, at.maximum(at.sub(to.size(source, dim), 1), 0))


def _window_starts(
    to: ToTensor, given: Value, source: Value, sizes: Sequence[SizeValue], *, unsigned: bool
) -> list[SizeValue]:
    """Return the start of a dynamic slice, moved to a position at which the slice fits."""
    at, starts = Positions(to), list[SizeValue]()
    for dim, size in enumerate(sizes):
        whole = to.size(source, dim)
        last = 0 if whole is size else at.sub(whole, size)
        start = 0 if last == 0 else at.index_at(given, [dim], unsigned=unsigned)
        starts.append(start if last == 0 else at.clamped(start, last, unsigned=unsigned))
    return starts


@lowers(graph.DynamicSliceOp)
def lower_dynamic_slice(op: graph.DynamicSliceOp, to: ToTensor) -> Value:
    """dynamic_slice -> tensor.extract_slice at clamped offsets"""
    del op
    source, starts = to.operands[:2]
    sizes = to.result_sizes()
    offsets = _window_starts(to, starts, source, sizes, unsigned=to.is_unsigned(1))
    return part_of(to, source, offsets, sizes)


@lowers(graph.DynamicUpdateSliceOp)
def lower_dynamic_update_slice(op: graph.DynamicUpdateSliceOp, to: ToTensor) -> Value:
    """dynamic_update_slice -> tensor.insert_slice at clamped offsets"""
    del op
    source, update, starts = to.operands
    sizes = to.sizes(update)
    if has_nothing(sizes):
        return source
    offsets = _window_starts(to, starts, source, sizes, unsigned=to.is_unsigned(2))
    return to.insert(tensor.InsertSliceOp.of(update, source, offsets, sizes)).result


@lowers(graph.ConcatOp)
def lower_concat(op: graph.ConcatOp, to: ToTensor) -> Value:
    """concat -> tensor.insert_slice of each operand into an empty tensor"""
    sizes, dim, at = to.result_sizes(), op.dim.value, Positions(to)
    joined, start = to.empty(sizes), list[SizeValue]([0] * len(sizes))
    if has_nothing(sizes):
        return joined
    for number, part in enumerate(to.operands):
        own = to.sizes(part)
        if not has_nothing(own):
            joined = to.insert(tensor.InsertSliceOp.of(part, joined, start, own)).result
            start[dim] = at.add(start[dim], own[dim]) if number + 1 < len(to.operands) else 0
    return joined
