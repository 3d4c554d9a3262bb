"""Short loops inside a kernel that run through memory in order become one row: statistics of images and of groups."""

from __future__ import annotations

import numpy as np
import pytest

from dlc.dialects import loop
from dlc.interp.interpreter import Interpreter
from dlc.ir.operations import Operation
from dlc.passes.loops.schedules.cost_model import streams
from dlc.passes.loops.schedules.machine import Machine
from support.scheduled_nests import scheduled


def normalized(shape: tuple[int, ...], first: int) -> str:
    """Return a program that normalizes over the dimensions from the first one on."""
    x = f"tensor<{'x'.join(map(str, shape))}xf32>"
    dims = list(range(first, len(shape)))
    op = f"%r = graph.layer_norm %x, {dims} epsilon 1.0e-05 : {x}"
    return f"func.func @main(%x: {x}) -> {x} {{\n{op}\nreturn %r : {x}\n}}"


def loops_around(module: Operation) -> int:
    """Return the number of loops in the deepest nest."""
    return max(sum(isinstance(each, loop.ForOp) for each in op.ancestors) for op in module.walk())


@pytest.mark.parametrize("bits", [128, 512])
@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize(
    ("shape", "first", "loops"),
    [
        ((2, 3, 7, 7), 2, 3),
        ((2, 3, 8, 8), 2, 3),
        ((2, 3, 4, 5, 9), 2, 3),
        ((2, 3, 5, 1, 16), 2, 3),
        ((3, 6, 5), 1, 2),
        ((2, 3, 3, 300), 2, 4),
    ],
    ids=["narrow", "narrow-even", "groups", "ones", "one-loop-around", "long"],
)
def test_loops_that_run_in_order_are_one_row(
    shape: tuple[int, ...], first: int, loops: int, bits: int, cores: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PARALLEL_WORK", 64)
    before, after = scheduled(normalized(shape, first), Machine(bits, 32, cores=cores))
    if cores == 1:
        assert loops_around(after) == loops
    assert "vector<" in str(after)
    x = np.random.default_rng(sum(shape)).normal(size=shape).astype(np.float32)
    [expected] = Interpreter(before).run("main", x)
    [actual] = Interpreter(after).run("main", x)
    np.testing.assert_allclose(np.asarray(actual), np.asarray(expected), rtol=1e-5, atol=1e-6)


def test_what_is_the_same_in_a_part_of_the_row_keeps_its_loop() -> None:
    """A scale per channel is read in the loop over channels: only the lines of an image are one row."""
    x, scale = "tensor<2x3x4x8x8xf32>", "tensor<3x4x1x1xf32>"
    text = f"""
    func.func @main(%x: {x}, %scale: {scale}) -> {x} {{
      %n = graph.layer_norm %x, [2, 3, 4] epsilon 1.0e-05 : {x}
      %s = graph.broadcast %scale, [1, 2, 3, 4] : {scale} -> {x}
      %r = graph.mul %n, %s : {x}
      return %r : {x}
    }}"""
    before, after = scheduled(text, Machine(512, 32))
    assert loops_around(after) == 4
    generator = np.random.default_rng(0)
    arrays = [generator.normal(size=shape).astype(np.float32) for shape in ((2, 3, 4, 8, 8), (3, 4, 1, 1))]
    [expected] = Interpreter(before).run("main", *arrays)
    [actual] = Interpreter(after).run("main", *arrays)
    np.testing.assert_allclose(np.asarray(actual), np.asarray(expected), rtol=1e-5, atol=1e-6)
