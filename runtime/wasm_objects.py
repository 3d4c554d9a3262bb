"""Object files of WebAssembly as LLVM writes them: sections, symbols, and the places to be patched by a linker.

The format is that of https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

WASM_MAGIC = b"\0asm\x01\0\0\0"
CUSTOM, TYPES, IMPORTS, FUNCTIONS, TABLES, MEMORIES, GLOBALS, EXPORTS, START, ELEMENTS, CODE, DATA, DATA_COUNT = range(
    13
)
"""The numbers of sections."""
FUNCTION_SYMBOL, DATA_SYMBOL, GLOBAL_SYMBOL, SECTION_SYMBOL, _TAG_SYMBOL, TABLE_SYMBOL = range(6)
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40
"""Flags of symbols."""
BY_LINKER = frozenset({"__stack_pointer", "__linear_memory", "__indirect_function_table"})
"""Variables that linkers of WebAssembly define."""
WITH_ADDEND = frozenset({3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25})
"""The kinds of relocations that contain a number to be added."""


class WasmSymbol(NamedTuple):
    """A name in an object file."""

    kind: int
    name: str
    flags: int
    number: int
    """The index of the function, global or table, or of the segment of data; -1 if that is not defined."""
    offset: int = 0
    """The place in the segment."""


class Relocation(NamedTuple):
    """A place in a section that depends on a symbol."""

    kind: int
    offset: int
    symbol: int
    addend: int


class Import(NamedTuple):
    """A function, table, memory or global that an object file expects."""

    module: str
    name: str
    kind: int
    description: bytes


class Segment(NamedTuple):
    """A piece of initialized memory."""

    content: bytes
    offset: int
    """Where the content starts in its section."""
    alignment: int = 1


@dataclass
class WasmObject:
    """An object file."""

    sections: dict[int, bytes] = field(default_factory=dict[int, bytes])
    numbers: list[int] = field(default_factory=list[int])
    """The kinds of sections, in the order of the file."""
    imports: list[Import] = field(default_factory=list[Import])
    symbols: list[WasmSymbol] = field(default_factory=list[WasmSymbol])
    segments: list[Segment] = field(default_factory=list[Segment])
    relocations: dict[int, list[Relocation]] = field(default_factory=dict[int, list[Relocation]])
    """The relocations of each kind of section."""
    init_functions: list[int] = field(default_factory=list[int])
    """The symbols of functions that run when the program is loaded."""

    def undefined(self) -> Iterator[str]:
        """Yield the names of undefined symbols, except those that every linker defines."""
        for each in self.symbols:
            if each.flags & UNDEFINED and each.name not in BY_LINKER:
                yield each.name


class Reader:
    """Reads numbers and texts one after the other."""

    def __init__(self, content: bytes, at: int = 0) -> None:
        self.content = content
        self.at = at

    def has_more(self) -> bool:
        return self.at < len(self.content)

    def byte(self) -> int:
        self.at += 1
        return self.content[self.at - 1]

    def number(self) -> int:
        """Return an unsigned integer in LEB128."""
        result = shift = 0
        while True:
            byte = self.byte()
            result |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return result

    def signed(self) -> int:
        """Return a signed integer in LEB128."""
        start = self.at
        value = self.number()
        bits = 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) else value

    def bytes(self, count: int) -> bytes:
        self.at += count
        return self.content[self.at - count : self.at]

    def text(self) -> str:
        return self.bytes(self.number()).decode()


def read_wasm_object(code: bytes) -> WasmObject:
    """Return the parts of an object file that LLVM has written."""
    parsed = WasmObject()
    reader = Reader(code, len(WASM_MAGIC))
    while reader.has_more():
        kind = reader.byte()
        content = reader.bytes(reader.number())
        parsed.numbers.append(kind)
        if kind != CUSTOM:
            parsed.sections[kind] = content
        if kind == IMPORTS:
            parsed.imports = list(_imports(Reader(content)))
        elif kind == DATA:
            parsed.segments = list(_segments(Reader(content)))
        elif kind == CUSTOM:
            _read_custom(Reader(content), parsed)
    return parsed


def _imports(reader: Reader) -> Iterator[Import]:
    for _ in range(reader.number()):
        module, name, kind = reader.text(), reader.text(), reader.byte()
        start = reader.at
        if kind == 0:  # a function: its type
            reader.number()
        elif kind == 3:  # a global: its type, and whether it is written
            reader.bytes(2)
        else:  # a table, whose elements have a type, or a memory
            reader.bytes(1 if kind == 1 else 0)
            flags = reader.byte()
            for _ in range(1 + (flags & 1)):
                reader.number()
        yield Import(module, name, kind, reader.content[start : reader.at])


def _segments(reader: Reader) -> Iterator[Segment]:
    for _ in range(reader.number()):
        reader.number()  # active, in the only memory
        reader.byte()  # i32.const or i64.const
        reader.signed()
        reader.byte()  # end
        size = reader.number()
        yield Segment(reader.bytes(size), reader.at - size)


def _read_custom(reader: Reader, parsed: WasmObject) -> None:
    name = reader.text()
    if name == "linking":
        reader.number()  # the version
        while reader.has_more():
            kind = reader.byte()
            part = Reader(reader.bytes(reader.number()))
            if kind == 8:
                parsed.symbols = [_symbol(part, parsed) for _ in range(part.number())]
            elif kind == 5:
                part.number()  # as many as there are segments
                parsed.segments = [_with_alignment(part, each) for each in parsed.segments]
            elif kind == 6:
                ordered = sorted((part.number(), part.number()) for _ in range(part.number()))
                parsed.init_functions = [symbol for _, symbol in ordered]
    elif name.startswith("reloc."):
        section = parsed.numbers[reader.number()]
        parsed.relocations.setdefault(section, []).extend(_relocation(reader) for _ in range(reader.number()))


def _with_alignment(part: Reader, segment: Segment) -> Segment:
    part.text()
    alignment = 1 << part.number()
    part.number()  # flags
    return segment._replace(alignment=alignment)


def _symbol(part: Reader, parsed: WasmObject) -> WasmSymbol:
    kind, flags = part.byte(), part.number()
    if kind == DATA_SYMBOL:
        name = part.text()
        if flags & UNDEFINED:
            return WasmSymbol(kind, name, flags, -1)
        index, offset = part.number(), part.number()
        part.number()  # the size
        return WasmSymbol(kind, name, flags, index, offset)
    index = part.number()
    if kind == SECTION_SYMBOL:
        return WasmSymbol(kind, "", flags, index)
    if not flags & UNDEFINED or flags & EXPLICIT_NAME:
        return WasmSymbol(kind, part.text(), flags, index)
    of_kind = [each for each in parsed.imports if each.kind == {FUNCTION_SYMBOL: 0, GLOBAL_SYMBOL: 3}.get(kind, 1)]
    return WasmSymbol(kind, of_kind[index].name, flags, index)


def _relocation(reader: Reader) -> Relocation:
    kind, offset, index = reader.byte(), reader.number(), reader.number()
    return Relocation(kind, offset, index, reader.signed() if kind in WITH_ADDEND else 0)


def leb(value: int, width: int = 0) -> bytes:
    """Return an unsigned integer in LEB128, in at least `width` bytes."""
    result = bytearray()
    while value >= 0x80 or len(result) + 1 < width:
        result.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*result, value])


def signed_leb(value: int, width: int = 1) -> bytes:
    """Return a signed integer in LEB128, in at least `width` bytes."""
    result = bytearray()
    while not -0x40 <= value < 0x40 or len(result) + 1 < width:
        result.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*result, value & 0x7F])


def section(kind: int, content: bytes) -> bytes:
    """Return a section with its head."""
    return bytes([kind]) + leb(len(content)) + content


def word(value: int, size: int) -> bytes:
    """Return an integer of 4 or 8 bytes."""
    return struct.pack("<I" if size == 4 else "<Q", value)
