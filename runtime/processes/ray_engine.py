"""Tasks and actors of Ray as an engine: an actor adds their arrays, which come through Ray's object store.

The actor belongs to the process that makes the engines, and lives as long as they do. Each worker gives it a sign of
life once a second.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from .common import SILENCE_S, EngineUnavailable, WorkerLost, beat, counted, require, this_process

Array = np.ndarray[Any, Any]
CHECK_S = 1.0
"""The seconds between two checks whether all workers live."""
LATENCY_S = 30.0
"""The seconds that the actor may take beyond the timeout."""


class Reducer:
    """The actor that adds the arrays of all workers."""

    def __init__(self, size: int, timeout: float) -> None:
        self.size = size
        self.timeout = timeout
        self.names: dict[int, str] = {}
        self.signs: dict[int, float] = {}
        self.given: dict[int, Sequence[Array]] = {}
        self.sums: list[Array] = []
        self.problem = ""
        self.added = asyncio.Event()

    async def sign(self, rank: int) -> None:
        """Note that a worker lives."""
        self.signs[rank] = time.monotonic()

    async def join(self, rank: int, name: str) -> None:
        """Note which process has a rank."""
        known = self.names.setdefault(rank, name)
        if known != name:
            self._fail(f"rank {rank} ({known}) has been started again, as {name}")
        await self.sign(rank)

    async def add(self, rank: int, *arrays: Array) -> tuple[str, Sequence[Array]]:
        """Return a problem, and the sums of arrays when all workers have given theirs."""
        added = self.added
        self.given[rank] = arrays
        if len(self.given) == self.size and not self.problem:
            ordered = [self.given[each] for each in range(self.size)]
            if len({tuple((array.shape, array.dtype) for array in each) for each in ordered}) > 1:
                self._fail("the workers average arrays of different shapes")
            else:
                self.sums = [np.sum(each, axis=0, dtype=each[0].dtype) for each in zip(*ordered, strict=True)]
                self.given, self.added = {}, asyncio.Event()
                added.set()
                return "", self.sums
        return await self._others(added)

    async def _others(self, added: asyncio.Event) -> tuple[str, Sequence[Array]]:
        end = time.monotonic() + self.timeout
        while not self.problem:
            try:
                await asyncio.wait_for(added.wait(), CHECK_S)
            except asyncio.TimeoutError:
                self._check(is_late=time.monotonic() > end)
            else:
                return "", self.sums
        return self.problem, ()

    def _check(self, *, is_late: bool) -> None:
        """Find a problem with workers that have not given their arrays."""
        missing = [rank for rank in range(self.size) if rank not in self.given]
        now = time.monotonic()
        silent = [self._name(rank) for rank in missing if now - self.signs.get(rank, now) > SILENCE_S]
        if silent:
            self._fail(f"{counted(silent)} ended or does not run")
        elif is_late:
            late = [self._name(rank) for rank in missing]
            self._fail(f"{counted(late)} not called average as often within {self.timeout:g} s")

    def _fail(self, problem: str) -> None:
        self.problem = self.problem or problem

    def _name(self, rank: int) -> str:
        return f"rank {rank} ({self.names.get(rank, 'not started')})"


class RayEngine:
    """A worker among those that share an actor; it is passed to a task or an actor of Ray."""

    def __init__(self, rank: int, size: int, timeout: float, reducer: Any) -> None:
        self.rank = rank
        self.size = size
        self.timeout = timeout
        self._reducer = reducer
        self._has_joined = False
        self._sums = 0

    def all_reduce(self, arrays: Sequence[Array]) -> Sequence[Array]:
        """Return the sums of arrays of all workers."""
        ray = require("ray")
        self._sums += 1
        where = f"sum {self._sums} of rank {self.rank}"
        try:
            if not self._has_joined:
                ray.get(self._reducer.join.remote(self.rank, this_process()), timeout=self.timeout)
                self._has_joined = True
                beat(self, RayEngine._sign)
            problem, sums = ray.get(self._reducer.add.remote(self.rank, *arrays), timeout=self.timeout + LATENCY_S)
        except (ray.exceptions.RayError, TimeoutError) as error:
            reason = str(error).strip().partition("\n")[0]
            raise WorkerLost(f"{where}: the actor that adds arrays does not answer: {reason}") from error
        if problem:
            raise WorkerLost(f"{where}: {problem}")
        return [np.array(each) for each in sums]

    def _sign(self) -> None:
        self._reducer.sign.remote(self.rank)


def make_ray_engines(size: int, timeout: float) -> list[RayEngine]:
    """Return the engines of workers, and start their actor."""
    ray = require("ray")
    if not ray.is_initialized():
        raise EngineUnavailable("Ray is not initialized: call ray.init()")
    actor = ray.remote(num_cpus=0, max_concurrency=4 * size)(Reducer)
    reducer = actor.remote(size, timeout)
    return [RayEngine(rank, size, timeout, reducer) for rank in range(size)]
