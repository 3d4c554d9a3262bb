"""Kernels for AMD's GPUs, run on this machine: the LLVM IR of a kernel with a thread of Python for each of the GPU.

Address spaces are left out, and intrinsics become calls of Python functions, which know what thread calls them. Lanes
exchange words, and threads wait for each other, by barriers; a subgroup multiplies matrices of f32 together. So the
code that is compiled for the device is tried, all but the instructions that LLVM selects for it.
"""

from __future__ import annotations

import ctypes
import re
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

from dlc.codegen.binding import initialize, parsed
from dlc.codegen.jit import link
from dlc.codegen.target import Target
from dlc.passes.gpu.rocdl import intrinsics

PATIENCE_S = 20.0
"""The time after which a thread has waited in vain: others do not reach its barrier."""
WORD, POINTER = ctypes.c_int32, ctypes.c_void_p
MFMA = "llvm.amdgcn.mfma.f32.16x16x4f32"
PRODUCT = """
declare void @amd_product(ptr)
define <4 x float> @amd_mfma_f32_16x16x4f32(float %a, float %b, <4 x float> %c, i32 %x, i32 %y, i32 %z) {
  %held = alloca [8 x float], align 16
  %second = getelementptr float, ptr %held, i64 4
  %third = getelementptr float, ptr %held, i64 5
  store <4 x float> %c, ptr %held
  store float %a, ptr %second
  store float %b, ptr %third
  call void @amd_product(ptr %held)
  %d = load <4 x float>, ptr %held
  ret <4 x float> %d
}
"""
"""A product whose sums and operands a Python function finds in memory: sums, then an element of each operand."""


class Blocks:
    """A kernel that can be launched."""

    def __init__(self, text: str, name: str, sizes: tuple[int, int, int], subgroup: int) -> None:
        """Take the LLVM IR of kernels, and the numbers of threads of a block of one of them, and of a subgroup."""
        self._sizes, self._subgroup = sizes, subgroup
        self._here = threading.local()
        self._implicit = (ctypes.c_uint8 * 64)()
        self._groups: list[threading.Barrier] = []
        self._words: list[int] = []
        self._factors: list[tuple[float, float]] = []
        self.failed: list[BaseException] = []
        self._callbacks = self._functions()
        symbols = {each: ctypes.cast(callback, POINTER).value or 0 for each, callback in self._callbacks.items()}
        initialize()
        module = parsed(_for_host(text))
        module.verify()
        self._library = link([Target.host().machine(0).emit_object(module)], [name], symbols)
        self._name = name

    def launch(self, grid: tuple[int, int, int], pointers: Sequence[int]) -> None:
        """Run the blocks of a grid one after another."""
        kernel = self._library.function(self._name, None, *[POINTER] * len(pointers))
        for at, count in enumerate(grid):
            ctypes.c_uint32.from_buffer(self._implicit, intrinsics.GRID_DIM_OFFSET + 4 * at).value = count
        for at, count in enumerate(self._sizes):
            ctypes.c_uint16.from_buffer(self._implicit, intrinsics.BLOCK_DIM_OFFSET + 2 * at).value = count
        for block in product(*map(range, grid)):
            self._run_block(block, lambda: kernel(*pointers))

    def _run_block(self, block: tuple[int, ...], call: Callable[[], object]) -> None:
        x, y, z = self._sizes
        threads = [(i, j, k) for k in range(z) for j in range(y) for i in range(x)]
        self._all = threading.Barrier(len(threads), timeout=PATIENCE_S)
        subgroup = self._subgroup
        groups = -(-len(threads) // subgroup)
        self._groups = [
            threading.Barrier(min(subgroup, len(threads) - subgroup * number), timeout=PATIENCE_S)
            for number in range(groups)
        ]
        self._words = [0] * (groups * subgroup)
        self._factors = [(0.0, 0.0)] * (groups * subgroup)
        self.failed = []

        def run(number: int, thread: tuple[int, int, int]) -> None:
            self._here.number, self._here.thread, self._here.block = number, thread, block
            call()

        started = [threading.Thread(target=run, args=each, daemon=True) for each in enumerate(threads)]
        for each in started:
            each.start()
        for each in started:
            each.join()
        if self.failed:
            raise self.failed[0]

    def _functions(self) -> Mapping[str, Any]:
        """Return the functions that stand for intrinsics."""
        word = ctypes.CFUNCTYPE(WORD, WORD, WORD)
        functions: dict[str, Any] = {
            intrinsics.BARRIER: ctypes.CFUNCTYPE(None)(self._waiting(self._meet)),
            intrinsics.ARGUMENTS: ctypes.CFUNCTYPE(POINTER)(self._arguments),
            intrinsics.LANE_LOW: word(self._low_lanes),
            intrinsics.LANE_HIGH: word(self._high_lanes),
            intrinsics.PERMUTE: word(self._waiting(self._exchange)),
            "llvm.amdgcn.product": ctypes.CFUNCTYPE(None, POINTER)(self._waiting(self._multiply)),
            intrinsics.EXP2: ctypes.CFUNCTYPE(ctypes.c_float, ctypes.c_float)(_exp2),
        }
        for at, d in enumerate("xyz"):
            functions[f"{intrinsics.THREAD}.{d}"] = ctypes.CFUNCTYPE(WORD)(partial(self._position, "thread", at))
            functions[f"{intrinsics.BLOCK}.{d}"] = ctypes.CFUNCTYPE(WORD)(partial(self._position, "block", at))
        return {_name(name): function for name, function in functions.items()}

    def _position(self, what: str, at: int) -> int:
        return int(getattr(self._here, what)[at])

    def _arguments(self) -> int:
        return ctypes.addressof(self._implicit)

    def _low_lanes(self, _mask: int, count: int) -> int:
        return count + min(self._lane(), 32)

    def _high_lanes(self, _mask: int, count: int) -> int:
        return count + max(self._lane() - 32, 0)

    def _waiting(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function whose failure is noted: callbacks cannot raise."""

        def noted(*arguments: Any) -> Any:
            try:
                return function(*arguments)
            except threading.BrokenBarrierError as error:
                self.failed.append(error)
                return 0

        return noted

    def _meet(self) -> None:
        self._all.wait()

    def _lane(self) -> int:
        """Return the number of the thread among 64 that run in step."""
        return int(self._here.number % 64)

    def _exchange(self, address: int, word: int) -> int:
        """Return the word of the lane that an address names."""
        number = int(self._here.number)
        group = self._groups[number // self._subgroup]
        self._words[number] = word
        group.wait()
        lane = address // 4
        assert lane // self._subgroup == self._lane() // self._subgroup, "lanes of one subgroup exchange words"
        other = self._words[number - self._lane() + lane]
        group.wait()
        return other

    def _multiply(self, address: int) -> None:
        """Add a product of 16 rows and columns of 4 elements, one for each lane, to the 4 sums of a lane.

        Lane 16 * g + s has element g of row s and of column s, and the sums of rows 4 * g to 4 * g + 3 of column s.
        """
        held = (ctypes.c_float * 6).from_address(address)
        number, lane = int(self._here.number), self._lane()
        group, first = self._groups[number // self._subgroup], number - lane
        self._factors[number] = held[4], held[5]
        group.wait()
        for at in range(4):
            row = lane // 16 * 4 + at
            held[at] += sum(
                self._factors[first + 16 * k + row][0] * self._factors[first + 16 * k + lane % 16][1] for k in range(4)
            )
        group.wait()


def _exp2(x: float) -> float:
    return float(2.0**x)


def _name(intrinsic: str) -> str:
    return intrinsic.replace("llvm.amdgcn.", "amd_").replace(".", "_")


def _for_host(text: str) -> str:
    """Return LLVM IR for AMDGPU as IR for this machine."""
    text = re.sub(r"^target .*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"addrspacecast (ptr addrspace\(\d+\)|ptr) ([^ ]+) to ", r"bitcast ptr \2 to ", text)
    text = re.sub(r"addrspacecast \(ptr addrspace\(\d+\) ([^ ]+) to ptr\)", r"\1", text)
    text = re.sub(r",? ?addrspace\(\d+\)", "", text).replace("amdgpu_kernel ", "")
    names = sorted((*intrinsics.NAMES, MFMA), key=len, reverse=True)
    for name in names:
        text = text.replace(f"@{name}(", f"@{_name(name)}(")
    return re.sub(rf"^declare .*@{_name(MFMA)}\(.*$", PRODUCT, text, flags=re.MULTILINE)


def names_in(text: str) -> Iterable[str]:
    """Return the intrinsics of AMDGPU that LLVM IR calls."""
    return set(re.findall(r"@(llvm\.amdgcn\.[\w.]+)\(", text))
