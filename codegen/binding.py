"""llvmlite, the interface to LLVM. It is imported only here, because that takes 130 ms.

LLVM's targets are initialized once. This module uses nothing of dlc, so that a worker need not load it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import llvmlite  # pyright: ignore[reportMissingTypeStubs] (it has none)
import llvmlite.binding as llvm  # pyright: ignore[reportMissingTypeStubs] (it has none)

binding: Any = llvm
"""The module `llvmlite.binding`, untyped."""
LLVMLITE_VERSION: str = llvmlite.__version__
LOCK: Any = binding.ffi.lib._lock._lock
"""The lock that every call of LLVM holds."""


@cache
def initialize() -> None:
    """Register all targets that the library was built with."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    binding.initialize_native_asmparser()
    # At level 0, LLVM's fast selection of instructions merges a load of one float into a blend of vectors, which reads
    # 12 bytes more than the program does: a fault, where an array ends with its page. The other way takes a bit longer.
    binding.set_option("dlc", "-fast-isel=false")
