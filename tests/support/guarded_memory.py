"""Guarded memory for machine code: it ends where a page begins that may not be accessed.

Who reads or writes behind an array, or uses memory that was freed, gets a segmentation fault; what was never written
has bytes that make no sense as numbers (NaN, -1). Up to a page before an array is not guarded. This is for
processes that end soon: addresses are never used again.
"""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from dlc.runtime import load
from dlc.runtime.heap import Heap
from dlc.runtime.image import HeapUse
from dlc.runtime.numpy_memory import dense_array

Array = Any
PAGE = mmap.PAGESIZE
NOBODY = 0
"""The protection flag of `mprotect` for memory that may not be read, written or run."""
UNWRITTEN = 0xFF
_libc = ctypes.CDLL(None, use_errno=True)
_libc.mmap.restype = ctypes.c_void_p
_libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
_libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
_libc.free.argtypes = [ctypes.c_void_p]


def guarded(size: int, alignment: int = 1) -> tuple[int, int]:
    """Return the address of some bytes before a forbidden page, as near as the alignment allows, and their pages."""
    pages = -(-size // PAGE) + 1
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    start = _libc.mmap(None, pages * PAGE, mmap.PROT_READ | mmap.PROT_WRITE, flags, -1, 0)
    if start in (None, ctypes.c_void_p(-1).value):
        raise MemoryError
    end = start + (pages - 1) * PAGE
    _libc.mprotect(end, PAGE, NOBODY)
    address = (end - size) // alignment * alignment
    ctypes.memset(address, UNWRITTEN, end - address)
    return address, start


def guarded_copy(array: Array) -> Array:
    """A copy of an array that ends where a forbidden page begins."""
    address, _ = guarded(array.nbytes)
    if not array.nbytes:
        return array.copy()
    copy = dense_array(None, address, array.shape, array.dtype)
    copy[...] = array
    return copy


class GuardedSlots:
    """Guarded memory for the arguments of many short calls: each piece is used again after `release`."""

    SIZE = 4 * PAGE

    def __init__(self) -> None:
        self._ends: list[int] = []
        self._used = 0

    def copy(self, array: Array) -> Array:
        """A copy of an array that ends where a forbidden page begins, up to the next `release`."""
        if not 0 < array.nbytes <= self.SIZE:
            return guarded_copy(array)
        if self._used == len(self._ends):
            self._ends.append(guarded(self.SIZE)[0] + self.SIZE)
        end = self._ends[self._used]
        self._used += 1
        copy = dense_array(None, end - array.nbytes, array.shape, array.dtype)
        copy[...] = array
        return copy

    def release(self) -> None:
        """Nobody uses what was copied so far any more."""
        self._used = 0


class GuardedHeap:
    """`malloc`, `aligned_alloc` and `free` of compiled programs, each piece guarded."""

    def __init__(self) -> None:
        self.live: dict[int, tuple[int, int, int]] = {}
        """By address: the size, where its pages begin, and where they end."""
        self.problems: list[str] = []
        self._functions = {
            "malloc": ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t)(lambda size: self.allocate(16, size)),
            "aligned_alloc": ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t)(self.allocate),
            "free": ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self.free),
        }
        self.symbols: dict[str, int] = {
            name: ctypes.cast(function, ctypes.c_void_p).value or 0 for name, function in self._functions.items()
        }

    def allocate(self, alignment: int, size: int) -> int:
        address, start = guarded(size, alignment)
        self.live[address] = size, start, start + (-(-size // PAGE)) * PAGE
        return address

    def free(self, address: int | None) -> None:
        """Nobody may touch it from now on."""
        if not address:
            return
        piece = self.live.pop(address, None)
        if piece is None:
            self.problems.append("memory is freed that was not allocated, or a second time")
            return
        size, start, end = piece
        if any(byte != UNWRITTEN for byte in ctypes.string_at(address + size, end - address - size)):
            self.problems.append(f"{size} bytes were allocated, and what lies behind them was written to")
        _libc.mprotect(start, end - start, NOBODY)

    def problem(self) -> str | None:
        """Return the problem with memory after the last reference to a result is gone."""
        if self.live and not self.problems:
            sizes = ", ".join(str(size) for size, _, _ in list(self.live.values())[:8])
            self.problems.append(f"{len(self.live)} pieces of memory are never freed, of {sizes} bytes")
        return self.problems[0] if self.problems else None


@contextmanager
def guarded_heap() -> Generator[GuardedHeap]:
    """Let programs that are linked here allocate on a guarded heap, and free their results there."""
    heap = GuardedHeap()
    heap_for = load.heap_for

    def guarded_heap_for(use: HeapUse) -> Heap:
        del use
        return Heap(heap.symbols, heap.free)

    load.heap_for = guarded_heap_for
    try:
        yield heap
    finally:
        load.heap_for = heap_for
