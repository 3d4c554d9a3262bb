"""Data parallel steps: two processes, here threads, compute what one does with the double batch."""

from __future__ import annotations

import importlib.util
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.distributed import EngineUnavailable, average, data_parallel, ray_engines, torch_engine
from dlc.frontends.array.errors import InvalidArrayCall, NotTraceable

xp = dlc.array
OPTIMIZER = dlc.optim.SGD(lr=0.1, momentum=0.9)
STEPS = 3
RANDOM = np.random.default_rng(0)
X, Y = RANDOM.random((8, 3), np.float32), RANDOM.random((8, 1), np.float32)


class Threads:
    """An engine whose processes are threads."""

    size = 2

    def __init__(self, rank: int, given: list[Any], barrier: threading.Barrier) -> None:
        self.rank = rank
        self.given = given
        self.barrier = barrier

    def all_reduce(self, arrays: Any) -> Any:
        self.given[self.rank] = arrays
        self.barrier.wait(60)
        sums = [first + second for first, second in zip(*self.given, strict=True)]
        self.barrier.wait(60)
        return sums


def step(params: Any, state: Any, x: Any, y: Any) -> Any:
    value, gradients = dlc.value_and_grad(lambda w: xp.mean((x @ w - y) ** 2))(params)
    value, gradients = average((value, gradients))
    params, state = OPTIMIZER.step(params, gradients, state)
    return params, state, value


def train(engine: Any, x: Any, y: Any) -> Any:
    compiled = data_parallel(step, engine=engine, donate=(0, 1), level=0)
    params = np.ones((3, 1), np.float32)
    state, value = OPTIMIZER.init(params), 0.0
    for _ in range(STEPS):
        params, state, value = compiled(params, state, x, y)
    return params, value


def trained_by_numpy() -> Any:
    """Return the parameters and the last loss of one process with all data."""
    w, velocity, value = np.ones((3, 1)), np.zeros((3, 1)), 0.0
    for _ in range(STEPS):
        error = X @ w - Y
        value = np.mean(error**2)
        velocity = 0.9 * velocity + 2 * X.T @ error / len(X)
        w = w - 0.1 * velocity
    return w, value


def test_two_processes_compute_what_one_does_with_the_double_batch() -> None:
    given: list[Any] = [None, None]
    barrier = threading.Barrier(2)
    with ThreadPoolExecutor(2) as pool:
        engines = [Threads(rank, given, barrier) for rank in range(2)]
        first, second = pool.map(train, engines, (X[:4], X[4:]), (Y[:4], Y[4:]))
    params, value = trained_by_numpy()
    for result in (first, second):
        np.testing.assert_allclose(result[0], params, atol=1e-5)
        np.testing.assert_allclose(result[1], value, atol=1e-5)


def test_half_floats_are_added_in_32_bits() -> None:
    class Doubled:
        rank, size = 0, 2

        def all_reduce(self, arrays: Any) -> Any:
            assert [each.dtype for each in arrays] == [np.float32]
            return [2 * each for each in arrays]

    x = np.array([40000.0], np.float16)
    result = data_parallel(average, engine=Doubled(), level=0)(x)
    assert result.dtype == np.float16
    assert result == x


def test_a_step_averages_something() -> None:
    with pytest.raises(InvalidArrayCall, match=r"the step calls no dlc\.distributed\.average"):
        data_parallel(lambda x: x + 1)(X)


def test_averages_are_of_floats_in_a_step() -> None:
    with pytest.raises(
        NotTraceable, match=r"average: only a step of dlc\.distributed\.data_parallel has other processes"
    ):
        average(X)
    with pytest.raises(InvalidArrayCall, match="average: arrays of floats are required, but got int64"):
        data_parallel(average)(np.arange(3))
    with pytest.raises(InvalidArrayCall, match=r"average: arrays of floats are required, but got \(\)"):
        data_parallel(lambda _: average(()))(X)


def test_what_is_no_engine_is_refused() -> None:
    with pytest.raises(InvalidArrayCall, match="an engine has 'rank', 'size' and 'all_reduce', but got 2"):
        data_parallel(step, engine=2)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the number of workers must be an integer from 1, but got 0"):
        ray_engines(0)
    with pytest.raises(ValueError, match="the timeout must be a positive number of seconds, but got -1"):
        torch_engine(timeout=-1)


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(EngineUnavailable, match=r"pip install 'dlc\[ray\]'"):
        ray_engines(2)
    with pytest.raises(EngineUnavailable, match=r"pip install 'dlc\[torch\]'"):
        torch_engine()
