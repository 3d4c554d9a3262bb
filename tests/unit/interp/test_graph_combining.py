"""The graph ops that combine, order and find elements, in the interpreter, against numpy and plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from dlc.interp.errors import InterpreterError
from support.graph_cases import BF16, Case, assert_same, case, program_of, with_forms
from support.graph_combining_cases import ALONG, ROWS, arguments, cumulative, gathers, reductions, scatters, sorting
from support.programs import run, run_one

CASES = [*reductions(), *arguments(), *cumulative(), *sorting(), *gathers(), *scatters()]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("each", "form"), with_forms(CASES))
def test_against_numpy(each: Case, form: str) -> None:
    assert_same(run(program_of(each, form), *each.inputs), each.expected, each.tolerance)


def test_a_sum_of_small_floats_is_rounded_once() -> None:
    x = np.full(1000, 0.1, np.float32).astype(BF16)
    each = case("graph.reduce <sum> %0, [0]", [x], np.array(float(x[0]) * 1000).astype(BF16))
    assert_same(run(program_of(each, "static"), x), each.expected)


def test_the_largest_of_nothing_in_a_type_without_infinity() -> None:
    text = """func.func @main(%x: tensor<0xf8E4M3FN>) -> (tensor<f8E4M3FN>, tensor<f8E4M3FN>) {
      %0 = graph.reduce <max> %x, [0] : tensor<0xf8E4M3FN> -> tensor<f8E4M3FN>
      %1 = graph.reduce <min> %x, [0] : tensor<0xf8E4M3FN> -> tensor<f8E4M3FN>
      return %0, %1 : tensor<f8E4M3FN>, tensor<f8E4M3FN>
    }"""
    assert [float(each) for each in run(text, np.zeros(0))] == [-448.0, 448.0]


@pytest.mark.parametrize(
    ("line", "arguments", "reason"),
    [
        (
            "graph.argmax %0, 0 : {0} -> tensor<?xi64>",
            [np.zeros((0, 2), np.float32)],
            "must have an element, but got 0",
        ),
        (
            "graph.top_k %0, 0, k = 4 : {0} -> tensor<4xf32>, tensor<4xi64>",
            [np.zeros(3, np.float32)],
            "nor more than size 0 of the source, but got 4 and 3",
        ),
        (
            "graph.sort %0, %1 along 0 : {0}, {1} -> {0}, {1}",
            [np.zeros(3, np.float32), np.zeros(2, np.float32)],
            "must have the same shape, but got",
        ),
        (
            f"graph.gather %0[%1], {ROWS}, slice_sizes = [1, 4] : {{0}}, {{1}} -> tensor<?x4xf32>",
            [np.zeros((2, 3), np.float32), np.zeros(1, np.int64)],
            "nor more than that of the source, but got 4 and 3",
        ),
        (
            f"graph.scatter <add> %0[%1], %2, {ROWS} : {{0}}, {{1}}, {{2}} -> {{0}}",
            [np.zeros((2, 3), np.float32), np.zeros(1, np.int64), np.zeros((2, 3), np.float32)],
            "as many windows as the indices have vectors, but got 2 and 1",
        ),
        (
            f"graph.scatter <add> %0[%1], %2, {ROWS} unique : {{0}}, {{1}}, {{2}} -> {{0}}",
            [np.zeros((2, 3), np.float32), np.zeros(2, np.int64), np.zeros((2, 3), np.float32)],
            "twice, against its promise",
        ),
        (
            f"graph.gather %0[%1], {ALONG}, slice_sizes = [1, 1] : {{0}}, {{1}} -> tensor<?x?xf32>",
            [np.zeros((2, 3), np.float32), np.zeros((3, 1), np.int64)],
            "must agree, but got 2 and 3",
        ),
        (
            'graph.check_indices %0 below %1 else("no such place") : {0}, {1} -> {0}',
            [np.array([[0, 4], [2, 5]]), np.array([3, 5])],
            "assertion failed: no such place, but got 5",
        ),
        (
            'graph.check_indices %0 below %1 else("no such row") : {0}, {1} -> {0}',
            [np.array([0, -1]), np.array(3)],
            "assertion failed: no such row, but got -1",
        ),
    ],
)
def test_what_stops(line: str, arguments: list[np.ndarray], reason: str) -> None:
    types = [f"tensor<{'?x' * x.ndim}{'f32' if x.dtype == np.float32 else 'i64'}>" for x in arguments]
    signature = ", ".join(f"%{i}: {type}" for i, type in enumerate(types))
    results = "%a, %b" if line.startswith(("graph.top_k", "graph.sort")) else "%a"
    text = f"func.func @main({signature}) {{\n{results} = {line.format(*types)}\nreturn\n}}"
    with pytest.raises(InterpreterError, match=reason):
        run(text, *arguments)


def test_the_rows_of_a_nonzero_can_be_given_a_name() -> None:
    text = """func.func @main(%x: tensor<4xi8>) -> tensor<?xi64> {
      %0 = graph.nonzero %x : tensor<4xi8> -> tensor<?x1xi64>
      %1 = graph.with_shape %0 : tensor<?x1xi64> -> tensor<?x1xi64, #graph.dims<found>>
      %2 = graph.reshape %1 : tensor<?x1xi64, #graph.dims<found>> -> tensor<?xi64, #graph.dims<found>>
      %3 = graph.with_shape %2 : tensor<?xi64, #graph.dims<found>> -> tensor<?xi64>
      return %3 : tensor<?xi64>
    }"""
    assert run_one(text, np.array([0, 3, 0, 1], np.int8)).tolist() == [1, 3]
