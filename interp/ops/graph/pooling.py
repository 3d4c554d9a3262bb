"""The meaning of `graph`'s pooling: a loop over the elements of the window, each with whole arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from dlc.dialects import graph as dialect
from dlc.dialects.graph.tensors import is_unsigned
from dlc.dialects.graph.windows import Window
from dlc.interp.values import Array, array_of, positions
from dlc.ir import Type
from dlc.ir.builtin_types import FloatType, IntegerType, element_type

from .arrays import ArrayFunction, on_arrays, wide


@on_arrays(dialect.PoolOp)
def pool(op: dialect.PoolOp) -> ArrayFunction:
    """The elements under each window combined."""
    kind = op.kind.value

    def run(source: Array) -> Array:
        views = Views(op, source)
        if kind in ("max", "min"):
            return _outermost(views, wide(source), np.maximum if kind == "max" else np.minimum, kind)
        total = np.zeros(views.shape, wide(source).dtype)
        count = np.zeros(views.shape, np.float64)
        for element, is_source, is_padded in views.elements(wide(source)):
            total += np.where(is_source, element, 0)
            count += is_padded if op.count_padding is not None else is_source
        return total / count if kind == "average" else total

    return run


def _outermost(views: Views, source: Array, better: Callable[[Array, Array], Any], kind: str) -> Array:
    best = np.full(views.shape, _limit(views.type, smallest=kind == "max"), source.dtype)
    for element, is_source, _ in views.elements(source):
        best = np.where(is_source, better(best, element), best)
    return best


def _limit(type: Type, *, smallest: bool) -> float:
    """Return the identity of min or max: an infinity, or the outermost number of a type without infinities."""
    element = element_type(type)
    if isinstance(element, FloatType):
        format = element.format
        largest = format.to_float(format.largest if format.infinity is None else format.infinity)
        return largest if not smallest else -largest if format.sign_bit else 0.0
    assert isinstance(element, IntegerType)
    if is_unsigned(element):
        return 0 if smallest else (1 << element.width) - 1
    return -1 << (element.width - 1) if smallest else (1 << (element.width - 1)) - 1


@on_arrays(dialect.ArgmaxPoolOp)
def pool_with_positions(op: dialect.ArgmaxPoolOp) -> ArrayFunction:
    """The first of the largest elements under each window, and its number."""

    def run(source: Array) -> tuple[Array, Array]:
        views = Views(op, source)
        numbers = _numbers(source.shape, op.dims.elements)
        best = np.full(views.shape, _limit(views.type, smallest=True), wide(source).dtype)
        place = np.full(views.shape, -1, np.int64)
        pairs = zip(views.elements(wide(source)), views.elements(numbers), strict=True)
        for (element, is_source, _), (number, _, _) in pairs:
            is_better = (element > best) | (np.isnan(element) & ~np.isnan(best)) | (place < 0)
            chosen = is_source & is_better
            best, place = np.where(chosen, element, best), np.where(chosen, number, place)
        return best, place

    return run


def _numbers(shape: Sequence[int], dims: Sequence[int]) -> Array:
    """Return the number of each element along some dimensions, the last of which runs fastest."""
    number = np.zeros(shape, np.int64)
    for dim in dims:
        along: Array = np.arange(shape[dim])
        number = number * shape[dim] + along.reshape([-1 if d == dim else 1 for d in range(len(shape))])
    return number


class Views:
    """A source as the elements of a window see it."""

    def __init__(self, op: dialect.PoolOp | dialect.ArgmaxPoolOp, source: Array) -> None:
        self.source, self.type = source, op.source.type
        self.dims = op.dims.elements
        self.windows = op.windows(op.window.elements)
        ceil = op.ceil_mode is not None
        sizes = [source.shape[dim] for dim in self.dims]
        self.places = [_places(size, window, ceil=ceil) for size, window in zip(sizes, self.windows, strict=True)]
        shape = list(source.shape)
        for dim, count in zip(self.dims, self.places, strict=True):
            shape[dim] = count
        self.shape = tuple(shape)

    def elements(self, source: Array) -> Iterator[tuple[Array, Array, Array]]:
        """Yield for each element of the window what it meets at all places, where that is the source, and where the
        source or its padding; what it meets elsewhere means nothing."""
        for offset in positions(*(window.size for window in self.windows if isinstance(window.size, int))):
            element, is_source, is_padded = source, array_of(True, bool), array_of(True, bool)
            for dim, start, window, count in zip(self.dims, offset, self.windows, self.places, strict=True):
                size = self.source.shape[dim]
                index = np.arange(count) * window.stride + start * window.dilation - window.low
                element = _taken(element, index, dim)
                is_source = is_source & self._along(dim, (index >= 0) & (index < size))
                is_padded = is_padded & self._along(dim, index < size + window.high)
            yield element, np.broadcast_to(is_source, self.shape), np.broadcast_to(is_padded, self.shape)

    def _along(self, dim: int, mask: Array) -> Array:
        return mask.reshape([-1 if d == dim else 1 for d in range(len(self.shape))])


def _taken(array: Array, index: Array, dim: int) -> Array:
    """Elements along a dimension; any, where there are none."""
    if not array.shape[dim]:
        return np.zeros([len(index) if d == dim else size for d, size in enumerate(array.shape)], array.dtype)
    return np.take(array, np.minimum(np.maximum(index, 0), array.shape[dim] - 1), dim)


def _places(size: int, window: Window, *, ceil: bool) -> int:
    """Return the number of window positions."""
    assert isinstance(window.size, int)
    extent = window.dilation * (window.size - 1) + 1
    beyond = size + window.low + window.high - extent
    count = (-(-beyond // window.stride) if ceil else beyond // window.stride) + 1
    while ceil and count > 0 and (count - 1) * window.stride >= size + window.low:
        count -= 1
    return count
