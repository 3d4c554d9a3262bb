"""The actor that adds the arrays of Ray's workers, without Ray: what it says when workers are lost."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import numpy as np
import pytest

from dlc.runtime.processes import ray_engine
from dlc.runtime.processes.ray_engine import Reducer

ONES = np.ones(2, np.float32)


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_engine, "CHECK_S", 0.01)


def results(timeout: float, *works: Any) -> list[Any]:
    """Return what calls of a reducer for two workers return that are made at the same time."""

    async def run() -> list[Any]:
        reducer = Reducer(2, timeout)
        await reducer.join(0, "first")
        await reducer.join(1, "second")
        calls: list[Coroutine[Any, Any, Any]] = [work(reducer) for work in works]
        return await asyncio.wait_for(asyncio.gather(*calls), 30)

    return asyncio.run(run())


async def first(reducer: Reducer) -> str:
    problem, _ = await reducer.add(0, ONES)
    return problem


def test_arrays_are_added_in_each_round() -> None:
    def worker(rank: int) -> Any:
        async def rounds(reducer: Reducer) -> list[float]:
            return [(await reducer.add(rank, factor * (rank + 1) * ONES))[1][0][0] for factor in (1, 10, 100)]

        return rounds

    assert results(30, worker(0), worker(1)) == [[3, 30, 300], [3, 30, 300]]


def test_a_worker_without_signs_of_life_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_engine, "SILENCE_S", 0.05)
    assert results(30, first) == ["rank 1 (second) has ended or does not run"]


def test_a_worker_that_does_not_come_is_named() -> None:
    assert results(0.2, first) == ["rank 1 (second) has not called average as often within 0.2 s"]


def test_a_worker_that_is_started_again_is_named() -> None:
    async def again(reducer: Reducer) -> str:
        await reducer.join(1, "third")
        problem, _ = await reducer.add(1, ONES)
        return problem

    expected = "rank 1 (second) has been started again, as third"
    assert results(30, first, again) == [expected, expected]


def test_arrays_have_the_same_shapes() -> None:
    async def second(reducer: Reducer) -> str:
        problem, _ = await reducer.add(1, np.ones(3, np.float32))
        return problem

    expected = "the workers average arrays of different shapes"
    assert results(30, first, second) == [expected, expected]
