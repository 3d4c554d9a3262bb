"""Conversion of the slots of a frame to Python results: numbers, and arrays over memory returned by the function.

Each memory region gets one owner, which frees it with the last array over it. This also holds if results share memory
with one another. Results can share memory with an argument or a global only if the function is written on memrefs: then
the argument stays the owner, and contents of a global are copied.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import prod
from operator import itemgetter
from typing import Any, cast

import numpy as np

from dlc.ir.diagnostics import did_you_mean
from dlc.ir.elements import IN_NATIVE_ORDER

from .dlpack import array_from
from .frames import FAILURE_SLOTS, SLOT, argument_slots
from .number_arguments import InvalidArgument, kind_of
from .numpy_memory import (
    Free,
    Memory,
    NdArray,
    address_of,
    array_in,
    bytes_type,
    dense_array,
    has_overlapping_elements,
    is_array,
    strided_array,
)
from .signature import Array, Number, Signature

Region = tuple[int, int]
"""The memory from one address to another."""

MOST_WORK = 1 << 20
"""The steps after which numpy gives up to find an element that two arrays share."""
_CODES = {
    "bool": "?7x",
    "int8": "b7x",
    "int16": "h6x",
    "int32": "i4x",
    "int64": "q",
    "uint8": "B7x",
    "uint16": "H6x",
    "uint32": "I4x",
    "uint64": "Q",
    "float16": "e6x",
    "float32": "f4x",
    "float64": "d",
}
"""The codes of the struct module for numbers in slots; other types are read as bytes."""


class ArrayResult:
    """Converts one result to arrays."""

    __slots__ = ("_dtype", "_each", "_is_row_major", "_memory", "_rank", "_shape", "width")

    def __init__(self, kind: Array) -> None:
        self.width = argument_slots(kind)
        self._dtype = kind.dtype
        self._each: int = kind.dtype.itemsize
        self._rank = len(kind.sizes)
        self._is_row_major = kind.strides is None
        self._shape = tuple(size for size in kind.sizes if isinstance(size, int))
        is_static = self._is_row_major and len(self._shape) == self._rank and 0 not in self._shape
        self._memory = bytes_type(prod(self._shape) * self._each) if is_static else None
        """The type of the memory, if its size is known."""

    def read(self, fields: Sequence[int], owner: object) -> NdArray:
        """Return the array that a descriptor describes."""
        address, rank = fields[1] + fields[2] * self._each, self._rank
        if self._memory is not None:
            return array_in(self._memory, owner, address, self._shape, self._dtype)
        shape = fields[3 : 3 + rank]
        if 0 in shape:
            return _array_of_nothing(shape, self._dtype)
        if self._is_row_major:
            return dense_array(owner, address, shape, self._dtype)
        return strided_array(owner, address, shape, [stride * self._each for stride in fields[3 + rank :]], self._dtype)


def _array_of_nothing(shape: Sequence[int], dtype: Any) -> NdArray:
    try:
        return np.empty(shape, dtype)
    except ValueError:  # the product of the sizes, without that of 0, does not fit
        raise MemoryError(f"sizes of a result are too large for an array: {[*shape]}") from None


class Results:
    """Reads the results of one entry."""

    def __init__(self, signature: Signature, statics: Sequence[Region], free: Free) -> None:
        self._unpacker = struct.Struct("=" + "".join(map(_format, signature.results)))
        self._start = SLOT * (FAILURE_SLOTS + sum(argument_slots(each.kind) for each in signature.parameters))
        self._is_fresh = signature.results_are_fresh
        self._statics = statics
        self._free = free
        widths = [argument_slots(kind) for kind in signature.results]
        starts = list(accumulate(widths, initial=0))
        parts = [None if each.is_lent else _part(each.kind) for each in signature.outputs]
        self._parts = list(zip(parts, starts[:-1], starts[1:], strict=True))
        """The converter of each result that is not lent, with the range of its fields."""
        only = parts[0] if len(parts) == 1 and signature.results_are_fresh else None
        self._only = only if isinstance(only, ArrayResult) else None
        """The converter of the only result, if it is an array that belongs to the caller."""
        self._addresses = [at for part, at, _ in self._parts if isinstance(part, ArrayResult)]

    def read(self, buffer: bytearray, arguments: Sequence[NdArray], lent: Sequence[NdArray]) -> list[Any]:
        """Return the results that are stored in a frame; those that are `lent` are in memory of the caller."""
        fields = self._unpacker.unpack_from(buffer, self._start)
        if self._only is not None:
            return [self._only.read(fields, Memory(fields[0], self._free))]
        owners = self._owners(fields, arguments)
        results: list[Any] = []
        given = iter(lent)
        for part, at, end in self._parts:
            if part is None:
                results.append(next(given))
                continue
            if isinstance(part, Number):
                results.append(_number(fields[at], part))
                continue
            owner = owners[fields[at]]
            array = part.read(fields[at:end], owner)
            results.append(array.copy() if owner is _STATIC else array)
        return results

    def _owners(self, fields: Sequence[Any], arguments: Sequence[NdArray]) -> dict[int, object]:
        """Return the owner of each memory region; determined for all results before a conversion can fail."""
        owners: dict[int, object] = {}
        for at in self._addresses:
            allocated = fields[at]
            if allocated not in owners:
                is_ours = self._is_fresh
                owners[allocated] = Memory(allocated, self._free) if is_ours else self._owner_of(allocated, arguments)
        return owners

    def _owner_of(self, allocated: int, arguments: Sequence[NdArray]) -> object:
        if any(start <= allocated < end for start, end in self._statics):
            return _STATIC
        argument = next((array for array in arguments if address_of(array) == allocated), None)
        return Memory(allocated, self._free) if argument is None else argument


def _part(kind: Array | Number) -> ArrayResult | Number:
    return ArrayResult(kind) if isinstance(kind, Array) else kind


class _Static:
    """The owner of memory that lives as long as the program."""


_STATIC = _Static()


def _format(kind: Array | Number) -> str:
    if isinstance(kind, Array):
        return f"QQ{1 + 2 * len(kind.sizes)}q"
    if kind.dtype is None:
        return "Q"
    return _CODES.get(kind.dtype.name) or f"{kind.dtype.itemsize}s{8 - kind.dtype.itemsize}x"


def _number(value: Any, kind: Number) -> Any:
    """Return a Python number; formats that the struct module does not support are read as bytes."""
    return np.frombuffer(value, kind.dtype)[0].item() if isinstance(value, bytes) else value


# -- Arrays of the caller ----------------------------------------------------------------------------------------------


def targets_in(out: Any, signature: Signature) -> list[Any]:
    """Return the array of the caller for each output, or `None`, from one array or a tuple or dictionary of them."""
    if isinstance(out, Mapping):
        targets = _by_output(cast("Mapping[str, Any]", out), signature)
    else:
        targets = list(cast("Sequence[Any]", out)) if isinstance(out, (tuple, list)) else [out]
    if len(targets) != len(signature.outputs):
        raise InvalidArgument(
            f"@{signature.name} has {len(signature.outputs)} outputs, but 'out' has {len(targets)} arrays"
        )
    return targets


def written_to(targets: Sequence[Any], results: Sequence[Any], signature: Signature) -> list[Any]:
    """Copy results to arrays of the caller, unless the function has written to them; return those arrays."""
    given: list[tuple[str, NdArray]] = []
    copied: list[tuple[NdArray, NdArray]] = []
    for output, result, target in zip(signature.outputs, results, targets, strict=True):
        if target is None:
            continue
        array = target if result is target else _target_for(np.asarray(result), target, output.name, signature)
        given.append((output.name, array))
        if result is not target:
            copied.append((array, np.asarray(result)))
    if len(given) > 1:
        _check_apart(given, signature)
    for array, result in copied:
        if address_of(array) != address_of(result):  # else the function has written to it
            array[...] = result
    return [result if target is None else target for result, target in zip(results, targets, strict=True)]


def _by_output(out: Mapping[str, Any], signature: Signature) -> list[Any]:
    names = [each.name for each in signature.outputs]
    unknown = next((name for name in out if name not in names), None)
    if unknown is not None:
        raise InvalidArgument(f"@{signature.name} has no output '{unknown}'{did_you_mean(unknown, names)}")
    return [out.get(name) for name in names]


def _target_for(result: NdArray, target: Any, name: str, signature: Signature) -> NdArray:
    """Return an array of the caller, to which a result can be copied."""
    place = _place(name, signature)
    try:
        array = target if is_array(target) else array_from(target, result.dtype)
    except (BufferError, RuntimeError, TypeError, ValueError, AttributeError) as error:
        raise InvalidArgument(f"{place} must be an array, but got {kind_of(target)}: {error}") from None
    if array.dtype != result.dtype or array.shape != result.shape:
        expected, actual = (f"{each.dtype.name}{list(each.shape)}" for each in (result, array))
        is_swapped = array.dtype.newbyteorder("=") == result.dtype != array.dtype
        order = f" in another byte order; pass {IN_NATIVE_ORDER}" if is_swapped and expected == actual else ""
        raise InvalidArgument(f"{place} must be {expected}, but got {actual}{order}")
    if not array.flags.writeable:
        raise InvalidArgument(f"{place} is read-only")
    if not array.flags.c_contiguous and has_overlapping_elements(array):
        raise InvalidArgument(
            f"{place} must have elements that do not overlap, but got strides {array.strides} in bytes"
        )
    return array


def _check_apart(given: Sequence[tuple[str, NdArray]], signature: Signature) -> None:
    """Raise an error for the first two arrays of the caller that share elements."""
    bounds = [(*np.lib.array_utils.byte_bounds(array), name, array) for name, array in given if array.size]
    spans = sorted(bounds, key=itemgetter(0))
    before: list[tuple[int, str, NdArray]] = []
    for start, end, name, array in spans:
        before = [each for each in before if each[0] > start]
        for _, other_name, other in before:
            if _share_elements(array, other):
                raise InvalidArgument(
                    f"{_place(name, signature)} must not share memory with that for output '{other_name}'"
                )
        before.append((end, name, array))


def _share_elements(array: NdArray, other: NdArray) -> bool:
    """Return whether two arrays share elements; where that would take long to find out, assume it."""
    most: Any = MOST_WORK
    try:
        return np.shares_memory(array, other, max_work=most)
    except np.exceptions.TooHardError:
        return True


def _place(name: str, signature: Signature) -> str:
    return f"'out' for output '{name}' of @{signature.name}"
