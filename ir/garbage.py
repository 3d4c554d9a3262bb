"""Times in which no garbage is looked for.

Reading, transforming and cloning IR makes many objects at once that are all kept, with references in circles, so that
Python would look through them again and again and find nothing: it takes a third of the time, or many times as long. So
does importing hundreds of modules.
"""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager

MANY = 100_000
"""The number of new objects from which on looking through them takes long."""
_pauses: list[None] = []
"""One entry for each `not_collecting` that has turned the collector off, which the user had not."""


@contextmanager
def not_collecting() -> Generator[None, None, None]:
    """Run the body of a `with` without interruption by the garbage collector."""
    collecting = gc.isenabled()
    gc.disable()
    if collecting:
        _pauses.append(None)
    try:
        yield
    finally:
        if collecting:
            _pauses.pop()
            gc.enable()


def collect_while_waiting() -> None:
    """Collect the garbage that there is since the collector was paused, if that is much.

    Python does it anyway when the pause ends; before the result of another process is awaited, it takes no time.
    """
    if _pauses and gc.get_count()[0] >= MANY:
        gc.collect(0)
