"""Lowered networks compute what they did before: each op in many uses, and control flow around others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlc
from dlc.interp.interpreter import Interpreter
from support.graph_control_programs import GROWING, LSTM, RECURSIVE
from support.graph_network_cases import CASES, Case

Array = Any


def lowered(text: str) -> Any:
    """The program at the tensor level."""
    module = dlc.parse(text)
    dlc.run_pipeline(module, "graph-to-tensor")
    left = [op.name for op in module.walk() if op.name.startswith("graph.")]
    assert left == []
    return module


def signless(array: Array) -> Array:
    """Integers as the tensor level has them."""
    return array.view(array.dtype.name.replace("uint", "int")) if array.dtype.kind == "u" else array


def assert_same(actual: Array, wanted: Array) -> None:
    """Equal integers; floats that differ by some roundings of their type."""
    assert actual.shape == wanted.shape
    if wanted.dtype.kind in "iub":
        np.testing.assert_array_equal(actual, signless(wanted))
        return
    tolerance = {2: 1e-2, 4: 2e-5, 8: 1e-12}[wanted.dtype.itemsize]
    np.testing.assert_allclose(actual.astype(float), wanted.astype(float), rtol=tolerance, atol=tolerance)


def check(text: str, *arrays: Array) -> None:
    before = Interpreter(dlc.parse(text)).run("f", *arrays)
    after = Interpreter(lowered(text)).run("f", *map(signless, arrays))
    for actual, wanted in zip(after, before, strict=True):
        assert_same(actual, wanted)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", CASES, ids=repr)
def test_op(case: Case) -> None:
    check(case.text, *case.arrays)


SCAN = """
func.func @f(%x: SOURCE, %k: tensor<?xi32, #graph.dims<t>>, %h: tensor<3xf64>)
    -> (tensor<?xf64>, STACKED, tensor<?xi32, #graph.dims<t>>) {
  %last, %all, %ks = graph.scan (%h0 = %h : tensor<3xf64> as tensor<?xf64>)
      over (%e = %x : SOURCE, %i = %k : tensor<?xi32, #graph.dims<t>>) DIRECTION
      -> (STACKED, tensor<?xi32, #graph.dims<t>>) {
    %2 = graph.exp %e : SLICE
    %3 = graph.neg %h0 : tensor<?xf64>
    %4 = graph.neg %i : tensor<i32>
    graph.yield %3, %2, %4 : tensor<?xf64>, SLICE, tensor<i32>
  }
  return %last, %all, %ks : tensor<?xf64>, STACKED, tensor<?xi32, #graph.dims<t>>
}
"""


@pytest.mark.parametrize("direction", ["", "reverse"])
@pytest.mark.parametrize("length", [0, 1, 4])
@pytest.mark.parametrize(
    ("source", "slice"),
    [
        ("tensor<?x2xf64, #graph.dims<t>>", "tensor<2xf64>"),
        ("tensor<?x?xf64, #graph.dims<t, n>>", "tensor<?xf64, #graph.dims<n>>"),
        ("tensor<?x?xf64, #graph.dims<t, ?>>", "tensor<?xf64>"),
    ],
)
def test_scan(direction: str, length: int, source: str, slice: str) -> None:
    replacements = {"SOURCE": source, "STACKED": source, "SLICE": slice, "DIRECTION": direction}
    text = SCAN
    for word, spelled in replacements.items():
        text = text.replace(word, spelled)
    x, k = np.random.default_rng(length).normal(size=(length, 2)), np.arange(length, dtype=np.int32)
    if length == 0 and slice == "tensor<?xf64>":  # what size nothing has is not known
        assert Interpreter(lowered(text)).run("f", x, k, np.ones(3))[1].shape[0] == 0
        return
    check(text, x, k, np.ones(3))


WHILE = """
func.func @f(%n: tensor<i64>, %x: tensor<2xf32>) -> (tensor<?xf32>, tensor<i64>) {
  %zero = graph.constant dense<0> : tensor<i64>
  %one = graph.constant dense<1> : tensor<i64>
  %r:2 = graph.while (%i = %zero : tensor<i64>, %a = %x : tensor<2xf32> as tensor<?xf32>) {
    %c = graph.compare <lt> %i, %n : tensor<i64>
    %b = graph.add %a, %a : tensor<?xf32>
    graph.condition %c, %i, %b : tensor<i64>, tensor<?xf32>
  } do (%j: tensor<i64>, %b: tensor<?xf32>) {
    %even = graph.and %j, %one : tensor<i64>
    %is = graph.compare <eq> %even, %zero : tensor<i64>
    %next = graph.add %j, %one : tensor<i64>
    %d = graph.if %is -> tensor<?xf32> {
      graph.yield %x : tensor<2xf32>
    } else {
      %e = graph.neg %b : tensor<?xf32>
      graph.yield %e : tensor<?xf32>
    }
    graph.yield %next, %d : tensor<i64>, tensor<?xf32>
  }
  return %r#1, %r#0 : tensor<?xf32>, tensor<i64>
}
"""

CALLS = """
func.func @f(%x: tensor<4xf64>, %depth: tensor<i64>) -> tensor<?xf64> {
  %r:2 = graph.call @g(%x, %depth) : (tensor<4xf64>, tensor<i64>) -> (tensor<4xf64>, tensor<?xf64>)
  return %r#1 : tensor<?xf64>
}
func.func private @g(%x: tensor<?xf64, #graph.dims<n>>, %depth: tensor<i64>)
    -> (tensor<?xf64, #graph.dims<n>>, tensor<?xf64>) {
  %zero = graph.constant dense<0> : tensor<i64>
  %one = graph.constant dense<1> : tensor<i64>
  %c = graph.compare <gt> %depth, %zero : tensor<i64>
  %r:2 = graph.if %c -> (tensor<?xf64, #graph.dims<n>>, tensor<?xf64>) {
    %d = graph.sub %depth, %one : tensor<i64>
    %y = graph.add %x, %x : tensor<?xf64, #graph.dims<n>>
    %z:2 = graph.call @g(%y, %d)
        : (tensor<?xf64, #graph.dims<n>>, tensor<i64>) -> (tensor<?xf64, #graph.dims<n>>, tensor<?xf64>)
    graph.yield %z#0, %z#1 : tensor<?xf64, #graph.dims<n>>, tensor<?xf64>
  } else {
    graph.yield %x, %x : tensor<?xf64, #graph.dims<n>>, tensor<?xf64, #graph.dims<n>>
  }
  return %r#0, %r#1 : tensor<?xf64, #graph.dims<n>>, tensor<?xf64>
}
"""


@pytest.mark.parametrize("count", [0, 1, 4])
def test_while_and_if(count: int) -> None:
    check(WHILE, np.array(count), np.array([1, 2], np.float32))


@pytest.mark.parametrize("depth", [0, 3])
def test_calls(depth: int) -> None:
    check(CALLS, np.ones(4), np.array(depth))


@pytest.mark.parametrize("count", [0, 3])
def test_a_loop_may_carry_what_grows(count: int) -> None:
    check(GROWING, np.array(count), np.ones(1, np.float32))


@pytest.mark.parametrize("direction", ["", "reverse"])
def test_an_lstm(direction: str) -> None:
    generator = np.random.default_rng(0)
    shapes = ((4, 3), (3, 8), (2, 8), (8,), (2,), (2,))
    check(LSTM.replace("DIRECTION", direction), *(generator.normal(size=shape) for shape in shapes))


def test_a_function_may_call_itself() -> None:
    check(RECURSIVE, np.ones(2), np.array(5))
