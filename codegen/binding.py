"""llvmlite, the only way to LLVM: imported here and nowhere else, since that takes 130 ms.

LLVM is told of its targets once. What it says to standard error on its own is caught where that is the only place
where it says it.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import llvmlite.binding as llvm  # pyright: ignore[reportMissingTypeStubs] (it has none)

_T = TypeVar("_T")
_lock = threading.Lock()

binding: Any = llvm
"""The module `llvmlite.binding`, as type checkers see it: without types."""


@cache
def initialize() -> None:
    """Make all targets known that the library was built with."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    binding.initialize_native_asmparser()
    # At level 0, LLVM's fast selection of instructions merges a load of one float into a blend of vectors, which reads
    # 12 bytes more than the program does: a fault, where an array ends with its page. The other way takes a bit longer.
    binding.set_option("dlc", "-fast-isel=false")


def while_listening(action: Callable[[], _T]) -> tuple[_T, str]:
    """What `action` gives, and what was written to the process's standard error meanwhile.

    LLVM does not answer but writes there when it does not know a processor or a feature.
    """
    with _lock, tempfile.TemporaryFile() as heard:
        sys.stderr.flush()
        kept = os.dup(2)
        try:
            os.dup2(heard.fileno(), 2)
            result = action()
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        heard.seek(0)
        return result, heard.read().decode(errors="replace")
