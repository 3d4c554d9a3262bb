"""`memref.subview`: a slice of a memref, without copying."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Value
from dlc.ir.builtin_attributes import DenseArrayAttr, StridedLayoutAttr
from dlc.ir.builtin_constraints import any_memref, i64_dense_array, index_type
from dlc.ir.builtin_types import DYNAMIC, MemRefType
from dlc.ir.definition import (
    Attr,
    Operand,
    Result,
    VariadicOperand,
    attr,
    op,
    operand,
    result,
    variadic_operand,
)
from dlc.ir.index_lists import Index, known_index, split_indices
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, FoldResult, ViewOf
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.slice_lists import (
    SliceListsOp,
    is_shape_reduced,
    is_surely_inside,
    out_of_bounds,
    with_known_numbers,
)
from dlc.ir.strided_layout import strides_of
from dlc.ir.values import constant_of

from .casts import CastOp, source_if_less_static
from .slices import dropped_dims, slice_type, without_dims

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


@op("memref.subview", interfaces=(NO_EFFECTS, ConditionallySpeculatable, ViewOf("source")))
class SubViewOp(SliceListsOp):
    """A slice: in each dimension `size` elements, from `offset` on, every `stride`-th. Sizes of 1 may be left out of
    the result's type; its strides and offset are those of the source, multiplied and moved.

    Rules: (subview_c1) there is an offset, a size and a stride for each dimension, and an operand for each that is
    dynamic. (subview_c2) the memory space stays. (subview_c3) the source has strides. (subview_c4) the result is what
    follows, but for sizes of 1 that are left out. (subview_c5) nothing is known to be out of bounds.
    Example:
        %s = memref.subview %m[0, %i] [2, %n] [1, 1]
          : memref<4x?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
    """

    source: Operand = operand(any_memref)
    offsets: VariadicOperand = variadic_operand(index_type)
    sizes: VariadicOperand = variadic_operand(index_type)
    strides: VariadicOperand = variadic_operand(index_type)
    static_offsets: Attr[DenseArrayAttr] = attr(i64_dense_array)
    static_sizes: Attr[DenseArrayAttr] = attr(i64_dense_array)
    static_strides: Attr[DenseArrayAttr] = attr(i64_dense_array)
    result: Result = result(any_memref)
    syntax = (
        "$source `` custom<DynamicIndexList>($offsets, $static_offsets) "
        "custom<DynamicIndexList>($sizes, $static_sizes) "
        "custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)"
    )

    @classmethod
    def of(
        cls,
        source: Value,
        offsets: Sequence[Index],
        sizes: Sequence[Index],
        strides: Sequence[Index],
        result: MemRefType | None = None,
    ) -> SubViewOp:
        """A slice by mixed lists; its type follows where none is given."""
        (starts, o), (lengths, s), (steps, t) = (split_indices(part) for part in (offsets, sizes, strides))
        if result is None:
            assert isinstance(source.type, MemRefType)
            result = slice_type(source.type, starts.elements, lengths.elements, steps.elements)
            assert result is not None, "only memrefs with strides have slices"
        return cls(source, o, s, t, starts, lengths, steps, result)  # type: ignore[arg-type]

    def result_names(self) -> Sequence[str | None]:
        return ("subview",)

    def is_speculatable(self) -> bool:
        """Return whether the slice provably lies within the source."""
        return is_surely_inside(self.source.shape, self.mixed_offsets, self.mixed_sizes, self.mixed_strides)

    def dropped_dims(self) -> list[bool]:
        """Return for each dimension of the source whether the result drops it."""
        source, type = self.source.type, self.result.type
        assert isinstance(source, MemRefType)
        assert isinstance(type, MemRefType)
        full = slice_type(source, *self.static_lists)
        dropped = dropped_dims(full or source, type, self.mixed_sizes)
        assert dropped is not None, "the verifier has seen to it"
        return dropped

    def verify(self, report: Report) -> None:
        source, type = self.source.type, self.result.type
        assert isinstance(source, MemRefType)
        assert isinstance(type, MemRefType)
        problem = self.list_mismatch(len(source.shape))
        if problem is not None:
            report.error("subview_c1", problem)
            return
        if source.memory_space is not type.memory_space:
            report.error(
                "subview_c2",
                f"different memory spaces specified for base memref type '{source}' and subview memref type '{type}'",
            )
            return
        expected = slice_type(source, *self.static_lists)
        if expected is None:
            report.error("subview_c3", f"base type '{source}' is not strided")
            return
        self._verify_type(expected, type, report)
        outside = out_of_bounds(source.shape, *self.static_lists)
        if outside is not None:
            report.error("subview_c5", outside)

    def _verify_type(self, expected: MemRefType, type: MemRefType, report: Report) -> None:
        if len(type.shape) > len(expected.shape):
            report.error(
                "subview_c4", f"expected result rank to be smaller or equal to the source rank, but got '{type}'"
            )
        elif not is_shape_reduced(expected.shape, type.shape):
            report.error("subview_c4", _mismatch(expected, type, "sizes"))
        elif expected.element_type is not type.element_type:
            report.error(
                "subview_c4", f"expected result element type to be '{expected.element_type}', but got '{type}'"
            )
        else:
            dropped = dropped_dims(expected, type, self.mixed_sizes)
            if dropped is None or strides_of(without_dims(expected, dropped)) != strides_of(type):
                report.error("subview_c4", _mismatch(expected, type, "layout"))

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """A slice that is the whole of a static memref, or of another slice, is that."""
        source, type = self.source.type, self.result.type
        if type is not source or not isinstance(type, MemRefType):
            return None
        layout = type.layout
        known = not isinstance(layout, StridedLayoutAttr) or DYNAMIC not in (layout.offset, *layout.strides)
        if type.has_static_shape and known:
            return [self.source]
        inner = self.source.defined_by(SubViewOp)
        if inner is None or self.mixed_sizes != inner.mixed_sizes:
            return None
        at_start = all(known_index(offset) == 0 for offset in self.mixed_offsets)
        return [self.source] if at_start and all(known_index(step) == 1 for step in self.mixed_strides) else None


def _mismatch(expected: MemRefType, type: MemRefType, of: str) -> str:
    return (
        f"expected result type to be '{expected}' or a rank-reduced version. (mismatch of result {of})"
        f", but got '{type}'"
    )


@canonicalization(SubViewOp)
def move_constants_into_slice(op: SubViewOp, rw: Rewriter) -> Match:
    """subview(m)[%c1] -> cast(subview(m)[1]), whose type says more.  Terminates: the op has fewer operands."""
    if len(op.operands) == 1 or not any(constant_of(value) is not None for value in op.operands[1:]):
        return rw.no_match("no operand is a constant")
    source = op.source.type
    assert isinstance(source, MemRefType)
    offsets, sizes, strides = with_known_numbers(op.mixed_offsets, op.mixed_sizes, op.mixed_strides)
    statics = [split_indices(part)[0].elements for part in (offsets, sizes, strides)]
    if sum(static.count(DYNAMIC) for static in statics) == len(op.operands) - 1:
        return rw.no_match("no constant fits")
    if out_of_bounds(source.shape, *statics) is not None:
        return rw.no_match("the slice is out of bounds")
    full = slice_type(source, *statics)
    assert full is not None
    type = without_dims(full, op.dropped_dims())
    new_subview = rw.insert_before(op, SubViewOp.of(op.source, offsets, sizes, strides, type))
    return rw.replace(op, CastOp(new_subview.result, op.result.type))


@canonicalization(SubViewOp)
def slice_before_cast(op: SubViewOp, rw: Rewriter) -> Match:
    """subview(cast(m)) -> cast(subview(m)).  Terminates: moves a cast towards the uses."""
    if any(constant_of(value) is not None for value in op.operands):
        return rw.no_match("constants are moved into the slice first")
    source = source_if_less_static(op.source)
    if source is None:
        return rw.no_match("source is not a cast to a less precise type")
    assert isinstance(source.type, MemRefType)
    full = slice_type(source.type, *op.static_lists)
    if full is None or out_of_bounds(source.type.shape, *op.static_lists) is not None:
        return rw.no_match("the slice is out of bounds")
    type = without_dims(full, op.dropped_dims())
    new_subview = rw.insert_before(op, SubViewOp.of(source, op.mixed_offsets, op.mixed_sizes, op.mixed_strides, type))
    return rw.replace(op, CastOp(new_subview.result, op.result.type))


@canonicalization(SubViewOp)
def slice_of_everything(op: SubViewOp, rw: Rewriter) -> Match:
    """subview(m)[0][all of it][1] -> m, cast where the type is another.
    Terminates: removes an op or replaces it by a cast.
    """
    source, type = op.source.type, op.result.type
    assert isinstance(source, MemRefType)
    if len(source.shape) != len(op.result.shape):
        return rw.no_match("it leaves out dimensions")
    whole = zip(op.mixed_offsets, op.mixed_sizes, op.mixed_strides, source.shape, strict=True)
    for offset, size, step, extent in whole:
        if known_index(offset) != 0 or known_index(step) != 1 or known_index(size) != extent:
            return rw.no_match("it may be a part")
    return rw.replace(op, op.source if source is type else CastOp(op.source, type))
