"""A comparison of a converted integer with a float constant is a comparison of integers."""

from __future__ import annotations

from typing import cast

from dlc.ir.builtin_attributes import FloatAttr, bool_attr
from dlc.ir.builtin_types import IntegerType
from dlc.ir.float_arithmetic import compare, to_integer
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.values import constant_of

from .cast_ops import SIToFPOp, UIToFPOp
from .comparison_ops import CmpFOp, CmpIOp, holds, orders_of
from .constant import ConstantOp, integer_constant
from .float_ops import float_format

_EQUAL, _GREATER, _LESS = 1, 2, 4
_WORDS = {1: "eq", 2: "gt", 3: "ge", 4: "lt", 5: "le", 6: "ne"}
"""Comparisons by the orders in which they hold: 1 equal, 2 greater, 4 less."""


class Conversion:
    """A conversion of a scalar integer, and the range of what it may be."""

    __slots__ = ("is_signed", "largest", "op", "smallest")

    def __init__(self, op: SIToFPOp | UIToFPOp) -> None:
        width = cast(IntegerType, op.source.type).width
        self.op = op
        self.is_signed = isinstance(op, SIToFPOp)
        self.smallest = -(1 << width - 1) if self.is_signed else 0
        self.largest = (1 << width - self.is_signed) - 1

    def keeps_order_to(self, limit: FloatAttr) -> bool:
        """Return whether rounding in the conversion can never change how an integer compares to `limit`, which is not
        nan.

        Integers of no more bits than the format has are exact. So are smaller ones than that, and larger ones cannot
        be rounded below them. Where a format has no infinities, numbers that are too large become nan or the
        largest one.
        """
        form = float_format(self.op.target.type)
        all_fit = all(map(self._fits, (self.smallest, 0, self.largest)))
        if form.infinity is None and not all_fit:
            return False
        width = cast(IntegerType, self.op.source.type).width
        if form.is_inf(limit.bits) or form.precision >= width:
            return all_fit
        magnitude = abs(to_integer(form, limit.bits) or 0)
        return magnitude < 1 << form.precision or magnitude >= 2 << width - self.is_signed

    def _fits(self, value: int) -> bool:
        """Return whether an integer is in the range of the format's numbers, 0 and the sign included."""
        form = float_format(self.op.target.type)
        if value == 0:
            return form.is_zero(0)
        return (value > 0 or bool(form.sign_bit)) and abs(value) <= form.to_fraction(form.largest)


@canonicalization(CmpFOp)
def compare_as_integers(op: CmpFOp, rw: Rewriter) -> Match:
    """itofp(x) < c -> x < c', where c' is c rounded so that no integer compares otherwise.
    Terminates: removes a float op.
    """
    definer, limit = op.lhs.defining_op, constant_of(op.rhs)
    if not isinstance(definer, (SIToFPOp, UIToFPOp)) or not isinstance(limit, FloatAttr):
        return rw.no_match("not of a converted integer and a constant")
    form = float_format(op.rhs.type)
    orders = orders_of(op.predicate.value) & 7
    if form.is_nan(limit.bits):
        return rw.no_match("the constant is nan, which folds")
    if orders in (0, 7):
        return _replace_by_bool(op, orders == 7, rw)
    conversion = Conversion(definer)
    if not conversion.keeps_order_to(limit):
        return rw.no_match("the conversion may round to the other side of the constant")
    return _compare(op, conversion, orders, limit, rw)


def _compare(op: CmpFOp, conversion: Conversion, orders: int, limit: FloatAttr, rw: Rewriter) -> Match:
    """The comparison of integers that says the same.

    `whole` is the constant rounded towards zero. Where that has changed it, the integer `whole` itself compares as
    less (to a positive constant) or greater, and takes part on the side that the predicate asks for.
    """
    form = float_format(op.rhs.type)
    is_negative = form.is_negative(limit.bits)
    whole = to_integer(form, limit.bits)
    if whole is None or not conversion.smallest <= whole <= conversion.largest:
        return _replace_by_bool(op, holds(orders, 1 if is_negative else -1), rw)
    if not form.is_zero(limit.bits) and compare(form, limit.bits, form.nearest(is_negative, abs(whole))) != 0:
        if whole == (conversion.smallest if is_negative else conversion.largest):
            return _replace_by_bool(op, holds(orders, 1 if is_negative else -1), rw)
        if orders in (_EQUAL, _LESS | _GREATER):
            return _replace_by_bool(op, orders != _EQUAL, rw)
        includes = bool(orders & (_GREATER if is_negative else _LESS))
        orders = orders & ~_EQUAL | (_EQUAL if includes else 0)
    word = _WORDS[orders]
    predicate = word if word in ("eq", "ne") else f"{'s' if conversion.is_signed else 'u'}{word}"
    constant = rw.insert_before(op, ConstantOp(integer_constant(whole, conversion.op.source.type)))
    return rw.replace(op, CmpIOp.of(predicate, conversion.op.source, constant.result))


def _replace_by_bool(op: CmpFOp, value: bool, rw: Rewriter) -> Match:
    return rw.replace(op, ConstantOp(bool_attr(value)))
