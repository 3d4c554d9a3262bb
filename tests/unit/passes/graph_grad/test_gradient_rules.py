"""Gradient rules against finite differences, on programs that are drawn from the ops' definitions."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.dialects import graph
from dlc.interp.interpreter import Interpreter
from dlc.ir.operations import Operation
from dlc.passes.graph_grad import differentiates
from support.drawn_graph_hints import NOT_DRAWN
from support.gradient_checks import check_gradients, drawn_program

EXAMPLES = 2
"""The number of programs for each op."""
TAMING = (graph.AbsOp, graph.SinOp, graph.AddOp)
"""Ops that bring operands into the domain of others, and that functions which are called are made of."""
DIFFERS = {
    graph.StopGradientOp: "differs from its derivative on purpose",
    graph.WhileOp: "needs a bound, which drawn ones do not have",
}
DRAWN = [kind for kind in differentiates if kind not in DIFFERS and kind not in NOT_DRAWN]


@pytest.mark.parametrize("kind", DRAWN, ids=lambda kind: kind.name)
def test_gradients_are_derivatives(kind: type[Operation]) -> None:
    compared = 0
    for seed in range(3 * EXAMPLES):
        program = drawn_program(seed, kind, TAMING)
        compared += program is not None and check_gradients(*program, seed)
        if compared == EXAMPLES:
            break
    assert compared


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        # sizes that are known when running only, of which one is repeated then
        (
            """func.func @main(%x: tensor<?xf64>, %s: tensor<2xi64>) -> tensor<?x?xf64> {
              %0 = graph.broadcast %x, [1] sizes(%s : tensor<2xi64>) : tensor<?xf64> -> tensor<?x?xf64>
              return %0 : tensor<?x?xf64>
            }""",
            [(1,), np.array([2, 3])],
        ),
        (
            """func.func @main(%x: tensor<?xf64>, %s: tensor<2xi64>) -> tensor<?x?xf64> {
              %0 = graph.broadcast %x, [1] sizes(%s : tensor<2xi64>) : tensor<?xf64> -> tensor<?x?xf64>
              return %0 : tensor<?x?xf64>
            }""",
            [(3,), np.array([2, 3])],
        ),
        (
            """func.func @main(%x: tensor<?x?xf64>, %y: tensor<?x?xf64>) -> tensor<?x?xf64> {
              %0 = graph.concat %x, %y along 1 : tensor<?x?xf64>, tensor<?x?xf64> -> tensor<?x?xf64>
              %1 = graph.slice %0, [0, 1] to [?, ?] step [1, 2] : tensor<?x?xf64> -> tensor<?x?xf64>
              %2 = graph.softmax %1, [1] : tensor<?x?xf64>
              return %2 : tensor<?x?xf64>
            }""",
            [(2, 3), (2, 2)],
        ),
        # a convolution that does not reach the end, with groups and a layout of its own
        (
            """func.func @main(%x: tensor<1x7x4xf64>, %k: tensor<3x2x6xf64>) -> tensor<1x3x6xf64> {
              %0 = graph.convolution %x, %k, <NHC x HIO -> NHC> strides [2] pad_high [1] groups 2
                : tensor<1x7x4xf64>, tensor<3x2x6xf64> -> tensor<1x3x6xf64>
              return %0 : tensor<1x3x6xf64>
            }""",
            [(1, 7, 4), (3, 2, 6)],
        ),
        # several updates of one element, of which the last one stays
        (
            """func.func @main(%x: tensor<4xf64>, %i: tensor<3xi64>, %u: tensor<3xf64>) -> tensor<4xf64> {
              %0 = graph.scatter <assign> %x[%i], %u, window_dims = [], collapsed = [0], batch = [] x [],
                index_map = [0], index_vector_dim = 1 : tensor<4xf64>, tensor<3xi64>, tensor<3xf64> -> tensor<4xf64>
              return %0 : tensor<4xf64>
            }""",
            [(4,), np.array([1, 1, 7]), (3,)],
        ),
        # a loop with a bound, on values that are carried and captured
        (
            """func.func @main(%x: tensor<2xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
              %limit = graph.constant dense<5.0> : tensor<f64>
              %r = graph.while (%a = %x : tensor<2xf64>) {
                %s = graph.mul %a, %a : tensor<2xf64>
                %t = graph.reduce <sum> %s, [0] : tensor<2xf64> -> tensor<f64>
                %c = graph.compare <lt> %t, %limit : tensor<f64>
                graph.condition %c, %a : tensor<2xf64>
              } do (%b: tensor<2xf64>) {
                %n = graph.add %b, %w : tensor<2xf64>
                %m = graph.exp %n : tensor<2xf64>
                graph.yield %m : tensor<2xf64>
              } {graph.max_iterations = 12 : i64}
              return %r : tensor<2xf64>
            }""",
            [(2,), (2,)],
        ),
        # a call in a loop, of a function that calls itself in a branch
        (
            """func.func private @power(%x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
              %one = graph.constant dense<1> : tensor<i64>
              %c = graph.compare <le> %n, %one : tensor<i64>
              %r = graph.if %c -> tensor<f64> {
                graph.yield %x : tensor<f64>
              } else {
                %m = graph.sub %n, %one : tensor<i64>
                %p = graph.call @power(%x, %m) : (tensor<f64>, tensor<i64>) -> tensor<f64>
                %q = graph.mul %p, %x : tensor<f64>
                graph.yield %q : tensor<f64>
              }
              return %r : tensor<f64>
            }
            func.func @main(%xs: tensor<3xf64>, %x: tensor<f64>, %n: tensor<i64>) -> tensor<f64> {
              %r = graph.scan (%a = %x : tensor<f64>) over (%b = %xs : tensor<3xf64>) {
                %p = graph.call @power(%b, %n) : (tensor<f64>, tensor<i64>) -> tensor<f64>
                %q = graph.mul %a, %p : tensor<f64>
                graph.yield %q : tensor<f64>
              }
              return %r : tensor<f64>
            }""",
            [(3,), (), np.array(3)],
        ),
        # one value as several operands, and an argument that is returned
        (
            """func.func @main(%x: tensor<2x3x4xf64>) -> (tensor<2x3x4xf64>, tensor<2x3x4xf64>) {
              %0 = graph.attention %x, %x, %x causal <first> : tensor<2x3x4xf64>, tensor<2x3x4xf64>, tensor<2x3x4xf64>
                -> tensor<2x3x4xf64>
              return %0, %x : tensor<2x3x4xf64>, tensor<2x3x4xf64>
            }""",
            [(2, 3, 4)],
        ),
    ],
    ids=["repeated", "not repeated", "unknown sizes", "convolution", "scatter", "while", "calls", "shared"],
)
def test_gradients_of_programs(text: str, shapes: list[object]) -> None:
    random = np.random.default_rng(5)
    arguments = [each if isinstance(each, np.ndarray) else random.normal(size=each) for each in shapes]  # type: ignore[call-overload]
    assert check_gradients(text, arguments, 1)


def test_gradients_of_narrow_floats() -> None:
    """Sums in the backward pass of normalizations are of f32, and gradients have the types of their values."""
    text = """func.func @main(%x: tensor<2x8x{0}>, %s: tensor<8x{0}>) -> tensor<2x8x{0}> {{
      %0 = graph.layer_norm %x, [1] scale %s : tensor<8x{0}> epsilon 1.0e-05 : tensor<2x8x{0}>
      return %0 : tensor<2x8x{0}>
    }}"""
    random = np.random.default_rng(0)
    x, s, g = (random.normal(size=shape).astype(np.float16) for shape in ((2, 8), (8,), (2, 8)))
    gradients: dict[str, list[np.ndarray]] = {}
    for element, dtype in (("f16", np.float16), ("f64", np.float64)):
        module = dlc.parse(text.format(element))
        dlc.run_pipeline(module, "graph-grad{seeded=true}")
        gradients[element] = Interpreter(module).run("main_grad", *(each.astype(dtype) for each in (x, s, g)))
    for narrow, wide in zip(gradients["f16"], gradients["f64"], strict=True):
        assert narrow.dtype == np.float16
        assert np.allclose(narrow, wide, rtol=2e-3, atol=2e-3)


CHAIN = """func.func @main(%x: tensor<3xf64>) -> tensor<f64> {
  %0 = graph.exp %x : tensor<3xf64>
  %1 = graph.sin %0 : tensor<3xf64>
  %2 = graph.exp %1 : tensor<3xf64>
  %3 = graph.sin %2 : tensor<3xf64>
  %4 = graph.reduce <sum> %3, [0] : tensor<3xf64> -> tensor<f64>
  return %4 : tensor<f64>
}"""


def test_checkpoints_change_no_gradient() -> None:
    x, results = np.array([0.1, 0.2, -0.3]), []
    for passes in ("graph-grad", "graph-checkpoint{segments=2},graph-grad", "graph-checkpoint,graph-grad,cse"):
        module = dlc.parse(CHAIN)
        dlc.run_pipeline(module, passes)
        results.append(Interpreter(module).run("main_grad", x)[0])
        if "checkpoint" in passes:
            assert "graph.recomputed" in str(module)
    assert np.array_equal(results[0], results[1])
    assert np.array_equal(results[0], results[2])


def arena(module: Operation) -> int:
    """The size in bytes of the memory that a program needs at once."""
    dlc.run_pipeline(module, "optimize-graph,lower-to-loops,outline-kernels,plan-memory")
    return max(int(size) for size in re.findall(r"memref\.alloc\(\).* : memref<(\d+)xi8>", str(module)))


def test_checkpoints_need_less_memory() -> None:
    """Copies of ops survive the passes that merge equal ops, and their buffers share memory."""
    sizes: list[int] = []
    for layer in (smooth, dlc.checkpoint(smooth)):

        def loss(x: Any, weights: Any, layer: Any = layer) -> Any:
            for _ in range(4):
                x = layer(x, weights)
            return dlc.array.sum(x * x)

        sizes.append(arena(dlc.trace(dlc.grad(loss), np.ones((128, 16)), np.ones((16, 16)))))
    assert sizes[1] < 0.75 * sizes[0]


def smooth(x: Any, weights: Any) -> Any:
    xp = dlc.array
    return xp.tanh(xp.exp(-xp.tanh(x @ weights)) @ weights)
