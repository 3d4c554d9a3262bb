"""Shared parts of the ops of `llvm`: operands, forms, flags."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import ArrayAttr, Attribute, IntegerAttr, StringAttr, UnitAttr
from dlc.ir.assembly import AsmPrinter, AsmReader
from dlc.ir.builtin_constraints import i64_attr, string_attr, unit_attr
from dlc.ir.builtin_types import i32, i64
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, operand, optional_attr
from dlc.ir.interfaces import Effect

from .alias_attributes import access_group_list, alias_scope_list, tbaa_tag_list
from .attributes import (
    FCMP_PREDICATES,
    ICMP_PREDICATES,
    NO_FASTMATH,
    NO_FLAGS,
    NOT_ATOMIC,
    ORDERINGS,
    OVERFLOW_FLAGS,
    FastMathAttr,
    atomic_ordering,
    overflow_flags,
    word_of,
)
from .constraints import F, I
from .types import PointerType, PPCFP128Type, is_llvm_float

if TYPE_CHECKING:
    from dlc.ir.attributes import Type
    from dlc.ir.operations import Operation
    from dlc.ir.verifier import Report

Directive = tuple[Callable[..., object], Callable[..., None]]

# -- Arithmetic --------------------------------------------------------------------------------------------------------


def _read_overflow(p: AsmReader) -> IntegerAttr:
    """`<nsw, nuw>`"""
    p.expect("<")
    bits = 0
    while True:
        word = p.keyword("none", *OVERFLOW_FLAGS)
        bits |= 0 if word == "none" else 1 << OVERFLOW_FLAGS.index(word)
        if not p.accept(","):
            break
    p.expect(">")
    return IntegerAttr(bits, i32)


def _write_overflow(p: AsmPrinter, op: Operation, flags: IntegerAttr) -> None:
    flag_names = [word for index, word in enumerate(OVERFLOW_FLAGS) if flags.value >> index & 1]
    p.write(f"<{', '.join(flag_names)}>")


OVERFLOW: dict[str, Directive] = {"Overflow": (_read_overflow, _write_overflow)}


class IntegerBinaryOp(Op):
    """Two integers, or vectors of them, to one of the same type."""

    lhs: Operand = operand(I)
    rhs: Operand = operand(I)
    res: Result = inferred_result(I)
    syntax = "$lhs `,` $rhs attr-dict `:` type($res)"


class OverflowingBinaryOp(IntegerBinaryOp):
    """An integer binary op whose signed or unsigned overflow can be declared to give poison."""

    overflowFlags: Attr[IntegerAttr] = attr(overflow_flags, default=NO_FLAGS)  # noqa: N815 (MLIR's name)
    syntax = "$lhs `,` $rhs (`overflow` `` custom<Overflow>($overflowFlags)^)? attr-dict `:` type($res)"
    directives: ClassVar = OVERFLOW


class ExactBinaryOp(IntegerBinaryOp):
    """An integer binary op whose nonzero remainder can be declared to give poison."""

    isExact: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)  # noqa: N815 (MLIR's name)
    syntax = "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)"


class FloatBinaryOp(Op):
    """Two floats, or vectors of them, to one of the same type."""

    lhs: Operand = operand(F)
    rhs: Operand = operand(F)
    res: Result = inferred_result(F)
    fastmathFlags: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)  # noqa: N815 (MLIR's name)
    syntax = "$lhs `,` $rhs attr-dict `:` type($res)"


def predicate_directive(cases: dict[str, int]) -> dict[str, Directive]:
    """`"slt"`: a word in quotes."""

    def read(p: AsmReader) -> IntegerAttr:
        offset = p.pos
        word = p.string()
        if word not in cases:
            p.fail(f"'{word}' is an incorrect value of the 'predicate' attribute, expected {', '.join(cases)}", offset)
        return IntegerAttr(cases[word], i64)

    def write(p: AsmPrinter, op: Operation, predicate: IntegerAttr) -> None:
        p.write(f'"{word_of(cases, predicate)}"')

    return {"Predicate": (read, write)}


ICMP = predicate_directive(ICMP_PREDICATES)
FCMP = predicate_directive(FCMP_PREDICATES)

# -- Memory ------------------------------------------------------------------------------------------------------------


class MemoryAccess(Op):
    """Shared properties of memory accesses: alignment and aliasing."""

    alignment: Attr[IntegerAttr | None] = optional_attr(i64_attr, default=None, kw_only=True)
    is_volatile: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True, property_name="volatile_")
    syncscope: Attr[StringAttr | None] = optional_attr(string_attr, default=None, kw_only=True)
    access_groups: Attr[ArrayAttr | None] = optional_attr(access_group_list, default=None, kw_only=True)
    alias_scopes: Attr[ArrayAttr | None] = optional_attr(alias_scope_list, default=None, kw_only=True)
    noalias_scopes: Attr[ArrayAttr | None] = optional_attr(alias_scope_list, default=None, kw_only=True)
    tbaa: Attr[ArrayAttr | None] = optional_attr(tbaa_tag_list, default=None, kw_only=True)

    def access_effects(self, *own: Effect, ordering: Attribute | None = None) -> Sequence[Effect]:
        """`own`; or anything, where the access is volatile or orders others."""
        strict = isinstance(ordering, IntegerAttr) and ordering.value > ORDERINGS["unordered"]
        if self.is_volatile is None and not strict:
            return own
        return (*own, Effect("read"), Effect("write"))


class LoadOrStore(MemoryAccess):
    """An access that can be atomic."""

    nontemporal: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    ordering: Attr[IntegerAttr] = attr(atomic_ordering, default=NOT_ATOMIC, kw_only=True)

    def verify_access(self, report: Report, rule: str, type: Type, forbidden: Sequence[str]) -> None:
        """The rules of atomic accesses; they end in _c1 to _c4."""
        word = word_of(ORDERINGS, self.ordering)
        if word == "not_atomic":
            if self.syncscope is not None:
                report.error(
                    f"{rule}_c1", f"expected syncscope to be null for non-atomic access, but got {self.syncscope}"
                )
        elif not is_atomic_type(type):
            report.error(f"{rule}_c2", f"unsupported type '{type}' for atomic access")
        elif word in forbidden:
            report.error(f"{rule}_c3", f"unsupported ordering '{word}'")
        elif self.alignment is None:
            report.error(f"{rule}_c4", "expected alignment for atomic access")
        check_alignment(report, f"{rule}_c5", self.alignment)


def check_alignment(report: Report, rule: str, alignment: IntegerAttr | None) -> None:
    """Report an alignment that is no power of two."""
    if alignment is not None and (alignment.value <= 0 or alignment.value & (alignment.value - 1)):
        report.error(rule, f"alignment attribute is not a power of 2, but got '{alignment.value}'")


def is_atomic_type(type: Type) -> bool:
    """Return whether values of this type can be read and written in one step: of 8, 16, 32 … bits."""
    if isinstance(type, PointerType):
        return True
    if isinstance(type, PPCFP128Type):
        return True
    width = getattr(type, "width", 0) if is_llvm_float(type) or hasattr(type, "signedness") else 0
    return width >= 8 and not width & (width - 1)
