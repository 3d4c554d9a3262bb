"""The allocator of compiled programs: `memory_blocks.mlir`, compiled when it is first needed, and kept.

Without support for keeping blocks, it is C's allocator. Every block comes from C's library in any case, so code that
frees a block need not know where it was allocated.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from functools import cache

from dlc.codegen.jit import Library
from dlc.ir.forks import at_work

from .support import support_library

ALLOCATE, FREE = "dlc_allocate", "dlc_free"
KEPT_LIMIT, KEPT_BYTES = "dlc_kept_limit", "dlc_kept_bytes"
"""The `i64` variables with the maximum number of bytes of freed blocks to be kept, and the current one."""
_NEEDED = ("aligned_alloc", "malloc_usable_size", "madvise")
_making = threading.Lock()


def allocator() -> dict[str, int]:
    """Return the addresses of the functions that allocate and free; those of C if blocks cannot be kept."""
    process = ctypes.CDLL(None)
    if sys.platform == "linux" and all(hasattr(process, name) for name in _NEEDED):
        return {name: memory_blocks()[name] for name in (ALLOCATE, FREE)}
    addresses = {ALLOCATE: process.malloc, FREE: process.free}
    return {name: ctypes.cast(function, ctypes.c_void_p).value or 0 for name, function in addresses.items()}


def memory_blocks() -> Library:
    """Return the library that keeps blocks in this process, with the addresses of its functions."""
    with at_work(), _making:
        return _library()


@cache
def _library() -> Library:
    return support_library(["memory_blocks.mlir"], [KEPT_LIMIT, KEPT_BYTES], level=0)
