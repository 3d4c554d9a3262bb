"""The graph ops that move elements, take parts, and ask for sizes, in the interpreter, against numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from dlc.interp.errors import InterpreterError
from support.graph_cases import Case, assert_same, case, program_of, with_forms
from support.graph_movement_cases import movement, padding, shapes, sized_at_run_time, slicing
from support.programs import run, run_one

CASES = [*movement(), *sized_at_run_time(), *shapes(), *slicing(), *padding()]


@pytest.mark.parametrize(("each", "form"), with_forms(CASES))
def test_against_numpy(each: Case, form: str) -> None:
    assert_same(run(program_of(each, form), *each.inputs), each.expected)


SHAPES = st.lists(st.integers(0, 4), min_size=1, max_size=3)


@given(SHAPES, st.data())
def test_any_slice(shape: list[int], data: Any) -> None:
    x = np.arange(np.prod(shape), dtype=np.int32).reshape(shape)
    limits = [data.draw(st.integers(0, size)) for size in shape]
    starts = [data.draw(st.integers(0, limit)) for limit in limits]
    strides = [data.draw(st.integers(1, 3)) for _ in shape]
    expected = x[tuple(map(slice, starts, limits, strides))]
    each = case(f"graph.slice %0, {starts} to {limits} step {strides}", [x], expected)
    for form in each.forms:
        assert_same(run(program_of(each, form), x), [expected])


def position_in(mode: str, position: int, size: int) -> int:
    """Return the position of the source by walking there step by step."""
    if mode == "edge":
        return min(max(position, 0), size - 1)
    at, step = 0, 1
    for _ in range(abs(position)):
        if mode == "wrap":
            at = (at + (1 if position > 0 else -1)) % size
        elif size > 1:
            step = 1 if at == 0 else -1 if at == size - 1 else step
            at += step
    return at


@given(st.sampled_from(["edge", "reflect", "wrap"]), st.integers(1, 5), st.integers(-5, 12), st.integers(-5, 12))
def test_any_padding(mode: str, size: int, low: int, high: int) -> None:
    x = np.arange(10, 10 + size, dtype=np.int16)
    if size + low + high < 0:
        return
    expected = np.array([x[position_in(mode, i - low, size)] for i in range(size + low + high)], np.int16)
    each = case(f"graph.pad <{mode}> %0, low [{low}] high [{high}] interior [0]", [x], expected)
    for form in each.forms:
        assert_same(run(program_of(each, form), x), [expected])


@given(SHAPES, st.data())
def test_any_reshape_with_one_size_to_be_found(shape: list[int], data: Any) -> None:
    x = np.arange(np.prod(shape), dtype=np.int32).reshape(shape)
    given_sizes = data.draw(st.permutations(shape))
    place = data.draw(st.integers(0, len(shape) - 1))
    others = [size for i, size in enumerate(given_sizes) if i != place]
    sizes = np.array([-1 if i == place else size for i, size in enumerate(given_sizes)], np.int64)
    rank = "x".join("?" * len(shape))
    text = f"""func.func @main(%x: tensor<{rank}xi32>, %s: tensor<{len(shape)}xi64>) -> tensor<{rank}xi32> {{
      %r = graph.reshape %x sizes(%s : tensor<{len(shape)}xi64>) : tensor<{rank}xi32> -> tensor<{rank}xi32>
      return %r : tensor<{rank}xi32>
    }}"""
    if 0 in others:
        with pytest.raises(InterpreterError, match=r"sizes must not be negative, but got .*-1"):
            run(text, x, sizes)
    else:
        assert_same(run(text, x, sizes), [x.reshape(given_sizes)])


# -- What stops a program ----------------------------------------------------------------------------------------------

X = np.zeros((3, 4), np.float32)
ANY = "tensor<?x?xf32>"
NAMED = "tensor<?x?xf32, #graph.dims<n, m>>"


@pytest.mark.parametrize(
    ("line", "given_type", "reason"),
    [
        (f"graph.with_shape %x : {ANY} -> tensor<3x5xf32>", ANY, "size 1 must be '5', but got 4"),
        (f"graph.with_shape %x : {ANY} -> tensor<?x?xf32, #graph.dims<n, n>>", ANY, "size 1 must be 'n', but got 4"),
        (f"graph.with_shape %x : {ANY} -> tensor<?x?xf32, #graph.dims<n, k + 1>>", ANY, "'k . 1', which has no value"),
        (
            f"graph.reshape %x : {ANY} -> tensor<5x?xf32>",
            ANY,
            "a multiple of the known sizes of the result, but got 3x4 and 5",
        ),
        (f"graph.reshape %x : {ANY} -> tensor<13xf32>", ANY, "the same number of elements, but got 3x4 and 13"),
        (f"graph.broadcast %x, [0, 1] : {ANY} -> tensor<3x8xf32>", ANY, "must be 1 or have that size, but got 4 and 8"),
        (
            f"graph.slice %x, [0, 2] to [?, 5] step [1, 1] : {ANY} -> tensor<?x3xf32>",
            ANY,
            "start <= limit <= size, but got 2, 5 and 4",
        ),
        (
            f"graph.slice %x, [n - 4, 0] to [n, m] step [1, 1] : {NAMED} -> {ANY}",
            NAMED,
            "start at 0 or more, .*, but got -1 and 1",
        ),
        (f"graph.slice %x, [0, 0] to [k, m] step [1, 1] : {NAMED} -> {ANY}", NAMED, "have no value here"),
        (
            f"graph.pad <edge> %x, low [-2, 0] high [-2, 0] interior [0, 0] : {ANY} -> {ANY}",
            ANY,
            "no negative size, but got -1x4",
        ),
        (f"graph.pad <edge> %x, low [k, 0] high [-k, 0] interior [0, 0] : {ANY} -> {ANY}", ANY, "by 'k', which has no"),
        ("graph.iota 0 : tensor<?x2xi64, #graph.dims<n * 1000000000000>>", NAMED, "but at most"),
    ],
)
def test_what_stops(line: str, given_type: str, reason: str) -> None:
    kind = line.rpartition("-> ")[2] if "->" in line else line.partition(" : ")[2]
    text = f"func.func @main(%x: {given_type}) {{\n%r = {line}\nreturn\n}}"
    assert kind
    with pytest.raises(InterpreterError, match=reason):
        run(text, X)


@pytest.mark.parametrize(
    ("line", "sizes", "reason"),
    [
        ("graph.reshape %x sizes({s}) : {t} -> {t}", [5, 2], "the same number of elements, but got 3x4 and 5x2"),
        ("graph.reshape %x sizes({s}) : {t} -> {t}", [-1, -1], "must not be negative, but got -1x-1"),
        (
            "graph.reshape %x sizes({s}) : {t} -> tensor<?x6xf32>",
            [2, 5],
            "those of the result's type, but got 2x5 and .x6",
        ),
        ("graph.broadcast %x, [0, 1] sizes({s}) : {t} -> {t}", [3, 8], "must be 1 or have that size, but got 4 and 8"),
        ("graph.iota 0 sizes({s}) : {t}", [1 << 40, 2], "more than"),
        ("graph.iota 0 sizes({s}) : {t}", [3, -2], "must not be negative, but got 3x-2"),
        (
            "graph.dynamic_slice %x, %s sizes({s}) : {t}, tensor<2xi64> -> {t}",
            [4, 1],
            "no larger than the source, but got 4x1 and 3x4",
        ),
    ],
)
def test_sizes_that_stop(line: str, sizes: list[int], reason: str) -> None:
    line = line.format(s="%s : tensor<2xi64>", t=ANY)
    text = f"func.func @main(%x: {ANY}, %s: tensor<2xi64>) {{\n%r = {line}\nreturn\n}}"
    with pytest.raises(InterpreterError, match=reason):
        run(text, X, np.array(sizes, np.int64))


@pytest.mark.parametrize(
    ("line", "shapes", "reason"),
    [
        (
            "graph.concat %x, %y along 0 : {t}, {t} -> {t}",
            [(1, 2), (1, 3)],
            "must agree in all sizes but that of dimension 0, but got 1x2 and 1x3",
        ),
        (
            "graph.dynamic_update_slice %x, %y, %s : {t}, {t}, tensor<2xi64> -> {t}",
            [(2, 2), (1, 3)],
            "no larger than the source, but got 1x3 and 2x2",
        ),
    ],
)
def test_operands_that_do_not_fit(line: str, shapes: list[tuple[int, ...]], reason: str) -> None:
    text = f"""func.func @main(%x: {ANY}, %y: {ANY}, %s: tensor<2xi64>) {{
      %r = {line.format(t=ANY)}
      return
    }}"""
    with pytest.raises(InterpreterError, match=reason):
        run(text, *(np.zeros(shape, np.float32) for shape in shapes), np.zeros(2, np.int64))


@pytest.mark.parametrize("mode", ["edge", "reflect", "wrap"])
def test_nothing_to_pad_with(mode: str) -> None:
    text = f"""func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {{
      %r = graph.pad <{mode}> %x, low [1] high [0] interior [0] : tensor<?xf32> -> tensor<?xf32>
      return %r : tensor<?xf32>
    }}"""
    assert_same(run(text, np.ones(2, np.float32)), [np.ones(3, np.float32)])
    with pytest.raises(InterpreterError, match="must have elements to fill the result from, but got 0 and 1"):
        run(text, np.ones(0, np.float32))


def test_names_get_values_in_the_order_of_the_program() -> None:
    text = """func.func @main(%x: tensor<?xf32>) -> tensor<?x?xi64> {
      %0 = graph.with_shape %x : tensor<?xf32> -> tensor<?xf32, #graph.dims<n>>
      %1 = graph.iota 1 : tensor<?x?xi64, #graph.dims<n, 2 * n>>
      %2 = graph.with_shape %1 : tensor<?x?xi64, #graph.dims<n, 2 * n>> -> tensor<?x?xi64>
      return %2 : tensor<?x?xi64>
    }"""
    np.testing.assert_array_equal(run_one(text, X[0]), np.broadcast_to(np.arange(8), (4, 8)))
