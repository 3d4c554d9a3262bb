"""Functions that LLVM calls where a processor has no instruction: conversions to small floats, and arithmetic on
integers of more than 64 bits. A compiler's own library has them elsewhere; ours are in `*.mlir` in this folder, with
the functions of MLIR's runner utilities.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable

from dlc.codegen.jit import Library
from dlc.ir.forks import at_work

from .support import support_library

_libraries: dict[str, Library] = {}
_making = threading.Lock()


def helper_addresses(names: Iterable[str]) -> dict[str, int]:
    """Return the addresses of the functions of some helpers."""
    with at_work(), _making:
        for name in names:
            if name not in _libraries:
                _libraries[name] = support_library([f"{name}.mlir"])
    return {function: address for name in names for function, address in _libraries[name].addresses.items()}
