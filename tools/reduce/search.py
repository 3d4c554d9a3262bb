"""Delta debugging: reductions are applied to ever smaller chunks of their sites, until none of them helps.

A reduction has a number of sites in a state (a module, a text) and can reduce any range of them at once. The search
tries all sites, then each half, each quarter, down to single ones, and continues from each interesting candidate; it
starts over until a round changes nothing. No candidate is tested twice: candidates with the same text are equal.

With several jobs candidates are tested ahead of time, and the first interesting one in order is taken, so the result is
independent of the number of jobs. The caller defines what a state is, and what makes it interesting.
"""

from __future__ import annotations

import hashlib
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

S = TypeVar("S")


class Reduction(ABC, Generic[S]):
    """One way to make a state smaller. Terminates: a state has finitely many sites, which only get smaller."""

    name: ClassVar[str]
    ways: ClassVar[int] = 1
    """The number of variants of the reduction, tried in order on the same sites."""

    @abstractmethod
    def count(self, state: S) -> int:
        """Return the number of sites."""

    @abstractmethod
    def apply(self, state: S, chosen: range, way: int) -> S | None:
        """Return a smaller state in which these sites are reduced, or `None`; `state` itself is not modified."""

    @classmethod
    def summary(cls) -> str:
        """Return a description of one line."""
        return (cls.__doc__ or "").partition("\n")[0]


@dataclass(frozen=True)
class Limits:
    """Limits that stop the search early."""

    tests: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Attempt(Generic[S]):
    """A candidate: the state, its text, and the sites that were reduced."""

    state: S
    text: str
    chosen: range


class LimitReached(Exception):
    """The search has reached its limit of tests or time."""


class Search(Generic[S]):
    """The smallest interesting state found so far, and the texts that were tried."""

    def __init__(
        self,
        start: S,
        text: str,
        spell: Callable[[S], str | None],
        test: Callable[[S, str], bool],
        *,
        jobs: int = 1,
        limits: Limits | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        self.best = start
        self.best_text = text
        self.tests = 0
        self.stopped: str | None = None
        """Why the search ended early, or `None`."""
        self._spell = spell
        self._test = test
        self._jobs = jobs
        self._limits = limits or Limits()
        self._progress = progress
        self._seen = {_digest(text)}
        self._exhausted: dict[int, S] = {}
        """For each reduction, the state that it cannot make smaller."""
        self._began = time.monotonic()

    @property
    def seconds(self) -> float:
        """The running time of the search."""
        return time.monotonic() - self._began

    def minimize(self, reductions: Sequence[Reduction[S]]) -> S:
        """Apply the reductions until none of them helps, or a limit is reached."""
        pool = ThreadPoolExecutor(self._jobs) if self._jobs > 1 else None
        try:
            while self._round(reductions, pool):
                pass
        except LimitReached as limit:
            self.stopped = str(limit)
        finally:
            if pool is not None:
                pool.shutdown(wait=False, cancel_futures=True)
        return self.best

    def _round(self, reductions: Sequence[Reduction[S]], pool: ThreadPoolExecutor | None) -> bool:
        changed = False
        for number, reduction in enumerate(reductions):
            if self._exhausted.get(number) is self.best:
                continue
            if self._sweep(reduction, pool):
                changed = True
                if self._progress is not None:
                    self._progress(reduction.name)
            else:
                self._exhausted[number] = self.best
        return changed

    def _sweep(self, reduction: Reduction[S], pool: ThreadPoolExecutor | None) -> bool:
        """Reduce ever smaller chunks, from the last site to the first, so that uses are removed before definitions."""
        changed = False
        size = count = reduction.count(self.best)
        while size:
            end = count
            while end > 0:
                attempts = self._attempts(reduction, size, end)
                attempt = self._first(attempts) if pool is None else self._first_of_many(attempts, pool)
                if attempt is None:
                    break
                self.best, self.best_text = attempt.state, attempt.text
                changed = True
                count = reduction.count(self.best)
                end = min(attempt.chosen.start, count)
            size = min(size // 2, count)
        return changed

    def _attempts(self, reduction: Reduction[S], size: int, end: int) -> Iterator[Attempt[S]]:
        """Generate the candidates that have not been tested, on demand."""
        waiting: set[bytes] = set()
        for stop in range(end, 0, -size):
            chosen = range(max(stop - size, 0), stop)
            for way in range(reduction.ways):
                self._check_time()
                state = reduction.apply(self.best, chosen, way)
                text = self._spell(state) if state is not None else None
                if state is None or text is None:
                    continue
                digest = _digest(text)
                if digest not in self._seen and digest not in waiting:
                    waiting.add(digest)
                    yield Attempt(state, text, chosen)

    def _first(self, attempts: Iterator[Attempt[S]]) -> Attempt[S] | None:
        for attempt in attempts:
            self._count(attempt)
            if self._test(attempt.state, attempt.text):
                return attempt
        return None

    def _first_of_many(self, attempts: Iterator[Attempt[S]], pool: ThreadPoolExecutor) -> Attempt[S] | None:
        """Return the first interesting candidate, with tests running ahead; answers are used in order."""
        running: deque[tuple[Attempt[S], Future[bool]]] = deque()
        try:
            while True:
                while len(running) < self._jobs and (attempt := next(attempts, None)) is not None:
                    running.append((attempt, pool.submit(self._test, attempt.state, attempt.text)))
                if not running:
                    return None
                first, answer = running.popleft()
                self._count(first)
                if answer.result():
                    return first
        finally:
            for _, answer in running:
                answer.cancel()

    def _count(self, attempt: Attempt[S]) -> None:
        if self._limits.tests is not None and self.tests >= self._limits.tests:
            raise LimitReached(f"after {self.tests} tests")
        self._check_time()
        self.tests += 1
        self._seen.add(_digest(attempt.text))

    def _check_time(self) -> None:
        if self._limits.seconds is not None and self.seconds > self._limits.seconds:
            raise LimitReached(f"after {self._limits.seconds:g} seconds")


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
