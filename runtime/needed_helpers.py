"""The helpers that a program needs: functions that LLVM calls where a processor has no instruction."""

from __future__ import annotations

from dlc.dialects import llvm
from dlc.ir import Operation, Type
from dlc.ir.builtin_types import FloatType, IntegerType, element_type

from .image import HELPERS

WIDE_ARITHMETIC: tuple[type[Operation], ...] = (
    *(llvm.SDivOp, llvm.UDivOp, llvm.SRemOp, llvm.URemOp),
    *(llvm.SIToFPOp, llvm.UIToFPOp, llvm.FPToSIOp, llvm.FPToUIOp),
)


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
