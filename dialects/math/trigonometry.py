"""Trigonometric and hyperbolic functions and their inverses."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dlc.dialects.arith.attributes import NO_FASTMATH, FastMathAttr
from dlc.dialects.arith.bases import F
from dlc.dialects.arith.folding import Operands
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, op, operand
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Elementwise, Pure

from .bases import FloatBinaryOp, FloatUnaryOp
from .numerics import fold_real, hyperbolic_cosine, hyperbolic_sine


@op("math.sin", traits=(Pure, Elementwise))
class SinOp(FloatUnaryOp):
    """The sine.

    Example: %r = math.sin %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, math.sin)


@op("math.cos", traits=(Pure, Elementwise))
class CosOp(FloatUnaryOp):
    """The cosine.

    Example: %r = math.cos %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, math.cos)


@op("math.tan", traits=(Pure, Elementwise))
class TanOp(FloatUnaryOp):
    """The tangent.

    Example: %r = math.tan %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, math.tan)


@op("math.asin", traits=(Pure, Elementwise))
class AsinOp(FloatUnaryOp):
    """The angle with this sine, from -pi/2 to pi/2; nan outside of -1 to 1.

    Example: %r = math.asin %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, math.asin)


@op("math.acos", traits=(Pure, Elementwise))
class AcosOp(FloatUnaryOp):
    """The angle with this cosine, from 0 to pi; nan outside of -1 to 1.

    Example: %r = math.acos %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, math.acos)


@op("math.atan", traits=(Pure, Elementwise))
class AtanOp(FloatUnaryOp):
    """The angle with this tangent, from -pi/2 to pi/2.

    Example: %r = math.atan %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, math.atan)


@op("math.sinh", traits=(Pure, Elementwise))
class SinhOp(FloatUnaryOp):
    """The hyperbolic sine.

    Example: %r = math.sinh %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, hyperbolic_sine)


@op("math.cosh", traits=(Pure, Elementwise))
class CoshOp(FloatUnaryOp):
    """The hyperbolic cosine.

    Example: %r = math.cosh %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, hyperbolic_cosine)


@op("math.tanh", traits=(Pure, Elementwise))
class TanhOp(FloatUnaryOp):
    """The hyperbolic tangent.

    Example: %r = math.tanh %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, math.tanh)


@op("math.asinh", traits=(Pure, Elementwise))
class AsinhOp(FloatUnaryOp):
    """The inverse of the hyperbolic sine.

    Example: %r = math.asinh %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, math.asinh)


@op("math.acosh", traits=(Pure, Elementwise))
class AcoshOp(FloatUnaryOp):
    """The inverse of the hyperbolic cosine, from 1 on; nan below.

    Example: %r = math.acosh %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, math.acosh)


@op("math.atanh", traits=(Pure, Elementwise))
class AtanhOp(FloatUnaryOp):
    """The inverse of the hyperbolic tangent; nan outside of -1 to 1.

    Example: %r = math.atanh %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, math.atanh)


@op("math.atan2", traits=(Pure, Elementwise))
class Atan2Op(FloatBinaryOp):
    """The angle of the point (rhs, lhs) to the first axis, from -pi to pi.

    Example: %r = math.atan2 %y, %x : f32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_real(operands, self.result.type, math.atan2)


@op("math.sincos", traits=(Pure, Elementwise))
class SincosOp(Op):
    """The sine and the cosine.

    Example: %sin, %cos = math.sincos %x : f32
    """

    operand: Operand = operand(F)
    sin: Result = inferred_result(F)
    cos: Result = inferred_result(F)
    fastmath: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)
    syntax = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)"

    def result_names(self) -> Sequence[str | None]:
        return ("sin", "cos")
