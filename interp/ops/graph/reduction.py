"""The meaning of `graph`'s reductions and running results, computed in float64 and rounded at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dlc.dialects import graph as dialect
from dlc.interp.values import Array, float_format, scalar_width
from dlc.ir import Type, Value
from dlc.ir.builtin_types import FloatType, element_type

from .arrays import ArrayFunction, on_arrays, wide


def extreme(kind: str, type: Type) -> Any:
    """Return the maximum (or minimum) of no elements: the other end of the range of the type."""
    element = element_type(type)
    if isinstance(element, FloatType):
        return _extreme_float(kind, element)
    width, is_unsigned = scalar_width(element), bool(getattr(element, "is_unsigned", False))
    if kind == "max":
        return 0 if is_unsigned else -(1 << (width - 1))
    return (1 << (width if is_unsigned else width - 1)) - 1


def _extreme_float(kind: str, type: Type) -> float:
    numbers = float_format(type)
    bits = numbers.largest if numbers.infinity is None else numbers.infinity
    if kind == "min":
        return numbers.to_float(bits)
    return -numbers.to_float(bits) if numbers.sign_bit else numbers.to_float(0)


def _of_nothing(kind: str, source: Value) -> Any:
    """Return the identity of a kind of reduction, in the type that it is computed in."""
    if kind in ("max", "min", "logsumexp"):
        return extreme("min" if kind == "min" else "max", source.type)
    return {"sum": 0, "product": 1, "and": -1, "or": 0}[kind]


def _reduce_by(function: Any) -> Callable[..., Any]:
    reducer: Callable[..., Any] = function.reduce
    return reducer


_REDUCERS: dict[str, Callable[..., Any]] = {
    "sum": np.sum,
    "product": np.prod,
    "max": np.max,
    "min": np.min,
    "and": _reduce_by(np.bitwise_and),
    "or": _reduce_by(np.bitwise_or),
}


@on_arrays(dialect.ReduceOp)
def reduce(op: dialect.ReduceOp) -> ArrayFunction:
    """All elements along the dimensions."""
    kind, axes, keeps = op.kind.value, tuple(op.dims.elements), op.keep_dims is not None

    def run(source: Array) -> Array:
        elements = wide(source)
        if kind == "mean":
            return np.sum(elements, axes, keepdims=keeps) / _count(source, axes)
        if kind == "logsumexp":
            return _logsumexp(elements, axes, keeps, _of_nothing(kind, op.source))
        neutral = np.array(_of_nothing(kind, op.source)).astype(elements.dtype)
        return _REDUCERS[kind](elements, axis=axes, keepdims=keeps, initial=neutral)

    return run


def _count(source: Array, axes: tuple[int, ...]) -> Any:
    """Return the number of elements that are combined, as a float, which may be 0 and divided by."""
    return np.float64(np.prod([source.shape[axis] for axis in axes]))


def _logsumexp(source: Array, axes: tuple[int, ...], keeps: bool, nothing: float) -> Array:
    """The largest element comes out of the sum, so that no power is too large."""
    if _count(source, axes) == 0:
        return np.full(np.sum(source, axes, keepdims=keeps).shape, nothing)
    largest = np.max(source, axes, keepdims=True, initial=-np.inf)
    base = np.where(np.isfinite(largest), largest, 0.0)
    result = np.log(np.sum(np.exp(source - base), axes, keepdims=True)) + base
    return result if keeps else np.squeeze(result, axes)


@on_arrays(dialect.ArgmaxOp, dialect.ArgminOp)
def position_of_extreme(op: dialect.ArgmaxOp | dialect.ArgminOp) -> ArrayFunction:
    """Search with numpy, for which a NaN comes before everything; the last one is the first one from behind."""
    find = np.argmax if isinstance(op, dialect.ArgmaxOp) else np.argmin
    dim, last, keeps = op.dim.value, op.last is not None, op.keep_dims is not None

    def run(source: Array) -> Array:
        positions = find(wide(np.flip(source, dim) if last else source), dim, keepdims=keeps)
        return source.shape[dim] - 1 - positions if last else positions

    return run


_ACCUMULATORS: dict[str, Callable[..., Any]] = {
    "sum": np.add.accumulate,
    "product": np.multiply.accumulate,
    "max": np.maximum.accumulate,
    "min": np.minimum.accumulate,
}


@on_arrays(dialect.CumulativeOp)
def cumulative(op: dialect.CumulativeOp) -> ArrayFunction:
    """Running results; without the element itself they come one place later."""
    kind, dim = op.kind.value, op.dim.value

    def run(source: Array) -> Array:
        elements = wide(np.flip(source, dim) if op.reverse is not None else source)
        if op.exclusive is not None:
            first = np.full_like(
                np.take(elements, range(min(1, elements.shape[dim])), dim), _of_nothing(kind, op.source)
            )
            elements = np.concatenate((first, np.take(elements, range(elements.shape[dim] - 1), dim)), dim)
        accumulated = _ACCUMULATORS[kind](elements, dim)
        return np.flip(accumulated, dim) if op.reverse is not None else accumulated

    return run
