"""Shared code of the workers of both Python engines: timing of a call, with equal garbage collection."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable

from measure import seconds_of


def timer() -> Callable[[Callable[[], object]], float]:
    """Return a function that times one call; the collector is off during it, or, with `--gc`, on with Python's
    thresholds.
    """
    collecting = "--gc" in sys.argv

    def timed(work: Callable[[], object]) -> float:
        gc.collect()
        if not collecting:
            gc.disable()
        try:
            return seconds_of(work)
        finally:
            gc.enable()

    return timed
