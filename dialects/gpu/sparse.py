"""Sparse matrices of the device, as libraries of vendors compute with them. Ops of this file are text for other tools:
no pass makes code of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from dlc.ir import Operation, Type, TypeAttr, attribute, type_
from dlc.ir.assembly import AsmPrinter, AsmReader
from dlc.ir.builtin_constraints import index_type, type_attr
from dlc.ir.constraints import ExactType
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    OptionalResult,
    Result,
    VariadicOperand,
    VariadicResult,
    attr,
    op,
    operand,
    optional_result,
    result,
    variadic_operand,
    variadic_result,
)
from dlc.ir.enums import WordAttr

from .constraints import memref, token
from .text import DEPENDENCIES, word_directive

# ruff: noqa: N815 (names are those of MLIR)


@type_("gpu.sparse.dntensor_handle")
class DenseTensorHandleType(Type):
    """The type of handles of dense tensors."""


@type_("gpu.sparse.spmat_handle")
class SparseMatrixHandleType(Type):
    """The type of handles of sparse matrices."""


@type_("gpu.sparse.spgemmop_handle")
class SparseProductHandleType(Type):
    """The type of handles of products of sparse matrices."""


dense_tensor = ExactType(DenseTensorHandleType(), "dense tensor handle type")
sparse_matrix = ExactType(SparseMatrixHandleType(), "sparse matrix handle type")
product = ExactType(SparseProductHandleType(), "SpGEMM operation handle type")


@attribute("gpu.mat_transpose_mode")
class TransposeModeAttr(WordAttr):
    """How an operand is taken: `#gpu<mat_transpose_mode TRANSPOSE>`."""

    cases = ("NON_TRANSPOSE", "TRANSPOSE", "CONJUGATE_TRANSPOSE")


@attribute("gpu.prune_2to4_spmat_flag")
class PruneFlagAttr(WordAttr):
    """Whether elements are set to zero: `#gpu<prune_2to4_spmat_flag NONE>`."""

    cases = ("NONE", "PRUNE_ONLY", "PRUNE_AND_CHECK")


@attribute("gpu.spgemm_work_estimation_or_compute_kind")
class SparseProductStepAttr(WordAttr):
    """A step of a product of sparse matrices: `#gpu<spgemm_work_estimation_or_compute_kind COMPUTE>`."""

    cases = ("WORK_ESTIMATION", "COMPUTE")


def _read_types(p: AsmReader) -> list[Type]:
    return p.types()


def _write_types(p: AsmPrinter, op: Operation, types: Sequence[Type]) -> None:
    del op
    p.write(p.types_of(types))


_DIRECTIVES = {
    **DEPENDENCIES,
    "Flag": word_directive(PruneFlagAttr)["Word"],
    "Mode": word_directive(TransposeModeAttr)["Word"],
    "Step": word_directive(SparseProductStepAttr)["Word"],
    "Types": (_read_types, _write_types),  # at least one, because a word follows
}
_WAITING = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies)"
AS_IS = TransposeModeAttr("NON_TRANSPOSE")


class SparseOp(Op):
    """An op that waits for tokens; it may give one as its last result, and then runs in the background."""

    asyncDependencies: VariadicOperand = variadic_operand(token)
    directives: ClassVar = _DIRECTIVES


@op("gpu.create_2to4_spmat")
class Create2to4SpmatOp(SparseOp):
    """A handle of a matrix in which two of four elements are zero.

    Example: %two, %t6 = gpu.create_2to4_spmat async [%t5] {PRUNE_ONLY} %n, %n, %d2 : memref<?x?xf64>
    """

    rows: Operand = operand(index_type)
    cols: Operand = operand(index_type)
    pruneFlag: Attr[PruneFlagAttr] = attr(PruneFlagAttr)
    memref: Operand = operand(memref)
    spMat: Result = result(sparse_matrix)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = f"{_WAITING} `{{` custom<Flag>($pruneFlag) `}}` $rows `,` $cols `,` $memref attr-dict `:` type($memref)"


@op("gpu.create_bsr")
class CreateBsrOp(SparseOp):
    """A handle of a sparse matrix of blocks, by rows (BSR).

    Example:
        %bsr, %t5 = gpu.create_bsr async [%t4] %n, %n, %n, %n, %n, %p, %p, %v
            : memref<?xindex>, memref<?xindex>, memref<?xf64>
    """

    brows: Operand = operand(index_type)
    bcols: Operand = operand(index_type)
    bnnz: Operand = operand(index_type)
    rBlockSize: Operand = operand(index_type)
    cBlockSize: Operand = operand(index_type)
    bRowPos: Operand = operand(memref)
    bColIdxs: Operand = operand(memref)
    values: Operand = operand(memref)
    spmat: Result = result(sparse_matrix)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = (
        f"{_WAITING} $brows `,` $bcols `,` $bnnz `,` $rBlockSize `,` $cBlockSize `,` $bRowPos `,` "
        "$bColIdxs `,` $values attr-dict `:` type($bRowPos) `,` type($bColIdxs) `,` type($values)"
    )


@op("gpu.create_coo")
class CreateCooOp(SparseOp):
    """A handle of a sparse matrix in coordinate format.

    Example:
        %z, %t2 = gpu.create_coo async [%t1] %n, %n, %n, %p, %p, %v
            : memref<?xindex>, memref<?xindex>, memref<?xf64>
    """

    rows: Operand = operand(index_type)
    cols: Operand = operand(index_type)
    nnz: Operand = operand(index_type)
    rowIdxs: Operand = operand(memref)
    colIdxs: Operand = operand(memref)
    values: Operand = operand(memref)
    spmat: Result = result(sparse_matrix)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = (
        f"{_WAITING} $rows `,` $cols `,` $nnz `,` $rowIdxs `,` $colIdxs `,` $values attr-dict `:` "
        "type($rowIdxs) `,` type($colIdxs) `,` type($values)"
    )


@op("gpu.create_coo_aos")
class CreateCooAosOp(SparseOp):
    """A handle of a sparse matrix in coordinate format, with the coordinates of each element side by side.

    Example: %z1, %t21 = gpu.create_coo_aos async [%t1] %n, %n, %n, %p, %v : memref<?xindex>, memref<?xf64>
    """

    rows: Operand = operand(index_type)
    cols: Operand = operand(index_type)
    nnz: Operand = operand(index_type)
    idxs: Operand = operand(memref)
    values: Operand = operand(memref)
    spmat: Result = result(sparse_matrix)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = f"{_WAITING} $rows `,` $cols `,` $nnz `,` $idxs `,` $values attr-dict `:` type($idxs) `,` type($values)"


@op("gpu.create_csc")
class CreateCscOp(SparseOp):
    """A handle of a sparse matrix by columns (CSC).

    Example:
        %csc, %t4 = gpu.create_csc async [%t3] %n, %n, %n, %p, %p, %v
            : memref<?xindex>, memref<?xindex>, memref<?xf64>
    """

    rows: Operand = operand(index_type)
    cols: Operand = operand(index_type)
    nnz: Operand = operand(index_type)
    colPos: Operand = operand(memref)
    rowIdxs: Operand = operand(memref)
    values: Operand = operand(memref)
    spmat: Result = result(sparse_matrix)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = (
        f"{_WAITING} $rows `,` $cols `,` $nnz `,` $colPos `,` $rowIdxs `,` $values attr-dict `:` "
        "type($colPos) `,` type($rowIdxs) `,` type($values)"
    )


@op("gpu.create_csr")
class CreateCsrOp(SparseOp):
    """A handle of a sparse matrix by rows (CSR).

    Example:
        %csr, %t3 = gpu.create_csr async [%t2] %n, %n, %n, %p, %p, %v
            : memref<?xindex>, memref<?xindex>, memref<?xf64>
    """

    rows: Operand = operand(index_type)
    cols: Operand = operand(index_type)
    nnz: Operand = operand(index_type)
    rowPos: Operand = operand(memref)
    colIdxs: Operand = operand(memref)
    values: Operand = operand(memref)
    spmat: Result = result(sparse_matrix)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = (
        f"{_WAITING} $rows `,` $cols `,` $nnz `,` $rowPos `,` $colIdxs `,` $values attr-dict `:` "
        "type($rowPos) `,` type($colIdxs) `,` type($values)"
    )


@op("gpu.create_dn_tensor")
class CreateDnTensorOp(SparseOp):
    """A handle of a dense tensor of these sizes.

    Example: %x, %t1 = gpu.create_dn_tensor async [%t] %v, %n : index into memref<?xf64>
    """

    memref: Operand = operand(memref)
    dims: VariadicOperand = variadic_operand(index_type)
    dnTensor: Result = result(dense_tensor)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = f"{_WAITING} $memref `,` $dims attr-dict `:` custom<Types>(type($dims)) `into` type($memref)"


@op("gpu.destroy_dn_tensor")
class DestroyDnTensorOp(SparseOp):
    """Release the handle of a dense tensor.

    Example: %t19 = gpu.destroy_dn_tensor async [%t18] %x
    """

    dnTensor: Operand = operand(dense_tensor)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = f"{_WAITING} $dnTensor attr-dict"


@op("gpu.destroy_sp_mat")
class DestroySpMatOp(SparseOp):
    """Release the handle of a sparse matrix.

    Example: %t18 = gpu.destroy_sp_mat async [%t17] %csr
    """

    spmat: Operand = operand(sparse_matrix)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = f"{_WAITING} $spmat attr-dict"


@op("gpu.sddmm")
class SddmmOp(SparseOp):
    """The product of two dense matrices, at the places where a sparse one has elements.

    Example: %t13 = gpu.sddmm async [%t12] %y, %y, %csr, %bf : memref<?xi8> into f32
    """

    modeA: Attr[TransposeModeAttr] = attr(TransposeModeAttr, default=AS_IS, kw_only=True)
    modeB: Attr[TransposeModeAttr] = attr(TransposeModeAttr, default=AS_IS, kw_only=True)
    dnmatA: Operand = operand(dense_tensor)
    dnmatB: Operand = operand(dense_tensor)
    spmatC: Operand = operand(sparse_matrix)
    computeType: Attr[TypeAttr] = attr(type_attr)
    buffer: Operand = operand(memref)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = (
        f"{_WAITING} $dnmatA (`{{` custom<Mode>($modeA)^ `}}`)? `,` $dnmatB (`{{` custom<Mode>($modeB)^ "
        f"`}}`)? `,` $spmatC `,` "
        "$buffer attr-dict `:` type($buffer) `into` $computeType"
    )


@op("gpu.sddmm_buffer_size")
class SddmmBufferSizeOp(SparseOp):
    """The size of the buffer that a product of dense matrices at the places of a sparse one needs.

    Example: %s2, %t12 = gpu.sddmm_buffer_size async [%t11] %y, %y, %csr into f32
    """

    modeA: Attr[TransposeModeAttr] = attr(TransposeModeAttr, default=AS_IS, kw_only=True)
    modeB: Attr[TransposeModeAttr] = attr(TransposeModeAttr, default=AS_IS, kw_only=True)
    dnmatA: Operand = operand(dense_tensor)
    dnmatB: Operand = operand(dense_tensor)
    spmatC: Operand = operand(sparse_matrix)
    computeType: Attr[TypeAttr] = attr(type_attr)
    bufferSz: Result = result(index_type)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = (
        f"{_WAITING} $dnmatA (`{{` custom<Mode>($modeA)^ `}}`)? `,` $dnmatB (`{{` custom<Mode>($modeB)^ "
        f"`}}`)? `,` $spmatC attr-dict "
        "`into` $computeType"
    )


@op("gpu.set_csr_pointers")
class SetCsrPointersOp(SparseOp):
    """Give a sparse matrix by rows other memory.

    Example: gpu.set_csr_pointers %csr, %p, %p, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
    """

    spmat: Operand = operand(sparse_matrix)
    positions: Operand = operand(memref)
    coordinates: Operand = operand(memref)
    values: Operand = operand(memref)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = (
        f"{_WAITING} $spmat `,` $positions `,` $coordinates `,` $values attr-dict `:` type($positions) "
        "`,` type($coordinates) `,` type($values)"
    )


@op("gpu.spgemm_copy")
class SpgemmCopyOp(SparseOp):
    """Copy the computed product of sparse matrices into its result.

    Example: %t16 = gpu.spgemm_copy async [%t15] %csr, %csr, %csr, %desc : f32
    """

    desc: Operand = operand(product)
    modeA: Attr[TransposeModeAttr] = attr(TransposeModeAttr, default=AS_IS, kw_only=True)
    modeB: Attr[TransposeModeAttr] = attr(TransposeModeAttr, default=AS_IS, kw_only=True)
    spmatA: Operand = operand(sparse_matrix)
    spmatB: Operand = operand(sparse_matrix)
    spmatC: Operand = operand(sparse_matrix)
    computeType: Attr[TypeAttr] = attr(type_attr)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = (
        f"{_WAITING} $spmatA (`{{` custom<Mode>($modeA)^ `}}`)? `,` $spmatB (`{{` custom<Mode>($modeB)^ "
        f"`}}`)? `,` $spmatC `,` $desc "
        "attr-dict `:` $computeType"
    )


@op("gpu.spgemm_create_descr")
class SpgemmCreateDescrOp(SparseOp):
    """A handle of a product of sparse matrices.

    Example: %desc, %t14 = gpu.spgemm_create_descr async [%t13]
    """

    desc: Result = result(product)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = f"{_WAITING} attr-dict"


@op("gpu.spgemm_destroy_descr")
class SpgemmDestroyDescrOp(SparseOp):
    """Release the handle of a product of sparse matrices.

    Example: %t17 = gpu.spgemm_destroy_descr async [%t16] %desc
    """

    desc: Operand = operand(product)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = f"{_WAITING} $desc attr-dict"


@op("gpu.spgemm_work_estimation_or_compute")
class SpgemmWorkEstimationOrComputeOp(SparseOp):
    """Estimate what a product of sparse matrices needs, or compute it.

    Example:
        %s3, %t15 = gpu.spgemm_work_estimation_or_compute async [%t14] {COMPUTE} %csr, %csr, %csr, %desc, %n, %bf
            : f32 into memref<?xi8>
    """

    desc: Operand = operand(product)
    modeA: Attr[TransposeModeAttr] = attr(TransposeModeAttr, default=AS_IS, kw_only=True)
    modeB: Attr[TransposeModeAttr] = attr(TransposeModeAttr, default=AS_IS, kw_only=True)
    spmatA: Operand = operand(sparse_matrix)
    spmatB: Operand = operand(sparse_matrix)
    spmatC: Operand = operand(sparse_matrix)
    computeType: Attr[TypeAttr] = attr(type_attr)
    bufferSz: Operand = operand(index_type)
    buffer: Operand = operand(memref)
    kind: Attr[SparseProductStepAttr] = attr(SparseProductStepAttr)
    bufferSzNew: Result = result(index_type)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = (
        f"{_WAITING} `{{` custom<Step>($kind) `}}` $spmatA (`{{` custom<Mode>($modeA)^ `}}`)? `,` "
        f"$spmatB (`{{` custom<Mode>($modeB)^ `}}`)? `,` "
        "$spmatC `,` $desc `,` $bufferSz `,` $buffer attr-dict `:` $computeType `into` type($buffer)"
    )


@op("gpu.spmat_get_size")
class SpmatGetSizeOp(SparseOp):
    """The rows, columns and elements of a sparse matrix.

    Example: %r, %c, %nnz, %t7 = gpu.spmat_get_size async [%t6] %csr
    """

    spmat: Operand = operand(sparse_matrix)
    rows: Result = result(index_type)
    cols: Result = result(index_type)
    nnz: Result = result(index_type)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = f"{_WAITING} $spmat attr-dict"


@op("gpu.spmm")
class SpmmOp(SparseOp):
    """The product of a sparse and a dense matrix.

    Example: %t11 = gpu.spmm async [%t10] %csr, %y, %y, %bf : memref<?xi8> into f64
    """

    modeA: Attr[TransposeModeAttr] = attr(TransposeModeAttr, default=AS_IS, kw_only=True)
    modeB: Attr[TransposeModeAttr] = attr(TransposeModeAttr, default=AS_IS, kw_only=True)
    spmatA: Operand = operand(sparse_matrix)
    dnmatB: Operand = operand(dense_tensor)
    dnmatC: Operand = operand(dense_tensor)
    computeType: Attr[TypeAttr] = attr(type_attr)
    buffers: VariadicOperand = variadic_operand(memref)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = (
        f"{_WAITING} $spmatA (`{{` custom<Mode>($modeA)^ `}}`)? `,` $dnmatB (`{{` custom<Mode>($modeB)^ "
        f"`}}`)? `,` $dnmatC `,` "
        "$buffers attr-dict `:` custom<Types>(type($buffers)) `into` $computeType"
    )


@op("gpu.spmm_buffer_size")
class SpmmBufferSizeOp(SparseOp):
    """The sizes of the buffers that a product of a sparse and a dense matrix needs.

    Example: %s1, %t10 = gpu.spmm_buffer_size async [%t9] %csr, %y {TRANSPOSE}, %y : index into f64
    """

    modeA: Attr[TransposeModeAttr] = attr(TransposeModeAttr, default=AS_IS, kw_only=True)
    modeB: Attr[TransposeModeAttr] = attr(TransposeModeAttr, default=AS_IS, kw_only=True)
    spmatA: Operand = operand(sparse_matrix)
    dnmatB: Operand = operand(dense_tensor)
    dnmatC: Operand = operand(dense_tensor)
    computeType: Attr[TypeAttr] = attr(type_attr)
    bufferSzs: VariadicResult = variadic_result(index_type)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = (
        f"{_WAITING} $spmatA (`{{` custom<Mode>($modeA)^ `}}`)? `,` $dnmatB (`{{` custom<Mode>($modeB)^ "
        f"`}}`)? `,` $dnmatC attr-dict "
        "`:` custom<Types>(type($bufferSzs)) `into` $computeType"
    )


@op("gpu.spmv")
class SpmvOp(SparseOp):
    """The product of a sparse matrix and a vector.

    Example: %t9 = gpu.spmv async [%t8] %csr, %x, %x, %bf : memref<?xi8> into f64
    """

    modeA: Attr[TransposeModeAttr] = attr(TransposeModeAttr, default=AS_IS, kw_only=True)
    spmatA: Operand = operand(sparse_matrix)
    dnX: Operand = operand(dense_tensor)
    dnY: Operand = operand(dense_tensor)
    computeType: Attr[TypeAttr] = attr(type_attr)
    buffer: Operand = operand(memref)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = (
        f"{_WAITING} $spmatA (`{{` custom<Mode>($modeA)^ `}}`)? `,` $dnX `,` $dnY `,` $buffer attr-dict `:` "
        "type($buffer) `into` $computeType"
    )


@op("gpu.spmv_buffer_size")
class SpmvBufferSizeOp(SparseOp):
    """The size of the buffer that a product of a sparse matrix and a vector needs.

    Example: %s0, %t8 = gpu.spmv_buffer_size async [%t7] %csr {TRANSPOSE}, %x, %x into f64
    """

    modeA: Attr[TransposeModeAttr] = attr(TransposeModeAttr, default=AS_IS, kw_only=True)
    spmatA: Operand = operand(sparse_matrix)
    dnX: Operand = operand(dense_tensor)
    dnY: Operand = operand(dense_tensor)
    computeType: Attr[TypeAttr] = attr(type_attr)
    bufferSz: Result = result(index_type)
    asyncToken: OptionalResult = optional_result(token, default=None)
    syntax = f"{_WAITING} $spmatA (`{{` custom<Mode>($modeA)^ `}}`)? `,` $dnX `,` $dnY attr-dict `into` $computeType"
