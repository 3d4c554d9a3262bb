"""The plan for windows of few channels can be applied to convolutions of every shape, and changes no result.

The plan is forced here, whether the cost model would choose it or not. Numbers are small integers: sums are exact.
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dlc.interp.interpreter import Interpreter
from dlc.passes.loops.analysis.contractions import ContractionNest
from dlc.passes.loops.analysis.workloads import Workload
from dlc.passes.loops.schedules.cost_model import cpu_contractions
from dlc.passes.loops.schedules.cost_model.contraction_plan import ContractionPlan
from dlc.passes.loops.schedules.cost_model.plan import Plan
from dlc.passes.loops.schedules.cost_model.window_plan import WindowPlan
from dlc.passes.loops.schedules.machine import Machine
from dlc.passes.manager.pipeline_text import parse_pipeline
from support.programs import module_of, new_context
from support.scheduled_nests import forced, scheduled

ZEN = Machine(256, 16, 1 << 15, 1 << 19, 1 << 25, 1)


def type_of(*shape: int) -> str:
    return f"tensor<{'x'.join(map(str, shape))}xf32>"


class Case:
    """A drawn convolution with groups, as text, with arrays: lines lie around whole vectors."""

    def __init__(self, seed: int) -> None:
        random, numbers = Random(seed), np.random.default_rng(seed)
        groups, inputs, outputs = random.choice([(1, 1, 3), (2, 1, 1), (3, 1, 1), (5, 1, 2), (2, 3, 2), (2, 2, 3)])
        kernel = random.choice([(1, 3), (3, 3), (3, 2), (2, 1), (5, 5)])
        image = random.randint(5, 8), random.randint(5, 14)
        stride, pad = random.choice([(1, 1), (1, 1), (2, 2), (1, 2), (2, 1)]), random.choice([0, 1])
        dilation = random.choice([1, 1, 2]) if max(kernel) < 4 else 1
        out = [
            (size + 2 * pad - dilation * (window - 1) - 1) // step + 1
            for size, window, step in zip(image, kernel, stride, strict=True)
        ]
        batch = random.choice([1, 1, 2])
        x, w = (batch, groups * inputs, *image), (groups * outputs, inputs, *kernel)
        y = (batch, groups * outputs, *out)
        self.arrays = [numbers.integers(-4, 5, shape).astype(np.float32) for shape in (x, w)]
        relu = f"  %z = graph.relu %y : {type_of(*y)}\n" if random.random() < 0.5 else ""
        self.text = f"""func.func @main(%x: {type_of(*x)}, %w: {type_of(*w)}) -> {type_of(*y)} {{
  %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> strides [{stride[0]}, {stride[1]}]
    dilations [{dilation}, {dilation}] pad_low [{pad}, {pad}] pad_high [{pad}, {pad}] groups {groups}
    : {type_of(*x)}, {type_of(*w)} -> {type_of(*y)}
{relu}  return {"%z" if relu else "%y"} : {type_of(*y)}
}}"""


def test_drawn_convolutions_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    shared: list[str | None] = []
    monkeypatch.setattr(cpu_contractions, "plans_for", forced(WindowPlan, shared))
    monkeypatch.setattr(cpu_contractions, "SMALL", 1)
    monkeypatch.setattr("dlc.passes.loops.schedules.cost_model.window_plan.PARALLEL_PRODUCTS", 64)
    for seed in range(30):
        case = Case(seed)
        machine = Machine(128, Random(seed).choice([8, 16]), 128, 1 << 11, 1 << 14, 1 + seed % 2)
        before, after = scheduled(case.text, machine)
        [expected] = Interpreter(before).run("main", *case.arrays)
        [result] = Interpreter(after).run("main", *case.arrays)
        np.testing.assert_array_equal(np.asarray(result), np.asarray(expected), str(seed))
    assert len(shared) >= 15
    assert any(shared)


@pytest.mark.parametrize(
    ("groups", "inputs", "outputs", "image", "expected"),
    [
        (144, 1, 1, 56, WindowPlan),
        (384, 1, 1, 14, WindowPlan),
        (960, 1, 1, 7, WindowPlan),
        (8, 4, 4, 56, WindowPlan),
        (1, 1, 32, 56, WindowPlan),
        (2, 64, 64, 56, ContractionPlan),
    ],
)
def test_few_channels_are_not_packed(
    groups: int, inputs: int, outputs: int, image: int, expected: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen: list[type] = []
    plans = cpu_contractions.plans_for

    def watched(workload: Workload, nest: ContractionNest, machine: Machine, bits: int) -> list[Plan]:
        chosen.append(type(plans(workload, nest, machine, bits)[0]))
        return []

    monkeypatch.setattr(cpu_contractions, "plans_for", watched)
    x, y = (1, groups * inputs, image, image), (1, groups * outputs, image, image)
    w = (groups * outputs, inputs, 3, 3)
    text = f"""func.func @main(%x: {type_of(*x)}, %w: {type_of(*w)}) -> {type_of(*y)} {{
  %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> pad_low [1, 1] pad_high [1, 1] groups {groups}
    : {type_of(*x)}, {type_of(*w)} -> {type_of(*y)}
  return %y : {type_of(*y)}
}}"""
    context = new_context()
    module = module_of(f"module attributes {{loop.machine = {ZEN.attribute()}}} {{\n{text}\n}}", context)
    assert parse_pipeline("builtin.module(lower-to-loops,schedule-loops)").run(module, context)
    assert [issubclass(each, expected) for each in chosen] == [True]
