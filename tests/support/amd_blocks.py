"""Kernels for AMD's GPUs, run on this machine: lanes exchange words, and a subgroup multiplies matrices of f32."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from dlc.passes.gpu.rocdl import intrinsics
from support.host_blocks import POINTER, HostBlocks

WORD = ctypes.c_int32
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


class Blocks(HostBlocks):
    """A kernel for AMD's GPUs that can be launched."""

    def __init__(self, text: str, name: str, sizes: tuple[int, int, int], subgroup: int) -> None:
        self._implicit = (ctypes.c_uint8 * 64)()
        super().__init__(text, name, sizes, subgroup)

    def prepare(self, grid: tuple[int, int, int]) -> None:
        for at, count in enumerate(grid):
            ctypes.c_uint32.from_buffer(self._implicit, intrinsics.GRID_DIM_OFFSET + 4 * at).value = count
        for at, count in enumerate(self.sizes):
            ctypes.c_uint16.from_buffer(self._implicit, intrinsics.BLOCK_DIM_OFFSET + 2 * at).value = count

    def begin_block(self, lanes: int) -> None:
        self._words = [0] * lanes
        self._factors = [(0.0, 0.0)] * lanes

    def for_host(self, text: str) -> str:
        text = text.replace("amdgpu_kernel ", "")
        for name in sorted((*intrinsics.NAMES, MFMA), key=len, reverse=True):
            text = text.replace(f"@{name}(", f"@{_name(name)}(")
        return re.sub(rf"^declare .*@{_name(MFMA)}\(.*$", PRODUCT, text, flags=re.MULTILINE)

    def functions(self) -> Mapping[str, Any]:
        word = ctypes.CFUNCTYPE(WORD, WORD, WORD)
        functions: dict[str, Any] = {
            intrinsics.BARRIER: ctypes.CFUNCTYPE(None)(self.waiting(self.meet)),
            intrinsics.ARGUMENTS: ctypes.CFUNCTYPE(POINTER)(self._arguments),
            intrinsics.LANE_LOW: word(self._low_lanes),
            intrinsics.LANE_HIGH: word(self._high_lanes),
            intrinsics.PERMUTE: word(self.waiting(self._exchange)),
            "llvm.amdgcn.product": ctypes.CFUNCTYPE(None, POINTER)(self.waiting(self._multiply)),
            intrinsics.EXP2: ctypes.CFUNCTYPE(ctypes.c_float, ctypes.c_float)(_exp2),
        }
        for at, d in enumerate("xyz"):
            functions[f"{intrinsics.THREAD}.{d}"] = ctypes.CFUNCTYPE(WORD)(partial(self.position, "thread", at))
            functions[f"{intrinsics.BLOCK}.{d}"] = ctypes.CFUNCTYPE(WORD)(partial(self.position, "block", at))
        return {_name(name): function for name, function in functions.items()}

    def _arguments(self) -> int:
        return ctypes.addressof(self._implicit)

    def _low_lanes(self, _mask: int, count: int) -> int:
        return count + min(self._lane(), 32)

    def _high_lanes(self, _mask: int, count: int) -> int:
        return count + max(self._lane() - 32, 0)

    def _lane(self) -> int:
        """Return the number of the thread among 64 that run in step."""
        return int(self.here.number % 64)

    def _exchange(self, address: int, word: int) -> int:
        """Return the word of the lane that an address names."""
        number = int(self.here.number)
        group = self.groups[number // self.subgroup]
        self._words[number] = word
        group.wait()
        lane = address // 4
        assert lane // self.subgroup == self._lane() // self.subgroup, "lanes of one subgroup exchange words"
        other = self._words[number - self._lane() + lane]
        group.wait()
        return other

    def _multiply(self, address: int) -> None:
        """Add a product of 16 rows and columns of 4 elements, one for each lane, to the 4 sums of a lane.

        Lane 16 * g + s has element g of row s and of column s, and the sums of rows 4 * g to 4 * g + 3 of column s.
        """
        held = (ctypes.c_float * 6).from_address(address)
        number, lane = int(self.here.number), self._lane()
        group, first = self.groups[number // self.subgroup], number - lane
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


def names_in(text: str) -> Iterable[str]:
    """Return the intrinsics of AMDGPU that LLVM IR calls."""
    return set(re.findall(r"@(llvm\.amdgcn\.[\w.]+)\(", text))
