"""Schedules of ops with channels last change no result: pixels as rows of a product, windows as lanes of vectors.

Numbers are small integers: sums are exact.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from dlc.interp.interpreter import Interpreter
from dlc.passes.loops.analysis.contractions import ContractionNest
from dlc.passes.loops.analysis.workloads import Workload, stride_of
from dlc.passes.loops.schedules.cost_model import cpu_contractions
from dlc.passes.loops.schedules.cost_model.contraction_plan import ContractionPlan
from dlc.passes.loops.schedules.cost_model.convolution_plans import LinePlan, has_lines
from dlc.passes.loops.schedules.cost_model.register_tiles import tile_for
from dlc.passes.loops.schedules.machine import Machine
from dlc.passes.loops.transforms.coalesce import LoopCoalesce
from support.scheduled_nests import scheduled

PLAIN = Machine(128, 16, 1 << 9, 1 << 12, 1 << 14, 1)


def type_of(*shape: int) -> str:
    return f"tensor<{'x'.join(map(str, shape))}xf32>"


def drawn(numbers: np.random.Generator, *shape: int) -> Any:
    return numbers.integers(-4, 5, shape).astype(np.float32)


def check(text: str, machine: Machine, *arrays: Any) -> None:
    before, after = scheduled(text, machine)
    [expected] = Interpreter(before).run("main", *arrays)
    [actual] = Interpreter(after).run("main", *arrays)
    np.testing.assert_array_equal(np.asarray(actual), np.asarray(expected))


@pytest.mark.parametrize("margin", [0, 1], ids=["whole", "inside-a-padded-image"])
@pytest.mark.parametrize("seed", range(4))
def test_pixels_are_rows(seed: int, margin: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random, numbers = Random(seed), np.random.default_rng(seed)
    first_steps: list[type] = []
    lines: list[float] = []

    def plans(workload: Workload, nest: ContractionNest, machine: Machine, bits: int) -> list[ContractionPlan]:
        assert has_lines(nest)
        rows = workload.trips(nest.rows[-2]) * workload.trips(nest.rows[-1])
        tile = tile_for(machine, bits, rows, workload.trips(nest.columns[-1]))
        outer, inner = (stride_of(nest.store, each.induction_variable) for each in nest.rows[-2:])
        assert outer is not None
        assert inner is not None
        lines.append(outer / inner)
        plan = LinePlan(workload, nest, machine, tile)
        first_steps.append(type(plan.steps(None)[0]))
        return [plan]

    monkeypatch.setattr(cpu_contractions, "plans_for", plans)
    monkeypatch.setattr(cpu_contractions, "SMALL", 1)
    height, width, channels, filters = random.randint(3, 5), random.randint(4, 6), random.choice([2, 8]), 5 + seed
    x, w, y = (1 + seed % 2, height, width, channels), (2, 3, channels, filters), (1 + seed % 2, height - 1, width - 2)
    z = (y[0], y[1] + 2 * margin, y[2] + 2 * margin)
    weights = drawn(numbers, *w)
    around = "value %c, low [0, 1, 1, 0] high [0, 1, 1, 0] interior [0, 0, 0, 0]"
    pad = f"%z = graph.pad <constant> %r, {around} : {type_of(*y, filters)}, tensor<f32> -> {type_of(*z, filters)}"
    text = f"""func.func @main(%x: {type_of(*x)}) -> {type_of(*z, filters)} {{
  %c = graph.constant dense<0.0> : tensor<f32>
  %w = graph.constant dense<{weights.tolist()}> : {type_of(*w)}
  %y = graph.convolution %x, %w, <NHWC x HWIO -> NHWC> : {type_of(*x)}, {type_of(*w)} -> {type_of(*y, filters)}
  %r = graph.relu %y : {type_of(*y, filters)}
  {pad if margin else ""}
  return {"%z" if margin else "%r"} : {type_of(*z, filters)}
}}"""
    check(text, PLAIN, drawn(numbers, *x))
    assert first_steps == [LoopCoalesce]
    assert lines == [y[2] + 2 * margin], "the lines of the result should lie apart where it is inside a padded image"


@pytest.mark.parametrize(
    ("shape", "dims", "stride", "cores"),
    [
        ((1, 5, 6, 9), (1, 2), 2, 1),
        ((2, 5, 5, 8), (1, 2), 1, 2),
        ((2, 3, 7, 13), (2, 3), 2, 1),
        ((1, 9, 7), (1,), 1, 1),
        ((1, 3, 3, 2500), (1, 2), 1, 2),
    ],
    ids=["last", "last-threads", "first", "line", "one-loop-threads"],
)
def test_pooled_results_are_vectors(shape: tuple[int, ...], dims: tuple[int, ...], stride: int, cores: int) -> None:
    result = [(size - 3) // stride + 1 if dim in dims else size for dim, size in enumerate(shape)]
    rank = len(dims)
    text = f"""func.func @main(%x: {type_of(*shape)}) -> {type_of(*result)} {{
  %y = graph.pool <max> %x, {list(dims)} window {[3] * rank} strides {[stride] * rank}
    : {type_of(*shape)} -> {type_of(*result)}
  return %y : {type_of(*result)}
}}"""
    check(text, Machine(128, 16, 1 << 15, 1 << 19, 1 << 25, cores), drawn(np.random.default_rng(0), *shape))


@pytest.mark.parametrize(
    ("channels", "width", "stride", "function"),
    [(6, 5, 2, "relu"), (8, 15, 1, "relu"), (8, 8, 1, "silu"), (4, 9, 2, "silu")],
    ids=["masked", "several-pixels", "function", "function-of-every-second"],
)
def test_depthwise_channels_are_lanes(channels: int, width: int, stride: int, function: str) -> None:
    pixels = (width - 3) // stride + 1
    x, w, y = type_of(1, 5, width, channels), type_of(3, 3, 1, channels), type_of(1, 2 // stride + 1, pixels, channels)
    text = f"""func.func @main(%x: {x}, %w: {w}) -> {y} {{
  %y = graph.convolution %x, %w, <NHWC x HWIO -> NHWC> strides [{stride}, {stride}] groups {channels}
    : {x}, {w} -> {y}
  %z = graph.{function} %y : {y}
  return %z : {y}
}}"""
    numbers = np.random.default_rng(0)
    check(text, PLAIN, drawn(numbers, 1, 5, width, channels), drawn(numbers, 3, 3, 1, channels))
