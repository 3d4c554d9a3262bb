"""The lowering of the loop: `scf.for`, which has the number of the run as its first argument."""

from __future__ import annotations

from dlc.dialects.arith import ConstantOp
from dlc.dialects.scf import ForOp, YieldOp
from dlc.ir.builtin_types import index
from dlc.ir.patterns import Match
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from .repeat import GiveOp, RepeatOp


@conversion(RepeatOp)
def lower_repeat(op: RepeatOp, new: Converted, rw: ConversionRewriter) -> Match:
    """repeat -> scf.for from 0 to the count by 1"""
    if not rw.convert_region(op.body):
        return rw.no_match("an argument of the body has a type that cannot be converted")
    zero, one = (rw.insert_before(op, ConstantOp.integer(number, index)).result for number in (0, 1))
    loop = rw.insert_before(op, ForOp(zero, new.count, one, [new.start], [new.start.type]))
    op.body.entry.insert_argument(0, index)
    rw.take_blocks(op.body, loop.body_region)
    return rw.replace(op, loop)


@conversion(GiveOp)
def lower_give(op: GiveOp, new: Converted, rw: ConversionRewriter) -> Match:
    """give -> scf.yield"""
    return rw.replace(op, YieldOp([new.value]))


REPEAT_PATTERNS = [lower_repeat, lower_give]
