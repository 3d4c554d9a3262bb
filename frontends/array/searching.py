"""Searching and sorting: positions of extremes, order, and distinct elements."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from dlc.dialects import graph
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value

from ..searching import bisects, is_before, place_by_halves
from .arrays import Array
from .errors import call_error
from .operands import (
    as_array,
    axis_of,
    broadcast_values,
    common_dtype,
    flat,
    promoted_operands,
    require_dtype,
    require_kind,
    reshaped,
    with_dtype,
    wrap,
)
from .tracing import array_function, value_of
from .windows import taken, without_first, without_last

INT64 = np.dtype(np.int64)


def _position(name: str, build: Any, x: Array, axis: int | None, keepdims: bool) -> Array:
    array = as_array(name, x)
    require_kind(name, array, "numeric")
    value = value_of(array)
    if 0 in (shape_of(value) if axis is None else [shape_of(value)[axis_of(name, axis, array.ndim)]]):
        raise ValueError(f"{name}: there are no elements along axis {axis}")
    if axis is not None:
        return wrap(build(value, axis_of(name, axis, array.ndim), keep_dims=keepdims))
    result = build(flat(value), 0)
    return wrap(reshaped(result, [1] * array.ndim) if keepdims else result)


@array_function
def argmax(x: Array, /, *, axis: int | None = None, keepdims: bool = False) -> Array:
    """Return the positions of the largest elements along an axis, the first ones of several."""
    return _position("argmax", graph.argmax, x, axis, keepdims)


@array_function
def argmin(x: Array, /, *, axis: int | None = None, keepdims: bool = False) -> Array:
    """Return the positions of the smallest elements along an axis, the first ones of several."""
    return _position("argmin", graph.argmin, x, axis, keepdims)


@array_function
def nonzero(x: Array, /) -> tuple[Array, ...]:
    """Return the positions of the elements that are not zero, an array for each dimension."""
    array = as_array("nonzero", x)
    if array.ndim == 0:
        raise ValueError("nonzero: an array with dimensions is required")
    places = graph.nonzero(value_of(array))
    columns = [graph.slice(places, [0, at], [None, at + 1], [1, 1]) for at in range(array.ndim)]
    return tuple(wrap(graph.reshape(column, (None,))) for column in columns)


@array_function
def searchsorted(x1: Array, x2: Any, /, *, side: str = "left", sorter: Array | None = None) -> Array:
    """Return where elements would be inserted into a sorted array: how many of its elements are smaller."""
    if side not in ("left", "right"):
        raise ValueError(f"searchsorted: the side must be 'left' or 'right', but got {side!r}")
    array = as_array("searchsorted", x1)
    if array.ndim != 1:
        raise call_error(f"searchsorted: the sorted array must have rank 1, but got {array.ndim}")
    if sorter is not None:
        array = wrap(taken(value_of(array), value_of(as_array("searchsorted", sorter)), 0))
    wanted = x2 if isinstance(x2, (int, float)) else as_array("searchsorted", x2)
    dtype = common_dtype("searchsorted", [array, wanted])
    require_dtype("searchsorted", dtype, ["numeric"])
    keys, values = with_dtype(array, dtype), with_dtype(wanted, dtype)
    if bisects(keys):
        return wrap(place_by_halves(values, keys, right=side == "right"))
    rank = len(shape_of(values))
    keys, values = broadcast_values("searchsorted", [keys, graph.reshape(values, (*shape_of(values), 1))])
    smaller = is_before(keys, values, right=side == "right")
    return wrap(graph.reduce("sum", graph.cast(smaller, INT64), [rank]))


# -- Order -------------------------------------------------------------------------------------------------------------


@array_function
def sort(x: Array, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Array:
    """Return an array sorted along an axis; equal elements keep their order."""
    del stable
    array = as_array("sort", x)
    require_kind("sort", array, "numeric", "bool")
    if array.ndim == 0:
        raise call_error("sort: an array with dimensions is required")
    return wrap(graph.sort([value_of(array)], axis_of("sort", axis, array.ndim), descending)[0])


@array_function
def argsort(x: Array, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Array:
    """Return the positions of elements in sorted order along an axis; equal elements keep their order."""
    del stable
    array = as_array("argsort", x)
    require_kind("argsort", array, "numeric", "bool")
    if array.ndim == 0:
        raise call_error("argsort: an array with dimensions is required")
    dim = axis_of("argsort", axis, array.ndim)
    return wrap(_sorted_with_places(value_of(array), dim, descending)[1])


@array_function
def top_k(x: Array, k: int, /, *, axis: int = -1, largest: bool = True) -> tuple[Array, Array]:
    """Return the k largest elements along an axis, the largest first, and their positions; or the smallest ones."""
    array = as_array("top_k", x)
    require_kind("top_k", array, "numeric")
    dim = axis_of("top_k", axis, array.ndim)
    size = array.shape[dim] if array.ndim else 0
    if type(k) is not int or k < 0 or (isinstance(size, int) and k > size):
        raise call_error(f"top_k: k must be an integer from 0 to {size}, the size of axis {axis}, but got {k!r:.60}")
    values, places = graph.top_k(value_of(array), dim, k, smallest=not largest)
    return wrap(values), wrap(places)


def _sorted_with_places(value: Value, dim: int, descending: bool = False) -> tuple[Value, Value]:
    places = graph.iota(dim, shape_of(value), sizes=graph.shape(value) if None in shape_of(value) else None)
    ordered, order = graph.sort([value, places], dim, descending)
    return ordered, order


# -- Distinct elements -------------------------------------------------------------------------------------------------


class UniqueAll(NamedTuple):
    """The result of `unique_all`."""

    values: Array
    indices: Array
    inverse_indices: Array
    counts: Array


class UniqueCounts(NamedTuple):
    """The result of `unique_counts`."""

    values: Array
    counts: Array


class UniqueInverse(NamedTuple):
    """The result of `unique_inverse`."""

    values: Array
    inverse_indices: Array


@array_function
def unique_all(x: Array, /) -> UniqueAll:
    """Return the distinct elements in order, where they are first, which one each element is, and their counts."""
    value = value_of(as_array("unique_all", x))
    ordered, order = _sorted_with_places(flat(value), 0)
    first = _starts(ordered)
    places = graph.reshape(graph.nonzero(first), (None,))
    group = graph.sub(graph.cumulative("sum", graph.cast(first, INT64), 0), 1)
    back = _sorted_with_places(order, 0)[1]
    ends = graph.concat([places, graph.reshape(graph.size(value), (1,))], 0)
    counts = graph.sub(graph.slice(ends, [1], [None], [1]), places)
    return UniqueAll(
        wrap(taken(ordered, places, 0)),
        wrap(taken(order, places, 0)),
        wrap(reshaped(taken(group, back, 0), shape_of(value))),
        wrap(counts),
    )


def _starts(ordered: Value) -> Value:
    """Return whether elements of a sorted vector differ from the one before."""
    [size] = shape_of(ordered)
    if size == 0:
        return graph.constant(np.zeros(0, bool))
    differs = graph.compare("ne", without_first(ordered, 0, 1), without_last(ordered, 0, 1))
    return graph.concat([graph.constant(np.ones(1, bool)), differs], 0)


@array_function
def unique_values(x: Array, /) -> Array:
    """Return the distinct elements in order."""
    return unique_all(x).values


@array_function
def unique_counts(x: Array, /) -> UniqueCounts:
    """Return the distinct elements in order, and how often each occurs."""
    all_parts = unique_all(x)
    return UniqueCounts(all_parts.values, all_parts.counts)


@array_function
def unique_inverse(x: Array, /) -> UniqueInverse:
    """Return the distinct elements in order, and which one of them each element is."""
    all_parts = unique_all(x)
    return UniqueInverse(all_parts.values, all_parts.inverse_indices)


@array_function
def isin(x1: Array, x2: Array, /) -> Array:
    """Return whether elements of one array are in another one."""
    left, right = as_array("isin", x1), as_array("isin", x2)
    shape = (*shape_of(value_of(left)), 1)
    keys = wrap(graph.reshape(value_of(left), shape))
    a, b = promoted_operands("isin", (keys, wrap(flat(value_of(right)))))
    return wrap(graph.reduce("or", graph.compare("eq", a, b), [len(shape) - 1]))
