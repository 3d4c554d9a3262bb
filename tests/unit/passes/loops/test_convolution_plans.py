"""Each plan for convolutions can be applied to convolutions of every shape, and changes no result.

Plans are forced here, whether the cost model would choose them or not. Numbers are small integers: sums are exact.
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dlc.dialects import memref
from dlc.interp.interpreter import Interpreter
from dlc.passes.loops.analysis.contractions import ContractionNest
from dlc.passes.loops.analysis.workloads import Workload
from dlc.passes.loops.schedules.cost_model import cpu_contractions
from dlc.passes.loops.schedules.cost_model.contraction_plan import ContractionPlan
from dlc.passes.loops.schedules.cost_model.convolution_plans import ChannelPlan, PixelPlan, has_whole_image
from dlc.passes.loops.schedules.cost_model.register_tiles import tile_for
from dlc.passes.loops.schedules.machine import Machine
from support.scheduled_nests import scheduled

PLANS = (ContractionPlan, PixelPlan, ChannelPlan)


def type_of(*shape: int) -> str:
    return f"tensor<{'x'.join(map(str, shape))}xf32>"


class Case:
    """A drawn convolution, as text, with arrays."""

    def __init__(self, seed: int) -> None:
        random = Random(seed)
        self.numbers = np.random.default_rng(seed)
        self.batch, channels, self.filters = random.choice([1, 1, 2]), random.randint(1, 6), random.randint(2, 12)
        kernel = random.choice([(1, 1), (3, 3), (2, 3)])
        image = random.randint(4, 9), random.randint(4, 12)
        strides, pads = random.choice([(1, 1), (2, 2), (1, 2)]), random.choice([0, 1])
        self.out = tuple(
            (size + 2 * pad - each) // stride + 1
            for size, each, stride, pad in zip(image, kernel, strides, (pads, pads), strict=True)
        )
        x, w = (self.batch, channels, *image), (self.filters, channels, *kernel)
        self.arrays = [self._drawn(*x)]
        arguments = [f"%x: {type_of(*x)}"]
        weights = self._drawn(*w)
        if random.random() < 0.5:
            constant = f"  %w = graph.constant dense<{weights.tolist()}> : {type_of(*w)}\n"
        else:
            constant = ""
            arguments.append(f"%w: {type_of(*w)}")
            self.arrays.append(weights)
        y = type_of(self.batch, self.filters, *self.out)
        body, result = self._epilogue(random, y, arguments)
        self.text = f"""func.func @main({", ".join(arguments)}) -> {y} {{
{constant}  %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> strides [{strides[0]}, {strides[1]}]
    pad_low [{pads}, {pads}] pad_high [{pads}, {pads}] : {type_of(*x)}, {type_of(*w)} -> {y}
{body}  return %{result} : {y}
}}"""

    def _drawn(self, *shape: int) -> np.ndarray:
        return self.numbers.integers(-4, 5, shape).astype(np.float32)

    def _epilogue(self, random: Random, y: str, arguments: list[str]) -> tuple[str, str]:
        """Return the operations on the sums: a bias, another tensor of the same shape, a maximum."""
        body, result = "", "y"
        if random.random() < 0.4:
            arguments.append(f"%b: {type_of(self.filters)}")
            self.arrays.append(self._drawn(self.filters))
            body += f"  %bb = graph.broadcast %b, [1] : {type_of(self.filters)} -> {y}\n"
            body += f"  %s = graph.add %{result}, %bb : {y}\n"
            result = "s"
        if random.random() < 0.4:
            arguments.append(f"%z: {y}")
            self.arrays.append(self._drawn(self.batch, self.filters, *self.out))
            body += f"  %t = graph.add %{result}, %z : {y}\n"
            result = "t"
        if random.random() < 0.4:
            body += f"  %r = graph.relu %{result} : {y}\n"
            result = "r"
        return body, result


def forced(plan: type[ContractionPlan], taken: list[Workload]) -> object:
    """Replace the cost model by one plan for all convolutions that it suits; return these."""

    def plans(workload: Workload, nest: ContractionNest, machine: Machine, bits: int) -> list[ContractionPlan]:
        rows, columns = workload.trips(nest.rows[-1]), workload.trips(nest.columns[-1])
        if (
            plan is ContractionPlan
            or not has_whole_image(nest)
            or (plan is ChannelPlan and not workload.reads_constant(nest.first))
        ):
            return [ContractionPlan(workload, nest, machine, tile_for(machine, bits, rows, columns))]
        taken.append(workload)
        pixels = workload.trips(nest.columns[-2]) * columns
        sizes = (rows, pixels) if plan is PixelPlan else (pixels, rows)
        return [plan(workload, nest, machine, tile_for(machine, bits, *sizes))]

    return plans


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("plan", PLANS)
def test_drawn_convolutions_give_the_same(
    plan: type[ContractionPlan], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[Workload] = []
    monkeypatch.setattr(cpu_contractions, "plans_for", forced(plan, taken))
    monkeypatch.setattr(cpu_contractions, "SMALL", 1)
    case = Case(seed)
    random = Random(seed)
    machine = Machine(128, random.choice([8, 16]), 1 << 9, random.choice([1 << 11, 1 << 14]), 1 << 14, 1 + seed % 2)
    before, after = scheduled(case.text, machine)
    [expected] = Interpreter(before).run("main", *case.arrays)
    [actual] = Interpreter(after).run("main", *case.arrays)
    np.testing.assert_array_equal(np.asarray(actual), np.asarray(expected))


ZEN = Machine(256, 16, 1 << 15, 1 << 19, 1 << 25, 2)


def convolution(channels: int, image: int, filters: int) -> str:
    x, w, y = (1, channels, image, image), (filters, channels, 3, 3), (1, filters, image, image)
    return f"""func.func @main(%x: {type_of(*x)}) -> {type_of(*y)} {{
  %w = graph.constant dense<0.5> : {type_of(*w)}
  %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> strides [1, 1]
    pad_low [1, 1] pad_high [1, 1] : {type_of(*x)}, {type_of(*w)} -> {type_of(*y)}
  return %y : {type_of(*y)}
}}"""


@pytest.mark.parametrize(
    ("channels", "image", "expected"),
    [
        (64, 56, {"columns": (32, 3, 3, 112)}),
        (64, 28, {"columns": (32, 3, 3, 112)}),
        (512, 7, {"rows": (32, 3, 3, 56), "sums": (49, 16, 16)}),
        (64, 32, {"columns": (4, 2, 32, 3, 3, 16)}),
    ],
    ids=["two-lines-are-seven-tiles", "four-lines-are-seven-tiles", "an-image-is-ten-tiles", "a-line-is-two-tiles"],
)
def test_pixels_make_whole_tiles(channels: int, image: int, expected: dict[str, tuple[int, ...]]) -> None:
    _, module = scheduled(convolution(channels, image, channels), ZEN)
    shapes = {
        op.results[0].name_hint: op.results[0].shape
        for op in module.walk()
        if isinstance(op, (memref.AllocOp, memref.AllocaOp))
    }
    assert {name: shapes.get(name) for name in expected} == expected
