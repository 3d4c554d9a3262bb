"""The allocator of compiled programs: the functions that are linked as `malloc` and `free`.

They keep large freed blocks for reuse (`memory_blocks`). If a program can fail, and its memory cannot be in use after a
failure, they also keep a list of the memory allocated during the call (`call_memory.mlir`), to free it then.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass, field

from .image import HeapUse
from .memory_blocks import ALLOCATE, FREE, allocator
from .numpy_memory import Free, free_of_c
from .thread_pool import ALLOCATE_IN_CALL, FREE_IN_CALL, thread_pool

C_ALLOCATE, C_FREE = "malloc", "free"


@dataclass(frozen=True)
class Heap:
    """The functions that allocate and free a program's memory."""

    symbols: Mapping[str, int] = field(default_factory=dict[str, int])
    """The symbols that are linked instead of functions of C."""
    free: Free = free_of_c


def heap_for(use: HeapUse) -> Heap:
    """Return the functions of this process with which a program allocates."""
    if use.kind == "none":
        return Heap()
    if use.kind == "call":
        pool = thread_pool()
        symbols = {C_ALLOCATE: pool[ALLOCATE_IN_CALL], C_FREE: pool[FREE_IN_CALL]}
    else:
        addresses = allocator()
        symbols = {C_ALLOCATE: addresses[ALLOCATE], C_FREE: addresses[FREE]}
    free = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(symbols[C_FREE])
    return Heap({name: symbols[name] for name in use.declared}, free)
