"""The meaning of `graph`'s casts."""

from __future__ import annotations

from typing import Any

import numpy as np

from dlc.dialects import graph as dialect
from dlc.dialects.graph.tensors import element_of, is_unsigned
from dlc.interp.conversion import dtype_of
from dlc.interp.semantics import Unary
from dlc.interp.values import Array, array_of, contiguous
from dlc.ir.builtin_types import FloatType, IntegerType, f64, i1

from .arrays import is_float_array, on_arrays, where, wide

LARGEST_EXACT = 2**53
"""The largest integer up to which float64 holds all."""


@on_arrays(dialect.CastOp)
def cast(op: dialect.CastOp) -> Unary:
    """The same numbers."""
    element = element_of(op.result)
    if isinstance(element, FloatType):
        return lambda x: without_nan(integers_to_floats(wide(x), element), element)
    if element is i1:
        return lambda x: wide(x) != 0
    assert isinstance(element, IntegerType)
    return lambda x: floats_to_integers(np.trunc(wide(x)), element) if is_float_array(x) else wide(x)


def integers_to_floats(x: Array, type: FloatType) -> Array:
    """Integers that float64 cannot hold are rounded to a smaller type at once: Python's conversions are exact."""
    if is_float_array(x) or x.dtype.kind == "b" or type is f64:
        return x
    if x.size and x.min() >= -LARGEST_EXACT and x.max() <= LARGEST_EXACT:
        return x.astype(np.float64)
    exact = [type.format.to_float(type.format.from_fraction(item)) for item in x.ravel().tolist()]
    return array_of(exact, np.float64).reshape(x.shape)


def without_nan(x: Array, type: FloatType) -> Array:
    """Replace NaN by -0 if a type has no NaN."""
    return where(np.isnan(x), -0.0, x) if type.format.nan is None else x


def bounds_of(type: IntegerType) -> tuple[int, int]:
    """The smallest and the largest integer of a type."""
    width = type.width
    return (0, 2**width - 1) if is_unsigned(type) else (-(2 ** (width - 1)), 2 ** (width - 1) - 1)


def floats_to_integers(x: Array, type: IntegerType) -> Array:
    """Whole numbers as integers: what is out of range becomes the bound, NaN becomes 0."""
    low, high = bounds_of(type)
    wanted: Any = np.uint64 if is_unsigned(type) else np.int64
    inside = (x >= low) & (x < high + 1)
    integers = where(inside, x, 0).astype(wanted)
    return where(inside, integers, where(x > 0, wanted(high), where(x < 0, wanted(low), wanted(0))))


@on_arrays(dialect.BitcastOp)
def bitcast(op: dialect.BitcastOp) -> Unary:
    """The same bits."""
    dtype = dtype_of(element_of(op.result))
    return lambda x: contiguous(x).view(dtype).reshape(x.shape)
