"""Functions of arrays whose sizes depend on values compute what numpy computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dlc

xp: Any = dlc.array
numpy: Any = np
ROW = np.array([1.0, 2.0, -1.0, 4.0])

CASES: list[tuple[Callable[[Any], Any], Callable[[Any], Any]]] = [
    (xp.var, numpy.var),
    (lambda s: xp.std(s, correction=1), lambda s: numpy.std(s, ddof=1)),
    (lambda s: xp.var(s[:, None], axis=0, keepdims=True), lambda s: numpy.var(s[:, None], axis=0, keepdims=True)),
    (lambda s: xp.where(s > 1, s, 0), lambda s: numpy.where(s > 1, s, 0)),
    (lambda s: xp.where(s[:, None] > ROW, s[:, None], ROW), lambda s: numpy.maximum(s[:, None], ROW)),
    (lambda s: xp.clip(s, 1.5, 3), lambda s: numpy.clip(s, 1.5, 3)),
    (lambda s: s[:, None] * ROW, lambda s: s[:, None] * ROW),
    (lambda s: ROW[:, None, None] + s, lambda s: ROW[:, None, None] + s),
    (lambda s: s[:, None] - s, lambda s: s[:, None] - s),
    (lambda s: xp.broadcast_arrays(s, s[:, None])[0], lambda s: numpy.broadcast_arrays(s, s[:, None])[0]),
    (lambda s: xp.searchsorted(xp.sort(s), ROW), lambda s: numpy.searchsorted(numpy.sort(s), ROW)),
    (lambda s: xp.isin(ROW, s), lambda s: numpy.isin(ROW, s)),
    (lambda s: s[-1], lambda s: s[-1]),
    (lambda s: (s[:, None] * ROW)[-2, 1:3], lambda s: (s[:, None] * ROW)[-2, 1:3]),
    (lambda s: s[:-1], lambda s: s[:-1]),
    (lambda s: s[1:-1], lambda s: s[1:-1]),
    (lambda s: s[-2:], lambda s: s[-2:]),
    (lambda s: s[-2:-1, None], lambda s: s[-2:-1, None]),
    (lambda s: s[:-1:2], lambda s: s[:-1:2]),
    (lambda s: (s[:, None] * ROW)[-1, xp.asarray([2, -1])], lambda s: (s[:, None] * ROW)[-1, [2, -1]]),
    (xp.diff, numpy.diff),
    (lambda s: xp.unique_values(xp.concat([s, s])), numpy.unique),
    (
        lambda s: xp.cumulative_sum(s[:, None] * ROW, axis=1, include_initial=True),
        lambda s: numpy.cumulative_sum(s[:, None] * ROW, axis=1, include_initial=True),
    ),
    (lambda s: xp.roll(s, 1), lambda s: numpy.roll(s, 1)),
    (lambda s: xp.roll(s, -5), lambda s: numpy.roll(s, -5)),
    (lambda s: xp.roll(s[:, None], (4, 1), axis=(0, 1)), lambda s: numpy.roll(s[:, None], (4, 1), axis=(0, 1))),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("ours", "theirs"), CASES)
def test_results_are_those_of_numpy(ours: Any, theirs: Any) -> None:
    for threshold in (0, 1.5):
        compiled = dlc.jit(lambda x, t=threshold: ours(x[x > t]))
        np.testing.assert_allclose(compiled(ROW), theirs(ROW[threshold < ROW]), rtol=1e-14, strict=True)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda s: xp.arange(s.shape[0]), "arange: stop must be a number, but got None, .*cumulative_sum"),
        (lambda s: xp.arange(0, s.shape[0]), "arange: stop must be a number, but got None"),
        (lambda s: xp.arange(s.shape[0], 3), "arange: start must be a number, but got None"),
        (lambda s: xp.full_like(s, s.size), "full_like: the value must be a number, but got None, .*count_nonzero"),
        (lambda s: xp.full(2, s.size, dtype=xp.float64), "full: the value must be a number, but got None"),
    ],
)
def test_a_size_that_is_none_is_no_number(call: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        dlc.jit(lambda x: call(x[x > 0]))(ROW)


def test_places_and_counts_as_the_message_says() -> None:
    places = dlc.jit(lambda x: xp.cumulative_sum(xp.ones_like(x[x > 0], dtype=xp.int64)) - 1)
    assert places(ROW).tolist() == [0, 1, 2]


def test_what_is_not_there_stops_the_program() -> None:
    compiled = dlc.jit(lambda x: x[x > 2][:-2])
    with pytest.raises(RuntimeError, match="slice"):
        compiled(ROW)
    with pytest.raises(TypeError, match="counts from the end of an axis whose size depends on values"):
        dlc.jit(lambda x: x[x > 0][-2:3])(ROW)


def test_gradients_of_parts_at_the_end() -> None:
    slope = dlc.grad(lambda x: xp.sum(x[x > 0][:-1] ** 2) + 3 * x[x > 0][-1])
    assert slope(ROW).tolist() == [2, 4, 0, 3]


def test_variance_along_an_axis_of_unknown_size() -> None:
    compiled = dlc.jit(xp.var, specs=[dlc.spec(None)])
    np.testing.assert_allclose(compiled(ROW), numpy.var(ROW), rtol=1e-14)


@pytest.mark.parametrize("shift", [1, -1, 3, -3, 7])
def test_rolled_rows_of_any_number(shift: int) -> None:
    compiled = dlc.jit(lambda x: xp.roll(x, shift, axis=0), specs=[dlc.spec("n", 2)])
    for count in (1, 2, 5):
        rows = np.arange(2.0 * count).reshape(count, 2)
        assert (compiled(rows) == numpy.roll(rows, shift, axis=0)).all()


def test_nothing_is_rolled() -> None:
    compiled = dlc.jit(lambda x: xp.roll(x, 2), specs=[dlc.spec("n")])
    assert compiled(np.zeros(0)).shape == (0,)
