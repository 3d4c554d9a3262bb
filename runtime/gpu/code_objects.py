"""Code objects of AMD's GPUs: what the kernels in one are for and take, as their metadata say.

A code object is an ELF file with a note in MessagePack, which HIP reads too (LLVM's AMDGPUUsage describes both).
Whatever is in the file, the result is a description or one `ArgumentError`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import Any, cast

from .kernel_arguments import ArgumentError, Parameter, Signature

_ELF = b"\x7fELF\x02\x01"
"""How a file of 64 bits with the least significant byte first begins."""
_SECTIONS_AT, _ENTRY_AT = 40, 58
_NOTES = 7
"""The type of sections with notes, `SHT_NOTE`."""
_METADATA, _OWNER = 32, b"AMDGPU\0"
"""The type and the owner of the note with metadata."""
_DEEPEST = 16
_HIDDEN = "hidden_"
"""How the kinds of arguments begin that HIP passes itself."""
_KINDS = {"global_buffer": True, "by_value": False}
"""The kinds of arguments that our kernels take, and whether they are pointers."""
_FIXED = {
    0xCC: ">B",
    0xCD: ">H",
    0xCE: ">I",
    0xCF: ">Q",
    0xD0: ">b",
    0xD1: ">h",
    0xD2: ">i",
    0xD3: ">q",
    0xCA: ">f",
    0xCB: ">d",
}
"""The numbers of MessagePack, by the byte before them."""
_TEXTS = {0xD9: ">B", 0xDA: ">H", 0xDB: ">I"}
_LISTS = {0xDC: ">H", 0xDD: ">I"}
_MAPS = {0xDE: ">H", 0xDF: ">I"}
_PLAIN = {0xC0: None, 0xC2: False, 0xC3: True}


def read_code_object(code: bytes) -> tuple[str, dict[str, Signature]]:
    """Return the architecture that a code object is for, and its kernels by name. Raises `ArgumentError`."""
    try:
        [metadata] = [_Reader(note).value() for note in _notes(code)]
        target = str(metadata["amdhsa.target"])
        kernels = [_signature(each) for each in metadata["amdhsa.kernels"]]
    except (ValueError, LookupError, TypeError, AttributeError, struct.error, OverflowError) as error:
        raise ArgumentError(f"it is not a code object of AMD's GPUs with metadata of its kernels: {error!r}") from None
    return target.rpartition("-")[2].partition(":")[0], {each.name: each for each in kernels}


def _notes(code: bytes) -> Iterator[bytes]:
    """Return the contents of the notes with metadata, in the only section with notes that linkers make."""
    if not code.startswith(_ELF):
        raise ValueError("it is not an ELF file of 64 bits")
    (sections,) = struct.unpack_from("<Q", code, _SECTIONS_AT)
    size, count = struct.unpack_from("<HH", code, _ENTRY_AT)
    for number in range(count):
        _, kind, _, _, start, length, *_ = struct.unpack_from("<IIQQQQIIQQ", code, sections + number * size)
        if kind == _NOTES:
            return _notes_in(code, start, min(start + length, len(code)))
    raise ValueError("it has no notes")


def _notes_in(code: bytes, at: int, end: int) -> Iterator[bytes]:
    while at < end:
        owner, content, type = struct.unpack_from("<III", code, at)
        begin = at + 12 + -(-owner // 4) * 4
        if type == _METADATA and code[at + 12 : at + 12 + owner] == _OWNER:
            yield code[begin : begin + content]
        at = begin + -(-content // 4) * 4


def _signature(kernel: Mapping[str, Any]) -> Signature:
    name = kernel[".name"]
    if not isinstance(name, str):
        raise ValueError("the name of a kernel is not text")
    given = [each for each in kernel.get(".args", []) if not str(each[".value_kind"]).startswith(_HIDDEN)]
    return Signature(name, tuple(_parameter(name, each) for each in given), None)


def _parameter(kernel: str, described: Mapping[str, Any]) -> Parameter:
    kind, size = described[".value_kind"], described[".size"]
    if kind not in _KINDS or size not in (1, 2, 4, 8):
        raise ArgumentError(
            f"kernel '{kernel}' has a parameter of kind '{kind}' with {size} bytes, which cannot be passed"
        )
    return Parameter(f"{'u' if _KINDS[kind] else 'b'}{8 * size}", _KINDS[kind])


class _Reader:
    """Reads one value of MessagePack."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def value(self, depth: int = 0) -> Any:
        """Return the next value; raise an error where there is none."""
        if depth > _DEEPEST:
            raise ValueError("metadata are nested too deeply")
        first = self._data[self._at]
        self._at += 1
        if first < 0x80 or first >= 0xE0:
            return first if first < 0x80 else first - 0x100
        if first < 0xC0:
            return self._group(first, depth)
        if first in _PLAIN:
            return _PLAIN[first]
        if first in _FIXED:
            return self._number(_FIXED[first])
        if first in _TEXTS:
            return self._text(self._number(_TEXTS[first]))
        if first in _LISTS:
            return self._list(self._number(_LISTS[first]), depth)
        return self._map(self._number(_MAPS[first]), depth)

    def _group(self, first: int, depth: int) -> Any:
        """Return a short map, list or text, whose length is in its first byte."""
        if first < 0x90:
            return self._map(first & 0xF, depth)
        return self._list(first & 0xF, depth) if first < 0xA0 else self._text(first & 0x1F)

    def _number(self, form: str) -> Any:
        (value,) = struct.unpack_from(form, self._data, self._at)
        self._at += struct.calcsize(form)
        return value

    def _text(self, length: int) -> str:
        text = self._data[self._at : self._at + length]
        if len(text) < length:
            raise ValueError("a text ends too early")
        self._at += length
        return text.decode()

    def _list(self, length: int, depth: int) -> list[Any]:
        return [self.value(depth + 1) for _ in range(length)]

    def _map(self, length: int, depth: int) -> dict[str, Any]:
        return {cast("str", self.value(depth + 1)): self.value(depth + 1) for _ in range(length)}
