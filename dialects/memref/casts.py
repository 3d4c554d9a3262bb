"""Ops that see a memref as another type, and how casts fold into what uses them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, IntegerAttr, Operation, Type, Value
from dlc.ir.builtin_constraints import any_memref
from dlc.ir.builtin_types import DYNAMIC, MemRefType, UnrankedMemRefType
from dlc.ir.constraints import TypeVariable
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, op, operand, result
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, FoldResult, ViewOf
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.strided_layout import strides_of
from dlc.ir.traits import IndexesElements, Pure

from .constraints import is_power_of_two, positive_i32, ranked_or_unranked

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

T = TypeVariable("T", any_memref)


@op("memref.cast", interfaces=(NO_EFFECTS, ConditionallySpeculatable, ViewOf("source", covers=True)))
class CastOp(Op):
    """See a memref as a type with more or fewer sizes, strides or ranks known; that they agree is promised.

    Rules: (cast_c1) element type and memory space stay; of two ranked types ranks agree, and sizes, strides and
    offset where both are static; not both are unranked.
    Example: %d = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
    """

    source: Operand = operand(ranked_or_unranked)
    dest: Result = result(ranked_or_unranked)
    syntax = "$source attr-dict `:` type($source) `to` type($dest)"

    def result_names(self) -> Sequence[str | None]:
        return ("cast",)

    def is_speculatable(self) -> bool:
        """Return whether the op assumes nothing."""
        return isinstance(self.dest.type, UnrankedMemRefType) or _promises_nothing(self.source.type, self.dest.type)

    def verify(self, report: Report) -> None:
        if not are_cast_compatible(self.source.type, self.dest.type):
            report.error("cast_c1", _incompatible(self.source.type, self.dest.type))

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """cast(x) to x's own type -> x; cast(cast(x)) -> cast(x) where that is a valid cast."""
        if self.source.type is self.dest.type:
            return [self.source]
        inner = self.source.defined_by(CastOp)
        if inner is None or not are_cast_compatible(inner.source.type, self.dest.type):
            return None
        self.source = inner.source
        return self.results


def _incompatible(source: Type, dest: Type) -> str:
    return f"operand type '{source}' and result type '{dest}' are cast incompatible"


def are_cast_compatible(source: Type, dest: Type) -> bool:
    """Return whether `memref.cast` may go from one type to the other."""
    memrefs = (MemRefType, UnrankedMemRefType)
    if not isinstance(source, memrefs) or not isinstance(dest, memrefs):
        return False
    if source.element_type is not dest.element_type or source.memory_space is not dest.memory_space:
        return False
    if isinstance(source, UnrankedMemRefType) or isinstance(dest, UnrankedMemRefType):
        return type(source) is not type(dest)
    return _agree(source.shape, dest.shape) and (source.layout is dest.layout or _layouts_agree(source, dest))


def _layouts_agree(source: MemRefType, dest: MemRefType) -> bool:
    a, b = strides_of(source), strides_of(dest)
    return a is not None and b is not None and _agree((a.offset, *a.strides), (b.offset, *b.strides))


def _agree(a: Sequence[int], b: Sequence[int]) -> bool:
    """Return whether two lists are of one length, and equal where both are static."""
    return len(a) == len(b) and all(x == y or DYNAMIC in (x, y) for x, y in zip(a, b, strict=True))


def source_if_less_static(value: Value) -> Value | None:
    """The source of a cast that only forgets sizes and strides: whoever uses the cast can use its source."""
    cast = value.defined_by(CastOp)
    if cast is None:
        return None
    return cast.source if _promises_nothing(cast.source.type, cast.dest.type) else None


def _promises_nothing(source: Type, dest: Type) -> bool:
    """Return whether a ranked type tells no size, stride or offset that another one leaves open."""
    if not isinstance(source, MemRefType) or not isinstance(dest, MemRefType) or len(source.shape) != len(dest.shape):
        return False
    a, b = strides_of(source), strides_of(dest)
    if a is None or b is None:
        return False
    known, kept = (*source.shape, a.offset, *a.strides), (*dest.shape, b.offset, *b.strides)
    return not any(x == DYNAMIC != y for x, y in zip(known, kept, strict=True))


def fold_casts(op: Operation, *, except_for: Value | None = None) -> FoldResult | None:
    """Make `op` use the sources of ranked casts instead of the casts: for ops that take any type of memref."""
    changed = False
    for index, value in enumerate(op.operands):
        cast = value.defined_by(CastOp)
        if cast is not None and value is not except_for and isinstance(cast.source.type, MemRefType):
            op.set_operand(index, cast.source)
            changed = True
    return op.results if changed else None


@op("memref.memory_space_cast", traits=(Pure,), interfaces=(ViewOf("source", covers=True),))
class MemorySpaceCastOp(Op):
    """See a memref in another memory space; all else stays.

    Rules: (memory_space_cast_c1) element type, shape and layout stay, and so does being ranked or not.
    Example: %g = memref.memory_space_cast %m : memref<?xf32, 5> to memref<?xf32>
    """

    source: Operand = operand(ranked_or_unranked)
    dest: Result = result(ranked_or_unranked)
    syntax = "$source attr-dict `:` type($source) `to` type($dest)"

    def result_names(self) -> Sequence[str | None]:
        return ("memspacecast",)

    def verify(self, report: Report) -> None:
        source, dest = self.source.type, self.dest.type
        same = all(
            getattr(source, part, None) == getattr(dest, part, None) for part in ("element_type", "shape", "layout")
        )
        if not same or type(source) is not type(dest):
            report.error("memory_space_cast_c1", _incompatible(source, dest))

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """A cast to the same space is its source; of two casts in a row the first does not matter."""
        if self.source.type is self.dest.type:
            return [self.source]
        inner = self.source.defined_by(MemorySpaceCastOp)
        if inner is None:
            return None
        self.source = inner.source
        return self.results


@op("memref.assume_alignment", interfaces=(NO_EFFECTS, ViewOf("memref", covers=True)))
class AssumeAlignmentOp(Op):
    """Assume that the memref starts at a multiple of `alignment` bytes; poison if it does not.

    Rules: (assume_alignment_c1) the alignment is a power of two.
    Example: %a = memref.assume_alignment %m, 16 : memref<4x?xf32>
    """

    memref: Operand = operand(T)
    result: Result = inferred_result(T)
    alignment: Attr[IntegerAttr] = attr(positive_i32)
    syntax = "$memref `,` $alignment attr-dict `:` type($memref)"

    def result_names(self) -> Sequence[str | None]:
        return ("assume_align",)

    def verify(self, report: Report) -> None:
        if not is_power_of_two(self.alignment.value):
            report.error("assume_alignment_c1", f"alignment must be power of 2, but got '{self.alignment.value}'")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Saying it twice is saying it once."""
        inner = self.memref.defined_by(AssumeAlignmentOp)
        return [self.memref] if inner is not None and inner.alignment is self.alignment else None


@canonicalization(CastOp)
def access_source_of_cast(op: CastOp, rw: Rewriter) -> Match:
    """affine.load(cast(m)) -> affine.load(m), where the cast forgets sizes or strides.  Terminates: removes uses."""
    source = source_if_less_static(op.dest)
    uses = [(user, number) for user, number in op.dest.uses if IndexesElements in user.traits]
    if source is None or not uses:
        return rw.no_match("the cast promises something, or no access sees it")
    for user, number in uses:
        user.set_operand(number, source)
        rw.modify(user)
    return rw.modify(op)
