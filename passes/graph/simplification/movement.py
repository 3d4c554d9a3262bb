"""Elements that are repeated, taken apart, put together and padded: less of it, or later."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import prod
from typing import Any

from dlc.dialects import graph
from dlc.dialects.graph.size_lists import SizesAttr
from dlc.dialects.graph.slicing import takes_all
from dlc.dialects.graph.slicing_patterns import constant_indices
from dlc.dialects.graph.splats import is_splat_of, known_splat, largest, smallest, splat
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of, with_element
from dlc.dialects.graph.windows import WindowOp, listed
from dlc.ir import Operation, Value
from dlc.ir.builtin_attributes import UNIT, i64_array
from dlc.ir.patterns import Match, Pattern, Rewriter, pattern
from dlc.ir.traits import Elementwise, Pure
from dlc.ir.values import constant_of

from ..matching import broadcast_like, insert, is_float, number_like, sizes_are_numbers, transposed
from ..numbers import holds_number

# -- Broadcasts --------------------------------------------------------------------------------------------------------


@pattern()
def broadcast_behind(op: Operation, rw: Rewriter) -> Match:
    """f(broadcast(x, d), broadcast(y, d), c) -> broadcast(f(x, y, c), d), for elementwise f and constants c with one
    value.  Terminates: f works on fewer elements."""
    if Elementwise not in op.traits or Pure not in op.traits or len(op.results) != 1 or not op.operands:
        return rw.no_match("not a function of each element")
    lead = _lead_of(op)
    if lead is None or not all(_is_repeated_like(value, lead) for value in op.operands):
        return rw.no_match("operands are not repeated in the same way")
    narrow = [_narrowed(value, lead, op, rw) for value in op.operands]
    type = with_element(lead.source.type, element_of(op.results[0]))
    narrow_op = rw.insert_before(op, op.create(narrow, [type], dict(op.properties), dict(op.attributes)))
    return rw.replace(op, graph.BroadcastOp(narrow_op.results[0], lead.dims, op.results[0].type, sizes=lead.sizes))


def _lead_of(op: Operation) -> graph.BroadcastOp | None:
    """The broadcast that all operands are to be like: one with several values, if there is one."""
    broadcasts = [value.defined_by(graph.BroadcastOp) for value in op.operands]
    candidates = [each for each in broadcasts if each is not None and shape_of(each.source) != shape_of(each.result)]
    varied = [each for each in candidates if known_splat(each.result) is None]
    return next(iter(varied or candidates), None)


def _is_repeated_like(value: Value, lead: graph.BroadcastOp) -> bool:
    if known_splat(value) is not None:
        return True
    own = value.defined_by(graph.BroadcastOp)
    return (
        own is not None
        and own.dims is lead.dims
        and own.sizes is lead.sizes
        and shape_of(own.source) == shape_of(lead.source)
        and None not in shape_of(own.source)
    )


def _narrowed(value: Value, lead: graph.BroadcastOp, op: Operation, rw: Rewriter) -> Value:
    """An operand before it is repeated."""
    bits = known_splat(value)
    if bits is None or value is lead.result:
        own = value.defined_by(graph.BroadcastOp)
        assert own is not None
        return own.source
    attr = splat(bits, with_element(lead.source.type, element_of(value)))
    if attr is not None:
        return insert(op, graph.ConstantOp(attr), rw)
    scalar = splat(bits, tensor_of((), element_of(value)))
    assert scalar is not None
    return broadcast_like(insert(op, graph.ConstantOp(scalar), rw), [], lead.source, op, rw)


# -- Reductions --------------------------------------------------------------------------------------------------------

_KEEPING = ("max", "min", "and", "or")
"""Kinds that give an element back when it comes several times."""


@pattern(graph.ReduceOp)
def reduce_before_repeating(op: graph.ReduceOp, rw: Rewriter) -> Match:
    """reduce(broadcast(x, d), e) -> broadcast(x), where only what is repeated is reduced, n times; broadcast(x * n) for
    sums of integers.  Terminates: removes a reduction."""
    if op.kind.value not in _KEEPING and (op.kind.value != "sum" or is_float(op.source)):
        return rw.no_match("results are rounded, or not those of a single element")
    return _reduce_repeated(op, rw)


@pattern(graph.ReduceOp, exactness="finite")
def reduce_floats_before_repeating(op: graph.ReduceOp, rw: Rewriter) -> Match:
    """reduce(broadcast(x, d), e) -> broadcast(x), broadcast(x * n) of sums, of floats that have n.
    Terminates: removes a reduction."""
    if op.kind.value not in ("mean", "sum") or not is_float(op.source):
        return rw.no_match("not the mean or sum of floats")
    return _reduce_repeated(op, rw)


def _reduce_repeated(op: graph.ReduceOp, rw: Rewriter) -> Match:
    source = op.source.defined_by(graph.BroadcastOp)
    if source is None or not sizes_are_numbers(op.source):
        return rw.no_match("not of a broadcast to known sizes")
    shape, extents = shape_of(op.source), dict(zip(source.dims, shape_of(source.source), strict=True))
    times = prod(size for dim, size in enumerate(shape) if dim in op.dims.elements and isinstance(size, int))
    if not times or any(extents.get(dim, 1) != 1 for dim in op.dims):
        return rw.no_match("reduces more than what is repeated, or nothing")
    if not sizes_are_numbers(source.source):
        return rw.no_match("the source has unknown sizes")
    value = source.source
    if op.kind.value == "sum" and not holds_number(times, element_of(value)):
        return rw.no_match("the elements' type does not have the number of elements")
    if op.kind.value == "sum":
        value = insert(op, graph.MulOp(value, number_like(times, value, op, rw)), rw)
    if op.keep_dims is not None:
        return rw.replace(op, graph.BroadcastOp(value, source.dims, op.result.type))
    left = [dim for dim in range(len(shape)) if dim not in op.dims.elements]
    kept = [dim for dim in source.dims if dim in left]
    if len(kept) < len(source.dims):
        smaller = tensor_of(tuple(extents[dim] for dim in kept), element_of(value))
        value = insert(op, graph.ReshapeOp(value, smaller), rw)
    return rw.replace(op, graph.BroadcastOp(value, i64_array(left.index(dim) for dim in kept), op.result.type))


@pattern(graph.ReduceOp, exactness="finite")
def merge_float_reductions(op: graph.ReduceOp, rw: Rewriter) -> Match:
    """reduce(reduce(x, d), e) -> reduce(x, d and e), for sums, products, means and logsumexp of floats.

    Terminates: removes a reduction."""
    inner = op.source.defined_by(graph.ReduceOp)
    if inner is None or inner.kind is not op.kind or not is_float(op.source) or not op.source.has_one_use:
        return rw.no_match("not of a reduction of this kind")
    if (inner.keep_dims is None) != (op.keep_dims is None):
        return rw.no_match("some dimensions are kept, others are not")
    if op.kind.value == "mean" and not sizes_are_numbers(inner.source):
        return rw.no_match("how many elements there are is not known")
    left = [dim for dim in range(len(shape_of(inner.source))) if dim not in inner.dims.elements]
    outer = op.dims.elements if op.keep_dims is not None else [left[dim] for dim in op.dims]
    merged = graph.ReduceOp(op.kind, inner.source, i64_array(sorted({*inner.dims, *outer})), op.keep_dims)
    if merged.result.type is not op.result.type:
        return rw.no_match("the result's type says less than follows")
    return rw.replace(op, merged)


# -- Slices ------------------------------------------------------------------------------------------------------------


@pattern(graph.SliceOp)
def slice_the_parts(op: graph.SliceOp, rw: Rewriter) -> Match:
    """slice(concat(x, y, z)) -> concat(slice(x), slice(y)), where nothing of z is taken, or nobody needs it as a whole.

    Terminates: slices move towards what defines their sources."""
    joined = op.source.defined_by(graph.ConcatOp)
    if joined is None or not sizes_are_numbers(op.source) or not sizes_are_numbers(op.result):
        return rw.no_match("not of a concat of known sizes")
    dim = joined.dim.value
    start, limit = op.starts.entries[dim], op.limits_within(shape_of(op.source))[dim]
    if op.strides[dim] != 1 or not isinstance(start, int) or not isinstance(limit, int):
        return rw.no_match("leaves elements out, or has unknown bounds")
    if not all(sizes_are_numbers(part) for part in joined.parts):
        return rw.no_match("parts have unknown sizes")
    taken = _parts_between(joined, start, limit)
    if not taken or shape_of(op.result) == shape_of(op.source):
        return rw.no_match("takes everything, or nothing")
    if len(taken) == len(joined.parts) and not all(isinstance(user, graph.SliceOp) for user in joined.result.users):
        return rw.no_match("takes something of each part, and the whole is needed as well")
    parts = [_part_of(op, part, dim, low, high, rw) for part, low, high in taken]
    return rw.replace(op, graph.ConcatOp(parts, joined.dim) if len(parts) > 1 else parts[0])


def _parts_between(joined: graph.ConcatOp, start: int, limit: int) -> list[tuple[Value, int, int]]:
    """Return the part of each operand between two positions, without empty parts."""
    parts: list[tuple[Value, int, int]] = []
    begin = 0
    for part in joined.parts:
        size = shape_of(part)[joined.dim.value]
        assert isinstance(size, int)
        low, high = max(start - begin, 0), min(limit - begin, size)
        if low < high:
            parts.append((part, low, high))
        begin += size
    return parts


def _part_of(op: graph.SliceOp, part: Value, dim: int, low: int, high: int, rw: Rewriter) -> Value:
    starts, limits = list(op.starts.entries), list(op.limits_within(shape_of(op.source)))
    starts[dim], limits[dim] = low, high
    if takes_all(shape_of(part), starts, limits, op.strides.elements):
        return part
    return insert(op, graph.SliceOp(part, SizesAttr.of(starts), SizesAttr.of(limits), op.strides), rw)


@pattern(graph.GatherOp)
def slice_instead_of_gathering(op: graph.GatherOp, rw: Rewriter) -> Match:
    """gather(x, [a, a + s, a + 2 * s …]) -> slice(x, step s), along one dimension that is collapsed; for negative s
    reversed, for windows transposed.  Terminates: removes a gather."""
    positions, shape = constant_indices(op.indices), shape_of(op.source)
    counted = op.counting_dims(len(shape_of(op.indices)))
    if positions is None or len(counted) != 1 or len(op.index_map) != 1 or op.batch_dims.elements:
        return rw.no_match("not positions along one dimension that are known")
    dim = op.index_map[0]
    size, others = shape[dim], [given for number, given in enumerate(op.slice_sizes.entries) if number != dim]
    if list(op.collapsed_dims) != [dim] or not isinstance(size, int):
        return rw.no_match("the dimension is not collapsed, or of unknown size")
    whole = [each for number, each in enumerate(shape) if number != dim]
    if any(given not in (None, each) for given, each in zip(others, whole, strict=True)):
        return rw.no_match("takes a part of other dimensions")
    step = _step_of(positions, size)
    if step is None:
        return rw.no_match("positions are not evenly spaced")
    first, last = min(positions), max(positions)
    zeros, ones = [0] * len(shape), [1] * len(shape)
    starts, limits, strides = zeros, [None] * len(shape), ones
    starts[dim], limits[dim], strides[dim] = first, last + 1, abs(step)  # type: ignore[call-overload]
    taken = insert(op, graph.SliceOp(op.source, SizesAttr.of(starts), SizesAttr.of(limits), i64_array(strides)), rw)
    if step < 0:
        taken = insert(op, graph.ReverseOp(taken, i64_array([dim])), rw)
    kept = iter(number for number in range(len(shape)) if number != dim)
    order = [next(kept) if number in op.window_dims.elements else dim for number in range(len(shape))]
    return rw.replace(op, transposed(taken, order, op, rw))


def _step_of(positions: Sequence[int], size: int) -> int | None:
    """Return the distance of positions within a dimension, if it is constant."""
    if not positions or not all(0 <= position < size for position in positions):
        return None
    steps = {b - a for a, b in itertools.pairwise(positions)} or {1}
    return steps.pop() if len(steps) == 1 and 0 not in steps else None


# -- Padding -----------------------------------------------------------------------------------------------------------


def _padding_of(value: Value) -> tuple[graph.PadOp, list[int], list[int]] | None:
    """A pad by a constant, which takes nothing away."""
    pad = value.defined_by(graph.PadOp)
    if pad is None or pad.mode.value != "constant" or any(pad.interior):
        return None
    low = [n for n in pad.low.entries if isinstance(n, int) and n >= 0]
    high = [n for n in pad.high.entries if isinstance(n, int) and n >= 0]
    if len(low) + len(high) != 2 * len(pad.interior):
        return None
    return pad, low, high


def _add_padding(
    op: WindowOp, pad: graph.PadOp, low: Sequence[int], high: Sequence[int], rw: Rewriter, flag: str = ""
) -> Match:
    """Let the windows of an op pad their source by themselves; lists have an entry for each spatial dimension."""
    rank = len(low)
    padded = op.clone()
    padded.set_operand(0, pad.source)
    if flag:
        padded.properties[flag] = UNIT
    padded.properties["pad_low"] = i64_array(a + b for a, b in zip(listed(op.pad_low, 0, rank), low, strict=True))
    padded.properties["pad_high"] = i64_array(a + b for a, b in zip(listed(op.pad_high, 0, rank), high, strict=True))
    return rw.replace(op, padded)


@pattern(graph.ConvolutionOp, exactness="finite")
def pad_by_convolution(op: graph.ConvolutionOp, rw: Rewriter) -> Match:
    """convolution(pad(x, 0), w) -> convolution(x, w, padding), also by the zero point; weights that are not finite no
    longer make NaN of the padding.  Terminates: removes a pad."""
    padding = _padding_of(op.source)
    if padding is None:
        return rw.no_match("the source is not padded by a constant")
    pad, low, high = padding
    assert pad.value is not None
    if op.source_zero_point is not None:
        value, point = constant_of(pad.value), constant_of(op.source_zero_point)
        is_neutral = value is not None and value is point
    else:
        is_neutral = is_splat_of(0.0, pad.value)
    if not is_neutral:
        return rw.no_match("the padding contributes something")
    word = op.layout.source
    if any((low[i] or high[i]) and letter not in op.layout.spatial for i, letter in enumerate(word)):
        return rw.no_match("pads batches or channels")
    places = [word.index(letter) for letter in op.layout.spatial]
    return _add_padding(op, pad, [low[i] for i in places], [high[i] for i in places], rw)


@pattern(graph.PoolOp)
def pad_by_pooling(op: graph.PoolOp, rw: Rewriter) -> Match:
    """pool(pad(x, v)) -> pool(x, padding), where v is what padding counts as.  Terminates: removes a pad."""
    padding = _padding_of(op.source)
    if padding is None or op.ceil_mode is not None:
        return rw.no_match("the source is not padded by a constant, or there are places behind it")
    pad, low, high = padding
    dims, kind = op.dims.elements, op.kind.value
    if any((low[i] or high[i]) and i not in dims for i in range(len(low))):
        return rw.no_match("pads dimensions without windows")
    counts_own = not any((*listed(op.pad_low, 0, len(dims)), *listed(op.pad_high, 0, len(dims))))
    assert pad.value is not None
    if kind == "average":
        is_neutral = is_splat_of(0.0, pad.value) and (op.count_padding is not None or counts_own)
    elif kind == "sum":
        is_neutral = is_splat_of(0.0, pad.value)
    else:
        limit = smallest if kind == "max" else largest
        is_neutral = known_splat(pad.value) == limit(element_of(op.source)) is not None
    if not is_neutral:
        return rw.no_match("the padding contributes something")
    flag = "count_padding" if kind == "average" else ""
    return _add_padding(op, pad, [low[i] for i in dims], [high[i] for i in dims], rw, flag)


PATTERNS: Sequence[Pattern[Any]] = (
    broadcast_behind,
    reduce_before_repeating,
    reduce_floats_before_repeating,
    merge_float_reductions,
    slice_the_parts,
    slice_instead_of_gathering,
    pad_by_convolution,
    pad_by_pooling,
)
