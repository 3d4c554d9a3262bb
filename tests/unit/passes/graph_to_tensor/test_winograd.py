"""Convolutions in tiles, lowered by the method of Winograd, give what the direct method gives, up to known errors."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.interp.interpreter import Interpreter

UNIT = 2.0**-24
"""The rounding error of f32."""
BOUNDS = {2: 8, 4: 100}
"""The largest error for each size of tiles, in units of the largest sum of magnitudes (docs/exactness.md)."""


def module_text(shape: dict[str, int], kernel: str, layout: tuple[str, str], pads: list[int], tile: int) -> str:
    """Return a convolution with both operands as arguments."""
    source, result = layout
    sizes = {**shape, **{letter: 3 for letter in kernel if letter not in "OI"}}
    spatial = [letter for letter in source if letter not in "NC"]
    low, high = pads[: len(spatial)], pads[2 : 2 + len(spatial)]
    out = {letter: shape[letter] + a + b - 2 for letter, a, b in zip(spatial, low, high, strict=True)}
    out |= {"N": shape["N"], "C": shape["O"]}
    x, w, y = (
        f"tensor<{'x'.join(str(table[letter]) for letter in word)}xf32>"
        for word, table in ((source, {**shape, "C": shape["I"]}), (kernel, sizes), (result, out))
    )
    return f"""func.func @main(%x: {x}, %w: {w}) -> {y} {{
  %y = graph.convolution %x, %w, <{source} x {kernel} -> {result}> pad_low {low} pad_high {high} winograd {tile}
    : {x}, {w} -> {y}
  return %y : {y}
}}"""


def outcomes(text: str, *arrays: Any) -> tuple[Any, Any]:
    """Return the results of the graph and of what it is lowered to."""
    module = dlc.parse(text)
    expected = Interpreter(module).run("main", *arrays)[0]
    dlc.run_pipeline(module, "lower-to-tensor")
    return Interpreter(module).run("main", *arrays)[0], expected


@pytest.mark.parametrize(
    ("tile", "sizes", "layout"),
    [
        (2, (4, 5, 1, 2, 3), "NHWC OIHW NHWC"),
        (4, (4, 5, 2, 3, 2), "NHWC HWIO NHWC"),
        (4, (9, 3, 1, 1, 2), "NCHW OIHW NCHW"),
        (2, (1, 2, 1, 2, 1), "WCHN IOWH CNHW"),
        (4, (8, 7, 1, 2, 2), "NCHW HWIO NHWC"),
        (4, (1, 6, 2, 2, 3), "NWC OIW NCW"),
    ],
)
def test_shapes_around_whole_tiles(tile: int, sizes: tuple[int, ...], layout: str) -> None:
    pads = [1 + sizes[0] % 2, 1, sizes[1] % 2 + 1, 2]
    source, kernel, result = layout.split()
    shape = dict(zip("HWNIO", sizes, strict=True))
    numbers = np.random.default_rng(sum(sizes))
    text = module_text(shape, kernel, (source, result), pads, tile)
    x = numbers.standard_normal([{**shape, "C": shape["I"]}[letter] for letter in source]).astype(np.float32)
    w = numbers.standard_normal([shape[each] if each in "OI" else 3 for each in kernel]).astype(np.float32)
    lowered, expected = outcomes(text, x, w)
    np.testing.assert_allclose(lowered, expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("layout", [("NHWC", "NHWC"), ("NCHW", "NHWC")])
def test_the_batch_may_be_open(layout: tuple[str, str]) -> None:
    shape = {"N": 7, "H": 5, "W": 4, "I": 2, "O": 3}
    known = module_text(shape, "HWIO", layout, [1, 1, 1, 1], 4)
    text = re.sub(r"tensor<7(x[0-9x]+)xf32>", r"tensor<?\1xf32, #graph.dims<n>>", known)
    for batch in (0, 1, 3):
        sizes = {**shape, "N": batch, "C": shape["I"]}
        numbers = np.random.default_rng(batch)
        x, w = (
            numbers.standard_normal(each).astype(np.float32) for each in ([sizes[d] for d in layout[0]], (3, 3, 2, 3))
        )
        lowered, expected = outcomes(text, x, w)
        np.testing.assert_allclose(lowered, expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("tile", [2, 4])
def test_errors_are_as_documented(tile: int) -> None:
    numbers = np.random.default_rng(tile)
    shape = {"N": 1, "H": 8, "W": 8, "I": 8, "O": 2}
    text = module_text(shape, "HWIO", ("NHWC", "NHWC"), [1, 1, 1, 1], tile)
    x, w = (numbers.standard_normal(each).astype(np.float32) for each in ((1, 8, 8, 8), (3, 3, 8, 2)))
    lowered, _ = outcomes(text, x, w)
    exact, magnitudes = (
        convolved(*(convert(each.astype(np.float64)) for each in (x, w))) for convert in (np.positive, np.abs)
    )
    assert np.abs(lowered - exact).max() <= BOUNDS[tile] * UNIT * magnitudes.max()


def convolved(x: Any, w: Any) -> Any:
    """Return a convolution with padding of 1, in the precision of the arrays."""
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    views = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (1, 2))
    return np.einsum("nhwiab,abio->nhwo", views, w)
