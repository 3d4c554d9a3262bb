"""Convolutions with channels last whose rows are read where they lie: the plan changes no result, and is chosen.

Numbers are small integers: sums are exact.
"""

from __future__ import annotations

import numpy as np
import pytest

from dlc.dialects import memref
from dlc.interp.interpreter import Interpreter
from dlc.passes.loops.analysis.contractions import ContractionNest
from dlc.passes.loops.analysis.workloads import Workload
from dlc.passes.loops.schedules.cost_model import contraction_plan, cpu_contractions
from dlc.passes.loops.schedules.cost_model.in_place_plan import InPlacePlan
from dlc.passes.loops.schedules.cost_model.plan import Plan, loop_name
from dlc.passes.loops.schedules.cost_model.register_tiles import RegisterTile, tile_for
from dlc.passes.loops.schedules.machine import Machine
from dlc.passes.loops.transforms.unroll import LoopUnroll
from support.programs import module_of
from support.scheduled_nests import scheduled


def convolution(
    image: tuple[int, int, int], filters: int, kernel: int, stride: int, *, end: str = "y", seed: int = 0
) -> tuple[str, list[np.ndarray]]:
    """Return a convolution of an image by constant weights, channels last, with an image for it."""
    numbers = np.random.default_rng(seed)
    lines, pixels, channels = image
    out = [(size - kernel) // stride + 1 for size in (lines, pixels)]
    x, y = (f"tensor<1x{a}x{b}x{c}xf32>" for a, b, c in (image, (*out, filters)))
    weights = numbers.integers(-3, 4, (kernel, kernel, channels, filters)).astype(np.float32)
    w = f"tensor<{kernel}x{kernel}x{channels}x{filters}xf32>"
    text = f"""func.func @main(%x: {x}) -> {y} {{
  %w = graph.constant dense<{weights.tolist()}> : {w}
  %y = graph.convolution %x, %w, <NHWC x HWIO -> NHWC> strides [{stride}, {stride}] : {x}, {w} -> {y}
  %r = graph.relu %y : {y}
  return %{end} : {y}
}}"""
    return text, [numbers.integers(-4, 5, (1, *image)).astype(np.float32)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize(
    ("image", "filters", "kernel", "stride", "end", "tile"),
    [
        ((9, 33, 3), 16, 3, 2, "r", (4, 8)),
        ((9, 33, 3), 12, 3, 2, "r", (4, 8)),
        ((5, 24, 7), 16, 1, 1, "y", (6, 8)),
        ((4, 25, 5), 9, 2, 1, "r", (3, 16)),
        ((6, 12, 2), 8, 1, 1, "y", (2, 8)),
    ],
)
def test_convolutions_give_the_same(
    image: tuple[int, int, int],
    filters: int,
    kernel: int,
    stride: int,
    end: str,
    tile: tuple[int, int],
    cores: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    used: list[InPlacePlan] = []

    def plans(workload: Workload, nest: ContractionNest, machine: Machine, bits: int) -> list[Plan]:
        used.append(InPlacePlan(workload, nest, machine, RegisterTile(*tile, 8)))
        assert used[-1].is_possible()
        return [used[-1]]

    monkeypatch.setattr(cpu_contractions, "plans_for", plans)
    monkeypatch.setattr(cpu_contractions, "SMALL", 1)
    monkeypatch.setattr(contraction_plan, "PARALLEL_PRODUCTS", 64)
    text, arrays = convolution(image, filters, kernel, stride, end=end, seed=filters)
    before, after = scheduled(text, Machine(256, 16, 1 << 10, 1 << 12, 1 << 14, cores))
    [expected] = Interpreter(before).run("main", *arrays)
    [actual] = Interpreter(after).run("main", *arrays)
    np.testing.assert_array_equal(np.asarray(actual), np.asarray(expected))
    assert len(used) == 1
    buffers = [op.memref.name_hint or "" for op in after.walk() if isinstance(op, memref.AllocOp)]
    assert not any("rows" in name for name in buffers)


def chosen(image: tuple[int, int, int], filters: int, kernel: int, stride: int, machine: Machine) -> list[str]:
    """Return the names of the plans that are chosen for a convolution."""
    return plans_of(convolution(image, filters, kernel, stride)[0], machine)


def plans_of(text: str, machine: Machine) -> list[str]:
    """Return the names of the plans that are chosen for the contractions of a program."""
    names: list[str] = []
    original = cpu_contractions.plans_for

    def plans(workload: Workload, nest: ContractionNest, machine: Machine, bits: int) -> list[Plan]:
        possible = original(workload, nest, machine, bits)
        names.append(possible[0].name)
        return possible

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cpu_contractions, "plans_for", plans)
        scheduled(text, machine)
    return names


AVX2 = Machine(256, 16, 1 << 15, 1 << 19, 1 << 25, 1)


def test_the_first_convolution_of_a_network_is_not_packed() -> None:
    assert chosen((33, 225, 3), 32, 3, 2, AVX2) == ["in place"]


def test_rows_that_many_columns_read_are_packed() -> None:
    assert chosen((8, 24, 128), 256, 1, 1, AVX2) == ["tiles"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("pixels", [226, 227, 228, 229, 231])
def test_the_rest_of_a_line_is_read_in_place_by_a_tile_of_its_own(pixels: int) -> None:
    assert chosen((5, pixels, 3), 32, 3, 2, AVX2) == ["in place"]
    text, [image] = convolution((5, pixels, 3), 32, 3, 2)
    _, after = scheduled(text, AVX2)
    [expected] = Interpreter(module_of(text)).run("main", image)
    [actual] = Interpreter(after).run("main", image)
    np.testing.assert_array_equal(np.asarray(actual), np.asarray(expected))


def test_partial_tiles_of_blocks_cannot_read_behind_the_last_row() -> None:
    small = [Machine(256, 16, 1 << 12, 1 << 13, 1 << 25, cores) for cores in (1, 2)]
    assert ["in place" in chosen((33, 225, 3), 32, 3, 2, each) for each in small] == [True, True]
    assert ["in place" in chosen((33, 227, 3), 32, 3, 2, each) for each in small] == [True, False]


@pytest.mark.parametrize(("rows", "plan"), [(784, "in place"), (4096, "tiles")])
def test_rows_that_share_places_of_the_cache_are_packed(rows: int, plan: str) -> None:
    """The lines of a tile are as far apart as the matrix has rows: 4096 floats are some ways of the cache."""
    text = f"""func.func @main(%x: tensor<144x{rows}xf32>, %w: tensor<144x32xf32>) -> tensor<{rows}x32xf32> {{
  %c = graph.contract %x, %w, batch = [] x [], contracting = [0] x [0]
    : tensor<144x{rows}xf32>, tensor<144x32xf32> -> tensor<{rows}x32xf32>
  return %c : tensor<{rows}x32xf32>
}}"""
    assert plans_of(text, AVX2) == [plan]


@pytest.mark.parametrize(("depth", "is_in_place"), [(1000, True), (1024, False)])
def test_the_rows_of_a_tile_need_places_of_their_own(depth: int, is_in_place: bool) -> None:
    """Rows of 1024 floats are a way of the cache apart, which has room for 8 of them; with AVX-512 tiles have more."""
    avx512 = Machine(512, 32, 1 << 15, 1 << 20, 1 << 25, 1)
    text = f"""func.func @main(%x: tensor<64x{depth}xf32>, %w: tensor<{depth}x10xf32>) -> tensor<64x10xf32> {{
  %c = graph.contract %x, %w, batch = [] x [], contracting = [1] x [0]
    : tensor<64x{depth}xf32>, tensor<{depth}x10xf32> -> tensor<64x10xf32>
  return %c : tensor<64x10xf32>
}}"""
    assert (plans_of(text, avx512) == ["in place"]) == is_in_place


@pytest.mark.parametrize(("depth", "rows"), [(16, 4), (27, 4), (4096, 6)])
def test_short_sums_get_whole_tiles(depth: int, rows: int) -> None:
    """112 rows are 28 whole tiles of 4 rows; of 6 rows each, the last tile is not full."""
    assert tile_for(AVX2, 32, 112, 32, depth).rows == rows
    assert tile_for(AVX2, 32, 112, 32).rows == 6


@pytest.mark.parametrize(
    ("kernel", "stride", "rows", "registers", "is_unrolled"),
    [
        (3, 1, 6, 16, False),
        (3, 2, 6, 16, False),
        (3, 1, 5, 16, True),
        (3, 1, 6, 19, True),
        (3, 1, 6, 18, False),
        (3, 3, 6, 16, True),
    ],
)
def test_steps_that_share_rows_are_unrolled_if_registers_hold_them(
    kernel: int, stride: int, rows: int, registers: int, is_unrolled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    unrolled: list[bool] = []

    def plans(workload: Workload, nest: ContractionNest, machine: Machine, bits: int) -> list[Plan]:
        plan = InPlacePlan(workload, nest, machine, RegisterTile(rows, 16, 8))
        innermost = loop_name(nest.sums[-1])
        unrolled.append(any(isinstance(step, LoopUnroll) and step.loops == (innermost,) for step in plan.steps(None)))
        return [plan]

    monkeypatch.setattr(cpu_contractions, "plans_for", plans)
    text, _ = convolution((kernel + 2 * stride, kernel + 29 * stride, 16), 16, kernel, stride)
    scheduled(text, Machine(256, registers, 1 << 15, 1 << 19, 1 << 25, 1))
    assert unrolled == [is_unrolled]
