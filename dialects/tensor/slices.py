"""`tensor.extract_slice` and `tensor.insert_slice`: parts of tensors by offsets, sizes and strides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, DenseArrayAttr, DenseElementsAttr, Value
from dlc.ir.builtin_constraints import any_ranked_tensor, i64_dense_array, index_type
from dlc.ir.builtin_types import DYNAMIC, TensorType
from dlc.ir.constraints import TypeVariable
from dlc.ir.definition import (
    Attr,
    Operand,
    Result,
    VariadicOperand,
    attr,
    inferred_result,
    op,
    operand,
    result,
    variadic_operand,
)
from dlc.ir.dense_folds import LARGEST_FOLD, dense_constant, from_bits, strided_positions
from dlc.ir.index_lists import Index, known_index, split_indices
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, FoldResult
from dlc.ir.slice_lists import SliceListsOp, Statics, is_shape_reduced, is_surely_inside, out_of_bounds
from dlc.ir.traits import HasParent

from .constraints import tensor_type
from .shapes import ResultShape, SameShapeAs

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

T = TypeVariable("T", any_ranked_tensor)

SLICE_LISTS = (
    "custom<DynamicIndexList>($offsets, $static_offsets) "
    "custom<DynamicIndexList>($sizes, $static_sizes) "
    "custom<DynamicIndexList>($strides, $static_strides) attr-dict"
)


def kept_dims(sizes: Sequence[int], shape: Sequence[int]) -> list[int]:
    """The dimensions of a slice that its tensor has: the first ones that fit, as in MLIR; others have size 1."""
    if len(sizes) == len(shape):
        return list(range(len(sizes)))
    kept: list[int] = []
    for dim, size in enumerate(sizes):
        if len(kept) < len(shape) and size == shape[len(kept)]:
            kept.append(dim)
    return kept


def _steps(strides: Sequence[Index] | None, rank: int) -> Sequence[Index]:
    return [1] * rank if strides is None else strides


@op("tensor.extract_slice", interfaces=(NO_EFFECTS, ConditionallySpeculatable, ResultShape))
class ExtractSliceOp(SliceListsOp):
    """A slice: in each dimension `size` elements, from `offset` on, every `stride`-th. Sizes of 1 may be left out of
    the result's type.

    Rules: (extract_slice_c1) there is an offset, a size and a stride for each dimension, and an operand for each that
    is dynamic. (extract_slice_c2) the result has these sizes, but for some of 1 that are left out. (extract_slice_c3)
    nothing is known to be out of bounds.
    Example: %s = tensor.extract_slice %t[0, %i] [2, %n] [1, 1] : tensor<4x?xf32> to tensor<2x?xf32>
    """

    source: Operand = operand(any_ranked_tensor)
    offsets: VariadicOperand = variadic_operand(index_type)
    sizes: VariadicOperand = variadic_operand(index_type)
    strides: VariadicOperand = variadic_operand(index_type)
    static_offsets: Attr[DenseArrayAttr] = attr(i64_dense_array)
    static_sizes: Attr[DenseArrayAttr] = attr(i64_dense_array)
    static_strides: Attr[DenseArrayAttr] = attr(i64_dense_array)
    result: Result = result(any_ranked_tensor)
    syntax = f"$source `` {SLICE_LISTS} `:` type($source) `to` type($result)"

    @classmethod
    def of(
        cls,
        source: Value,
        offsets: Sequence[Index],
        sizes: Sequence[Index],
        strides: Sequence[Index] | None = None,
        result: TensorType | None = None,
    ) -> ExtractSliceOp:
        """A slice by mixed lists; strides are 1 where none are given, and the type follows."""
        starts, o = split_indices(offsets)
        lengths, s = split_indices(sizes)
        steps, t = split_indices(_steps(strides, len(sizes)))
        if result is None:
            result = tensor_type(source).with_shape(lengths.elements)
        return cls(source, o, s, t, starts, lengths, steps, result)  # type: ignore[arg-type]

    def kept_dims(self) -> list[int]:
        """The dimensions of the source that the result has, in order."""
        return kept_dims(self.static_sizes.elements, self.result.shape)

    def result_names(self) -> Sequence[str | None]:
        return ("extracted_slice",)

    def result_size(self, result: int, dim: int) -> Index | None:
        """Return the size from the list."""
        return self.mixed_sizes[self.kept_dims()[dim]]

    def is_speculatable(self) -> bool:
        """Return whether the slice provably lies within the source."""
        return is_surely_inside(self.source.shape, self.mixed_offsets, self.mixed_sizes, self.mixed_strides)

    def verify(self, report: Report) -> None:
        source, type = tensor_type(self.source), tensor_type(self.result)
        misfit = self.list_mismatch(len(source.shape))
        if misfit is not None:
            report.error("extract_slice_c1", misfit)
            return
        problem = slice_mismatch(source, self.static_sizes.elements, type)
        if problem is not None:
            report.error("extract_slice_c2", f"{problem}, but got '{type}'")
            return
        outside = out_of_bounds(source.shape, *self.static_lists)
        if outside is not None:
            report.error("extract_slice_c3", outside)

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Fold a slice of everything to the tensor, a slice that was just inserted to its source, and a slice of a
        constant.
        """
        source, type = tensor_type(self.source), tensor_type(self.result)
        if source is type and type.has_static_shape and is_whole(self, source.shape):
            return [self.source]
        inserted = self.source.defined_by(InsertSliceOp)
        if inserted is not None and inserted.source.type is type and same_lists(self, inserted):
            return [inserted.source]
        constant = dense_constant(operands[0])
        if constant is None or not type.has_static_shape:
            return None
        if constant.is_splat:
            return [DenseElementsAttr.from_bytes(type, constant.raw)]
        return _part_of_constant(constant, self.static_lists, type)


@op("tensor.insert_slice", interfaces=(NO_EFFECTS, ConditionallySpeculatable, SameShapeAs("dest")))
class InsertSliceOp(SliceListsOp):
    """The destination with a slice of it replaced by the source. Sizes of 1 may be missing in the source's type.

    Rules: (insert_slice_c1) there is an offset, a size and a stride for each dimension, and an operand for each that
    is dynamic. (insert_slice_c2) the source has these sizes, but for some of 1 that are left out. (insert_slice_c3)
    nothing is known to be out of bounds.
    Example: %r = tensor.insert_slice %s into %t[0, %i] [2, %n] [1, 1] : tensor<2x?xf32> into tensor<4x?xf32>
    """

    source: Operand = operand(any_ranked_tensor)
    dest: Operand = operand(T)
    offsets: VariadicOperand = variadic_operand(index_type)
    sizes: VariadicOperand = variadic_operand(index_type)
    strides: VariadicOperand = variadic_operand(index_type)
    static_offsets: Attr[DenseArrayAttr] = attr(i64_dense_array)
    static_sizes: Attr[DenseArrayAttr] = attr(i64_dense_array)
    static_strides: Attr[DenseArrayAttr] = attr(i64_dense_array)
    result: Result = inferred_result(T)
    syntax = f"$source `into` $dest `` {SLICE_LISTS} `:` type($source) `into` type($dest)"

    @classmethod
    def of(
        cls,
        source: Value,
        dest: Value,
        offsets: Sequence[Index],
        sizes: Sequence[Index],
        strides: Sequence[Index] | None = None,
    ) -> InsertSliceOp:
        """Return the op for mixed lists; strides are 1 if they are not given."""
        starts, o = split_indices(offsets)
        lengths, s = split_indices(sizes)
        steps, t = split_indices(_steps(strides, len(sizes)))
        return cls(source, dest, o, s, t, starts, lengths, steps)  # type: ignore[arg-type]

    def kept_dims(self) -> list[int]:
        """The dimensions of the destination that the source has, in order."""
        return kept_dims(self.static_sizes.elements, self.source.shape)

    def result_names(self) -> Sequence[str | None]:
        return ("inserted_slice",)

    def is_speculatable(self) -> bool:
        """Return whether the slice provably lies within the destination and is as large as the source."""
        inside = is_surely_inside(self.dest.shape, self.mixed_offsets, self.mixed_sizes, self.mixed_strides)
        return inside and DYNAMIC not in (*self.source.shape, *self.static_sizes.elements)

    def verify(self, report: Report) -> None:
        verify_insertion(self, "insert_slice", report)

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Replacing all of a tensor gives what replaces it; putting back what was taken out gives the tensor."""
        source, type = tensor_type(self.source), tensor_type(self.result)
        if source is type and type.has_static_shape and is_whole(self, type.shape):
            return [self.source]
        taken = self.source.defined_by(ExtractSliceOp)
        if taken is not None and taken.source is self.dest and same_lists(self, taken):
            return [self.dest]
        inner = self.dest.defined_by(InsertSliceOp)
        if inner is None or not same_lists(self, inner):
            return None
        if inner.source.type is not source:
            return None
        self.dest = inner.dest
        return self.results


@op("tensor.parallel_insert_slice", traits=(HasParent("scf.forall.in_parallel"),))
class ParallelInsertSliceOp(SliceListsOp):
    """Replace a slice of a tensor that the iterations of `scf.forall` share. Sizes of 1 may be missing in the source's
    type.

    Rules: (parallel_insert_slice_c1) there is an offset, a size and a stride for each dimension, and an operand for
    each that is dynamic. (parallel_insert_slice_c2) the source has these sizes, but for some of 1 that are left out.
    (parallel_insert_slice_c3) nothing is known to be out of bounds.
    Example: tensor.parallel_insert_slice %s into %t[0, %i] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x?xf32>
    """

    source: Operand = operand(any_ranked_tensor)
    dest: Operand = operand(any_ranked_tensor)
    offsets: VariadicOperand = variadic_operand(index_type)
    sizes: VariadicOperand = variadic_operand(index_type)
    strides: VariadicOperand = variadic_operand(index_type)
    static_offsets: Attr[DenseArrayAttr] = attr(i64_dense_array)
    static_sizes: Attr[DenseArrayAttr] = attr(i64_dense_array)
    static_strides: Attr[DenseArrayAttr] = attr(i64_dense_array)
    syntax = InsertSliceOp.syntax

    def verify(self, report: Report) -> None:
        verify_insertion(self, "parallel_insert_slice", report)

    kept_dims = InsertSliceOp.kept_dims

    def in_order(self, dest: Value) -> InsertSliceOp:
        """Return the op that puts the source into a tensor, for iterations that run one after the other."""
        lists = self.offsets, self.sizes, self.strides, self.static_offsets, self.static_sizes, self.static_strides
        return InsertSliceOp(self.source, dest, *lists, location=self.location)


SliceOp = ExtractSliceOp | InsertSliceOp


def verify_insertion(op: InsertSliceOp | ParallelInsertSliceOp, rule: str, report: Report) -> None:
    """The rules _c1 to _c3 of ops that put a source into a slice of a tensor."""
    source, dest = tensor_type(op.source), tensor_type(op.dest)
    misfit = op.list_mismatch(len(dest.shape))
    if misfit is not None:
        report.error(f"{rule}_c1", misfit)
        return
    problem = slice_mismatch(dest, op.static_sizes.elements, source)
    if problem is not None:
        report.error(f"{rule}_c2", f"{problem}, but got '{source}'")
        return
    outside = out_of_bounds(dest.shape, *op.static_lists)
    if outside is not None:
        report.error(f"{rule}_c3", outside)


def slice_mismatch(whole: TensorType, sizes: Sequence[int], part: TensorType) -> str | None:
    """Return why `part` cannot be the type of a slice of these sizes, or `None`."""
    expected = whole.with_shape(tuple(sizes))
    if len(part.shape) > len(expected.shape):
        return "expected rank to be smaller or equal to the other rank"
    if not is_shape_reduced(expected.shape, part.shape):
        return f"expected type to be '{expected}' or a rank-reduced version. (size mismatch)"
    if part.element_type is not expected.element_type:
        return f"expected element type to be '{expected.element_type}'"
    return None


# -- Questions about lists -------------------------------------------------------------------------------------------


def same_index(a: Index, b: Index) -> bool:
    """Return whether two indices are provably the same number."""
    if a is b:
        return True
    number = known_index(a)
    return number is not None and number == known_index(b)


def same_indices(a: Sequence[Index], b: Sequence[Index]) -> bool:
    return len(a) == len(b) and all(same_index(x, y) for x, y in zip(a, b, strict=True))


def same_lists(a: SliceOp, b: SliceOp) -> bool:
    """Return whether two slices are provably of the same place."""
    return (
        same_indices(a.mixed_offsets, b.mixed_offsets)
        and same_indices(a.mixed_sizes, b.mixed_sizes)
        and same_indices(a.mixed_strides, b.mixed_strides)
    )


def is_whole(op: SliceOp, shape: Sequence[int]) -> bool:
    """Return whether a slice is all of a tensor whose sizes are known."""
    return (
        all(known_index(offset) == 0 for offset in op.mixed_offsets)
        and all(known_index(step) == 1 for step in op.mixed_strides)
        and all(known_index(size) == extent for size, extent in zip(op.mixed_sizes, shape, strict=True))
    )


def _part_of_constant(constant: DenseElementsAttr, statics: Statics, type: TensorType) -> FoldResult | None:
    """The elements of a slice, if it is small: the constant may have other users, and stays."""
    offsets, sizes, strides = statics
    count = type.num_elements
    if count > LARGEST_FOLD or any(DYNAMIC in static for static in statics) or any(step != 1 for step in strides):
        return None
    bits = constant.stored_bits()
    return [from_bits(type, [bits[place] for place in strided_positions(constant.type.shape, offsets, sizes)])]
