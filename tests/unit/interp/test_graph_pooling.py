"""Pooling against loops over all windows."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from dlc.interp.errors import InterpreterError
from dlc.interp.values import positions
from support.graph_programs import BF16, assert_close, results_of, tensor_type, type_of
from support.properties import examples

Array = Any


class Drawn:
    """Parameters of pooling along some dimensions of a small tensor."""

    def __init__(self, seed: int, dtype: Any = np.float64) -> None:
        random = Random(seed)
        rank = random.randint(1, 3)
        self.shape = [random.randint(1, 5) for _ in range(rank)]
        self.dims = random.sample(range(rank), random.randint(0, min(rank, 2)))
        self.window = [random.randint(1, 3) for _ in self.dims]
        self.strides = [random.randint(1, 3) for _ in self.dims]
        self.dilations = [random.randint(1, 2) for _ in self.dims]
        self.low = [random.randint(0, 2) for _ in self.dims]
        self.high = [random.randint(0, 2) for _ in self.dims]
        self.ceil = random.random() < 0.5
        self.extents = [d * (k - 1) + 1 for d, k in zip(self.dilations, self.window, strict=True)]
        for n, (dim, extent) in enumerate(zip(self.dims, self.extents, strict=True)):
            self.high[n] = max(self.high[n], extent - self.shape[dim] - self.low[n])
        self.x = np.random.default_rng(seed).integers(0, 9, self.shape).astype(dtype)

    def text(self, op: str) -> str:
        lists = {"strides": self.strides, "dilations": self.dilations, "pad_low": self.low, "pad_high": self.high}
        parameters = " ".join(f"{name} {numbers}" for name, numbers in lists.items())
        return f"{op} %0, {self.dims} window {self.window} {parameters}{' ceil_mode' * self.ceil}"

    def places(self) -> list[int]:
        """Return the numbers of places by counting where windows can begin."""
        shape = list(self.shape)
        for n, dim in enumerate(self.dims):
            size, stride = self.shape[dim], self.strides[n]
            starts = range(0, size + self.low[n] + self.high[n] + 1, stride)
            if self.ceil:
                before = [
                    s for s in starts if s == 0 or s - stride + self.extents[n] < size + self.low[n] + self.high[n]
                ]
                shape[dim] = sum(1 for s in before if s < size + self.low[n])
            else:
                shape[dim] = sum(1 for s in starts if s + self.extents[n] <= size + self.low[n] + self.high[n])
        return shape

    def covered(self, place: Any) -> tuple[list[tuple[int, ...]], int]:
        """The places in the source under a window, and how many there are with the padding."""
        places: list[tuple[int, ...]] = []
        counted = 0
        for offset in positions(*self.window):
            at = list(place)
            inside = padded = True
            for n, dim in enumerate(self.dims):
                at[dim] = place[dim] * self.strides[n] + offset[n] * self.dilations[n] - self.low[n]
                inside &= 0 <= at[dim] < self.shape[dim]
                padded &= at[dim] < self.shape[dim] + self.high[n]
            counted += padded
            if inside:
                places.append(tuple(at))
        return places, counted


@examples(120)
@given(seed=st.integers(0, 10**9), kind=st.sampled_from(["max", "min", "sum", "average", "padded"]))
def test_any_window(seed: int, kind: str) -> None:
    drawn = Drawn(seed)
    wanted = np.zeros(drawn.places())
    for place in positions(*wanted.shape):
        covered, counted = drawn.covered(place)
        numbers = [drawn.x[at] for at in covered]
        values = {
            "max": max(numbers, default=-math.inf),
            "min": min(numbers, default=math.inf),
            "sum": sum(numbers),
            "average": sum(numbers) / len(numbers) if numbers else math.nan,
            "padded": sum(numbers) / counted if counted else math.nan,
        }
        wanted[place] = values[kind]
    word = "average" if kind == "padded" else kind
    text = drawn.text(f"graph.pool <{word}>") + " count_padding" * (kind == "padded") + " : {0} -> {r0}"
    [actual] = results_of(text, drawn.x, outputs=[type_of(wanted)])
    assert_close(actual, wanted)


@examples(80)
@given(seed=st.integers(0, 10**9), dtype=st.sampled_from([np.float64, np.int8, np.uint8]))
def test_argmax(seed: int, dtype: Any) -> None:
    drawn = Drawn(seed, dtype)
    shape = drawn.places()
    smallest = -math.inf if dtype == np.float64 else np.iinfo(dtype).min
    values, numbers = np.full(shape, smallest).astype(dtype), np.full(shape, -1, np.int64)
    for place in positions(*shape):
        for at in drawn.covered(place)[0]:
            number = 0
            for dim in drawn.dims:
                number = number * drawn.shape[dim] + at[dim]
            if numbers[place] < 0 or drawn.x[at] > values[place]:
                values[place], numbers[place] = drawn.x[at], number
    text = drawn.text("graph.argmax_pool") + " : {0} -> {r0}, {r1}"
    results = results_of(text, drawn.x, outputs=[type_of(values), type_of(numbers)])
    np.testing.assert_array_equal(results[0], values)
    np.testing.assert_array_equal(results[1], numbers)


def test_nan_is_found() -> None:
    x = np.array([1, np.nan, 3, 2, np.nan, np.nan], np.float32)
    text = "{name} %0, [0] window [2] strides [2] : {{0}} -> {{r0}}"
    for kind in ("max", "min"):
        [pooled] = results_of(text.format(name=f"graph.pool <{kind}>"), x, outputs=["tensor<3xf32>"])
        np.testing.assert_array_equal(pooled, [np.nan, 3 if kind == "max" else 2, np.nan])
    two = text.format(name="graph.argmax_pool") + ", {r1}"
    pooled, at = results_of(two, x, outputs=["tensor<3xf32>", "tensor<3xi64>"])
    np.testing.assert_array_equal(pooled, [np.nan, 3, np.nan])
    assert at.tolist() == [1, 2, 4]


def test_a_window_over_padding_alone() -> None:
    text = "graph.pool <{kind}> %0, [0] window [1] pad_low [1] : {{0}} -> {{r0}}"
    x = np.array([5], np.int8)
    assert results_of(text.format(kind="max"), x, outputs=["tensor<2xi8>"])[0].tolist() == [-128, 5]
    assert results_of(text.format(kind="min"), x.astype(np.uint8), outputs=["tensor<2xui8>"])[0].tolist() == [255, 5]
    pooled = results_of(
        text.format(kind="max"), np.array([5], np.dtype("float8_e4m3fn")), outputs=["tensor<2xf8E4M3FN>"]
    )
    assert pooled[0].astype(float).tolist() == [-448, 5]


def test_integer_sums_wrap() -> None:
    x = np.full(3, 100, np.int8)
    text = "graph.pool <sum> %0, [0] window [3] : {0} -> {r0}"
    assert results_of(text, x, outputs=["tensor<1xi8>"])[0].tolist() == [300 - 256]


def test_averages_are_rounded_once() -> None:
    x = np.array([256, 1, -256], BF16)
    text = "graph.pool <average> %0, [0] window [3] : {0} -> {r0}"
    [mean] = results_of(text, x, outputs=["tensor<1xbf16>"])
    assert mean[0] == np.array(1 / 3, BF16)


def test_nothing_in_nothing_out() -> None:
    text = "graph.pool <max> %0, [1] window [2] : {0} -> {r0}"
    assert results_of(text, np.zeros((0, 4), np.float32), outputs=["tensor<0x3xf32>"])[0].shape == (0, 3)
    padded = "graph.pool <sum> %0, [0] window [1] pad_low [2] : {0} -> {r0}"
    assert results_of(padded, np.zeros(0, np.float32), outputs=["tensor<2xf32>"])[0].tolist() == [0, 0]


@pytest.mark.parametrize("size", range(1, 12))
@pytest.mark.parametrize(("window", "stride", "low", "high"), [(2, 2, 0, 0), (3, 2, 1, 1), (1, 3, 0, 0), (2, 3, 1, 2)])
def test_sizes_with_names_are_those_with_numbers(size: int, window: int, stride: int, low: int, high: int) -> None:
    """Sizes inferred with a name are those inferred with the size itself, also when rounding up."""
    drawn = f"%0, [0] window [{window}] strides [{stride}] pad_low [{low}] pad_high [{high}] ceil_mode"
    text = f"graph.pool <max> {drawn} : {{0}} -> {{r0}}"
    x = np.arange(size, dtype=np.float32)
    beyond = min(high - window + stride, 0)
    places = f"(n + {low + beyond}) ceildiv {stride}"
    inputs, result = [tensor_type("?", "f32", "#graph.dims<n>")], tensor_type("?", "f32", f"#graph.dims<{places}>")
    [pooled] = results_of(text, x, inputs=inputs, outputs=[result])
    assert len(pooled) == -(-(size + low + beyond) // stride)


def test_what_does_not_fit_is_found_when_running() -> None:
    text = "graph.pool <max> %0, [0] window [5] : {0} -> {r0}"
    with pytest.raises(
        InterpreterError, match="the extent of the window must fit into the padded source, but got 5 and 3"
    ):
        results_of(text, np.ones(3, np.float32), inputs=["tensor<?xf32>"], outputs=["tensor<?xf32>"])
