"""Matrices that the threads of a subgroup hold and multiply together."""

from __future__ import annotations

from dlc.ir import IntegerAttr, Type, UnitAttr, attribute
from dlc.ir.builtin_constraints import index_type, typed_int, unit_attr
from dlc.ir.builtin_types import index
from dlc.ir.constraints import TypeVariable, instance_of
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Result,
    VariadicOperand,
    attr,
    inferred_result,
    op,
    operand,
    optional_attr,
    result,
    variadic_operand,
)
from dlc.ir.enums import WordAttr
from dlc.ir.interfaces import Touches
from dlc.ir.traits import Pure

from .attributes import MMAMatrixType
from .constraints import memref, number
from .text import word_directive

matrix = instance_of(MMAMatrixType, "MMAMatrix type")
M = TypeVariable("M", matrix)


def _element_type(type: Type) -> Type:
    return type.element_type if isinstance(type, MMAMatrixType) else type


@attribute("gpu.mma_element_wise")
class MMAElementwiseAttr(WordAttr):
    """The operation on each element of matrices: `#gpu<mma_element_wise addf>`."""

    cases = (
        *("addf", "mulf", "subf", "maxf", "minf", "divf", "addi", "muli", "subi", "divs", "divu"),
        *("negatef", "negates", "extf"),
    )


@op("gpu.subgroup_mma_load_matrix", interfaces=(Touches(read="srcMemref"),))
class SubgroupMmaLoadMatrixOp(Op):
    """Read a matrix from memory whose rows are `leadDimension` elements apart.

    Example:
        %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index}
            : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
    """

    srcMemref: Operand = operand(memref)  # noqa: N815 (MLIR's name)
    indices: VariadicOperand = variadic_operand(index_type)
    leadDimension: Attr[IntegerAttr] = attr(typed_int(index))  # noqa: N815
    res: Result = result(matrix)
    transpose: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    syntax = "$srcMemref `[` $indices `]` attr-dict `:` type($srcMemref) `->` type($res)"


@op("gpu.subgroup_mma_store_matrix", interfaces=(Touches(write="dstMemref"),))
class SubgroupMmaStoreMatrixOp(Op):
    """Write a matrix to memory whose rows are `leadDimension` elements apart.

    Example:
        gpu.subgroup_mma_store_matrix %a, %m[%i, %i] {leadDimension = 32 : index}
            : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
    """

    src: Operand = operand(matrix)
    dstMemref: Operand = operand(memref)  # noqa: N815 (MLIR's name)
    indices: VariadicOperand = variadic_operand(index_type)
    leadDimension: Attr[IntegerAttr] = attr(typed_int(index))  # noqa: N815
    transpose: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    syntax = "$src `,` $dstMemref `[` $indices `]` attr-dict `:` type($src) `,` type($dstMemref)"


@op("gpu.subgroup_mma_compute", traits=(Pure,))
class SubgroupMmaComputeOp(Op):
    """The product of two matrices, either of which may be transposed, plus a third.

    Example:
        %d = gpu.subgroup_mma_compute %a, %b, %c
            : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    """

    opA: Operand = operand(matrix)  # noqa: N815 (MLIR's names)
    opB: Operand = operand(matrix)  # noqa: N815
    opC: Operand = operand(M)  # noqa: N815
    res: Result = inferred_result(M)
    a_transpose: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    b_transpose: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    syntax = "$opA `,` $opB `,` $opC attr-dict `:` type($opA) `,` type($opB) `->` type($res)"


@op("gpu.subgroup_mma_constant_matrix", traits=(Pure,))
class SubgroupMmaConstantMatrixOp(Op):
    """A matrix of equal elements.

    Example: %c = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "COp">
    """

    value: Operand = operand(number, type_from=("res", _element_type))
    res: Result = result(matrix)
    syntax = "$value attr-dict `:` type($res)"


@op("gpu.subgroup_mma_elementwise", traits=(Pure,))
class SubgroupMmaElementwiseOp(Op):
    """An operation on each element of matrices.

    Example:
        %s = gpu.subgroup_mma_elementwise addf %a, %b
            : (!gpu.mma_matrix<8x8xf16, "COp">, !gpu.mma_matrix<8x8xf16, "COp">) -> !gpu.mma_matrix<8x8xf16, "COp">
    """

    args: VariadicOperand = variadic_operand(matrix)
    opType: Attr[MMAElementwiseAttr] = attr(MMAElementwiseAttr)  # noqa: N815 (MLIR's name)
    res: Result = result(matrix)
    directives = word_directive(MMAElementwiseAttr)
    syntax = "custom<Word>($opType) $args attr-dict `:` functional-type($args, $res)"


@op("gpu.subgroup_mma_extract_thread_local", traits=(Pure,))
class SubgroupMmaExtractThreadLocalOp(Op):
    """An element of the part of a matrix that this thread holds.

    Example: %x = gpu.subgroup_mma_extract_thread_local %a[%i] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
    """

    source: Operand = operand(matrix)
    indices: VariadicOperand = variadic_operand(index_type)
    res: Result = result(number)
    syntax = "$source `[` $indices `]` attr-dict `:` type($source) `->` type($res)"


@op("gpu.subgroup_mma_insert_thread_local", traits=(Pure,))
class SubgroupMmaInsertThreadLocalOp(Op):
    """A matrix in which this thread holds another element.

    Example:
        %b = gpu.subgroup_mma_insert_thread_local %x, %a[%i]
            : f16, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    """

    value: Operand = operand(number)
    source: Operand = operand(matrix)
    indices: VariadicOperand = variadic_operand(index_type)
    res: Result = result(matrix)
    syntax = "$value `,` $source `[` $indices `]` attr-dict `:` type($value) `,` type($source) `->` type($res)"
