"""Schedules of long sums, along columns and along rows: exact, the same for all kinds, and shared by threads."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, strategies as st

import dlc
from dlc.interp.interpreter import Interpreter
from dlc.passes.loops.schedules.cost_model import column_sums, row_sums, streams
from dlc.passes.loops.schedules.machine import Machine
from dlc.passes.manager.pipeline_text import parse_pipeline
from support.programs import module_of, new_context
from support.scheduled_nests import scheduled

SHAPES: Sequence[tuple[tuple[int, ...], tuple[int, ...]]] = [
    ((70, 8), (0,)),
    ((64, 12), (0,)),
    ((200, 100), (0,)),
    ((81, 131), (0,)),
    ((3, 90, 17), (1,)),
    ((5, 4, 7, 9), (0, 1, 2)),
    ((2, 9, 8, 20), (1, 2)),
    ((300,), (0,)),
    ((4, 7, 40), (0, 1, 2)),
    ((6, 3, 5, 16), (0, 2, 3)),
    ((3, 2, 130), (2,)),
    ((2, 50, 8, 3), (1, 3)),
]
"""Shapes and the dimensions that are summed: few columns and many, that fill vectors or do not, and rows."""


def program(shape: Sequence[int], dims: Sequence[int], kind: str = "sum", then: str = "") -> str:
    source, target = (
        f"tensor<{'x'.join(map(str, [*sizes, 'f32']))}>"
        for sizes in (shape, [size for dim, size in enumerate(shape) if dim not in dims])
    )
    last = f"%t = graph.{then} %r : {target}\nreturn %t : {target}" if then else f"return %r : {target}"
    return (
        f"func.func @main(%x: {source}) -> {target} {{\n"
        f"%r = graph.reduce <{kind}> %x, {list(dims)} : {source} -> {target}\n{last}\n}}"
    )


@pytest.fixture(autouse=True)
def small_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is meant for large sums happen to small ones."""
    for module in (streams, row_sums):
        monkeypatch.setattr(module, "PARALLEL_WORK", 64)
    monkeypatch.setattr(row_sums, "PIECE", 48)
    monkeypatch.setattr(column_sums, "LEAST_PIECE", 4)
    monkeypatch.setattr(column_sums, "SHORT_ROW", 400)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("cores", [1, 2, 3])
@pytest.mark.parametrize(("shape", "dims"), SHAPES)
@pytest.mark.parametrize(("kind", "then"), [("sum", ""), ("mean", ""), ("max", "exp")])
def test_results_are_those_of_the_nest(
    shape: tuple[int, ...], dims: tuple[int, ...], cores: int, kind: str, then: str
) -> None:
    before, after = scheduled(program(shape, dims, kind, then), Machine(128, 16, cores=cores))
    x = np.random.default_rng(len(shape)).normal(size=shape).astype(np.float32)
    [expected] = Interpreter(before).run("main", x)
    [actual] = Interpreter(after).run("main", x)
    np.testing.assert_allclose(np.asarray(actual), np.asarray(expected), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("cores", [1, 2])
def test_sums_over_the_pixels_of_images_are_vectors(cores: int) -> None:
    """Pieces of the pixels and of the lines start afresh, the lines of several images first."""
    before, after = scheduled(program((4, 6, 24, 32), (0, 1, 2)), Machine(128, 16, cores=cores))
    assert "vector<4xf32>" in str(after)
    x = np.random.default_rng(cores).normal(size=(4, 6, 24, 32)).astype(np.float32)
    [expected] = Interpreter(before).run("main", x)
    [actual] = Interpreter(after).run("main", x)
    np.testing.assert_allclose(np.asarray(actual), np.asarray(expected), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize(("shape", "dim"), [((60, 40), 0), ((3, 70, 17), 1), ((61, 130), 0), ((2, 5, 9, 12), 2)])
def test_several_loops_over_rows_are_vectors_of_columns(shape: tuple[int, ...], dim: int, cores: int) -> None:
    source = f"tensor<{'x'.join(map(str, shape))}xf32>"
    target = f"tensor<{'x'.join(str(size) for at, size in enumerate(shape) if at != dim)}xi64>"
    reduced = f"%r = graph.argmax %x, {dim} : {source} -> {target}"
    text = f"func.func @main(%x: {source}) -> {target} {{\n{reduced}\nreturn %r : {target}\n}}"
    _, after = scheduled(text, Machine(128, 16, cores=cores))
    assert "loop.vector_load" in str(after)
    x = np.random.default_rng(dim).integers(0, 30, shape).astype(np.float32)
    [actual] = Interpreter(after).run("main", x)
    np.testing.assert_array_equal(np.asarray(actual), x.argmax(dim))
    assert ("loop.parallel" in str(after)) is (cores > 1)


def test_sums_in_a_fixed_order_are_vectors_of_columns() -> None:
    text = """
    func.func @main(%x: memref<70x40xf32> {llvm.noalias}, %y: memref<40xf32> {llvm.noalias}) {
      %zero = arith.constant 0.0 : f32
      loop.for %j = 0 to 40 {
        %s = loop.for %i = 0 to 70 iter_args(%a = %zero) -> (f32) {
          %0 = loop.load %x[%i, %j] : memref<70x40xf32>
          %1 = arith.addf %a, %0 : f32
          loop.yield %1 : f32
        }
        loop.store %s, %y[%j] : memref<40xf32>
      }
      return
    }
    """
    _, after = scheduled(text, Machine(128, 16))
    assert str(after).count("arith.addf") >= 2
    assert "vector<4xf32>" in str(after)


@pytest.mark.parametrize(("columns", "vector"), [(2, "vector<2xf32>"), (3, "vector<2xf32>"), (12, "vector<8xf32>")])
def test_columns_that_do_not_fill_a_vector_have_narrower_ones(columns: int, vector: str) -> None:
    before, after = scheduled(program((900, columns), (0,)), Machine(512, 32))
    assert vector in str(after)
    x = np.random.default_rng(columns).normal(size=(900, columns)).astype(np.float32)
    [expected] = Interpreter(before).run("main", x)
    [actual] = Interpreter(after).run("main", x)
    np.testing.assert_allclose(np.asarray(actual), np.asarray(expected), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("end", ["store", "function"])
@pytest.mark.parametrize("cores", [1, 2])
def test_sums_that_go_on_in_memory(cores: int, end: str) -> None:
    """No part of the nest stores the first values, which are in memory."""
    last, value = ("%r = math.exp %s : f32", "%r") if end == "function" else ("", "%s")
    text = f"""func.func @main(%x: memref<200x100xf32> {{llvm.noalias}}, %y: memref<100xf32> {{llvm.noalias}}) {{
      loop.for %j = 0 to 100 {{
        %0 = loop.load %y[%j] : memref<100xf32>
        %s = loop.for %i = 0 to 200 iter_args(%a = %0) -> (f32) {{
          %1 = loop.load %x[%i, %j] : memref<200x100xf32>
          %2 = arith.addf %a, %1 fastmath<reassoc> : f32
          loop.yield %2 : f32
        }}
        {last}
        loop.store {value}, %y[%j] : memref<100xf32>
      }}
      return
    }}"""
    before, after = scheduled(text, Machine(256, 16, cores=cores))
    assert "vector<8xf32>" in str(after)
    x, y = (np.random.default_rng(0).normal(size=shape).astype(np.float32) / 20 for shape in ((200, 100), (100,)))
    expected, actual = y.copy(), y.copy()
    Interpreter(before).run("main", x, expected)
    Interpreter(after).run("main", x, actual)
    np.testing.assert_allclose(actual, expected, rtol=1e-5, atol=1e-5)


@given(data=st.data(), cores=st.integers(1, 3), lanes=st.sampled_from([4, 8]))
def test_results_are_those_of_the_nest_for_any_sizes(data: st.DataObject, cores: int, lanes: int) -> None:
    shape = data.draw(st.lists(st.integers(1, 40), min_size=1, max_size=4).filter(lambda sizes: np.prod(sizes) < 5000))
    dims = data.draw(st.sets(st.integers(0, len(shape) - 1), min_size=1))
    before, after = scheduled(program(shape, sorted(dims)), Machine(lanes * 32, 16, cores=cores))
    x = np.random.default_rng(0).normal(size=shape).astype(np.float32)
    [expected] = Interpreter(before).run("main", x)
    [actual] = Interpreter(after).run("main", x)
    np.testing.assert_allclose(np.asarray(actual), np.asarray(expected), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    ("shape", "dims", "cores", "steps"),
    [
        ((200, 8), (0,), 1, ["loop-tile", "loop-fresh-sums", "loop-vectorize", "loop-unroll-and-jam"]),
        ((200, 8), (0,), 2, ["loop-tile", "loop-split-reduction", "loop-parallelize"]),
        ((200, 100), (0,), 1, ["loop-tile", "loop-accumulate-in-memory", "loop-separate", "loop-interchange"]),
        ((200, 100), (0,), 2, ["loop-tile", "loop-parallelize", "loop-tile", "loop-accumulate-in-memory"]),
        ((4, 200, 100), (1,), 2, ["loop-parallelize", "loop-tile", "loop-accumulate-in-memory"]),
        ((9, 7, 8), (0, 1), 1, ["loop-fresh-sums", "loop-vectorize"]),
        ((300,), (0,), 1, ["loop-tile", "loop-fresh-sums", "loop-vectorize"]),
        ((300,), (0,), 2, ["loop-tile", "loop-split-reduction", "loop-parallelize", "loop-vectorize"]),
        ((6, 3, 5, 16), (0, 2, 3), 1, ["loop-coalesce", "loop-fresh-sums", "loop-vectorize"]),
    ],
)
def test_steps(shape: tuple[int, ...], dims: tuple[int, ...], cores: int, steps: list[str]) -> None:
    context, machine = new_context(), Machine(128, 16, cores=cores)
    text = f"module attributes {{loop.machine = {machine.attribute()}}} {{\n{program(shape, dims)}\n}}"
    module = module_of(text, context)
    assert parse_pipeline("builtin.module(lower-to-loops,schedule-loops)").run(module, context)
    schedule = str(module).partition("loop.try_schedule")[2].partition("]")[0]
    assert re.findall(r"loop-[a-z-]+", schedule)[: len(steps)] == steps


@pytest.mark.parametrize(("shape", "dims"), [((40_000, 8), (0,)), ((3000, 200), (0,)), ((2, 300_000), (1,))])
def test_long_sums_are_exact(shape: tuple[int, ...], dims: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Summed one after the other, positive numbers lose up to 2e-5."""
    monkeypatch.undo()
    x = np.random.default_rng(0).random(shape, dtype=np.float32)
    actual = dlc.compile(program(shape, dims), threads=1, remarks=False)(x)
    np.testing.assert_allclose(actual, x.astype(np.float64).sum(dims), rtol=1.5e-6)
