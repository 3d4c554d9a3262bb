"""Arithmetic with integers and floats."""

from __future__ import annotations

from dlc.dialects.arith.bitwise_ops import fold_shift
from dlc.dialects.arith.division_ops import (
    fold_signed,
    fold_unsigned,
    never_zero,
    never_zero_or_minus_one,
    truncating_quotient,
)
from dlc.ir.builtin_attributes import UnitAttr
from dlc.ir.builtin_constraints import unit_attr
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, op, operand, optional_attr
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, FoldResult
from dlc.ir.traits import Commutative, Elementwise, Pure

from .attributes import NO_FASTMATH, FastMathAttr
from .bases import ExactBinaryOp, FloatBinaryOp, IntegerBinaryOp, OverflowingBinaryOp
from .constraints import F
from .folding import Operands, fold_integers, of_type

# -- Integers ----------------------------------------------------------------------------------------------------------


@op("llvm.add", traits=(Pure, Commutative, Elementwise))
class AddOp(OverflowingBinaryOp):
    """The sum modulo 2^width. With `nsw` (`nuw`), poison where it is not the signed (unsigned) sum.

    Example: %r = llvm.add %a, %b overflow<nsw> : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_integers(operands, self.lhs.type, self.res.type, lambda a, b: a + b)


@op("llvm.sub", traits=(Pure, Elementwise))
class SubOp(OverflowingBinaryOp):
    """The difference modulo 2^width, with flags as in `llvm.add`.

    Example: %r = llvm.sub %a, %b : i64
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_integers(operands, self.lhs.type, self.res.type, lambda a, b: a - b)


@op("llvm.mul", traits=(Pure, Commutative, Elementwise))
class MulOp(OverflowingBinaryOp):
    """The product modulo 2^width, with flags as in `llvm.add`.

    Example: %r = llvm.mul %a, %b overflow<nsw, nuw> : vector<4xi32>
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_integers(operands, self.lhs.type, self.res.type, lambda a, b: a * b)


@op("llvm.udiv", traits=(Elementwise,), interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class UDivOp(ExactBinaryOp):
    """The unsigned quotient. Undefined where the divisor is zero; poison where `exact` is not true.

    Example: %r = llvm.udiv exact %a, %b : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        type = self.res.type
        return fold_unsigned(of_type(operands, type), type, lambda a, b: a // b)

    def is_speculatable(self) -> bool:
        return never_zero(self.rhs)


@op("llvm.sdiv", traits=(Elementwise,), interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class SDivOp(ExactBinaryOp):
    """The signed quotient, rounded to zero. Undefined where the divisor is zero or the quotient does not fit.

    Example: %r = llvm.sdiv %a, %b : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        type = self.res.type
        return fold_signed(of_type(operands, type), type, truncating_quotient)

    def is_speculatable(self) -> bool:
        return never_zero_or_minus_one(self.rhs)


@op("llvm.urem", traits=(Elementwise,), interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class URemOp(IntegerBinaryOp):
    """The rest of the unsigned division.

    Example: %r = llvm.urem %a, %b : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        type = self.res.type
        return fold_unsigned(of_type(operands, type), type, lambda a, b: a % b)

    def is_speculatable(self) -> bool:
        return never_zero(self.rhs)


@op("llvm.srem", traits=(Elementwise,), interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class SRemOp(IntegerBinaryOp):
    """The rest of the signed division, with the sign of the dividend.

    Example: %r = llvm.srem %a, %b : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        type = self.res.type
        return fold_signed(of_type(operands, type), type, lambda a, b: a - b * truncating_quotient(a, b))

    def is_speculatable(self) -> bool:
        return never_zero_or_minus_one(self.rhs)


@op("llvm.and", traits=(Pure, Commutative, Elementwise))
class AndOp(IntegerBinaryOp):
    """The bits that both have.

    Example: %r = llvm.and %a, %b : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_integers(operands, self.lhs.type, self.res.type, lambda a, b: a & b)


@op("llvm.or", traits=(Pure, Commutative, Elementwise))
class OrOp(IntegerBinaryOp):
    """The bits that one of them has. With `disjoint`, poison where both have one.

    Example: %r = llvm.or disjoint %a, %b : i32
    """

    isDisjoint: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)  # noqa: N815 (MLIR's name)
    syntax = "(`disjoint` $isDisjoint^)? $lhs `,` $rhs attr-dict `:` type($res)"

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_integers(operands, self.lhs.type, self.res.type, lambda a, b: a | b)


@op("llvm.xor", traits=(Pure, Commutative, Elementwise))
class XOrOp(IntegerBinaryOp):
    """The bits that only one of them has.

    Example: %r = llvm.xor %a, %b : vector<8xi1>
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_integers(operands, self.lhs.type, self.res.type, lambda a, b: a ^ b)


@op("llvm.shl", traits=(Pure, Elementwise))
class ShlOp(OverflowingBinaryOp):
    """Shift to the left; poison where the amount is not less than the width.

    Example: %r = llvm.shl %a, %b overflow<nuw> : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        type = self.res.type
        return fold_shift(self.lhs, of_type(operands, type), type, lambda a, b: a << b)


@op("llvm.lshr", traits=(Pure, Elementwise))
class LShrOp(ExactBinaryOp):
    """Shift to the right, zeros from the left. With `exact`, poison where ones fall out.

    Example: %r = llvm.lshr %a, %b : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        type = self.res.type
        return fold_shift(self.lhs, of_type(operands, type), type, lambda a, b: a >> b)


@op("llvm.ashr", traits=(Pure, Elementwise))
class AShrOp(ExactBinaryOp):
    """Shift to the right, copies of the sign from the left. With `exact`, poison where ones fall out.

    Example: %r = llvm.ashr exact %a, %b : i32
    """

    def fold(self, operands: Operands) -> FoldResult | None:
        type = self.res.type
        return fold_shift(self.lhs, of_type(operands, type), type, lambda a, b: a >> b, signed=True)


# -- Floats ------------------------------------------------------------------------------------------------------------


@op("llvm.fadd", traits=(Pure, Commutative, Elementwise))
class FAddOp(FloatBinaryOp):
    """The sum.

    Example: %r = llvm.fadd %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
    """


@op("llvm.fsub", traits=(Pure, Elementwise))
class FSubOp(FloatBinaryOp):
    """The difference.

    Example: %r = llvm.fsub %a, %b : f64
    """


@op("llvm.fmul", traits=(Pure, Commutative, Elementwise))
class FMulOp(FloatBinaryOp):
    """The product.

    Example: %r = llvm.fmul %a, %b : vector<8xf32>
    """


@op("llvm.fdiv", traits=(Pure, Elementwise))
class FDivOp(FloatBinaryOp):
    """The quotient.

    Example: %r = llvm.fdiv %a, %b : f32
    """


@op("llvm.frem", traits=(Pure, Elementwise))
class FRemOp(FloatBinaryOp):
    """The rest of the division, as C's `fmod`: with the sign of the dividend.

    Example: %r = llvm.frem %a, %b : f32
    """


@op("llvm.fneg", traits=(Pure, Elementwise))
class FNegOp(Op):
    """Negate a float, also a nan.

    Example: %r = llvm.fneg %a : f32
    """

    operand: Operand = operand(F)
    res: Result = inferred_result(F)
    fastmathFlags: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)  # noqa: N815 (MLIR's name)
    syntax = "$operand attr-dict `:` type($res)"
