"""Rows in steps that are parallel give what the graph ops mean, for lengths around powers of two."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlc
from dlc.passes.graph_to_tensor import ranks

Array = Any
LENGTHS = (32, 33, 64, 65, 100)


@pytest.fixture(autouse=True)
def no_ranks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of these lengths would be sorted by ranks, which is one step."""
    monkeypatch.setattr(ranks, "MOST_BY_RANKS_OF_THREADS", 16)


def both(text: str, *arguments: Array) -> tuple[Any, Any]:
    """Return what a graph means, and what it gives on tensors where long rows are in steps."""
    module = dlc.parse(text)
    expected = dlc.Interpreter(module).run("main", *arguments)
    dlc.run_pipeline(module, "graph-to-tensor{parallel-rows=true},canonicalize")
    assert "loop.while" in str(module)
    return expected, dlc.Interpreter(module).run("main", *arguments)


def few_numbers(shape: tuple[int, ...], kind: type = np.float32) -> Array:
    """Return numbers of which many are equal, some NaN and some zeros of both signs, if they are floats."""
    random = np.random.default_rng(sum(shape))
    numbers = random.integers(-9, 9, shape).astype(kind)
    if kind is np.float32:
        numbers[random.random(shape) < 0.1] = np.nan
        numbers[random.random(shape) < 0.1] *= -1
    return numbers


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("order", ["", " descending"])
def test_sorted_rows(length: int, order: str) -> None:
    text = f"""
    func.func @main(%x: tensor<2x{length}xf32>, %y: tensor<2x{length}xi64>)
        -> (tensor<2x{length}xf32>, tensor<2x{length}xi64>) {{
      %k, %v = graph.sort %x, %y along 1{order}
        : tensor<2x{length}xf32>, tensor<2x{length}xi64> -> tensor<2x{length}xf32>, tensor<2x{length}xi64>
      return %k, %v : tensor<2x{length}xf32>, tensor<2x{length}xi64>
    }}"""
    positions = np.tile(np.arange(length), (2, 1))
    for expected, actual in zip(*both(text, few_numbers((2, length)), positions), strict=True):
        np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize("length", [33, 64])
def test_sorted_columns_of_an_unknown_number_of_integers_without_a_sign(length: int) -> None:
    text = """
    func.func @main(%x: tensor<?x3xui8, #graph.dims<n>>) -> tensor<?x3xui8, #graph.dims<n>> {
      %y = graph.sort %x along 0 : tensor<?x3xui8, #graph.dims<n>> -> tensor<?x3xui8, #graph.dims<n>>
      return %y : tensor<?x3xui8, #graph.dims<n>>
    }"""
    [expected], [actual] = both(text, few_numbers((length, 3), np.uint8))
    np.testing.assert_array_equal(actual.astype(np.uint8), expected)  # tensors of lower levels have no sign


@pytest.mark.parametrize("order", ["", " smallest"])
def test_the_first_of_long_rows(order: str) -> None:
    text = f"""
    func.func @main(%x: tensor<3x70xf32>) -> (tensor<3x5xf32>, tensor<3x5xi32>) {{
      %v, %i = graph.top_k %x, 1, k = 5{order} : tensor<3x70xf32> -> tensor<3x5xf32>, tensor<3x5xi32>
      return %v, %i : tensor<3x5xf32>, tensor<3x5xi32>
    }}"""
    for expected, actual in zip(*both(text, few_numbers((3, 70))), strict=True):
        np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("flags", ["", " exclusive", " reverse", " exclusive reverse"])
@pytest.mark.parametrize("kind", ["sum", "max"])
def test_running_results(length: int, flags: str, kind: str) -> None:
    text = f"""
    func.func @main(%x: tensor<{length}x2xi32>) -> tensor<{length}x2xi32> {{
      %y = graph.cumulative <{kind}> %x, 0{flags} : tensor<{length}x2xi32> -> tensor<{length}x2xi32>
      return %y : tensor<{length}x2xi32>
    }}"""
    [expected], [actual] = both(text, few_numbers((length, 2), np.int32))
    np.testing.assert_array_equal(actual, expected)


def test_running_sums_of_small_floats_have_their_digits() -> None:
    text = """
    func.func @main(%x: tensor<?xf16, #graph.dims<n>>) -> tensor<?xf16, #graph.dims<n>> {
      %y = graph.cumulative <sum> %x, 0 : tensor<?xf16, #graph.dims<n>> -> tensor<?xf16, #graph.dims<n>>
      return %y : tensor<?xf16, #graph.dims<n>>
    }"""
    [expected], [actual] = both(text, np.random.default_rng(3).random(200).astype(np.float16))
    np.testing.assert_allclose(actual.astype(np.float32), expected.astype(np.float32), rtol=1e-3)


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("type", ["4x9xi1", "?x9xi1, #graph.dims<n>"])
def test_positions_of_what_is_not_zero(share: float, type: str) -> None:
    text = f"""
    func.func @main(%x: tensor<{type}>) -> tensor<?x2xi64> {{
      %y = graph.nonzero %x : tensor<{type}> -> tensor<?x2xi64>
      return %y : tensor<?x2xi64>
    }}"""
    [expected], [actual] = both(text, np.random.default_rng(5).random((4, 9)) < share)
    np.testing.assert_array_equal(actual, expected)


def test_short_rows_are_one_thread_each() -> None:
    text = """
    func.func @main(%x: tensor<4x31xf32>) -> tensor<4x31xf32> {
      %y = graph.cumulative <sum> %x, 1 : tensor<4x31xf32> -> tensor<4x31xf32>
      return %y : tensor<4x31xf32>
    }"""
    module = dlc.parse(text)
    dlc.run_pipeline(module, "graph-to-tensor{parallel-rows=true}")
    assert "loop.while" not in str(module)
