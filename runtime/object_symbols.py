"""The symbols that an object file expects from other files: what it must be linked with.

ELF, Mach-O, COFF and WebAssembly are read, as LLVM writes them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from .wasm_objects import WASM_MAGIC, read_wasm_object

ELF_SYMBOLS = 2
"""The type of the section with symbols, `SHT_SYMTAB`."""
MACH_O_MAGIC = 0xFEEDFACF
MACH_O_SYMBOLS = 2
"""The command that describes symbols, `LC_SYMTAB`."""


def required_symbols(code: bytes) -> tuple[str, ...]:
    """Return the names of functions and variables that an object file uses and does not define, sorted."""
    if code.startswith(b"\x7fELF"):
        names = _undefined_in_elf(code)
    elif code.startswith(WASM_MAGIC):
        names = iter(read_wasm_object(code).undefined())
    elif struct.unpack_from("<I", code)[0] == MACH_O_MAGIC:
        names = _undefined_in_mach_o(code)
    else:
        names = _undefined_in_coff(code)
    return tuple(sorted(set(filter(None, names))))


def _undefined_in_elf(code: bytes) -> Iterator[str]:
    order = "<" if code[5] == 1 else ">"
    is_wide = code[4] == 2
    if is_wide:
        (sections,), (entry, count) = (
            struct.unpack_from(f"{order}Q", code, 40),
            struct.unpack_from(f"{order}HH", code, 58),
        )
        header, symbol = struct.Struct(f"{order}IIQQQQIIQQ"), struct.Struct(f"{order}IBBHQQ")
    else:
        (sections,), (entry, count) = (
            struct.unpack_from(f"{order}I", code, 32),
            struct.unpack_from(f"{order}HH", code, 46),
        )
        header, symbol = struct.Struct(f"{order}10I"), struct.Struct(f"{order}IIIBBH")
    headers: list[tuple[int, ...]] = [header.unpack_from(code, sections + number * entry) for number in range(count)]
    for _, kind, _, _, start, size, link, *_ in headers:
        for fields in symbol.iter_unpack(code[start : start + size]) if kind == ELF_SYMBOLS else ():
            section = fields[3] if is_wide else fields[5]
            if section == 0:
                yield _text(code, int(headers[link][4]) + int(fields[0]))


def _undefined_in_mach_o(code: bytes) -> Iterator[str]:
    (commands,) = struct.unpack_from("<I", code, 16)
    at = 32
    for _ in range(commands):
        command, size = struct.unpack_from("<II", code, at)
        if command == MACH_O_SYMBOLS:
            start, count, texts, _ = struct.unpack_from("<4I", code, at + 8)
            for number in range(count):
                name, kind = struct.unpack_from("<IB", code, start + 16 * number)
                if kind & 0x1F == 1:  # external, in no section, and not for debuggers
                    yield _text(code, texts + name).removeprefix("_")
        at += size


def _undefined_in_coff(code: bytes) -> Iterator[str]:
    start, count = struct.unpack_from("<II", code, 8)
    texts = start + 18 * count
    number = 0
    while number < count:
        name, value, section, _, kind, more = struct.unpack_from("<8sIhHBB", code, start + 18 * number)
        if section == 0 and value == 0 and kind == 2:  # external
            is_long = name.startswith(bytes(4))
            yield _text(code, texts + int.from_bytes(name[4:], "little")) if is_long else name.rstrip(b"\0").decode()
        number += 1 + more


def _text(code: bytes, start: int) -> str:
    return code[start : code.index(b"\0", start)].decode()
