"""Measuring how cost grows, on a machine that may be busy."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable


def best_of(work: Callable[[], object], times: int = 3) -> float:
    """The least processor seconds that `work` took, without the garbage collector."""
    best = float("inf")
    for _ in range(times):
        gc.disable()  # a full collection takes seconds once much is in memory
        start = time.process_time()
        try:
            work()
        finally:
            best = min(best, time.process_time() - start)
            gc.enable()
    return best


def grows_linearly(seconds: Callable[[int], float], small: int, factor: int, attempts: int = 3) -> bool:
    """Whether `factor` times the size costs nowhere near its square: less than five times what is proportional.

    Measured anew where it does not look so: a busy machine is no evidence, growth shows every time.
    """
    return any(seconds(small * factor) < 5 * factor * seconds(small) for _ in range(attempts))
