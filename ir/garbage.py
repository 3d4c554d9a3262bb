"""Times in which no garbage is looked for.

Reading, transforming and cloning IR makes many objects at once that are all kept, with references in circles, so that
Python would look through them again and again and find nothing: it takes a third of the time, or many times as long. So
does importing hundreds of modules.
"""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def not_collecting() -> Generator[None, None, None]:
    """Run the body of a `with` without interruption by the garbage collector."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
