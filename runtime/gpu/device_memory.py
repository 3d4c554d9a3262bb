"""Memory of a device: large segments of the driver, from which blocks are taken in the order of one stream.

A block that is given back may be used by what is launched afterwards, without waiting: everything that touches memory
runs in the order of the stream. Another stream first waits for the one before. For the same sequence of sizes, blocks
have the same addresses each time, which recorded graphs rely on.
"""

from __future__ import annotations

import ctypes
from bisect import bisect_left, insort
from collections import deque
from collections.abc import Callable

from .driver import OUT_OF_MEMORY, Driver, GPUError

ALIGNMENT = 256
SEGMENT = 2 << 20
"""The least number of bytes that the driver is asked for, and what larger segments are a multiple of."""
MOST_BYTES = 1 << 48


class OutOfDeviceMemory(GPUError, MemoryError):
    """There is not enough memory on a device."""


class DeviceMemory:
    """The memory that this process has of one device. It is used by one thread at a time."""

    def __init__(self, driver: Driver, number: int, synchronize: Callable[[], None]) -> None:
        self._driver = driver
        self._number = number
        self._synchronize = synchronize
        self._free: list[tuple[int, int]] = []
        """Free blocks by address, with their sizes."""
        self._used: dict[int, int] = {}
        self._segments: dict[int, int] = {}
        self._returned: deque[tuple[int, frozenset[int]]] = deque()
        """Blocks that were given back by finalizers, at any time and in any thread, with streams that used them."""

    @property
    def used_bytes(self) -> int:
        """The number of bytes in blocks."""
        return sum(self._used.values())

    @property
    def held_bytes(self) -> int:
        """The number of bytes taken from the driver."""
        return sum(self._segments.values())

    def allocate(self, size: int, purpose: str) -> int:
        """Return the address of a new block."""
        rounded = max(-(-size // ALIGNMENT), 1) * ALIGNMENT
        if size >= MOST_BYTES:
            raise self._exhausted(size, purpose)
        fitting = min(((length, address) for address, length in self._free if length >= rounded), default=None)
        if fitting is None:
            self._grow(size, purpose)
            return self.allocate(size, purpose)
        length, address = fitting
        self._free.remove((address, length))
        if length > rounded:
            insort(self._free, (address + rounded, length - rounded))
        self._used[address] = rounded
        return address

    def free(self, address: int) -> None:
        """Give a block back."""
        size = self._used.pop(address)
        at = bisect_left(self._free, (address, 0))
        if at < len(self._free) and self._free[at][0] == address + size and self._free[at][0] not in self._segments:
            size += self._free.pop(at)[1]
        if at and sum(self._free[at - 1]) == address and address not in self._segments:
            at -= 1
            address, before = self._free.pop(at)
            size += before
        self._free.insert(at, (address, size))

    def give_back_later(self, address: int, streams: frozenset[int]) -> None:
        """Give a block back before the next call; this may be called at any time, also by a finalizer."""
        self._returned.append((address, streams))

    def take_returned(self, wait_for: Callable[[int], None]) -> None:
        """Free what was given back; `wait_for` orders what follows after a stream."""
        while self._returned:
            address, streams = self._returned.popleft()
            for stream in streams:
                wait_for(stream)
            self.free(address)

    def release(self) -> None:
        """Return segments to the driver in which there are no blocks."""
        self._synchronize()
        for address, size in [each for each in self._free if self._segments.get(each[0]) == each[1]]:
            self._free.remove((address, size))
            del self._segments[address]
            self._driver.call("MemFree", ctypes.c_uint64(address))

    def _grow(self, size: int, purpose: str) -> None:
        segment = max(-(-size // SEGMENT), 1) * SEGMENT
        try:
            address = self._segment(segment)
        except GPUError as error:
            if error.status != OUT_OF_MEMORY:
                raise
            self.release()
            try:
                address = self._segment(segment)
            except GPUError as again:
                raise (self._exhausted(size, purpose) if again.status == OUT_OF_MEMORY else again) from None
        self._segments[address] = segment
        insort(self._free, (address, segment))

    def _segment(self, size: int) -> int:
        address = ctypes.c_uint64()
        self._driver.call("MemAlloc", ctypes.byref(address), ctypes.c_size_t(size))
        return address.value

    def _exhausted(self, size: int, purpose: str) -> OutOfDeviceMemory:
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self._driver.call("MemGetInfo", ctypes.byref(free), ctypes.byref(total))
        return OutOfDeviceMemory(
            f"device {self._number} has not enough memory: {bytes_text(size)} for {purpose} do not fit beside "
            f"{bytes_text(self.used_bytes)} in use; {bytes_text(free.value)} of {bytes_text(total.value)} are free",
            OUT_OF_MEMORY,
        )


def bytes_text(count: int) -> str:
    """Return a number of bytes as text, such as `1.5 GiB`."""
    size, unit = float(count), "bytes"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if size < 1024:
            break
        size, unit = size / 1024, larger
    return f"{count} bytes" if unit == "bytes" else f"{size:.1f} {unit}"
