"""The dtypes of `dlc.array`: numpy's, their kinds, and how they are promoted.

Python numbers are weak: they take the dtype of the array beside them. Kinds do not mix: an integer array and a float
array have no common dtype, as the standard leaves it open.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, cast

import ml_dtypes
import numpy as np

from dlc.ir import Type
from dlc.ir.builtin_attributes import element_type_of, layout_of
from dlc.ir.elements import IN_NATIVE_ORDER, numpy_type

from .errors import call_error

DType = np.dtype[Any]

bool_type = builtins.bool
bool = np.dtype("bool")
int8, int16, int32, int64 = (np.dtype(f"int{width}") for width in (8, 16, 32, 64))
uint8, uint16, uint32, uint64 = (np.dtype(f"uint{width}") for width in (8, 16, 32, 64))
float16, float32, float64 = (np.dtype(f"float{width}") for width in (16, 32, 64))
bfloat16 = np.dtype(ml_dtypes.bfloat16)

SIGNED, UNSIGNED = (int8, int16, int32, int64), (uint8, uint16, uint32, uint64)
FLOATING = (float16, bfloat16, float32, float64)
KINDS: dict[str, tuple[DType, ...]] = {
    "bool": (bool,),
    "signed integer": SIGNED,
    "unsigned integer": UNSIGNED,
    "integral": (*SIGNED, *UNSIGNED),
    "real floating": FLOATING,
    "complex floating": (),
    "numeric": (*SIGNED, *UNSIGNED, *FLOATING),
}
ALL = (bool, *KINDS["numeric"])
DEFAULT_INTEGER, DEFAULT_FLOAT = int64, float64


@lru_cache(maxsize=64)
def element_of_dtype(dtype: DType) -> Type:
    """Return the element type of a tensor for a dtype."""
    return element_type_of(dtype)


@lru_cache(maxsize=64)
def dtype_of_element(element: Type) -> DType:
    """Return the dtype for the element type of a tensor."""
    layout = layout_of(element)
    if layout is None:
        raise TypeError(f"there is no dtype for elements '{element}'")
    dtype: DType = numpy_type(layout)
    return dtype


def checked_dtype(dtype: Any) -> DType:
    """Return a dtype that is given as one or by its name; raise `TypeError` if arrays cannot have it."""
    try:
        checked: DType | None = np.dtype(dtype)
    except (TypeError, ValueError, SyntaxError):
        checked = None
    if checked is None or checked not in ALL:
        shown = dtype if checked is None else checked
        if checked is not None and cast("Any", checked).newbyteorder("=") in ALL:
            raise call_error(f"arrays cannot have the dtype {checked}, in another byte order; pass {IN_NATIVE_ORDER}")
        raise call_error(f"arrays cannot have the dtype {shown!s:.60}; they can have {', '.join(map(str, ALL))}")
    return checked


def is_floating(dtype: DType) -> builtins.bool:
    """Return whether elements are floats."""
    return dtype in FLOATING


def promoted(dtypes: Iterable[DType]) -> DType | None:
    """Return the dtype that arrays of these dtypes have together; `None` if the standard defines none."""
    result: DType | None = None
    for dtype in dtypes:
        result = dtype if result is None else _promoted(result, dtype)
        if result is None:
            return None
    return result


def _promoted(a: DType, b: DType) -> DType | None:
    if a == b:
        return a
    if a in FLOATING and b in FLOATING:
        return float32 if {a, b} == {float16, bfloat16} else max(a, b, key=_width)
    for kind in (SIGNED, UNSIGNED):
        if a in kind and b in kind:
            return max(a, b, key=_width)
    if {a, b} & {*SIGNED} and {a, b} & {*UNSIGNED}:
        signed, unsigned = (a, b) if a in SIGNED else (b, a)
        width = max(signed.itemsize, 2 * unsigned.itemsize)
        return SIGNED[(1, 2, 4, 8).index(width)] if width <= 8 else None
    return None


def _width(dtype: DType) -> int:
    return dtype.itemsize


def weak_result(number: type, dtype: DType) -> DType | None:
    """Return the dtype of an operation of a Python number and an array; `None` if they do not go together."""
    if number is bool_type:
        return dtype if dtype == bool else None
    if number is int:
        return dtype if dtype != bool else None
    return dtype if dtype in FLOATING else None


def default_dtype(number: type) -> DType:
    """Return the dtype of an array that is made of a Python number."""
    return bool if number is bool_type else DEFAULT_INTEGER if number is int else DEFAULT_FLOAT
