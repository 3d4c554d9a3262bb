"""Where the elements of numpy arrays lie, and arrays over memory that compiled code has allocated.

Both are on the way of every call, so they go the shortest way: the address of an array's elements is the first thing in
numpy's array objects, behind the head that all objects have (which numpy promises to extensions, and is checked here
once); asking numpy for it costs three times as much.
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
    if sys.implementation.name != "cpython":  # elsewhere an object's number need not be its address
        return False
    probes = [np.zeros(3), np.zeros((4, 4), np.int8)[1:, 2:], np.zeros(())]
    return all(_quick_address(each) == _official_address(each) for each in probes)


def is_array(value: object) -> bool:
    """Whether something is a numpy array, of whatever elements."""
    return isinstance(value, np.ndarray)


address_of: Callable[[NdArray], int] = _quick_address if _is_where_we_think() else _official_address
"""The address of an array's first element."""


def aligned_copy(array: NdArray, alignment: int) -> NdArray:
    """A copy, one row after the other, at an address that is a multiple of an alignment."""
    made: NdArray = aligned_memory(array.size * array.itemsize, alignment).view(array.dtype).reshape(array.shape)
    made[...] = array
    return made


def aligned_memory(count: int, alignment: int) -> NdArray:
    """So many bytes at an address that is a multiple of an alignment."""
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
    """Memory that a program has allocated, freed when nobody refers to it any more."""

    __slots__ = ("_address", "_free")

    def __init__(self, address: int, free: Free) -> None:
        self._address = address
        self._free = free

    def __del__(self) -> None:
        self._free(self._address)


class Window:
    """Memory as numpy asks for it, with its owner."""

    __slots__ = ("__array_interface__", "owner")


@lru_cache(maxsize=1024)
def _bytes_type(count: int) -> Any:
    return ctypes.c_char * count


def dense_array(owner: object, address: int, shape: Sequence[int], dtype: Any) -> NdArray:
    """An array over elements that lie one row after the other, which keeps the owner of its memory alive."""
    buffer = _bytes_type(prod(shape) * dtype.itemsize).from_address(address)
    buffer.owner = owner
    return np.ndarray(shape, dtype, buffer)


def strided_array(owner: object, address: int, shape: Sequence[int], strides: Sequence[int], dtype: Any) -> NdArray:
    """The same of elements that lie elsewhere; strides are in bytes."""
    window = Window()
    window.owner = owner
    window.__array_interface__ = {
        "data": (address, False),
        "shape": tuple(shape),
        "strides": tuple(strides),
        "typestr": dtype.str,
        "version": 3,
    }
    made: NdArray = np.asarray(window)
    return made if made.dtype == dtype else made.view(dtype)
