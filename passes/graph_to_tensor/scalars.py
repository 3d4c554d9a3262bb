"""Scalar computations in the bodies of structured ops: one name for what `arith` and `math` call differently for
floats, signed and unsigned integers.
"""

from __future__ import annotations

from collections.abc import Callable

from dlc.dialects import arith, math, tensor
from dlc.ir import Builder, Operation, Type, Value
from dlc.ir.builtin_types import FloatType, IntegerType, bit_width, f32, f64

EITHER_ZERO = arith.FastMathAttr.of("nsz")
"""The flags of extremes that may be either zero if they are a zero: processors compute these in half the time."""


class Scalars:
    """Inserts scalar ops at the end of a body."""

    def __init__(self, builder: Builder, *, unsigned: bool, constant: Callable[[float, Type], Value]) -> None:
        self.builder = builder
        self.unsigned = unsigned
        """Whether integers are compared, divided and widened without a sign."""
        self.constant = constant

    def insert(self, op: Operation) -> Value:
        """Put an op of one result in the body."""
        return self.builder.insert(op).results[0]

    def number(self, number: float, like: Value) -> Value:
        """A constant of the type of another scalar."""
        return self.constant(number, like.type)

    # -- Arithmetic --------------------------------------------------------------------------------------------------

    def add(self, a: Value, b: Value) -> Value:
        """a + b"""
        return self.insert((arith.AddFOp if is_float(a) else arith.AddIOp)(a, b))

    def total(self, so_far: Value, x: Value) -> Value:
        """Add a term to a sum whose order does not matter."""
        if is_float(x):
            return self.insert(arith.AddFOp(so_far, x, fastmath=tensor.ANY_ORDER))
        return self.add(so_far, x)

    def difference(self, so_far: Value, x: Value) -> Value:
        """Subtract a term from a sum whose order does not matter."""
        if is_float(x):
            return self.insert(arith.SubFOp(so_far, x, fastmath=tensor.ANY_ORDER))
        return self.sub(so_far, x)

    def product(self, so_far: Value, x: Value) -> Value:
        """Multiply a product, whose order does not matter, by a factor."""
        if is_float(x):
            return self.insert(arith.MulFOp(so_far, x, fastmath=tensor.ANY_ORDER))
        return self.mul(so_far, x)

    def sub(self, a: Value, b: Value) -> Value:
        """a - b"""
        return self.insert((arith.SubFOp if is_float(a) else arith.SubIOp)(a, b))

    def mul(self, a: Value, b: Value) -> Value:
        """a * b"""
        return self.insert((arith.MulFOp if is_float(a) else arith.MulIOp)(a, b))

    def div(self, a: Value, b: Value) -> Value:
        """a / b, of integers towards zero; the smallest one over -1 is itself."""
        if is_float(a):
            return self.insert(arith.DivFOp(a, b))
        if self.unsigned:
            return self.insert(arith.DivUIOp(a, b))
        negates = self.compare("eq", b, self.number(-1, b))
        quotient = self.insert(arith.DivSIOp(a, self.select(negates, self.number(1, b), b)))
        return self.select(negates, self.neg(a), quotient)

    def rem(self, a: Value, b: Value) -> Value:
        """Return the remainder of a division towards zero, with the sign of a."""
        if is_float(a):
            return self.insert(arith.RemFOp(a, b))
        if self.unsigned:
            return self.insert(arith.RemUIOp(a, b))
        negates = self.compare("eq", b, self.number(-1, b))
        return self.insert(arith.RemSIOp(a, self.select(negates, self.number(1, b), b)))

    def mod(self, a: Value, b: Value) -> Value:
        """Return the remainder of a division rounded down, with the sign of b."""
        rest = self.rem(a, b)
        if self.unsigned and not is_float(a):
            return rest
        zero = self.number(0, a)
        is_negative, is_by_negative = self.compare("lt", rest, zero), self.compare("lt", b, zero)
        moves = self.bit_and(self.compare("ne", rest, zero), self.bit_xor(is_negative, is_by_negative))
        return self.select(moves, self.add(rest, b), rest)

    def neg(self, a: Value) -> Value:
        """-a"""
        return self.insert(arith.NegFOp(a)) if is_float(a) else self.sub(self.number(0, a), a)

    def abs(self, a: Value) -> Value:
        """a without its sign."""
        if is_float(a):
            return self.insert(math.AbsFOp(a))
        return a if self.unsigned else self.insert(math.AbsIOp(a))

    def maximum(self, a: Value, b: Value, flags: arith.FastMathAttr = arith.NO_FASTMATH) -> Value:
        """Return the maximum; NaN if either is."""
        if is_float(a):
            return self.insert(arith.MaximumFOp(a, b, flags))
        return self.insert((arith.MaxUIOp if self.unsigned else arith.MaxSIOp)(a, b))

    def minimum(self, a: Value, b: Value, flags: arith.FastMathAttr = arith.NO_FASTMATH) -> Value:
        """Return the minimum; NaN if either is."""
        if is_float(a):
            return self.insert(arith.MinimumFOp(a, b, flags))
        return self.insert((arith.MinUIOp if self.unsigned else arith.MinSIOp)(a, b))

    def exp(self, a: Value) -> Value:
        """e to the power of a"""
        return self.insert(math.ExpOp(a))

    # -- Choices -----------------------------------------------------------------------------------------------------

    def compare(self, predicate: str, a: Value, b: Value) -> Value:
        """Return whether `eq`, `ne`, `lt`, `le`, `gt` or `ge` holds; for NaN only `ne` does."""
        if is_float(a):
            return self.insert(arith.CmpFOp.of(("u" if predicate == "ne" else "o") + predicate, a, b))
        sign = "" if predicate in ("eq", "ne") else "u" if self.unsigned else "s"
        return self.insert(arith.CmpIOp.of(sign + predicate, a, b))

    def is_nan(self, a: Value) -> Value:
        """Return whether a float is NaN."""
        return self.insert(arith.CmpFOp.of("uno", a, a))

    def select(self, condition: Value, a: Value, b: Value) -> Value:
        """Return a if the condition holds, and b otherwise."""
        return self.insert(arith.SelectOp(condition, a, b))

    def between(self, a: Value, low: float | None, high: float | None) -> Value:
        """Return a clamped to bounds; `None` is no bound."""
        a = self.maximum(a, self.number(low, a)) if low is not None else a
        return self.minimum(a, self.number(high, a)) if high is not None else a

    # -- Bits --------------------------------------------------------------------------------------------------------

    def bit_and(self, a: Value, b: Value) -> Value:
        """Return the bitwise and."""
        return self.insert(arith.AndIOp(a, b))

    def bit_or(self, a: Value, b: Value) -> Value:
        """Return the bitwise or."""
        return self.insert(arith.OrIOp(a, b))

    def bit_xor(self, a: Value, b: Value) -> Value:
        """Return the bitwise exclusive or."""
        return self.insert(arith.XOrIOp(a, b))

    def shift_left(self, a: Value, places: Value) -> Value:
        """Shift left; the result is 0 if the amount is not less than the width."""
        inside, kept = self._places(places)
        return self.select(inside, self.insert(arith.ShLIOp(a, kept)), self.number(0, a))

    def shift_right(self, a: Value, places: Value) -> Value:
        """Shift right, by sign or by zeros."""
        if self.unsigned:
            inside, kept = self._places(places)
            return self.select(inside, self.insert(arith.ShRUIOp(a, kept)), self.number(0, a))
        last = self.number(width_of(a) - 1, a)
        return self.insert(arith.ShRSIOp(a, self.insert(arith.MinUIOp(places, last))))

    def _places(self, places: Value) -> tuple[Value, Value]:
        """Return whether a shift amount is less than the width, and an amount that always is."""
        last = self.number(width_of(places) - 1, places)
        return self.insert(arith.CmpIOp.of("ule", places, last)), self.insert(arith.MinUIOp(places, last))

    # -- Types -------------------------------------------------------------------------------------------------------

    def resized(self, a: Value, type: FloatType) -> Value:
        """Convert a float to another format, rounded if it has to be."""
        if a.type is type:
            return a
        width = width_of(a)
        if type.width > width:
            return self.insert(arith.ExtFOp(a, type))
        if type.width == width:  # neither of both formats has all numbers of the other, but f32 has
            return self.insert(arith.TruncFOp(self.insert(arith.ExtFOp(a, f32)), type))
        return self.insert(arith.TruncFOp(a, type))

    def rounded(self, a: Value, type: FloatType) -> Value:
        """Convert a float to another format; NaN becomes -0 in a format without NaN."""
        if type.format.nan is None:
            a = self.select(self.is_nan(a), self.number(-0.0, a), a)
        return self.resized(a, type)

    def to_float(self, a: Value, type: FloatType, *, unsigned: bool) -> Value:
        """Convert an integer to a float, rounded."""
        return self.insert((arith.UIToFPOp if unsigned else arith.SIToFPOp)(a, type))

    def to_integer(self, a: Value, type: IntegerType, *, unsigned: bool) -> Value:
        """Convert a float to an integer towards zero; a value out of range becomes the bound, NaN becomes 0."""
        a = self.resized(a, f32) if width_of(a) < 32 else a  # which has all bounds
        low, limit = (0, 2**type.width) if unsigned else (-(2 ** (type.width - 1)), 2 ** (type.width - 1))
        if isinstance(a.type, FloatType) and type.width < a.type.format.precision:
            return self._bounded_integer(a, low, limit - 1, type, unsigned=unsigned)
        is_low, is_high = self.compare("lt", a, self.number(low, a)), self.compare("ge", a, self.number(limit, a))
        outside = self.bit_or(self.bit_or(is_low, is_high), self.is_nan(a))
        safe = self.select(outside, self.number(0, a), a)
        integer = self.truncated(safe, type, unsigned=unsigned)
        bounded = self.select(is_high, self.constant(limit - 1, type), integer)
        return self.select(is_low, self.constant(low, type), bounded)

    def _bounded_integer(self, a: Value, low: int, high: int, type: IntegerType, *, unsigned: bool) -> Value:
        """Convert a float, in whose type both bounds of the integers are."""
        least, most = self.number(low, a), self.number(high, a)
        a = self.select(self.is_nan(a), self.number(0, a), a)
        a = self.select(self.compare("lt", a, least), least, a)
        return self.truncated(self.select(self.compare("gt", a, most), most, a), type, unsigned=unsigned)

    def truncated(self, a: Value, type: IntegerType, *, unsigned: bool) -> Value:
        """Convert a float that is in range to an integer towards zero."""
        return self.insert((arith.FPToUIOp if unsigned else arith.FPToSIOp)(a, type))

    def to_width(self, a: Value, type: IntegerType, *, unsigned: bool) -> Value:
        """Convert an integer to another width."""
        width = width_of(a)
        if type.width == width:
            return a
        if type.width < width:
            return self.insert(arith.TruncIOp(a, type))
        return self.insert((arith.ExtUIOp if unsigned else arith.ExtSIOp)(a, type))


def is_float(value: Value) -> bool:
    """Return whether a scalar is a float."""
    return type(value.type) is FloatType


def width_of(value: Value) -> int:
    """Return the bit width of a scalar."""
    return bit_width(value.type) or 0


def working_type(type: Type) -> Type:
    """Return the type that functions of floats are computed in: f64 for f64, and f32 for all others."""
    return f32 if type.__class__ is FloatType and type is not f64 else type


def arithmetic_type(type: Type) -> Type:
    """Return the type that floats are added and compared in: f32 for floats of one byte, which machines lack."""
    return f32 if isinstance(type, FloatType) and type.width < 16 else type
