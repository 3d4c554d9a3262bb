"""The parameters of kernels, parsed from PTX, and arguments in the form that drivers require.

A memref is a pointer to memory of the device, followed by an integer for each dynamic offset, size and stride (in the
order of `passes/gpu/device_code/kernels.py`). Nothing here requires a GPU.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dlc.ir.diagnostics import counted
from dlc.ir.errors import DlcError

from .tile_maps import TileMap, tile_maps_of

_ENTRY = re.compile(r"\.entry\s+([\w$]+)\s*\(([^)]*)\)([^{]*)\{")
_PARAMETER = re.compile(r"\.param\s+(?:\.align\s+\d+\s+)?\.(\w+)([^,\n]*?)\s+[\w$]+\s*(\[\d+\])?\s*(?=,|$)")
_BLOCK = re.compile(r"\.reqntid\s+(\d+)(?:\s*,\s*(\d+))?(?:\s*,\s*(\d+))?")
_SHARED = re.compile(r"\.extern\s+\.shared\s+(?:\.align\s+\d+\s+)?\.b8\s+([\w$]+)_dynamic_(\d+)\[\]")
"""The workgroup memory of a kernel that its launch has to give; its name says the number of bytes."""
_BITS: dict[int, tuple[Any, Any]] = {
    8: (ctypes.c_uint8, ctypes.c_int8),
    16: (ctypes.c_uint16, ctypes.c_int16),
    32: (ctypes.c_uint32, ctypes.c_int32),
    64: (ctypes.c_uint64, ctypes.c_int64),
}
_KINDS: dict[str, Any] = {
    "f32": ctypes.c_float,
    "f64": ctypes.c_double,
    **{f"{word}{bits}": unsigned for bits, (unsigned, _) in _BITS.items() for word in "bu"},
    **{f"s{bits}": signed for bits, (_, signed) in _BITS.items()},
}
"""The C types of PTX types."""
_FLOATS: dict[str, Any] = {"b32": ctypes.c_float, "b64": ctypes.c_double}
"""The C types of floats that are passed as bits."""


class ArgumentError(DlcError):
    """An argument does not match the parameter of a kernel."""


@dataclass(frozen=True)
class Parameter:
    """One parameter of a kernel: a PTX type such as `f32`, and whether it points to memory of the device.

    A type such as `b32` is for bits of which nothing is known: an integer, or a float.
    """

    kind: str
    is_pointer: bool

    @property
    def bits(self) -> int:
        """The number of bits that are passed."""
        return int(self.kind[1:])

    def value(self, given: Any, place: str) -> Any:
        """Return the argument as a C value; raise `ArgumentError` if it does not match."""
        if self.is_pointer:
            address = getattr(given, "address", given)
            if not isinstance(address, int) or isinstance(address, bool):
                raise ArgumentError(f"{place} must be device memory, but got '{given!r}'")
            return ctypes.c_uint64(address)
        c_type = _KINDS[self.kind]
        if self.kind in _FLOATS and hasattr(given, "__float__") and not hasattr(given, "__index__"):
            return _FLOATS[self.kind](float(given))
        if self.kind.startswith("f"):
            if not hasattr(given, "__float__"):
                raise ArgumentError(f"{place} must be a number of type '{self.kind}', but got '{given!r}'")
            return c_type(float(given))
        if not hasattr(given, "__index__"):
            raise ArgumentError(f"{place} must be an integer of type '{self.kind}', but got '{given!r}'")
        number, bits = given.__index__(), ctypes.sizeof(c_type) * 8
        if not -(1 << (bits - 1)) <= number < 1 << bits:
            raise ArgumentError(f"{place} must be an integer of {bits} bits, but got '{number}'")
        return c_type(number)


@dataclass(frozen=True)
class Signature:
    """The parameters of a kernel, and what its launches must have."""

    name: str
    parameters: tuple[Parameter, ...]
    block: tuple[int, int, int] | None
    """The number of threads of a block, if it is specified."""
    dynamic_bytes: int = 0
    """The workgroup memory that a launch gives to each block."""
    maps: tuple[TileMap, ...] = ()
    """The maps of arguments that the kernel takes behind its parameters."""

    def pack(self, arguments: Sequence[Any]) -> PackedArguments:
        """Return the arguments for a launch; raise `ArgumentError` if they do not match."""
        if len(arguments) != len(self.parameters):
            raise ArgumentError(
                f"'{self.name}' takes {counted(len(self.parameters), 'argument')}, but got {len(arguments)}"
            )
        pairs = enumerate(zip(self.parameters, arguments, strict=True))
        values = [parameter.value(argument, f"argument {n} of '{self.name}'") for n, (parameter, argument) in pairs]
        return PackedArguments(values)

    def pack_bits(self, arguments: Sequence[int]) -> PackedArguments:
        """Return arguments for a launch that are given as bits, floats as well."""
        if len(arguments) != len(self.parameters):
            raise ArgumentError(
                f"'{self.name}' takes {counted(len(self.parameters), 'argument')}, but got {len(arguments)}"
            )
        pairs = zip(self.parameters, arguments, strict=True)
        return PackedArguments([_BITS[parameter.bits][0](argument) for parameter, argument in pairs])


class PackedArguments:
    """Values, and the array of pointers to them, which is valid as long as this object lives."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values = list(values)
        pointers = [ctypes.cast(ctypes.pointer(value), ctypes.c_void_p) for value in values]
        self.pointers = (ctypes.c_void_p * max(len(pointers), 1))(*pointers)


def kernels_of(ptx: str) -> dict[str, Signature]:
    """Return the kernels of a PTX text by name."""
    signatures: dict[str, Signature] = {}
    dynamic = {name: int(size) for name, size in _SHARED.findall(ptx)}
    maps: dict[str, list[TileMap]] = {}
    for name, map in tile_maps_of(ptx):
        maps.setdefault(name, []).append(map)
    for name, parameters, directives in _ENTRY.findall(ptx):
        block = _BLOCK.search(directives)
        sizes = tuple(int(size or 1) for size in block.groups()) if block is not None else None
        taken, behind = _without_maps(name, parameters, maps.get(name, []))
        signatures[name] = Signature(
            name,
            tuple(_parameters(name, taken)),
            sizes,  # type: ignore[arg-type]
            dynamic.get(name, 0),
            behind,
        )
    return signatures


def _without_maps(name: str, text: str, maps: Sequence[TileMap]) -> tuple[str, tuple[TileMap, ...]]:
    """Return the parameters before the maps of a kernel, and the maps in their order."""
    parts, ordered = text.split(","), sorted(maps, key=lambda map: map.parameter)
    count = len(parts) - len(ordered)
    for number, map in enumerate(ordered, count):
        if map.parameter != number or map.argument >= count or not map.is_possible:
            raise ArgumentError(f"kernel '{name}' has a map of an argument that cannot be made: {map}")
    return ",".join(parts[:count]), tuple(ordered)


def _parameters(name: str, text: str) -> list[Parameter]:
    parameters: list[Parameter] = []
    for part in filter(None, map(str.strip, text.split(","))):
        match = _PARAMETER.match(part)
        if match is None or match.group(3) is not None or match.group(1) not in _KINDS:
            raise ArgumentError(f"kernel '{name}' has a parameter of type '{part}', which cannot be passed")
        parameters.append(Parameter(match.group(1), ".ptr" in match.group(2)))
    return parameters
