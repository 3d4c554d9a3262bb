"""`vector.extract_strided_slice` and `vector.insert_strided_slice`: blocks of vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Type, Value
from dlc.ir.builtin_attributes import ArrayAttr, DenseElementsAttr, int_attr
from dlc.ir.builtin_types import VectorType
from dlc.ir.constraints import TypeVariable
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, op, operand
from dlc.ir.dense_folds import LARGEST_FOLD, dense_constant, from_bits, strided_positions
from dlc.ir.interfaces import FoldResult
from dlc.ir.poison import POISON
from dlc.ir.traits import Pure

from .constraints import describe_dim, i64_list, ints, same_element, vector_type, vector_with_dims

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

V = TypeVariable("V", vector_with_dims)


def int_list(values: Sequence[int]) -> ArrayAttr:
    return ArrayAttr(tuple(int_attr(value) for value in values))


@op("vector.extract_strided_slice", traits=(Pure,))
class ExtractStridedSliceOp(Op):
    """A block: in the first dimensions `size` elements from `offset` on, in the others all. Strides must be 1.

    Rules: (extract_strided_slice_c1) offsets, sizes and strides are as many, and no more than dimensions.
    (extract_strided_slice_c2) the block lies inside. (extract_strided_slice_c3) strides are 1.
    (extract_strided_slice_c4) of a scalable dimension all is taken.
    Example:
        %b = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]}
          : vector<4x8xf32> to vector<2x8xf32>
    """

    vector: Operand = operand(vector_with_dims)
    offsets: Attr[ArrayAttr] = attr(i64_list)
    sizes: Attr[ArrayAttr] = attr(i64_list)
    strides: Attr[ArrayAttr] = attr(i64_list)
    result: Result = inferred_result(vector_with_dims)
    syntax = "$vector attr-dict `:` type($vector) `to` type($result)"

    @classmethod
    def of(cls, vector: Value, offsets: Sequence[int], sizes: Sequence[int]) -> ExtractStridedSliceOp:
        """A block with strides of 1."""
        return cls(vector, int_list(offsets), int_list(sizes), int_list([1] * len(sizes)))

    def infer_types(self) -> Sequence[Type]:
        type, sizes = vector_type(self.vector), ints(self.sizes)
        if any(size < 1 for size in sizes):
            return [type]  # `verify` says so
        return [VectorType((*sizes, *type.shape[len(sizes) :])[: len(type.shape)], type.element_type, type.scalable)]

    def verify(self, report: Report) -> None:
        type = vector_type(self.vector)
        offsets, sizes, strides = ints(self.offsets), ints(self.sizes), ints(self.strides)
        rule = "extract_strided_slice"
        if not len(offsets) == len(sizes) == len(strides):
            report.error(
                f"{rule}_c1",
                "expected offsets, sizes and strides attributes of same size"
                f", but got {len(offsets)}, {len(sizes)} and {len(strides)}",
            )
        elif len(offsets) > len(type.shape):
            report.error(
                f"{rule}_c1",
                f"expected offsets attribute of rank no greater than vector rank, {len(type.shape)}"
                f", but got {len(offsets)}",
            )
        else:
            _verify_block(report, rule, type, offsets, sizes, strides)

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Fold a slice of everything to the source, a slice of a constant, and a slice of a slice."""
        if self.vector.type is self.result.type:
            return [self.vector]
        value, result = operands[0], vector_type(self.result)
        if value is POISON:
            return [POISON]
        if isinstance(value, DenseElementsAttr) and value.is_splat:
            return [DenseElementsAttr.from_bytes(result, value.raw)]
        constant = dense_constant(value)
        if constant is not None and result.num_elements <= LARGEST_FOLD:
            shape = self.vector.shape
            offsets = [*ints(self.offsets), *[0] * (len(shape) - len(self.offsets))]
            bits = constant.stored_bits()
            return [from_bits(result, [bits[i] for i in strided_positions(shape, offsets, result.shape)])]
        return self.results if self._merge_slices() else None

    def _merge_slices(self) -> bool:
        """slice(slice(v)) -> slice(v), with the offsets added up."""
        inner = self.vector.defined_by(ExtractStridedSliceOp)
        if inner is None:
            return False
        ours, theirs = ints(self.offsets), ints(inner.offsets)
        count = max(len(ours), len(theirs))
        result_shape = self.result.shape
        offsets = [sum(part[dim] for part in (ours, theirs) if dim < len(part)) for dim in range(count)]
        self.vector = inner.vector
        self.offsets = int_list(offsets)
        self.sizes = int_list(result_shape[:count])
        self.strides = int_list([1] * count)
        return True


def _verify_block(
    report: Report, rule: str, type: VectorType, offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]
) -> None:
    for dim, (offset, size, extent) in enumerate(zip(offsets, sizes, type.shape, strict=False)):
        if not 0 <= offset < extent:
            report.error(
                f"{rule}_c2", f"expected offsets dimension {dim} to be confined to [0, {extent}), but got {offset}"
            )
        elif not 1 <= size <= extent:
            report.error(
                f"{rule}_c2", f"expected sizes dimension {dim} to be confined to [1, {extent + 1}), but got {size}"
            )
        elif offset + size > extent:
            report.error(
                f"{rule}_c2",
                f"expected sum(offsets, sizes) dimension {dim} to be confined to [1, {extent + 1})"
                f", but got {offset + size}",
            )
        elif type.scalable_dims[dim] and size != extent:
            report.error(
                f"{rule}_c4",
                f"expected size at idx={dim} to match the corresponding base size from the input vector ({size} "
                f"vs {extent})",
            )
    stride = next((each for each in strides if each != 1), 1)
    if stride != 1:
        report.error(f"{rule}_c3", f"expected strides to be confined to [1, 2), but got {stride}")


@op("vector.insert_strided_slice", traits=(Pure,))
class InsertStridedSliceOp(Op):
    """The destination with a block of the last dimensions replaced by another vector. Strides must be 1.

    Rules: (insert_strided_slice_c1) the element type stays. (insert_strided_slice_c2) there is an offset for each
    dimension of the destination, and a stride for each of the block, which has no more. (insert_strided_slice_c3) the
    block lies inside. (insert_strided_slice_c4) strides are 1. (insert_strided_slice_c5) both are scalable in the same
    dimensions, and there the block is whole.
    Example:
        %w = vector.insert_strided_slice %b, %v {offsets = [1, 0], strides = [1, 1]}
          : vector<2x8xf32> into vector<4x8xf32>
    """

    valueToStore: Operand = operand(vector_with_dims)  # noqa: N815 (MLIR's name)
    dest: Operand = operand(V)
    offsets: Attr[ArrayAttr] = attr(i64_list)
    strides: Attr[ArrayAttr] = attr(i64_list)
    res: Result = inferred_result(V)
    syntax = "$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)"

    @classmethod
    def of(cls, value: Value, dest: Value, offsets: Sequence[int]) -> InsertStridedSliceOp:
        """A block with strides of 1."""
        return cls(value, dest, int_list(offsets), int_list([1] * len(vector_type(value).shape)))

    def verify(self, report: Report) -> None:
        source, dest = vector_type(self.valueToStore), vector_type(self.dest)
        offsets, strides = ints(self.offsets), ints(self.strides)
        rule = "insert_strided_slice"
        if not same_element(report, f"{rule}_c1", "operand #0 and result", source, dest):
            return
        if len(offsets) != len(dest.shape):
            report.error(
                f"{rule}_c2",
                f"expected offsets of same size as destination vector rank, {len(dest.shape)}, but got {len(offsets)}",
            )
        elif len(strides) != len(source.shape):
            report.error(
                f"{rule}_c2",
                f"expected strides of same size as source vector rank, {len(source.shape)}, but got {len(strides)}",
            )
        elif len(source.shape) > len(dest.shape):
            report.error(
                f"{rule}_c2",
                "expected source rank to be no greater than destination rank"
                f", but got {len(source.shape)} and {len(dest.shape)}",
            )
        else:
            _verify_inserted(report, rule, source, dest, offsets, strides)

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Fold an insertion of everything to the value, and an insertion of constants."""
        if self.valueToStore.type is self.dest.type:
            return [self.valueToStore]
        if operands[0] is POISON and operands[1] is POISON:
            return [POISON]
        block, whole = dense_constant(operands[0]), dense_constant(operands[1])
        type = vector_type(self.dest)
        if block is None or whole is None or type.is_scalable:
            return None
        if block.is_splat and whole.is_splat and block.stored_bits() == whole.stored_bits():
            return [self.dest]
        if type.num_elements > LARGEST_FOLD:
            return None
        sizes = (*[1] * (len(type.shape) - len(block.type.shape)), *block.type.shape)
        bits = whole.bits()
        for position, fresh in zip(strided_positions(type.shape, ints(self.offsets), sizes), block.bits(), strict=True):
            bits[position] = fresh
        return [from_bits(type, bits)]


def _verify_inserted(
    report: Report, rule: str, source: VectorType, dest: VectorType, offsets: Sequence[int], strides: Sequence[int]
) -> None:
    lead = len(dest.shape) - len(source.shape)
    sizes = (*[1] * lead, *source.shape)
    for dim, (offset, size, extent) in enumerate(zip(offsets, sizes, dest.shape, strict=True)):
        if not 0 <= offset < extent:
            report.error(
                f"{rule}_c3", f"expected offsets dimension {dim} to be confined to [0, {extent}), but got {offset}"
            )
        elif offset + size > extent:
            report.error(
                f"{rule}_c3",
                f"expected sum(offsets, source vector shape) dimension {dim} to be confined to [1, {extent + 1})"
                f", but got {offset + size}",
            )
    stride = next((each for each in strides if each != 1), 1)
    if stride != 1:
        report.error(f"{rule}_c4", f"expected strides to be confined to [1, 2), but got {stride}")
    pairs = zip(source.shape, source.scalable_dims, dest.shape[lead:], dest.scalable_dims[lead:], strict=True)
    for dim, (size, scales, extent, stretches) in enumerate(pairs):
        if scales != stretches or (scales and size != extent):
            report.error(
                f"{rule}_c5",
                f"mismatching scalable flags (at source vector idx={dim}) ({describe_dim(size, scales)} vs. "
                f"{describe_dim(extent, stretches)})",
            )
