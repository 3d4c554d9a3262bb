"""Canonicalizations of casts, and of arithmetic on what was cast."""

from __future__ import annotations

from dlc.ir.floats import FloatFormat
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.values import constant_of

from .attributes import IntegerOverflowFlagsAttr
from .bitwise_ops import ShRSIOp, ShRUIOp
from .cast_ops import (
    BitcastOp,
    ExtSIOp,
    ExtUIOp,
    IndexCastOp,
    IndexCastUIOp,
    SIToFPOp,
    TruncFOp,
    TruncIOp,
    UIToFPOp,
    element_width,
)
from .float_ops import DivFOp, MulFOp, NegFOp, float_format
from .folding import splat_integer


@canonicalization(ExtSIOp)
def extend_without_sign(op: ExtSIOp, rw: Rewriter) -> Match:
    """extsi(extui(x)) -> extui(x).  Terminates: removes a cast."""
    inner = op.source.defined_by(ExtUIOp)
    if inner is None:
        return rw.no_match("not of an unsigned extension")
    return rw.replace(op, ExtUIOp(inner.source, op.target.type))


@canonicalization(TruncIOp)
def extend_less(op: TruncIOp, rw: Rewriter) -> Match:
    """trunci(ext(x)) -> ext(x), where only bits of the extension are cut.  Terminates: removes a cast."""
    inner = op.source.defining_op
    if not isinstance(inner, (ExtSIOp, ExtUIOp)) or element_width(op.target.type) <= element_width(inner.source.type):
        return rw.no_match("not of an extension from fewer bits")
    return rw.replace(op, type(inner)(inner.source, op.target.type))


@canonicalization(TruncIOp)
def shift_without_sign(op: TruncIOp, rw: Rewriter) -> Match:
    """trunci(shrsi(x, c)) -> trunci(shrui(x, c)), where no copy of the sign is left.
    Terminates: removes a signed shift.
    """
    shift = op.source.defined_by(ShRSIOp)
    lost = element_width(op.source.type) - element_width(op.target.type)
    if shift is None or splat_integer(constant_of(shift.rhs)) != lost:
        return rw.no_match("not of a signed shift by as many bits as are cut")
    flags = IntegerOverflowFlagsAttr.of(*(word for word in op.overflowFlags.words if word == "nuw"))
    unsigned = rw.insert_before(op, ShRUIOp(shift.lhs, shift.rhs))
    return rw.replace(op, TruncIOp(unsigned.result, op.target.type, flags))


@canonicalization(IndexCastOp)
def cast_signed_to_index_at_once(op: IndexCastOp, rw: Rewriter) -> Match:
    """index_cast(extsi(x)) -> index_cast(x).  Terminates: removes a cast."""
    inner = op.source.defined_by(ExtSIOp)
    if inner is None:
        return rw.no_match("not of a signed extension")
    return rw.replace(op, IndexCastOp(inner.source, op.target.type))


@canonicalization(IndexCastUIOp)
def cast_unsigned_to_index_at_once(op: IndexCastUIOp, rw: Rewriter) -> Match:
    """index_castui(extui(x)) -> index_castui(x).  Terminates: removes a cast."""
    inner = op.source.defined_by(ExtUIOp)
    if inner is None:
        return rw.no_match("not of an unsigned extension")
    return rw.replace(op, IndexCastUIOp(inner.source, op.target.type))


@canonicalization(BitcastOp)
def merge_bitcasts(op: BitcastOp, rw: Rewriter) -> Match:
    """bitcast(bitcast(x)) -> bitcast(x).  Terminates: removes a cast."""
    inner = op.source.defined_by(BitcastOp)
    if inner is None or inner is op:
        return rw.no_match("not of another bitcast")
    return rw.replace(op, BitcastOp(inner.source, op.target.type))


# -- Integers and floats -----------------------------------------------------------------------------------------------


def holds_integers(form: FloatFormat, bits: int) -> bool:
    """Return whether a format has every integer from 0 to 2**bits."""
    return bits <= form.precision and form.to_fraction(form.largest) >= 1 << bits


@canonicalization(TruncFOp)
def convert_to_narrow_at_once(op: TruncFOp, rw: Rewriter) -> Match:
    """truncf(itofp(x)) -> itofp(x), where the first conversion is exact, so one rounds as both.
    Terminates: removes a cast.
    """
    inner = op.source.defining_op
    if op.roundingmode is not None or not isinstance(inner, (SIToFPOp, UIToFPOp)):
        return rw.no_match("not of an integer's conversion, rounded as usual")
    magnitude = element_width(inner.source.type) - isinstance(inner, SIToFPOp)
    if not holds_integers(float_format(inner.target.type), magnitude):
        return rw.no_match("the first conversion may round")
    return rw.replace(op, type(inner)(inner.source, op.target.type))


@canonicalization(MulFOp, DivFOp)
def cancel_negations(op: MulFOp | DivFOp, rw: Rewriter) -> Match:
    """-x * -y -> x * y; -x / -y -> x / y.  Terminates: removes two uses of negations."""
    left, right = op.lhs.defined_by(NegFOp), op.rhs.defined_by(NegFOp)
    if left is None or right is None:
        return rw.no_match("not of two negations")
    return rw.replace(op, type(op)(left.operand, right.operand, op.fastmath))
