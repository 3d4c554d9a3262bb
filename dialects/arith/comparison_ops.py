"""Comparisons, and the choice between two values."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING

from dlc.ir import float_arithmetic as exact
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.attributes import Type
from dlc.ir.builtin_attributes import DenseElementsAttr, IntegerAttr
from dlc.ir.builtin_constraints import bool_like
from dlc.ir.builtin_types import TensorType, UnrankedTensorType, VectorType, element_type, i1, like
from dlc.ir.constraints import TypeVariable, any_type
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, op, operand
from dlc.ir.interfaces import FoldResult
from dlc.ir.locations import Location, PendingLocation
from dlc.ir.poison import POISON
from dlc.ir.traits import Elementwise, Pure
from dlc.ir.values import Value

from .attributes import (
    CMPF_PREDICATES,
    CMPI_PREDICATES,
    NO_FASTMATH,
    FastMathAttr,
    cmpf_attr,
    cmpf_predicate,
    cmpi_attr,
    cmpi_predicate,
)
from .bases import F, I, as_bool
from .cast_ops import ExtSIOp, ExtUIOp
from .constant import can_be_constant, integer_constant
from .float_ops import float_format, is_nan
from .folding import Operands, fold_bits, is_one, is_zero

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

V = TypeVariable("V", any_type)
_CONTAINERS = (VectorType, TensorType, UnrankedTensorType)
_CMPI_WORDS = tuple(CMPI_PREDICATES)
_CMPF_WORDS = tuple(CMPF_PREDICATES)


CmpIPredicate = Callable[[int, int], bool]

INTEGER_COMPARISONS: tuple[tuple[CmpIPredicate, bool], ...] = (
    (operator.eq, False),
    (operator.ne, False),
    *((compare, True) for compare in (operator.lt, operator.le, operator.gt, operator.ge)),
    *((compare, False) for compare in (operator.lt, operator.le, operator.gt, operator.ge)),
)
"""For each predicate of `arith.cmpi` and `llvm.icmp` how the numbers compare, and whether they are signed."""


def swapped(predicate: str) -> str:
    """The integer predicate that says the same of operands in the other order."""
    return predicate.translate(_SWAP) if predicate[0] in "su" else predicate


def inverted(predicate: str) -> str:
    """The integer predicate that says the opposite."""
    return _INVERSE[predicate]


_SWAP = str.maketrans("lg", "gl")
_INVERSE = {"eq": "ne", "slt": "sge", "sle": "sgt", "ult": "uge", "ule": "ugt"}
_INVERSE.update({inverse: predicate for predicate, inverse in list(_INVERSE.items())})


@op("arith.cmpi", traits=(Pure, Elementwise))
class CmpIOp(Op):
    """Compare two integers: eq, ne; slt, sle, sgt, sge as signed numbers; ult, ule, ugt, uge as unsigned ones.

    Example: %r = arith.cmpi slt, %a, %b : i32
    """

    predicate: Attr[IntegerAttr] = attr(cmpi_predicate)
    lhs: Operand = operand(I)
    rhs: Operand = operand(I)
    result: Result = inferred_result(bool_like, type_from=("lhs", as_bool))
    syntax = "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)"

    @classmethod
    def of(cls, predicate: str, lhs: Value, rhs: Value) -> CmpIOp:
        """A comparison by the predicate's word: `CmpIOp.of("slt", a, b)`."""
        return cls(cmpi_attr(predicate), lhs, rhs)

    @property
    def word(self) -> str:
        """The predicate as a word."""
        return _CMPI_WORDS[self.predicate.value]

    def fold(self, operands: Operands) -> FoldResult | None:
        """x ? x -> true or false; ext(b) != 0, b != 0, b == 1 -> b of one bit; constants; those go to the right."""
        lhs, rhs, word = self.lhs, self.rhs, self.word
        if lhs is rhs:
            return same_everywhere(self.result.type, word in ("eq", "sle", "sge", "ule", "uge"))
        if word == "ne" and is_zero(operands[1]):
            extension = lhs.defining_op
            if isinstance(extension, (ExtUIOp, ExtSIOp)) and element_type(extension.source.type) is i1:
                return (extension.source,)
        one_bit = element_type(lhs.type) is i1
        if one_bit and ((word == "ne" and is_zero(operands[1])) or (word == "eq" and is_one(operands[1]))):
            return (lhs,)
        if operands[0] is not None and operands[1] is None:
            self.predicate = cmpi_attr(swapped(word))
            self.lhs, self.rhs = rhs, lhs
            return (self.result,)
        compare, signed = INTEGER_COMPARISONS[self.predicate.value]
        return fold_bits(operands, self.result.type, lambda a, b: int(compare(a, b)), signed=signed)


def same_everywhere(type: Type, value: bool) -> FoldResult | None:
    """Fold a comparison that is true (false) of all elements."""
    return (integer_constant(int(value), type),) if can_be_constant(type) else None


# -- Floats ----------------------------------------------------------------------------------------------------------

UNORDERED_HOLDS = 8
_LESS, _EQUAL, _GREATER = 4, 1, 2


_ORDERS = (0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 8, 15)


def orders_of(predicate: int) -> int:
    """The set of orders of which a float predicate, by its number, is true: 1 equal, 2 greater, 4 less, 8 unordered."""
    return _ORDERS[predicate]


def holds(orders: int, order: int | None) -> bool:
    """Return whether the order of two operands is in such a set: -1, 0, 1, or `None` if one is nan."""
    if order is None:
        return bool(orders & UNORDERED_HOLDS)
    return bool(orders & (_EQUAL if order == 0 else _GREATER if order > 0 else _LESS))


@op("arith.cmpf", traits=(Pure, Elementwise))
class CmpFOp(Op):
    """How two floats compare: ordered (oeq, ogt, oge, olt, ole, one, ord), which is false where one is nan; unordered
    (ueq, ugt, uge, ult, ule, une, uno), which is true then; or without looking (false, true). -0 equals +0.

    Example: %r = arith.cmpf olt, %a, %b fastmath<ninf> : f32
    """

    predicate: Attr[IntegerAttr] = attr(cmpf_predicate)
    lhs: Operand = operand(F)
    rhs: Operand = operand(F)
    result: Result = inferred_result(bool_like, type_from=("lhs", as_bool))
    fastmath: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)
    syntax = "$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)"

    @classmethod
    def of(cls, predicate: str, lhs: Value, rhs: Value) -> CmpFOp:
        """A comparison by the predicate's word: `CmpFOp.of("olt", a, b)`."""
        return cls(cmpf_attr(predicate), lhs, rhs)

    @property
    def word(self) -> str:
        """The predicate as a word."""
        return _CMPF_WORDS[self.predicate.value]

    def fold(self, operands: Operands) -> FoldResult | None:
        """Fold a comparison with nan, and a comparison of constants."""
        orders, form = orders_of(self.predicate.value), float_format(self.lhs.type)
        if any(is_nan(attr) for attr in operands):
            return same_everywhere(self.result.type, holds(orders, None))
        return fold_bits(operands, self.result.type, lambda a, b: int(holds(orders, exact.compare(form, a, b))))


# -- Choice ----------------------------------------------------------------------------------------------------------


@op("arith.select", traits=(Pure, Elementwise))
class SelectOp(Op):
    """The first value where the condition is true, the second where it is false; of any type, if there is one
    condition. Poison in the value that is not chosen does not matter.

    Rules: (select_c1) a condition for each element goes with values that are a vector or tensor. (select_c2) it has
    their shape.
    Example: %r = arith.select %c, %a, %b : vector<4xi1>, vector<4xf32>
    """

    condition: Operand = operand(bool_like)
    true_value: Operand = operand(V)
    false_value: Operand = operand(V)
    result: Result = inferred_result(V)
    syntax = HAND_WRITTEN

    def verify(self, report: Report) -> None:
        condition, type = self.condition.type, self.result.type
        if condition is i1:
            return
        if not isinstance(type, _CONTAINERS):
            report.error("select_c1", f"expected condition to be a signless i1, but got '{condition}'")
        elif condition is not like(type, i1):
            report.error(
                "select_c2",
                f"expected condition type to have the same shape as the result type, expected '{like(type, i1)}', "
                f"but got '{condition}'",
            )

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> SelectOp:
        offset = p.pos
        names = p.value_names()
        if len(names) != 3:
            p.fail("expected 3 operands", offset)
        attributes = p.attr_dict()
        p.expect(":")
        type = p.type()
        condition: Type = i1
        if p.accept(","):
            condition, type = type, p.type()
        kinds = (condition, type, type)
        operands = p.resolve_all(names, offset, kinds)
        return cls.create(operands, [type], attributes=attributes, location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.names_of(self.operands)}")
        p.attr_dict(self)
        condition = self.condition.type
        shaped = f"{p.type(condition)}, " if isinstance(condition, _CONTAINERS) else ""
        p.write(f" : {shaped}{p.type(self.result.type)}")

    def fold(self, operands: Operands) -> FoldResult | None:
        """c ? x : x -> x; known conditions; poison loses; c ? true : false -> c; (a == b) ? a : b -> b; constants."""
        chosen, other = self.true_value, self.false_value
        if chosen is other or is_one(operands[0]) or operands[2] is POISON:
            return (chosen,)
        if is_zero(operands[0]) or operands[1] is POISON:
            return (other,)
        if self.result.type is i1 and is_one(operands[1]) and is_zero(operands[2]):
            return (self.condition,)
        comparison = self.condition.defined_by(CmpIOp)
        compared = {comparison.lhs, comparison.rhs} if comparison is not None else None
        if comparison is not None and compared == {chosen, other} and comparison.word in ("eq", "ne"):
            return (chosen if comparison.word == "ne" else other,)
        if isinstance(operands[0], DenseElementsAttr):
            return fold_bits(operands, self.result.type, lambda c, a, b: a if c else b)
        return None
