"""The lowering of `arith` to `llvm`.

Most ops have an instruction or an intrinsic with the same semantics. The others are computed: divisions that round up
or down, products of twice the width, conversions that do not round to nearest. Formats that LLVM does not compute with
(those of 8 bits and fewer) are not lowered, nor are the scaling conversions, which need them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from dlc.dialects import arith, llvm
from dlc.dialects.arith.bases import ExactBinaryOp, FloatBinaryOp, IntegerBinaryOp, OverflowingBinaryOp
from dlc.ir import Attribute, IntegerAttr, Operation, Type, Value
from dlc.ir.builtin_types import FloatType, IndexType, IntegerType, element_type, like
from dlc.ir.patterns import Match

from ..rewriting.conversion import ConversionRewriter, Converted, conversion
from .lowering.elementwise import Lowered, Row, elementwise, flags_of

# -- Constants ---------------------------------------------------------------------------------------------------------


@conversion(arith.ConstantOp)
def lower_constant(op: arith.ConstantOp, new: Converted, rw: ConversionRewriter) -> Match:
    """constant c -> llvm.mlir.constant(c)"""
    [type] = new.result_types
    value: Attribute = op.value
    if isinstance(value, IntegerAttr) and isinstance(value.type, IndexType) and isinstance(type, IntegerType):
        value = IntegerAttr(type.wrap(value.value), type)
    return rw.replace(op, llvm.ConstantOp(value, type))


# -- One op for another ------------------------------------------------------------------------------------------------

OVERFLOWING: Mapping[type[Operation], Any] = {
    arith.AddIOp: llvm.AddOp,
    arith.SubIOp: llvm.SubOp,
    arith.MulIOp: llvm.MulOp,
    arith.ShLIOp: llvm.ShlOp,
}
EXACT: Mapping[type[Operation], Any] = {
    arith.DivSIOp: llvm.SDivOp,
    arith.DivUIOp: llvm.UDivOp,
    arith.ShRSIOp: llvm.AShrOp,
    arith.ShRUIOp: llvm.LShrOp,
}
INTEGER: Mapping[type[Operation], Any] = {
    arith.RemUIOp: llvm.URemOp,
    arith.AndIOp: llvm.AndOp,
    arith.OrIOp: llvm.OrOp,
    arith.XOrIOp: llvm.XOrOp,
    arith.MaxSIOp: llvm.SMaxOp,
    arith.MaxUIOp: llvm.UMaxOp,
    arith.MinSIOp: llvm.SMinOp,
    arith.MinUIOp: llvm.UMinOp,
}
FLOAT: Mapping[type[Operation], Any] = {
    arith.AddFOp: llvm.FAddOp,
    arith.SubFOp: llvm.FSubOp,
    arith.MulFOp: llvm.FMulOp,
    arith.DivFOp: llvm.FDivOp,
    arith.RemFOp: llvm.FRemOp,
    arith.NegFOp: llvm.FNegOp,
    arith.MaximumFOp: llvm.MaximumOp,
    arith.MinimumFOp: llvm.MinimumOp,
    arith.MaxNumFOp: llvm.MaxNumOp,
    arith.MinNumFOp: llvm.MinNumOp,
}
CONVERSIONS: Mapping[type[Operation], Any] = {
    arith.ExtSIOp: llvm.SExtOp,
    arith.ExtUIOp: llvm.ZExtOp,
    arith.ExtFOp: llvm.FPExtOp,
    arith.SIToFPOp: llvm.SIToFPOp,
    arith.UIToFPOp: llvm.UIToFPOp,
    arith.FPToSIOp: llvm.FPToSIOp,
    arith.FPToUIOp: llvm.FPToUIOp,
}


@lru_cache(maxsize=16)
def overflow_flags(flags: arith.IntegerOverflowFlagsAttr) -> IntegerAttr:
    """Convert the overflow flags of `arith` to those of LLVM."""
    return llvm.overflow(*flags.words)


@elementwise(*OVERFLOWING)
def lower_overflowing(op: OverflowingBinaryOp, row: Row) -> Lowered:
    """addi(x, y) -> llvm.add(x, y), also subi, muli, shli"""
    return [row.emit(OVERFLOWING[type(op)](*row.operands, overflow_flags(op.overflowFlags)))]


@elementwise(*EXACT)
def lower_exact(op: ExactBinaryOp, row: Row) -> Lowered:
    """divsi(x, y) -> llvm.sdiv(x, y), also divui, shrsi, shrui"""
    return [row.emit(EXACT[type(op)](*row.operands, op.isExact))]


@elementwise(*INTEGER)
def lower_integer(op: IntegerBinaryOp, row: Row) -> Lowered:
    """andi(x, y) -> llvm.and(x, y), also other ops without flags"""
    return [row.emit(INTEGER[type(op)](*row.operands))]


@elementwise(*FLOAT)
def lower_float(op: FloatBinaryOp, row: Row) -> Lowered:
    """addf(x, y) -> llvm.fadd(x, y), also other ops on floats, with their flags"""
    return [row.emit(FLOAT[type(op)](*row.operands, flags_of(op)))]


@elementwise(*CONVERSIONS)
def lower_conversion(op: Operation, row: Row) -> Lowered:
    """extsi(x) -> llvm.sext(x), also other conversions"""
    return [row.emit(CONVERSIONS[type(op)](row.operands[0], row.types[0]))]


@elementwise(arith.TruncIOp)
def lower_trunci(op: arith.TruncIOp, row: Row) -> Lowered:
    """trunci(x) -> llvm.trunc(x)"""
    return [row.emit(llvm.TruncOp(row.operands[0], row.types[0], overflow_flags(op.overflowFlags)))]


@elementwise(arith.BitcastOp, moves_bits=True)
def lower_bitcast(op: arith.BitcastOp, row: Row) -> Lowered:
    """bitcast(x) -> llvm.bitcast(x), or x if LLVM has one type for both"""
    del op
    [value], [type] = row.operands, row.types
    return [value if value.type is type else row.emit(llvm.BitcastOp(value, type))]


@elementwise(arith.IndexCastOp, arith.IndexCastUIOp)
def lower_index_cast(op: arith.IndexCastOp | arith.IndexCastUIOp, row: Row) -> Lowered:
    """index_cast(x) -> llvm.sext(x), llvm.trunc(x) or x; index_castui extends by zeros"""
    [value], [type] = row.operands, row.types
    source, target = _width(value.type), _width(type)
    if source == target:
        return [value]
    if source > target:
        return [row.emit(llvm.TruncOp(value, type))]
    extension = llvm.SExtOp if isinstance(op, arith.IndexCastOp) else llvm.ZExtOp
    return [row.emit(extension(value, type))]


def _width(type: Type) -> int:
    element = element_type(type)
    assert isinstance(element, (IntegerType, FloatType)), element
    return element.width


@elementwise(arith.CmpIOp)
def lower_cmpi(op: arith.CmpIOp, row: Row) -> Lowered:
    """cmpi(x, y) -> llvm.icmp(x, y)"""
    return [row.emit(llvm.ICmpOp.of(op.word, *row.operands))]


@elementwise(arith.CmpFOp)
def lower_cmpf(op: arith.CmpFOp, row: Row) -> Lowered:
    """cmpf(x, y) -> llvm.fcmp(x, y)"""
    lhs, rhs = row.operands
    return [row.emit(llvm.FCmpOp.of(op.word, lhs, rhs, flags_of(op)))]


@conversion(arith.SelectOp)
def select_whole(op: arith.SelectOp, new: Converted, rw: ConversionRewriter) -> Match:
    """select(c, x, y) -> llvm.select(c, x, y) for a scalar condition, for each value that x and y consist of"""
    condition = rw.converted_to_one(op.condition)
    if isinstance(condition.type, llvm.ArrayType):
        return rw.no_match("the condition is a vector of several dimensions")
    pairs = zip(rw.converted(op.true_value), rw.converted(op.false_value), strict=True)
    return rw.replace_with_many(op, [[rw.insert_before(op, llvm.SelectOp(condition, *pair)).res for pair in pairs]])


@elementwise(arith.SelectOp, moves_bits=True)
def select_by_rows(op: arith.SelectOp, row: Row) -> Lowered:
    """select(c, x, y) -> llvm.select(c, x, y), row by row"""
    del op
    condition, on_true, on_false = row.operands
    return [row.emit(llvm.SelectOp(condition, on_true, on_false))]


# -- Integers computed from others -------------------------------------------------------------------------------------


@elementwise(arith.AddUIExtendedOp)
def lower_addui_extended(op: arith.AddUIExtendedOp, row: Row) -> Lowered:
    """addui_extended(x, y) -> x + y, (x + y) <u x"""
    del op
    lhs, rhs = row.operands
    sum = row.emit(llvm.AddOp(lhs, rhs))
    return [sum, row.emit(llvm.ICmpOp.of("ult", sum, lhs))]


@elementwise(arith.MulSIExtendedOp, arith.MulUIExtendedOp)
def lower_extended_multiplication(op: arith.MulSIExtendedOp | arith.MulUIExtendedOp, row: Row) -> Lowered:
    """mul_extended(x, y) -> the halves of ext(x) * ext(y)"""
    type = row.types[0]
    width = _width(type)
    wide = like(type, IntegerType(2 * width))
    extension = llvm.SExtOp if isinstance(op, arith.MulSIExtendedOp) else llvm.ZExtOp
    lhs, rhs = (row.emit(extension(value, wide)) for value in row.operands)
    product = row.emit(llvm.MulOp(lhs, rhs))
    high = row.emit(llvm.LShrOp(product, row.constant(width, wide)))
    return [row.emit(llvm.TruncOp(product, type)), row.emit(llvm.TruncOp(high, type))]


@elementwise(arith.CeilDivUIOp)
def lower_ceildivui(op: arith.CeilDivUIOp, row: Row) -> Lowered:
    """ceildivui(x, y) -> x / y + (x % y != 0), which cannot overflow"""
    del op
    lhs, rhs = row.operands
    quotient = row.emit(llvm.UDivOp(lhs, rhs))
    rest = row.emit(llvm.SubOp(lhs, row.emit(llvm.MulOp(quotient, rhs))))
    is_inexact = row.emit(llvm.ICmpOp.of("ne", rest, row.constant(0, row.types[0])))
    return [_add_where(row, is_inexact, quotient, 1)]


@elementwise(arith.CeilDivSIOp, arith.FloorDivSIOp)
def lower_rounded_division(op: arith.CeilDivSIOp | arith.FloorDivSIOp, row: Row) -> Lowered:
    """ceildivsi(x, y) -> x / y + 1 if there is a remainder and the signs agree, otherwise x / y;
    floordivsi(x, y) -> x / y - 1 if there is a remainder and they differ
    """
    lhs, rhs = row.operands
    zero = row.constant(0, row.types[0])
    quotient = row.emit(llvm.SDivOp(lhs, rhs))
    rest = row.emit(llvm.SubOp(lhs, row.emit(llvm.MulOp(quotient, rhs))))
    is_inexact = row.emit(llvm.ICmpOp.of("ne", rest, zero))
    rounds_up = isinstance(op, arith.CeilDivSIOp)
    signs = row.emit(llvm.XOrOp(lhs, rhs))
    steps = row.emit(llvm.ICmpOp.of("sge" if rounds_up else "slt", signs, zero))
    return [_add_where(row, row.emit(llvm.AndOp(is_inexact, steps)), quotient, 1 if rounds_up else -1)]


@elementwise(arith.RemSIOp)
def lower_remsi(op: arith.RemSIOp, row: Row) -> Lowered:
    """remsi(x, y) -> llvm.srem(x, y == -1 ? 1 : y): LLVM's is undefined if x / y overflows"""
    del op
    lhs, rhs = row.operands
    [type] = row.types
    if _width(type) == 1:
        return [row.constant(0, type)]
    is_minus_one = row.emit(llvm.ICmpOp.of("eq", rhs, row.constant(-1, type)))
    return [row.emit(llvm.SRemOp(lhs, row.emit(llvm.SelectOp(is_minus_one, row.constant(1, type), rhs))))]


def _add_where(row: Row, condition: Value, value: Value, step: int) -> Value:
    """Return `value + step` if a condition holds, otherwise `value`."""
    type = row.types[0]
    extension = llvm.ZExtOp if step > 0 else llvm.SExtOp
    if _width(type) == 1:
        return row.emit(llvm.AddOp(value, condition))
    return row.emit(llvm.AddOp(value, row.emit(extension(condition, type))))


# -- Narrower floats ---------------------------------------------------------------------------------------------------


@elementwise(arith.TruncFOp)
def lower_truncf(op: arith.TruncFOp, row: Row) -> Lowered:
    """truncf(x) -> llvm.fptrunc(x), corrected for other rounding modes"""
    nearest = row.emit(llvm.FPTruncOp(row.operands[0], row.types[0]))
    mode = op.roundingmode.value if op.roundingmode is not None else 0
    if mode == arith.ROUNDING_MODES["to_nearest_even"]:
        return [nearest]
    return [_Rounding(row, nearest).to(mode)]


class _Rounding:
    """Correction of a value rounded to nearest for another rounding mode, by at most one step.

    As integers, the bits of the neighbor of a float away from zero are one larger, also from the largest to infinity.
    """

    def __init__(self, row: Row, nearest: Value) -> None:
        self.row = row
        self.exact = row.operands[0]
        self.nearest = nearest
        self.bits_type = like(nearest.type, IntegerType(_width(nearest.type)))
        self.bits = row.emit(llvm.BitcastOp(nearest, self.bits_type))

    def to(self, mode: int) -> Value:
        if mode == arith.ROUNDING_MODES["to_nearest_away"]:
            return self._away_from_ties()
        if mode == arith.ROUNDING_MODES["toward_zero"]:
            is_too_large = self._compare("ogt", self._magnitude(self._wide(self.nearest)), self._magnitude(self.exact))
            return self._stepped(is_too_large, -1)
        is_down = mode == arith.ROUNDING_MODES["downward"]
        return self._directed(self._compare("ogt" if is_down else "olt", self._wide(self.nearest), self.exact), is_down)

    def _directed(self, is_beyond: Value, is_down: bool) -> Value:
        """Return the next lower (higher) float if the nearest is above (below) the exact value."""
        emit = self.row.emit
        zero = self.row.constant(0, self.bits_type)
        is_negative = emit(llvm.ICmpOp.of("slt", self.bits, zero))
        one, minus_one = self.row.constant(1, self.bits_type), self.row.constant(-1, self.bits_type)
        inward = emit(
            llvm.SelectOp(is_negative, one, minus_one) if is_down else llvm.SelectOp(is_negative, minus_one, one)
        )
        moved = emit(llvm.AddOp(self.bits, inward))
        sign = 1 << (_width(self.bits_type) - 1)
        is_zero = self._compare("oeq", self.nearest, self.row.constant(0.0, self.nearest.type))
        smallest = self.row.constant((sign | 1) - 2 * sign if is_down else 1, self.bits_type)
        moved = emit(llvm.SelectOp(is_zero, smallest, moved))
        return self._as_float(emit(llvm.SelectOp(is_beyond, moved, self.bits)))

    def _away_from_ties(self) -> Value:
        """Return the next float away from zero if the exact value is a tie."""
        emit = self.row.emit
        one = self.row.constant(1, self.bits_type)
        outward = self._as_float(emit(llvm.AddOp(self.bits, one)))
        exact = self._magnitude(self.exact)
        below = emit(llvm.FSubOp(exact, self._magnitude(self._wide(self.nearest))))
        above = emit(llvm.FSubOp(self._magnitude(self._wide(outward)), exact))
        is_inside = self._compare("ogt", below, self.row.constant(0.0, self.exact.type))
        is_tie = emit(llvm.AndOp(is_inside, self._compare("oeq", below, above)))
        return emit(llvm.SelectOp(is_tie, outward, self.nearest))

    def _stepped(self, condition: Value, step: int) -> Value:
        moved = self.row.emit(llvm.AddOp(self.bits, self.row.constant(step, self.bits_type)))
        return self._as_float(self.row.emit(llvm.SelectOp(condition, moved, self.bits)))

    def _compare(self, word: str, lhs: Value, rhs: Value) -> Value:
        return self.row.emit(llvm.FCmpOp.of(word, lhs, rhs))

    def _wide(self, value: Value) -> Value:
        return self.row.emit(llvm.FPExtOp(value, self.exact.type))

    def _magnitude(self, value: Value) -> Value:
        return self.row.emit(llvm.FAbsOp(value))

    def _as_float(self, bits: Value) -> Value:
        return self.row.emit(llvm.BitcastOp(bits, self.nearest.type))


PATTERNS = (
    *(lower_constant, lower_overflowing, lower_exact, lower_integer, lower_float, lower_conversion, lower_trunci),
    *(lower_bitcast, lower_index_cast, lower_cmpi, lower_cmpf, select_whole, select_by_rows),
    *(
        lower_addui_extended,
        lower_extended_multiplication,
        lower_ceildivui,
        lower_rounded_division,
        lower_remsi,
        lower_truncf,
    ),
)
"""Patterns for all ops of `arith` on types that LLVM supports."""
