"""Ops that give a vector another shape: `broadcast`, `shape_cast`, `transpose`, `bitcast`, `type_cast`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, DenseArrayAttr, DenseElementsAttr, FloatAttr, IntegerAttr, Type
from dlc.ir.builtin_constraints import any_memref, i64_dense_array
from dlc.ir.builtin_types import MemRefType, VectorType, bit_width
from dlc.ir.constraints import any_type
from dlc.ir.definition import Attr, Op, Operand, Result, attr, op, operand, result
from dlc.ir.dense_folds import bitcast_constant, reshape_constant
from dlc.ir.interfaces import FoldResult, ViewOf
from dlc.ir.poison import POISON
from dlc.ir.strided_layout import has_identity_layout
from dlc.ir.traits import Pure

from .constraints import any_vector, describe_dim, element_of, same_element, static_memref, vector_type

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


@op("vector.broadcast", traits=(Pure,))
class BroadcastOp(Op):
    """Repeat a scalar or vector to fill a larger shape: leading dimensions are added, and trailing ones that are 1
    stretched.

    Rules: (broadcast_c1) the element type stays. (broadcast_c2) the source is a scalar or a vector of no higher rank.
    (broadcast_c3) its dimensions are 1 or those at the end of the result's; scalable ones are the same.
    Example: %v = vector.broadcast %x : f32 to vector<4x8xf32>
    """

    source: Operand = operand(any_type)
    vector: Result = result(any_vector)
    syntax = "$source attr-dict `:` type($source) `to` type($vector)"

    def verify(self, report: Report) -> None:
        source, result_type = self.source.type, vector_type(self.vector)
        same_element(report, "broadcast_c1", "source operand and result", source, result_type)
        problem = broadcast_problem(source, result_type)
        if problem is not None:
            report.error(*problem)

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """broadcast(x) -> x, if the type stays the same. Merges broadcasts; a number or splat becomes a splat."""
        type = vector_type(self.vector)
        if self.source.type is type:
            return [self.source]
        inner = self.source.defined_by(BroadcastOp)
        if inner is not None:
            self.source = inner.source
            return self.results
        value = operands[0]
        if isinstance(value, (IntegerAttr, FloatAttr)):
            return [DenseElementsAttr.splat(type, value)]
        if isinstance(value, DenseElementsAttr) and value.is_splat:
            return [DenseElementsAttr.from_bytes(type, value.raw)]
        return [POISON] if value is POISON else None


def broadcast_problem(source: Type, result_type: VectorType) -> tuple[str, str] | None:
    """Return why a type cannot be broadcast to another: the rule and the message, or `None`."""
    if source is result_type.element_type:
        return None
    if not isinstance(source, VectorType):
        return "broadcast_c2", f"source type is not a vector, but '{source}'"
    lead = len(result_type.shape) - len(source.shape)
    if lead < 0:
        ranks = f"{len(source.shape)} and {len(result_type.shape)}"
        return "broadcast_c2", f"source rank higher than destination rank, {ranks}"
    ours = zip(source.shape, source.scalable_dims, strict=True)
    theirs = zip(result_type.shape[lead:], result_type.scalable_dims[lead:], strict=True)
    for (size, scales), (wanted, stretches) in zip(ours, theirs, strict=True):
        fits = size == wanted or (size == 1 and not scales)
        if not fits or (scales and not stretches) or (stretches and not scales and size != 1):
            return (
                "broadcast_c3",
                f"dimension mismatch ({describe_dim(size, scales)} vs. {describe_dim(wanted, stretches)})",
            )
    return None


@op("vector.shape_cast", traits=(Pure,))
class ShapeCastOp(Op):
    """Reshape a vector, in row-major order of its elements.

    Rules: (shape_cast_c1) the element type stays. (shape_cast_c2) and the number of elements. (shape_cast_c3) and the
    number of scalable dimensions.
    Example: %r = vector.shape_cast %v : vector<4x8xf32> to vector<32xf32>
    """

    source: Operand = operand(any_vector)
    result: Result = result(any_vector)
    syntax = "$source attr-dict `:` type($source) `to` type($result)"

    def verify(self, report: Report) -> None:
        source, result_type = vector_type(self.source), vector_type(self.result)
        if source.element_type is not result_type.element_type:
            report.error(
                "shape_cast_c1",
                f"has different source and result element types, "
                f"'{source.element_type}' and '{result_type.element_type}'",
            )
        if source.num_elements != result_type.num_elements:
            report.error(
                "shape_cast_c2",
                f"has different number of elements at source ({source.num_elements}) "
                f"and result ({result_type.num_elements})",
            )
        scalable = sum(source.scalable_dims), sum(result_type.scalable_dims)
        if scalable[0] != scalable[1]:
            report.error(
                "shape_cast_c3",
                f"has different number of scalable dims at source ({scalable[0]}) and result ({scalable[1]})",
            )

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """shape_cast(x) -> x, if the type stays the same. Folds constants and poison.

        Merges casts, and transposes that only move dimensions of size 1.
        """
        type = vector_type(self.result)
        if self.source.type is type:
            return [self.source]
        inner = self.source.defined_by(ShapeCastOp)
        transposed = self.source.defined_by(TransposeOp)
        if transposed is not None and moves_only_ones(transposed):
            self.source = transposed.vector
            return self.results
        if inner is not None:
            self.source = inner.source
            return self.results
        value = operands[0]
        if isinstance(value, DenseElementsAttr):
            return [reshape_constant(value, type)]
        return [POISON] if value is POISON else None


@op("vector.transpose", traits=(Pure,))
class TransposeOp(Op):
    """The dimensions in another order: result dimension i is dimension `permutation[i]` of the source.

    Rules: (vector_transpose_c1) the element type stays. (vector_transpose_c2) source and result have the rank of the
    permutation. (vector_transpose_c3) that names each dimension once. (vector_transpose_c4) the sizes are those of
    the source in this order.
    Example: %t = vector.transpose %v, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
    """

    vector: Operand = operand(any_vector)
    permutation: Attr[DenseArrayAttr] = attr(i64_dense_array)
    result: Result = result(any_vector)
    syntax = "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)"

    def verify(self, report: Report) -> None:
        source, result_type, order = vector_type(self.vector), vector_type(self.result), self.permutation.elements
        rank = len(source.shape)
        same_element(report, "vector_transpose_c1", "operand and result", source, result_type)
        if len(result_type.shape) != rank:
            report.error("vector_transpose_c2", f"vector result rank mismatch: {len(result_type.shape)}")
            return
        if len(order) != rank:
            report.error("vector_transpose_c2", f"transposition length mismatch: {len(order)}")
            return
        seen: set[int] = set()
        for position, dim in enumerate(order):
            if not 0 <= dim < rank:
                report.error("vector_transpose_c3", f"transposition index out of range: {dim}")
                return
            if dim in seen:
                report.error("vector_transpose_c3", f"duplicate position index: {dim}")
                return
            seen.add(dim)
            ours = result_type.shape[position], result_type.scalable_dims[position]
            if ours != (source.shape[dim], source.scalable_dims[dim]):
                report.error(
                    "vector_transpose_c4", f"dimension size mismatch at: {position}, of '{source}' and '{result_type}'"
                )
                return

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """The identity: the source. Of a splat or poison: that."""
        value = operands[0]
        if isinstance(value, DenseElementsAttr) and value.is_splat:
            return [DenseElementsAttr.from_bytes(vector_type(self.result), value.raw)]
        if value is POISON:
            return [POISON]
        shape, order = self.vector.shape, self.permutation.elements
        # A transpose that only exchanges dimensions of one size 1 moves nothing.
        if self.vector.type is self.result.type and _moved(shape, order) == sorted(_moved(shape, order)):
            return [self.vector]
        return None


def _moved(shape: Sequence[int], order: Sequence[int]) -> list[int]:
    """The dimensions in their new order, without those of size 1."""
    return [dim for dim in order if shape[dim] != 1]


def moves_only_ones(op: TransposeOp) -> bool:
    """Return whether the elements stay in the same row-major order: scalable ones count as larger than 1."""
    type = vector_type(op.vector)
    moved = [dim for dim in op.permutation if type.shape[dim] != 1 or type.scalable_dims[dim]]
    return moved == sorted(moved)


@op("vector.bitcast", traits=(Pure,))
class BitCastOp(Op):
    """The bits of the last dimension read as elements of another type.

    Rules: (vector_bitcast_c1) the rank stays. (vector_bitcast_c2) and all sizes but the last. (vector_bitcast_c3) and
    the number of bits in the last dimension. (vector_bitcast_c4) and whether it is scalable.
    Example: %b = vector.bitcast %v : vector<4x8xf32> to vector<4x16xi16>
    """

    source: Operand = operand(any_vector)
    result: Result = result(any_vector)
    syntax = "$source attr-dict `:` type($source) `to` type($result)"

    def verify(self, report: Report) -> None:
        source, result_type = vector_type(self.source), vector_type(self.result)
        if len(source.shape) != len(result_type.shape):
            report.error(
                "vector_bitcast_c1",
                f"failed to verify that all of {{source, result}} have same rank, "
                f"but got '{source}' and '{result_type}'",
            )
            return
        for dim in range(len(source.shape) - 1):
            if (
                source.shape[dim] != result_type.shape[dim]
                or source.scalable_dims[dim] != result_type.scalable_dims[dim]
            ):
                report.error(
                    "vector_bitcast_c2", f"dimension size mismatch at: {dim}, of '{source}' and '{result_type}'"
                )
                return
        bits = [
            (bit_width(type.element_type) or 0) * (type.shape[-1] if type.shape else 1)
            for type in (source, result_type)
        ]
        if bits[0] != bits[1]:
            what = "minor 1-D vectors" if source.shape else "0-D vector element types"
            report.error(
                "vector_bitcast_c3",
                f"source/result bitwidth of the {what} must be equal, but got {bits[0]} and {bits[1]}",
            )
        elif source.shape and source.scalable_dims[-1] != result_type.scalable_dims[-1]:
            report.error(
                "vector_bitcast_c4",
                f"cannot change whether the last dimension is scalable, of '{source}' and '{result_type}'",
            )

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """bitcast(x) -> x, if the type stays the same. Merges bitcasts; a splat becomes a splat of the same bits."""
        type = vector_type(self.result)
        if self.source.type is type:
            return [self.source]
        inner = self.source.defined_by(BitCastOp)
        if inner is not None:
            if inner.source.type is type:
                return [inner.source]
            self.source = inner.source
            return self.results
        value = operands[0]
        if isinstance(value, DenseElementsAttr):
            cast = bitcast_constant(value, type)
            return [cast] if cast is not None else None
        return [POISON] if value is POISON else None


@op("vector.type_cast", traits=(Pure,), interfaces=(ViewOf("memref", covers=True),))
class TypeCastOp(Op):
    """A memref of elements seen as one of vectors, whose shape takes over the last dimensions.

    Rules: (type_cast_c1) the memref lies row by row. (type_cast_c2) the result does. (type_cast_c3) the innermost
    element type stays. (type_cast_c4) shape and element shape together stay. (type_cast_c5) the memory space stays.
    Example: %c = vector.type_cast %m : memref<4x8xf32> to memref<vector<4x8xf32>>
    """

    memref: Operand = operand(static_memref)
    result: Result = result(any_memref)
    syntax = "$memref attr-dict `:` type($memref) `to` type($result)"

    def verify(self, report: Report) -> None:
        source, result_type = self.memref.type, self.result.type
        assert isinstance(source, MemRefType)
        assert isinstance(result_type, MemRefType)
        if not has_identity_layout(source):
            report.error("type_cast_c1", f"expects operand to be a memref with identity layout, but got '{source}'")
        elif not has_identity_layout(result_type):
            report.error("type_cast_c2", f"expects result to be a memref with identity layout, but got '{result_type}'")
        elif source.memory_space is not result_type.memory_space:
            report.error("type_cast_c5", f"expects result in same memory space, but got '{source}' and '{result_type}'")
        elif element_of(source.element_type) is not element_of(result_type.element_type):
            report.error(
                "type_cast_c3", f"expects result and operand with same underlying scalar type: '{result_type}'"
            )
        elif _whole_shape(source) != _whole_shape(result_type):
            report.error("type_cast_c4", f"expects concatenated result and operand shapes to be equal: '{result_type}'")


def _whole_shape(type: MemRefType) -> tuple[int, ...]:
    inner = type.element_type
    return (*type.shape, *(inner.shape if isinstance(inner, VectorType) else ()))
