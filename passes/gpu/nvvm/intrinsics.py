"""The intrinsics of LLVM's NVPTX target that kernels use. All names are in this file, and a test checks that LLVM knows
each, because it reports an unknown name only when it emits code.
"""

from __future__ import annotations

from collections.abc import Callable

from dlc.dialects import gpu, llvm, math
from dlc.dialects.arith.bases import FloatUnaryOp
from dlc.ir import Operation, Type, Value
from dlc.ir.builtin_types import FloatType, IntegerType, bit_width, f32, i1, i32, i64
from dlc.ir.patterns import Match, Rewriter
from dlc.passes.llvm.lowering.index_math import INDEX
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

SREG = "llvm.nvvm.read.ptx.sreg."
BARRIER = "llvm.nvvm.barrier.cta.sync.aligned.all"
SHUFFLES = {
    "xor": "llvm.nvvm.shfl.sync.bfly.i32p",
    "up": "llvm.nvvm.shfl.sync.up.i32p",
    "down": "llvm.nvvm.shfl.sync.down.i32p",
    "idx": "llvm.nvvm.shfl.sync.idx.i32p",
}
REGISTERS: dict[type[Operation], str] = {
    gpu.ThreadIdOp: "tid",
    gpu.BlockDimOp: "ntid",
    gpu.BlockIdOp: "ctaid",
    gpu.GridDimOp: "nctaid",
}
EXP2 = "llvm.nvvm.ex2.approx.ftz.f"
SUBGROUP = 32

NAMES = (
    *(f"{SREG}{register}.{d}" for register in REGISTERS.values() for d in gpu.DIMENSIONS),
    *(f"{SREG}laneid", BARRIER, EXP2, *SHUFFLES.values()),
)
"""Every intrinsic of NVPTX that kernels are lowered to."""


class At:
    """Inserts ops before one op."""

    def __init__(self, rewriter: Rewriter, anchor: Operation) -> None:
        self.rewriter = rewriter
        self.anchor = anchor

    def put(self, op: Operation) -> Value:
        return self.rewriter.insert_before(self.anchor, op).results[0]

    def number(self, value: int, type: Type = i32) -> Value:
        return self.put(llvm.ConstantOp.of(value, type))

    def register(self, name: str) -> Value:
        """Return a special register, as an i32."""
        return self.put(llvm.CallIntrinsicOp.of(f"{SREG}{name}", (), i32))

    def along(self, kind: type[Operation], dimension: str) -> Value:
        return self.register(f"{REGISTERS[kind]}.{dimension}")

    def as_index(self, value: Value) -> Value:
        return self.put(llvm.ZExtOp(value, INDEX))

    def multiply(self, a: Value, b: Value) -> Value:
        return self.put(llvm.MulOp(a, b))

    def add(self, a: Value, b: Value) -> Value:
        return self.put(llvm.AddOp(a, b))


@conversion(math.Exp2Op)
def lower_exp2(op: FloatUnaryOp, new: Converted, rw: ConversionRewriter) -> Match:
    """math.exp2 fastmath<afn>  ->  ex2.approx"""
    if op.result.type is not f32 or "afn" not in op.fastmath:
        return rw.no_match("only 'math.exp2' of 'f32' with 'fastmath<afn>' is an instruction: run 'expand-math' before")
    return rw.replace(op, llvm.CallIntrinsicOp.of(EXP2, [new.operand], op.result.type))


# -- Who a thread is ---------------------------------------------------------------------------------------------------


@conversion(*REGISTERS)
def lower_index(op: gpu.DimensionOp, new: Converted, rw: ConversionRewriter) -> Match:
    """gpu.thread_id x  ->  the register %tid.x, as an index"""
    at = At(rw, op)
    return rw.replace(op, at.as_index(at.along(type(op), op.dimension.value)))


@conversion(gpu.GlobalIdOp)
def lower_global_id(op: gpu.DimensionOp, new: Converted, rw: ConversionRewriter) -> Match:
    """gpu.global_id x  ->  %ctaid.x * %ntid.x + %tid.x, as indices"""
    at, d = At(rw, op), op.dimension.value
    kinds = (gpu.BlockIdOp, gpu.BlockDimOp, gpu.ThreadIdOp)
    block, size, thread = (at.as_index(at.along(kind, d)) for kind in kinds)
    return rw.replace(op, at.add(at.multiply(block, size), thread))


@conversion(gpu.LaneIdOp)
def lower_lane_id(op: gpu.LaneIdOp, new: Converted, rw: ConversionRewriter) -> Match:
    """gpu.lane_id  ->  the register %laneid"""
    at = At(rw, op)
    return rw.replace(op, at.as_index(at.register("laneid")))


def _thread_number(at: At) -> Value:
    """Return the linear index of the thread in its block, x fastest."""
    x, y, z = (at.along(gpu.ThreadIdOp, d) for d in gpu.DIMENSIONS)
    width, height = (at.along(gpu.BlockDimOp, d) for d in gpu.DIMENSIONS[:2])
    return at.add(x, at.multiply(width, at.add(y, at.multiply(height, z))))


def _thread_count(at: At) -> Value:
    x, y, z = (at.along(gpu.BlockDimOp, d) for d in gpu.DIMENSIONS)
    return at.multiply(x, at.multiply(y, z))


@conversion(gpu.SubgroupIdOp)
def lower_subgroup_id(op: gpu.SubgroupIdOp, new: Converted, rw: ConversionRewriter) -> Match:
    """gpu.subgroup_id  ->  the linear index of the thread in its block, divided by 32"""
    at = At(rw, op)
    return rw.replace(op, at.as_index(at.put(llvm.LShrOp(_thread_number(at), at.number(5)))))


@conversion(gpu.NumSubgroupsOp)
def lower_num_subgroups(op: gpu.NumSubgroupsOp, new: Converted, rw: ConversionRewriter) -> Match:
    """gpu.num_subgroups  ->  the number of threads of a block, divided by 32 and rounded up"""
    at = At(rw, op)
    raised = at.add(_thread_count(at), at.number(SUBGROUP - 1))
    return rw.replace(op, at.as_index(at.put(llvm.LShrOp(raised, at.number(5)))))


@conversion(gpu.SubgroupSizeOp)
def lower_subgroup_size(op: gpu.SubgroupSizeOp, new: Converted, rw: ConversionRewriter) -> Match:
    """gpu.subgroup_size  ->  32"""
    return rw.replace(op, At(rw, op).number(SUBGROUP, INDEX))


# -- Together ----------------------------------------------------------------------------------------------------------


@conversion(gpu.BarrierOp)
def lower_barrier(op: gpu.BarrierOp, new: Converted, rw: ConversionRewriter) -> Match:
    """gpu.barrier  ->  barrier 0 of the block"""
    zero = At(rw, op).number(0)
    rw.insert_before(op, llvm.CallIntrinsicOp.of(BARRIER, [zero]))
    return rw.erase(op)


@conversion(gpu.ShuffleOp)
def lower_shuffle(op: gpu.ShuffleOp, new: Converted, rw: ConversionRewriter) -> Match:
    """gpu.shuffle  ->  shfl.sync of 32-bit words, among the lanes below `width`"""
    type = op.value.type
    width = bit_width(type)
    if not isinstance(type, (IntegerType, FloatType)) or width is None or width > 64:
        return rw.no_match(f"values of type '{type}' are not exchanged")
    at, mode = At(rw, op), op.mode.value
    value = rw.converted_to_one(op.value)
    lanes = rw.converted_to_one(op.width)
    absent = at.put(llvm.SubOp(at.number(SUBGROUP), lanes))
    mask = at.put(llvm.LShrOp(at.number(-1), absent))
    last = absent if mode == "up" else at.put(llvm.SubOp(lanes, at.number(1)))
    if mode == "up":  # lane numbers begin at 0, so no lane is below the first
        last = at.number(0)
    offset = rw.converted_to_one(op.offset)
    valid: list[Value] = []

    def exchange(word: Value) -> Value:
        kind = llvm.StructType((i32, i1))
        both = at.put(llvm.CallIntrinsicOp.of(SHUFFLES[mode], [mask, word, offset, last], kind))
        valid.append(at.put(llvm.ExtractValueOp.of(both, 1)))
        return at.put(llvm.ExtractValueOp.of(both, 0))

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
