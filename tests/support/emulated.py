"""Object files for other processors, called in the emulator of the package `unicorn`.

    program = EmulatedProgram(export(module, "f.o", target=Target.of("aarch64-linux-gnu"), freestanding=True))
    (y,) = program("main", x)

A call follows the ABI of Linux on the processor. Each array ends at a page behind which there is no memory, inputs and
constants cannot be written, and of C's library there are `memcpy`, `memmove` and `memset`. This is a loader for what
LLVM writes for such programs; any other relocation is an error.
"""

from __future__ import annotations

import importlib
import importlib.util
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from dlc.exporting import Exported
from dlc.runtime.c_interface import WORKSPACE_ALIGNMENT, CFunction
from dlc.runtime.signature import Array, Number

HAS_EMULATOR = importlib.util.find_spec("unicorn") is not None
unicorn: Any = importlib.import_module("unicorn") if HAS_EMULATOR else None

PAGE = 4096
CODE, LIBRARY, STACK, ARRAYS = 0x1000_0000, 0x2000_0000, 0x3000_0000, 0x4000_0000
STACK_BYTES = 1 << 20
REGISTERS = 8
"""The arguments that are passed in registers, of each kind."""
SYMBOLS, RELOCATIONS, NO_BITS, ALLOCATED, WRITABLE, EXECUTABLE = 2, 4, 8, 2, 1, 4


class Section(NamedTuple):
    """A header of a section."""

    kind: int
    flags: int
    start: int
    size: int
    link: int
    info: int
    alignment: int
    entry: int


class ElfObject:
    """An object file of 64 bits."""

    def __init__(self, code: bytes) -> None:
        self.code = code
        (headers,), (size, count) = struct.unpack_from("<Q", code, 40), struct.unpack_from("<HH", code, 58)
        fields = [struct.unpack_from("<IIQQQQIIQQ", code, headers + number * size) for number in range(count)]
        self.sections = [Section(*each[1:3], *each[4:6], *each[6:]) for each in fields]

    def placed(self, base: int) -> dict[int, int]:
        """Return the addresses of the sections that are loaded, each on pages of its own."""
        places: dict[int, int] = {}
        for number, each in enumerate(self.sections):
            if each.flags & ALLOCATED:
                places[number] = base
                base += _pages(each.size) + PAGE
        return places

    def content(self, number: int) -> bytes:
        """Return the bytes of a section."""
        each = self.sections[number]
        return bytes(each.size) if each.kind == NO_BITS else self.code[each.start : each.start + each.size]

    def symbols(self, places: Mapping[int, int], library: Mapping[str, int]) -> list[tuple[str, int]]:
        """Return names and addresses of the symbols, in order."""
        number = next(number for number, each in enumerate(self.sections) if each.kind == SYMBOLS)
        names = self.content(self.sections[number].link)
        result: list[tuple[str, int]] = []
        for name, _, _, section, value, _ in struct.iter_unpack("<IBBHQQ", self.content(number)):
            text = names[name : names.index(b"\0", name)].decode()
            result.append((text, places.get(section, 0) + value if section else library.get(text, 0)))
        return result

    def relocations(self) -> Iterator[tuple[int, int, int, int, int]]:
        """Yield section, offset, kind, symbol and addend of each relocation."""
        for number, each in enumerate(self.sections):
            if each.kind == RELOCATIONS:
                for offset, info, addend in struct.iter_unpack("<QQq", self.content(number)):
                    yield each.info, offset, info & 0xFFFFFFFF, info >> 32, addend


@dataclass(frozen=True)
class Processor:
    """The machine, registers and instructions of an architecture."""

    machine: Any
    integers: list[int]
    floats: list[int]
    stack: int
    link: int
    ready: tuple[int, int]
    """A register and the value with which floats can be used."""
    returns: bytes
    """The instruction that returns."""
    boxed: int
    """The bits above a float of 32 bits in a register."""


def processor(architecture: str) -> Processor:
    """Return the processor of an architecture."""
    if architecture == "aarch64":
        names = unicorn.arm64_const
        return Processor(
            unicorn.Uc(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM),
            [getattr(names, f"UC_ARM64_REG_X{number}") for number in range(REGISTERS)],
            [getattr(names, f"UC_ARM64_REG_D{number}") for number in range(REGISTERS)],
            names.UC_ARM64_REG_SP,
            names.UC_ARM64_REG_LR,
            (names.UC_ARM64_REG_CPACR_EL1, 3 << 20),
            struct.pack("<I", 0xD65F03C0),
            0,
        )
    names = unicorn.riscv_const
    return Processor(
        unicorn.Uc(unicorn.UC_ARCH_RISCV, unicorn.UC_MODE_RISCV64),
        [getattr(names, f"UC_RISCV_REG_A{number}") for number in range(REGISTERS)],
        [getattr(names, f"UC_RISCV_REG_FA{number}") for number in range(REGISTERS)],
        names.UC_RISCV_REG_SP,
        names.UC_RISCV_REG_RA,
        (names.UC_RISCV_REG_MSTATUS, 0x6000),
        struct.pack("<I", 0x00008067),
        0xFFFFFFFF << 32,
    )


class EmulatedProgram:
    """An exported program in the emulator."""

    def __init__(self, exported: Exported) -> None:
        elf = ElfObject(exported.code)
        (machine,) = struct.unpack_from("<H", exported.code, 18)
        architecture = {183: "aarch64", 243: "riscv64"}[machine]
        self._processor = processor(architecture)
        self._uc = self._processor.machine
        self._functions = {each.signature.name: each for each in exported.functions}
        library = {name: LIBRARY + 16 * number for number, name in enumerate(LIBRARY_FUNCTIONS)}
        places = elf.placed(CODE)
        symbols = elf.symbols(places, library)
        self._addresses = dict(symbols)
        content = {number: bytearray(elf.content(number)) for number in places}
        _relocate(elf, architecture, content, places, [address for _, address in symbols])
        for number, place in places.items():
            self._map(place, content[number], _protection(elf.sections[number].flags))
        self._map(LIBRARY, self._processor.returns.ljust(16, b"\0") * (len(library) + 1), unicorn.UC_PROT_ALL)
        self._uc.mem_map(STACK, STACK_BYTES)
        self._uc.hook_add(unicorn.UC_HOOK_CODE, self._library, begin=LIBRARY, end=LIBRARY + 16 * len(library) - 1)
        self._uc.reg_write(*self._processor.ready)

    def __call__(self, name: str, *arguments: Any) -> list[Any]:
        """Call a function with arrays and numbers, and return its results."""
        function = self._functions[name]
        sizes = _sizes(function, arguments)
        next_page = ARRAYS
        mapped: list[tuple[int, int]] = []

        def lend(content: bytes, *, writable: bool, alignment: int) -> int:
            nonlocal next_page
            size = _pages(len(content))
            place = next_page + (size - len(content)) // alignment * alignment
            self._uc.mem_map(next_page, size, unicorn.UC_PROT_READ | (unicorn.UC_PROT_WRITE if writable else 0))
            self._uc.mem_write(place, bytes(content))
            mapped.append((next_page, size))
            next_page += size + PAGE
            return place

        values: list[Any] = list(sizes.values())
        for each, value in zip(function.signature.parameters, arguments, strict=True):
            is_array = isinstance(each.kind, Array)
            alignment = max(each.alignment, each.kind.dtype.itemsize)
            values.append(lend(value.tobytes(), writable=each.is_written, alignment=alignment) if is_array else value)
        results: list[tuple[int, np.dtype[Any], tuple[int, ...]]] = []
        for each in function.signature.outputs:
            shape = tuple(_size(size, sizes) for size in (each.kind.sizes if isinstance(each.kind, Array) else ()))
            dtype = each.kind.dtype
            poison = np.full(int(np.prod(shape)) * dtype.itemsize, 0xA5, np.uint8).tobytes()
            values.append(lend(poison, writable=True, alignment=dtype.itemsize))
            results.append((values[-1], dtype, shape))
        workspace = bytes([0xA5]) * function.workspace_bytes
        values += [lend(workspace, writable=True, alignment=WORKSPACE_ALIGNMENT), len(workspace)]
        status = self._run(self._addresses[function.name], values, function)
        assert status == 0, f"{function.name} returned {status}"
        read: list[Any] = []
        for at, dtype, shape in results:
            content = bytes(self._uc.mem_read(at, int(np.prod(shape)) * dtype.itemsize))
            read.append(np.ndarray(shape, dtype, content))
        for place, size in mapped:
            self._uc.mem_unmap(place, size)
        return read

    def _run(self, address: int, values: list[Any], function: CFunction) -> int:
        """Call a function with numbers, of which floats have registers of their own, and return its status."""
        kinds = {len(function.sizes) + at: each.kind for at, each in enumerate(function.signature.parameters)}
        integers, floats = list(self._processor.integers), list(self._processor.floats)
        pushed: list[int] = []
        for at, value in enumerate(values):
            kind = kinds.get(at)
            is_float = isinstance(kind, Number) and kind.dtype is not None and kind.dtype.kind == "f"
            bits = self._float_bits(kind, value) if is_float else int(value) & 0xFFFFFFFFFFFFFFFF
            if is_float and floats:
                self._uc.reg_write(floats.pop(0), bits)
            elif integers:
                self._uc.reg_write(integers.pop(0), bits)
            else:
                pushed.append(bits)
        stack = (STACK + STACK_BYTES - 8 * len(pushed)) // 16 * 16
        self._uc.mem_write(stack, struct.pack(f"<{len(pushed)}Q", *pushed))
        self._uc.reg_write(self._processor.stack, stack)
        end = LIBRARY + 16 * len(LIBRARY_FUNCTIONS)
        self._uc.reg_write(self._processor.link, end)
        self._uc.emu_start(address, end)
        return int(self._uc.reg_read(self._processor.integers[0])) & 0xFFFFFFFF

    def _float_bits(self, kind: Any, value: Any) -> int:
        bits = int.from_bytes(np.array(value, kind.dtype).tobytes(), "little")
        return bits | (self._processor.boxed if kind.dtype.itemsize == 4 else 0)

    def _library(self, uc: Any, address: int, size: int, data: Any) -> None:
        """Do what a function of C's library does; the instruction that follows returns."""
        del size, data
        to, source, count = (uc.reg_read(each) for each in self._processor.integers[:3])
        is_fill = LIBRARY_FUNCTIONS[(address - LIBRARY) // 16] == "memset"
        uc.mem_write(to, bytes([source & 0xFF]) * count if is_fill else bytes(uc.mem_read(source, count)))

    def _map(self, place: int, content: bytes | bytearray, protection: int) -> None:
        self._uc.mem_map(place, _pages(len(content)), protection)
        self._uc.mem_write(place, bytes(content))


LIBRARY_FUNCTIONS = ("memcpy", "memmove", "memset")


def _pages(size: int) -> int:
    return max(-(-size // PAGE), 1) * PAGE


def _protection(flags: int) -> int:
    written = unicorn.UC_PROT_WRITE if flags & WRITABLE else 0
    return unicorn.UC_PROT_READ | written | (unicorn.UC_PROT_EXEC if flags & EXECUTABLE else 0)


def _sizes(function: CFunction, arguments: tuple[Any, ...]) -> dict[str, int]:
    """Return the sizes that are passed, which are names of single sizes of arguments."""
    sizes: dict[str, int] = {}
    for each, value in zip(function.signature.parameters, arguments, strict=True):
        for size, number in zip(
            each.kind.sizes if isinstance(each.kind, Array) else (), getattr(value, "shape", ()), strict=True
        ):
            name = getattr(size, "single_name", None)
            if name is not None:
                sizes[name] = number
    return {name: sizes[name] for name in function.sizes}


def _size(size: Any, sizes: Mapping[str, int]) -> int:
    return size if isinstance(size, int) else sizes[size.single_name]


# -- Relocations -------------------------------------------------------------------------------------------------------


def _relocate(
    elf: ElfObject, architecture: str, content: Mapping[int, bytearray], places: Mapping[int, int], symbols: list[int]
) -> None:
    apply = _relocate_aarch64 if architecture == "aarch64" else _relocate_riscv
    known = [each for each in elf.relocations() if each[0] in places]
    high = {places[section] + at: symbols[number] + addend for section, at, _, number, addend in known}
    for section, at, kind, number, addend in known:
        apply(content[section], at, kind, symbols[number], addend, places[section] + at, high)


def _put(code: bytearray, at: int, clear: int, bits: int) -> None:
    """Replace bits of an instruction."""
    (word,) = struct.unpack_from("<I", code, at)
    struct.pack_into("<I", code, at, (word & ~clear & 0xFFFFFFFF) | (bits & clear))


def _relocate_aarch64(
    code: bytearray, at: int, kind: int, symbol: int, addend: int, here: int, high: Mapping[int, int]
) -> None:
    del high
    target = symbol + addend
    scales = {278: 0, 284: 1, 285: 2, 286: 3, 299: 4}
    if kind in (257, 258):  # ABS64, ABS32
        struct.pack_into("<Q" if kind == 257 else "<I", code, at, target)
    elif kind in (260, 261):  # PREL64, PREL32
        struct.pack_into("<q" if kind == 260 else "<i", code, at, target - here)
    elif kind == 275:  # ADR_PREL_PG_HI21
        page = (target >> 12) - (here >> 12)
        _put(code, at, 0x60FFFFE0, (page & 3) << 29 | (page >> 2 & 0x7FFFF) << 5)
    elif kind == 277:  # ADD_ABS_LO12_NC
        _put(code, at, 0xFFF << 10, (target & 0xFFF) << 10)
    elif kind in scales:  # LDST*_ABS_LO12_NC
        _put(code, at, 0xFFF << 10, (target & 0xFFF) >> scales[kind] << 10)
    elif kind in (282, 283):  # JUMP26, CALL26
        _put(code, at, 0x3FFFFFF, (target - here) >> 2)
    else:
        raise NotImplementedError(f"relocation {kind} of aarch64")


def _relocate_riscv(
    code: bytearray, at: int, kind: int, symbol: int, addend: int, here: int, high: Mapping[int, int]
) -> None:
    target = symbol + addend
    if kind == 2:  # 64
        struct.pack_into("<Q", code, at, target)
    elif kind == 57:  # 32_PCREL
        struct.pack_into("<i", code, at, target - here)
    elif kind in (18, 19):  # CALL, CALL_PLT
        offset = target - here
        _put(code, at, 0xFFFFF000, offset + 0x800)
        _put(code, at + 4, 0xFFF00000, offset << 20)
    elif kind == 23:  # PCREL_HI20
        _put(code, at, 0xFFFFF000, target - here + 0x800)
    elif kind == 24:  # PCREL_LO12_I, whose symbol is the place of the high bits
        _put(code, at, 0xFFF00000, (high[symbol] - symbol) << 20)
    elif kind == 25:  # PCREL_LO12_S
        low = high[symbol] - symbol
        _put(code, at, 0xFE000F80, (low >> 5) << 25 | (low & 31) << 7)
    elif kind != 51:  # RELAX
        raise NotImplementedError(f"relocation {kind} of riscv64")
