"""The peak of this machine: floating-point operations by fused multiply-adds, and bytes by a copy.

Both are measured once per process, which takes some 30 ms, and serve as the scale of profiles.
"""

from __future__ import annotations

import ctypes
from functools import cache
from time import perf_counter
from typing import NamedTuple

import numpy as np

from dlc.codegen.machine_description import vector_registers
from dlc.codegen.target import Target

from .support import library_of

CHAINS = 10
"""The number of independent sums: more than an fma takes cycles, times the number that start in one cycle."""
TRIPS = 1 << 18
COPIED_BYTES = 32 << 20
ROUNDS = 3


class Peak(NamedTuple):
    """The most that one thread does in a second."""

    flops: float
    bytes: float


@cache
def peak() -> Peak:
    """Return the peak of this machine, for 32-bit floats."""
    return Peak(_flops(), _bytes())


def _flops() -> float:
    lanes = max(1, vector_registers(Target.host())[0] // 32)
    probe = library_of("peak", _probe(lanes)).function("dlc_peak_probe", ctypes.c_float, ctypes.c_int64)
    seconds = min(_seconds(lambda: probe(TRIPS)) for _ in range(ROUNDS))
    return 2 * lanes * CHAINS * TRIPS / seconds


def _bytes() -> float:
    source = np.ones(COPIED_BYTES // 8)
    target = np.empty_like(source)
    return 2 * COPIED_BYTES / min(_seconds(lambda: np.copyto(target, source)) for _ in range(ROUNDS))


def _seconds(work: object) -> float:
    begin = perf_counter()
    work()  # type: ignore[operator]
    return perf_counter() - begin


def _probe(lanes: int) -> str:
    """Return a function with a loop of independent fused multiply-adds."""
    vector = f"vector<{lanes}xf32>"
    sums = ", ".join(f"%sum{n}: {vector}" for n in range(CHAINS))
    starts = ", ".join(["%start"] * CHAINS)
    types = ", ".join([vector] * CHAINS)
    steps = "\n".join(
        f"  %next{n} = llvm.intr.fma(%sum{n}, %start, %start) : ({vector}, {vector}, {vector}) -> {vector}"
        for n in range(CHAINS)
    )
    nexts = ", ".join(f"%next{n}" for n in range(CHAINS))
    adds = "\n".join(f"  %all{n + 1} = llvm.fadd %all{n}, %next{n} : {vector}" for n in range(CHAINS))
    return f"""
llvm.func @dlc_peak_probe(%trips: i64) -> f32 {{
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %start = llvm.mlir.constant(dense<5.0e-01> : {vector}) : {vector}
  llvm.br ^loop(%zero, {starts} : i64, {types})
^loop(%trip: i64, {sums}):
{steps}
  %next = llvm.add %trip, %one : i64
  %more = llvm.icmp "slt" %next, %trips : i64
  llvm.cond_br %more, ^loop(%next, {nexts} : i64, {types}), ^done
^done:
  %all0 = llvm.mlir.constant(dense<0.0> : {vector}) : {vector}
{adds}
  %result = llvm.extractelement %all{CHAINS}[%zero : i64] : {vector}
  llvm.return %result : f32
}}
"""
