"""Copies in the background for GPUs that have none: loads and stores, which end at once."""

from __future__ import annotations

from dlc.dialects import llvm, nvgpu
from dlc.ir.builtin_attributes import int_attr
from dlc.ir.builtin_types import VectorType, bit_width, element_type, i64
from dlc.ir.patterns import Match
from dlc.passes.llvm.lowering.memref_parts import MemRefParts, element_address
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted

from .device import At


def copy_at_once(op: nvgpu.DeviceAsyncCopyOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.device_async_copy  ->  a load and a store of a vector"""
    if op.srcElements is not None:
        return rw.no_match("copies of fewer elements than are written need a GPU that copies in the background")
    at, element, count = At(rw, op), element_type(op.dst.type), op.dstElements.value
    target = element_address(rw, op, MemRefParts.of(rw, op.dst), new.dstIndices)
    source = element_address(rw, op, MemRefParts.of(rw, op.src), new.srcIndices)
    alignment = int_attr(count * (bit_width(element) or 8) // 8, i64)
    value = at.put(llvm.LoadOp(source, VectorType((count,), element), alignment=alignment))
    at.insert(llvm.StoreOp(value, target, alignment=alignment))
    return rw.replace(op, at.number(0))


def group_at_once(op: nvgpu.DeviceAsyncCreateGroupOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.device_async_create_group  ->  nothing: copies have ended"""
    return rw.replace(op, At(rw, op).number(0))


def wait_at_once(op: nvgpu.DeviceAsyncWaitOp, new: Converted, rw: ConversionRewriter) -> Match:
    """nvgpu.device_async_wait  ->  nothing: copies have ended"""
    return rw.erase(op)
