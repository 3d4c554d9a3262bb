"""Gradients of pooling."""

from __future__ import annotations

from dlc.dialects import graph
from dlc.dialects.graph.op_functions import constant, constant_like
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import Value
from dlc.ir.builtin_types import i32, i64
from dlc.ir.sizes import Dim, add, multiply, product, subtract

from .convolution import window_lists
from .gradients import Gradients, differentiates
from .like import broadcast_like, rank_of, reshape_like, zeros_like
from .slicing import dilated


@differentiates(graph.PoolOp)
def gradient_of_pool(op: graph.PoolOp, g: Gradients) -> None:
    kind = op.kind.value
    if kind == "sum":
        g.add(op.source, _windows_added(op, g.out, g))
    elif kind == "average":
        g.add(op.source, _windows_added(op, graph.div(g.out, _counts(op)), g))
    else:
        g.add(op.source, _added_at(op, _positions(op), g.out))


@differentiates(graph.ArgmaxPoolOp)
def gradient_of_argmax_pool(op: graph.ArgmaxPoolOp, g: Gradients) -> None:
    g.add(op.source, _added_at(op, op.positions, g.of_or_zeros(op.result)))


Pooling = graph.PoolOp | graph.ArgmaxPoolOp


def _positions(op: graph.PoolOp) -> Value:
    """Return where each window found its largest or smallest element, the first of equal ones."""
    is_max, extremes = op.kind.value == "max", _under_windows(op, op.result)
    if extremes is None:
        source = op.source if is_max else graph.neg(op.source)
        return graph.argmax_pool(source, op.dims, op.window, ceil_mode=op.ceil_mode, **window_lists(op))[1]
    differs = graph.compare("lt" if is_max else "gt", op.source, extremes)  # a NaN is one
    number = _numbered(op.source, op.dims.elements)
    candidates = graph.select(differs, constant_like(_largest(number), number), number)
    return graph.pool(candidates, op.dims, op.window, "min", **window_lists(op))


def _added_at(op: Pooling, positions: Value, gradient: Value) -> Value:
    """Return zeros like the source with a gradient added at positions, which count along the dimensions of windows.

    Those of windows over nothing but padding are -1, and left out.
    """
    source, dims = op.source, op.dims.elements
    places = _under_windows(op, positions)
    if places is not None:
        numbers = _numbered(source, dims)
        is_there = graph.compare("eq", graph.cast(places, element_of(numbers)), numbers)
        return graph.select(is_there, _repeated(op, gradient), zeros_like(source))
    rank = rank_of(source)
    others = [dim for dim in range(rank) if dim not in dims]
    order = [*others, *dims]
    zeros = graph.transpose(zeros_like(source), order)
    rows = _as_rows(zeros, len(others))
    moved, at = (_as_rows(graph.transpose(each, order), len(others)) for each in (gradient, positions))
    batch, last = list(range(len(others))), len(others)
    added = graph.scatter(rows, at, [], [last], batch, batch, [last], last + 1, moved, "add")
    return graph.transpose(reshape_like(added, zeros), [order.index(dim) for dim in range(rank)])


def _under_windows(op: Pooling, value: Value, outside: int = -1) -> Value | None:
    """Return what a value has for the window that covers each element of the source, if each is under one at most.

    `outside` is for elements that no window covers. Repeating is faster than adding at positions one by one.
    """
    shape, sizes, dims = shape_of(value), shape_of(op.source), op.dims.elements
    windows = dict(zip(dims, op.windows(op.window.elements), strict=True))
    if any(each.stride != each.size or each.dilation != 1 or each.low or each.high for each in windows.values()):
        return None
    covered = [multiply(size, windows[dim].stride) if dim in windows else size for dim, size in enumerate(shape)]
    high = [subtract(size, known) for size, known in zip(sizes, covered, strict=True)]
    if None in high:
        return None
    split: list[Dim] = []
    kept: list[int] = []
    for dim, size in enumerate(shape):
        kept.append(len(split))
        split += [size, windows[dim].stride] if dim in windows else [size]
    repeated = graph.reshape(graph.broadcast(value, kept, split), covered)
    none, number = [0] * len(shape), constant(outside, element_of(value))
    return graph.pad("constant", repeated, none, high, none, value=number) if any(high) else repeated


def _repeated(op: Pooling, gradient: Value) -> Value:
    repeated = _under_windows(op, gradient, outside=0)
    assert repeated is not None
    return repeated


def _numbered(source: Value, dims: tuple[int, ...]) -> Value:
    """Return the position of each element of a tensor along some dimensions, of which the last one is the fastest."""
    shape = shape_of(source)
    sizes = tuple(shape[dim] for dim in dims)
    order = sorted(range(len(dims)), key=dims.__getitem__)
    count = product(sizes)
    element = i32 if isinstance(count, int) and count < 2**31 else i64
    numbers = graph.transpose(graph.reshape(graph.iota(0, (count,), element), sizes), order)
    return broadcast_like(numbers, sorted(dims), source)


def _as_rows(value: Value, count: int) -> Value:
    """Return a tensor with all dimensions but the first ones in one."""
    shape = shape_of(value)
    sizes = (*shape[:count], product(shape[count:]))
    if sizes.count(None) > 1:
        kept = graph.slice(graph.shape(value), [0], [count], [1])
        return graph.reshape(value, sizes, sizes=graph.concat([kept, constant([-1], element_of(kept))], 0))
    return graph.reshape(value, sizes)


def _windows_added(op: graph.PoolOp, gradient: Value, g: Gradients) -> Value:
    """Return the sum, for each element, of the gradients of the windows that cover it: pooling with stride 1."""
    repeated = _under_windows(op, gradient, outside=0)
    if repeated is not None:
        return repeated
    starts: list[Dim] = [0] * rank_of(op.source)
    sizes, strides = list(shape_of(op.source)), [1] * len(starts)
    for dim, window in zip(op.dims.elements, op.windows(op.window.elements), strict=True):
        reach = subtract(window.extent, 1)
        starts[dim], sizes[dim], strides[dim] = subtract(reach, window.low), add(sizes[dim], reach), window.stride
    padded = dilated(gradient, starts, strides, sizes)
    if padded is None:
        raise g.refusal(
            "has sizes that are unknown, so its gradient has no size; give them names by `graph.with_shape`"
        )
    return graph.pool(padded, op.dims, op.window, "sum", dilations=op.dilations)


def _counts(op: graph.PoolOp) -> Value:
    """Return the number of elements that each window covers, and of padding if that counts."""
    lists = window_lists(op)
    ones = graph.add(zeros_like(op.source), 1.0)
    covered = graph.pool(ones, op.dims, op.window, "sum", ceil_mode=op.ceil_mode, **lists)
    if op.count_padding is None:
        return covered
    share = graph.pool(ones, op.dims, op.window, "average", ceil_mode=op.ceil_mode, count_padding=True, **lists)
    return graph.div(covered, share)


def _largest(number: Value) -> int:
    """Return the largest integer of a value's type, a position that no element has."""
    return 2**31 - 1 if element_of(number) is i32 else 2**63 - 1
