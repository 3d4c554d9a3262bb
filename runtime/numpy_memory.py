"""Addresses of the elements of numpy arrays, and arrays over memory that compiled code has allocated.

Both are needed in every call, so they must be fast: the address of an array's elements is the first field of numpy's
array objects, after the header of all objects (numpy guarantees this to extensions, and it is checked here once);
querying numpy for it takes three times as long.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np

NdArray = Any
HEAD = object.__basicsize__
_pointer_at: Callable[[int], Any] = ctypes.c_void_p.from_address


def _quick_address(array: NdArray) -> int:
    return _pointer_at(id(array) + HEAD).value or 0


def _official_address(array: NdArray) -> int:
    return array.ctypes.data


def _is_where_we_think() -> bool:
    if sys.implementation.name != "cpython":  # elsewhere `id` need not be an address
        return False
    probes = [np.zeros(3), np.zeros((4, 4), np.int8)[1:, 2:], np.zeros(())]
    return all(_quick_address(each) == _official_address(each) for each in probes)


def is_array(value: object) -> bool:
    """Return whether an object is a numpy array, with any element type."""
    return isinstance(value, np.ndarray)


address_of: Callable[[NdArray], int] = _quick_address if _is_where_we_think() else _official_address
"""The address of an array's first element."""


def aligned_copy(array: NdArray, alignment: int) -> NdArray:
    """Return a row-major copy at an aligned address."""
    copy: NdArray = aligned_memory(array.size * array.itemsize, alignment).view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


def aligned_memory(count: int, alignment: int) -> NdArray:
    """Return a number of bytes at an aligned address."""
    memory: NdArray = np.empty(count + alignment, np.uint8)
    start = -address_of(memory) % alignment
    return memory[start : start + count]


# -- Memory that compiled code has allocated ---------------------------------------------------------------------------


Free = Callable[[int], None]


def _c_free() -> Free:
    free = ctypes.CDLL(None).free
    free.argtypes, free.restype = [ctypes.c_void_p], None
    return free


free_of_c: Free = _c_free()
"""C's `free`."""


class Memory:
    """Memory that a program has allocated, freed with the last reference to it."""

    __slots__ = ("_address", "_free")

    def __init__(self, address: int, free: Free) -> None:
        self._address = address
        self._free = free

    def __del__(self) -> None:
        self._free(self._address)


class Window:
    """Memory in numpy's array interface, with its owner."""

    __slots__ = ("__array_interface__", "owner")


@lru_cache(maxsize=1024)
def bytes_type(count: int) -> Any:
    """Return the type of memory of a number of bytes."""
    return ctypes.c_char * count


def dense_array(owner: object, address: int, shape: Sequence[int], dtype: Any) -> NdArray:
    """Return a row-major array over memory, which keeps the owner of the memory alive."""
    return array_in(bytes_type(prod(shape) * dtype.itemsize), owner, address, shape, dtype)


def array_in(memory: Any, owner: object, address: int, shape: Sequence[int], dtype: Any) -> NdArray:
    """Return a row-major array over memory of a type, which must be as large as the array."""
    buffer = memory.from_address(address)
    buffer.owner = owner
    return np.ndarray(shape, dtype, buffer)


def strided_array(owner: object, address: int, shape: Sequence[int], strides: Sequence[int], dtype: Any) -> NdArray:
    """Return a strided array over memory, which keeps its owner alive; strides are in bytes."""
    window = Window()
    window.owner = owner
    window.__array_interface__ = {
        "data": (address, False),
        "shape": tuple(shape),
        "strides": tuple(strides),
        "typestr": dtype.str,
        "version": 3,
    }
    array: NdArray = np.asarray(window)
    return array if array.dtype == dtype else array.view(dtype)


def strides_of_rows(shape: Sequence[int]) -> list[int]:
    """Return the strides of a row-major array, in elements."""
    strides: list[int] = []
    stride = 1
    for size in reversed(shape):
        strides.append(stride)
        stride *= size
    strides.reverse()
    return strides


def may_overlap(strides: Sequence[int], shape: Sequence[int]) -> bool:
    """Return whether different indices may refer to the same element; false if they certainly do not."""
    extent = 0
    for stride, size in sorted((abs(stride), size) for stride, size in zip(strides, shape, strict=True) if size > 1):
        if stride <= extent:
            return True
        extent += (size - 1) * stride
    return False


def has_overlapping_elements(array: NdArray) -> bool:
    """Return whether elements of an array share bytes with one another."""
    if array.size == 0 or not may_overlap((1, *array.strides), (array.itemsize, *array.shape)):
        return False
    offsets: NdArray = np.zeros((), np.int64)
    for stride, size in zip(array.strides, array.shape, strict=True):
        offsets = offsets[..., np.newaxis] + np.arange(size, dtype=np.int64) * stride
    distances = np.diff(np.sort(offsets, axis=None))
    return bool(np.any(distances < array.itemsize))
