"""Arrays with a part replaced, or combined with other elements: `x.at[1:, i].set(0)`. The array itself stays.

A part is what `x[…]` can name. Slices of known sizes are replaced as a whole, parts at indices along one axis are
scattered as they are, and anything else is scattered by the numbers of its elements, which `x[…]` takes of all numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dlc.dialects import graph
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value, sizes

from .arrays import Array
from .errors import call_error
from .indexing import box_of, getitem, index_along_one_axis
from .operands import (
    broadcast_shape,
    broadcast_value,
    checked_operand,
    common_dtype,
    count_of,
    shape_text,
    with_dtype,
    wrap,
)
from .tracing import array_function, value_of
from .windows import scattered

COMBINE: dict[str, Callable[[Value, Value], Value]] = {
    "add": graph.add,
    "mul": graph.mul,
    "max": graph.maximum,
    "min": graph.minimum,
}


class Places:
    """The parts of an array, `x.at`: a key in brackets names one."""

    __slots__ = ("_array",)

    def __init__(self, array: Array) -> None:
        self._array = array

    def __getitem__(self, key: Any, /) -> Part:
        return Part(self._array, key)


class Part:
    """A part of an array, `x.at[key]`. Its methods return the array with other elements there.

    Elements that a key names several times are combined with all values, or set to the last one.
    """

    __slots__ = ("_array", "_key")

    def __init__(self, array: Array, key: Any) -> None:
        self._array = array
        self._key = key

    def get(self) -> Array:
        """Return the part."""
        return getitem(self._array, self._key)

    def set(self, values: Any, /) -> Array:
        """Return the array with the part replaced."""
        return _updated(self._array, self._key, values, "assign", "set")

    def add(self, values: Any, /) -> Array:
        """Return the array with values added to the part."""
        return _updated(self._array, self._key, values, "add", "add")

    def multiply(self, values: Any, /) -> Array:
        """Return the array with the part multiplied by values."""
        return _updated(self._array, self._key, values, "mul", "multiply")

    def max(self, values: Any, /) -> Array:
        """Return the array with the part, where it is larger, and values."""
        return _updated(self._array, self._key, values, "max", "max")

    def min(self, values: Any, /) -> Array:
        """Return the array with the part, where it is smaller, and values."""
        return _updated(self._array, self._key, values, "min", "min")


@array_function
def _updated(x: Array, key: Any, values: Any, kind: Any, method: str) -> Array:
    """Return an array with a part combined with values, which are repeated to the shape of the part."""
    name = f"at[].{method}"
    given = checked_operand(name, values)
    dtype = common_dtype(name, [x, given])
    if dtype != x.dtype:
        raise call_error(f"{name}: values of dtype {x.dtype} are required, but got {dtype}; convert them by astype")
    if kind != "assign" and x.dtype == np.bool_:
        raise call_error(f"{name}: an array of numbers is required, but got dtype {x.dtype}; use `set`")
    value, new = value_of(x), with_dtype(given, dtype)
    index = index_along_one_axis(x, key)
    if index is not None:
        dim, places = index
        updates = _repeated(name, new, value_of(getitem(x, key)))
        return wrap(scattered(value, places, [dim], len(shape_of(places)), updates, kind))
    box = box_of(x, key)
    if box is not None:
        part = value_of(getitem(x, key))
        new = _repeated(name, new, part)
        new = new if kind == "assign" else COMBINE[kind](part, new)
        return wrap(_with_box(value, new, box))
    places = value_of(getitem(wrap(_numbered(value)), key))
    updates = _flat(_repeated(name, new, places))
    return wrap(graph.reshape(scattered(_flat(value), _flat(places), [0], 1, updates, kind), shape_of(value)))


def _repeated(name: str, value: Value, part: Value) -> Value:
    shape = shape_of(part)
    if broadcast_shape(name, [shape_of(value), shape]) != shape:
        raise call_error(f"{name}: values of shape {shape_text(shape_of(value))} do not fit {shape_text(shape)}")
    return broadcast_value(value, shape, part)


def _with_box(value: Value, new: Value, box: Sequence[tuple[int, int]]) -> Value:
    """Return a value with elements between starts and limits replaced."""
    starts = np.array([start for start, _ in box], np.int64)
    return graph.dynamic_update_slice(value, graph.reshape(new, [limit - start for start, limit in box]), starts)


def _numbered(value: Value) -> Value:
    """Return 0, 1, 2 … in the shape of a value."""
    shape = shape_of(value)
    total = graph.shape(value) if None in shape else None
    numbers = graph.iota(len(shape) - 1, shape, sizes=total)
    for dim in range(len(shape) - 1):
        stride = count_of(value, range(dim + 1, len(shape)))
        rows = graph.iota(dim, shape, sizes=total)
        numbers = graph.add(numbers, graph.mul(rows, broadcast_value(stride, shape, value)))
    return numbers


def _flat(value: Value) -> Value:
    return graph.reshape(value, (sizes.product(shape_of(value)),))
