"""Sums, means, extremes, and running sums."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from dlc.dialects import graph
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value, sizes

from .arrays import Array
from .dtypes import SIGNED, UNSIGNED, DType, checked_dtype
from .operands import as_array, axes_of, axis_of, broadcast_value, converted, count_of, require_kind, wrap
from .tracing import array_function, value_of
from .windows import without_first, without_last


def _sum_dtype(dtype: DType, given: Any) -> DType:
    """Return the dtype of a sum: integers are summed with 64 bits."""
    if given is not None:
        return checked_dtype(given)
    if dtype in SIGNED:
        return SIGNED[-1]
    return UNSIGNED[-1] if dtype in UNSIGNED else dtype


def reduced(name: str, kind: Any, value: Value, axis: Any, keepdims: bool) -> Value:
    """Return a reduction along axes, all of them for `None`."""
    return graph.reduce(kind, value, axes_of(name, axis, len(shape_of(value))), keep_dims=keepdims)


def _accumulated(name: str, kind: Any, x: Array, axis: Any, dtype: Any, keepdims: bool) -> Array:
    array = as_array(name, x)
    require_kind(name, array, "numeric")
    value = converted(value_of(array), _sum_dtype(array.dtype, dtype))
    return wrap(reduced(name, kind, value, axis, keepdims))


@array_function
def sum(x: Array, /, *, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Array:
    """Return sums along axes."""
    return _accumulated("sum", "sum", x, axis, dtype, keepdims)


@array_function
def prod(x: Array, /, *, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Array:
    """Return products along axes."""
    return _accumulated("prod", "product", x, axis, dtype, keepdims)


def _extreme(name: str, kind: Any, x: Array, axis: Any, keepdims: bool) -> Array:
    array = as_array(name, x)
    require_kind(name, array, "numeric")
    value = value_of(array)
    if builtins.any(shape_of(value)[each] == 0 for each in axes_of(name, axis, array.ndim)):
        raise ValueError(f"{name}: there are no elements along axis {axis}")
    return wrap(reduced(name, kind, value, axis, keepdims))


@array_function
def max(x: Array, /, *, axis: Any = None, keepdims: bool = False) -> Array:
    """Return the largest elements along axes."""
    return _extreme("max", "max", x, axis, keepdims)


@array_function
def min(x: Array, /, *, axis: Any = None, keepdims: bool = False) -> Array:
    """Return the smallest elements along axes."""
    return _extreme("min", "min", x, axis, keepdims)


@array_function
def mean(x: Array, /, *, axis: Any = None, keepdims: bool = False) -> Array:
    """Return means along axes."""
    array = as_array("mean", x)
    require_kind("mean", array, "real floating")
    return wrap(reduced("mean", "mean", value_of(array), axis, keepdims))


@array_function
def var(x: Array, /, *, axis: Any = None, correction: float = 0.0, keepdims: bool = False) -> Array:
    """Return variances along axes: squared distances from the mean, summed and divided by n - correction."""
    array = as_array("var", x)
    dtype = require_kind("var", array, "real floating")
    value = value_of(array)
    axes = axes_of("var", axis, array.ndim)
    centre = graph.reduce("mean", value, axes, keep_dims=True)
    distance = graph.sub(value, broadcast_value(centre, shape_of(value), value))
    total = graph.reduce("sum", graph.mul(distance, distance), axes, keep_dims=keepdims)
    count = sizes.product(shape_of(value)[each] for each in axes)
    if isinstance(count, int):
        divisor = graph.constant(np.array(builtins.max(count - correction, 0), dtype))
    else:
        divisor = graph.maximum(graph.sub(converted(count_of(value, axes), dtype), correction), 0.0)
    return wrap(graph.div(total, broadcast_value(divisor, shape_of(total), total)))


@array_function
def std(x: Array, /, *, axis: Any = None, correction: float = 0.0, keepdims: bool = False) -> Array:
    """Return standard deviations along axes: the square roots of variances. Their gradient is 0 where all are equal."""
    variance = value_of(var(x, axis=axis, correction=correction, keepdims=keepdims))
    is_zero = graph.compare("eq", variance, 0.0)
    return wrap(graph.select(is_zero, variance, graph.sqrt(graph.select(is_zero, 1.0, variance))))


@array_function
def cumulative_sum(x: Array, /, *, axis: int | None = None, dtype: Any = None, include_initial: bool = False) -> Array:
    """Return the sum of each element and all before it along an axis."""
    return _running("cumulative_sum", "sum", 0, x, axis, dtype, include_initial)


@array_function
def cumulative_prod(x: Array, /, *, axis: int | None = None, dtype: Any = None, include_initial: bool = False) -> Array:
    """Return the product of each element and all before it along an axis."""
    return _running("cumulative_prod", "product", 1, x, axis, dtype, include_initial)


def _running(
    name: str, kind: Any, initial: int, x: Array, axis: int | None, dtype: Any, include_initial: bool
) -> Array:
    array = as_array(name, x)
    require_kind(name, array, "numeric")
    if axis is None:
        if array.ndim != 1:
            raise ValueError(f"{name}: an axis is required for an array of rank {array.ndim}")
        axis = 0
    dim = axis_of(name, axis, array.ndim)
    target = _sum_dtype(array.dtype, dtype)
    value = graph.cumulative(kind, converted(value_of(array), target), dim)
    if include_initial:
        shape = shape_of(value)
        first = graph.constant(np.array(initial, target))
        value = graph.concat([broadcast_value(first, (*shape[:dim], 1, *shape[dim + 1 :]), value), value], dim)
    return wrap(value)


# -- Truth values ------------------------------------------------------------------------------------------------------


def truth_of(name: str, x: Array) -> Value:
    """Return whether the elements of an array are not zero."""
    array = as_array(name, x)
    return converted(value_of(array), np.dtype(bool))


@array_function
def all(x: Array, /, *, axis: Any = None, keepdims: bool = False) -> Array:
    """Return whether all elements along axes are true."""
    return wrap(reduced("all", "and", truth_of("all", x), axis, keepdims))


@array_function
def any(x: Array, /, *, axis: Any = None, keepdims: bool = False) -> Array:
    """Return whether an element along axes is true."""
    return wrap(reduced("any", "or", truth_of("any", x), axis, keepdims))


@array_function
def count_nonzero(x: Array, /, *, axis: Any = None, keepdims: bool = False) -> Array:
    """Return how many elements along axes are not zero."""
    ones = converted(truth_of("count_nonzero", x), np.dtype(np.int64))
    return wrap(reduced("count_nonzero", "sum", ones, axis, keepdims))


@array_function
def diff(
    x: Array, /, *, axis: int = -1, n: int = 1, prepend: Array | None = None, append: Array | None = None
) -> Array:
    """Return the differences of neighbours along an axis, n times."""
    array = as_array("diff", x)
    require_kind("diff", array, "numeric")
    dim = axis_of("diff", axis, array.ndim)
    if n < 0:
        raise ValueError(f"diff: n must not be negative, but got {n}")
    parts = [value_of(as_array("diff", each)) for each in (prepend, x, append) if each is not None]
    value = graph.concat(parts, dim) if len(parts) > 1 else parts[0]
    for _ in range(n):
        value = _differences(value, dim)
    return wrap(value)


def _differences(value: Value, dim: int) -> Value:
    if shape_of(value)[dim] == 0:
        return value
    return graph.sub(without_first(value, dim, 1), without_last(value, dim, 1))
