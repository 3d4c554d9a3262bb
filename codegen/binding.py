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


def parsed(text: str) -> Any:
    """Return LLVM's module for the text of LLVM IR, in a context of its own. Raises `RuntimeError` if it is invalid."""
    context: Any = binding.create_context()
    return _Module(binding.parse_assembly(text, context), context)


class _Module(binding.ModuleRef):
    """A module that frees its context after itself.

    llvmlite's module and context are objects that each free what they stand for. The garbage collector finalizes the
    objects of a cycle in any order, so it might free the context first, and the module would be freed twice.
    """

    def __init__(self, module: Any, context: Any) -> None:
        binding.ModuleRef.__init__(self, module._ptr, context)
        self._memory = context._ptr
        for each in (module, context):
            each.detach()

    def _dispose(self) -> None:
        binding.ModuleRef._dispose(self)
        binding.ffi.lib.LLVMPY_ContextDispose(self._memory)
