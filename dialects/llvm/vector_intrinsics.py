"""Intrinsics that put vectors together and take them apart, and matrices in vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import IntegerAttr, Type
from dlc.ir.builtin_constraints import bool_attr_constraint, i64_attr, typed_int
from dlc.ir.builtin_types import VectorType, i32
from dlc.ir.definition import Attr, Operand, Result, attr, inferred_result, op, operand, result
from dlc.ir.interfaces import Effect, MemoryEffects
from dlc.ir.traits import Pure

from .constraints import V, any_integer, any_struct, integer_vector, llvm_vector, mask_vector, pointer
from .intrinsic_bases import IntrinsicOp
from .types import StructType

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

i32_attr = typed_int(i32)


def same_elements(report: Report, rule: str, *types: Type) -> bool:
    """Report vectors of different elements."""
    kinds = [type.element_type if isinstance(type, VectorType) else type for type in types]
    wrong = next((kind for kind in kinds if kind is not kinds[0]), None)
    if wrong is not None:
        report.error(rule, f"expected elements of type '{kinds[0]}', but got '{wrong}'")
    return wrong is None


def _length(type: Type) -> int:
    return type.num_elements if isinstance(type, VectorType) else 1


@op("llvm.intr.vector.extract", traits=(Pure,))
class VectorExtractOp(IntrinsicOp):
    """A part of a vector, from a place on that is a multiple of the part's length.

    Rules: (vector_extract_c1) the elements are of one type. (vector_extract_c2) a scalable part is of a scalable
    vector. (vector_extract_c3) the place is a multiple of the part's length, and the part ends within the vector.
    Example: %r = llvm.intr.vector.extract %v[4] : vector<4xf32> from vector<8xf32>
    """

    srcvec: Operand = operand(llvm_vector)
    pos: Attr[IntegerAttr] = attr(i64_attr)
    res: Result = result(llvm_vector)
    syntax = "$srcvec `[` $pos `]` attr-dict `:` type($res) `from` type($srcvec)"
    call_arguments: ClassVar = ("srcvec", "pos")

    def verify(self, report: Report) -> None:
        _check_part(report, "vector_extract", self.res.type, self.srcvec.type, self.pos.value)


@op("llvm.intr.vector.insert", traits=(Pure,))
class VectorInsertOp(IntrinsicOp):
    """A vector with a part of it replaced, from a place on that is a multiple of the part's length.

    Rules: (vector_insert_c1) the elements are of one type. (vector_insert_c2) a scalable part goes into a scalable
    vector. (vector_insert_c3) the place is a multiple of the part's length, and the part ends within the vector.
    Example: %r = llvm.intr.vector.insert %part, %v[4] : vector<4xf32> into vector<8xf32>
    """

    dstvec: Operand = operand(V)
    srcvec: Operand = operand(llvm_vector)
    pos: Attr[IntegerAttr] = attr(i64_attr)
    res: Result = inferred_result(V)
    syntax = "$srcvec `,` $dstvec `[` $pos `]` attr-dict `:` type($srcvec) `into` type($res)"
    call_arguments: ClassVar = ("dstvec", "srcvec", "pos")

    def verify(self, report: Report) -> None:
        _check_part(report, "vector_insert", self.srcvec.type, self.res.type, self.pos.value)


def _check_part(report: Report, rule: str, part: Type, whole: Type, place: int) -> None:
    if not same_elements(report, f"{rule}_c1", whole, part):
        return
    scalable = [isinstance(type, VectorType) and bool(type.scalable) for type in (part, whole)]
    if scalable[0] and not scalable[1]:
        report.error(f"{rule}_c2", f"expected a scalable vector for a scalable part '{part}', but got '{whole}'")
    length = _length(part)
    outside = scalable[0] == scalable[1] and place + length > _length(whole)
    if place % length or place < 0 or outside:
        report.error(
            f"{rule}_c3", f"expected a multiple of {length} at which '{part}' is within '{whole}', but got '{place}'"
        )


@op("llvm.intr.vector.interleave2", traits=(Pure,))
class VectorInterleave2Op(IntrinsicOp):
    """The elements of two vectors in turn.

    Example: %r = "llvm.intr.vector.interleave2"(%a, %b) : (vector<4xf32>, vector<4xf32>) -> vector<8xf32>
    """

    vec1: Operand = operand(V)
    vec2: Operand = operand(V)
    res: Result = inferred_result(llvm_vector)

    def infer_types(self) -> Sequence[Type]:
        type = self.vec1.type
        doubled = isinstance(type, VectorType) and VectorType((2 * type.shape[0],), type.element_type, type.scalable)
        return [doubled or type]


@op("llvm.intr.vector.deinterleave2", traits=(Pure,))
class VectorDeinterleave2Op(IntrinsicOp):
    """The elements at even places, and those at odd places.

    Rules: (vector_deinterleave2_c1) there is an even number of elements.
    Example:
        %r = "llvm.intr.vector.deinterleave2"(%v)
          : (vector<8xf32>) -> !llvm.struct<(vector<4xf32>, vector<4xf32>)>
    """

    vec: Operand = operand(llvm_vector)
    res: Result = inferred_result(any_struct)

    def infer_types(self) -> Sequence[Type]:
        type = self.vec.type
        if not isinstance(type, VectorType):
            return [StructType((type, type))]
        half = VectorType((max(1, type.shape[0] // 2),), type.element_type, type.scalable)
        return [StructType((half, half))]

    def verify(self, report: Report) -> None:
        if _length(self.vec.type) % 2:
            report.error("vector_deinterleave2_c1", f"expected an even number of elements, but got '{self.vec.type}'")


@op("llvm.intr.get.active.lane.mask", traits=(Pure,))
class GetActiveLaneMaskOp(IntrinsicOp):
    """For each lane i, return whether base + i is less than n, as unsigned numbers that do not overflow.

    Rules: (get_active_lane_mask_c1) both numbers have one type.
    Example: %m = llvm.intr.get.active.lane.mask %i, %n : i64, i64 to vector<8xi1>
    """

    base: Operand = operand(any_integer)
    n: Operand = operand(any_integer)
    res: Result = result(mask_vector)
    syntax = "$base `,` $n attr-dict `:` type($base) `,` type($n) `to` type($res)"

    def verify(self, report: Report) -> None:
        if self.base.type is not self.n.type:
            report.error(
                "get_active_lane_mask_c1",
                f"expected both numbers to be of type '{self.base.type}', but got '{self.n.type}'",
            )


@op("llvm.intr.stepvector", traits=(Pure,))
class StepVectorOp(IntrinsicOp):
    """The vector 0, 1, 2 …

    Example: %v = llvm.intr.stepvector : vector<8xi32>
    """

    res: Result = result(integer_vector)
    syntax = "attr-dict `:` type($res)"


@op("llvm.intr.vscale", traits=(Pure,))
class VScaleOp(IntrinsicOp):
    """By what the length of scalable vectors is multiplied.

    Example: %n = "llvm.intr.vscale"() : () -> i64
    """

    res: Result = result(any_integer)


# -- Matrices, column by column in a vector ----------------------------------------------------------------------------


def _check_sizes(report: Report, rule: str, *sizes: tuple[Type, IntegerAttr, IntegerAttr]) -> None:
    """Report a vector that has not rows * columns elements."""
    for type, rows, columns in sizes:
        if rows.value * columns.value != _length(type):
            report.error(rule, f"expected {rows.value} * {columns.value} elements, but got '{type}'")


@op("llvm.intr.matrix.multiply", traits=(Pure,))
class MatrixMultiplyOp(IntrinsicOp):
    """The product of two matrices.

    Rules: (matrix_multiply_c1) the sizes are those of the vectors. (matrix_multiply_c2) the elements are of one type.
    Example:
        %c = llvm.intr.matrix.multiply %a, %b {lhs_columns = 2 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32}
          : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    """

    lhs: Operand = operand(llvm_vector)
    rhs: Operand = operand(llvm_vector)
    lhs_rows: Attr[IntegerAttr] = attr(i32_attr)
    lhs_columns: Attr[IntegerAttr] = attr(i32_attr)
    rhs_columns: Attr[IntegerAttr] = attr(i32_attr)
    res: Result = result(llvm_vector)
    syntax = "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($res)"
    call_arguments: ClassVar = ("lhs", "rhs", "lhs_rows", "lhs_columns", "rhs_columns")

    def verify(self, report: Report) -> None:
        rows, inner, columns = self.lhs_rows, self.lhs_columns, self.rhs_columns
        sizes = (self.lhs.type, rows, inner), (self.rhs.type, inner, columns), (self.res.type, rows, columns)
        _check_sizes(report, "matrix_multiply_c1", *sizes)
        same_elements(report, "matrix_multiply_c2", self.lhs.type, self.rhs.type, self.res.type)


@op("llvm.intr.matrix.transpose", traits=(Pure,))
class MatrixTransposeOp(IntrinsicOp):
    """The matrix with rows and columns exchanged.

    Rules: (matrix_transpose_c1) the sizes are those of the vectors. (matrix_transpose_c2) the elements are of one type.
    Example: %b = llvm.intr.matrix.transpose %a {columns = 4 : i32, rows = 2 : i32} : vector<8xf32> into vector<8xf32>
    """

    matrix: Operand = operand(llvm_vector)
    rows: Attr[IntegerAttr] = attr(i32_attr)
    columns: Attr[IntegerAttr] = attr(i32_attr)
    res: Result = result(llvm_vector)
    syntax = "$matrix attr-dict `:` type($matrix) `into` type($res)"
    call_arguments: ClassVar = ("matrix", "rows", "columns")

    def verify(self, report: Report) -> None:
        sizes = (self.matrix.type, self.rows, self.columns), (self.res.type, self.rows, self.columns)
        _check_sizes(report, "matrix_transpose_c1", *sizes)
        same_elements(report, "matrix_transpose_c2", self.matrix.type, self.res.type)


@op("llvm.intr.matrix.column.major.load", interfaces=(MemoryEffects,))
class MatrixColumnMajorLoadOp(IntrinsicOp):
    """Read a matrix whose columns begin `stride` elements apart.

    Rules: (matrix_load_c1) the sizes are those of the vector.
    Example:
        %a = llvm.intr.matrix.column.major.load %p, <stride = %n>
          {columns = 2 : i32, isVolatile = false, rows = 2 : i32} : vector<4xf32> from !llvm.ptr stride i64
    """

    data: Operand = operand(pointer)
    stride: Operand = operand(any_integer)
    rows: Attr[IntegerAttr] = attr(i32_attr)
    columns: Attr[IntegerAttr] = attr(i32_attr)
    isVolatile: Attr[IntegerAttr] = attr(bool_attr_constraint)  # noqa: N815 (MLIR's name)
    res: Result = result(llvm_vector)
    syntax = "$data `,` `<` `stride` `=` $stride `>` attr-dict `:` type($res) `from` type($data) `stride` type($stride)"
    call_arguments: ClassVar = ("data", "stride", "isVolatile", "rows", "columns")

    def effects(self) -> Sequence[Effect]:
        own = Effect("read", self.data)
        return (own, Effect("write")) if self.isVolatile.value else (own,)

    def verify(self, report: Report) -> None:
        _check_sizes(report, "matrix_load_c1", (self.res.type, self.rows, self.columns))


@op("llvm.intr.matrix.column.major.store", interfaces=(MemoryEffects,))
class MatrixColumnMajorStoreOp(IntrinsicOp):
    """Write a matrix whose columns begin `stride` elements apart.

    Rules: (matrix_store_c1) the sizes are those of the vector.
    Example:
        llvm.intr.matrix.column.major.store %a, %p, <stride = %n>
          {columns = 2 : i32, isVolatile = false, rows = 2 : i32} : vector<4xf32> to !llvm.ptr stride i64
    """

    matrix: Operand = operand(llvm_vector)
    data: Operand = operand(pointer)
    stride: Operand = operand(any_integer)
    rows: Attr[IntegerAttr] = attr(i32_attr)
    columns: Attr[IntegerAttr] = attr(i32_attr)
    isVolatile: Attr[IntegerAttr] = attr(bool_attr_constraint)  # noqa: N815 (MLIR's name)
    syntax = (
        "$matrix `,` $data `,` `<` `stride` `=` $stride `>` attr-dict `:` type($matrix) `to` type($data) `stride` "
        "type($stride)"
    )
    call_arguments: ClassVar = ("matrix", "data", "stride", "isVolatile", "rows", "columns")

    def effects(self) -> Sequence[Effect]:
        own = Effect("write", self.data)
        return (own, Effect("read")) if self.isVolatile.value else (own,)

    def verify(self, report: Report) -> None:
        _check_sizes(report, "matrix_store_c1", (self.matrix.type, self.rows, self.columns))
