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
    (lambda s: xp.roll(s, 1), lambda s: numpy.roll(s, 1)),
    (lambda s: xp.roll(s, -5), lambda s: numpy.roll(s, -5)),
    (lambda s: xp.roll(s[:, None], (4, 1), axis=(0, 1)), lambda s: numpy.roll(s[:, None], (4, 1), axis=(0, 1))),
]


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
