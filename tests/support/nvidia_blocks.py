"""Kernels for NVIDIA's GPUs, run on this machine: warps load and multiply matrices as the PTX ISA says.

An intrinsic becomes a function that puts its operands in memory, calls Python, and returns what Python has left there.
Copies in the background end at once: whether threads wait for them, the interpreter says.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import ml_dtypes
import numpy as np

from dlc.dialects.nvgpu import QuadPairOperand, QuadPairSums, Shape, operand_fragment, sum_fragment
from support.host_blocks import POINTER, HostBlocks

WARP, PLACE = 32, 16
"""The number of lanes of a warp, and the bytes between two operands in memory."""
DECLARED = re.compile(r"^declare (?P<result>.*?) @(?P<name>llvm\.nvvm\.[\w.]+)\((?P<types>.*)\).*$", re.MULTILINE)
TYPE = re.compile(r"\{[^}]*\}|<[^>]*>|ptr|void|i\d+|float|half")
TYPES: Mapping[str, Any] = {
    "f32.f32": (np.float16, np.float16, np.float32),
    "bf16": (ml_dtypes.bfloat16, ml_dtypes.bfloat16, np.float32),
    "s8": (np.int8, np.int8, np.int32),
    "f32.e4m3.e5m2.f32": (ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2, np.float32),
}
"""The types of the elements of both operands and of sums, by the end of an intrinsic's name."""
Positions = Callable[[int, Any], tuple[int, int]]


class Blocks(HostBlocks):
    """A kernel for NVIDIA's GPUs that can be launched."""

    def functions(self) -> Mapping[str, Any]:
        kind = ctypes.CFUNCTYPE(None, POINTER)
        names = [match["name"] for match in DECLARED.finditer(self.text)]
        return {f"{_name(name)}_python": kind(self.waiting(self._function(name))) for name in names}

    def for_host(self, text: str) -> str:
        text = DECLARED.sub(_wrapper, text.replace("ptx_kernel ", ""))
        return re.sub(r"@llvm\.nvvm\.[\w.]+", lambda match: f"@{_name(match[0][1:])}", text)

    def begin_block(self, lanes: int) -> None:
        self._held: list[Any] = [None] * lanes
        self._results: list[Any] = [None] * lanes

    def _function(self, name: str) -> Callable[[int], None]:
        """Return the function that stands for an intrinsic: it gets the address of its operands and of its results."""
        parts = name.removeprefix("llvm.nvvm.").split(".")
        if parts[:3] == ["read", "ptx", "sreg"]:
            what, at = {"tid": "thread", "ctaid": "block"}[parts[3]], "xyz".index(parts[4])
            return lambda address: _write(address, [np.int32(self.position(what, at))])
        if parts[0] == "barrier":
            return lambda _: self.meet()
        if parts[0] == "cp":
            return partial(_copy, int(parts[-1])) if parts[-1].isdigit() else lambda _: None
        if parts[0] == "ldmatrix":
            return partial(self._load, int(parts[4][1:]), "trans" in parts)
        return partial(self._multiply, name)

    def _together(self, own: Any, compute: Callable[[Sequence[Any]], Sequence[Any]]) -> Any:
        """Return this lane's part of what the warp computes of what all its lanes have."""
        number = int(self.here.number)
        first = number - number % WARP
        self._held[number] = own
        self.meet_subgroup()
        if number == first:
            self._results[first : first + WARP] = compute(self._held[first : first + WARP])
        self.meet_subgroup()
        return self._results[number]

    def _load(self, count: int, is_transposed: bool, address: int) -> None:
        [place] = _read(address, 1, np.int64)
        _write(address, self._together(int(place[0]), partial(_loaded, count, is_transposed)))

    def _multiply(self, name: str, address: int) -> None:
        m, n, k = map(int, re.findall(r"\.m(\d+)n(\d+)k(\d+)\.", name)[0])
        first, second, kind = re.findall(r"\.(row|col)\.(row|col)\.(.*)", name)[0]
        dtypes = TYPES[kind]
        if (m, n, k) == (8, 8, 4):
            operands = [QuadPairOperand(layout == other) for layout, other in ((first, "col"), (second, "row"))]
            fragments, rows, registers = (*operands, QuadPairSums()), (32, 32), (2, 2, 8)
        else:
            width = 8 * np.dtype(dtypes[0]).itemsize
            pieces = (operand_fragment(m, k, width), operand_fragment(n, k, width), sum_fragment(Shape(m, n, k)))
            fragments, rows = pieces, (m, n)
            registers = (pieces[0].registers, pieces[1].registers, m * n // WARP)
        own = [_read(address, count, dtype, start) for start, count, dtype in _spans(registers, dtypes)]
        _write(address, self._together(own, partial(_multiplied, fragments, rows, k, dtypes)))


def _spans(registers: Sequence[int], dtypes: Sequence[Any]) -> Iterator[tuple[int, int, Any]]:
    """Return where the registers of each operand begin, and how many it has."""
    starts = np.cumsum([0, *registers])
    return ((int(start), count, dtype) for start, count, dtype in zip(starts, registers, dtypes, strict=False))


def _read(address: int, count: int, dtype: Any, start: int = 0) -> Any:
    """Return the elements of some operands, of 4 bytes each, or of 8 if the elements have so many."""
    size = max(4, np.dtype(dtype).itemsize)
    held = [ctypes.string_at(address + (start + at) * PLACE, size) for at in range(count)]
    return np.frombuffer(b"".join(held), dtype).reshape(count, -1)


def _write(address: int, results: Sequence[Any]) -> None:
    """Leave results where the intrinsic returns them from, one after another."""
    data = b"".join(np.asarray(each).tobytes() for each in results)
    ctypes.memmove(address, data, len(data))


def _copy(size: int, address: int) -> None:
    target, source = (int(each[0]) for each in _read(address, 2, np.int64))
    ctypes.memmove(target, source, size)


def _loaded(count: int, is_transposed: bool, places: Sequence[int]) -> Sequence[Any]:
    """Return the registers of each lane: two elements of 16 bits of a row of each matrix, or of a column."""
    rows = np.array([np.frombuffer(ctypes.string_at(place, 16), np.uint16) for place in places[: 8 * count]])
    matrices = rows.reshape(count, 8, 8)
    if is_transposed:
        matrices = matrices.swapaxes(1, 2)
    return [[matrix[lane // 4, lane % 4 * 2 : lane % 4 * 2 + 2] for matrix in matrices] for lane in range(WARP)]


def _multiplied(
    fragments: Sequence[Any], rows: tuple[int, int], k: int, dtypes: Sequence[Any], held: Sequence[Any]
) -> Sequence[Any]:
    """Return the sums of each lane."""
    a, b, c = (np.zeros(shape) for shape in ((rows[0], k), (rows[1], k), (rows[0], 8)))
    for lane, own in enumerate(held):
        for matrix, fragment, elements in zip((a, b, c), fragments, own, strict=True):
            for place, element in zip(fragment.places(), elements.reshape(-1), strict=True):
                matrix[fragment.position(lane, place)] = element
    products = rows[1] // 8  # of quad pairs, whose rows are below one another; or one
    for first, second, total in zip(*(np.split(matrix, products) for matrix in (a, b, c)), strict=True):
        total += first @ second.T
    sums = fragments[2]
    return [[dtypes[2](c[sums.position(lane, place)]) for place in sums.places()] for lane in range(WARP)]


def _name(intrinsic: str) -> str:
    return intrinsic.replace("llvm.nvvm.", "nv_").replace(".", "_")


def _wrapper(match: re.Match[str]) -> str:
    """Return the definition of a function that stands for an intrinsic that is declared."""
    name, result = _name(match["name"]), (TYPE.search(match["result"]) or match)[0]
    types = [each[0] for each in TYPE.finditer(re.sub(r"\([^)]*\)", "", match["types"]))]
    lines = [f"declare void @{name}_python(ptr)", f"define {result} @{name}({', '.join(types)}) {{"]
    lines.append(f"  %held = alloca [{PLACE * max(len(types), 4)} x i8], align {PLACE}")
    for number, type in enumerate(types):
        lines.append(f"  %p{number} = getelementptr i8, ptr %held, i64 {number * PLACE}")
        lines.append(f"  store {type} %{number}, ptr %p{number}, align {PLACE}")
    lines.append(f"  call void @{name}_python(ptr %held)")
    end = "ret void" if result == "void" else f"%r = load {result}, ptr %held\n  ret {result} %r"
    return "\n".join([*lines, f"  {end}", "}"])
