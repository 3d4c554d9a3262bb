"""Normalizations and softmax against Python's numbers, one slice at a time."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from dlc.interp.errors import InterpreterError
from dlc.interp.values import positions
from support.graph_programs import BF16, assert_close, results_of, tensor_type
from support.properties import examples

Array = Any
Place = tuple[int, ...]


class Drawn:
    """A small tensor, and some of its dimensions."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.generator = np.random.default_rng(seed)
        rank = self.random.randint(1, 4)
        self.shape = [self.random.randint(1, 4) for _ in range(rank)]
        order = self.random.sample(range(rank), rank)
        self.dim, self.dims = order[0], order[1 : self.random.randint(1, rank)]
        self.x = self.generator.normal(size=self.shape)

    def parameter(self, dims: Sequence[int]) -> Array:
        return self.generator.normal(size=[self.shape[dim] for dim in dims])

    def standardized(self, key: Callable[[Place], Any], epsilon: float) -> Array:
        """Every element less the mean of those with the same key, divided by their deviation."""
        groups: dict[Any, list[float]] = {}
        for place in positions(*self.shape):
            groups.setdefault(key(place), []).append(self.x[place].item())
        result = np.zeros(self.shape)
        for place in positions(*self.shape):
            numbers = groups[key(place)]
            result[place] = (self.x[place] - statistics.fmean(numbers)) / math.sqrt(
                statistics.pvariance(numbers) + epsilon
            )
        return result

    def without(self, dims: Sequence[int]) -> Callable[[Place], Any]:
        return lambda place: tuple(index for dim, index in enumerate(place) if dim not in dims)

    def along(self, parameter: Array, dims: Sequence[int]) -> Array:
        """A parameter at every place of the tensor."""
        spread = np.zeros(self.shape)
        for place in positions(*self.shape):
            spread[place] = parameter[tuple(place[dim] for dim in dims)]
        return spread


SEEDS = given(seed=st.integers(0, 10**9))
FEW = examples(40)


@FEW
@SEEDS
def test_batch_norm(seed: int) -> None:
    drawn = Drawn(seed)
    scale, offset, mean = (drawn.parameter([drawn.dim]) for _ in range(3))
    variance = abs(drawn.parameter([drawn.dim]))
    text = f"graph.batch_norm %0, %1, %2, %3, %4, {drawn.dim} epsilon 0.5 : {{0}}, {{1}}"
    [actual] = results_of(text, drawn.x, scale, offset, mean, variance)
    s, o, m, v = (drawn.along(each, [drawn.dim]) for each in (scale, offset, mean, variance))
    assert_close(actual, (drawn.x - m) / np.sqrt(v + 0.5) * s + o)


@FEW
@SEEDS
def test_layer_norm(seed: int) -> None:
    drawn = Drawn(seed)
    dims = [drawn.dim, *drawn.dims]
    scale, offset = drawn.parameter(dims), drawn.parameter(dims)
    wanted = drawn.standardized(drawn.without(dims), 0.1)
    text = f"graph.layer_norm %0, {dims} {{extra}} epsilon 0.1 : {{{{0}}}}"
    assert_close(results_of(text.format(extra=""), drawn.x)[0], wanted)
    [actual] = results_of(text.format(extra="offset %1 : {1}"), drawn.x, offset)
    assert_close(actual, wanted + drawn.along(offset, dims))
    [actual] = results_of(text.format(extra="scale %1 : {1} offset %2 : {2}"), drawn.x, scale, offset)
    assert_close(actual, wanted * drawn.along(scale, dims) + drawn.along(offset, dims))


@FEW
@SEEDS
def test_rms_norm(seed: int) -> None:
    drawn = Drawn(seed)
    dims, wanted = [drawn.dim, *drawn.dims], np.zeros(drawn.shape)
    scale = drawn.parameter(dims)
    key = drawn.without(dims)
    for place in positions(*drawn.shape):
        squares = [drawn.x[other].item() ** 2 for other in positions(*drawn.shape) if key(other) == key(place)]
        wanted[place] = drawn.x[place] / math.sqrt(statistics.fmean(squares) + 0.25)
    text = f"graph.rms_norm %0, {dims} {{extra}} epsilon 0.25 : {{{{0}}}}"
    assert_close(results_of(text.format(extra=""), drawn.x)[0], wanted)
    [actual] = results_of(text.format(extra="scale %1 : {1}"), drawn.x, scale)
    assert_close(actual, wanted * drawn.along(scale, dims))


@FEW
@SEEDS
def test_group_norm(seed: int) -> None:
    drawn = Drawn(seed)
    channels = drawn.shape[drawn.dim]
    groups = drawn.random.choice([n for n in range(1, channels + 1) if channels % n == 0])
    scale, offset = drawn.parameter([drawn.dim]), drawn.parameter([drawn.dim])

    def key(place: Place) -> Any:
        return place[drawn.dim] // (channels // groups), drawn.without([drawn.dim, *drawn.dims])(place)

    parameters = "scale %1 : {1} offset %2 : {2} epsilon 0.1"
    text = f"graph.group_norm %0, {drawn.dim} over {drawn.dims} groups {groups} {parameters} : {{0}}"
    [actual] = results_of(text, drawn.x, scale, offset)
    wanted = drawn.standardized(key, 0.1)
    assert_close(actual, wanted * drawn.along(scale, [drawn.dim]) + drawn.along(offset, [drawn.dim]))


@FEW
@SEEDS
def test_instance_norm(seed: int) -> None:
    drawn = Drawn(seed)
    scale = drawn.parameter([drawn.dim])
    text = f"graph.instance_norm %0, {drawn.dim} over {drawn.dims} scale %1 : {{1}} epsilon 0.1 : {{0}}"
    [actual] = results_of(text, drawn.x, scale)
    assert_close(actual, drawn.standardized(drawn.without(drawn.dims), 0.1) * drawn.along(scale, [drawn.dim]))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7])
def test_local_response_norm(size: int) -> None:
    x = np.random.default_rng(size).normal(size=(2, 5, 3))
    wanted = np.zeros(x.shape)
    for n, c, p in positions(*x.shape):
        near = range(c - math.floor((size - 1) / 2), c + math.ceil((size - 1) / 2) + 1)
        squares = sum(x[n, other, p] ** 2 for other in near if 0 <= other < 5)
        wanted[n, c, p] = x[n, c, p] / (1.5 + 0.3 / size * squares) ** 0.75
    text = f"graph.local_response_norm %0, 1 size {size} alpha 0.3 beta 0.75 bias 1.5 : {{0}}"
    assert_close(results_of(text, x)[0], wanted)


@pytest.mark.parametrize("order", [1.0, 2.0, 3.5])
def test_lp_normalize(order: float) -> None:
    x = np.array([[3.0, -4.0], [0.1, 0.0]])
    wanted = [[each / max(sum(abs(e) ** order for e in row) ** (1 / order), 0.5) for each in row] for row in x.tolist()]
    assert_close(results_of(f"graph.lp_normalize %0, [1] order {order} epsilon 0.5 : {{0}}", x)[0], np.array(wanted))
    zero = results_of("graph.lp_normalize %0, [0] order 2.0 epsilon 0.0 : {0}", np.zeros(2))[0]
    assert np.isnan(zero).all()


@FEW
@SEEDS
def test_softmax(seed: int) -> None:
    drawn = Drawn(seed)
    key = drawn.without(drawn.dims)
    wanted = np.zeros(drawn.shape)
    for place in positions(*drawn.shape):
        total = math.fsum(math.exp(drawn.x[o].item()) for o in positions(*drawn.shape) if key(o) == key(place))
        wanted[place] = math.exp(drawn.x[place].item()) / total
    [actual] = results_of(f"graph.softmax %0, {drawn.dims} : {{0}}", drawn.x)
    assert_close(actual, wanted)
    [logarithm] = results_of(f"graph.log_softmax %0, {drawn.dims} : {{0}}", drawn.x)
    np.testing.assert_allclose(logarithm, np.log(wanted), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("op", ["softmax", "log_softmax"])
def test_softmax_of_large_numbers_and_infinities(op: str) -> None:
    x = np.array([[1000, 1000], [-np.inf, 0], [np.inf, 0], [-np.inf, -np.inf], [np.nan, 0]], np.float32)
    [actual] = results_of(f"graph.{op} %0, [1] : {{0}}", x)
    wanted = np.array([[0.5, 0.5], [0, 1], [np.nan] * 2, [np.nan] * 2, [np.nan] * 2], np.float32)
    with np.errstate(divide="ignore"):
        np.testing.assert_allclose(actual, wanted if op == "softmax" else np.log(wanted), rtol=1e-6)


@pytest.mark.parametrize(
    "op",
    [
        "softmax %0, [0]",
        "log_softmax %0, [0, 1]",
        "layer_norm %0, [1] epsilon 0.1",
        "rms_norm %0, [1] epsilon 0.1",
        "group_norm %0, 1 over [0] groups 2 epsilon 0.1",
        "instance_norm %0, 1 over [0] epsilon 0.1",
        "local_response_norm %0, 1 size 3 alpha 1.0 beta 1.0 bias 1.0",
        "lp_normalize %0, [0] order 2.0 epsilon 0.1",
    ],
)
def test_nothing_in_nothing_out(op: str) -> None:
    for shape in ((0, 4), (3, 0)):
        assert results_of(f"graph.{op} : {{0}}", np.zeros(shape, np.float32))[0].shape == shape


def test_narrow_floats_are_rounded_once() -> None:
    x = np.array([256, 257, 1], BF16)
    [actual] = results_of("graph.layer_norm %0, [0] epsilon 0.0 : {0}", x)
    wide = x.astype(np.float64)
    assert actual.tolist() == ((wide - wide.mean()) / wide.std()).astype(BF16).tolist()


def test_named_sizes() -> None:
    type = tensor_type("?2", "f32", "#graph.dims<n>")
    [shares] = results_of("graph.softmax %0, [1] : {0}", np.zeros((3, 2), np.float32), inputs=[type])
    assert shares.tolist() == [[0.5, 0.5]] * 3


@pytest.mark.parametrize(
    ("op", "reason"),
    [
        ("group_norm %0, 1 over [] groups 2 epsilon 0.1", "channels must be a multiple of 2 groups, but got 3"),
        ("layer_norm %0, [1] scale %1 : {1} epsilon 0.1", "must have the same shape, but got 2 and 3"),
    ],
)
def test_what_does_not_fit_is_found_when_running(op: str, reason: str) -> None:
    inputs = [tensor_type("??", "f32"), tensor_type("?", "f32")]
    with pytest.raises(InterpreterError, match=reason):
        results_of(f"graph.{op} : {{0}}", np.ones((2, 3), np.float32), np.ones(2, np.float32), inputs=inputs)
