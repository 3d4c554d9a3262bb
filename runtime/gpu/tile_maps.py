"""Maps of memory that kernels copy tiles from: read off a PTX text, and made by the driver for each launch.

`passes/gpu/device_code/tile_maps.py` describes the names. A map is 128 bytes, at a multiple of 64 bytes.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .driver import Driver, GPUError

_NAME = re.compile(
    r"\.const\s+(?:\.align\s+\d+\s+)?\.\w+\s+([\w$]+)_tile_map_(\d+)_of_(\d+)_([A-Za-z]+\d\w*?)_([\dx]+)_([\dx]+)_([\dx]+)"
    r"(?:_swizzle(\d+))?;"
)
_MAP_BYTES, _MAP_ALIGNMENT = 128, 64
_KINDS = {1: 0, 2: 1, 4: 2}
"""The driver's types of elements of a number of bytes: integers, as nothing is computed with them."""
_BITS = re.compile(r"\D*(\d+)")
_MOST_DIMENSIONS = 5
_NO_INTERLEAVE = _ZEROS = 0
_SWIZZLES = {0: 0, 32: 1, 64: 2, 128: 3}
"""The driver's numbers of swizzles, by the bytes of a row that are swizzled."""
_PROMOTE_128_BYTES = 2


@dataclass(frozen=True)
class TileMap:
    """A map that a kernel takes: of memory at the address that an argument is."""

    parameter: int
    argument: int
    element_bytes: int
    sizes: tuple[int, ...]
    """The numbers of elements, those of the last dimension first."""
    strides: tuple[int, ...]
    """The distances in bytes along all dimensions but the first."""
    box: tuple[int, ...]
    """The numbers of elements that an instruction copies."""
    swizzle: int = 0
    """The number of bytes of a row that lie in another order in workgroup memory; 0 if none do."""

    @property
    def is_possible(self) -> bool:
        """Return whether a driver can be asked for the map."""
        rank = len(self.sizes)
        return (
            self.argument < self.parameter
            and self.element_bytes in _KINDS
            and 1 < rank <= _MOST_DIMENSIONS
            and (len(self.strides), len(self.box)) == (rank - 1, rank)
            and self.swizzle in _SWIZZLES
            and all(0 < each < 1 << 40 for each in (*self.sizes, *self.strides, *self.box))
        )

    def made(self, driver: Driver, address: int, kernel: str) -> Any:
        """Return the map for memory at an address. Raises `GPUError`."""
        raw = (ctypes.c_uint8 * (_MAP_BYTES + _MAP_ALIGNMENT))()
        place = (ctypes.c_uint8 * _MAP_BYTES).from_buffer(raw, -ctypes.addressof(raw) % _MAP_ALIGNMENT)
        rank = len(self.sizes)
        try:
            driver.call(
                "TensorMapEncodeTiled",
                ctypes.c_void_p(ctypes.addressof(place)),
                ctypes.c_int(_KINDS[self.element_bytes]),
                ctypes.c_uint(rank),
                ctypes.c_void_p(address),
                (ctypes.c_uint64 * rank)(*self.sizes),
                (ctypes.c_uint64 * (rank - 1))(*self.strides),
                (ctypes.c_uint32 * rank)(*self.box),
                (ctypes.c_uint32 * rank)(*[1] * rank),
                *map(ctypes.c_int, (_NO_INTERLEAVE, _SWIZZLES[self.swizzle], _PROMOTE_128_BYTES, _ZEROS)),
            )
        except GPUError as error:
            raise GPUError(
                f"kernel '{kernel}' copies tiles of argument {self.argument}, but there is no map of it: {error}",
                error.status,
            ) from None
        return place


def tile_maps_of(ptx: str) -> Iterator[tuple[str, TileMap]]:
    """Return the maps that kernels of a PTX text take, with the names of the kernels."""
    for kernel, parameter, argument, element, *lists, swizzle in _NAME.findall(ptx):
        bits = _BITS.match(element)
        sizes, strides, box = (_numbers(each) for each in lists)
        size = int(bits[1]) // 8 if bits is not None else 0
        yield kernel, TileMap(int(parameter), int(argument), size, sizes, strides, box, int(swizzle or 0))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(each) for each in text.split("x") if each)


def with_maps(driver: Driver, maps: Sequence[TileMap], values: Sequence[Any], kernel: str) -> list[Any]:
    """Return the values of arguments, and behind them the maps that a kernel takes."""
    return [*values, *(each.made(driver, values[each.argument].value, kernel) for each in maps)]
