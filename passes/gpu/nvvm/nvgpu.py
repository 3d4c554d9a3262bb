"""From `nvgpu` to the intrinsics of NVPTX: fragments become registers, and tokens an integer that nothing reads."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import llvm, nvgpu
from dlc.ir import Type, Value
from dlc.ir.builtin_types import VectorType, bf16, bit_width, element_type, f16, f32, i8, i32
from dlc.ir.patterns import Match
from dlc.passes.llvm.lowering.memref_parts import MemRefParts, element_address
from dlc.passes.llvm.vector_to_llvm.rows import Rows
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from ..device_code.address_spaces import GLOBAL, WORKGROUP, in_space

PRODUCTS: dict[tuple[Type, Type, tuple[int, ...]], str] = {
    (f16, f32, (16, 8, 16)): "llvm.nvvm.mma.m16n8k16.row.col.f32.f32",
    (f16, f32, (16, 8, 8)): "llvm.nvvm.mma.m16n8k8.row.col.f32.f32",
    (bf16, f32, (16, 8, 16)): "llvm.nvvm.mma.m16n8k16.row.col.bf16",
    (bf16, f32, (16, 8, 8)): "llvm.nvvm.mma.m16n8k8.row.col.bf16",
    (f32, f32, (16, 8, 8)): "llvm.nvvm.mma.m16n8k8.row.col.tf32",
    (f32, f32, (16, 8, 4)): "llvm.nvvm.mma.m16n8k4.row.col.tf32",
    (i8, i32, (16, 8, 32)): "llvm.nvvm.mma.m16n8k32.row.col.s8",
    (i8, i32, (16, 8, 16)): "llvm.nvvm.mma.m16n8k16.row.col.s8",
}
"""The intrinsic for products of elements, sums and shape."""
LOADS = {
    (count, is_transposed): f"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x{count}{'.trans' * is_transposed}.b16.p3"
    for count in (1, 2, 4)
    for is_transposed in (False, True)
}
"""The intrinsic for a number of matrices, transposed or not."""
COPIES = {4: "llvm.nvvm.cp.async.ca.shared.global.4", 8: "llvm.nvvm.cp.async.ca.shared.global.8"}
COPY_16, COPY_16_PAST_L1 = "llvm.nvvm.cp.async.ca.shared.global.16", "llvm.nvvm.cp.async.cg.shared.global.16"
PARTIAL = ".s"
"""The suffix of copies that read fewer bytes than they write."""
COMMIT, WAIT = "llvm.nvvm.cp.async.commit.group", "llvm.nvvm.cp.async.wait.group"

_WHOLE_COPIES = (*COPIES.values(), COPY_16, COPY_16_PAST_L1)
NAMES = (
    *(*PRODUCTS.values(), *LOADS.values(), *_WHOLE_COPIES, *(f"{name}{PARTIAL}" for name in _WHOLE_COPIES)),
    *(COMMIT, WAIT),
)
"""Every intrinsic that this file uses."""


class Registers(Rows):
    """Inserts ops on fragments, whose rows are registers."""

    __slots__ = ()

    def called(self, name: str, arguments: Sequence[Value], result: Type, count: int) -> list[Value]:
        """Return the results of an intrinsic that has `count` of a type."""
        whole = result if count == 1 else llvm.StructType((result,) * count)
        call = self.emit(llvm.CallIntrinsicOp.of(name, arguments, whole))
        return [call] if count == 1 else [self.emit(llvm.ExtractValueOp.of(call, at)) for at in range(count)]

    def cast(self, value: Value, type: Type) -> Value:
        """Return the same bits as another type."""
        return value if value.type is type else self.emit(llvm.BitcastOp(value, type))


@conversion(nvgpu.LdMatrixOp)
def lower_ldmatrix(op: nvgpu.LdMatrixOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.ldmatrix  ->  ldmatrix, whose results are rows of the fragment"""
    type, count, registers = op.res.type, op.numTiles.value, Registers(op, rw)
    assert isinstance(type, VectorType)
    address = in_space(rw, op, element_address(rw, op, MemRefParts.of(rw, op.srcMemref), new.indices), WORKGROUP)
    matrices = registers.called(LOADS[count, bool(op.transpose.value)], [address], i32, count)
    row = registers.row_type(type)
    return rw.replace(op, registers.whole(type, [registers.cast(matrix, row) for matrix in matrices]))


@conversion(nvgpu.MmaSyncOp)
def lower_mma(op: nvgpu.MmaSyncOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.mma.sync  ->  mma.sync of registers"""
    type, element = op.res.type, op.element_type
    assert isinstance(type, VectorType)
    name = PRODUCTS.get((element, type.element_type, op.shape))
    if name is None:
        sizes = "x".join(map(str, op.shape))
        return rw.no_match(f"there is no product of '{element}' to sums of '{type.element_type}' of sizes {sizes}")
    if element is f32 and op.tf32Enabled is None:
        return rw.no_match("elements of type 'f32' are multiplied as tf32 only with 'tf32Enabled'")
    registers = Registers(op, rw)
    factors = [row for matrix in (op.matrixA, op.matrixB) for row in registers.rows(matrix)]
    if element is not f16:
        factors = [registers.cast(row, i32) for row in factors]
    sums = [registers.element(row, at) for row in registers.rows(op.matrixC) for at in (0, 1)]
    totals = registers.called(name, [*factors, *sums], type.element_type, len(sums))
    row = registers.row_type(type)
    rows = [registers.row_from(totals[at : at + 2], row) for at in range(0, len(totals), 2)]
    return rw.replace(op, registers.whole(type, rows))


@conversion(nvgpu.DeviceAsyncCopyOp)
def lower_copy(op: nvgpu.DeviceAsyncCopyOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.device_async_copy  ->  cp.async of the bytes"""
    registers, width = Registers(op, rw), bit_width(element_type(op.dst.type)) or 0
    size = op.dstElements.value * width // 8
    target = element_address(rw, op, MemRefParts.of(rw, op.dst), new.dstIndices)
    source = element_address(rw, op, MemRefParts.of(rw, op.src), new.srcIndices)
    places = [in_space(rw, op, target, WORKGROUP), in_space(rw, op, source, GLOBAL)]
    name = COPIES.get(size) or (COPY_16_PAST_L1 if op.bypassL1 is not None else COPY_16)
    if op.srcElements is not None:
        count = registers.emit(llvm.TruncOp(rw.converted_to_one(op.srcElements), i32))
        places.append(registers.emit(llvm.MulOp(count, registers.constant(width // 8, i32))))
        name += PARTIAL
    rw.insert_before(op, llvm.CallIntrinsicOp.of(name, places))
    return rw.replace(op, registers.constant(0, i32))


@conversion(nvgpu.DeviceAsyncCreateGroupOp)
def lower_group(op: nvgpu.DeviceAsyncCreateGroupOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.device_async_create_group  ->  cp.async.commit_group"""
    rw.insert_before(op, llvm.CallIntrinsicOp.of(COMMIT, []))
    return rw.replace(op, Registers(op, rw).constant(0, i32))


@conversion(nvgpu.DeviceAsyncWaitOp)
def lower_wait(op: nvgpu.DeviceAsyncWaitOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.device_async_wait  ->  cp.async.wait_group"""
    unfinished = Registers(op, rw).constant(op.unfinished, i32)
    rw.insert_before(op, llvm.CallIntrinsicOp.of(WAIT, [unfinished]))
    return rw.erase(op)


PATTERNS = (lower_ldmatrix, lower_mma, lower_copy, lower_group, lower_wait)
