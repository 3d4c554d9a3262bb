"""Options of loop transformations that are far larger than any loop: refused, or the program still means the same."""

from __future__ import annotations

import re

import numpy as np
import pytest

import dlc
from dlc.passes.loops.transforms.refusals import MAX_DISTANCE

OPTIONS = (
    *("loop-tile{{loops={0} sizes={1}}}", "loop-pad{{loops={0} sizes={1}}}", "loop-specialize{{loops={0} sizes={1}}}"),
    *("loop-unroll{{loops={0} factor={1}}}", "loop-unroll-and-jam{{loops={0} factor={1}}}"),
    *("loop-vectorize{{loops={0} width={1}}}", "loop-vectorize{{loops={0} width=4 interleave={1}}}"),
    *("loop-vectorize-tiles{{loops=i,j height={1} width=2}}", "loop-vectorize-tiles{{loops={0},j width={1}}}"),
    *("loop-peel{{loops={0} front={1}}}", "loop-peel{{loops={0} back={1}}}", "loop-peel{{loops={0} at={1}}}"),
    "loop-pack{{loops={0} sizes={1}}}",
    "loop-prefetch{{loops={0} distance={1}}}",
)
HUGE = (1 << 31, 1 << 62, (1 << 63) - 1)
TRANSPOSE = """
func.func @transpose(%a: memref<{type}>, %b: memref<{type}>) {{
  %zero = arith.constant 0 : index
  %n = memref.dim %a, %zero : memref<{type}>
  loop.for %i = 0 to {count} {{
    loop.for %j = 0 to {count} {{
      %x = loop.load %a[%i, %j] : memref<{type}>
      loop.store %x, %b[%j, %i] : memref<{type}>
    }} {{loop.name = "j"}}
  }} {{loop.name = "i"}}
  return
}}
"""
TEXTS = (TRANSPOSE.format(type="6x6xf32", count=6), TRANSPOSE.format(type="?x?xf32", count="%n"))


@pytest.mark.parametrize("option", OPTIONS)
def test_huge_options(option: str) -> None:
    a = np.arange(36, dtype=np.float32).reshape(6, 6)
    refused = 0
    for text in TEXTS:
        for loop in "ij":
            for number in HUGE:
                module = dlc.parse(text)
                try:
                    dlc.run_pipeline(module, option.format(loop, number))
                except dlc.InvalidProgram:
                    refused += 1
                    continue
                b = np.zeros_like(a)
                dlc.Interpreter(module).run("transpose", a, b)
                assert (b == a.T).all()
                steps = [int(step) for step in re.findall(r"step (\d+)", f"{module}")]
                assert max(steps, default=1) <= MAX_DISTANCE  # machine code adds them in 64 bits
    assert refused  # the loops are found
