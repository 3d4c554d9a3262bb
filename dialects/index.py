"""MLIR's dialect `index`: arithmetic of the type index alone, which has 64 bits here.

Each op has a counterpart in `arith`, which says what it computes and how it folds; the pass `index-to-arith` replaces
ops by their counterparts.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar

from dlc.ir import Attribute, IntegerAttr, Location, Operation, Type, attribute
from dlc.ir.assembly import AsmPrinter
from dlc.ir.builtin_constraints import bool_attr_constraint, bool_type, index_attr, index_type, integer_or_index
from dlc.ir.builtin_types import i1, index
from dlc.ir.definition import Attr, Family, Op, Operand, Result, attr, inferred_result, op, operand, result
from dlc.ir.dialect import Dialect
from dlc.ir.enums import WordAttr
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, Foldable, FoldResult
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.traits import Commutative, ConstantLike, Pure
from dlc.ir.values import constant_of

from . import arith
from .arith.attributes import cmpi_attr
from .arith.bases import IntegerBinaryOp
from .arith.cast_bases import IndexCastBase
from .arith.folding import Operands

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

WIDTH = 64
"""The number of bits of an index."""


@attribute("index.cmp_predicate")
class PredicateAttr(WordAttr):
    """How two indices are compared: `#index<cmp_predicate slt>`."""

    cases = ("eq", "ne", "sge", "sgt", "sle", "slt", "uge", "ugt", "ule", "ult")


class ArithmeticOp(Op):
    """An op that computes what one of `arith` does."""

    def in_arith(self) -> Op:
        """Return a new op of `arith` that computes the same."""
        raise NotImplementedError


@contextmanager
def as_in_arith(op: ArithmeticOp) -> Generator[Op]:
    """Return a context manager for the counterpart of an op, which can be asked inside."""
    counterpart = op.in_arith()
    try:
        yield counterpart
    finally:
        counterpart.erase()


class FoldedOp(ArithmeticOp):
    """An op that folds as its counterpart does."""

    def fold(self, operands: Operands) -> FoldResult | None:
        """Fold as the counterpart does, which changes nothing in place."""
        with as_in_arith(self) as counterpart:
            fold: Any = counterpart.interfaces[Foldable].fold
            folded = fold(counterpart, operands)
            return folded if folded is None or folded[0] not in counterpart.results else None


# -- Two operands ----------------------------------------------------------------------------------------------------


class BinaryOp(FoldedOp):
    """Two indices to one."""

    lhs: Operand = operand(index_type)
    rhs: Operand = operand(index_type)
    result: Result = inferred_result(index_type)
    syntax = "$lhs `,` $rhs attr-dict"

    counterpart: ClassVar[type[IntegerBinaryOp]]

    def in_arith(self) -> Op:
        return self.counterpart(self.lhs, self.rhs, location=self.location)


class DivisionOp(BinaryOp):
    """A division, which has no meaning for the divisor zero."""

    def is_speculatable(self) -> bool:
        with as_in_arith(self) as counterpart:
            return bool(counterpart.interfaces[ConditionallySpeculatable].is_speculatable(counterpart))


_binary = Family(BinaryOp, __name__, "%r = {name} %a, %b", traits=(Pure,))
_commutative = Family(BinaryOp, __name__, "%r = {name} %a, %b", traits=(Pure, Commutative))
_division = Family(
    DivisionOp, __name__, "%r = {name} %a, %b", traits=(), interfaces=(NO_EFFECTS, ConditionallySpeculatable)
)

AddOp = _commutative("AddOp", "index.add", "The sum.", counterpart=arith.AddIOp)
SubOp = _binary("SubOp", "index.sub", "The difference.", counterpart=arith.SubIOp)
MulOp = _commutative("MulOp", "index.mul", "The product.", counterpart=arith.MulIOp)
DivSOp = _division("DivSOp", "index.divs", "The signed quotient, rounded towards zero.", counterpart=arith.DivSIOp)
DivUOp = _division("DivUOp", "index.divu", "The unsigned quotient, rounded down.", counterpart=arith.DivUIOp)
CeilDivSOp = _division(
    "CeilDivSOp", "index.ceildivs", "The signed quotient, rounded up.", counterpart=arith.CeilDivSIOp
)
CeilDivUOp = _division(
    "CeilDivUOp", "index.ceildivu", "The unsigned quotient, rounded up.", counterpart=arith.CeilDivUIOp
)
FloorDivSOp = _division(
    "FloorDivSOp", "index.floordivs", "The signed quotient, rounded down.", counterpart=arith.FloorDivSIOp
)
RemSOp = _division(
    "RemSOp", "index.rems", "What remains of a signed division, with the sign of `lhs`.", counterpart=arith.RemSIOp
)
RemUOp = _division("RemUOp", "index.remu", "What remains of an unsigned division.", counterpart=arith.RemUIOp)
MaxSOp = _commutative("MaxSOp", "index.maxs", "The larger signed number.", counterpart=arith.MaxSIOp)
MaxUOp = _commutative("MaxUOp", "index.maxu", "The larger unsigned number.", counterpart=arith.MaxUIOp)
MinSOp = _commutative("MinSOp", "index.mins", "The smaller signed number.", counterpart=arith.MinSIOp)
MinUOp = _commutative("MinUOp", "index.minu", "The smaller unsigned number.", counterpart=arith.MinUIOp)
ShlOp = _binary("ShlOp", "index.shl", "Shifted to the left; poison from 64 bits on.", counterpart=arith.ShLIOp)
ShrSOp = _binary(
    "ShrSOp", "index.shrs", "Shifted to the right, filled with the sign; poison from 64 bits on.",
    counterpart=arith.ShRSIOp,
)  # fmt: skip
ShrUOp = _binary(
    "ShrUOp", "index.shru", "Shifted to the right, filled with zeros; poison from 64 bits on.",
    counterpart=arith.ShRUIOp,
)  # fmt: skip
AndOp = _commutative("AndOp", "index.and", "The bits that both operands have.", counterpart=arith.AndIOp)
OrOp = _commutative("OrOp", "index.or", "The bits that any operand has.", counterpart=arith.OrIOp)
XOrOp = _commutative("XOrOp", "index.xor", "The bits that exactly one operand has.", counterpart=arith.XOrIOp)


def _write_predicate(p: AsmPrinter, op: Operation, predicate: PredicateAttr) -> None:
    del op
    p.write(predicate.value)


@op("index.cmp", traits=(Pure,))
class CmpOp(FoldedOp):
    """Compare two indices: eq, ne; slt, sle, sgt, sge as signed numbers; ult, ule, ugt, uge as unsigned ones.

    Example: %r = index.cmp slt(%a, %b)
    """

    pred: Attr[PredicateAttr] = attr(PredicateAttr)
    lhs: Operand = operand(index_type)
    rhs: Operand = operand(index_type)
    result: Result = inferred_result(bool_type)
    directives: ClassVar[dict[str, Any]] = {"Predicate": (PredicateAttr.read_word, _write_predicate)}
    syntax = "custom<Predicate>($pred) `(` $lhs `,` $rhs `)` attr-dict"

    def in_arith(self) -> Op:
        return arith.CmpIOp(cmpi_attr(self.pred.value), self.lhs, self.rhs, location=self.location)


# -- Casts and constants ---------------------------------------------------------------------------------------------


class CastOp(FoldedOp):
    """Between index and an integer."""

    input: Operand = operand(integer_or_index)
    output: Result = result(integer_or_index)
    syntax = "$input attr-dict `:` type($input) `to` type($output)"

    counterpart: ClassVar[type[IndexCastBase]]

    def verify(self, report: Report) -> None:
        source, target = self.input.type, self.output.type
        if (source is index) == (target is index):
            report.error("cast_c1", f"operand type '{source}' and result type '{target}' are cast incompatible")

    def in_arith(self) -> Op:
        return self.counterpart(self.input, self.output.type, location=self.location)


_cast = Family(CastOp, __name__, "%r = {name} %a : i32 to index", traits=(Pure,))
_RULE = "\n\n    Rules: (cast_c1) one type is index, the other is not."

CastSOp = _cast(
    "CastSOp", "index.casts", f"The same signed number as another type, or its low bits.{_RULE}",
    counterpart=arith.IndexCastOp,
)  # fmt: skip
CastUOp = _cast(
    "CastUOp", "index.castu", f"The same unsigned number as another type, or its low bits.{_RULE}",
    counterpart=arith.IndexCastUIOp,
)  # fmt: skip


@op("index.sizeof", traits=(Pure,))
class SizeOfOp(ArithmeticOp):
    """The number of bits of an index.

    Example: %r = index.sizeof
    """

    result: Result = inferred_result(index_type)
    syntax = "attr-dict"

    def in_arith(self) -> Op:
        return arith.ConstantOp(IntegerAttr(WIDTH, index), location=self.location)

    def fold(self, operands: Operands) -> FoldResult:
        """The constant."""
        del operands
        return (IntegerAttr(WIDTH, index),)


class ConstantBaseOp(ArithmeticOp):
    """Base of ops whose result is their property `value`."""

    value: Attr[IntegerAttr]

    def in_arith(self) -> Op:
        return arith.ConstantOp(self.value, location=self.location)


@op("index.constant", traits=(ConstantLike, Pure))
class ConstantOp(ConstantBaseOp):
    """An index.

    Example: %r = index.constant 42
    """

    value: Attr[IntegerAttr] = attr(index_attr)
    result: Result = inferred_result(index_type)
    syntax = "attr-dict $value"

    def result_names(self) -> Sequence[str | None]:
        return (f"idx{self.value.value}",)


@op("index.bool.constant", traits=(ConstantLike, Pure))
class BoolConstantOp(ConstantBaseOp):
    """True or false.

    Example: %r = index.bool.constant true
    """

    value: Attr[IntegerAttr] = attr(bool_attr_constraint)
    result: Result = inferred_result(bool_type)
    syntax = "attr-dict $value"

    def result_names(self) -> Sequence[str | None]:
        return ("true" if self.value.value else "false",)


def materialize_constant(value: Attribute, type: Type, location: Location) -> Op | None:
    """Return the op that makes a constant: other integers come from casts."""
    if isinstance(value, IntegerAttr) and type in (index, i1):
        return (ConstantOp if type is index else BoolConstantOp)(value, location=location)
    return arith.materialize_constant(value, type, location)


BINARY: tuple[type[BinaryOp], ...] = (
    *(AddOp, SubOp, MulOp, DivSOp, DivUOp, CeilDivSOp, CeilDivUOp, FloorDivSOp, RemSOp, RemUOp),
    *(MaxSOp, MaxUOp, MinSOp, MinUOp, ShlOp, ShrSOp, ShrUOp, AndOp, OrOp, XOrOp),
)
"""The ops from two indices to one."""


@canonicalization(AddOp, MulOp, MaxSOp, MaxUOp, MinSOp, MinUOp, AndOp, OrOp, XOrOp)
def combine_constants(op: BinaryOp, rw: Rewriter) -> Match:
    """add(add(a, 1), 2) -> add(a, 3), and other ops whose order does not matter.  Terminates: the chain is shorter."""
    inner = op.lhs.defined_by(type(op))
    constants = [constant_of(each.rhs) if each is not None else None for each in (inner, op)]
    if inner is None or None in constants:
        return rw.no_match("it does not combine with a constant what was combined with one")
    folded = op.fold(constants)
    if folded is None or not isinstance(folded[0], IntegerAttr):
        return rw.no_match("the constants cannot be combined")
    combined = rw.insert_before(op, ConstantOp(folded[0])).results[0]
    return rw.replace(op, type(op)(inner.lhs, combined))


ARITHMETIC = (*BINARY, CmpOp, CastSOp, CastUOp, SizeOfOp, ConstantOp, BoolConstantOp)
"""All ops."""

DIALECT = Dialect.collect("index", globals(), materialize_constant=materialize_constant, dependencies=("arith",))
