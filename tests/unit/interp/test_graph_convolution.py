"""`graph.convolution` and its transpose against loops over all indices, and against each other."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from dlc.interp.errors import InterpreterError
from dlc.interp.values import positions
from support.graph_programs import BF16, results_of, tensor_type, type_of
from support.properties import examples

Array = Any


class Drawn:
    """Parameters of a convolution of small tensors."""

    def __init__(self, seed: int) -> None:
        random = Random(seed)
        self.rank = random.randint(0, 3)
        spatial = "DHW"[3 - self.rank :]
        self.groups = random.choice([1, 1, 2, 3])
        self.batch = random.randint(0, 2)
        self.inputs, self.outputs = random.randint(1, 2), random.randint(1, 2)
        self.places = [random.randint(1, 5) for _ in spatial]
        self.kernel = [random.randint(1, 3) for _ in spatial]
        self.strides = [random.randint(1, 3) for _ in spatial]
        self.dilations = [random.randint(1, 2) for _ in spatial]
        self.low = [random.randint(0, 2) for _ in spatial]
        self.high = [random.randint(0, 2) for _ in spatial]
        extents = [d * (k - 1) + 1 for d, k in zip(self.dilations, self.kernel, strict=True)]
        for dim, extent in enumerate(extents):  # so that the window fits
            self.high[dim] = max(self.high[dim], extent - self.places[dim] - self.low[dim])
        self.extra = [random.randint(0, 2) for _ in spatial]
        self.words = ["".join(random.sample(f"NC{spatial}", 2 + self.rank)) for _ in range(2)]
        self.spatial = "".join(letter for letter in self.words[0] if letter in spatial)
        self.kernel_word = "".join(random.sample(f"OI{spatial}", 2 + self.rank))
        self.generator = np.random.default_rng(seed)

    def parameters(self) -> str:
        lists = {"strides": self.strides, "dilations": self.dilations, "pad_low": self.low, "pad_high": self.high}
        return " ".join(f"{name} {numbers}" for name, numbers in lists.items())

    def array(self, *shape: int) -> Array:
        return self.generator.integers(-4, 5, shape).astype(np.float64)

    def layout(self) -> str:
        return f"<{self.words[0]} x {self.kernel_word} -> {self.words[1]}>"

    def arranged(self, array: Array, letters: str, word: str) -> Array:
        """Transpose batch, channel, places (or output, input, places) to a layout."""
        return array.transpose([letters.index(letter) for letter in word])

    def forward(self, x: Array, k: Array) -> Array:
        """Compute the convolution by loops over result, input channel and kernel."""
        sizes = [
            (n + low + high - d * (size - 1) - 1) // s + 1
            for n, low, high, d, size, s in zip(
                x.shape[2:], self.low, self.high, self.dilations, k.shape[2:], self.strides, strict=True
            )
        ]
        sums = np.zeros((x.shape[0], k.shape[0], *sizes))
        per_group = k.shape[0] // self.groups
        for n, o, *place in positions(*sums.shape):
            for i, *offset in positions(*k.shape[1:]):
                at = self.met(place, offset)
                if all(0 <= a < size for a, size in zip(at, x.shape[2:], strict=True)):
                    channel = o // per_group * k.shape[1] + i
                    sums[(n, o, *place)] += x[(n, channel, *at)] * k[(o, i, *offset)]
        return sums

    def met(self, place: Any, offset: Any) -> list[int]:
        rows = zip(place, self.strides, offset, self.dilations, self.low, strict=True)
        return [p * s + k * d - low for p, s, k, d, low in rows]

    def backward(self, x: Array, k: Array, sizes: Any) -> Array:
        """Compute the transposed convolution by loops over the source and the kernel."""
        sums = np.zeros((x.shape[0], k.shape[1] * self.groups, *sizes))
        per_group = k.shape[0] // self.groups
        for n, o, *place in positions(*x.shape):
            for i, *offset in positions(*k.shape[1:]):
                at = self.met(place, offset)
                if all(0 <= a < size for a, size in zip(at, sizes, strict=True)):
                    channel = o // per_group * k.shape[1] + i
                    sums[(n, channel, *at)] += x[(n, o, *place)] * k[(o, i, *offset)]
        return sums


@examples(80)
@given(seed=st.integers(0, 10**9))
def test_convolution(seed: int) -> None:
    drawn = Drawn(seed)
    x = drawn.array(drawn.batch, drawn.groups * drawn.inputs, *drawn.places)
    k = drawn.array(drawn.groups * drawn.outputs, drawn.inputs, *drawn.kernel)
    letters = drawn.spatial
    wanted = drawn.arranged(drawn.forward(x, k), f"NC{letters}", drawn.words[1])
    given = drawn.arranged(x, f"NC{letters}", drawn.words[0]), drawn.arranged(k, f"OI{letters}", drawn.kernel_word)
    parameters = f"{drawn.parameters()} groups {drawn.groups}"
    text = f"graph.convolution %0, %1, {drawn.layout()} {parameters} : {{0}}, {{1}} -> {{r0}}"
    [actual] = results_of(text, *given, outputs=[type_of(wanted)])
    np.testing.assert_array_equal(actual, wanted)


@examples(80)
@given(seed=st.integers(0, 10**9))
def test_transposed_convolution(seed: int) -> None:
    drawn = Drawn(seed)
    x = drawn.array(drawn.batch, drawn.groups * drawn.outputs, *drawn.places)
    k = drawn.array(drawn.groups * drawn.outputs, drawn.inputs, *drawn.kernel)
    rows = zip(
        drawn.places, drawn.strides, drawn.dilations, drawn.kernel, drawn.low, drawn.high, drawn.extra, strict=True
    )
    sizes = [(n - 1) * s + d * (size - 1) + 1 - low - high + more for n, s, d, size, low, high, more in rows]
    drawn.extra = [more - min(size, 0) for more, size in zip(drawn.extra, sizes, strict=True)]
    sizes = [max(size, 0) for size in sizes]
    letters = drawn.spatial
    wanted = drawn.arranged(drawn.backward(x, k, sizes), f"NC{letters}", drawn.words[1])
    given = drawn.arranged(x, f"NC{letters}", drawn.words[0]), drawn.arranged(k, f"OI{letters}", drawn.kernel_word)
    parameters = f"{drawn.parameters()} output_padding {drawn.extra} groups {drawn.groups}"
    text = f"graph.transposed_convolution %0, %1, {drawn.layout()} {parameters} : {{0}}, {{1}} -> {{r0}}"
    [actual] = results_of(text, *given, outputs=[type_of(wanted)])
    np.testing.assert_array_equal(actual, wanted)


def test_one_is_the_transpose_of_the_other() -> None:
    """<conv(x), y> is <x, transposed(y)>."""
    generator = np.random.default_rng(0)
    x, k = generator.normal(size=(2, 4, 9)), generator.normal(size=(6, 2, 3))
    same = "<NCW x OIW -> NCW> strides [2] dilations [2] pad_low [1] pad_high [2] groups 2"
    text = "graph.{name} %0, %1, {same} : {{0}}, {{1}} -> {{r0}}"
    [forward] = results_of(text.format(name="convolution", same=same), x, k, outputs=["tensor<2x6x4xf64>"])
    y = generator.normal(size=forward.shape)
    padded = same.replace("groups", "output_padding [1] groups")
    [back] = results_of(text.format(name="transposed_convolution", same=padded), y, k, outputs=["tensor<2x4x9xf64>"])
    np.testing.assert_allclose((forward * y).sum(), (x * back).sum())


@pytest.mark.parametrize("per_channel", [False, True])
def test_integers_with_zero_points(per_channel: bool) -> None:
    generator = np.random.default_rng(1)
    x = generator.integers(0, 256, (1, 2, 6)).astype(np.uint8)
    k = generator.integers(-128, 128, (3, 2, 3)).astype(np.int8)
    zx = np.array(130, np.uint8)
    zk = generator.integers(-128, 128, (3,) if per_channel else ()).astype(np.int8)
    text = (
        "graph.convolution %0, %1, <NCW x OIW -> NCW> pad_low [1] source_zero_point %2 : {2} "
        "kernel_zero_point %3 : {3} : {0}, {1} -> {r0}"
    )
    [actual] = results_of(text, x, k, zx, zk, outputs=["tensor<1x3x5xi32>"])
    centred = np.pad(x.astype(int) - 130, [(0, 0), (0, 0), (1, 0)])
    weights = k.astype(int) - zk.astype(int).reshape((3, 1, 1) if per_channel else ())
    wanted = [[(centred[0, :, p : p + 3] * weights[o]).sum() for p in range(5)] for o in range(3)]
    assert actual[0].tolist() == wanted


def test_integers_wrap_in_the_type_of_the_result() -> None:
    x = np.full((1, 1, 2), 100, np.int8)
    text = "graph.convolution %0, %0, <NCW x OIW -> NCW> : {0}, {0} -> {r0}"
    assert results_of(text, x, outputs=["tensor<1x1x1xi8>"])[0].tolist() == [[[20000 % 256]]]
    assert results_of(text, x, outputs=["tensor<1x1x1xi16>"])[0].tolist() == [[[20000]]]


def test_floats_are_rounded_once() -> None:
    x = np.array([[[256, 1, -256]]], BF16)
    text = "graph.convolution %0, %1, <NCW x OIW -> NCW> : {0}, {1} -> {r0}"
    [actual] = results_of(text, x, np.ones((1, 1, 3), BF16), outputs=["tensor<1x1x1xbf16>"])
    assert actual.astype(float).tolist() == [[[1.0]]]


def test_nothing_in_nothing_out() -> None:
    text = "graph.convolution %0, %1, <NCW x OIW -> NCW> : {0}, {1} -> {r0}"
    x = np.zeros((2, 0, 4), np.float32)
    [empty] = results_of(text, x, np.zeros((3, 0, 2), np.float32), outputs=["tensor<2x3x3xf32>"])
    assert empty.tolist() == np.zeros((2, 3, 3)).tolist()
    [empty] = results_of(
        text, np.ones((1, 1, 1), np.float32), np.ones((1, 1, 2), np.float32), outputs=["tensor<1x1x0xf32>"]
    )
    assert empty.shape == (1, 1, 0)


def test_named_sizes() -> None:
    x = np.arange(8, dtype=np.float32).reshape(2, 1, 4)
    inputs = [tensor_type("?1?", "f32", "#graph.dims<n, w>"), "tensor<1x1x2xf32>"]
    result = tensor_type("?1?", "f32", "#graph.dims<n, w floordiv 2>")
    text = "graph.convolution %0, %1, <NCW x OIW -> NCW> strides [2] : {0}, {1} -> {r0}"
    [actual] = results_of(text, x, np.ones((1, 1, 2), np.float32), inputs=inputs, outputs=[result])
    assert actual.tolist() == [[[1.0, 5.0]], [[9.0, 13.0]]]


@pytest.mark.parametrize(
    ("kernel", "reason"),
    [
        ((1, 1, 9), "the extent of the window must fit into"),
        ((1, 2, 1), "must agree"),
        ((1, 1, 0), "must be positive"),
    ],
)
def test_what_does_not_fit_is_found_when_running(kernel: Any, reason: str) -> None:
    inputs = [tensor_type("???", "f32"), tensor_type("???", "f32")]
    text = "graph.convolution %0, %1, <NCW x OIW -> NCW> : {0}, {1} -> {r0}"
    arrays = np.ones((1, 1, 4), np.float32), np.ones(kernel, np.float32)
    with pytest.raises(InterpreterError, match=reason):
        results_of(text, *arrays, inputs=inputs, outputs=[tensor_type("???", "f32")])


def test_zeros_between_the_elements_are_multiplied() -> None:
    x, k = np.ones((1, 1, 2)), np.array([[[np.inf]]])
    text = "graph.transposed_convolution %0, %1, <NCH x OIH -> NCH> strides [2] : {0}, {1} -> {r0}"
    [actual] = results_of(text, x, k, outputs=["tensor<1x1x3xf64>"])
    assert np.array_equal(actual, [[[np.inf, np.nan, np.inf]]], equal_nan=True)
