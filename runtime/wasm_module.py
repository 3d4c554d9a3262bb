"""WebAssembly modules from one object file, without a linker: data and a stack get their places in a memory.

The indices of functions, types and globals are those of the object file; only addresses of data are patched. The module
exports its functions, its `memory`, and `__heap_base`, the address from which on memory belongs to the caller.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.errors import DlcError

from .wasm_objects import (
    CODE,
    DATA,
    DATA_COUNT,
    DATA_SYMBOL,
    ELEMENTS,
    EXPORTS,
    FUNCTION_SYMBOL,
    FUNCTIONS,
    GLOBALS,
    MEMORIES,
    TABLES,
    TYPES,
    WASM_MAGIC,
    Reader,
    WasmObject,
    leb,
    read_wasm_object,
    section,
    signed_leb,
    word,
)

PAGE = 1 << 16
FIRST_ADDRESS = 1 << 10
"""The address of the first data; lower ones are left free, so that a null pointer is not that of data."""
STACK_BYTES = 1 << 16
STACK_ALIGNMENT = 16
HEAP_ALIGNMENT = 64
I32, FUNCREF = 0x7F, 0x70
I32_CONST, END = 0x41, 0x0B
FUNCTION_EXPORT, MEMORY_EXPORT, GLOBAL_EXPORT = 0, 2, 3
MEMORY_LEB, MEMORY_SLEB, MEMORY_I32 = 3, 4, 5
"""The kinds of relocations that depend on where data is; all others are by index."""


class WasmLinkError(DlcError):
    """An object file cannot become a module."""


def wasm_module(code: bytes, exported: Sequence[str]) -> bytes:
    """Return the module of an object file, which exports these functions."""
    source = read_wasm_object(code)
    missing = sorted(set(source.undefined()))
    if missing:
        raise WasmLinkError(
            f"a module requires functions that nothing defines: {', '.join(missing)}; write an object file (.o), and "
            "link it with wasm-ld"
        )
    starts, end = _placed(source)
    stack_top = _aligned(end + STACK_BYTES, STACK_ALIGNMENT)
    heap = _aligned(stack_top, HEAP_ALIGNMENT)
    has_stack_pointer = any(each.kind == GLOBAL_EXPORT for each in source.imports)
    has_table = any(each.kind == 1 for each in source.imports)
    contents: list[tuple[int, bytes | None]] = [
        (TYPES, source.sections.get(TYPES)),
        (FUNCTIONS, source.sections.get(FUNCTIONS)),
        (TABLES, _vector([bytes([FUNCREF, 0]) + leb(_table_size(source))]) if has_table else None),
        (MEMORIES, _vector([bytes([0]) + leb(-(-heap // PAGE))])),
        (GLOBALS, _globals(([(stack_top, 1)] if has_stack_pointer else []) + [(heap, 0)])),
        (EXPORTS, _exports(source, exported, int(has_stack_pointer))),
        (ELEMENTS, source.sections.get(ELEMENTS)),
        (DATA_COUNT, source.sections.get(DATA_COUNT)),
        (CODE, _patched(source, CODE, starts)),
        (DATA, _data(source, starts) if source.segments else None),
    ]
    return WASM_MAGIC + b"".join(section(kind, content) for kind, content in contents if content is not None)


def _placed(source: WasmObject) -> tuple[list[int], int]:
    """Return the addresses of the segments of data, and the one after them."""
    starts: list[int] = []
    end = FIRST_ADDRESS
    for each in source.segments:
        starts.append(_aligned(end, each.alignment))
        end = starts[-1] + len(each.content)
    return starts, end


def _aligned(address: int, alignment: int) -> int:
    return -(-address // alignment) * alignment


def _patched(source: WasmObject, kind: int, starts: Sequence[int]) -> bytes | None:
    """Return a section with the addresses of data."""
    content = source.sections.get(kind)
    if content is None:
        return None
    patched = bytearray(content)
    for each in source.relocations.get(kind, ()):
        if each.kind not in (MEMORY_LEB, MEMORY_SLEB, MEMORY_I32):
            continue
        symbol = source.symbols[each.symbol]
        if symbol.kind != DATA_SYMBOL or symbol.number < 0:
            raise WasmLinkError(f"a module requires data that nothing defines: {symbol.name}")
        address = starts[symbol.number] + symbol.offset + each.addend
        encoded = {MEMORY_LEB: leb(address, 5), MEMORY_SLEB: signed_leb(address, 5), MEMORY_I32: word(address, 4)}
        patched[each.offset : each.offset + len(encoded[each.kind])] = encoded[each.kind]
    return bytes(patched)


def _data(source: WasmObject, starts: Sequence[int]) -> bytes:
    """Return the section of data, whose segments are copied to memory when the module is instantiated."""
    content = _patched(source, DATA, starts) or b""
    return _vector(
        [
            bytes([0])
            + _constant(start)
            + leb(len(each.content))
            + content[each.offset : each.offset + len(each.content)]
            for start, each in zip(starts, source.segments, strict=True)
        ]
    )


def _globals(values: Sequence[tuple[int, int]]) -> bytes:
    """Return the section of globals: their values, and whether they change."""
    return _vector([bytes([I32, is_variable]) + _constant(value) for value, is_variable in values])


def _exports(source: WasmObject, exported: Sequence[str], heap_base: int) -> bytes:
    functions = {each.name: each.number for each in source.symbols if each.kind == FUNCTION_SYMBOL}
    entries = [("memory", MEMORY_EXPORT, 0), ("__heap_base", GLOBAL_EXPORT, heap_base)]
    entries += [(name, FUNCTION_EXPORT, functions[name]) for name in exported]
    return _vector([_text(name) + bytes([kind]) + leb(index) for name, kind, index in entries])


def _table_size(source: WasmObject) -> int:
    """Return the number of elements of the table: functions whose addresses are taken, and a null pointer."""
    content = source.sections.get(ELEMENTS)
    if content is None:
        return 1
    reader = Reader(content)
    reader.number()  # one list of functions
    reader.number()  # its flags: it has an offset
    reader.byte()  # i32.const
    first = reader.signed()
    reader.byte()  # end
    return first + reader.number()


def _vector(items: Sequence[bytes]) -> bytes:
    return leb(len(items)) + b"".join(items)


def _text(text: str) -> bytes:
    return leb(len(text.encode())) + text.encode()


def _constant(value: int) -> bytes:
    return bytes([I32_CONST]) + signed_leb(value) + bytes([END])
