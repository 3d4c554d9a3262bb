"""Products with an open number of rows: few rows get plans of their own, which change no result."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from dlc.interp.interpreter import Interpreter
from dlc.passes.loops.schedules.machine import Machine
from dlc.passes.manager.pipeline_text import parse_pipeline
from support.programs import module_of, new_context
from support.scheduled_nests import scheduled

MACHINE = Machine(128, 16, 1 << 11, 1 << 14, 1 << 20, 1)
Shape = tuple[int | str, ...]


class Product(NamedTuple):
    """A product by the types of its operands and its result, and the same for numpy."""

    first: Shape
    second: Shape
    result: Shape
    dims: str
    einsum: str
    few: str
    """A loop of the copy for few rows that shows the plan."""
    is_constant: bool = False

    def text(self) -> str:
        a, b, c = map(type_of, (self.first, self.second, self.result))
        constant = f"%b = graph.constant dense<{drawn(self.second, 0).tolist()}> : {b}" if self.is_constant else ""
        return f"""func.func @main(%a: {a}{"" if self.is_constant else f", %b: {b}"}) -> {c} {{
  {constant}
  %p = graph.contract %a, %b, {self.dims} : {a}, {b} -> {c}
  %r = graph.relu %p : {c}
  return %r : {c}
}}"""


def type_of(shape: Shape) -> str:
    sizes = "x".join("?" if isinstance(size, str) else str(size) for size in shape)
    names = ", ".join(size for size in shape if isinstance(size, str))
    return f"tensor<{sizes}xf32{f', #graph.dims<{names}>' * bool(names)}>"


def drawn(shape: Shape, rows: int) -> np.ndarray:
    """Return small integers, whose sums are exact."""
    sizes = [rows if isinstance(size, str) else size for size in shape]
    return np.random.default_rng(rows).integers(-4, 5, sizes).astype(np.float32)


LAST_AND_FIRST = "batch = [] x [], contracting = [1] x [0]"
PRODUCTS = {
    "columns": Product(("n", 16), (16, 16), ("n", 16), LAST_AND_FIRST, "ij,jk->ik", "l1_few_main"),
    "constant": Product(
        ("n", 8), (8, 16), ("n", 16), LAST_AND_FIRST, "ij,jk->ik", "l0_few_point_partial", is_constant=True
    ),
    "sums": Product(("n", 16), (9, 16), ("n", 9), "batch = [] x [], contracting = [1] x [1]", "ij,kj->ik", "l2_few"),
    "scores": Product(
        (2, "n", 8), (2, "n", 8), (2, "n", "n"), "batch = [0] x [0], contracting = [2] x [2]", "bij,bkj->bik", "l3_few"
    ),
    "values": Product(
        (2, "n", "n"),
        (2, "n", 8),
        (2, "n", 8),
        "batch = [0] x [0], contracting = [2] x [1]",
        "bij,bjk->bik",
        "l2_few_main_rest",
    ),
}


@pytest.mark.parametrize("name", PRODUCTS)
def test_results_are_right_around_every_limit(name: str) -> None:
    product = PRODUCTS[name]
    module = scheduled(product.text(), MACHINE)[1]
    assert f'loop.name = "{product.few}"' in str(module)
    for rows in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13):
        a, b = drawn(product.first, rows), drawn(product.second, 0 if product.is_constant else rows)
        [actual] = Interpreter(module).run("main", a, *([] if product.is_constant else [b]))
        expected = np.maximum(np.einsum(product.einsum, a, b), 0)
        np.testing.assert_array_equal(np.asarray(actual), expected, f"{rows} rows")


def test_rows_that_are_read_in_another_order_are_few_as_well() -> None:
    """The rows of steps and sentences lie in two loops, of which the inner one has few iterations."""
    text = """func.func @main(%a: tensor<?x?x8xf32, #graph.dims<b, s>>) -> tensor<?x?x20xf32, #graph.dims<s, b>> {
  %w = graph.constant dense<"""
    weights = drawn((20, 8), 1)
    text += f"""{weights.tolist()}> : tensor<20x8xf32>
  %t = graph.transpose %a, [1, 0, 2] : tensor<?x?x8xf32, #graph.dims<b, s>> -> tensor<?x?x8xf32, #graph.dims<s, b>>
  %p = graph.contract %t, %w, batch = [] x [], contracting = [2] x [1]
    : tensor<?x?x8xf32, #graph.dims<s, b>>, tensor<20x8xf32> -> tensor<?x?x20xf32, #graph.dims<s, b>>
  return %p : tensor<?x?x20xf32, #graph.dims<s, b>>
}}"""
    module = scheduled(text, MACHINE)[1]
    assert 'loop.name = "l1_few' in str(module)
    for sentences in (0, 1, 2, 3, 5, 12, 13):
        a = np.random.default_rng(sentences).integers(-4, 5, (sentences, 3, 8)).astype(np.float32)
        [actual] = Interpreter(module).run("main", a)
        np.testing.assert_array_equal(np.asarray(actual), np.einsum("bsk,nk->sbn", a, weights))


@pytest.mark.parametrize("depth", [16, 17])
def test_pairs_of_narrow_integers_are_multiplied_together(depth: int) -> None:
    """An even number of steps of a sum is computed by pairs, an odd one step by step."""
    weights = np.random.default_rng(depth).integers(-9, 10, (depth, 64)).astype(np.int8)
    text = f"""func.func @main(%a: tensor<?x{depth}xi8, #graph.dims<n>>) -> tensor<?x64xi32, #graph.dims<n>> {{
  %b = graph.constant dense<{weights.tolist()}> : tensor<{depth}x64xi8>
  %p = graph.contract %a, %b, {LAST_AND_FIRST}
    : tensor<?x{depth}xi8, #graph.dims<n>>, tensor<{depth}x64xi8> -> tensor<?x64xi32, #graph.dims<n>>
  return %p : tensor<?x64xi32, #graph.dims<n>>
}}"""
    module = scheduled(text, Machine(512, 32, 1 << 15, 1 << 20, 1 << 25, 1))[1]
    assert "l0_few_point" in str(module)
    for rows in (0, 1, 2, 3, 4, 5, 12, 13):
        a = np.random.default_rng(rows).integers(-9, 10, (rows, depth)).astype(np.int8)
        [actual] = Interpreter(module).run("main", a)
        np.testing.assert_array_equal(np.asarray(actual), a.astype(np.int32) @ weights.astype(np.int32))


def test_a_block_has_two_tiles_of_rows() -> None:
    context = new_context()
    text = PRODUCTS["columns"].text()
    machine = Machine(256, 16, 1 << 15, 1 << 19, 1 << 25, 2)
    module = module_of(f"module attributes {{loop.machine = {machine.attribute()}}} {{\n{text}\n}}", context)
    assert parse_pipeline("builtin.module(lower-to-loops,schedule-loops)").run(module, context)
    assert '"loop-tile{loops=l0 sizes=10}"' in str(module)
