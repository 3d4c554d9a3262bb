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


def test_categories_are_as_likely_as_their_softmax_says() -> None:
    logits = np.log([[0.1, 0.2, 0.7], [0.5, 0.5, 0.0001]])
    rows = drawn(lambda key: random.categorical(key, logits, (MANY, 2)))
    assert rows.shape == (MANY, 2)
    for column, expected in enumerate(np.exp(logits)):
        share = np.bincount(rows[:, column], minlength=3) / MANY
        assert abs(share - expected / expected.sum()).max() < 0.02
    assert drawn(lambda key: random.categorical(key, logits)).shape == (2,)
    columns = np.where(np.arange(3)[:, None] == [2, 0], 0.0, -np.inf)
    assert drawn(lambda key: random.categorical(key, columns, axis=0)).tolist() == [2, 0]
    half = drawn(lambda key: random.categorical(key, columns.astype(np.float16), (5, 2), axis=0))
    assert half.tolist() == [[2, 0]] * 5


def test_categories_of_rows_of_any_number() -> None:
    function = dlc.jit(specs=[dlc.spec(dtype=np.int64), dlc.spec("n", "k")])(random.categorical)
    for shape in ((3, 4), (5, 2)):
        hot = np.arange(shape[0]) % shape[1]
        logits = np.where(np.arange(shape[1]) == hot[:, None], 100.0, 0.0)
        np.testing.assert_array_equal(function(np.asarray(KEY), logits), hot)


def test_choices() -> None:
    values = np.array([[1, 2], [3, 4], [5, 6]])
    many = drawn(lambda key: random.choice(key, values, (MANY,)))
    kinds, counts = np.unique(many, axis=0, return_counts=True)
    np.testing.assert_array_equal(kinds, values)
    assert abs(counts / MANY - 1 / 3).max() < 0.02
    assert drawn(lambda key: random.choice(key, 10, (2, 3))).shape == (2, 3)
    assert int(random.choice(KEY, 1)) == 0
    once = drawn(lambda key: random.choice(key, 100, (4, 25), replace=False))
    assert sorted(once.ravel()) == list(range(100))
    assert len(set(drawn(lambda key: random.choice(key, 50, 7, replace=False)))) == 7
    first = dlc.jit(
        lambda key, x: random.choice(key, x, x.shape[0], replace=False), specs=[dlc.spec(dtype=np.int64), dlc.spec("n")]
    )
    assert sorted(np.asarray(first(np.asarray(KEY), np.arange(6.0)))) == list(range(6))


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
        (
            lambda: random.categorical(KEY, np.zeros((3, 4)), ()),
            "logits are broadcast to the shape of the result, but got rows of shape (3,), which do not fit the",
        ),
        (lambda: random.categorical(KEY, np.zeros((3, 4)), (2,)), "categorical: shapes (2,) and (3,) do not fit"),
        (lambda: random.categorical(KEY, np.array(1.0)), "categorical: axis -1 is not"),
        (lambda: random.categorical(KEY, np.arange(3)), "categorical: a dtype of kind real floating is required"),
        (lambda: random.choice(KEY, 3, (2, 2), replace=False), "choice: without 'replace' at most 3 elements can be"),
        (lambda: random.choice(KEY, np.array(1.0)), "choice: an array with dimensions or an integer is required"),
        (lambda: random.choice(KEY, 0, (2,)), "high must be larger than low"),
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
