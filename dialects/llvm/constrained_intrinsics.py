"""Conversions to and from floats that observe the rounding mode and the exceptions of the environment."""

from __future__ import annotations

from dlc.ir.builtin_attributes import IntegerAttr
from dlc.ir.definition import Attr, Op, Operand, Result, attr, op, operand, result
from dlc.ir.traits import Pure

from .attributes import fp_exception_behavior, rounding_mode
from .constraints import float_like, integer_like


class _Rounded(Op):
    """A conversion in a rounding mode."""

    roundingmode: Attr[IntegerAttr] = attr(rounding_mode)
    fpExceptionBehavior: Attr[IntegerAttr] = attr(fp_exception_behavior)  # noqa: N815 (MLIR's name)
    syntax = "$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type($res)"


@op("llvm.intr.experimental.constrained.fptrunc", traits=(Pure,))
class ConstrainedFPTruncOp(_Rounded):
    """A float of fewer bits.

    Example: %r = llvm.intr.experimental.constrained.fptrunc %x towardzero ignore : f64 to f32
    """

    arg_0: Operand = operand(float_like)
    res: Result = result(float_like)


@op("llvm.intr.experimental.constrained.sitofp", traits=(Pure,))
class ConstrainedSIToFPOp(_Rounded):
    """The float for a signed integer.

    Example: %r = llvm.intr.experimental.constrained.sitofp %x tonearest maytrap : i32 to f32
    """

    arg_0: Operand = operand(integer_like)
    res: Result = result(float_like)


@op("llvm.intr.experimental.constrained.uitofp", traits=(Pure,))
class ConstrainedUIToFPOp(_Rounded):
    """The float for an unsigned integer.

    Example: %r = llvm.intr.experimental.constrained.uitofp %x dynamic strict : i32 to f32
    """

    arg_0: Operand = operand(integer_like)
    res: Result = result(float_like)


@op("llvm.intr.experimental.constrained.fpext", traits=(Pure,))
class ConstrainedFPExtOp(Op):
    """A float of more bits, which needs no rounding.

    Example: %r = llvm.intr.experimental.constrained.fpext %x ignore : f32 to f64
    """

    arg_0: Operand = operand(float_like)
    fpExceptionBehavior: Attr[IntegerAttr] = attr(fp_exception_behavior)  # noqa: N815 (MLIR's name)
    res: Result = result(float_like)
    syntax = "$arg_0 $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type($res)"
