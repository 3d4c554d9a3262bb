"""Functions that LLVM calls where a processor has no instruction: conversions to small floats, and arithmetic on
integers of more than 64 bits. A compiler's own library has them elsewhere; ours are in `*.mlir` in this folder.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable

from dlc.codegen.jit import Library
from dlc.dialects import llvm
from dlc.ir import Operation, Type
from dlc.ir.builtin_types import FloatType, IntegerType, element_type
from dlc.ir.forks import at_work

from .image import HELPERS
from .support import support_library

WIDE_ARITHMETIC: tuple[type[Operation], ...] = (
    *(llvm.SDivOp, llvm.UDivOp, llvm.SRemOp, llvm.URemOp),
    *(llvm.SIToFPOp, llvm.UIToFPOp, llvm.FPToSIOp, llvm.FPToUIOp),
)
_libraries: dict[str, Library] = {}
_making = threading.Lock()


def helpers_of(module: Operation) -> tuple[str, ...]:
    """Return which of `HELPERS` the machine code of a module may call."""
    results: set[Type] = set()
    computed: set[Type] = set()
    for op in module.walk():
        results.update(op.result_types)
        if isinstance(op, WIDE_ARITHMETIC):
            computed.update((op.operands[0].type, op.results[0].type))
    has_small_floats = any(isinstance(each, FloatType) and each.width == 16 for each in map(element_type, results))
    has_wide_integers = any(isinstance(each, IntegerType) and each.width > 64 for each in map(element_type, computed))
    needed = {"float_conversions": has_small_floats, "wide_integers": has_wide_integers}
    return tuple(name for name in HELPERS if needed[name])


def helper_addresses(names: Iterable[str]) -> dict[str, int]:
    """Return the addresses of the functions of some helpers."""
    with at_work(), _making:
        for name in names:
            if name not in _libraries:
                _libraries[name] = support_library([f"{name}.mlir"])
    return {function: address for name in names for function, address in _libraries[name].addresses.items()}
