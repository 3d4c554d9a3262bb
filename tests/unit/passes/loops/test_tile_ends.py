"""Operations on the sums of a tile: short ones are repeated for each vector, long functions go from one to the next."""

from __future__ import annotations

from math import erf, sqrt

import numpy as np
import pytest

import dlc
from dlc.codegen.target import Target
from dlc.compilation import pipeline_for
from dlc.dialects import loop
from dlc.ir import Operation
from dlc.passes.loops.analysis.nests import name_of

NUMPY = {
    "relu": lambda x: np.maximum(x, 0),
    "gelu": np.vectorize(lambda x: x * (1 + erf(x / sqrt(2))) / 2),
    "tanh": np.tanh,
}
FUNCTIONS = {"relu": "graph.relu", "gelu": "graph.gelu <exact>", "tanh": "graph.tanh"}


def product(rows: int, depth: int, columns: int, function: str) -> str:
    """A product and a function of its sums."""
    result = f"tensor<{rows}x{columns}xf32>"
    return f"""
func.func @main(%a: tensor<{rows}x{depth}xf32>, %b: tensor<{depth}x{columns}xf32>) -> {result} {{
  %c = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
    : tensor<{rows}x{depth}xf32>, tensor<{depth}x{columns}xf32> -> {result}
  %d = {FUNCTIONS[function]} %c : {result}
  return %d : {result}
}}"""


def scheduled(text: str) -> Operation:
    module = dlc.parse(text)
    pipeline = pipeline_for(threads=1, target=Target.of("x86_64-linux-gnu", "haswell"))
    dlc.run_pipeline(module, pipeline[: pipeline.index(",apply-schedules") + len(",apply-schedules")])
    dlc.verify(module)
    return module


def loops_of_ends(module: Operation) -> set[str]:
    """Return which loops over the vectors of a tile are left, beside that of the sums."""
    names = {name_of(op) or "" for op in module.walk() if isinstance(op, loop.ForOp)}
    kinds = ("tile_fill", "tile_back", "_init", "_done")
    return {kind for kind in kinds for name in names if kind in name}


@pytest.mark.parametrize(
    ("function", "depth", "left"),
    [("relu", 64, set()), ("relu", 1024, set()), ("gelu", 64, {"_done"}), ("tanh", 1024, {"_done"})],
)
@pytest.mark.parametrize("rows", [60, 64])
def test_which_loops_over_a_tile_are_left(function: str, depth: int, left: set[str], rows: int) -> None:
    """The sums stay in registers until the function, which is in a loop if it is long."""
    assert loops_of_ends(scheduled(product(rows, depth, 96, function))) == left


def test_tiles_that_are_not_whole_keep_their_loops() -> None:
    assert "tile_back" in loops_of_ends(scheduled(product(64, 64, 97, "gelu")))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(("rows", "depth", "columns"), [(60, 96, 96), (61, 300, 48), (17, 1024, 33), (128, 384, 64)])
def test_results(function: str, rows: int, depth: int, columns: int) -> None:
    text = product(rows, depth, columns, function)
    generator = np.random.default_rng(0)
    a, b = (generator.standard_normal(shape, np.float32) / 8 for shape in ((rows, depth), (depth, columns)))
    sums = a.astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_allclose(dlc.compile(text, threads=1)(a, b), NUMPY[function](sums), rtol=1e-4, atol=1e-5)
