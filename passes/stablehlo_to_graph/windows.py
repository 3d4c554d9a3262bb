"""Windows: reductions of the elements under them, and values scattered to the elements that are chosen."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from dlc.dialects import graph, stablehlo
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.dialects.stablehlo.attributes import numbers_of
from dlc.dialects.stablehlo.forms import padding_of
from dlc.ir import DenseElementsAttr, Value
from dlc.ir.builtin_types import TensorType, i1, i64
from dlc.ir.sizes import total

from ..graph.translated_values import filled, scalar, spread_to, static_shape
from ..rewriting.cannot_lower import CannotLower
from .movement import pad
from .reduction import COMBINE, is_neutral, reduction_kind
from .translation import Parts, Translated, Translation, translates

LARGEST_WINDOW = 1 << 12
"""The maximum number of elements under a window whose function is applied one after the other."""
POOLS = {"sum": "sum", "max": "max", "min": "min"}
CUMULATIVE = {"sum": "sum", "product": "product", "max": "max", "min": "min"}


class Windows(NamedTuple):
    """Positions of a window over a tensor."""

    sizes: list[int]
    strides: list[int]
    dilations: list[int]
    padding: list[tuple[int, int]]

    def counts(self, shape: Sequence[int]) -> list[int]:
        """Return the number of positions along each dimension of a padded tensor."""
        extents = [(size - 1) * step + 1 for size, step in zip(self.sizes, self.dilations, strict=True)]
        return [
            max((size - extent) // stride + 1, 0) if size >= extent else 0
            for size, extent, stride in zip(shape, extents, self.strides, strict=True)
        ]

    def places(self) -> list[tuple[int, ...]]:
        """Return the positions of the elements under the window, in order."""
        if math.prod(self.sizes) > LARGEST_WINDOW:
            raise CannotLower(f"must have a window of at most {LARGEST_WINDOW} elements, but got {self.sizes}")
        steps = zip(self.sizes, self.dilations, strict=True)
        return list(itertools.product(*(range(0, size * step, step) for size, step in steps)))

    def slices(self, value: Value, place: Sequence[int]) -> Value:
        """Return the elements of a padded tensor that are at one place under each position of the window."""
        counts = self.counts(static_shape(value))
        positions = zip(place, counts, self.strides, strict=True)
        limits = [start + (count - 1) * stride + 1 if count else start for start, count, stride in positions]
        return graph.slice(value, list(place), limits, self.strides)


@translates(stablehlo.ReduceWindowOp)
def translate_reduce_window(op: stablehlo.ReduceWindowOp, t: Translation) -> Translated:
    """The elements under windows combined."""
    inputs, inits = list(map(t.parts, op.inputs)), list(map(t.parts, op.init_values))
    rank = len(op.window_dimensions)
    windows = Windows(
        list(op.window_dimensions),
        numbers_of(op.window_strides, rank, 1),
        numbers_of(op.window_dilations, rank, 1),
        padding_of(op.padding, rank),
    )
    inner = [each - 1 for each in numbers_of(op.base_dilations, rank, 1)]
    if len(inputs) == 1 and len(inputs[0]) == 1:
        [[source]], [[init]] = inputs, inits
        kind = reduction_kind(op.body, element_of(source))
        if kind is not None and element_of(source) is not i1 and not any(inner):
            known = _cumulative(kind, source, init, windows) or _pooled(kind, source, init, windows)
            if known is not None:
                return known
    low, high = [pair[0] for pair in windows.padding], [pair[1] for pair in windows.padding]
    padded = [
        tuple(pad(part, first, low, high, inner) for part, first in zip(*pair, strict=True))
        for pair in zip(inputs, inits, strict=True)
    ]
    counts = windows.counts(static_shape(padded[0][0]))
    sums: list[Parts] = [tuple(graph.broadcast(part, [], counts) for part in parts) for parts in inits]
    for place in windows.places():
        elements = [tuple(windows.slices(part, place) for part in parts) for parts in padded]
        sums = t.lift(op.body, tuple(counts), [*sums, *elements])
    return sums


def _cumulative(kind: str, source: Value, init: Value, windows: Windows) -> Value | None:
    """Return sums up to each element, if that is what windows as long as the tensor compute."""
    shape = shape_of(source)
    long = [dim for dim, size in enumerate(windows.sizes) if size != 1]
    if kind not in CUMULATIVE or len(long) != 1 or not is_neutral(kind, init):
        return None
    [dim] = long
    size = shape[dim]
    if not isinstance(size, int):
        return None
    ones = [1] * len(shape)
    padded = [(0, 0)] * len(shape)
    is_plain = windows.sizes[dim] == size and windows.strides == ones and windows.dilations == ones
    for reverse, pair in ((False, (size - 1, 0)), (True, (0, size - 1))):
        padded[dim] = pair
        if is_plain and windows.padding == padded:
            return graph.cumulative(CUMULATIVE[kind], source, dim, reverse=reverse or None)  # type: ignore[arg-type]
    return None


def _pooled(kind: str, source: Value, init: Value, windows: Windows) -> Value | None:
    """Return the pooling that windows are, where there is one of the kind."""
    if kind not in POOLS:
        return None
    low, high = [pair[0] for pair in windows.padding], [pair[1] for pair in windows.padding]
    neutral = is_neutral(kind, init)
    if not neutral or min((0, *low, *high)) < 0:
        source = pad(source, init, low, high, [0] * len(low))
        low, high = [0] * len(low), [0] * len(high)
    shape = [total(each) for each in zip(shape_of(source), low, high, strict=True)]
    numbers = [size for size in shape if isinstance(size, int)]
    if len(numbers) == len(shape) and 0 in windows.counts(numbers):
        return None
    lists = [windows.sizes, windows.strides, windows.dilations, low, high]
    ones = [1, 1, 1, 0, 0]
    dims = [d for d in range(len(shape)) if any(each[d] != one for each, one in zip(lists, ones, strict=True))]
    size, stride, dilation, before, behind = ([each[dim] for dim in dims] for each in lists)
    pooled = source
    if dims:
        pooled = graph.pool(
            source,
            dims,
            size,
            POOLS[kind],  # type: ignore[arg-type]
            strides=stride,
            dilations=dilation,
            pad_low=before,
            pad_high=behind,
        )
    return pooled if neutral else COMBINE[kind](spread_to(init, pooled), pooled)


@translates(stablehlo.SelectAndScatterOp)
def translate_select_and_scatter(op: stablehlo.SelectAndScatterOp, t: Translation) -> Translated:
    """Values of the source, put by the second function to the elements that the first one chooses under each window."""
    operand, source, init = t.get(op.operand_), t.get(op.source), t.get(op.init_value)
    shape, counts = static_shape(operand), static_shape(source)
    rank = len(shape)
    windows = Windows(
        numbers_of(op.window_dimensions, rank, 1),
        numbers_of(op.window_strides, rank, 1),
        [1] * rank,
        padding_of(op.padding, rank),
    )
    low, high = [pair[0] for pair in windows.padding], [pair[1] for pair in windows.padding]
    none = [0] * rank
    padded = pad(operand, scalar(0, operand), low, high, none)
    inside = pad(graph.broadcast(_truth(value=True), [], shape), _truth(value=False), low, high, none)
    places = windows.places()
    chosen = windows.slices(padded, places[0])
    at = graph.broadcast(graph.constant(DenseElementsAttr.of(TensorType((), i64), [-1])), [], counts)
    for number, place in enumerate(places):
        element, is_inside = windows.slices(padded, place), windows.slices(inside, place)
        [[keep]] = t.lift(op.select, counts, [(chosen,), (element,)])
        is_empty = graph.compare("eq", at, -1)
        takes = graph.and_(is_inside, graph.or_(is_empty, graph.not_(keep)))
        chosen = graph.select(takes, element, chosen)
        at = graph.select(takes, filled(number, at), at)
    return _scattered(op, t, windows, at, init, shape)


def _truth(*, value: bool) -> Value:
    return graph.constant(DenseElementsAttr.of(TensorType((), i1), [value]))


def _scattered(
    op: stablehlo.SelectAndScatterOp, t: Translation, windows: Windows, at: Value, init: Value, shape: Sequence[int]
) -> Value:
    """Return the sums, place after place: under one place, windows do not overlap."""
    source = t.get(op.source)
    counts = static_shape(source)
    total = [size + sum(pair) for size, pair in zip(shape, windows.padding, strict=True)]
    inner = [stride - 1 for stride in windows.strides]
    sums = graph.broadcast(init, [], total)
    for number, place in enumerate(windows.places()):
        is_chosen = graph.compare("eq", at, number)
        reached = [(count - 1) * stride + 1 for count, stride in zip(counts, windows.strides, strict=True)]
        behind = [size - start - end for size, start, end in zip(total, place, reached, strict=True)]
        values = pad(source, scalar(0, source), list(place), behind, inner)
        chosen = pad(is_chosen, _truth(value=False), list(place), behind, inner)
        [[added]] = t.lift(op.scatter, tuple(total), [(sums,), (values,)])
        sums = graph.select(chosen, added, sums)
    back = [(-low, -high) for low, high in windows.padding]
    return pad(sums, init, [pair[0] for pair in back], [pair[1] for pair in back], [0] * len(total))
