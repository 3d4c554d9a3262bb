"""From `amdgpu` to the intrinsics of AMDGPU. LLVM has no bf16 in these intrinsics, and packs bytes in words."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import amdgpu, llvm, nvgpu
from dlc.ir import Type, Value
from dlc.ir.builtin_types import (
    IntegerType,
    VectorType,
    bf16,
    f16,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
)
from dlc.ir.patterns import Match
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from ..device_code.copies_at_once import copy_at_once, group_at_once, wait_at_once
from ..device_code.device import At

WMMA: dict[tuple[Type, int], str] = {
    (f16, 16): "llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16",
    (bf16, 16): "llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16",
    (i8, 16): "llvm.amdgcn.wmma.i32.16x16x16.iu8.v8i32.v4i32",
    (f16, 8): "llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v8f16",
    (bf16, 8): "llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v8i16",
    (i8, 8): "llvm.amdgcn.wmma.i32.16x16x16.iu8.v8i32.v2i32",
}
"""The intrinsic for elements of a type, of which a thread has a number."""
MFMA: dict[tuple[Type, int], str] = {
    (f16, 4): "llvm.amdgcn.mfma.f32.16x16x16f16",
    (bf16, 4): "llvm.amdgcn.mfma.f32.16x16x16bf16.1k",
    (i8, 4): "llvm.amdgcn.mfma.i32.16x16x16i8",
    (i8, 8): "llvm.amdgcn.mfma.i32.16x16x32.i8",
    (f32, 1): "llvm.amdgcn.mfma.f32.16x16x4f32",
    (f32, 2): "llvm.amdgcn.mfma.f32.16x16x8.xf32",
    (f64, 1): "llvm.amdgcn.mfma.f64.16x16x4f64",
}
NAMES = (*WMMA.values(), *MFMA.values())
"""Every intrinsic that this file uses."""


def _packed(at: At, value: Value, type: Type) -> Value:
    """Return a vector as the type that intrinsics take for it."""
    return value if value.type is type else at.put(llvm.BitcastOp(value, type))


def _multiply(op: amdgpu.ProductOp, rw: ConversionRewriter, name: str, type: Type, flags: Sequence[Value]) -> Match:
    """Replace a product of floats by an intrinsic of packed operands and sums, followed by flags."""
    at = At(rw, op)
    a, b = (_packed(at, rw.converted_to_one(each), type) for each in (op.sourceA, op.sourceB))
    return rw.replace(op, llvm.CallIntrinsicOp.of(name, [a, b, rw.converted_to_one(op.destC), *flags], op.destC.type))


@conversion(amdgpu.WmmaOp)
def lower_wmma(op: amdgpu.WmmaOp, new: Converted, rw: ConversionRewriter) -> Match:
    """amdgpu.wmma  ->  wmma; bytes are signed, and sums of them wrap"""
    at, element, count = At(rw, op), op.element, op.count
    name = WMMA[element, count]
    if element is not i8:
        return _multiply(op, rw, name, VectorType((count,), i16) if element is bf16 else op.sourceA.type, ())
    packed = VectorType((count // 4,), i32)
    a, b = (_packed(at, rw.converted_to_one(each), packed) for each in (op.sourceA, op.sourceB))
    signed, wraps = at.number(1, i1), at.number(0, i1)
    arguments = [signed, a, signed, b, rw.converted_to_one(op.destC), wraps]
    return rw.replace(op, llvm.CallIntrinsicOp.of(name, arguments, op.destC.type))


@conversion(amdgpu.MfmaOp)
def lower_mfma(op: amdgpu.MfmaOp, new: Converted, rw: ConversionRewriter) -> Match:
    """amdgpu.mfma  ->  mfma, whose lanes are not permuted"""
    at, element, count = At(rw, op), op.element, op.count
    packed: dict[Type, Type] = {bf16: VectorType((count,), i16), i8: IntegerType(8 * count)}
    return _multiply(op, rw, MFMA[element, count], packed.get(element, op.sourceA.type), [at.number(0)] * 3)


PATTERNS = (
    *(lower_wmma, lower_mfma),
    *(conversion(nvgpu.DeviceAsyncCopyOp)(copy_at_once), conversion(nvgpu.DeviceAsyncCreateGroupOp)(group_at_once)),
    conversion(nvgpu.DeviceAsyncWaitOp)(wait_at_once),
)
