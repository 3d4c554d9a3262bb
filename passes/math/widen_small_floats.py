"""`widen-small-floats`: arithmetic on floats of 8 bits and less is done in f32 and rounded once.

Machines store these formats as bytes, and LLVM does not know them. Conversions become integer operations, for scalars
and vectors alike, and all other ops are computed in a wider format between two conversions. Overflow, nan and the sign
of zero follow the format (`ir/floats.py`): inf, nan, or the largest number if the format has neither. If the format has
no nan, nan becomes the largest number.

f32 is so precise that rounding its sums, products, quotients and roots again is the same as rounding the exact result
once. A fused multiply-add is exact in f64. Reductions keep their order and round at each step, unless
`fastmath<reassoc>` allows one in f32. Functions of `math` are computed in f32.

It works on `arith`, `math` and `vector`, before `expand-math` and `to-llvm`: after these, such floats are integers.
`widen-half-floats` does the same for f16 and bf16, which LLVM knows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import ldexp

from dlc.dialects import arith, math, memref, vector
from dlc.dialects.arith import NO_FASTMATH, FastMathAttr
from dlc.ir import Operation, Type, Value
from dlc.ir.builtin_types import FloatType, IntegerType, VectorType, element_type, f32, f64, like
from dlc.ir.floats import FloatFormat
from dlc.ir.traits import Elementwise

from ..manager import Pass, PassRun, statistic
from .expansion.expressions import ExpressionBuilder, Real, Whole, where_whole
from .widening import Widening

MOVES: tuple[type[Operation], ...] = (arith.SelectOp, arith.BitcastOp)
"""Elementwise ops that only move bits."""
SUMS: dict[str, type[arith.AddFOp | arith.MulFOp]] = {"add": arith.AddFOp, "mul": arith.MulFOp}
REFUSED: tuple[type[Operation], ...] = (
    *(vector.ContractionOp, vector.MultiDimReductionOp, vector.OuterProductOp, vector.ScanOp),
    memref.AtomicRMWOp,
)
_POWER = FloatType("f8E8M0FNU")
SCALED = (arith.ScalingExtFOp, arith.ScalingTruncFOp)
"""Ops that scale by a power of two, which is rounded to a small float if it is none."""
DIALECTS = frozenset({"arith", "math", "vector", "memref"})


@lru_cache(maxsize=1 << 10)
def small_format(type: Type) -> FloatFormat | None:
    """Return the format of a type's elements if they are small floats, otherwise `None`; elements in memory do not
    count.
    """
    element = type.element_type if isinstance(type, VectorType) else type
    return element.format if isinstance(element, FloatType) and element.width <= 8 else None


# -- Conversions -------------------------------------------------------------------------------------------------------


def widened(at: ExpressionBuilder, value: Value) -> Real:
    """Return a small float in the format of `at`, without error."""
    form = small_format(value.type)
    assert form is not None
    code = at.emit(arith.BitcastOp(value, like(value.type, IntegerType(form.width))))
    bits = Whole(at, at.emit(arith.ExtUIOp(code, at.integers)))
    if form.smallest_normal == 0:
        return _widened_power(at, bits, form)
    size = bits & (form.sign_bit - 1)
    moved = size << (at.mantissa_bits - form.mantissa_bits)
    offset = at.form.bias - form.bias
    normal = moved + (offset << at.mantissa_bits)
    least = (offset + 1) << at.mantissa_bits
    subnormal = ((moved + least).as_real() - at.from_bits(least)).bits()
    magnitude = where_whole(size < form.smallest_normal, subnormal, normal)
    magnitude = _with_specials(at, magnitude, bits, size, moved, form)
    sign = (bits & form.sign_bit) << (_width(at) - form.width)
    return (magnitude | sign).as_real()


def _with_specials(
    at: ExpressionBuilder, magnitude: Whole, bits: Whole, size: Whole, moved: Whole, form: FloatFormat
) -> Whole:
    """Replace infinity and nan, as the format encodes them."""
    if form.infinity is not None:
        beyond = 2 * at.form.bias + 1 - (1 << form.exponent_bits) + 1
        return where_whole(size > form.infinity - 1, moved + (beyond << at.mantissa_bits), magnitude)
    if form.nan is None:
        return magnitude
    is_nan = bits.equals(form.nan) if form.special == "negative_zero" else size.equals(form.nan)
    return where_whole(is_nan, at.nan.bits(), magnitude)


def _widened_power(at: ExpressionBuilder, bits: Whole, form: FloatFormat) -> Real:
    """Widen a format that has only powers of two: its bits are the exponent."""
    assert form.nan is not None
    code = (bits + (at.form.bias - form.bias)) << at.mantissa_bits
    if at.form.bias == form.bias:
        code = where_whole(bits.equals(0), 1 << (at.mantissa_bits - 1), code)
    return where_whole(bits.equals(form.nan), at.nan.bits(), code).as_real()


def narrowed(source: Real, type: Type) -> Value:
    """Return a float rounded to a small format: to the nearest, ties to even."""
    at, form = source.at, small_format(type)
    assert form is not None
    bits = source.bits()
    size = bits & ((1 << (_width(at) - 1)) - 1)
    code = _rounded_power(size, form) if form.smallest_normal == 0 else _rounded_size(size, form)
    infinity = at.form.infinity
    assert infinity is not None
    code = where_whole(code > form.largest, form.infinite(False), code)
    if form.nan is not None:
        code = where_whole(size > infinity, form.nan, code)
    if form.sign_bit:
        signed = code | (bits.shifted_in_zeros(_width(at) - form.width) & form.sign_bit)
        code = where_whole(code.equals(0), 0, signed) if form.special == "negative_zero" else signed
    code_bits = at.emit(arith.TruncIOp(code.value, like(type, IntegerType(form.width))))
    return at.emit(arith.BitcastOp(code_bits, type))


def _rounded_size(size: Whole, form: FloatFormat) -> Whole:
    """Return the code of a magnitude. The upper bits are rounded and get another exponent; a subnormal result is
    rounded by an addition that fixes the weight of the last bit.
    """
    at = size.at
    surplus, offset = at.mantissa_bits - form.mantissa_bits, at.form.bias - form.bias
    moved = size - (offset << at.mantissa_bits)
    odd = moved.shifted_in_zeros(surplus) & 1
    normal = (moved + ((1 << (surplus - 1)) - 1) + odd).shifted_in_zeros(surplus)
    places = at.number(ldexp(1.0, at.mantissa_bits + form.smallest_exponent))
    subnormal = (size.as_real() + places).bits() - places.bits()
    return where_whole(size < (offset + 1) << at.mantissa_bits, subnormal, normal)


def _rounded_power(size: Whole, form: FloatFormat) -> Whole:
    """Return the exponent of the nearest power of two; ties go up. The float is an f64."""
    at = size.at
    least = (at.form.bias - form.bias) << at.mantissa_bits
    rounded = (size - least + (1 << (at.mantissa_bits - 1))).shifted_in_zeros(at.mantissa_bits)
    return where_whole(size < least, 0, rounded)


def _width(at: ExpressionBuilder) -> int:
    return at.form.width


# -- Ops ---------------------------------------------------------------------------------------------------------------


def widen_small_floats(root: Operation, refuse: Callable[[Operation, Type], None]) -> int:
    """Widen all ops in `root`, and return their number; `refuse` is called with ops that cannot be widened."""
    widening = _Widening(refuse)
    ours = (op for op in root.walk() if op.dialect_name in DIALECTS)
    ops = [op for op in ours if isinstance(op, SCALED) or (widening.touches(op) and _computes(op))]
    return sum(widening.visit(op) for op in ops)


def _computes(op: Operation) -> bool:
    """Return whether an op that has small floats uses them as numbers."""
    if isinstance(op, (vector.ReductionOp, vector.FMAOp, *REFUSED)):
        return not isinstance(op, memref.AtomicRMWOp) or op.kind_name != arith.ASSIGN
    return Elementwise in op.traits and not isinstance(op, MOVES)


class _Widening(Widening):
    """Rewrites ops one after the other, in place."""

    def __init__(self, refuse: Callable[[Operation, Type], None]) -> None:
        super().__init__("widen-small-floats")
        self.refuse = refuse

    def is_narrow(self, type: Type) -> bool:
        return small_format(type) is not None

    def element(self, source: Value, position: int) -> Value:
        return self.emit(vector.ExtractOp.of(source, [position]))

    def visit(self, op: Operation) -> bool:
        """Widen an op, or refuse it; return whether that was possible."""
        is_widened = super().visit(op)
        if not is_widened:
            types = [*op.operand_types, *op.result_types]
            narrow = [type for type in types if self.is_narrow(type)] or types
            self.refuse(op, element_type(narrow[0]))
        return is_widened

    def replacements(self, op: Operation) -> list[Value] | None:
        """Return the replacements of the results, or `None` if the op cannot be widened."""
        if isinstance(op, REFUSED):
            return None
        if isinstance(op, arith.TruncFOp):
            return self.truncated(op)
        if isinstance(op, arith.ExtFOp):
            return [self.converted(op.operands[0], op.results[0].type)]
        if isinstance(op, (arith.SIToFPOp, arith.UIToFPOp)):
            return self.from_integer(op)
        if isinstance(op, arith.ScalingExtFOp):
            return self.scaled_up(op)
        if isinstance(op, arith.ScalingTruncFOp):
            return self.scaled_down(op)
        if isinstance(op, vector.ReductionOp):
            return [self.reduced(op)]
        return self.computed(op, f64 if isinstance(op, (math.FmaOp, vector.FMAOp)) else f32)

    def converted(self, value: Value, type: Type) -> Value:
        """Convert between two float formats, of which one is small; the other has at most 64 bits."""
        source, target = element_type(value.type), element_type(type)
        if small_format(type) is None:
            wide = target if target in (f32, f64) else f32
            return self._plain(widened(self._place(type, wide), value).value, type)
        if small_format(value.type) is not None:
            source_value = widened(self._place(type, f32), value).value
        else:
            source_value = value if source in (f32, f64) else self._plain(value, like(value.type, f32))
        form = small_format(type)
        if form is not None and form.smallest_normal == 0:
            source_value = self._plain(source_value, like(type, f64))
        at = ExpressionBuilder(self.rewriter, source_value.type)
        return narrowed(at.real(source_value), type)

    def _place(self, shape: Type, element: Type) -> ExpressionBuilder:
        return ExpressionBuilder(self.rewriter, like(shape, element))

    def _plain(self, value: Value, type: Type) -> Value:
        """Convert between formats that LLVM knows, without loss."""
        source, target = element_type(value.type), element_type(type)
        assert isinstance(source, FloatType)
        assert isinstance(target, FloatType)
        if source is target:
            return value
        return self.emit((arith.ExtFOp if source.width < target.width else arith.TruncFOp)(value, type))

    def truncated(self, op: arith.TruncFOp) -> list[Value] | None:
        """Convert a format of at most 64 bits to a small one, rounded to the nearest."""
        source, mode = element_type(op.operands[0].type), op.roundingmode
        assert isinstance(source, FloatType)
        if source.width > 64 or mode not in (None, arith.rounding("to_nearest_even")):
            return None
        return [self.converted(op.operands[0], op.results[0].type)]

    def scaled_up(self, op: arith.ScalingExtFOp) -> list[Value] | None:
        """Multiply by a power of two in the format of the result, unless that is a small one."""
        type = op.target.type
        if self.is_narrow(type):
            return None
        return [self.emit(arith.MulFOp(self._any(op.source, type), self._power(op.scale, type)))]

    def scaled_down(self, op: arith.ScalingTruncFOp) -> list[Value] | None:
        """Divide by a power of two in the format of the source, unless that is a small one, and round."""
        type, target, mode = op.source.type, op.target.type, op.roundingmode
        is_nearest = mode in (None, arith.rounding("to_nearest_even"))
        if self.is_narrow(type) or (self.is_narrow(target) and not is_nearest):
            return None
        quotient = self.emit(arith.DivFOp(op.source, self._power(op.scale, type)))
        if is_nearest:
            return [self._any(quotient, target)]
        return [self.emit(arith.TruncFOp(quotient, target, roundingmode=mode))]

    def _power(self, scale: Value, type: Type) -> Value:
        """Return a scale as a power of two of a type."""
        return self._any(self._any(scale, like(scale.type, _POWER)), type)

    def _any(self, value: Value, type: Type) -> Value:
        """Convert between two formats, whichever they are; the same one stays."""
        if value.type is type:
            return value
        is_small = self.is_narrow(value.type) or self.is_narrow(type)
        return self.converted(value, type) if is_small else self._plain(value, type)

    def from_integer(self, op: arith.SIToFPOp | arith.UIToFPOp) -> list[Value] | None:
        """Convert an integer through a float that has all its bits, or more than matter."""
        source, result = element_type(op.operands[0].type), op.results[0].type
        form = small_format(result)
        assert isinstance(source, IntegerType)
        assert form is not None
        if source.width > 64 or (source.width > 53 and form.smallest_normal == 0):
            return None
        wide = like(result, f32 if source.width <= 24 else f64)
        return [self.converted(self.emit(type(op)(op.operands[0], wide)), result)]

    def reduced(self, op: vector.ReductionOp) -> Value:
        """Combine the elements in order, each step rounded; or in one op in f32 if order or rounding do not matter."""
        flags = op.properties.get("fastmath")
        kind = SUMS.get(op.kind.value)
        if kind is None or (isinstance(flags, FastMathAttr) and "reassoc" in flags):
            return self.computed(op)[0]
        return self.reduced_in_order(op.vector, op.acc, lambda a, b: kind(a, b, NO_FASTMATH))


class WidenSmallFloats(Pass):
    """Compute with floats of 8 bits and less in f32, and round to them once

    Example: widen-small-floats
        func.func @less(%x: f8E5M2, %y: f8E5M2) -> i1 {
          %0 = arith.cmpf olt, %x, %y : f8E5M2
          return %0 : i1
        }
    """

    name = "widen-small-floats"
    widened = statistic("num-widened", "Number of operations widened")

    def run(self, op: Operation, run: PassRun) -> None:
        def refuse(refused: Operation, type: Type) -> None:
            run.error(refused, f"computes with '{type}' in a way that is not widened to 'f32'")

        run.count_changes(self.widened, widen_small_floats(op, refuse))
