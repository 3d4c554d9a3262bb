"""Ops that read and write elements of memrefs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.dialects.arith import ASSIGN, ATOMIC_KIND_NAMES, ATOMIC_KINDS, COMBINERS
from dlc.ir import Attribute, IntegerAttr, Type, Value
from dlc.ir.builtin_constraints import any_memref, bool_attr_constraint, enum_of, index_type
from dlc.ir.builtin_types import FloatType, IntegerType, MemRefType, element_type, i64
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Region,
    Result,
    VariadicOperand,
    attr,
    inferred_result,
    op,
    operand,
    optional_attr,
    region,
    variadic_operand,
)
from dlc.ir.effects import is_memory_effect_free
from dlc.ir.interfaces import FoldResult, PromotableMemoryOp, Touches
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.prefetching import PREFETCH, PREFETCH_FORM, locality
from dlc.ir.traits import HasParent, Pure, Terminator

from .casts import fold_casts, source_if_less_static
from .constraints import alignment_attr, memref_of_numbers, number, ranked_or_unranked

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


@op("memref.load", interfaces=(Touches(read="memref"), PromotableMemoryOp))
class LoadOp(Op):
    """Read one element; indices out of bounds are undefined behaviour.

    Rules: (load_c1) there is an index for each dimension.
    Example: %x = memref.load %m[%i, %j] : memref<4x?xf32>
    """

    memref: Operand = operand(any_memref)
    indices: VariadicOperand = variadic_operand(index_type, default=())
    nontemporal: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None, kw_only=True)
    alignment: Attr[IntegerAttr | None] = optional_attr(alignment_attr, default=None, kw_only=True)
    result: Result = inferred_result(any_type, type_from=("memref", element_type))
    syntax = "$memref `[` $indices `]` attr-dict `:` type($memref)"

    def verify(self, report: Report) -> None:
        rank, got = len(self.memref.shape), len(self.indices)
        if got != rank:
            report.error("load_c1", f"incorrect number of indices for load, expected {rank} but got {got}")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """load(cast(m)) -> load(m)"""
        return fold_casts(self)

    def loads_from(self, slot: Value) -> bool:
        """Return whether this reads the whole of a slot."""
        return self.memref is slot


@op("memref.store", interfaces=(Touches(write="memref"), PromotableMemoryOp))
class StoreOp(Op):
    """Write one element; indices out of bounds are undefined behaviour.

    Rules: (store_c1) there is an index for each dimension.
    Example: memref.store %x, %m[%i, %j] : memref<4x?xf32>
    """

    value: Operand = operand(any_type, type_from=("memref", element_type))
    memref: Operand = operand(any_memref)
    indices: VariadicOperand = variadic_operand(index_type, default=())
    nontemporal: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None, kw_only=True)
    alignment: Attr[IntegerAttr | None] = optional_attr(alignment_attr, default=None, kw_only=True)
    syntax = "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)"

    def verify(self, report: Report) -> None:
        rank, got = len(self.memref.shape), len(self.indices)
        if got != rank:
            report.error(
                "store_c1", f"store index operand count not equal to memref rank, expected {rank} but got {got}"
            )

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """store(x, cast(m)) -> store(x, m); a cast that is itself stored stays."""
        return fold_casts(self, except_for=self.value)

    def stored_value(self, slot: Value) -> Value | None:
        """Return the value that the op stores to the whole slot."""
        return self.value if self.memref is slot and self.value is not slot else None


@op("memref.copy", interfaces=(Touches(read="source", write="target"),))
class CopyOp(Op):
    """Copy all elements from one memref to another; layouts may differ.

    Rules: (copy_c1) the element types agree. (copy_c2) the shapes agree where both are static.
    Example: memref.copy %a, %b : memref<4x?xf32> to memref<4x?xf32>
    """

    source: Operand = operand(ranked_or_unranked)
    target: Operand = operand(ranked_or_unranked)
    syntax = "$source `,` $target attr-dict `:` type($source) `to` type($target)"

    def verify(self, report: Report) -> None:
        source, target = self.source.type, self.target.type
        if element_type(source) is not element_type(target):
            report.error(
                "copy_c1", f"requires the same element type for all operands, but got '{source}' and '{target}'"
            )
        elif not _shapes_agree(source, target):
            report.error("copy_c2", f"requires the same shape for all operands, but got '{source}' and '{target}'")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """A cast that only forgets sizes or strides need not be made to copy from or to it."""
        for index_, value in enumerate(self.operands):
            source = source_if_less_static(value)
            if source is not None:
                self.set_operand(index_, source)
                return self.results
        return None


def _shapes_agree(a: Type, b: Type) -> bool:
    if not isinstance(a, MemRefType) or not isinstance(b, MemRefType):
        return True
    return len(a.shape) == len(b.shape) and all(x == y or x < 0 or y < 0 for x, y in zip(a.shape, b.shape, strict=True))


@canonicalization(CopyOp)
def erase_copy_that_does_nothing(op: CopyOp, rw: Rewriter) -> Match:
    """copy(m, m) and copies of no elements -> nothing.  Terminates: removes an op."""
    empty = any(isinstance(value.type, MemRefType) and 0 in value.type.shape for value in op.operands)
    if op.source is not op.target and not empty:
        return rw.no_match("it copies something elsewhere")
    return rw.erase(op)


@op("memref.prefetch")
class PrefetchOp(Op):
    """Bring an element into the cache, to be read or written, as data or instruction, kept more or less long (3: most).

    Rules: (prefetch_c1) there is an index for each dimension.
    Example: memref.prefetch %m[%i, %j], read, locality<3>, data : memref<4x?xf32>
    """

    memref: Operand = operand(any_memref)
    indices: VariadicOperand = variadic_operand(index_type)
    isWrite: Attr[IntegerAttr] = attr(bool_attr_constraint)  # noqa: N815 (MLIR's name)
    localityHint: Attr[IntegerAttr] = attr(locality)  # noqa: N815
    isDataCache: Attr[IntegerAttr] = attr(bool_attr_constraint)  # noqa: N815
    syntax = "$memref `[` $indices `]` `,` " + PREFETCH_FORM + " `:` type($memref)"
    directives = PREFETCH

    def verify(self, report: Report) -> None:
        rank, got = len(self.memref.shape), len(self.indices)
        if got != rank:
            report.error("prefetch_c1", f"too {'few' if got < rank else 'many'} indices, expected {rank} but got {got}")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """prefetch(cast(m)) -> prefetch(m)"""
        return fold_casts(self)


@op("memref.atomic_rmw", interfaces=(Touches(read="memref", write="memref"),))
class AtomicRMWOp(Op):
    """Combine an element with a value, in one step that no other thread sees the middle of; the old element comes back.

    Rules: (atomic_rmw_c1) there is an index for each dimension. (atomic_rmw_c2) kinds ending in `f` take floats, others
    but `assign` take integers.
    Example: %old = memref.atomic_rmw addf %x, %m[%i, %j] : (f32, memref<4x?xf32>) -> f32
    """

    value: Operand = operand(number, type_from=("memref", element_type))
    memref: Operand = operand(memref_of_numbers)
    indices: VariadicOperand = variadic_operand(index_type)
    kind: Attr[IntegerAttr] = attr(enum_of(i64, ATOMIC_KINDS, "allowed 64-bit signless integer"))
    result: Result = inferred_result(number, type_from=("memref", element_type))
    syntax = (
        "$kind $value `,` $memref `[` $indices `]` attr-dict "
        "`:` `(` type($value) `,` type($memref) `)` `->` type($result)"
    )

    @property
    def kind_name(self) -> str:
        """The name of the combiner, or `assign`."""
        return ATOMIC_KIND_NAMES[self.kind.value]

    def verify(self, report: Report) -> None:
        rank, got = len(self.memref.shape), len(self.indices)
        if got != rank:
            report.error(
                "atomic_rmw_c1",
                f"expects the number of subscripts to be equal to memref rank, expected {rank} but got {got}",
            )
            return
        if self.kind_name == ASSIGN:
            return
        wants_float = COMBINERS[self.kind_name].is_float
        if not isinstance(self.value.type, FloatType if wants_float else IntegerType):
            wanted = "a floating-point type" if wants_float else "an integer type"
            report.error("atomic_rmw_c2", f"with kind '{self.kind_name}' expects {wanted}, but got '{self.value.type}'")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """atomic_rmw(x, cast(m)) -> atomic_rmw(x, m)"""
        return fold_casts(self, except_for=self.value)


@op("memref.generic_atomic_rmw", interfaces=(Touches(read="memref", write="memref"),))
class GenericAtomicRMWOp(Op):
    """Replace an element by what the region makes of it, in one step that no other thread sees the middle of.

    Rules: (generic_atomic_rmw_c1) the region takes the element as its only argument. (generic_atomic_rmw_c2) nothing in
    it has effects. (generic_atomic_rmw_c3) there is an index for each dimension.
    Example:
        %new = memref.generic_atomic_rmw %m[%i, %j] : memref<4x?xf32> {
        ^bb0(%old: f32):
          memref.atomic_yield %old : f32
        }
    """

    memref: Operand = operand(memref_of_numbers)
    indices: VariadicOperand = variadic_operand(index_type)
    result: Result = inferred_result(number, type_from=("memref", element_type))
    atomic_body: Region = region(default=None)
    syntax = "$memref `[` $indices `]` `:` type($memref) $atomic_body attr-dict"

    def verify(self, report: Report) -> None:
        body, wanted = self.atomic_body, self.result.type
        arg_types = [] if body.is_empty else body.entry.arg_types
        if len(arg_types) != 1:
            report.error(
                "generic_atomic_rmw_c1", f"expected single number of entry block arguments, but got {len(arg_types)}"
            )
        elif arg_types[0] is not wanted:
            report.error(
                "generic_atomic_rmw_c1",
                f"expected block argument of the same type result type, '{wanted}', but got '{arg_types[0]}'",
            )
        for inner in body.walk():
            if not is_memory_effect_free(inner):
                report.error_at(
                    inner.location,
                    "generic_atomic_rmw_c2",
                    "body of 'memref.generic_atomic_rmw' should contain only operations with no side effects"
                    f", but got '{inner.name}'",
                )
                break
        if len(self.indices) != len(self.memref.shape):
            report.error(
                "generic_atomic_rmw_c3",
                f"expects the number of subscripts to be equal to memref rank, expected {len(self.memref.shape)} "
                f"but got {len(self.indices)}",
            )


@op("memref.atomic_yield", traits=(Pure, Terminator, HasParent("memref.generic_atomic_rmw")))
class AtomicYieldOp(Op):
    """Yield the new value of the element from the region of `memref.generic_atomic_rmw`.

    Rules: (atomic_yield_c1) it has the type of the parent's result.
    Example:
        %new = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
        ^bb0(%old: f32):
          memref.atomic_yield %old : f32
        }
    """

    result: Operand = operand(any_type)
    syntax = "$result attr-dict `:` type($result)"

    def verify(self, report: Report) -> None:
        parent = self.parent_op
        if parent is not None and parent.results and parent.results[0].type is not self.result.type:
            report.error(
                "atomic_yield_c1",
                f"types mismatch between yield op: '{self.result.type}' and its parent: '{parent.results[0].type}'",
            )
