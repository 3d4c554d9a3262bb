"""What the workers of both Python engines share: how one call is timed, with the same garbage collection for both."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable

from measure import seconds_of


def timer() -> Callable[[Callable[[], object]], float]:
    """Times one call; the collector is off during it, or, with `--gc`, on with Python's own thresholds."""
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
