"""Shared parts of the ops of `arith`: operand types, forms, flags."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Attribute, Type, UnitAttr, Value
from dlc.ir.builtin_constraints import float_like, signless_integer_like, unit_attr
from dlc.ir.builtin_types import i1, like
from dlc.ir.constraints import TypeVariable
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, operand, optional_attr

from .attributes import NO_FASTMATH, NO_OVERFLOW_FLAGS, FastMathAttr, IntegerOverflowFlagsAttr

I = TypeVariable("I", signless_integer_like)  # noqa: E741 (the name says integers)
F = TypeVariable("F", float_like)


def as_bool(type: Type) -> Type:
    """i1 in the shape of a type."""
    return like(type, i1)


class IntegerBinaryOp(Op):
    """Two integers, or vectors or tensors of them, to one of the same type."""

    lhs: Operand = operand(I)
    rhs: Operand = operand(I)
    result: Result = inferred_result(I)
    syntax = "$lhs `,` $rhs attr-dict `:` type($result)"


class OverflowingBinaryOp(IntegerBinaryOp):
    """An integer binary op whose signed or unsigned overflow can be declared to give poison."""

    overflowFlags: Attr[IntegerOverflowFlagsAttr] = attr(  # noqa: N815 (MLIR's name)
        IntegerOverflowFlagsAttr, default=NO_OVERFLOW_FLAGS
    )
    syntax = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)"


class ExactBinaryOp(IntegerBinaryOp):
    """An integer binary op whose nonzero remainder can be declared to give poison."""

    isExact: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)  # noqa: N815 (MLIR's name)
    syntax = "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)"


class FloatUnaryOp(Op):
    """An op from a float, or a vector or tensor of floats, to the same type."""

    operand: Operand = operand(F)
    result: Result = inferred_result(F)
    fastmath: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)
    syntax = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


class FloatBinaryOp(Op):
    """Two floats, or vectors or tensors of them, to one of the same type."""

    lhs: Operand = operand(F)
    rhs: Operand = operand(F)
    result: Result = inferred_result(F)
    fastmath: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)
    syntax = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


def other_and_constant(
    op: IntegerBinaryOp | FloatBinaryOp, operands: Sequence[Attribute | None]
) -> tuple[Value, Attribute | None]:
    """The constant operand of a commutative op, the right one if both are, and the other operand."""
    if operands[1] is None and operands[0] is not None:
        return op.rhs, operands[0]
    return op.lhs, operands[1]
