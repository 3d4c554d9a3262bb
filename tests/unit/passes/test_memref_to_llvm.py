"""Ops of `memref` as machine code give what the interpreter says that they mean."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from support.compiled_programs import compiled
from support.lowering_checks import check, numbers
from support.pass_testing import run_with

COPY_OUT = """
func.func private @copy_out(%from: memref<{source}>, %to: memref<{target}>) {{
  memref.copy %from, %to : memref<{source}> to memref<{target}>
  return
}}
"""


def moved(op: str, source: str, result: str, arguments: str = "") -> str:
    """A function that copies what `op` makes of its first argument `%m` to the second one."""
    target = "x".join([*["?"] * result.partition(",")[0].count("x"), "f32"])
    return f"""
    func.func @main(%m: memref<{source}>, %out: memref<{target}>{arguments}) {{
      %v = {op} : memref<{source}> {"into" if "_shape" in op else "to"} memref<{result}>
      memref.copy %v, %out : memref<{result}> to memref<{target}>
      return
    }}
    """


CASES = {
    "whole": ("memref.cast %m", "4x6xf32", "?x6xf32", (4, 6), (4, 6), ()),
    "cast-to-strides": (
        "memref.cast %m", "4x6xf32", "?x?xf32, strided<[?, ?], offset: ?>", (4, 6), (4, 6), ()
    ),
    "subview-static": (
        "memref.subview %m[1, 2] [2, 3] [1, 1]", "4x6xf32", "2x3xf32, strided<[6, 1], offset: 8>",
        (4, 6), (2, 3), (),
    ),
    "subview-steps": (
        "memref.subview %m[%i, 0] [%j, 3] [1, 2]", "4x6xf32", "?x3xf32, strided<[6, 2], offset: ?>",
        (4, 6), (2, 3), (1, 2),
    ),
    "subview-drops-dims": (
        "memref.subview %m[%i, %j] [1, 3] [1, 1]", "?x?xf32", "3xf32, strided<[1], offset: ?>",
        (4, 6), (3,), (2, 3),
    ),
    "subview-empty": (
        "memref.subview %m[%i, %j] [0, 3] [1, 1]", "4x6xf32", "0x3xf32, strided<[6, 1], offset: ?>",
        (4, 6), (0, 3), (2, 3),
    ),
    "transpose": (
        "memref.transpose %m (d0, d1, d2) -> (d2, d0, d1)", "2x?x4xf32",
        "4x2x?xf32, strided<[1, ?, 4]>", (2, 3, 4), (4, 2, 3), (),
    ),
    "expand": (
        "memref.expand_shape %m [[0, 1], [2, 3]] output_shape [2, %i, 3, 2]", "?x6xf32", "2x?x3x2xf32",
        (4, 6), (2, 2, 3, 2), (2, 0),
    ),
    "expand-strided": (
        "memref.expand_shape %m [[0], [1, 2]] output_shape [4, 3, 2]", "4x6xf32, strided<[?, 1], offset: ?>",
        "4x3x2xf32, strided<[?, 2, 1], offset: ?>", (4, 6), (4, 3, 2), (),
    ),
    "collapse": ("memref.collapse_shape %m [[0, 1], [2]]", "?x3x4xf32", "?x4xf32", (2, 3, 4), (6, 4), ()),
    "collapse-strided": (
        "memref.collapse_shape %m [[0], [1, 2]]", "2x3x1xf32, strided<[?, 4, 9]>", "2x3xf32, strided<[?, 4]>",
        None, (2, 3), (),
    ),
    "reinterpret": (
        "memref.reinterpret_cast %m to offset: [%i], sizes: [3, 2], strides: [%j, -1]", "24xf32",
        "3x2xf32, strided<[?, -1], offset: ?>", (24,), (3, 2), (4, 7),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_views(name: str) -> None:
    op, source, result, shape, out, indices = CASES[name]
    arguments = ", %i: index, %j: index" if indices else ""
    array = numbers(*shape) if shape else np.lib.stride_tricks.as_strided(numbers(40), (2, 3, 1), (48, 16, 36))
    if shape is None:
        pytest.skip("the interpreter takes dense arrays")
    check(moved(op, source, result, arguments), array, np.zeros(out, np.float32), *indices)
