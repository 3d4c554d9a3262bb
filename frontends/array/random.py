"""`dlc.random`: random arrays that depend on nothing but a key.

    key = dlc.random.key(0)
    for_weights, for_noise = dlc.random.split(key)
    weights = dlc.random.normal(for_weights, (8, 4), dtype=np.float32)

There is no hidden state: the same key gives the same numbers in every call, on every machine and with any number of
threads. So each call gets a key of its own, by `split`, or by `fold_in` where keys are numbered, as the steps of a
training are. Keys are arrays, which compiled functions take as arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, cast

import numpy as np

from dlc.dialects import graph
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value
from dlc.ir.builtin_types import f32, i64

from .arrays import Array
from .dtypes import DEFAULT_FLOAT, DEFAULT_INTEGER, KINDS, DType, checked_dtype, element_of_dtype
from .errors import call_error
from .indexing import take
from .manipulation import moveaxis, reshape
from .operands import (
    Shape,
    as_array,
    axis_of,
    broadcast_shape,
    broadcast_value,
    converted,
    dims_of,
    require_kind,
    shape_from,
    shape_text,
    with_dtype,
    wrap,
)
from .searching import argmax
from .symbolic import SymbolicSize
from .tracing import array_function, value_of

__all__ = [
    "bernoulli",
    "categorical",
    "choice",
    "fold_in",
    "integers",
    "key",
    "normal",
    "permutation",
    "split",
    "uniform",
]
DRAWING, SPLITTING, FOLDING = range(3)
"""The streams of numbers that a key has: drawn ones are not those of which other keys are made."""
MOST_KEYS = 1 << 16


def key(seed: Any, /) -> Array:
    """Return the key of a seed, which is an integer."""
    array = seed if isinstance(seed, Array) else Array.of(np.asarray(seed))
    require_kind("key", array, "integral")
    if array.shape != ():
        raise call_error(f"key: the seed must be a number, but got an array of shape {shape_text(array.shape)}")
    return array if array.dtype == DEFAULT_INTEGER else _as_key(array)


@array_function
def _as_key(seed: Array) -> Array:
    return wrap(converted(value_of(seed), DEFAULT_INTEGER))


@array_function
def split(key: Any, /, count: int = 2) -> tuple[Array, ...]:
    """Return several keys that are made from one, which must not be used for anything else."""
    is_number = isinstance(count, int)  # pyright: ignore[reportUnnecessaryIsInstance]
    if not is_number or not 1 <= count <= MOST_KEYS:
        raise call_error(f"split: the number of keys must be in 1 .. {MOST_KEYS}, but got {count!r}")
    keys = graph.random_bits(_seed("split", key), SPLITTING, (count,), i64)
    return tuple(wrap(_element(keys, number)) for number in range(count))


@array_function
def fold_in(key: Any, number: Any, /) -> Array:
    """Return the key that a key has for a number, such as that of a step."""
    array = number if isinstance(number, Array) else Array.of(np.asarray(number))
    require_kind("fold_in", array, "integral")
    base = _element(graph.random_bits(_seed("fold_in", key), FOLDING, (1,), i64), 0)
    seed = graph.add(base, converted(value_of(array), DEFAULT_INTEGER))
    return wrap(_element(graph.random_bits(seed, FOLDING, (1,), i64), 0))


# -- Numbers -----------------------------------------------------------------------------------------------------------


@array_function
def uniform(key: Any, shape: Any = (), /, low: Any = 0.0, high: Any = 1.0, *, dtype: Any = None) -> Array:
    """Return floats that are equally likely anywhere from low to high, which they reach by rounding at most."""
    kind = _float_type("uniform", dtype)
    drawn = graph.random_uniform(_seed("uniform", key), DRAWING, _shape("uniform", shape), element_of_dtype(kind))
    start, end = (_number("uniform", each, kind, drawn) for each in (low, high))
    return wrap(graph.add(graph.mul(drawn, graph.sub(end, start)), start))


@array_function
def normal(key: Any, shape: Any = (), /, *, dtype: Any = None) -> Array:
    """Return floats of the normal distribution with mean 0 and variance 1."""
    element = element_of_dtype(_float_type("normal", dtype))
    return wrap(graph.random_normal(_seed("normal", key), DRAWING, _shape("normal", shape), element))


@array_function
def integers(key: Any, shape: Any = (), /, *, low: Any = 0, high: Any, dtype: Any = None) -> Array:
    """Return integers from low to high, which is left out and must be larger, by less than 2**63."""
    kind = DEFAULT_INTEGER if dtype is None else checked_dtype(dtype)
    if kind not in KINDS["integral"]:
        raise call_error(f"integers: the dtype must be one of integers, but got {kind}")
    _check_limits(low, high)
    bits = graph.random_bits(_seed("integers", key), DRAWING, _shape("integers", shape), i64)
    start, end = (_number("integers", each, DEFAULT_INTEGER, bits) for each in (low, high))
    positive = graph.and_(bits, _number("integers", 2**63 - 1, DEFAULT_INTEGER, bits))
    return wrap(converted(graph.add(graph.rem(positive, graph.sub(end, start)), start), kind))


@array_function
def bernoulli(key: Any, probability: Any = 0.5, shape: Any = (), /) -> Array:
    """Return truth values that are true with a probability."""
    drawn = graph.random_uniform(_seed("bernoulli", key), DRAWING, _shape("bernoulli", shape), f32)
    return wrap(graph.compare("lt", drawn, _number("bernoulli", probability, np.dtype(np.float32), drawn)))


@array_function
def permutation(key: Any, count: Any, /) -> Array:
    """Return 0, 1, 2 … count - 1 in a random order."""
    shape = _shape("permutation", (count,))
    bits = graph.random_bits(_seed("permutation", key), DRAWING, shape, i64)
    return wrap(graph.sort([bits, graph.iota(0, shape)], 0)[1])


@array_function
def categorical(key: Any, logits: Any, shape: Any = None, /, *, axis: int = -1) -> Array:
    """Return positions along an axis of logits, each as likely as their softmax says.

    The result has the other axes of the logits, or a shape that these are broadcast to.
    """
    array = as_array("categorical", logits)
    require_kind("categorical", array, "real floating")
    rows = moveaxis(array, axis_of("categorical", axis, array.ndim), -1)
    batch, count = dims_of(rows)[:-1], dims_of(rows)[-1]
    wanted = batch if shape is None else _shape("categorical", shape)
    if broadcast_shape("categorical", [wanted, batch]) != wanted:
        shown = f"{shape_text(batch)}, which do not fit the shape {shape_text(wanted)} of the result"
        raise call_error(f"categorical: logits are broadcast to the shape of the result, but got rows of shape {shown}")
    drawn = graph.random_uniform(_seed("categorical", key), DRAWING, (*wanted, count), f32)
    noise = graph.neg(graph.log(graph.neg(graph.log(drawn))))
    return argmax(rows + wrap(noise), axis=-1)


@array_function
def choice(key: Any, values: Any, shape: Any = (), /, *, replace: bool = True) -> Array:
    """Return elements of an array's first axis, or of 0, 1, 2 … for a number; without `replace`, none of them twice."""
    array = None if isinstance(values, (int, SymbolicSize)) else as_array("choice", values)
    if array is not None and array.ndim == 0:
        raise call_error("choice: an array with dimensions or an integer is required, but got one without dimensions")
    size = values if array is None else array.shape[0]
    wanted = _shape("choice", shape)
    if replace:
        places = integers(key, wanted, high=size)
    else:
        count = prod(cast("Sequence[Any]", shape)) if isinstance(shape, (tuple, list)) else shape
        if isinstance(count, int) and isinstance(size, int) and count > size:
            raise call_error(f"choice: without 'replace' at most {size} elements can be chosen, but got {count}")
        places = reshape(permutation(key, size)[:count], shape)
    return places if array is None else take(array, places, axis=0)


# -- Arguments ---------------------------------------------------------------------------------------------------------


def _seed(name: str, key: Any) -> Value:
    array = as_array(name, key) if isinstance(key, (Array, np.ndarray, np.generic)) else None
    if array is None or array.shape != () or array.dtype != DEFAULT_INTEGER:
        given = f"{key!r:.60}" if array is None else f"{array.dtype} of shape {shape_text(array.shape)}"
        raise call_error(f"{name}: a key is required, as dlc.random.key(seed) returns one, but got {given}")
    return value_of(array)


def _shape(name: str, shape: Any) -> Shape:
    sizes = shape_from(shape)
    if any(isinstance(size, int) and size < 0 for size in sizes):
        raise call_error(f"{name}: sizes must not be negative, but got {shape_text(sizes)}")
    return sizes


def _float_type(name: str, dtype: Any) -> DType:
    kind = DEFAULT_FLOAT if dtype is None else checked_dtype(dtype)
    if kind.kind != "f" and str(kind) != "bfloat16":
        raise call_error(f"{name}: the dtype must be one of floats, but got {kind}")
    return kind


def _check_limits(low: Any, high: Any) -> None:
    """Refuse limits of integers that are none, and numbers between which there are no integers or too many."""
    for limit in (low, high):
        if isinstance(limit, (Array, np.ndarray, np.generic)):
            require_kind("integers", as_array("integers", limit), "integral")
        elif not isinstance(limit, (int, SymbolicSize)):
            raise call_error(f"integers: a limit must be an integer, but got {limit!r:.60}")
    if isinstance(low, int) and isinstance(high, int) and not 0 < high - low < 2**63:
        raise call_error(f"integers: high must be larger than low, by less than 2**63, but got {low} and {high}")


def _number(name: str, number: Any, kind: DType, like: Value) -> Value:
    """Return a number, or an array that is broadcast, as a value like another one."""
    value, shape = with_dtype(number, kind), shape_of(like)
    joined = broadcast_shape(name, [shape, shape_of(value)])
    if len(joined) > len(shape) or any(size == 1 != other for size, other in zip(shape, joined, strict=True)):
        shown = f"{shape_text(shape_of(value))}, which does not fit the shape {shape_text(shape)} of the result"
        raise call_error(f"{name}: a number is required, or an array that is broadcast, but got one of shape {shown}")
    return broadcast_value(value, shape, like)


def _element(values: Value, number: int) -> Value:
    """Return an element of a row."""
    part = graph.slice(values, [number], [number + 1], [1])
    return graph.reshape(part, ())
