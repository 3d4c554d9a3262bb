"""Programs that stop with an error where sizes or elements that they compute are no good: compiled code says what the
interpreter says, and touches no memory that is not its own."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest

import dlc
from support.child_processes import in_child
from support.guarded_memory import guarded_copy

Array = Any
HUGE = 1 << 40
BOTH = "tensor<?x?xi64>"


def run_in_child(text: str, arguments: list[list[Array]]) -> list[Any]:
    """The results of calls, or the messages of errors; equal at two levels of optimization."""
    first, second = run_at_levels(text, arguments)
    assert first == second
    return first


def run_at_levels(text: str, arguments: list[list[Array]]) -> tuple[list[Any], list[Any]]:
    """The results of calls, or the messages of errors, at two levels of optimization."""
    executables = [dlc.compile(text, level=level, threads=1, remarks=False) for level in (0, 2)]

    def run() -> str:
        return json.dumps([[_called(each, values) for values in arguments] for each in executables])

    outcome = in_child(run, 60)
    assert not outcome.error
    assert not outcome.signal
    first, second = json.loads(outcome.text)
    return first, second


def _called(executable: dlc.Executable, values: list[Array]) -> Any:
    try:
        results = executable(*map(guarded_copy, values))
        return [each.tolist() for each in results] if isinstance(results, tuple) else results.tolist()
    except dlc.ProgramFailed as error:
        message, _, place = str(error).partition("failed: ")[2].rpartition(", at -:")
        assert re.fullmatch(r"\d+:\d+", place)
        return message


def with_sizes(line: str) -> str:
    """A function of four numbers and of two sizes."""
    return f"""func.func @main(%x: tensor<4xi64>, %s: tensor<2xi64>) -> {BOTH} {{
      %r = graph.{line} sizes(%s : tensor<2xi64>) : {"" if "iota" in line else "tensor<4xi64> -> "}{BOTH}
      return %r : {BOTH}
    }}"""


NO_MEMORY = "there is not enough memory"
NEGATIVE = "'graph.{op}' op sizes must not be negative [{rule}]"
AS_MANY = "'graph.reshape' op source and result must have the same number of elements [reshape_c2]"


@pytest.mark.parametrize(
    ("line", "cases"),
    [
        (
            "iota 0",
            [
                ([2, 1], [[0], [1]]),
                ([HUGE, 1], NO_MEMORY),
                ([1 << 32, 1 << 32], NO_MEMORY),
                ([-1, 4], NEGATIVE.format(op="iota", rule="iota_c3")),
            ],
        ),
        (
            "reshape %x",
            [
                ([2, -1], [[0, 1], [2, 3]]),
                ([(1 << 62) + 1, 4], AS_MANY),
                ([1 << 32, 1 << 32], AS_MANY),
                ([3, -1], AS_MANY),
                ([0, -1], NEGATIVE.format(op="reshape", rule="reshape_c4")),
                ([-1, -1], NEGATIVE.format(op="reshape", rule="reshape_c4")),
            ],
        ),
        (
            "broadcast %x, [1]",
            [
                ([1, 4], [[0, 1, 2, 3]]),
                ([1 << 61, 4], NO_MEMORY),
                ([-1, 4], NEGATIVE.format(op="broadcast", rule="broadcast_c5")),
            ],
        ),
    ],
)
def test_sizes_that_an_operand_gives(line: str, cases: list[tuple[list[int], Any]]) -> None:
    arguments = [[np.arange(4), np.array(sizes)] for sizes, _ in cases]
    assert run_in_child(with_sizes(line), arguments) == [expected for _, expected in cases]


def test_a_size_over_a_size_of_0() -> None:
    text = """func.func @main(%x: tensor<?x?xf32, #graph.dims<n, m>>) -> tensor<?xi64, #graph.dims<n floordiv m>> {
      %r = graph.iota 0 : tensor<?xi64, #graph.dims<n floordiv m>>
      return %r : tensor<?xi64, #graph.dims<n floordiv m>>
    }"""
    shapes = [(4, 2), (4, 0)]
    expected = [[0, 1], "a size is divided by a size that is not positive"]
    assert run_in_child(text, [[np.zeros(shape, np.float32)] for shape in shapes]) == expected


@pytest.mark.parametrize("op", ["div", "rem", "mod"])
@pytest.mark.parametrize("type", ["2x2xi32", "ui8"])
def test_division_by_zero(op: str, type: str) -> None:
    text = f"""func.func @main(%x: tensor<{type}>, %y: tensor<{type}>) -> tensor<{type}> {{
      %r = graph.{op} %x, %y : tensor<{type}>
      return %r : tensor<{type}>
    }}"""
    dtype, shape = (np.int32, (2, 2)) if type == "2x2xi32" else (np.uint8, ())
    divisor = np.full(shape, 2, dtype)
    divisor.flat[-1] = 0
    arguments = [[np.full(shape, 7, dtype), np.full(shape, 2, dtype)], [np.full(shape, 7, dtype), divisor]]
    quotient = np.full(shape, 3 if op == "div" else 1).tolist()
    assert run_in_child(text, arguments) == [quotient, f"'graph.{op}' op divides by zero"]


def test_positions_without_a_sign_are_moved_to_the_end() -> None:
    text = """
    func.func @main(%x: tensor<4xi64>, %p: tensor<2xui64>, %q: tensor<1xui64>) -> (tensor<2xi64>, tensor<2xi64>) {
      %0 = graph.gather %x[%p], window_dims = [], collapsed = [0], batch = [] x [], index_map = [0],
        index_vector_dim = 1, slice_sizes = [1] : tensor<4xi64>, tensor<2xui64> -> tensor<2xi64>
      %1 = graph.dynamic_slice %x, %q : tensor<4xi64>, tensor<1xui64> -> tensor<2xi64>
      return %0, %1 : tensor<2xi64>, tensor<2xi64>
    }"""
    far = (1 << 63) + 1
    arguments = [np.arange(4), np.array([1, far], np.uint64), np.array([far], np.uint64)]
    assert run_in_child(text, [arguments]) == [[[1, 3], [2, 3]]]


def test_division_by_a_constant_zero() -> None:
    text = """func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
      %y = graph.constant dense<0> : tensor<4xi32>
      %r = graph.div %x, %y : tensor<4xi32>
      return %r : tensor<4xi32>
    }"""
    assert run_in_child(text, [[np.ones(4, np.int32)]]) == ["'graph.div' op divides by zero"]


def test_a_mask_with_sizes_that_turn_out_to_be_1() -> None:
    def text(mask: str) -> str:
        head = "func.func @main(%q: tensor<2x4x8xf32>, %m: tensor<{m}>) -> tensor<2x4x8xf32> {{\n"
        line = "%r = graph.attention %q, %q, %q mask %m : tensor<{m}> : {t}, {t}, {t} -> {t}\n  return %r : {t}\n}}"
        return (head + line).format(m=mask, t="tensor<2x4x8xf32>")

    draw = np.random.default_rng(0)
    query = draw.random((2, 4, 8), np.float32)
    for shape in ((1, 1, 4), (2, 4, 1), (1, 1, 1)):
        mask = draw.random(shape, np.float32)
        wide = np.broadcast_to(mask, (2, 4, 4)).copy()
        expected = run_at_levels(text("2x4x4xf32"), [[query, wide]])
        np.testing.assert_allclose(run_at_levels(text("?x?x?xf32"), [[query, mask]]), expected, rtol=1e-5)


def test_an_array_of_nothing_may_be_too_large() -> None:
    line = "iota 0 sizes(%s : tensor<2xi64>) : tensor<?x?xi64>"
    text = (
        f"func.func @f(%s: tensor<2xi64>) -> tensor<?x?xi64> {{\n  %r = graph.{line}\n  return %r : tensor<?x?xi64>\n}}"
    )
    program = dlc.compile(text, level=0)
    assert program(np.array([0, 5])).shape == (0, 5)
    with pytest.raises(dlc.ProgramFailed, match="sizes of a result are too large for an array"):
        program(np.array([0, 2**62]))
