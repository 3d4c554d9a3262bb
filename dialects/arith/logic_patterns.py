"""Canonicalizations of bitwise logic, comparisons and choices."""

from __future__ import annotations

from dlc.ir.builtin_attributes import TRUE, IntegerAttr
from dlc.ir.builtin_types import IntegerType, i1
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.values import constant_of

from .bitwise_ops import AndIOp, OrIOp, XOrIOp, complement_of
from .cast_ops import ExtSIOp, ExtUIOp
from .comparison_ops import CmpIOp, SelectOp, inverted
from .constant import ConstantOp
from .folding import is_one, is_zero


@canonicalization(AndIOp, OrIOp, XOrIOp)
def extend_after_logic(op: AndIOp | OrIOp | XOrIOp, rw: Rewriter) -> Match:
    """f(ext(x), ext(y)) -> ext(f(x, y)).  Terminates: the logic op works on fewer bits."""
    for extension in (ExtUIOp, ExtSIOp):
        left, right = op.lhs.defined_by(extension), op.rhs.defined_by(extension)
        if left is not None and right is not None and left.source.type is right.source.type:
            narrow = rw.insert_before(op, type(op)(left.source, right.source))
            return rw.replace(op, extension(narrow.result, op.result.type))
    return rw.no_match("the operands are not extended in the same way")


@canonicalization(XOrIOp)
def invert_comparison(op: XOrIOp, rw: Rewriter) -> Match:
    """not (a < b) -> a >= b.  Terminates: removes a negation."""
    comparison = op.lhs.defined_by(CmpIOp)
    if comparison is None or constant_of(op.rhs) is not TRUE:
        return rw.no_match("not the negation of a comparison")
    return rw.replace(op, CmpIOp.of(inverted(comparison.word), comparison.lhs, comparison.rhs))


@canonicalization(CmpIOp)
def compare_before_extending(op: CmpIOp, rw: Rewriter) -> Match:
    """ext(x) == ext(y) -> x == y; the same of !=.  Terminates: the comparison works on fewer bits."""
    if op.word not in ("eq", "ne"):
        return rw.no_match("not a comparison for equality")
    for extension in (ExtUIOp, ExtSIOp):
        left, right = op.lhs.defined_by(extension), op.rhs.defined_by(extension)
        if left is not None and right is not None and left.source.type is right.source.type:
            return rw.replace(op, CmpIOp(op.predicate, left.source, right.source))
    return rw.no_match("the operands are not extended in the same way")


# -- Choices -----------------------------------------------------------------------------------------------------------


@canonicalization(SelectOp)
def choose_by_what_was_negated(op: SelectOp, rw: Rewriter) -> Match:
    """(not c) ? a : b -> c ? b : a.  Terminates: removes a negation."""
    flip = complement_of(op.condition) if op.condition.type is i1 else None
    if flip is None:
        return rw.no_match("the condition is not the negation of a bit")
    return rw.replace(op, SelectOp(flip.lhs, op.false_value, op.true_value))


@canonicalization(SelectOp)
def skip_repeated_choice(op: SelectOp, rw: Rewriter) -> Match:
    """c ? (c ? a : b) : d -> c ? a : d, and the same of the second value.  Terminates: removes a choice."""
    first = op.true_value.defined_by(SelectOp)
    if first is not None and first is not op and first.condition is op.condition:
        return rw.replace(op, SelectOp(op.condition, first.true_value, op.false_value))
    second = op.false_value.defined_by(SelectOp)
    if second is not None and second is not op and second.condition is op.condition:
        return rw.replace(op, SelectOp(op.condition, op.true_value, second.false_value))
    return rw.no_match("neither value is a choice by the same condition")


@canonicalization(SelectOp)
def negate_condition(op: SelectOp, rw: Rewriter) -> Match:
    """c ? false : true -> not c.  Terminates: removes the select."""
    if op.condition.type is not i1 or op.result.type is not i1:
        return rw.no_match("not a choice between bits")
    if not (is_zero(constant_of(op.true_value)) and is_one(constant_of(op.false_value))):
        return rw.no_match("not false and true")
    true = rw.insert_before(op, ConstantOp(TRUE))
    return rw.replace(op, XOrIOp(op.condition, true.result))


@canonicalization(SelectOp)
def extend_condition(op: SelectOp, rw: Rewriter) -> Match:
    """c ? 1 : 0 -> extui(c); c ? 0 : 1 -> extui(not c).  Terminates: removes the select."""
    type = op.result.type
    if not isinstance(type, IntegerType) or type is i1:
        return rw.no_match("not a choice between integers of several bits")
    values = constant_of(op.true_value), constant_of(op.false_value)
    if not all(isinstance(value, IntegerAttr) for value in values):
        return rw.no_match("not a choice between constants")
    if is_one(values[0]) and is_zero(values[1]):
        return rw.replace(op, ExtUIOp(op.condition, type))
    if is_zero(values[0]) and is_one(values[1]):
        true = rw.insert_before(op, ConstantOp(TRUE))
        negation = rw.insert_before(op, XOrIOp(op.condition, true.result))
        return rw.replace(op, ExtUIOp(negation.result, type))
    return rw.no_match("not 1 and 0")
