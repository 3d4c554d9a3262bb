"""Control flow of `graph`: loops and calls against Python's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlc
from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter
from support.graph_control_programs import GROWING, LSTM, RECURSIVE

Array = Any


def run(text: str, *args: Any, **options: Any) -> list[Any]:
    return Interpreter(dlc.parse(text), **options).run("f", *args)


def lstm(x: Array, w: Array, u: Array, b: Array, h: Array, c: Array) -> tuple[Array, Array, list[Array]]:
    states: list[Array] = []
    for e in x:
        z = e @ w + h @ u + b
        i, f, o = (1 / (1 + np.exp(-part)) for part in (z[0:2], z[2:4], z[6:8]))
        c = f * c + i * np.tanh(z[4:6])
        h = o * np.tanh(c)
        states.append(h)
    return h, c, states


def test_a_loop_may_carry_what_grows() -> None:
    for n in range(4):
        assert run(GROWING, n, np.ones(1))[0].shape == (2**n,)


@pytest.mark.parametrize("length", [0, 1, 5])
@pytest.mark.parametrize("reverse", [False, True])
def test_an_lstm_is_a_scan(length: int, reverse: bool) -> None:
    generator = np.random.default_rng(length)
    shapes = ((length, 3), (3, 8), (2, 8), (8,), (2,), (2,))
    x, *rest = (generator.normal(size=shape) for shape in shapes)
    h, c, states = lstm(x[::-1] if reverse else x, *rest)
    results = run(LSTM.replace("DIRECTION", "reverse" if reverse else ""), x, *rest)
    np.testing.assert_allclose(results[0], h)
    np.testing.assert_allclose(results[1], c)
    wanted = np.array(states[::-1] if reverse else states).reshape(length, 2)
    np.testing.assert_allclose(results[2], wanted)


def test_several_sources_and_stacked_results() -> None:
    text = """
func.func @f(%a: tensor<?xi32>, %b: tensor<?x2xi32>) -> (tensor<?xi32>, tensor<?x2xi32>) {
  %r:2 = graph.scan over (%x = %a : tensor<?xi32>, %y = %b : tensor<?x2xi32>) -> (tensor<?xi32>, tensor<?x2xi32>) {
    %n = graph.neg %x : tensor<i32>
    %s = graph.add %y, %y : tensor<2xi32>
    graph.yield %n, %s : tensor<i32>, tensor<2xi32>
  }
  return %r#0, %r#1 : tensor<?xi32>, tensor<?x2xi32>
}
"""
    a, b = np.arange(3, dtype=np.int32), np.arange(6, dtype=np.int32).reshape(3, 2)
    results = run(text, a, b)
    assert results[0].tolist() == (-a).tolist()
    assert results[1].tolist() == (b + b).tolist()
    assert run(text, a[:0], b[:0])[1].shape == (0, 2)
    with pytest.raises(
        InterpreterError, match="leading sizes of source #1 and those before must agree, but got 3 and 2"
    ):
        run(text, a, b[:2])


def test_slices_of_different_shapes_do_not_stack() -> None:
    text = """
func.func @f(%n: tensor<3xi64>, %x: tensor<1xf32>) -> tensor<3x?xf32> {
  %r:2 = graph.scan (%a = %x : tensor<1xf32> as tensor<?xf32>) over (%i = %n : tensor<3xi64>) -> tensor<3x?xf32> {
    %d = graph.concat %a, %a along 0 : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
    graph.yield %d, %d : tensor<?xf32>, tensor<?xf32>
  }
  return %r#1 : tensor<3x?xf32>
}
"""
    with pytest.raises(InterpreterError, match=r"stacks slices of different shapes: \[2\] and \[4\]"):
        run(text, np.zeros(3, np.int64), np.ones(1))


def test_regions_see_what_is_around_them() -> None:
    text = """
func.func @f(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %r = graph.if %c -> tensor<2xf32> {
    %s = graph.if %c -> tensor<2xf32> {
      %y = graph.neg %x : tensor<2xf32>
      graph.yield %y : tensor<2xf32>
    } else {
      graph.yield %x : tensor<2xf32>
    }
    graph.yield %s : tensor<2xf32>
  } else {
    graph.yield %x : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}
"""
    assert run(text, True, [1, 2])[0].tolist() == [-1, -2]
    assert run(text, False, [1, 2])[0].tolist() == [1, 2]


def test_a_function_may_call_itself() -> None:
    assert run(RECURSIVE, np.ones(2), 10)[0].tolist() == [1024, 1024]
    assert run(RECURSIVE, np.ones(1), 1500)[0].tolist() == [np.inf]
    with pytest.raises(InterpreterError, match="nested deeper"):
        run(RECURSIVE, np.ones(1), 10**6)


def test_names_of_sizes_belong_to_each_function() -> None:
    text = """
func.func @f(%x: tensor<?x?xf32, #graph.dims<n, m>>) -> tensor<?x?xf32, #graph.dims<n, m>> {
  %t = graph.transpose %x, [1, 0] : tensor<?x?xf32, #graph.dims<n, m>> -> tensor<?x?xf32, #graph.dims<m, n>>
  %u = graph.call @g(%t) : (tensor<?x?xf32, #graph.dims<m, n>>) -> tensor<?x?xf32, #graph.dims<n, m>>
  return %u : tensor<?x?xf32, #graph.dims<n, m>>
}
func.func private @g(%x: tensor<?x?xf32, #graph.dims<n, m>>) -> tensor<?x?xf32, #graph.dims<m, n>> {
  %t = graph.transpose %x, [1, 0] : tensor<?x?xf32, #graph.dims<n, m>> -> tensor<?x?xf32, #graph.dims<m, n>>
  return %t : tensor<?x?xf32, #graph.dims<m, n>>
}
"""
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert run(text, x)[0].tolist() == x.tolist()


def test_arguments_that_contradict_each_other_are_found_when_running() -> None:
    text = """
func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  graph.call @g(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> ()
  return
}
func.func private @g(%x: tensor<?xf32, #graph.dims<n>>, %y: tensor<?xf32, #graph.dims<n>>) {
  return
}
"""
    assert run(text, [1, 2], [3, 4]) == []
    with pytest.raises(InterpreterError, match="size 'n' is 2, but got 3"):
        run(text, [1, 2], [3, 4, 5])


def test_a_loop_that_runs_for_ever_is_ended() -> None:
    text = """
func.func @f(%c: tensor<i1>) {
  graph.while () {
    graph.condition %c
  } do () {
  }
  return
}
"""
    assert run(text, False) == []
    with pytest.raises(InterpreterError, match="takes more than 1000 steps"):
        run(text, True, max_steps=1000)


POISONED = {
    "a source": """
      %r = graph.scan (%a = %x : tensor<f32>) over (%b = %p : tensor<?xf32>) {
        graph.yield %a : tensor<f32>
      }""",
    "a slice that is stacked": """
      %xs = graph.constant dense<0.0> : tensor<3xf32>
      %r = graph.scan over (%b = %xs : tensor<3xf32>) -> tensor<3x?xf32> {
        graph.yield %p : tensor<?xf32>
      }""",
    "the condition": """
      %c = ub.poison : tensor<i1>
      graph.if %c {
      } else {
      }""",
}


@pytest.mark.parametrize("what", POISONED)
def test_control_flow_does_not_depend_on_poison(what: str) -> None:
    text = f"""func.func @f(%x: tensor<f32>) {{
      %p = ub.poison : tensor<?xf32>
      {POISONED[what]}
      return
    }}"""
    with pytest.raises(InterpreterError, match=f"depends on poison: {what}"):
        run(text, np.float32(1))
