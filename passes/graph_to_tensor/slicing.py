"""Lowerings of graph ops that take parts of tensors, put tensors together, and pad them."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import graph, tensor
from dlc.dialects.graph.sizes import Dim
from dlc.ir.values import Value

from .lowering import SizeValue, ToTensor, lowers
from .positions import Positions, generate, has_nothing, stated_sizes


@lowers(graph.SliceOp)
def lower_slice(op: graph.SliceOp, to: ToTensor) -> Value:
    """slice -> tensor.extract_slice"""
    source, sizes, at = to.operands[0], to.result_sizes(), Positions(to)
    starts = [to.size_of_dim(start) for start in op.starts.entries]
    if not op.is_speculatable():
        for dim, (start, limit) in enumerate(zip(starts, op.limits.entries, strict=True)):
            whole = to.size(source, dim)
            end = whole if limit is None else to.size_of_dim(limit)
            at.require("sle", 0, start, f"a slice starts in front of dimension {dim}")
            at.require("sle", start, end, f"a slice ends before it starts, along dimension {dim}")
            at.require("sle", end, whole, f"a slice reaches beyond the source, along dimension {dim}")
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
    """Where a part begins that the program chooses: moved to where it fits."""
    at, found = Positions(to), list[SizeValue]()
    for dim, size in enumerate(sizes):
        whole = to.size(source, dim)
        last = 0 if whole is size else at.sub(whole, size)
        at.require("sle", size, whole, f"a part is larger than the source, along dimension {dim}")
        found.append(0 if last == 0 else at.clamped(at.index_at(given, [dim], unsigned=unsigned), last))
    return found


@lowers(graph.DynamicSliceOp)
def lower_dynamic_slice(op: graph.DynamicSliceOp, to: ToTensor) -> Value:
    """dynamic_slice -> tensor.extract_slice at clamped offsets"""
    source, starts, *given = to.operands
    sizes = stated_sizes(to, given[0] if op.sizes is not None else None)
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
    made, start = to.empty(sizes), list[SizeValue]([0] * len(sizes))
    if has_nothing(sizes):
        return made
    for number, part in enumerate(to.operands):
        own = to.sizes(part)
        if not op.is_speculatable():
            for other, size in enumerate(own):
                if other != dim:
                    at.require("eq", size, sizes[other], f"operands of a concat differ along dimension {other}")
        if not has_nothing(own):
            made = to.insert(tensor.InsertSliceOp.of(part, made, start, own)).result
            start[dim] = at.add(start[dim], own[dim]) if number + 1 < len(to.operands) else 0
    return made


# -- Padding -----------------------------------------------------------------------------------------------------------


@lowers(graph.PadOp)
def lower_pad(op: graph.PadOp, to: ToTensor) -> Value:
    """pad -> tensor.insert_slice into a tensor of the value; in other modes, generic that reads a computed position"""
    sizes = to.result_sizes()
    if has_nothing(sizes):
        return to.empty(sizes)
    at = Positions(to)
    if not op.is_speculatable():
        _check_padding(op, to, sizes, at)
    low = [to.size_of_dim(number) for number in op.low.entries]
    if op.mode.value != "constant":
        return _read_elsewhere(op.mode.value, to, low, sizes)
    value = at.at(to.operands[1], [])
    if all(_is_natural(entry) for entry in (*op.low.entries, *op.high.entries)):
        return _put_inside(to, to.operands[0], low, sizes, [step + 1 for step in op.interior], value)
    return _cut_and_put_inside(to, _spread(op, to, value), low, sizes, value)


def _is_natural(entry: Dim) -> bool:
    return isinstance(entry, int) and entry >= 0


def _check_padding(op: graph.PadOp, to: ToTensor, sizes: Sequence[SizeValue], at: Positions) -> None:
    for dim, size in enumerate(sizes):
        at.require("sle", 0, size, f"size {dim} of a padded tensor is negative")
        if op.mode.value != "constant" or op.interior.elements[dim]:
            least = 1 if op.interior.elements[dim] else at.minimum(size, 1)
            at.require("sle", least, to.size(to.operands[0], dim), f"there is nothing to fill dimension {dim} from")


def _put_inside(
    to: ToTensor,
    source: Value,
    low: Sequence[SizeValue],
    sizes: Sequence[SizeValue],
    strides: Sequence[int],
    value: Value,
) -> Value:
    """The source in the midst of a tensor that has the value everywhere."""
    around = to.filled(value, sizes)
    own = to.sizes(source)
    if has_nothing(own):
        return around
    return to.insert(tensor.InsertSliceOp.of(source, around, low, own, strides)).result


def _read_elsewhere(mode: str, to: ToTensor, low: Sequence[SizeValue], sizes: Sequence[SizeValue]) -> Value:
    """Each element from where the mode says."""
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
        found: list[SizeValue] = []
        for dim, position in enumerate(places):
            stays = low[dim] == 0 and sizes[dim] == to.size(source, dim)
            found.append(position if stays else place(at, dim, at.sub(position, low[dim])))
        return at.at(source, found)

    return generate(to, sizes, element)


def _spread(op: graph.PadOp, to: ToTensor, value: Value) -> Value:
    """The source with the value between its elements."""
    source, at = to.operands[0], Positions(to)
    if not any(op.interior):
        return source
    pairs = zip(to.sizes(source), op.interior, strict=True)
    sizes = [at.add(at.mul(at.sub(size, 1), step + 1), 1) for size, step in pairs]
    return _put_inside(to, source, [0] * len(sizes), sizes, [step + 1 for step in op.interior], value)


def _cut_and_put_inside(
    to: ToTensor, source: Value, low: Sequence[SizeValue], sizes: Sequence[SizeValue], value: Value
) -> Value:
    """What is left of the source, in the midst of a tensor that has the value everywhere."""
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
