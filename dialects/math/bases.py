"""Shared parts of the ops of `math`."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from dlc.dialects.arith.attributes import NO_FASTMATH, FastMathAttr
from dlc.dialects.arith.bases import FloatUnaryOp, I, as_bool
from dlc.dialects.arith.float_ops import float_format
from dlc.dialects.arith.folding import Operands, fold_bits
from dlc.ir.builtin_constraints import bool_like, float_like
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, operand
from dlc.ir.floats import FloatFormat
from dlc.ir.interfaces import FoldResult

from .numerics import ExactFunction, RealFunction, fold_exact, fold_real


class RealFunctionOp(FloatUnaryOp):
    """A function of which only an approximation is known; constants of f32 and f64 are folded."""

    function: ClassVar[RealFunction]

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, type(self).function)


class ExactFunctionOp(FloatUnaryOp):
    """A function whose result is rounded once; constants of every format are folded."""

    function: ClassVar[ExactFunction]

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_exact(operands, self.result.type, type(self).function)


class ClassificationOp(Op):
    """A float, or a vector or tensor of them, to one bit each."""

    operand: Operand = operand(float_like)
    result: Result = inferred_result(bool_like, type_from=("operand", as_bool))
    fastmath: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)
    syntax = "$operand attr-dict `:` type($operand)"
    holds: ClassVar[Callable[[FloatFormat, int], bool]]

    def fold(self, operands: Operands) -> FoldResult | None:
        form, holds = float_format(self.operand.type), type(self).holds
        return fold_bits(operands, self.result.type, lambda bits: int(holds(form, bits)))


class IntegerUnaryOp(Op):
    """An integer, or a vector or tensor of them, to the same."""

    operand: Operand = operand(I)
    result: Result = inferred_result(I)
    syntax = "$operand attr-dict `:` type($result)"
