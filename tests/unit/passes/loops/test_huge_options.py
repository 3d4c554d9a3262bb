"""Options of loop transformations that are far larger than any loop: refused, or the program still means the same."""

from __future__ import annotations

import numpy as np
import pytest

import dlc

OPTIONS = (
    *("loop-tile{{loops={0} sizes={1}}}", "loop-pad{{loops={0} sizes={1}}}", "loop-specialize{{loops={0} sizes={1}}}"),
    *("loop-unroll{{loops={0} factor={1}}}", "loop-unroll-and-jam{{loops={0} factor={1}}}"),
    *("loop-vectorize{{loops={0} width={1}}}", "loop-vectorize{{loops={0} width=4 interleave={1}}}"),
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
    }}
  }}
  return
}}
"""
TEXTS = (TRANSPOSE.format(type="6x6xf32", count=6), TRANSPOSE.format(type="?x?xf32", count="%n"))


@pytest.mark.parametrize("option", OPTIONS)
def test_huge_options(option: str) -> None:
    a = np.arange(36, dtype=np.float32).reshape(6, 6)
    for text in TEXTS:
        for loop in "ij":
            for number in HUGE:
                module = dlc.parse(text)
                dlc.run_pipeline(module, option.format(loop, number))
                b = np.zeros_like(a)
                dlc.Interpreter(module).run("transpose", a, b)
                assert (b == a.T).all()
