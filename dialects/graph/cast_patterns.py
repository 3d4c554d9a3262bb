"""Canonicalizations of casts."""

from __future__ import annotations

from dlc.ir import Type
from dlc.ir.builtin_types import FloatType, IntegerType, i1
from dlc.ir.patterns import Match, Rewriter, canonicalization

from .arithmetic import TruncOp
from .casts import BitcastOp, CastOp, holds_all
from .splats import element_type


@canonicalization(CastOp)
def cast_at_once(op: CastOp, rw: Rewriter) -> Match:
    """cast(cast(x)) -> cast(x), where the inner one loses nothing that the outer one keeps.
    Terminates: removes a cast.
    """
    inner = op.operand.defined_by(CastOp)
    if inner is None or inner is op:
        return rw.no_match("not of another cast")
    source, between, target = element_type(inner.operand), element_type(inner.result), element_type(op.result)
    if source is None or between is None or target is None:
        return rw.no_match("not of tensors")
    are_integers = all(isinstance(type, IntegerType) for type in (source, between, target))
    if are_integers and between is not i1 and target is not i1 and width(target) <= width(between):
        return rw.replace(op, CastOp(inner.operand, op.result.type))
    if not holds_all(between, source):
        return rw.no_match("the inner cast may round")
    if isinstance(between, FloatType) and isinstance(source, IntegerType) and not _in_range(source, target):
        return rw.no_match("integers wrap, and floats become the nearest integer that there is")
    return rw.replace(op, CastOp(inner.operand, op.result.type))


def _in_range(source: IntegerType, target: Type) -> bool:
    """Return whether no integer of `source` is out of range for `target`."""
    return not isinstance(target, IntegerType) or target is i1 or holds_all(target, source)


def width(type: object) -> int:
    return type.width if isinstance(type, IntegerType) else 0


@canonicalization(CastOp)
def cast_without_rounding(op: CastOp, rw: Rewriter) -> Match:
    """cast(trunc(x)) -> cast(x) to integers, which rounds towards zero itself.  Terminates: removes a rounding."""
    inner, target = op.operand.defined_by(TruncOp), element_type(op.result)
    if inner is None or not isinstance(target, IntegerType) or target is i1:
        return rw.no_match("not of whole numbers that become integers")
    return rw.replace(op, CastOp(inner.operand, op.result.type))


@canonicalization(BitcastOp)
def bitcast_at_once(op: BitcastOp, rw: Rewriter) -> Match:
    """bitcast(bitcast(x)) -> bitcast(x).  Terminates: removes a bitcast."""
    inner = op.operand.defined_by(BitcastOp)
    if inner is None or inner is op:
        return rw.no_match("not of another bitcast")
    return rw.replace(op, BitcastOp(inner.operand, op.result.type))
