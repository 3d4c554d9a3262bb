"""The lowering of `math` to `llvm`: functions that LLVM has an instruction or an intrinsic for.

Functions that LLVM would call a library for (`exp`, `sin`, …) are not lowered here: `expand-math` expands them to
arithmetic, with the same results everywhere, and in vectors.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dlc.dialects import llvm, math
from dlc.dialects.math.bases import ClassificationOp
from dlc.ir import IntegerAttr, Operation
from dlc.ir.builtin_types import i32

from .lowering.elementwise import Lowered, Row, elementwise, flags_of

FLOAT: Mapping[type[Operation], Any] = {
    math.AbsFOp: llvm.FAbsOp,
    math.CeilOp: llvm.FCeilOp,
    math.CopySignOp: llvm.CopySignOp,
    math.FloorOp: llvm.FFloorOp,
    math.FmaOp: llvm.FMAOp,
    math.RoundEvenOp: llvm.RoundEvenOp,
    math.RoundOp: llvm.RoundOp,
    math.SqrtOp: llvm.SqrtOp,
    math.TruncOp: llvm.FTruncOp,
}
INTEGER: Mapping[type[Operation], Any] = {
    math.AbsIOp: llvm.AbsOp,
    math.CountLeadingZerosOp: llvm.CountLeadingZerosOp,
    math.CountTrailingZerosOp: llvm.CountTrailingZerosOp,
    math.CtPopOp: llvm.CtPopOp,
}
CLASSES: Mapping[type[Operation], int] = {
    math.IsNaNOp: 0x003,
    math.IsInfOp: 0x204,
    math.IsFiniteOp: 0x1F8,
    math.IsNormalOp: 0x108,
}
"""The mask of `llvm.is.fpclass` for each classifying op."""


@elementwise(*FLOAT)
def lower_float_function(op: Operation, row: Row) -> Lowered:
    """sqrt(x) -> llvm.intr.sqrt(x), also other functions with an intrinsic, with their flags"""
    return [row.emit(FLOAT[type(op)](*row.operands, flags_of(op)))]


@elementwise(*INTEGER)
def lower_integer_function(op: Operation, row: Row) -> Lowered:
    """ctlz(x) -> llvm.intr.ctlz(x), defined for zero; also cttz, ctpop, absi"""
    return [row.emit(INTEGER[type(op)](*row.operands))]


@elementwise(*CLASSES)
def lower_classification(op: ClassificationOp, row: Row) -> Lowered:
    """isnan(x) -> llvm.intr.is.fpclass(x), also isinf, isfinite, isnormal"""
    return [row.emit(llvm.IsFPClassOp(row.operands[0], IntegerAttr(CLASSES[type(op)], i32)))]


@elementwise(math.ClampFOp)
def lower_clampf(op: math.ClampFOp, row: Row) -> Lowered:
    """clampf(x, low, high) -> minimum(maximum(x, low), high)"""
    value, low, high = row.operands
    raised = row.emit(llvm.MaximumOp(value, low, flags_of(op)))
    return [row.emit(llvm.MinimumOp(raised, high, flags_of(op)))]


PATTERNS = (lower_float_function, lower_integer_function, lower_classification, lower_clampf)
"""Patterns for all ops of `math` that `expand-math` does not expand."""
