"""Sums of many products lose no more than those of libraries: each block of them is summed from zero on."""

from __future__ import annotations

import numpy as np
import pytest

import dlc
from dlc.dialects.loop.for_loop import NOT_SCHEDULED
from dlc.passes.manager.pipeline import Pipeline
from dlc.passes.manager.pipeline_text import parse_passes
from support.programs import module_of, new_context

MOST = 8e-7
"""The greatest error, as the root of the mean square over that of the results: one long sum of 8,192 has 1.6e-6."""
SHAPES = [(16, 8192, 64), (24, 8192, 40), (8, 8191, 16), (1, 8192, 256), (1, 8191, 64), (4, 8192, 256)]
"""The number of rows, of products in a sum, and of columns."""


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("rows", "depth", "columns"), SHAPES)
def test_errors_do_not_grow_with_the_length_of_sums(rows: int, depth: int, columns: int, threads: int) -> None:
    x, y = f"tensor<{rows}x{depth}xf32>", f"tensor<{depth}x{columns}xf32>"
    z = f"tensor<{rows}x{columns}xf32>"
    text = f"""
        func.func @main(%x: {x}, %y: {y}) -> {z} {{
          %z = graph.contract %x, %y, batch = [] x [], contracting = [1] x [0] : {x}, {y} -> {z}
          return %z : {z}
        }}
    """
    generator = np.random.default_rng(0)
    a, b = (generator.standard_normal(shape).astype(np.float32) for shape in ((rows, depth), (depth, columns)))
    expected = a.astype(np.float64) @ b.astype(np.float64)
    error = dlc.compile(text, threads=threads)(a, b) - expected
    assert np.sqrt(np.mean(error**2) / np.mean(expected**2)) < MOST


def test_long_sums_of_convolutions_are_as_exact() -> None:
    x, w = "tensor<1x512x7x7xf32>", "tensor<64x512x3x3xf32>"
    z = "tensor<1x64x5x5xf32>"
    text = f"""
        func.func @main(%x: {x}, %w: {w}) -> {z} {{
          %z = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> : {x}, {w} -> {z}
          return %z : {z}
        }}
    """
    generator = np.random.default_rng(0)
    image, weights = (generator.standard_normal(s).astype(np.float32) for s in ((1, 512, 7, 7), (64, 512, 3, 3)))
    windows = np.lib.stride_tricks.sliding_window_view(image[0].astype(np.float64), (3, 3), axis=(1, 2))
    expected = np.einsum("cyxkl,ockl->oyx", windows, weights.astype(np.float64))
    error = dlc.compile(text, threads=1, precision="exact")(image, weights)[0] - expected
    assert np.sqrt(np.mean(error**2) / np.mean(expected**2)) < MOST


@pytest.mark.parametrize("flags", ["", "fastmath<reassoc>"])
def test_only_sums_in_any_order_start_afresh(flags: str) -> None:
    """One that must be computed in its order is scheduled as well, as one sum."""
    context = new_context()
    module = module_of(
        f"""
        func.func @main(%a: memref<32x2048xf32>, %b: memref<2048x32xf32>, %c: memref<32x32xf32> {{llvm.noalias}}) {{
          loop.for %i = 0 to 32 {{
            loop.for %j = 0 to 32 {{
              %zero = arith.constant 0.0 : f32
              %sum = loop.for %k = 0 to 2048 iter_args(%s = %zero) -> (f32) {{
                %x = loop.load %a[%i, %k] : memref<32x2048xf32>
                %y = loop.load %b[%k, %j] : memref<2048x32xf32>
                %p = arith.mulf %x, %y : f32
                %t = arith.addf %s, %p {flags} : f32
                loop.yield %t : f32
              }}
              loop.store %sum, %c[%i, %j] : memref<32x32xf32>
            }}
          }}
          return
        }}""",
        context,
    )
    Pipeline.of_passes(parse_passes("schedule-loops"), module.name).run(module, context)
    assert NOT_SCHEDULED not in str(module)
    assert ("loop-fresh-sums" in str(module)) == bool(flags)
    assert "loop-vectorize" in str(module)
