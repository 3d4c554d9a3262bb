"""Measuring how cost grows, on a machine that may be busy."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable


def best_of(work: Callable[[], object], times: int = 3) -> float:
    """The least number of seconds that `work` took, without the garbage collector."""
    best = float("inf")
    for _ in range(times):
        gc.collect()
        gc.disable()
        start = time.perf_counter()
        try:
            work()
        finally:
            best = min(best, time.perf_counter() - start)
            gc.enable()
    return best
