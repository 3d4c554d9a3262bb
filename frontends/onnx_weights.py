"""The weights of an ONNX model stay where they are: in the file, which is mapped.

protobuf copies every array that it reads, and again every time that it is asked for one. So the arrays are taken out of
a model's bytes before it is parsed: `without_weights` returns the model with a *ticket* in the place of each, and
`Weights.of` exchanges a ticket for the part of the file. Tickets contain random bytes, so that no model has them by
itself.

Only the arrays of initializers of the main graph are taken out. Where the bytes are not as they should be, they are
left as they are, for protobuf to report. The package `onnx` is not needed here.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

Bytes = bytes | mmap.mmap
SMALLEST = 4096
"""The number of bytes of an array from which on it is taken out."""
_GRAPH, _INITIALIZER, _RAW_DATA = 7, 5, 9
"""The numbers of fields: of the graph in a model, an initializer in a graph, and the elements in a tensor."""
_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5
"""The ways in which fields are written."""
_MARK_BYTES = 16


class Weights:
    """Arrays in the bytes of a model."""

    def __init__(self, content: Bytes = b"") -> None:
        self._content = memoryview(content)
        self._mark = os.urandom(_MARK_BYTES)

    def ticket(self, begin: int, end: int) -> bytes:
        """Return what stands for a range of bytes."""
        return self._mark + begin.to_bytes(8, "little") + end.to_bytes(8, "little")

    def of(self, data: bytes) -> bytes | memoryview:
        """Return the bytes that a ticket stands for, or data that is not a ticket as it is."""
        if len(data) != _MARK_BYTES + 16 or not data.startswith(self._mark):
            return data
        begin, end = (int.from_bytes(data[at : at + 8], "little") for at in (_MARK_BYTES, _MARK_BYTES + 8))
        return self._content[begin:end]


def without_weights(content: Bytes) -> tuple[Bytes, Weights]:
    """Return a model without its large arrays, and these; its own bytes if nothing can be taken out of them."""
    weights, path = Weights(content), (_GRAPH, _INITIALIZER, _RAW_DATA)
    try:
        pieces, is_shorter = _shortened(memoryview(content), 0, len(content), path, weights)
    except _NotAsExpected:
        return content, Weights()
    return (b"".join(pieces), weights) if is_shorter else (content, Weights())


class _NotAsExpected(Exception):
    """The bytes are not those of a message."""


class _Field(NamedTuple):
    """A field with a length in a message."""

    number: int
    start: int
    """Where the field begins."""
    begin: int
    """Where its content begins."""
    end: int


def _shortened(
    content: memoryview, begin: int, end: int, path: Sequence[int], weights: Weights
) -> tuple[list[bytes | memoryview], bool]:
    """Return the pieces of a message in which large fields at the end of a path of field numbers are tickets, and
    whether there are any.
    """
    number, *inside = path
    pieces: list[bytes | memoryview] = []
    kept = begin
    for field in _fields_of(content, begin, end):
        if field.number != number:
            continue
        if inside:
            inner, is_shorter = _shortened(content, field.begin, field.end, inside, weights)
        else:
            inner, is_shorter = [weights.ticket(field.begin, field.end)], field.end - field.begin >= SMALLEST
        if is_shorter:
            head = _varint(field.number << 3 | _LENGTH) + _varint(sum(map(len, inner)))
            pieces += [content[kept : field.start], head, *inner]
            kept = field.end
    return [*pieces, content[kept:end]], kept > begin


def _fields_of(content: memoryview, at: int, end: int) -> Iterator[_Field]:
    """Yield the fields of a message that have a length."""
    while at < end:
        start = at
        key, at = _read_varint(content, at, end)
        kind = key & 7
        if kind == _LENGTH:
            size, at = _read_varint(content, at, end)
            if size > end - at:
                raise _NotAsExpected
            yield _Field(key >> 3, start, at, at + size)
            at += size
        elif kind == _VARINT:
            _, at = _read_varint(content, at, end)
        elif kind in (_FIXED32, _FIXED64):
            at += 4 if kind == _FIXED32 else 8
        else:
            raise _NotAsExpected
    if at > end:
        raise _NotAsExpected


def _read_varint(content: memoryview, at: int, end: int) -> tuple[int, int]:
    """Return the number that begins at a place, and the place behind it."""
    number = shift = 0
    while at < end and shift < 64:
        byte = content[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, at
        shift += 7
    raise _NotAsExpected


def _varint(number: int) -> bytes:
    digits = bytearray()
    while number >= 0x80:
        digits.append(number & 0x7F | 0x80)
        number >>= 7
    digits.append(number)
    return bytes(digits)
