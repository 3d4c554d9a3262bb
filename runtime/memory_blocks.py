"""The memory that compiled programs allocate: `memory_blocks.mlir`, compiled when it is first needed, and kept.

Where there is nothing to keep blocks with, it is C's. Each block is known to C's `malloc` in any case: whoever frees it
need not know where it is from.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from functools import cache

from dlc.codegen.jit import Library

from .support import support_library

ALLOCATE, FREE = "dlc_allocate", "dlc_free"
KEPT_LIMIT, KEPT_BYTES = "dlc_kept_limit", "dlc_kept_bytes"
"""The `i64`s that say how many bytes of freed blocks may be kept, and how many are."""
_making = threading.Lock()


def allocator() -> dict[str, int]:
    """The addresses of what allocates and of what frees; C's own where there is nothing to keep blocks with."""
    process = ctypes.CDLL(None)
    if sys.platform == "linux" and all(hasattr(process, name) for name in ("malloc_usable_size", "madvise")):
        return {name: memory_blocks()[name] for name in (ALLOCATE, FREE)}
    found = {ALLOCATE: process.malloc, FREE: process.free}
    return {name: ctypes.cast(function, ctypes.c_void_p).value or 0 for name, function in found.items()}


def memory_blocks() -> Library:
    """What keeps blocks in this process, with the addresses of what it offers."""
    with _making:
        return _library()


@cache
def _library() -> Library:
    return support_library(["memory_blocks.mlir"], [KEPT_LIMIT, KEPT_BYTES], level=0)
