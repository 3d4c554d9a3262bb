"""Convolutions that `optimize-graph` computes in other forms, with weights that are arguments, give the same."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import dlc
from dlc.api import parse, run_pipeline
from dlc.dialects import graph
from dlc.interp.interpreter import interpret
from dlc.ir import Operation
from support.properties import examples

TOLERANCE = 2e-5


def shuffled(random: Random, word: str) -> str:
    return "".join(random.sample(word, len(word)))


def type_text(word: str, sizes: dict[str, int]) -> str:
    return f"tensor<{''.join(f'{sizes[letter]}x' for letter in word)}f32>"


class Drawn:
    """A convolution, or a transposed one, of random sizes in a random layout."""

    def __init__(self, random: Random, *, is_transposed: bool) -> None:
        spatial = random.choice(["X", "XY"])
        batch = random.choice([1, 2, 3, 3, 24])
        groups = random.choice([1, 1, 1, 2, 3])
        outputs, inputs = (random.randint(1, 9 // groups) for _ in range(2))
        kernel = {letter: random.randint(1, 7) for letter in spatial} | {"O": outputs * groups, "I": inputs}
        source = {letter: random.choice([1, *range(4, 13)]) for letter in spatial} | {"N": batch}
        result = {"N": batch}
        channels = inputs * groups, outputs * groups
        source["C"], result["C"] = reversed(channels) if is_transposed else channels
        lists: dict[str, list[int]] = {"strides": [], "dilations": [], "pad_low": [], "pad_high": []}
        more: list[int] = []
        orders = [shuffled(random, f"NC{spatial}"), shuffled(random, f"OI{spatial}"), shuffled(random, f"NC{spatial}")]
        for letter in (each for each in orders[0] if each in spatial):
            stride, dilation = random.choice([1, 1, 2, 2, 3]), random.choice([1, 1, 1, 2])
            reach = dilation * (kernel[letter] - 1)
            low, high = random.randint(0, reach), random.randint(0, reach)
            for name, number in zip(lists, (stride, dilation, low, high), strict=True):
                lists[name].append(number)
            more.append(random.randint(0, stride - 1) if is_transposed else 0)
            if is_transposed:
                result[letter] = (source[letter] - 1) * stride + reach + 1 - low - high + more[-1]
            else:
                source[letter] = max(source[letter], reach + 1 - low - high)
                result[letter] = (source[letter] + low + high - reach - 1) // stride + 1
        types = [type_text(word, sizes) for word, sizes in zip(orders, (source, kernel, result), strict=True)]
        name = "transposed_convolution" if is_transposed else "convolution"
        parameters = " ".join(f"{each} {numbers}" for each, numbers in lists.items())
        parameters += f" output_padding {more}" if is_transposed else ""
        parameters += f" groups {groups}"
        layout = f"<{orders[0]} x {orders[1]} -> {orders[2]}>"
        self.text = (
            f"func.func @main(%x: {types[0]}, %w: {types[1]}) -> {types[2]} {{\n"
            f"  %r = graph.{name} %x, %w, {layout} {parameters} : {types[0]}, {types[1]} -> {types[2]}\n"
            f"  return %r : {types[2]}\n}}"
        )
        self.shapes = [
            [sizes[letter] for letter in word] for word, sizes in zip(orders[:2], (source, kernel), strict=True)
        ]
        self.is_possible = all(size > 0 for size in result.values())
        self.kernel_type = types[1]

    def with_constant(self, kernel: Any) -> str:
        """Return the program with a kernel that is known."""
        constant = f"%w = graph.constant dense<{kernel.tolist()}> : {self.kernel_type}\n"
        first, rest = self.text.replace(f", %w: {self.kernel_type}", "").split("\n", 1)
        return f"{first}\n  {constant}{rest}"


def arguments_of(drawn: Drawn, seed: int) -> list[Any]:
    generator = np.random.default_rng(seed)
    return [generator.standard_normal(shape).astype(np.float32) for shape in drawn.shapes]


def optimized(text: str) -> Operation:
    module = parse(text)
    run_pipeline(module, "optimize-graph")
    return module


@examples(60)
@given(seed=st.integers(0, 10**9), is_transposed=st.booleans(), is_constant=st.booleans())
def test_other_forms_give_the_same(seed: int, is_transposed: bool, is_constant: bool) -> None:
    drawn = Drawn(Random(seed), is_transposed=is_transposed)
    if not drawn.is_possible:
        return
    arguments = arguments_of(drawn, seed)
    [wanted] = interpret(parse(drawn.text), "main", *arguments)
    if is_constant:
        [actual] = interpret(optimized(drawn.with_constant(arguments[1])), "main", arguments[0])
    else:
        [actual] = interpret(optimized(drawn.text), "main", *arguments)
    scale = max(1.0, float(np.abs(wanted).max(initial=0.0)))
    np.testing.assert_allclose(actual, wanted, atol=TOLERANCE * scale)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("is_transposed", [False, True])
def test_machine_code_gives_the_same(seed: int, is_transposed: bool) -> None:
    drawn = next(
        each for n in range(99) if (each := Drawn(Random(100 * seed + n), is_transposed=is_transposed)).is_possible
    )
    arguments = arguments_of(drawn, seed)
    [wanted] = interpret(parse(drawn.text), "main", *arguments)
    actual: Any = dlc.compile(drawn.text, threads=2, cache=False)(*arguments)
    scale = max(1.0, float(np.abs(wanted).max(initial=0.0)))
    np.testing.assert_allclose(actual, wanted, atol=TOLERANCE * scale)


CASES = {
    "phases one by one": (
        "transposed_convolution",
        "<NCXY x OIXY -> NCXY> strides [2, 2] pad_low [1, 1] pad_high [1, 1] output_padding [1, 1]",
        ("4x6x8x8", "6x5x3x3", "4x5x16x16"),
    ),
    "phases of a small image": (
        "transposed_convolution",
        "<NCXY x OIXY -> NCXY> strides [2, 2] pad_low [1, 1] pad_high [1, 1]",
        ("4x6x4x4", "6x5x4x4", "4x5x8x8"),
    ),
    "phases of other sizes": (
        "transposed_convolution",
        "<NCXY x OIXY -> NCXY> strides [2, 2] pad_low [1, 1] pad_high [1, 1]",
        ("4x6x8x8", "6x5x3x3", "4x5x15x15"),
    ),
    "no strides": (
        "transposed_convolution",
        "<NCXY x OIXY -> NCXY> pad_low [1, 1] pad_high [1, 1]",
        ("2x6x8x8", "6x9x3x3", "2x9x8x8"),
    ),
    "gradient of weights": (
        "convolution",
        "<CNXY x IOXY -> CNXY> pad_low [1, 1] pad_high [1, 1]",
        ("4x5x12x12", "4x6x12x12", "6x5x3x3"),
    ),
    "tiles": (
        "convolution",
        "<NCXY x OIXY -> NCXY> pad_low [1, 1] pad_high [1, 1]",
        ("2x32x24x24", "32x32x3x3", "2x32x24x24"),
    ),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", CASES)
def test_training_convolves_in_these_forms(name: str) -> None:
    kind, parameters, shapes = CASES[name]
    source, kernel, result = (f"tensor<{shape}xf32>" for shape in shapes)
    text = (
        f"func.func @main(%x: {source}, %w: {kernel}) -> {result} {{\n"
        f"  %r = graph.{kind} %x, %w, {parameters} : {source}, {kernel} -> {result}\n  return %r : {result}\n}}"
    )
    convolutions = [op for op in optimized(text).walk() if isinstance(op, graph.ConvolutionOp)]
    assert convolutions
    assert not any(isinstance(op, graph.TransposedConvolutionOp) for op in optimized(text).walk())
    assert all(each.layout.has_channels_last or each.layout.sums_over_pixels for each in convolutions)
    assert (convolutions[0].winograd is not None) == (name == "tiles")
    generator = np.random.default_rng(0)
    sizes = [[int(size) for size in shape.split("x")] for shape in shapes[:2]]
    arguments = [generator.standard_normal(shape).astype(np.float32) for shape in sizes]
    [wanted] = interpret(parse(text), "main", *arguments)
    actual: Any = dlc.compile(text, threads=2, cache=False)(*arguments)
    np.testing.assert_allclose(actual, wanted, atol=TOLERANCE * float(np.abs(wanted).max()))


OPEN = {
    "phases one by one": (
        "transposed_convolution",
        "<NCXY x OIXY -> NCXY> strides [2, 2] pad_low [1, 1] pad_high [1, 1] output_padding [1, 1]",
        "tensor<?x6x?x?xf32, #graph.dims<n, h, w>>, tensor<6x5x3x3xf32>",
        "tensor<?x5x?x?xf32, #graph.dims<n, 2 * h, 2 * w>>",
    ),
    "phases of other sizes": (
        "transposed_convolution",
        "<NCXY x OIXY -> NCXY> strides [2, 2] pad_low [1, 1] pad_high [1, 1]",
        "tensor<?x6x?x?xf32, #graph.dims<n, h, w>>, tensor<6x5x3x3xf32>",
        "tensor<?x5x?x?xf32, #graph.dims<n, 2 * h - 1, 2 * w - 1>>",
    ),
    "no strides": (
        "transposed_convolution",
        "<NCXY x OIXY -> NCXY> pad_low [1, 1] pad_high [1, 1]",
        "tensor<?x6x?x?xf32, #graph.dims<n, h, w>>, tensor<6x5x3x3xf32>",
        "tensor<?x5x?x?xf32, #graph.dims<n, h, w>>",
    ),
    "gradient of weights": (
        "convolution",
        "<CNXY x IOXY -> CNXY> pad_low [1, 1] pad_high [1, 1]",
        "tensor<?x6x?x?xf32, #graph.dims<n, h, w>>, tensor<?x5x?x?xf32, #graph.dims<n, h, w>>",
        "tensor<5x6x3x3xf32>",
    ),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", OPEN)
def test_sizes_may_be_open(name: str) -> None:
    kind, parameters, operands, result = OPEN[name]
    source, kernel = operands.rsplit(", tensor", 1)
    text = (
        f"func.func @main(%x: {source}, %w: tensor{kernel}) -> {result} {{\n"
        f"  %r = graph.{kind} %x, %w, {parameters} : {operands} -> {result}\n  return %r : {result}\n}}"
    )
    assert not any(isinstance(op, graph.TransposedConvolutionOp) for op in optimized(text).walk())
    program: Any = dlc.compile(text, threads=2, cache=False)
    generator = np.random.default_rng(0)
    for batch, height, width in ((4, 8, 8), (1, 1, 1), (2, 5, 17)):
        x = generator.standard_normal((batch, 6, height, width)).astype(np.float32)
        weights = (6, 5, 3, 3) if "gradient" not in name else (batch, 5, height, width)
        w = generator.standard_normal(weights).astype(np.float32)
        [wanted] = interpret(parse(text), "main", x, w)
        np.testing.assert_allclose(program(x, w), wanted, atol=TOLERANCE * max(1.0, float(np.abs(wanted).max())))
