"""Counting work, and its growth with the size of the input.

Work is counted in lines of Python that run: the same number on any machine, busy or not. What C code does, such as
searching a list, is not seen; so `make growth` runs these tests once more with `--timed`: then processor seconds count.
"""

from __future__ import annotations

import gc
import signal
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_is_timed = False


def count_seconds() -> None:
    """Count processor seconds from now on, as `--timed` requires."""
    global _is_timed  # noqa: PLW0603 (of the process, as the option is)
    _is_timed = True


def lines_run(work: Callable[[], object]) -> int:
    """Count the lines of Python that run in some work."""
    count = 0

    def see(frame: FrameType, event: str, argument: object) -> Any:  # what settrace calls
        nonlocal count
        count += 1
        return see

    before = sys.gettrace()
    sys.settrace(see)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def seconds_taken(work: Callable[[], object]) -> float:
    """Measure the processor seconds of some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def cost_of(work: Callable[[], object]) -> float:
    """Return what some work costs, without the garbage collector."""
    gc.disable()  # it would run the lines of finalizers, and take seconds once much is in memory
    try:
        return seconds_taken(work) if _is_timed else lines_run(work)
    finally:
        gc.enable()


def assert_cheap(work: Callable[[], object], *, lines: int, seconds: float) -> None:
    """Do some work that may cost so much at most: lines, or seconds where these count."""
    cost = cost_of(work)
    assert cost <= (seconds if _is_timed else lines), cost


def assert_linear(cost: Callable[[int], float], small: int, factor: int) -> None:
    """Let the work for a size, and for `factor` times that size, cost nearly in proportion.

    Of seconds it may be five times as much, in the best of three attempts: growth shows every time.
    """
    cost(small)  # fills caches
    if _is_timed:
        assert any(cost(small * factor) < 5 * factor * cost(small) for _ in range(3))
    else:
        few, many = cost(small), cost(small * factor)
        assert many < 1.6 * factor * few, (few, many)


class TookTooLong(Exception):
    """Something ran on that should have been done in a thousandth of the time."""


@contextmanager
def guarded(seconds: float) -> Generator[None]:
    """Raise `TookTooLong` after some processor seconds, for code that would run forever if it were wrong."""

    def stop(signal_number: int, frame: FrameType | None) -> None:  # what `signal` calls
        raise TookTooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
