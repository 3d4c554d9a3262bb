"""Updates that are gathered where they are scattered, from the tensor that changes as well, as numpy does it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlc

Array = Any
PLACES = np.array([3, 0, 7, 3, -1, 2, 5, 3], np.int64)
"""Rows of five: some are updated several times, and some updates are outside."""
SOURCES = np.array([4, 4, 0, 1, 2, 3, 9, -2], np.int64)
"""Rows of five, of which those outside are moved to the borders."""


def gathered(rank: int) -> str:
    """Return the text of a gather of rows of a tensor `%y`."""
    windows, shape = ("[1]", "4x") if rank == 2 else ("[]", "")
    sizes = "[1, ?]" if rank == 2 else "[1]"
    return (
        f"graph.gather %y[%s], window_dims = {windows}, collapsed = [0], batch = [] x [], index_map = [0], "
        f"index_vector_dim = 1, slice_sizes = {sizes} : tensor<5x{shape}f32>, tensor<8xi64> -> tensor<8x{shape}f32>"
    )


@pytest.mark.parametrize("rank", [1, 2])
@pytest.mark.parametrize("kind", ["add", "max", "assign"])
@pytest.mark.parametrize("threads", [1, 2])
def test_rows_of_a_tensor_are_scattered_into_it(kind: str, rank: int, threads: int) -> None:
    windows, shape = ("[1]", "4x") if rank == 2 else ("[]", "")
    where = f"window_dims = {windows}, collapsed = [0], batch = [] x [], index_map = [0]"
    text = f"""func.func @main(%x: tensor<5x{shape}f32>, %s: tensor<8xi64>, %d: tensor<8xi64>)
        -> tensor<5x{shape}f32> {{
      %y = graph.abs %x : tensor<5x{shape}f32>
      %rows = {gathered(rank)}
      %twice = graph.add %rows, %rows : tensor<8x{shape}f32>
      %z = graph.scatter <{kind}> %y[%d], %twice, {where},
        index_vector_dim = 1 : tensor<5x{shape}f32>, tensor<8xi64>, tensor<8x{shape}f32> -> tensor<5x{shape}f32>
      return %z : tensor<5x{shape}f32>
    }}"""
    x = np.random.default_rng(rank).standard_normal((5, 4)[:rank]).astype(np.float32)
    expected, old = np.abs(x), np.abs(x)
    for source, place in zip(np.clip(SOURCES, 0, 4), PLACES, strict=True):
        if 0 <= place < 5:
            new = {"add": np.add, "max": np.maximum, "assign": lambda _, new: new}[kind]
            expected[place] = new(expected[place], 2 * old[source])
    np.testing.assert_allclose(dlc.compile(text, threads=threads)(x, SOURCES, PLACES), expected, rtol=1e-6)


@pytest.mark.parametrize("windows", ["[0]", "[1]", "[0, 1]"])
def test_windows_lie_before_and_behind_what_is_counted(windows: str) -> None:
    """A window is a column, a row, or a block whose elements are outside each for itself."""
    is_block = windows == "[0, 1]"
    dims = "[1], collapsed = [0]" if windows == "[1]" else "[0], collapsed = [1]"
    index = "[0]" if windows == "[1]" else "[1]"
    shape = {"[0]": (5, 8), "[1]": (8, 4), "[0, 1]": (8, 2, 3)}[windows]
    sizes = "x".join(map(str, shape))
    where = f"window_dims = {dims}, batch = [] x [], index_map = {index}"
    if is_block:
        where = "window_dims = [1, 2], collapsed = [], batch = [] x [], index_map = [0]"
    text = f"""func.func @main(%x: tensor<5x4xf32>, %d: tensor<8xi64>, %u: tensor<{sizes}xf32>) -> tensor<5x4xf32> {{
      %z = graph.scatter <add> %x[%d], %u, {where},
        index_vector_dim = 1 : tensor<5x4xf32>, tensor<8xi64>, tensor<{sizes}xf32> -> tensor<5x4xf32>
      return %z : tensor<5x4xf32>
    }}"""
    random = np.random.default_rng(1)
    x, updates = (random.standard_normal(each).astype(np.float32) for each in ((5, 4), shape))
    expected = x.copy()
    for number, place in enumerate(PLACES):
        for row, column in np.ndindex(5, 4):
            if is_block and 0 <= row - place < 2 and column < 3:
                expected[row, column] += updates[number, row - place, column]
            elif windows == "[1]" and row == place:
                expected[row, column] += updates[number, column]
            elif windows == "[0]" and column == place:
                expected[row, column] += updates[row, number]
    np.testing.assert_allclose(dlc.compile(text, threads=1)(x, PLACES, updates), expected, rtol=1e-5)
