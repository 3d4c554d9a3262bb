"""`graph.resize` against fractions, one element at a time."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from dlc.interp.errors import InterpreterError
from support.graph_programs import BF16, assert_close, results_of, tensor_type, type_of
from support.properties import examples

Array = Any
COORDINATES = ("half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric")
ROUNDINGS = ("prefer_floor", "prefer_ceil", "floor", "ceil")


def place_of(x: int, size: int, count: int, coordinates: str) -> Fraction:
    if coordinates == "align_corners":
        return Fraction(x * (size - 1), count - 1) if count > 1 else Fraction(0)
    if coordinates == "pytorch_half_pixel" and count == 1:
        return Fraction(0)
    if coordinates == "asymmetric":
        return Fraction(x * size, count)
    return (x + Fraction(1, 2)) * Fraction(size, count) - Fraction(1, 2)


def rounded(place: Fraction, rounding: str) -> int:
    half = Fraction(1, 2)
    return {
        "floor": floor(place),
        "ceil": ceil(place),
        "prefer_floor": ceil(place - half),
        "prefer_ceil": floor(place + half),
    }[rounding]


def clamped(x: Array, index: int) -> float:
    return float(x[min(max(index, 0), len(x) - 1)])


def cubic_weight(distance: Fraction, a: Fraction) -> Fraction:
    t = abs(distance)
    if t <= 1:
        return (a + 2) * t**3 - (a + 3) * t**2 + 1
    return a * t**3 - 5 * a * t**2 + 8 * a * t - 4 * a


def interpolated(x: Array, place: Fraction, a: Fraction | None, exclude: bool) -> float:
    first = floor(place)
    if a is None:
        weights = {first: 1 - (place - first), first + 1: place - first}
    else:
        weights = {index: cubic_weight(place - index, a) for index in range(first - 1, first + 3)}
    if exclude:
        weights = {index: weight for index, weight in weights.items() if 0 <= index < len(x)}
        total = sum(weights.values())
        weights = {index: weight / total for index, weight in weights.items()}
    return float(sum(Fraction(clamped(x, index)) * weight for index, weight in weights.items()))


@examples(100)
@given(
    size=st.integers(1, 7),
    count=st.integers(0, 12),
    coordinates=st.sampled_from(COORDINATES),
    rounding=st.sampled_from(ROUNDINGS),
)
def test_nearest(size: int, count: int, coordinates: str, rounding: str) -> None:
    x = np.arange(size, dtype=np.int8)
    text = f"graph.resize <nearest> %0, [0] <{coordinates}> rounding <{rounding}> : {{0}} -> {{r0}}"
    [actual] = results_of(text, x, outputs=[f"tensor<{count}xi8>"])
    assert actual.tolist() == [
        clamped(x, rounded(place_of(i, size, count, coordinates), rounding)) for i in range(count)
    ]


@examples(150)
@given(
    size=st.integers(1, 7),
    count=st.integers(0, 12),
    coordinates=st.sampled_from(COORDINATES),
    coefficient=st.sampled_from([None, -0.75, -0.5]),
    exclude=st.booleans(),
)
def test_linear_and_cubic(size: int, count: int, coordinates: str, coefficient: float | None, exclude: bool) -> None:
    x = np.random.default_rng(size * 100 + count).integers(-9, 9, size).astype(np.float64)
    kind, extra = "linear", ""
    if coefficient is not None:
        kind, extra = "cubic", f" coefficient {coefficient}" * (coefficient != -0.75) + " exclude_outside" * exclude
    text = f"graph.resize <{kind}> %0, [0] <{coordinates}>{extra} : {{0}} -> {{r0}}"
    [actual] = results_of(text, x, outputs=[f"tensor<{count}xf64>"])
    a = Fraction(coefficient) if coefficient is not None else None
    places = [place_of(i, size, count, coordinates) for i in range(count)]
    wanted = [interpolated(x, place, a, exclude and a is not None) for place in places]
    np.testing.assert_allclose(actual, wanted, rtol=1e-12, atol=1e-12)


def test_dimensions_one_after_the_other() -> None:
    x = np.random.default_rng(0).normal(size=(2, 3, 4))
    text = "graph.resize <linear> %0, [{dims}] <half_pixel> : {{0}} -> {{r0}}"
    [both] = results_of(text.format(dims="2, 0"), x, outputs=["tensor<5x3x2xf64>"])
    [first] = results_of(text.format(dims="0"), x, outputs=["tensor<5x3x4xf64>"])
    [then] = results_of(text.format(dims="2"), first, outputs=["tensor<5x3x2xf64>"])
    np.testing.assert_allclose(both, then, rtol=1e-12)


def test_scales_decide_where_elements_lie() -> None:
    x = np.array([1.0, 2.0, 3.0, 4.0])
    text = "graph.resize <linear> %0, [0] <half_pixel> scales array<f64: 0.6> : {0} -> {r0}"
    [resized] = results_of(text, x, outputs=["tensor<2xf64>"])
    np.testing.assert_allclose(resized, [1 + 0.5 / 0.6 - 0.5, 1 + 1.5 / 0.6 - 0.5])


def test_floats_are_rounded_once() -> None:
    x = np.array([1, 1.0078125], BF16)
    text = "graph.resize <linear> %0, [0] <half_pixel> : {0} -> {r0}"
    [resized] = results_of(text, x, outputs=["tensor<4xbf16>"])
    assert_close(resized, np.array([1, 1.001953125, 1.005859375, 1.0078125]), exact=False)


def test_an_element_without_weight_does_not_matter() -> None:
    x = np.array([1, np.inf], np.float32)
    text = "graph.resize <linear> %0, [0] <asymmetric> : {0} -> {r0}"
    assert results_of(text, x, outputs=["tensor<4xf32>"])[0].tolist() == [1, np.inf, np.inf, np.inf]


def test_named_sizes() -> None:
    x = np.arange(3, dtype=np.float32)
    inputs, result = [tensor_type("?", "f32", "#graph.dims<n>")], tensor_type("?", "f32", "#graph.dims<2 * n>")
    text = "graph.resize <nearest> %0, [0] <asymmetric> rounding <floor> : {0} -> {r0}"
    assert results_of(text, x, inputs=inputs, outputs=[result])[0].tolist() == [0, 0, 1, 1, 2, 2]
    assert results_of(text, x[:0], inputs=inputs, outputs=[result])[0].shape == (0,)


def test_something_of_nothing_is_an_error() -> None:
    text = "graph.resize <nearest> %0, [0] <asymmetric> : {0} -> {r0}"
    with pytest.raises(
        InterpreterError, match="size 0 of the source must not be 0, or that of the result is 0 too, but got 0 and 4"
    ):
        results_of(text, np.zeros(0, np.float32), inputs=["tensor<?xf32>"], outputs=["tensor<4xf32>"])
    assert type_of(np.zeros(0, np.float32)) == "tensor<0xf32>"
