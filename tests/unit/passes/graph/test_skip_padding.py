"""Convolutions that `skip-padding` divides give the same, wherever their windows meet padding."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, strategies as st

import dlc
from dlc.api import parse, run_pipeline
from dlc.dialects import graph
from dlc.interp.interpreter import interpret
from dlc.ir import Operation
from dlc.passes.graph import skip_padding
from support.properties import examples


class Drawn:
    """A convolution of small images with large dilations and padding."""

    def __init__(self, random: Random) -> None:
        self.spatial = random.choice(["X", "XY", "XYZ"])
        groups = random.choice([1, 1, 2])
        outputs, inputs = groups * random.randint(1, 3), random.randint(1, 3)
        kernel = {letter: random.randint(1, 4) for letter in self.spatial} | {"O": outputs, "I": inputs}
        source = {letter: random.randint(1, 6) for letter in self.spatial} | {"N": 2, "C": groups * inputs}
        result = {"N": 2, "C": outputs}
        lists: dict[str, list[int]] = {"strides": [], "dilations": [], "pad_low": [], "pad_high": []}
        for letter in self.spatial:
            stride, dilation = random.randint(1, 3), random.randint(1, 5)
            reach = dilation * (kernel[letter] - 1)
            low, high = random.randint(0, reach + 1), random.randint(0, reach + 1)
            high = max(high, reach + 1 - low - source[letter])
            for name, number in zip(lists, (stride, dilation, low, high), strict=True):
                lists[name].append(number)
            result[letter] = (source[letter] + low + high - reach - 1) // stride + 1
        letters = [f"NC{self.spatial}", f"{self.spatial}IO", f"N{self.spatial}C"]
        self.shapes = [
            [sizes[letter] for letter in word] for word, sizes in zip(letters, (source, kernel, result), strict=True)
        ]
        types = [f"tensor<{'x'.join(map(str, shape))}xf32>" for shape in self.shapes]
        parameters = " ".join(f"{each} {numbers}" for each, numbers in lists.items())
        self.text = (
            f"func.func @main(%x: {types[0]}, %w: {types[1]}) -> {types[2]} {{\n"
            f"  %r = graph.convolution %x, %w, <{' x '.join(letters[:2])} -> {letters[2]}> {parameters} groups {groups}"
            f" : {types[0]}, {types[1]} -> {types[2]}\n  return %r : {types[2]}\n}}"
        )


def arguments_of(drawn: Drawn, seed: int) -> list[np.ndarray]:
    """Return integers, whose sums are exact in any order."""
    generator = np.random.default_rng(seed)
    return [generator.integers(-4, 5, shape).astype(np.float32) for shape in drawn.shapes[:2]]


def divided(text: str) -> Operation:
    module = parse(text)
    run_pipeline(module, "skip-padding")
    return module


def convolutions_in(module: Operation) -> list[graph.ConvolutionOp]:
    return [op for op in module.walk() if isinstance(op, graph.ConvolutionOp)]


@pytest.fixture(autouse=True)
def _always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Divide whatever multiplies fewer elements in parts."""
    for name in ("WEIGHT", "PART"):
        monkeypatch.setattr(skip_padding, name, 0)
    monkeypatch.setattr(skip_padding, "LINE", 1)
    monkeypatch.setattr(skip_padding, "WORTH", 1)


@examples(150)
@given(seed=st.integers(0, 10**9))
def test_parts_give_the_same(seed: int) -> None:
    drawn = Drawn(Random(seed))
    arguments = arguments_of(drawn, seed)
    [wanted] = interpret(parse(drawn.text), "main", *arguments)
    [actual] = interpret(divided(drawn.text), "main", *arguments)
    np.testing.assert_array_equal(actual, wanted)


def test_parts_meet_no_padding() -> None:
    """Most of what is drawn is divided, into convolutions that are not padded along what was divided."""
    counts = [len(convolutions_in(divided(Drawn(Random(seed)).text))) for seed in range(60)]
    assert sum(count > 1 for count in counts) > 20
    module = divided(
        """func.func @main(%x: tensor<1x2x5x5xf32>, %w: tensor<2x2x3x3xf32>) -> tensor<1x2x5x5xf32> {
          %r = graph.convolution %x, %w, <NCXY x OIXY -> NCXY> dilations [3, 3] pad_low [3, 3] pad_high [3, 3]
            : tensor<1x2x5x5xf32>, tensor<2x2x3x3xf32> -> tensor<1x2x5x5xf32>
          return %r : tensor<1x2x5x5xf32>
        }"""
    )
    parts = convolutions_in(module)
    assert len(parts) == 9
    assert not any(any(each.pad_low or ()) or any(each.pad_high or ()) for each in parts)
    taps = sum(
        each.result.shape[2] * each.result.shape[3] * each.kernel.shape[2] * each.kernel.shape[3] for each in parts
    )
    assert taps == (2 * 2 + 1 + 2 * 2) ** 2


@pytest.mark.parametrize("seed", range(4))
def test_machine_code_gives_the_same(seed: int) -> None:
    drawn = Drawn(Random(seed))
    arguments = arguments_of(drawn, seed)
    [wanted] = interpret(parse(drawn.text), "main", *arguments)
    np.testing.assert_array_equal(dlc.compile(drawn.text, cache=False)(*arguments), wanted)


def test_exact_graphs_multiply_padding_by_weights_that_are_not_finite() -> None:
    text = """
    func.func @main(%x: tensor<1x8x14x14xf32>, %w: tensor<8x8x3x3xf32>) -> tensor<1x8x14x14xf32> {
      %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> dilations [18, 18] pad_low [18, 18] pad_high [18, 18]
        : tensor<1x8x14x14xf32>, tensor<8x8x3x3xf32> -> tensor<1x8x14x14xf32>
      return %y : tensor<1x8x14x14xf32>
    }"""
    module = parse(text)
    x, w = np.ones((1, 8, 14, 14), np.float32), np.ones((8, 8, 3, 3), np.float32)
    w[0, 0, 0, 0] = np.inf
    run_pipeline(module, "optimize-graph{exact=true}")
    [result] = dlc.Interpreter(module).run("main", x, w)
    assert np.isnan(np.asarray(result)[0, 0]).all()
