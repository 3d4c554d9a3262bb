"""Comparisons, the choice between two values, and `freeze`."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from dlc.dialects.arith.comparison_ops import INTEGER_COMPARISONS, same_everywhere
from dlc.dialects.arith.folding import is_one, is_zero
from dlc.ir import IntegerAttr, Value
from dlc.ir.builtin_types import VectorType, i64
from dlc.ir.constraints import TypeVariable
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, op, operand
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Elementwise, Pure

from .attributes import (
    FCMP_PREDICATES,
    ICMP_PREDICATES,
    NO_FASTMATH,
    FastMathAttr,
    fcmp_predicate,
    icmp_predicate,
    word_of,
)
from .bases import FCMP, ICMP
from .constants import ZeroOp
from .constraints import F, T, as_bool, bool_like, integer_or_pointer_like, vector_shape
from .folding import Operands, fold_integers
from .memory import AllocaOp
from .types import PTR

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

C = TypeVariable("C", integer_or_pointer_like)


@op("llvm.icmp", traits=(Pure, Elementwise))
class ICmpOp(Op):
    """Compare integers or pointers: `eq`, `ne`, and `slt`, `sle`, `sgt`, `sge` for signed, `ult` … for unsigned ones.

    Example: %r = llvm.icmp "slt" %a, %b : i32
    """

    predicate: Attr[IntegerAttr] = attr(icmp_predicate)
    lhs: Operand = operand(C)
    rhs: Operand = operand(C)
    res: Result = inferred_result(bool_like, type_from=("lhs", as_bool))
    syntax = "custom<Predicate>($predicate) $lhs `,` $rhs attr-dict `:` type($lhs)"
    directives: ClassVar = ICMP

    @classmethod
    def of(cls, predicate: str, lhs: Value, rhs: Value) -> ICmpOp:
        """A comparison by the word for it."""
        return cls(IntegerAttr(ICMP_PREDICATES[predicate], i64), lhs, rhs)

    def fold(self, operands: Operands) -> FoldResult | None:
        """x ? x, and alloca == null or != null -> true or false; constants."""
        word, type = word_of(ICMP_PREDICATES, self.predicate), self.res.type
        if self.lhs is self.rhs:
            return same_everywhere(type, word in ("eq", "sle", "sge", "ule", "uge"))
        if word in ("eq", "ne") and _stack_and_null(self.lhs, self.rhs):
            return same_everywhere(type, word == "ne")
        compare, signed = INTEGER_COMPARISONS[self.predicate.value]
        return fold_integers(operands, self.lhs.type, type, lambda a, b: int(compare(a, b)), signed=signed)


def _stack_and_null(lhs: Value, rhs: Value) -> bool:
    """Return whether one is memory of the stack in the address space 0, where null is none, and the other is null."""
    allocation = lhs.defined_by(AllocaOp) or rhs.defined_by(AllocaOp)
    null = lhs.defined_by(ZeroOp) or rhs.defined_by(ZeroOp)
    return allocation is not None and null is not None and allocation.res.type is PTR


@op("llvm.fcmp", traits=(Pure, Elementwise))
class FCmpOp(Op):
    """Compare floats. Predicates with `o` are false, those with `u` true, if one is a nan; `ord`, `uno` ask for it.

    Example: %r = llvm.fcmp "olt" %a, %b {fastmathFlags = #llvm.fastmath<nnan>} : vector<4xf32>
    """

    predicate: Attr[IntegerAttr] = attr(fcmp_predicate)
    lhs: Operand = operand(F)
    rhs: Operand = operand(F)
    res: Result = inferred_result(bool_like, type_from=("lhs", as_bool))
    fastmathFlags: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)  # noqa: N815 (MLIR's name)
    syntax = "custom<Predicate>($predicate) $lhs `,` $rhs attr-dict `:` type($lhs)"
    directives: ClassVar = FCMP

    @classmethod
    def of(cls, predicate: str, lhs: Value, rhs: Value, fastmath: FastMathAttr = NO_FASTMATH) -> FCmpOp:
        """A comparison by the word for it; `true` and `false` need no underscore."""
        number = FCMP_PREDICATES.get(predicate, FCMP_PREDICATES.get(f"_{predicate}"))
        assert number is not None, predicate
        return cls(IntegerAttr(number, i64), lhs, rhs, fastmath)


@op("llvm.select", traits=(Pure,))
class SelectOp(Op):
    """Select one of two values, or one for each element by a vector of conditions.

    Rules: (select_c1) a vector of conditions has a condition for each element of the values.
    Example: %r = llvm.select %c, %a, %b : i1, i32
    """

    condition: Operand = operand(bool_like)
    trueValue: Operand = operand(T)  # noqa: N815 (MLIR's name)
    falseValue: Operand = operand(T)  # noqa: N815 (MLIR's name)
    res: Result = inferred_result(T)
    fastmathFlags: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)  # noqa: N815 (MLIR's name)
    syntax = "$condition `,` $trueValue `,` $falseValue attr-dict `:` type($condition) `,` type($res)"

    def verify(self, report: Report) -> None:
        condition, type = self.condition.type, self.res.type
        if isinstance(condition, VectorType) and vector_shape(condition) != vector_shape(type):
            report.error("select_c1", f"condition '{condition}' needs values of its shape, but got '{type}'")

    def fold(self, operands: Operands) -> FoldResult | None:
        """select(c, x, x) -> x; select(true, x, y) -> x; select(false, x, y) -> y"""
        if self.trueValue is self.falseValue or is_one(operands[0]):
            return [self.trueValue]
        return [self.falseValue] if is_zero(operands[0]) else None


@op("llvm.freeze", traits=(Pure,))
class FreezeOp(Op):
    """Return the value; if it is undefined or poison, some value that is the same at every use.

    Example: %r = llvm.freeze %a : i32
    """

    val: Operand = operand(T)
    res: Result = inferred_result(T)
    syntax = "$val attr-dict `:` type($val)"
