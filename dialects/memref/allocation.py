"""Ops that make and free memrefs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dlc.dialects.arith import ConstantOp
from dlc.ir import Attribute, DenseElementsAttr, FloatAttr, IntegerAttr, Operation, Type, TypedAttribute, Value
from dlc.ir.builtin_constraints import any_memref, index_type
from dlc.ir.builtin_types import DYNAMIC, FloatType, IndexType, IntegerType, MemRefType, VectorType
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    OptionalOperand,
    Result,
    VariadicOperand,
    op,
    operand,
    optional_attr,
    optional_operand,
    result,
    variadic_operand,
)
from dlc.ir.index_lists import known_index
from dlc.ir.interfaces import (
    Effect,
    FoldResult,
    MemoryEffects,
    PromotableAllocation,
    Touches,
)
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.strided_layout import has_identity_layout, layout_map
from dlc.ir.traits import (
    AutomaticAllocationScope,
)

from .access import StoreOp
from .casts import CastOp, fold_casts
from .constraints import alignment_attr, memref_1d, ranked_or_unranked

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

STACK = "automatic allocation scope"
"""The resource that `memref.alloca` allocates from: the memory of the enclosing scope."""

ALLOCATION_SYNTAX = "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)"


@op("memref.alloc", interfaces=(Touches(alloc="memref"),))
class AllocOp(Op):
    """Allocate heap memory, which lives until `memref.dealloc`. There is an operand for each dynamic size, then for
    each symbol of the layout.

    Rules: (alloc_c1) there are as many size operands as dynamic sizes. (alloc_c2) and as many symbol operands as
    symbols in the layout.
    Example: %m = memref.alloc(%n) {alignment = 64 : i64} : memref<8x?xf32>
    """

    memref: Result = result(any_memref)
    dynamicSizes: VariadicOperand = variadic_operand(index_type, default=())  # noqa: N815 (MLIR's names)
    symbolOperands: VariadicOperand = variadic_operand(index_type, default=())  # noqa: N815
    alignment: Attr[IntegerAttr | None] = optional_attr(alignment_attr, default=None)
    syntax = ALLOCATION_SYNTAX

    def result_names(self) -> Sequence[str | None]:
        return ("alloc",)

    def verify(self, report: Report) -> None:
        _verify_allocation(self, report, "alloc")


class AllocatesOnStack(MemoryEffects):
    """Takes memory of the enclosing scope."""

    def effects(self, op: Operation) -> Sequence[Effect]:  # type: ignore[override]
        return [Effect("alloc", op.results[0], STACK)]


@op("memref.alloca", interfaces=(AllocatesOnStack, PromotableAllocation))
class AllocaOp(Op):
    """Allocate stack memory, which lives until control leaves the enclosing allocation scope.

    Rules: (alloca_c1) there are as many size operands as dynamic sizes. (alloca_c2) and as many symbol operands as
    symbols in the layout. (alloca_c3) some enclosing op is a scope that frees it.
    Example: %m = memref.alloca() : memref<4xf32>
    """

    memref: Result = result(any_memref)
    dynamicSizes: VariadicOperand = variadic_operand(index_type, default=())  # noqa: N815 (MLIR's names)
    symbolOperands: VariadicOperand = variadic_operand(index_type, default=())  # noqa: N815
    alignment: Attr[IntegerAttr | None] = optional_attr(alignment_attr, default=None)
    syntax = ALLOCATION_SYNTAX

    def result_names(self) -> Sequence[str | None]:
        return ("alloca",)

    def verify(self, report: Report) -> None:
        scope = self.parent_op
        while scope is not None and AutomaticAllocationScope not in scope.traits:
            scope = scope.parent_op
        if scope is None and self.parent is not None:
            report.error("alloca_c3", "requires an ancestor op with AutomaticAllocationScope trait")
        _verify_allocation(self, report, "alloca")

    def promotable_slots(self) -> Sequence[tuple[Value, Type]]:
        """A memref of one element is a slot."""
        type = self.memref.type
        assert isinstance(type, MemRefType)
        is_slot = type.has_static_shape and type.num_elements == 1 and zero_of(type.element_type) is not None
        return [(self.memref, type.element_type)] if is_slot else []

    def default_value(self, slot: Value, builder: Any) -> Value:
        """Zero: what is read before anything is stored may be anything."""
        type = slot.type
        zero = zero_of(type.element_type) if isinstance(type, MemRefType) else None
        assert zero is not None, "only slots that `promotable_slots` names have a default"
        constant: ConstantOp = builder.insert(ConstantOp(zero))
        return constant.results[0]


def zero_of(type: Type) -> TypedAttribute | None:
    """The attribute for zero, of the types that have one."""
    if isinstance(type, FloatType):
        return FloatAttr(0, type) if type.format_name != "f8E8M0FNU" else None
    if isinstance(type, (IntegerType, IndexType)):
        return IntegerAttr(0, type)
    if isinstance(type, VectorType):
        zero = zero_of(type.element_type)
        return DenseElementsAttr.splat(type, zero) if zero is not None else None
    return None


def _verify_allocation(op: AllocOp | AllocaOp, report: Report, rule: str) -> None:
    type = op.memref.type
    assert isinstance(type, MemRefType)
    dynamic, sizes = type.shape.count(DYNAMIC), len(op.dynamicSizes)
    if sizes != dynamic:
        report.error(
            f"{rule}_c1",
            f"dimension operand count does not equal memref dynamic dimension count, expected {dynamic} but got "
            f"{sizes}",
        )
    symbols, given = layout_map(type).num_symbols, len(op.symbolOperands)
    if symbols != given:
        report.error(
            f"{rule}_c2", f"symbol operand count does not equal memref symbol count: expected {symbols}, got {given}"
        )


@op("memref.dealloc", interfaces=(Touches(free="memref"),))
class DeallocOp(Op):
    """Free what `memref.alloc` made; the memref must be the one that it gave.

    Example: memref.dealloc %m : memref<8x?xf32>
    """

    memref: Operand = operand(ranked_or_unranked)
    syntax = "$memref attr-dict `:` type($memref)"

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """dealloc(cast(m)) -> dealloc(m)"""
        return fold_casts(self)


@op("memref.realloc", interfaces=(Touches(free="source", alloc="memref"),))
class ReallocOp(Op):
    """Change the size of an allocated one-dimensional memref; what fits in the new size is kept. The source is gone.

    Rules: (realloc_c1) source and result lie row by row. (realloc_c2) the memory space stays. (realloc_c3) the element
    type stays. (realloc_c4) the new size is an operand if, and only if, it is dynamic.
    Example: %n = memref.realloc %m(%size) : memref<64xf32> to memref<?xf32>
    """

    source: Operand = operand(memref_1d)
    dynamicResultSize: OptionalOperand = optional_operand(index_type, default=None, kw_only=True)  # noqa: N815 (MLIR's name)
    memref: Result = result(memref_1d)
    alignment: Attr[IntegerAttr | None] = optional_attr(alignment_attr, default=None, kw_only=True)
    syntax = "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type(results)"

    def verify(self, report: Report) -> None:
        source, result_type = self.source.type, self.memref.type
        assert isinstance(source, MemRefType)
        assert isinstance(result_type, MemRefType)
        for role, type in (("source", source), ("result", result_type)):
            if not has_identity_layout(type):
                report.error("realloc_c1", f"unsupported layout for {role} memref type '{type}'")
        if source.memory_space is not result_type.memory_space:
            report.error(
                "realloc_c2",
                "different memory spaces specified for "
                f"source memref type '{source}' and result memref type '{result_type}'",
            )
        if source.element_type is not result_type.element_type:
            report.error(
                "realloc_c3",
                "different element types specified for "
                f"source memref type '{source}' and result memref type '{result_type}'",
            )
        if result_type.has_static_shape == (self.dynamicResultSize is not None):
            problem = "unnecessary" if result_type.has_static_shape else "missing"
            report.error("realloc_c4", f"{problem} dimension operand for result type '{result_type}'")


@canonicalization(AllocOp, AllocaOp)
def move_constant_sizes_into_type(op: AllocOp | AllocaOp, rw: Rewriter) -> Match:
    """alloc(%c4) : memref<?xT> -> cast(alloc() : memref<4xT>).  Terminates: the op has fewer operands."""
    known = [known_index(size) for size in op.dynamicSizes]
    if not any(size is not None and size >= 0 for size in known):
        return rw.no_match("no size is a constant")
    old = op.memref.type
    assert isinstance(old, MemRefType)
    numbers = iter([DYNAMIC if size is None or size < 0 else size for size in known])
    shape = tuple(next(numbers) if size == DYNAMIC else size for size in old.shape)
    sizes = [value for value, size in zip(op.dynamicSizes, known, strict=True) if size is None or size < 0]
    new_alloc = type(op)(old.with_shape(shape), sizes, list(op.symbolOperands), op.alignment)
    rw.insert_before(op, new_alloc).attributes.update(op.attributes)
    return rw.replace(op, CastOp(new_alloc.memref, old))


@canonicalization(AllocOp, AllocaOp, ReallocOp)
def erase_unread_allocation(op: AllocOp | AllocaOp | ReallocOp, rw: Rewriter) -> Match:
    """An allocation that is only stored to and freed -> nothing.  Terminates: removes ops."""
    users = op.memref.users
    for user in users:
        if not isinstance(user, DeallocOp) and not (isinstance(user, StoreOp) and user.value is not op.memref):
            return rw.no_match(f"'{user.name}' needs it")
    for user in users:
        rw.erase(user)
    return rw.erase(op)
