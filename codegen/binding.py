"""llvmlite, the interface to LLVM. It is imported only here, because that takes 130 ms.

LLVM's targets are initialized once. Messages that LLVM only writes to standard error are captured.
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

from dlc.ir.forks import hold_across_forks

_T = TypeVar("_T")
_lock = threading.Lock()

binding: Any = llvm
"""The module `llvmlite.binding`, untyped."""
hold_across_forks(_lock)
hold_across_forks(binding.ffi.lib._lock._lock)  # every call of LLVM holds it


@cache
def initialize() -> None:
    """Register all targets that the library was built with."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    binding.initialize_native_asmparser()
    # At level 0, LLVM's fast selection of instructions merges a load of one float into a blend of vectors, which reads
    # 12 bytes more than the program does: a fault, where an array ends with its page. The other way takes a bit longer.
    binding.set_option("dlc", "-fast-isel=false")


def while_listening(action: Callable[[], _T]) -> tuple[_T, str]:
    """Return the result of `action`, and the text written to the process's standard error meanwhile.

    For an unknown processor or feature, LLVM writes a message there instead of returning an error.
    """
    with _lock, tempfile.TemporaryFile() as heard:
        sys.stderr.flush()
        saved_stderr = os.dup(2)
        try:
            os.dup2(heard.fileno(), 2)
            result = action()
        finally:
            os.dup2(saved_stderr, 2)
            os.close(saved_stderr)
        heard.seek(0)
        return result, heard.read().decode(errors="replace")
