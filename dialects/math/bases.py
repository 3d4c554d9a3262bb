"""Shared parts of the ops of `math`."""

from __future__ import annotations

from dlc.dialects.arith.attributes import NO_FASTMATH, FastMathAttr
from dlc.dialects.arith.bases import F, I, as_bool
from dlc.ir.builtin_constraints import bool_like, float_like
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, operand


class FloatUnaryOp(Op):
    """A float, or a vector or tensor of them, to the same."""

    operand: Operand = operand(F)
    result: Result = inferred_result(F)
    fastmath: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)
    syntax = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


class FloatBinaryOp(Op):
    """Two floats, or vectors or tensors of them, to the same."""

    lhs: Operand = operand(F)
    rhs: Operand = operand(F)
    result: Result = inferred_result(F)
    fastmath: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)
    syntax = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


class ClassificationOp(Op):
    """A float, or a vector or tensor of them, to one bit each."""

    operand: Operand = operand(float_like)
    result: Result = inferred_result(bool_like, type_from=("operand", as_bool))
    fastmath: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)
    syntax = "$operand attr-dict `:` type($operand)"


class IntegerUnaryOp(Op):
    """An integer, or a vector or tensor of them, to the same."""

    operand: Operand = operand(I)
    result: Result = inferred_result(I)
    syntax = "$operand attr-dict `:` type($result)"
