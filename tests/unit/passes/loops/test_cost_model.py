"""The schedules of the cost model can be applied, suit the kind of nest, and preserve the results.

The machine is a small one, so that small nests have blocks of every kind.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.lib.stride_tricks import sliding_window_view

from dlc.dialects import loop
from dlc.dialects.loop.for_loop import NOT_SCHEDULED
from dlc.interp.interpreter import Interpreter
from dlc.ir.operations import Operation
from dlc.passes.loops.analysis.contractions import ContractionNest, recognized
from dlc.passes.loops.analysis.workloads import Workload
from dlc.passes.loops.schedules.cost_model import contraction_plan, cpu_contractions
from dlc.passes.loops.schedules.cost_model.contraction_plan import L1_SHARE, L2_PANEL, L2_SLACK, ContractionPlan
from dlc.passes.loops.schedules.cost_model.convolution_plans import LinePlan
from dlc.passes.loops.schedules.cost_model.plan import L2_BYTES, Plan
from dlc.passes.loops.schedules.cost_model.register_tiles import (
    RegisterTile,
    cycles,
    evenly,
    step_cycles,
    tile_for,
    tiles_in,
)
from dlc.passes.loops.schedules.cost_model.window_plan import WindowPlan
from dlc.passes.loops.schedules.machine import Machine
from dlc.passes.loops.transforms.parallelize import NAMES
from dlc.passes.loops.transforms.prefetch import LoopPrefetch
from dlc.passes.manager.pipeline_text import parse_pipeline
from support.programs import assert_valid, module_of, new_context
from support.properties import examples

SMALL = Machine(vector_bits=128, vector_registers=8, l1_bytes=512, l2_bytes=1024, l3_bytes=4096, cores=2)
SCHEDULED = "builtin.module(lower-to-loops,schedule-loops,apply-schedules)"


def scheduled(text: str, machine: Machine = SMALL) -> Operation:
    """A module with its schedules applied: all of them must be."""
    context = new_context()
    module = module_of(f"module attributes {{loop.machine = {machine.attribute()}}} {{\n{text}\n}}", context)
    ok = parse_pipeline(SCHEDULED).run(module, context)
    assert ok, [context.diagnostics.render(each) for each in context.diagnostics.diagnostics]
    refused = [str(op.attributes[NOT_SCHEDULED]) for op in module.walk() if NOT_SCHEDULED in op.attributes]
    assert not refused, refused
    assert_valid(module, context)
    return module


def product_of(m: int, n: int, k: int) -> Workload:
    """Return the nest of a product of matrices."""
    context = new_context()
    a, b, c = type_of(m, k), type_of(k, n), type_of(m, n)
    module = module_of(PRODUCT.format(a=a, b=b, c=c), context)
    assert parse_pipeline("builtin.module(lower-to-loops)").run(module, context)
    [root] = [op for op in module.walk() if isinstance(op, loop.ForOp) and not isinstance(op.parent_op, loop.ForOp)]
    workload = Workload(root)
    workload.name()
    return workload


def run(module: Operation, *arrays: np.ndarray) -> np.ndarray:
    [result] = Interpreter(module).run("main", *arrays)
    return np.asarray(result)


def drawn(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).integers(-4, 5, shape).astype(np.float32)


def type_of(*shape: int | None) -> str:
    return f"tensor<{''.join('?x' if size is None else f'{size}x' for size in shape)}f32>"


PRODUCT = """
func.func @main(%a: {a}, %b: {b}) -> {c} {{
  %c = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : {a}, {b} -> {c}
  return %c : {c}
}}"""
MATMUL = """
func.func @main(%a: {a}, %b: {b}, %v: {v}) -> {c} {{
  %p = graph.contract %a, %b, batch = [] x [], contracting = [{left}] x [0] : {a}, {b} -> {c}
  %w = graph.broadcast %v, [1] : {v} -> {c}
  %s = graph.add %p, %w : {c}
  %r = graph.relu %s : {c}
  return %r : {c}
}}"""


@pytest.mark.parametrize("is_transposed", [False, True])
@pytest.mark.parametrize(("m", "n", "k"), [(13, 35, 40), (12, 16, 8), (40, 9, 21), (9, 64, 16)])
def test_products_of_matrices_get_a_tile_of_sums(m: int, n: int, k: int, *, is_transposed: bool) -> None:
    left = (k, m) if is_transposed else (m, k)
    types = {"a": type_of(*left), "b": type_of(k, n), "v": type_of(n), "c": type_of(m, n)}
    module = scheduled(MATMUL.format(**types, left=0 if is_transposed else 1))
    a, b, v = drawn(*left), drawn(k, n), drawn(n)
    expected = np.maximum((a.T if is_transposed else a) @ b + v, 0)
    np.testing.assert_array_equal(run(module, a, b, v), expected)
    carried = max(len(op.results) for op in module.walk() if isinstance(op, loop.ForOp))
    assert carried in (4, 5), "the sums are kept in registers"


@pytest.mark.parametrize(("rows", "columns", "sums"), [("[0]", "[0]", 0), ("[1]", "[1]", 1)])
def test_a_matrix_times_itself_reads_two_elements_of_one_memref(rows: str, columns: str, sums: int) -> None:
    shape = (33, 50)
    size = shape[1 - sums]
    a, c = type_of(*shape), type_of(size, size)
    module = scheduled(f"""
        func.func @main(%a: {a}) -> {c} {{
          %c = graph.contract %a, %a, batch = [] x [], contracting = {rows} x {columns} : {a}, {a} -> {c}
          return %c : {c}
        }}""")
    x = drawn(*shape)
    np.testing.assert_allclose(run(module, x), x.T @ x if sums == 0 else x @ x.T, rtol=1e-4, atol=1e-4)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("end", ["", "arith.maximumf"])
@pytest.mark.parametrize(
    ("flags", "is_transposed"), [("", False), ("fastmath<reassoc>", False), ("fastmath<reassoc>", True)]
)
@pytest.mark.parametrize(
    ("m", "n", "k"), [(1, 40, 40), (3, 20, 24), (8, 8, 8), (17, 19, 23), (20, 1, 40), (24, 16, 32)]
)
def test_sums_that_begin_in_the_memory_of_the_result(
    m: int, n: int, k: int, flags: str, end: str, *, is_transposed: bool
) -> None:
    a, c = f"memref<{m}x{k}xf32>", f"memref<{m}x{n}xf32>"
    b, place = (f"memref<{n}x{k}xf32>", "%j, %k") if is_transposed else (f"memref<{k}x{n}xf32>", "%k, %j")
    module = scheduled(f"""
        func.func @main(%a: {a}, %b: {b}, %c: {c} {{llvm.noalias}}) -> {c} {{
          loop.for %i = 0 to {m} {{
            loop.for %j = 0 to {n} {{
              %start = loop.load %c[%i, %j] : {c}
              %sum = loop.for %k = 0 to {k} iter_args(%s = %start) -> (f32) {{
                %x = loop.load %a[%i, %k] : {a}
                %y = loop.load %b[{place}] : {b}
                %p = arith.mulf %x, %y : f32
                %t = arith.addf %s, %p {flags} : f32
                loop.yield %t : f32
              }}
              {f"%r = {end} %sum, %sum : f32" if end else ""}
              loop.store {"%r" if end else "%sum"}, %c[%i, %j] : {c}
            }}
          }}
          return %c : {c}
        }}""")
    x, y, z = drawn(m, k), drawn(n, k) if is_transposed else drawn(k, n), drawn(m, n)
    np.testing.assert_array_equal(run(module, x, y, z.copy()), z + x @ (y.T if is_transposed else y))


@pytest.mark.parametrize(("step", "is_vector"), [(2, True), (5, False)])
def test_every_second_element_is_taken_out_of_vectors(step: int, is_vector: bool) -> None:
    x, y = drawn(3, 16 * step), np.zeros((3, 16), np.float32)
    a, c = type_of_memref(3, 16 * step), type_of_memref(3, 16)
    module = scheduled(f"""
        func.func @main(%a: {a}, %c: {c} {{llvm.noalias}}) -> {c} {{
          loop.for %i = 0 to 3 {{
            loop.for %j = 0 to 16 {{
              %x = loop.load %a[%i, %j * {step}] : {a}
              %y = loop.load %a[%i, %j * {step} + 1] : {a}
              %z = arith.maximumf %x, %y : f32
              loop.store %z, %c[%i, %j] : {c}
            }}
          }}
          return %c : {c}
        }}""")
    assert any(op.name.startswith("vector.") for op in module.walk()) == is_vector
    np.testing.assert_array_equal(run(module, x, y), np.maximum(x[:, ::step], x[:, 1::step]))


def type_of_memref(*shape: int) -> str:
    return f"memref<{'x'.join(map(str, shape))}xf32>"


@pytest.mark.parametrize("k", [8, 17])
def test_products_of_a_triangle_have_vectors(k: int) -> None:
    a, c = type_of_memref(9, k), type_of_memref(9, 9)
    module = scheduled(f"""
        func.func @main(%a: {a}, %b: {a}, %c: {c} {{llvm.noalias}}) -> {c} {{
          loop.for %i = 0 to 9 {{
            loop.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {{
              %zero = arith.constant 0.0 : f32
              %sum = loop.for %k = 0 to {k} iter_args(%s = %zero) -> (f32) {{
                %x = loop.load %a[%i, %k] : {a}
                %y = loop.load %b[%j, %k] : {a}
                %p = arith.mulf %x, %y : f32
                %t = arith.addf %s, %p fastmath<reassoc> : f32
                loop.yield %t : f32
              }}
              loop.store %sum, %c[%i, %j] : {c}
            }}
          }}
          return %c : {c}
        }}""")
    assert any(op.name.startswith("vector.") for op in module.walk())
    x, y = drawn(9, k), drawn(9, k)
    np.testing.assert_allclose(run(module, x, y, np.zeros((9, 9), np.float32)), np.tril(x @ y.T), rtol=1e-5)


STARTS = {
    "%start = loop.load %d[%i, %j] : D": lambda d: d,
    "%start = loop.load %d[0, %j] : D": lambda d: d[:1],
    "%d0 = loop.load %d[%i, %j] : D  %d1 = loop.load %d[%i, 0] : D  %start = arith.addf %d0, %d1 : f32": lambda d: (
        d + d[:, :1]
    ),
}
"""Loads of the value that a sum begins with, and the same in numpy."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("end", ["%sum", "%r"])
@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize(
    ("m", "n", "k"), [(1, 40, 40), (3, 20, 24), (8, 8, 8), (17, 19, 23), (20, 1, 40), (24, 16, 32), (33, 30, 90)]
)
def test_sums_that_begin_in_other_memory(m: int, n: int, k: int, start: str, end: str) -> None:
    a, b, c = f"memref<{m}x{k}xf32>", f"memref<{k}x{n}xf32>", f"memref<{m}x{n}xf32>"
    noalias = "{llvm.noalias}"
    module = scheduled(f"""
        func.func @main(%a: {a}, %b: {b}, %d: {c}, %e: {c}, %c: {c} {noalias}) -> {c} {{
          loop.for %i = 0 to {m} {{
            loop.for %j = 0 to {n} {{
              {start.replace(": D", f": {c}")}
              %sum = loop.for %k = 0 to {k} iter_args(%s = %start) -> (f32) {{
                %x = loop.load %a[%i, %k] : {a}
                %y = loop.load %b[%k, %j] : {b}
                %p = arith.mulf %x, %y : f32
                %t = arith.addf %s, %p fastmath<reassoc> : f32
                loop.yield %t : f32
              }}
              %z = loop.load %e[%i, %j] : {c}
              %r = arith.mulf %sum, %z : f32
              loop.store {end}, %c[%i, %j] : {c}
            }}
          }}
          return %c : {c}
        }}""")
    x, y, d, e = drawn(m, k), drawn(k, n), drawn(m, n), drawn(m, n)
    expected = (STARTS[start](d) + x @ y) * (e if end == "%r" else 1)
    np.testing.assert_allclose(run(module, x, y, d, e, np.zeros((m, n), np.float32)), expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("is_transposed", [False, True])
@pytest.mark.parametrize(("m", "n", "k"), [(11, 16, 40), (13, 32, 24), (24, 20, 8), (37, 8, 33)])
def test_the_rest_of_the_rows_has_a_tile_of_its_own(
    m: int, n: int, k: int, monkeypatch: pytest.MonkeyPatch, *, is_transposed: bool
) -> None:
    rests: list[int] = []

    def plans(workload: Workload, nest: ContractionNest, machine: Machine, bits: int) -> list[Plan]:
        plan = ContractionPlan(workload, nest, machine, RegisterTile(5, 8, 4))
        rests.append(plan.rest_rows)
        return [plan]

    monkeypatch.setattr(cpu_contractions, "plans_for", plans)
    left = (k, m) if is_transposed else (m, k)
    types = {"a": type_of(*left), "b": type_of(k, n), "v": type_of(n), "c": type_of(m, n)}
    machine = Machine(vector_bits=128, vector_registers=16, l1_bytes=1 << 10, l2_bytes=1 << 15)
    module = scheduled(MATMUL.format(**types, left=0 if is_transposed else 1), machine)
    assert rests == [m % 5]
    a, b, v = drawn(*left), drawn(k, n), drawn(n)
    expected = np.maximum((a.T if is_transposed else a) @ b + v, 0)
    np.testing.assert_array_equal(run(module, a, b, v), expected)


@pytest.mark.parametrize(
    ("rows", "columns", "tile"),
    [(256, 256, (6, 16)), (1024, 1024, (6, 16)), (200, 300, (5, 16)), (512, 7, (13, 8)), (3, 400, (3, 24))],
)
def test_the_tile_fits_rows_and_columns(rows: int, columns: int, tile: tuple[int, int]) -> None:
    chosen = tile_for(Machine(vector_bits=256, vector_registers=16), 32, rows, columns)
    assert (chosen.rows, chosen.columns, chosen.vector) == (*tile, 8)


@given(st.integers(1, 400), st.integers(1, 400), st.sampled_from([128, 256, 512]))
def test_tiles_fit_at_least_as_well_in_vectors_of_half_the_width(rows: int, columns: int, bits: int) -> None:
    """They are used only where the processor takes whole vectors apart, and if they take less time."""
    whole, halved = (Machine(bits, 32, unit_bits=unit) for unit in (bits, bits // 2))
    lanes = bits // 32
    assert {(tile.vector, tile.rate) for tile in tiles_in(whole, 32)} == {(lanes, 2)}
    assert {(tile.vector, tile.rate) for tile in tiles_in(halved, 32)} == {(lanes, 1), (lanes // 2, 2)}
    chosen = tile_for(halved, 32, rows, columns)
    of_whole_vectors = [tile for tile in tiles_in(halved, 32) if tile.vector == lanes]
    best = min(of_whole_vectors, key=lambda tile: cycles(tile, rows, columns))
    assert cycles(chosen, rows, columns) <= cycles(best, rows, columns)
    assert chosen == best or chosen.vector < lanes
    products = rows * columns / lanes
    assert cycles(chosen, rows, columns) > products, "no more than one vector is multiplied in a cycle"


@pytest.mark.parametrize(
    ("columns", "tile"), [(24, (9, 24, 8)), (8, (29, 8, 8)), (48, (9, 48, 16)), (32, (14, 32, 16))]
)
def test_columns_that_do_not_fill_vectors_get_narrower_ones(columns: int, tile: tuple[int, int, int]) -> None:
    chosen = tile_for(Machine(512, 32, unit_bits=256), 32, 126 * 29, columns)
    assert (chosen.rows, chosen.columns, chosen.vector) == tile


@given(
    st.integers(2, 300),
    st.integers(2, 300),
    st.integers(2, 1500),
    st.sampled_from([1 << 12, 1 << 15, 48 << 10]),
    st.sampled_from([256, 512]),
)
@examples(20)
def test_panels_are_long_if_the_second_cache_is_fast_enough(m: int, n: int, k: int, l1: int, unit_bits: int) -> None:
    workload = product_of(m, n, k)
    nest = recognized(workload)
    assert nest is not None
    machine = Machine(512, 32, l1, 1 << 20, 1 << 25, 1, unit_bits)
    rate = machine.vectors_per_cycle
    for tile in tiles_in(machine, 32):
        plan = ContractionPlan(workload, nest, machine, tile)
        panel = plan.sum_block * tile.columns * 4
        is_slow = tile.columns * 4 * L2_SLACK <= step_cycles(tile) * L2_BYTES
        most = l1 * L2_PANEL if is_slow else l1 // L1_SHARE
        assert panel <= max(most * 5 // 4, tile.columns * 4)
        assert (
            2 * panel > most or plan.sum_block == k or -(-k // plan.sum_block) == -(-k // (most // tile.columns // 4))
        )
        assert rate == 1 or not is_slow or tile.columns == tile.vector


CONVOLUTION = """
func.func @main(%x: {x}, %w: {w}) -> {y} {{
  %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> strides [{stride}, {stride}]
    pad_low [1, 1] pad_high [1, 1] : {x}, {w} -> {y}
  return %y : {y}
}}"""


@pytest.mark.parametrize(("rows", "cores"), [(64, 1), (100, 1), (128, 1), (197, 1), (64, 2), (100, 2), (128, 2)])
def test_few_rows_are_one_block_for_each_core(rows: int, cores: int) -> None:
    """A matrix of columns is read once for each block of rows: a last tile that is not full makes no block more."""
    machine = Machine(256, 16, 32 << 10, 512 << 10, 32 << 20, cores)
    workload = product_of(rows, 1024, 384)
    nest = recognized(workload)
    assert nest is not None
    plan = ContractionPlan(workload, nest, machine, tile_for(machine, 32, rows, 1024))
    assert plan.rows_are_shared
    assert -(-rows // plan.row_block) == cores


@pytest.mark.parametrize(
    ("rows", "columns", "l2_bytes", "is_fetched"),
    [(64, 1024, 1 << 19, True), (64, 128, 1 << 19, False), (400, 1024, 1 << 21, False)],
    ids=["a-large-matrix", "a-matrix-in-the-second-cache", "many-rows-for-each-panel"],
)
def test_the_next_panel_of_a_large_matrix_is_fetched(
    rows: int, columns: int, l2_bytes: int, *, is_fetched: bool
) -> None:
    machine = Machine(256, 16, 32 << 10, l2_bytes, 32 << 20, 1)
    workload = product_of(rows, columns, 600)
    nest = recognized(workload)
    assert nest is not None
    steps = ContractionPlan(workload, nest, machine, tile_for(machine, 32, rows, columns)).steps(None)
    assert any(isinstance(step, LoopPrefetch) for step in steps) == is_fetched


@given(st.integers(1, 500), st.integers(1, 600), st.integers(1, 20), st.integers(1, 8))
@examples(200)
def test_blocks_are_whole_tiles_and_fit(size: int, most: int, multiple: int, cores: int) -> None:
    block = evenly(size, most, multiple, cores)
    assert block % multiple == 0
    assert block < most + multiple
    if size <= most:
        assert -(-size // block) <= cores


@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize(("channels", "image", "filters"), [(3, 11, 5), (8, 6, 9)])
def test_convolutions_get_a_tile_of_sums(channels: int, image: int, filters: int, stride: int) -> None:
    out = (image - 1) // stride + 1
    x, w, y = (1, channels, image, image), (filters, channels, 3, 3), (1, filters, out, out)
    module = scheduled(CONVOLUTION.format(x=type_of(*x), w=type_of(*w), y=type_of(*y), stride=stride))
    image_, kernel = drawn(*x), drawn(*w)
    padded = np.pad(image_, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = sliding_window_view(padded, (3, 3), axis=(2, 3))[:, :, ::stride, ::stride]
    expected = np.einsum("nchwij,ocij->nohw", windows, kernel)
    np.testing.assert_array_equal(run(module, image_, kernel), expected)


WEIGHTED = """
func.func @main(%x: {x}) -> {y} {{
  %w = graph.constant dense<{weights}> : {w}
  %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> strides [{stride}, {stride}]
    pad_low [1, 1] pad_high [1, 1] : {x}, {w} -> {y}
  return %y : {y}
}}"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("image", "stride", "shared"),
    [(8, 1, "l1"), (7, 1, "l0"), (13, 2, "l1")],
    ids=["even-lines", "rows-for-odd-lines", "uneven-lines"],
)
def test_threads_share_lines_or_rows_of_constant_weights(
    image: int, stride: int, shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WindowPlan, "is_possible", lambda _: False)  # weights are to be packed
    out = (image - 1) // stride + 1
    x, w, y = (1, 4, image, image), (64, 4, 3, 3), (1, 64, out, out)
    kernel = drawn(*w)
    types = {"x": type_of(*x), "w": type_of(*w), "y": type_of(*y)}
    text = WEIGHTED.format(**types, stride=stride, weights=kernel.tolist())
    machine = Machine(128, 8, 1 << 10, 1 << 14, 1 << 16, 2)
    module = scheduled(text, machine)
    image_ = drawn(*x)
    padded = np.pad(image_, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = sliding_window_view(padded, (3, 3), axis=(2, 3))[:, :, ::stride, ::stride]
    np.testing.assert_array_equal(run(module, image_), np.einsum("nchwij,ocij->nohw", windows, kernel))
    names = [str(op.attributes[NAMES]) for op in module.walk() if NAMES in op.attributes]
    assert f'["{shared}"]' in names


LINES = """
func.func @main(%x: {x}) -> {y} {{
  %w = graph.constant dense<{weights}> : {w}
  %y = graph.convolution %x, %w, <NHWC x HWIO -> NHWC> : {x}, {w} -> {y}
  return %y : {y}
}}"""
BATCH = """
func.func @main(%a: {a}, %b: {b}) -> {c} {{
  %c = graph.contract %a, %b, batch = [0] x [0], contracting = [2] x [1] : {a}, {b} -> {c}
  return %c : {c}
}}"""
WEIGHTS = """
func.func @main(%a: {a}) -> {c} {{
  %b = graph.constant dense<{weights}> : {b}
  %c = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : {a}, {b} -> {c}
  return %c : {c}
}}"""
MEDIUM = Machine(vector_bits=128, vector_registers=8, l1_bytes=1 << 10, l2_bytes=12 << 10, l3_bytes=1 << 20, cores=2)


@pytest.fixture
def small_loops_are_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contraction_plan, "PARALLEL_PRODUCTS", 10_000)


def shared_once(module: Operation) -> str:
    """Return the loop that threads share in a module, where they meet once: no loop around it runs several times."""
    [(shared, name)] = [(op, str(op.attributes[NAMES])) for op in module.walk() if NAMES in op.attributes]
    assert isinstance(shared, loop.ParallelOp)
    around = [op for op in shared.ancestors if isinstance(op, loop.ForOp)]
    assert all(op.constant_trip_count() == 1 for op in around), [op.name for op in around]
    return name.strip('[]"')


@pytest.mark.usefixtures("small_loops_are_shared")
@pytest.mark.parametrize(
    ("rows", "columns", "shared"),
    [(100, 16, "l0"), (24, 96, "l1"), (60, 16, "l0")],
    ids=["many-rows", "columns-of-a-large-matrix", "rows-for-few-columns"],
)
def test_threads_meet_once_in_a_product_with_constants(rows: int, columns: int, shared: str) -> None:
    a, b = drawn(rows, 40), drawn(40, columns)
    types = {"a": type_of(rows, 40), "b": type_of(40, columns), "c": type_of(rows, columns)}
    module = scheduled(WEIGHTS.format(**types, weights=b.tolist()), MEDIUM)
    assert shared_once(module) == shared
    np.testing.assert_array_equal(run(module, a), a @ b)


@pytest.mark.sampled(2)
@pytest.mark.usefixtures("small_loops_are_shared")
@pytest.mark.parametrize(
    ("lines", "pixels", "filters", "shared"),
    [(4, 20, 16, "l1"), (9, 9, 16, "l1"), (3, 12, 32, "l0"), (2, 12, 16, "l1")],
    ids=["even-lines", "many-lines", "columns-for-few-lines", "short-lines"],
)
def test_threads_meet_once_in_a_convolution(
    lines: int, pixels: int, filters: int, shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LinePlan, "is_possible", lambda _: False)
    image, kernel = drawn(1, lines + 2, pixels + 2, 8), drawn(3, 3, 8, filters)
    types = {"x": type_of(*image.shape), "w": type_of(*kernel.shape), "y": type_of(1, lines, pixels, filters)}
    module = scheduled(LINES.format(**types, weights=kernel.tolist()), MEDIUM)
    assert shared_once(module) == shared
    windows = sliding_window_view(image, (3, 3), axis=(1, 2))
    np.testing.assert_array_equal(run(module, image), np.einsum("nhwcij,ijcf->nhwf", windows, kernel))


@pytest.mark.usefixtures("small_loops_are_shared")
@pytest.mark.parametrize(("count", "shared"), [(4, "l0"), (9, "l0"), (3, "l1")])
def test_threads_share_the_matrices_of_a_batch_or_the_rows_of_each(count: int, shared: str) -> None:
    a, b = drawn(count, 50, 12), drawn(count, 12, 24)
    types = {"a": type_of(*a.shape), "b": type_of(*b.shape), "c": type_of(count, 50, 24)}
    module = scheduled(BATCH.format(**types), MEDIUM)
    names = {str(op.attributes[NAMES]) for op in module.walk() if NAMES in op.attributes}
    assert names == {f'["{shared}"]'}
    np.testing.assert_array_equal(run(module, a, b), a @ b)


@pytest.mark.sampled(3)
@pytest.mark.usefixtures("small_loops_are_shared")
@pytest.mark.parametrize(("around", "shared"), [((5, 5), ["l0", "l1"]), ((4, 5), ["l0"]), ((3, 3), ["l2"])])
def test_threads_share_two_loops_if_the_shares_of_one_are_not_even(
    around: tuple[int, int], shared: Sequence[str]
) -> None:
    a, b = drawn(*around, 50, 12), drawn(*around, 12, 24)
    x, y, z = type_of(*a.shape), type_of(*b.shape), type_of(*around, 50, 24)
    text = f"""func.func @main(%a: {x}, %b: {y}) -> {z} {{
      %c = graph.contract %a, %b, batch = [0, 1] x [0, 1], contracting = [3] x [2] : {x}, {y} -> {z}
      return %c : {z}
    }}"""
    module = scheduled(text, MEDIUM)
    assert {str(op.attributes[NAMES]) for op in module.walk() if NAMES in op.attributes} == {json.dumps(shared)}
    np.testing.assert_array_equal(run(module, a, b), a @ b)


ROWS = """
func.func @main(%x: tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32> {{
  %r = graph.softmax %x, [1] : tensor<{m}x{n}xf32>
  return %r : tensor<{m}x{n}xf32>
}}"""


@pytest.mark.parametrize(("m", "n"), [(5, 37), (3, 4), (2, 64)])
def test_rows_become_vectors(m: int, n: int) -> None:
    module = scheduled(ROWS.format(m=m, n=n))
    x = drawn(m, n)
    powers = np.exp(x - x.max(1, keepdims=True))
    np.testing.assert_allclose(run(module, x), powers / powers.sum(1, keepdims=True), rtol=1e-5)
    assert any(isinstance(op, loop.VectorStoreOp) for op in module.walk())
