"""The lowering of graph ops that move, find, combine and order elements preserves their meaning.

The programs are those that test the meaning itself; what runs here has been lowered.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlc
from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter
from support.graph_cases import Case, assert_same, program_of, with_forms
from support.graph_combining_cases import arguments, cumulative, gathers, reductions, scatters, sorting
from support.graph_movement_cases import movement, padding, shapes, sized_at_run_time, slicing
from support.programs import assert_valid, module_of, new_context

MOVING = [*movement(), *sized_at_run_time(), *shapes(), *slicing(), *padding()]
COMBINING = [*reductions(), *arguments(), *cumulative(), *sorting(), *gathers(), *scatters()]


def run_lowered(text: str, *given: Any) -> list[Any]:
    """The results of what `@main` is lowered to. Integers have no sign there."""
    context = new_context()
    module = module_of(text, context)
    dlc.run_pipeline(module, "graph-to-tensor", context=context)
    assert_valid(module)
    assert not any(op.name.startswith("graph.") for op in module.walk()), module
    return Interpreter(module).run("main", *map(without_sign, given))


def without_sign(array: Any) -> Any:
    return array.view(array.dtype.name[1:]) if array.dtype.name.startswith("uint") else array


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("each", "form"), with_forms([*MOVING, *COMBINING]))
def test_lowered(each: Case, form: str) -> None:
    actual = run_lowered(program_of(each, form), *each.inputs)
    assert_same(actual, [without_sign(array) for array in each.expected], each.tolerance)


ANY, MATRIX = "tensor<?x?xf32>", np.zeros((3, 4), np.float32)
SIZES = np.array([3, 4], np.int64)


@pytest.mark.parametrize(
    ("line", "sizes", "reason"),
    [
        (f"graph.with_shape %x : {ANY} -> tensor<3x5xf32>", SIZES, "size 1 must be '5'"),
        (f"graph.with_shape %x : {ANY} -> tensor<?x?xf32, #graph.dims<n, n>>", SIZES, "size 1 must be 'n'"),
        (f"graph.reshape %x : {ANY} -> tensor<13xf32>", SIZES, "must have the same number of elements"),
        (
            f"graph.reshape %x sizes(%s : tensor<2xi64>) : {ANY} -> {ANY}",
            SIZES + 1,
            "must have the same number of elements",
        ),
        (f"graph.broadcast %x, [0, 1] : {ANY} -> tensor<3x8xf32>", SIZES, "must be 1 or have that size"),
        (
            f"graph.broadcast %x, [0, 1] sizes(%s : tensor<2xi64>) : {ANY} -> {ANY}",
            SIZES + 1,
            "must be 1 or have that size",
        ),
        (f"graph.slice %x, [0, 2] to [?, 5] step [1, 1] : {ANY} -> tensor<?x3xf32>", SIZES, "start <= limit <= size"),
        (
            f"graph.pad <edge> %x, low [-2, 0] high [-2, 0] interior [0, 0] : {ANY} -> {ANY}",
            SIZES,
            "must have no negative size",
        ),
        (f"graph.dynamic_slice %x, %s : {ANY}, tensor<2xi64> -> tensor<4x1xf32>", SIZES, "larger than the source"),
        (
            f"graph.concat %x, %y along 0 : {ANY}, tensor<1x3xf32> -> tensor<?x3xf32>",
            SIZES,
            "must agree in all sizes but that of dimension 0",
        ),
        (
            f"graph.top_k %x, 1, k = 5 : {ANY} -> tensor<?x5xf32>, tensor<?x5xi64>",
            SIZES,
            "k must not be negative, nor more",
        ),
    ],
)
def test_what_stops(line: str, sizes: Any, reason: str) -> None:
    results = "%r, %q" if "top_k" in line else "%r"
    text = f"""func.func @main(%x: {ANY}, %s: tensor<2xi64>, %y: tensor<1x3xf32>) {{
      {results} = {line}
      return
    }}"""
    with pytest.raises(InterpreterError, match=reason):
        run_lowered(text, MATRIX, sizes, np.zeros((1, 3), np.float32))


def test_names_that_are_introduced() -> None:
    text = """func.func @main(%x: tensor<?xf32>) -> tensor<?x?xi64> {
      %0 = graph.with_shape %x : tensor<?xf32> -> tensor<?xf32, #graph.dims<n>>
      %1 = graph.iota 1 : tensor<?x?xi64, #graph.dims<n, 2 * n>>
      %2 = graph.with_shape %1 : tensor<?x?xi64, #graph.dims<n, 2 * n>> -> tensor<?x?xi64>
      return %2 : tensor<?x?xi64>
    }"""
    [actual] = run_lowered(text, np.zeros(4, np.float32))
    np.testing.assert_array_equal(actual, np.broadcast_to(np.arange(8), (4, 8)))


@pytest.mark.parametrize("length", [1, 2, 3, 7, 8, 33, 100])
def test_sorting_rows_of_any_length(length: int) -> None:
    x = np.random.default_rng(length).integers(0, 10, length).astype(np.int32)
    text = """func.func @main(%x: tensor<?xi32>, %p: tensor<?xi64>) -> (tensor<?xi32>, tensor<?xi64>) {
      %0:2 = graph.sort %x, %p along 0 : tensor<?xi32>, tensor<?xi64> -> tensor<?xi32>, tensor<?xi64>
      return %0#0, %0#1 : tensor<?xi32>, tensor<?xi64>
    }"""
    order = np.argsort(x, kind="stable")
    assert_same(run_lowered(text, x, np.arange(length)), [x[order], order])


@pytest.mark.sampled(8)
@pytest.mark.parametrize("sizes", ["?x?", "3x40"])
@pytest.mark.parametrize("smallest", [False, True])
@pytest.mark.parametrize("k", [1, 3, 7, 19, 20, 21, 40])
@pytest.mark.parametrize("kind", ["ties", "rising", "falling", "nan"])
def test_the_first_of_rows_in_any_order(kind: str, k: int, smallest: bool, sizes: str) -> None:
    rows = np.random.default_rng(k).integers(-4, 5, (3, 40)).astype(np.float32)
    if kind in ("rising", "falling"):
        rows = np.sort(rows)[:, :: 1 if kind == "rising" else -1].copy()
    if kind == "nan":
        rows[rows > 2] = np.nan
    wanted = sizes.replace("40", str(k)).replace("x?", f"x{k}")
    text = f"""func.func @main(%x: tensor<{sizes}xf32>) -> (tensor<{wanted}xf32>, tensor<{wanted}xi64>) {{
      %0:2 = graph.top_k %x, 1, k = {k}{" smallest" if smallest else ""}
        : tensor<{sizes}xf32> -> tensor<{wanted}xf32>, tensor<{wanted}xi64>
      return %0#0, %0#1 : tensor<{wanted}xf32>, tensor<{wanted}xi64>
    }}"""
    ranks = np.where(np.isnan(rows), np.float32(99), rows)
    order = np.argsort(ranks if smallest else -ranks, axis=1, kind="stable")[:, :k]
    assert_same(run_lowered(text, rows), [np.take_along_axis(rows, order, 1), order])
