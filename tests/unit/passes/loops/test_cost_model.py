"""The schedules of the cost model can be applied, suit the kind of nest, and preserve the results.

The machine is a small one, so that small nests have blocks of every kind.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view

from dlc.dialects import loop
from dlc.dialects.loop.for_loop import NOT_SCHEDULED
from dlc.interp.interpreter import Interpreter
from dlc.ir.operations import Operation
from dlc.passes.loops.schedules.cost_model.register_tiles import tile_for
from dlc.passes.loops.schedules.cost_model.window_plan import WindowPlan
from dlc.passes.loops.schedules.machine import Machine
from dlc.passes.loops.transforms.parallelize import NAMES
from dlc.passes.manager.pipeline_text import parse_pipeline
from support.programs import assert_valid, module_of, new_context

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


def run(module: Operation, *arrays: np.ndarray) -> np.ndarray:
    [result] = Interpreter(module).run("main", *arrays)
    return np.asarray(result)


def drawn(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).integers(-4, 5, shape).astype(np.float32)


def type_of(*shape: int | None) -> str:
    return f"tensor<{''.join('?x' if size is None else f'{size}x' for size in shape)}f32>"


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


@pytest.mark.parametrize(
    ("rows", "columns", "tile"),
    [(256, 256, (6, 16)), (1024, 1024, (6, 16)), (200, 300, (5, 16)), (512, 7, (13, 8)), (3, 400, (3, 24))],
)
def test_the_tile_fits_rows_and_columns(rows: int, columns: int, tile: tuple[int, int]) -> None:
    chosen = tile_for(Machine(vector_bits=256, vector_registers=16), 32, rows, columns)
    assert (chosen.rows, chosen.columns, chosen.vector) == (*tile, 8)


CONVOLUTION = """
func.func @main(%x: {x}, %w: {w}) -> {y} {{
  %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> strides [{stride}, {stride}]
    pad_low [1, 1] pad_high [1, 1] : {x}, {w} -> {y}
  return %y : {y}
}}"""


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
