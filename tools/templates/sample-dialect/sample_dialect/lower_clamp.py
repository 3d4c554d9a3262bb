"""The lowering of clamps to ranges: a maximum and a minimum."""

from __future__ import annotations

from dlc.dialects.arith import ConstantOp, MaxSIOp, MinSIOp
from dlc.ir import IntegerType
from dlc.ir.patterns import Match
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from .clamp import ClampOp


@conversion(ClampOp)
def lower_clamp(op: ClampOp, new: Converted, rw: ConversionRewriter) -> Match:
    """clamp(x, low..high) -> minsi(maxsi(x, low), high)"""
    type = op.out.type_as(IntegerType)
    low, high = (
        rw.insert_before(op, ConstantOp.integer(value, type)).result for value in (op.range.low, op.range.high)
    )
    return rw.replace(op, MinSIOp(rw.insert_before(op, MaxSIOp(new.source, low)).result, high))
