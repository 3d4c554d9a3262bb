"""Loops over two slices of one buffer are vectorized just where that keeps the result."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from dlc.interp.interpreter import Interpreter
from dlc.passes.manager.pipeline_text import parse_pipeline
from support.programs import module_of, new_context

COPY = """
func.func @copy(%a: memref<64xf32>) {{
  %v = memref.subview %a[{0}] [12] [{1}] : memref<64xf32> to memref<12xf32, strided<[{1}], offset: {0}>>
  %w = memref.subview %a[{2}] [12] [{3}] : memref<64xf32> to memref<12xf32, strided<[{3}], offset: {2}>>
  loop.for %i = 0 to 12 {{
    %0 = loop.load %v[%i] : memref<12xf32, strided<[{1}], offset: {0}>>
    loop.store %0, %w[%i] : memref<12xf32, strided<[{3}], offset: {2}>>
  }} {{loop.name = "i"}}
  return
}}"""


@pytest.mark.parametrize("strides", [(1, 1), (2, 2), (1, 2), (3, 2)])
def test_slices_are_compared_by_the_elements_that_they_cover(strides: tuple[int, int]) -> None:
    for first, second in product((0, 1, 2, 4, 7, 11, 12, 13), repeat=2):
        context = new_context()
        before = module_of(COPY.format(first, strides[0], second, strides[1]), context)
        after = before.clone()
        is_applied = parse_pipeline("builtin.module(loop-vectorize{loops=i width=4})").run(after, context)
        read, written = (
            {start + step * i: i for i in range(12)} for start, step in zip((first, second), strides, strict=True)
        )
        distances = [read[place] - written[place] for place in read.keys() & written.keys()]
        if any(0 < distance < 4 for distance in distances):
            assert not is_applied, (first, second)
        elif strides[0] == strides[1] or not distances:
            assert is_applied, (first, second)
        if is_applied:
            arrays = [np.arange(64, dtype=np.float32) for _ in range(2)]
            Interpreter(before).run("copy", arrays[0])
            Interpreter(after).run("copy", arrays[1])
            np.testing.assert_array_equal(arrays[0], arrays[1])
