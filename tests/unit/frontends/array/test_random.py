"""Random arrays are functions of their keys: the same everywhere, spread as they should, apart for keys of a split."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlc

random = dlc.random
KEY = random.key(7)
MANY = 20_000


def drawn(function: Any) -> Any:
    """Return what a function of a key gives as a compiled program."""
    return np.asarray(dlc.jit(function)(KEY))


def test_numbers_are_those_of_the_key_alone() -> None:
    for function in (
        lambda key: random.uniform(key, (5, 3)),
        lambda key: random.normal(key, (4,), dtype=np.float32),
        lambda key: random.integers(key, (9,), high=100),
        lambda key: random.permutation(key, 6),
    ):
        first, again, compiled = np.asarray(function(KEY)), np.asarray(function(KEY)), drawn(function)
        np.testing.assert_array_equal(first, again)
        np.testing.assert_array_equal(first, compiled)
        assert not np.array_equal(first, np.asarray(function(random.key(8))))


def test_how_numbers_are_spread() -> None:
    uniform = drawn(lambda key: random.uniform(key, (MANY,), -1.0, 3.0))
    assert -1 <= uniform.min() < -0.99 < 2.99 < uniform.max() < 3
    assert abs(uniform.mean() - 1) < 0.05
    normal = drawn(lambda key: random.normal(key, (MANY,)))
    assert abs(normal.mean()) < 0.05
    assert abs(normal.std() - 1) < 0.05
    values, counts = np.unique(drawn(lambda key: random.integers(key, (MANY,), low=-2, high=3)), return_counts=True)
    assert values.tolist() == [-2, -1, 0, 1, 2]
    assert abs(counts / MANY - 0.2).max() < 0.02
    assert abs(drawn(lambda key: random.bernoulli(key, 0.3, (MANY,))).mean() - 0.3) < 0.02
    assert sorted(drawn(lambda key: random.permutation(key, 500))) == list(range(500))


def test_limits_may_be_arrays() -> None:
    low, high = np.array([0.0, 10.0]), np.array([1.0, 20.0])
    numbers = np.asarray(random.uniform(KEY, (100, 2), low, high))
    assert ((numbers >= low) & (numbers < high)).all()


def test_keys_that_are_made_of_others() -> None:
    keys = [*random.split(KEY, 3), *(random.fold_in(KEY, step) for step in range(3)), KEY]
    assert len({int(key) for key in keys}) == len(keys)
    rows = [np.asarray(random.normal(key, (MANY,))) for key in keys]
    correlations = np.corrcoef(rows) - np.eye(len(rows))
    assert abs(correlations).max() < 0.05
    assert [int(key) for key in dlc.jit(random.split)(KEY)] == [int(key) for key in random.split(KEY)]
    assert int(dlc.jit(random.fold_in)(KEY, np.int64(2))) == int(random.fold_in(KEY, 2))


def test_dropout() -> None:
    x = np.ones((100, 50), np.float32)
    kept = np.asarray(dlc.nn.dropout(x, KEY, 0.25))
    assert kept.dtype == np.float32
    assert set(np.unique(kept)) == {0, np.float32(1 / 0.75)}
    assert abs((kept == 0).mean() - 0.25) < 0.03
    gradient = dlc.grad(lambda x: dlc.array.sum(dlc.nn.dropout(x, KEY, 0.25)))(x)
    np.testing.assert_array_equal(np.asarray(gradient), kept)
    np.testing.assert_array_equal(np.asarray(dlc.nn.dropout(x, KEY, 0)), x)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: random.uniform(0, (3,)), "uniform: a key is required, as dlc.random.key(seed) returns one, but got 0"),
        (
            lambda: random.normal(np.zeros(2)),
            "normal: a key is required, as dlc.random.key(seed) returns one, but got f",
        ),
        (lambda: random.key(1.5), "key: a dtype of kind integral is required, but got float64"),
        (lambda: random.key(np.zeros(2, np.int64)), "key: the seed must be a number, but got an array of shape (2,)"),
        (lambda: random.uniform(KEY, (-1,)), "uniform: sizes must not be negative, but got (-1,)"),
        (lambda: random.normal(KEY, (2,), dtype=np.int32), "normal: the dtype must be one of floats, but got int32"),
        (
            lambda: random.integers(KEY, (2,), low=5, high=5),
            "high must be larger than low, by less than 2**63, but got 5",
        ),
        (
            lambda: random.integers(KEY, low=-(2**63), high=2**63 - 1),
            "high must be larger than low, by less than 2**63",
        ),
        (lambda: random.integers(KEY, high=2.5), "integers: a limit must be an integer, but got 2.5"),
        (lambda: random.integers(KEY, high=np.float32(2)), "integers: a dtype of kind integral is required, but got f"),
        (lambda: random.integers(KEY, high=2, dtype=bool), "integers: the dtype must be one of integers, but got bool"),
        (lambda: random.bernoulli(KEY, np.ones(3)), "got one of shape (3,), which does not fit the shape () of the"),
        (lambda: random.uniform(KEY, (2, 1), np.zeros(3)), "which does not fit the shape (2, 1) of the result"),
        (lambda: random.split(KEY, 0), "split: the number of keys must be in 1 .. 65536, but got 0"),
        (
            lambda: dlc.nn.dropout(np.ones(3), KEY, 1.0),
            "dropout: the rate must be a number, at least 0",
        ),
    ],
)
def test_mistakes(call: Any, message: str) -> None:
    with pytest.raises(dlc.DlcError) as caught:
        call()
    assert message in str(caught.value)
