"""Ops that query threads, or let them act together, on any device."""

from __future__ import annotations

from collections.abc import Callable

from dlc.dialects import gpu, llvm, math
from dlc.dialects.arith.bases import FloatUnaryOp
from dlc.ir import Value
from dlc.ir.builtin_types import FloatType, IntegerType, bit_width, f32, i32, i64
from dlc.ir.patterns import Match
from dlc.passes.llvm.lowering.index_math import INDEX
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from .device import POSITIONS, At, Device, device_of


@conversion(math.Exp2Op)
def lower_exp2(op: FloatUnaryOp, new: Converted, rw: ConversionRewriter) -> Match:
    """math.exp2 fastmath<afn>  ->  the instruction of the device"""
    if op.result.type is not f32 or "afn" not in op.fastmath:
        return rw.no_match("only 'math.exp2' of 'f32' with 'fastmath<afn>' is an instruction: run 'expand-math' before")
    return rw.replace(op, llvm.CallIntrinsicOp.of(device_of(rw).exp2, [new.operand], op.result.type))


# -- Who a thread is ---------------------------------------------------------------------------------------------------


@conversion(*POSITIONS)
def lower_index(op: gpu.DimensionOp, new: Converted, rw: ConversionRewriter) -> Match:
    """gpu.thread_id x  ->  the thread's position along x, as an index"""
    at = At(rw, op)
    return rw.replace(op, at.as_index(device_of(rw).position(at, type(op), op.dimension.value)))


@conversion(gpu.GlobalIdOp)
def lower_global_id(op: gpu.DimensionOp, new: Converted, rw: ConversionRewriter) -> Match:
    """gpu.global_id x  ->  gpu.block_id x * gpu.block_dim x + gpu.thread_id x, as indices"""
    at, d = At(rw, op), op.dimension.value
    kinds = (gpu.BlockIdOp, gpu.BlockDimOp, gpu.ThreadIdOp)
    block, size, thread = (at.as_index(device_of(rw).position(at, kind, d)) for kind in kinds)
    return rw.replace(op, at.add(at.multiply(block, size), thread))


@conversion(gpu.LaneIdOp)
def lower_lane_id(op: gpu.LaneIdOp, new: Converted, rw: ConversionRewriter) -> Match:
    """gpu.lane_id  ->  the number of the thread in its subgroup, as an index"""
    at = At(rw, op)
    return rw.replace(op, at.as_index(device_of(rw).lane(at)))


def _thread_number(at: At, device: Device) -> Value:
    """Return the linear index of the thread in its block, x fastest."""
    x, y, z = (device.position(at, gpu.ThreadIdOp, d) for d in gpu.DIMENSIONS)
    width, height = (device.position(at, gpu.BlockDimOp, d) for d in gpu.DIMENSIONS[:2])
    return at.add(x, at.multiply(width, at.add(y, at.multiply(height, z))))


def _thread_count(at: At, device: Device) -> Value:
    x, y, z = (device.position(at, gpu.BlockDimOp, d) for d in gpu.DIMENSIONS)
    return at.multiply(x, at.multiply(y, z))


def _in_subgroups(at: At, device: Device, threads: Value) -> Value:
    """Return how many subgroups a number of threads fills."""
    return at.put(llvm.LShrOp(threads, at.number(device.subgroup.bit_length() - 1)))


@conversion(gpu.SubgroupIdOp)
def lower_subgroup_id(op: gpu.SubgroupIdOp, new: Converted, rw: ConversionRewriter) -> Match:
    """gpu.subgroup_id  ->  the linear index of the thread in its block, divided by the size of a subgroup"""
    at, device = At(rw, op), device_of(rw)
    return rw.replace(op, at.as_index(_in_subgroups(at, device, _thread_number(at, device))))


@conversion(gpu.NumSubgroupsOp)
def lower_num_subgroups(op: gpu.NumSubgroupsOp, new: Converted, rw: ConversionRewriter) -> Match:
    """gpu.num_subgroups  ->  the number of threads of a block, divided by the size of a subgroup and rounded up"""
    at, device = At(rw, op), device_of(rw)
    raised = at.add(_thread_count(at, device), at.number(device.subgroup - 1))
    return rw.replace(op, at.as_index(_in_subgroups(at, device, raised)))


@conversion(gpu.SubgroupSizeOp)
def lower_subgroup_size(op: gpu.SubgroupSizeOp, new: Converted, rw: ConversionRewriter) -> Match:
    """gpu.subgroup_size  ->  the constant"""
    return rw.replace(op, At(rw, op).number(device_of(rw).subgroup, INDEX))


# -- Together ----------------------------------------------------------------------------------------------------------


@conversion(gpu.BarrierOp)
def lower_barrier(op: gpu.BarrierOp, new: Converted, rw: ConversionRewriter) -> Match:
    """gpu.barrier  ->  the barrier of the block"""
    device_of(rw).barrier(At(rw, op))
    return rw.erase(op)


@conversion(gpu.ShuffleOp)
def lower_shuffle(op: gpu.ShuffleOp, new: Converted, rw: ConversionRewriter) -> Match:
    """gpu.shuffle  ->  exchanges of 32-bit words, among the lanes below `width`"""
    type = op.value.type
    width = bit_width(type)
    if not isinstance(type, (IntegerType, FloatType)) or width is None or width > 64:
        return rw.no_match(f"values of type '{type}' are not exchanged")
    at = At(rw, op)
    value = rw.converted_to_one(op.value)
    offset, lanes = rw.converted_to_one(op.offset), rw.converted_to_one(op.width)
    exchanged = device_of(rw).exchange(at, op.mode.value, offset, lanes)
    valid: list[Value] = []

    def exchange(word: Value) -> Value:
        other, is_there = exchanged(word)
        valid.append(is_there)
        return other

    return rw.replace(op, [_by_words(at, value, type, width, exchange), valid[0]])


def _by_words(
    at: At, value: Value, type: IntegerType | FloatType, width: int, exchange: Callable[[Value], Value]
) -> Value:
    """Exchange a value of up to 64 bits as one or two 32-bit words."""
    own = value.type
    bits = at.put(llvm.BitcastOp(value, IntegerType(width))) if isinstance(own, FloatType) else value
    if width > 32:
        wide = at.put(llvm.ZExtOp(bits, i64)) if width < 64 else bits
        low = exchange(at.put(llvm.TruncOp(wide, i32)))
        high = exchange(at.put(llvm.TruncOp(at.put(llvm.LShrOp(wide, at.number(32, i64))), i32)))
        raised = at.put(llvm.ShlOp(at.put(llvm.ZExtOp(high, i64)), at.number(32, i64)))
        wide = at.put(llvm.OrOp(at.put(llvm.ZExtOp(low, i64)), raised))
        bits = at.put(llvm.TruncOp(wide, IntegerType(width))) if width < 64 else wide
    else:
        word = at.put(llvm.ZExtOp(bits, i32)) if width < 32 else bits
        word = exchange(word)
        bits = at.put(llvm.TruncOp(word, IntegerType(width))) if width < 32 else word
    return at.put(llvm.BitcastOp(bits, own)) if isinstance(own, FloatType) else bits


PATTERNS = (
    lower_exp2,
    *(lower_index, lower_global_id, lower_lane_id, lower_subgroup_id, lower_num_subgroups, lower_subgroup_size),
    *(lower_barrier, lower_shuffle),
)
