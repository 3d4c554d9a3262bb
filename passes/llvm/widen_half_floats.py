"""`widen-half-floats`: arithmetic on f16 and bf16 is done in f32 and rounded once; conversions use instructions if
possible.

It works on the dialect `llvm`, after all lowerings, for machines that store these formats but do not compute with them.
LLVM would do the same one instruction at a time, but calls functions of compiler libraries for roundings
(`__truncsfbf2`, `__truncdfhf2`), which a JIT process does not have, and rounds `fma` twice. Here rounding to bf16 is a
few integer operations, for nan and infinity too, and bf16 is moved as its bits: for some processors LLVM keeps moved
ones in f32 and rounds them again, for which WebAssembly has nothing. Nearly all machines have instructions between f16
and f32, which are used unless `f16-instructions=false`.

f32 is so precise that rounding its sums and products again is the same as rounding the exact result once; the same
holds for quotients and roots. Formats wider than f32 are rounded to odd first: the last bit of an inexact result is
set, so that the next rounding is right. A reduction keeps its order and rounds at each step, unless `fastmath<reassoc>`
allows one in f32.
"""

from __future__ import annotations

from functools import lru_cache

from dlc.dialects import llvm
from dlc.dialects.llvm import predicated_intrinsics
from dlc.ir import Block, InsertionPoint, Operation, Type, Value
from dlc.ir.builtin_types import FloatType, IntegerType, element_type, f32, f64, float_format, i16, i32, i64, like

from ..manager import Pass, PassRun, option, statistic
from ..math.widening import Widening

HALF = frozenset({"f16", "bf16"})
WIDENED: tuple[type[Operation], ...] = (
    *(llvm.FAddOp, llvm.FSubOp, llvm.FMulOp, llvm.FDivOp, llvm.FRemOp, llvm.FCmpOp),
    *(llvm.SqrtOp, llvm.FCeilOp, llvm.FFloorOp, llvm.FTruncOp, llvm.RoundOp, llvm.RoundEvenOp),
    *(llvm.RintOp, llvm.NearbyintOp, llvm.MaxNumOp, llvm.MinNumOp, llvm.MaximumOp, llvm.MinimumOp),
    *(llvm.VectorReduceFMaxOp, llvm.VectorReduceFMinOp, llvm.VectorReduceFMaximumOp, llvm.VectorReduceFMinimumOp),
    *(llvm.FPToSIOp, llvm.FPToUIOp),
)
"""Ops that are computed in f32."""
REDUCED: dict[type[Operation], type[llvm.FAddOp | llvm.FMulOp]] = {
    llvm.VectorReduceFAddOp: llvm.FAddOp,
    llvm.VectorReduceFMulOp: llvm.FMulOp,
}
MOVES: tuple[type[Operation], ...] = (
    *(llvm.SelectOp, llvm.ExtractElementOp, llvm.InsertElementOp, llvm.ShuffleVectorOp, llvm.FreezeOp),
    *(llvm.VectorExtractOp, llvm.VectorInsertOp, llvm.VectorInterleave2Op),
    *(llvm.LoadOp, llvm.MaskedLoadOp, llvm.MaskedGatherOp, llvm.MaskedExpandLoadOp, predicated_intrinsics.VPLoadOp),
    *(llvm.StoreOp, llvm.MaskedStoreOp, llvm.MaskedScatterOp, llvm.MaskedCompressStoreOp),
    predicated_intrinsics.VPStoreOp,
)
"""Ops that only move elements, between vectors or to and from memory.

A bf16 is loaded as an integer, too: from logic on the bits of a loaded bf16, LLVM makes ops on bf16, such as copysign,
not all of which it can select, and masked loads and stores are among these.
"""
SIGNS: tuple[type[Operation], ...] = (llvm.FNegOp, llvm.FAbsOp, llvm.CopySignOp)


def widen_half_floats(root: Operation, *, f16_instructions: bool = True) -> int:
    """Widen all ops in `root`; return their number."""
    widening = _Widening(f16_instructions)
    ops = [op for op in root.walk() if op.dialect_name == "llvm" and widening.touches(op)]
    jumps = [op for op in ops if op.successors]
    for block in {successor: None for op in jumps for successor in op.successors}:
        widening.pass_bits_to(block)
    count = sum(widening.visit(op) for op in ops)
    for op in jumps:
        widening.pass_bits_from(op)
    return count


@lru_cache(maxsize=1 << 10)
def _is_half(type: Type) -> bool:
    element = element_type(type)
    return isinstance(element, FloatType) and element.format_name in HALF


class _Widening(Widening):
    """Rewrites ops one after the other, in place."""

    def __init__(self, f16_instructions: bool) -> None:
        super().__init__("widen-half-floats")
        self.f16_instructions = f16_instructions

    def is_narrow(self, type: Type) -> bool:
        return _is_half(type)

    def element(self, source: Value, position: int) -> Value:
        return self.emit(llvm.ExtractElementOp(source, self.constant(position, i64)))

    def converted(self, value: Value, type: Type) -> Value:
        return self.truncated(value, type) if _is_half(type) else self.wide(value, element_type(type))

    def replacements(self, op: Operation) -> list[Value] | None:
        if isinstance(op, MOVES) and any(float_format(each.type) == "bf16" for each in (*op.operands, *op.results)):
            return self.moved_bits(op)
        value = self.replacement(op)
        return None if value is None else [value]

    def replacement(self, op: Operation) -> Value | None:
        """Return the replacement of the result, or `None` if the op is not widened."""
        if isinstance(op, WIDENED):
            return self.computed(op)[0]
        if isinstance(op, SIGNS):
            return self.with_sign(op)
        if isinstance(op, (llvm.FMAOp, llvm.FMulAddOp)):
            return self.multiplied_and_added(op)
        if isinstance(op, (llvm.VectorReduceFAddOp, llvm.VectorReduceFMulOp)):
            return self.reduced(op)
        if isinstance(op, llvm.FPTruncOp):
            return self.truncated(op.arg, op.res.type)
        if isinstance(op, llvm.FPExtOp):
            return self.extended(op)
        if isinstance(op, (llvm.SIToFPOp, llvm.UIToFPOp)):
            return self.from_integer(op)
        return None

    def pass_bits_to(self, block: Block) -> None:
        """Let a block take bf16 as integers."""
        for argument in [each for each in block.args if float_format(each.type) == "bf16"]:
            bits = block.insert_argument(argument.index, like(argument.type, i16), argument.location)
            with self.rewriter.at(InsertionPoint.at_start(block)):
                argument.replace_all_uses_with(self.emit(llvm.BitcastOp(bits, argument.type)))
            block.erase_argument(argument.index)

    def pass_bits_from(self, jump: Operation) -> None:
        """Pass bf16 to other blocks as integers."""
        with self.rewriter.at(InsertionPoint.before_op(jump)):
            jump.set_operands(
                [self.bits(each) if float_format(each.type) == "bf16" else each for each in jump.operands]
            )

    # -- Building ----------------------------------------------------------------------------------------------------

    def constant(self, value: float, type: Type) -> Value:
        return self.emit(llvm.ConstantOp.of(value, type))

    def bits(self, value: Value) -> Value:
        """Return the bits of a float as an integer."""
        cast = value.defined_by(llvm.BitcastOp)
        if cast is not None and cast.arg.type is like(value.type, i16):
            return cast.arg
        element = element_type(value.type)
        assert isinstance(element, FloatType)
        return self.emit(llvm.BitcastOp(value, like(value.type, IntegerType(element.width))))

    def either(self, condition: Value, on_true: Value, on_false: Value) -> Value:
        return self.emit(llvm.SelectOp(condition, on_true, on_false))

    def masked(self, value: Value, mask: int) -> Value:
        return self.emit(llvm.AndOp(value, self.constant(mask, value.type)))

    def plus(self, value: Value, other: Value | int) -> Value:
        return self.emit(llvm.AddOp(value, other if isinstance(other, Value) else self.constant(other, value.type)))

    def right(self, value: Value, amount: int) -> Value:
        return self.emit(llvm.LShrOp(value, self.constant(amount, value.type)))

    def compare(self, word: str, value: Value, other: int) -> Value:
        return self.emit(llvm.ICmpOp.of(word, value, self.constant(other, value.type)))

    # -- Ops ---------------------------------------------------------------------------------------------------------

    def wide(self, value: Value, to: Type = f32) -> Value:
        """Return a narrow float as a wider one, without error."""
        if float_format(value.type) == "bf16":
            wide = self._bf16_to_f32(value)
        elif self.f16_instructions:
            return self.emit(llvm.FPExtOp(value, like(value.type, to)))
        else:
            wide = self._f16_to_f32(value)
        return wide if to is f32 else self.emit(llvm.FPExtOp(wide, like(value.type, to)))

    def extended(self, op: llvm.FPExtOp) -> Value | None:
        is_kept = self.f16_instructions and float_format(op.arg.type) == "f16"
        return None if is_kept else self.wide(op.arg, element_type(op.res.type))

    def with_sign(self, op: Operation) -> Value:
        """Change a sign bit: negation, absolute value and copysign need no arithmetic."""
        bits = self.bits(op.operands[0])
        sign = -(1 << 15)
        if isinstance(op, llvm.FNegOp):
            result = self.emit(llvm.XOrOp(bits, self.constant(sign, bits.type)))
        elif isinstance(op, llvm.FAbsOp):
            result = self.masked(bits, ~sign)
        else:
            other = self.masked(self.bits(op.operands[1]), sign)
            result = self.emit(llvm.OrOp(self.masked(bits, ~sign), other))
        return self.emit(llvm.BitcastOp(result, op.results[0].type))

    def moved_bits(self, op: Operation) -> list[Value]:
        """Move elements as integers."""
        operands = [self.bits(each) if float_format(each.type) == "bf16" else each for each in op.operands]
        if isinstance(op, llvm.SelectOp):  # whose flags are those of floats
            return [self.emit(llvm.BitcastOp(self.either(*operands), op.res.type))]
        types = [like(each.type, i16) if float_format(each.type) == "bf16" else each.type for each in op.results]
        moved = self.rewriter.insert(type(op).create(operands, types, dict(op.properties), dict(op.attributes)))
        return [
            value if value.type is result.type else self.emit(llvm.BitcastOp(value, result.type))
            for value, result in zip(moved.results, op.results, strict=True)
        ]

    def reduced(self, op: llvm.VectorReduceFAddOp | llvm.VectorReduceFMulOp) -> Value:
        """Combine the elements in order, each step rounded; or in one op in f32 if the order does not matter."""
        if "reassoc" in op.fastmathFlags:
            return self.computed(op)[0]
        kind = REDUCED[type(op)]
        return self.reduced_in_order(op.vector, op.start_value, lambda a, b: kind(a, b, op.fastmathFlags))

    def multiplied_and_added(self, op: llvm.FMAOp | llvm.FMulAddOp) -> Value:
        """Compute a * b in f64, which is exact, and round its sum with c to odd."""
        a, b, c = (self.wide(value, f64) for value in op.operands)
        product = self.emit(llvm.FMulOp(a, b))
        total = self.emit(llvm.FAddOp(product, c))
        added = self.emit(llvm.FSubOp(total, product))
        missing = self.emit(llvm.FSubOp(product, self.emit(llvm.FSubOp(total, added))))
        lost = self.emit(llvm.FAddOp(missing, self.emit(llvm.FSubOp(c, added))))
        zero = self.constant(0.0, lost.type)
        is_inexact = self.emit(llvm.FCmpOp.of("one", lost, zero))
        is_upward = self.emit(llvm.FCmpOp.of("ogt", lost, zero))
        bits = self.bits(total)
        is_negative = self.compare("slt", bits, 0)
        goes_out = self.emit(llvm.XOrOp(is_upward, is_negative))
        step = self.either(goes_out, self.constant(1, bits.type), self.constant(-1, bits.type))
        is_even = self.compare("eq", self.masked(bits, 1), 0)
        moved = self.either(self.emit(llvm.AndOp(is_inexact, is_even)), self.plus(bits, step), bits)
        return self.truncated(self.emit(llvm.BitcastOp(moved, total.type)), op.res.type)

    def from_integer(self, op: llvm.SIToFPOp | llvm.UIToFPOp) -> Value:
        """Convert an integer through a float that has all its bits, or that is rounded to odd."""
        source = element_type(op.arg.type)
        assert isinstance(source, IntegerType)
        signed = isinstance(op, llvm.SIToFPOp)
        value = op.arg
        if source.width > 53:
            value = self._with_53_bits(value, source.width, signed)
        to = f32 if source.width <= 24 else f64
        kind = llvm.SIToFPOp if signed else llvm.UIToFPOp
        return self.truncated(self.emit(kind(value, like(value.type, to))), op.res.type)

    def _with_53_bits(self, value: Value, width: int, signed: bool) -> Value:
        """Combine all bits of an integer beyond 53 into one, which is set if one of them was; small integers stay."""
        surplus = width - 53
        shift = self.constant(surplus, value.type)
        high = self.emit(llvm.AShrOp(value, shift) if signed else llvm.LShrOp(value, shift))
        is_lost = self.compare("ne", self.masked(value, (1 << surplus) - 1), 0)
        sticky = self.emit(llvm.OrOp(high, self.emit(llvm.ZExtOp(is_lost, value.type))))
        coarse = self.emit(llvm.ShlOp(sticky, shift))
        if signed:
            is_large = self.compare("ugt", self.plus(value, 1 << 53), 1 << 54)
        else:
            is_large = self.compare("ugt", value, 1 << 53)
        return self.either(is_large, coarse, value)

    # -- Rounding ----------------------------------------------------------------------------------------------------

    def truncated(self, value: Value, type: Type) -> Value:
        """Round a wider float to the nearest, ties to even."""
        if element_type(value.type) is f64:
            value = self._odd_f32(value)
        if element_type(value.type) is not f32:
            return self.emit(llvm.FPTruncOp(value, type))  # long formats, which only some machines have
        if float_format(type) == "bf16":
            return self._f32_to_bf16(value, type)
        return self.emit(llvm.FPTruncOp(value, type)) if self.f16_instructions else self._f32_to_f16(value, type)

    def _odd_f32(self, value: Value) -> Value:
        """Convert f64 to f32, rounded to odd: towards zero, with the last bit set if the result is inexact."""
        nearest = self.emit(llvm.FPTruncOp(value, like(value.type, f32)))
        back = self.emit(llvm.FPExtOp(nearest, value.type))
        is_inexact = self.emit(llvm.FCmpOp.of("one", back, value))
        sizes = (self.emit(llvm.FAbsOp(back)), self.emit(llvm.FAbsOp(value)))
        is_too_large = self.emit(llvm.FCmpOp.of("ogt", *sizes))
        bits = self.bits(nearest)
        inward = self.plus(bits, self.emit(llvm.SExtOp(is_too_large, bits.type)))
        odd = self.emit(llvm.OrOp(inward, self.constant(1, bits.type)))
        return self.emit(llvm.BitcastOp(self.either(is_inexact, odd, bits), nearest.type))

    def _f32_to_bf16(self, value: Value, type: Type) -> Value:
        """Return the upper half of the bits, plus one if the lower half is more than half a unit, or a tie and the
        result is odd.
        """
        bits = self.bits(value)
        last = self.masked(self.right(bits, 16), 1)
        rounded = self.right(self.plus(self.plus(bits, 0x7FFF), last), 16)
        quiet = self.emit(llvm.OrOp(self.right(bits, 16), self.constant(0x40, bits.type)))
        is_nan = self.emit(llvm.FCmpOp.of("uno", value, value))
        narrow = self.emit(llvm.TruncOp(self.either(is_nan, quiet, rounded), like(type, i16)))
        return self.emit(llvm.BitcastOp(narrow, type))

    def _f32_to_f16(self, value: Value, type: Type) -> Value:
        """Round by magnitude: overflow, normal (like bf16, with another exponent), or subnormal, which an addition
        rounds.
        """
        bits = self.bits(value)
        size = self.masked(bits, 0x7FFFFFFF)
        last = self.masked(self.right(size, 13), 1)
        normal = self.right(self.plus(self.plus(size, 0xFFF - (112 << 23)), last), 13)
        half = self.constant(0.5, value.type)
        small = self.bits(self.emit(llvm.FAddOp(self.emit(llvm.BitcastOp(size, value.type)), half)))
        small = self.plus(small, -0x3F000000)
        quiet = self.emit(llvm.OrOp(self.masked(self.right(size, 13), 0x3FF), self.constant(0x7E00, size.type)))
        large = self.either(self.compare("ugt", size, 0x7F800000), quiet, self.constant(0x7C00, size.type))
        magnitude = self.either(self.compare("ult", size, 0x38800000), small, normal)
        magnitude = self.either(self.compare("uge", size, 0x47800000), large, magnitude)
        sign = self.masked(self.right(bits, 16), 0x8000)
        narrow = self.emit(llvm.TruncOp(self.emit(llvm.OrOp(magnitude, sign)), like(type, i16)))
        return self.emit(llvm.BitcastOp(narrow, type))

    def _bf16_to_f32(self, value: Value) -> Value:
        """Shift the bits to the upper half. (LLVM would compute `floor` of an extension in bf16, which it has to
        round.)
        """
        wide = like(value.type, i32)
        bits = self.emit(llvm.ShlOp(self.emit(llvm.ZExtOp(self.bits(value), wide)), self.constant(16, wide)))
        return self.emit(llvm.BitcastOp(bits, like(value.type, f32)))

    def _f16_to_f32(self, value: Value) -> Value:
        """Shift the bits to their positions; the value of a subnormal number is its excess over the smallest normal
        one.
        """
        wide = like(value.type, i32)
        bits = self.emit(llvm.ZExtOp(self.bits(value), wide))
        moved = self.emit(llvm.ShlOp(self.masked(bits, 0x7FFF), self.constant(13, wide)))
        exponent = self.masked(moved, 0x7C00 << 13)
        normal = self.plus(moved, 112 << 23)
        special = self.plus(moved, 224 << 23)
        least = self.emit(llvm.BitcastOp(self.constant(113 << 23, wide), like(value.type, f32)))
        above = self.emit(llvm.BitcastOp(self.plus(moved, 113 << 23), least.type))
        small = self.bits(self.emit(llvm.FSubOp(above, least)))
        magnitude = self.either(self.compare("eq", exponent, 0x7C00 << 13), special, normal)
        magnitude = self.either(self.compare("eq", exponent, 0), small, magnitude)
        sign = self.emit(llvm.ShlOp(self.masked(bits, 0x8000), self.constant(16, wide)))
        return self.emit(llvm.BitcastOp(self.emit(llvm.OrOp(magnitude, sign)), least.type))


class WidenHalfFloats(Pass):
    """Compute with f16 and bf16 in f32, and round to them once

    Example: widen-half-floats
        llvm.func @sum(%x: f16, %y: f16) -> f16 {
          %0 = llvm.fadd %x, %y : f16
          llvm.return %0 : f16
        }
    """

    name = "widen-half-floats"
    f16_instructions: bool = option("Whether the machine converts between f16 and f32 by itself", default=True)
    widened = statistic("num-widened", "Number of operations widened")

    def run(self, op: Operation, run: PassRun) -> None:
        run.count_changes(self.widened, widen_half_floats(op, f16_instructions=self.f16_instructions))
