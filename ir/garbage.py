"""Times in which no garbage is looked for.

Reading, transforming and cloning IR makes many objects at once that are nearly all kept, with references in circles, so
that Python would look through them again and again and find nothing: it takes a third of the time, or many times as
long. So does importing hundreds of modules. What is erased from IR is freed without a collector.
"""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager

MANY = 100_000
"""The number of new objects from which on looking through them takes long."""
MOST_PASSED_OVER = 1_000_000
"""The number of objects that may become old without being looked at, before the next collection of all objects."""
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
            if not _pauses:
                _passed_over.make_old()
            gc.enable()


class _PassedOver:
    """The objects that were called old without being looked at, which happens when Python next looks at all objects."""

    def __init__(self) -> None:
        self.count = 0
        self.full_collections = 0

    def make_old(self) -> None:
        """Let new objects, if there are many, be looked at only with all others."""
        count, full_collections = gc.get_count()[0], gc.get_stats()[-1]["collections"]
        if full_collections != self.full_collections:
            self.count, self.full_collections = 0, full_collections
        if count < MANY or self.count + count > MOST_PASSED_OVER or gc.get_freeze_count():
            return
        self.count += count
        gc.freeze()  # and with the next call these objects are in the oldest generation
        gc.unfreeze()


_passed_over = _PassedOver()
