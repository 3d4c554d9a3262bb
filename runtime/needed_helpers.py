"""The helpers that a program needs: functions that LLVM calls where a processor has no instruction, and those of MLIR's
runner utilities, which programs declare and call.
"""

from __future__ import annotations

from collections.abc import Iterable

from dlc.dialects import llvm
from dlc.ir import Operation, Type
from dlc.ir.builtin_types import FloatType, IntegerType, element_type

from .image import HELPERS

WIDE_ARITHMETIC: tuple[type[Operation], ...] = (
    *(llvm.SDivOp, llvm.UDivOp, llvm.SRemOp, llvm.URemOp),
    *(llvm.SIToFPOp, llvm.UIToFPOp, llvm.FPToSIOp, llvm.FPToUIOp),
)

_ELEMENTS = ("I8", "I16", "I32", "I64", "Ind", "F16", "BF16", "F32", "F64", "C32", "C64")
_PRINT_MEMREF = [f"printMemref{shape}{each}" for each in _ELEMENTS for shape in ("", "Shape")]
RUNNER_FUNCTIONS = frozenset(
    {
        *(f"{prefix}{name}" for name in _PRINT_MEMREF for prefix in ("", "_mlir_ciface_")),
        *("printI64", "printU64", "printF32", "printF64", "printOpen", "printClose", "printComma", "printNewline"),
        *("printString", "printFlops", "rtclock", "_mlir_ciface_nanoTime"),
    }
)
"""The functions of MLIR's runner utilities that are here."""


def helpers_of(module: Operation, required: Iterable[str] = ()) -> tuple[str, ...]:
    """Return which of `HELPERS` the machine code of a module may call, given the functions that are `required`."""
    results: set[Type] = set()
    computed: set[Type] = set()
    for op in module.walk():
        results.update(op.result_types)
        if isinstance(op, WIDE_ARITHMETIC):
            computed.update((op.operands[0].type, op.results[0].type))
    has_small_floats = any(isinstance(each, FloatType) and each.width == 16 for each in map(element_type, results))
    has_wide_integers = any(isinstance(each, IntegerType) and each.width > 64 for each in map(element_type, computed))
    needed = {
        "float_conversions": has_small_floats,
        "wide_integers": has_wide_integers,
        "runner_functions": not RUNNER_FUNCTIONS.isdisjoint(required),
    }
    return tuple(name for name in HELPERS if needed[name])
