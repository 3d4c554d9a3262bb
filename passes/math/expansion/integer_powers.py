"""Powers with integer exponents: repeated squaring for integers; exponents converted to floats for floats."""

from __future__ import annotations

from dataclasses import dataclass

from dlc.dialects import arith, math
from dlc.ir import Type, Value
from dlc.ir.builtin_types import IndexType, IntegerType, element_type, i64, like
from dlc.ir.patterns import Rewriter

from .expressions import ExpressionBuilder, Real, Truth


@dataclass(frozen=True)
class Exponent:
    """An integer as a sum of two floats, which is exact unless the float format cannot represent it."""

    high: Real
    low: Real
    is_zero: Truth
    is_odd: Truth


def exponent_in_parts(value: Value, at: ExpressionBuilder) -> Exponent:
    """Return the upper bits and the lower 16 bits of an exponent.

    The upper part is rounded if the integer is wide and the format has few bits. Then it is so large that the power is
    0, 1 or infinite in any case.
    """
    emit = at.emit
    if isinstance(element_type(value.type), IndexType):
        value = emit(arith.IndexCastOp(value, like(value.type, i64)))
    type = value.type
    zero = emit(arith.ConstantOp.integer(0, type))
    is_zero = Truth(at, emit(arith.CmpIOp.of("eq", value, zero)))
    one = emit(arith.ConstantOp.integer(1, type))
    is_odd = Truth(at, emit(arith.CmpIOp.of("ne", emit(arith.AndIOp(value, one)), zero)))
    if _width(type) <= 16:
        return Exponent(_to_real(value, at), at.number(0.0), is_zero, is_odd)
    low = emit(arith.AndIOp(value, emit(arith.ConstantOp.integer(0xFFFF, type))))
    high = emit(arith.ShRSIOp(value, emit(arith.ConstantOp.integer(16, type))))
    return Exponent(_to_real(high, at) * 65536.0, _to_real(low, at), is_zero, is_odd)


def _to_real(value: Value, at: ExpressionBuilder) -> Real:
    return Real(at, at.emit(arith.SIToFPOp(value, at.reals)))


def _width(type: Type) -> int:
    element = element_type(type)
    return element.width if isinstance(element, IntegerType) else 64


def ipowi(op: math.IPowIOp, rewriter: Rewriter, known: int | None) -> Value:
    """base^n modulo 2^width, multiplied for each set bit of n; 0 for negative n, unless the base is 1 or -1."""
    if known is not None and known > 0:
        return _known_power(op.lhs, known, rewriter)
    type, base, exponent = op.result.type, op.lhs, op.rhs
    width = _width(type)

    def number(value: int) -> Value:
        return rewriter.insert(arith.ConstantOp.integer(value, type)).result

    one, zero, minus_one = number(1), number(0), number(-1)
    result, square = one, base
    for place in range(width):
        bit = rewriter.insert(arith.AndIOp(exponent, number(1 << place))).result
        is_set = rewriter.insert(arith.CmpIOp.of("ne", bit, zero)).result
        product = rewriter.insert(arith.MulIOp(result, square)).result
        result = rewriter.insert(arith.SelectOp(is_set, product, result)).result
        if place < width - 1:
            square = rewriter.insert(arith.MulIOp(square, square)).result
    is_negative = rewriter.insert(arith.CmpIOp.of("slt", exponent, zero)).result
    is_one = rewriter.insert(arith.CmpIOp.of("eq", base, one)).result
    is_minus_one = rewriter.insert(arith.CmpIOp.of("eq", base, minus_one)).result
    is_unit = rewriter.insert(arith.OrIOp(is_one, is_minus_one)).result
    of_negative = rewriter.insert(arith.SelectOp(is_unit, result, zero)).result
    return rewriter.insert(arith.SelectOp(is_negative, of_negative, result)).result


def _known_power(base: Value, exponent: int, rewriter: Rewriter) -> Value:
    """Return base^exponent, squared once for each bit of the exponent."""
    result: Value | None = None
    while True:
        if exponent & 1:
            result = base if result is None else rewriter.insert(arith.MulIOp(result, base)).result
        exponent >>= 1
        if not exponent:
            assert result is not None, "some bit is set"
            return result
        base = rewriter.insert(arith.MulIOp(base, base)).result
