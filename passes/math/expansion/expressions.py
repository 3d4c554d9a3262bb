"""Python expressions that insert ops of `arith` and `math`: floats, integers and conditions.

    at = ExpressionBuilder(op, rw, f32)
    x = at.real(op.operand)
    root = where(x > 1.0, x * 2.0 + at.number(0.5), -x)

A `Real` is a float or a vector of floats, a `Whole` the integers of the same width and shape, a `Truth` one bit for
each. Python numbers in expressions become constants. Nothing is simplified, and each operator is one op: sums and
products are rounded one by one, and only `fma` is fused.
"""

from __future__ import annotations

from typing import Any

from dlc.dialects import arith, math
from dlc.dialects.arith import NO_FASTMATH, FastMathAttr
from dlc.ir import Builder, DenseElementsAttr, FloatAttr, Operation, Type, Value
from dlc.ir.builtin_types import FloatType, IntegerType, ShapedType, element_type, like
from dlc.ir.floats import F32, F64, FloatFormat

FORMATS: dict[str, FloatFormat] = {"f32": F32, "f64": F64}
"""The formats that functions are expanded in."""


class ExpressionBuilder:
    """Builds expressions at an insertion point, in one float format."""

    __slots__ = ("_constants", "fastmath", "flags", "form", "integers", "reals", "rewriter")

    def __init__(self, rewriter: Builder, reals: Type, flags: FastMathAttr = NO_FASTMATH) -> None:
        element = element_type(reals)
        assert isinstance(element, FloatType)
        self.rewriter = rewriter
        self.reals = reals
        self.integers = like(reals, IntegerType(element.width))
        self.form = FORMATS[element.format_name]
        self.flags = flags
        """The flags of the op to be expanded; `nnan` and `ninf` avoid the code for nan and infinity."""
        self.fastmath = FastMathAttr.of("nsz") if "nsz" in flags else NO_FASTMATH
        """The flags of the new ops, without those that would change roundings or forbid their nan."""
        self._constants: dict[tuple[Type, int], Value] = {}

    def emit(self, op: Operation) -> Value:
        """Insert an op and return its first result."""
        return self.rewriter.insert(op).results[0]

    # -- Constants ---------------------------------------------------------------------------------------------------

    def number(self, value: float) -> Real:
        """Return a constant, rounded to the format."""
        return self.from_bits(self.form.from_float(value))

    def from_bits(self, bits: int) -> Real:
        """Return a constant, given by its bits."""
        element = element_type(self.reals)
        assert isinstance(element, FloatType)
        return Real(self, self._constant(self.reals, bits, FloatAttr(bits, element)))

    def integer(self, value: int) -> Whole:
        """Return an integer constant of the format's width, with wrap-around."""
        return Whole(self, self._constant(self.integers, value, None))

    def _constant(self, type: Type, key: int, attr: FloatAttr | None) -> Value:
        constant = self._constants.get((type, key))
        if constant is None:
            if attr is None:
                op = arith.ConstantOp.integer(key, type)
            else:
                op = arith.ConstantOp(DenseElementsAttr.splat(type, attr) if isinstance(type, ShapedType) else attr)
            constant = self._constants[type, key] = self.emit(op)
        return constant

    def real(self, value: Value) -> Real:
        return Real(self, value)

    # -- What the format is ------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return self.form.name

    @property
    def mantissa_bits(self) -> int:
        return self.form.mantissa_bits

    @property
    def infinity(self) -> Real:
        assert self.form.infinity is not None
        return self.from_bits(self.form.infinity)

    @property
    def nan(self) -> Real:
        assert self.form.nan is not None
        return self.from_bits(self.form.nan)

    def power_of_two(self, exponent: Whole) -> Real:
        """Return 2^exponent, which must be a normal number."""
        return ((exponent + self.form.bias) << self.mantissa_bits).as_real()


class _Expression:
    __slots__ = ("at", "value")

    def __init__(self, at: ExpressionBuilder, value: Value) -> None:
        self.at = at
        self.value = value


class Real(_Expression):
    """A float, or a vector of floats."""

    __slots__ = ()

    def _other(self, other: Real | float) -> Value:
        return other.value if isinstance(other, Real) else self.at.number(other).value

    def _made(self, op: Operation) -> Real:
        return Real(self.at, self.at.emit(op))

    def __add__(self, other: Real | float) -> Real:
        return self._made(arith.AddFOp(self.value, self._other(other), self.at.fastmath))

    def __sub__(self, other: Real | float) -> Real:
        return self._made(arith.SubFOp(self.value, self._other(other), self.at.fastmath))

    def __rsub__(self, other: float) -> Real:
        return self.at.number(other) - self

    def __mul__(self, other: Real | float) -> Real:
        return self._made(arith.MulFOp(self.value, self._other(other), self.at.fastmath))

    def __truediv__(self, other: Real | float) -> Real:
        return self._made(arith.DivFOp(self.value, self._other(other), self.at.fastmath))

    def __rtruediv__(self, other: float) -> Real:
        return self.at.number(other) / self

    def __neg__(self) -> Real:
        return self._made(arith.NegFOp(self.value, self.at.fastmath))

    def __abs__(self) -> Real:
        return self._made(math.AbsFOp(self.value, self.at.fastmath))

    def times_plus(self, factor: Real | float, addend: Real | float) -> Real:
        """Return self * factor + addend, rounded once."""
        return self._made(math.FmaOp(self.value, self._other(factor), self._other(addend), self.at.fastmath))

    def root(self) -> Real:
        return self._made(math.SqrtOp(self.value, self.at.fastmath))

    def truncated(self) -> Real:
        """Return the value without its fraction."""
        return self._made(math.TruncOp(self.value, self.at.fastmath))

    def with_sign_of(self, other: Real) -> Real:
        """Return the magnitude of this value with the sign of the other."""
        return self._made(math.CopySignOp(self.value, other.value, self.at.fastmath))

    def bits(self) -> Whole:
        return Whole(self.at, self.at.emit(arith.BitcastOp(self.value, self.at.integers)))

    # -- Comparisons: false with nan ---------------------------------------------------------------------------------

    def _compared(self, word: str, other: Real | float) -> Truth:
        return Truth(self.at, self.at.emit(arith.CmpFOp.of(word, self.value, self._other(other))))

    def __lt__(self, other: Real | float) -> Truth:
        return self._compared("olt", other)

    def __le__(self, other: Real | float) -> Truth:
        return self._compared("ole", other)

    def __gt__(self, other: Real | float) -> Truth:
        return self._compared("ogt", other)

    def __ge__(self, other: Real | float) -> Truth:
        return self._compared("oge", other)

    def equals(self, other: Real | float) -> Truth:
        return self._compared("oeq", other)

    def is_unordered(self, other: Real) -> Truth:
        """Return whether one of the two is nan."""
        return self._compared("uno", other)


class Whole(_Expression):
    """An integer as wide as the floats, or a vector of them."""

    __slots__ = ()

    def _other(self, other: Whole | int) -> Value:
        return other.value if isinstance(other, Whole) else self.at.integer(other).value

    def _made(self, kind: Any, other: Whole | int) -> Whole:
        return Whole(self.at, self.at.emit(kind(self.value, self._other(other))))

    def __add__(self, other: Whole | int) -> Whole:
        return self._made(arith.AddIOp, other)

    def __sub__(self, other: Whole | int) -> Whole:
        return self._made(arith.SubIOp, other)

    def __mul__(self, other: Whole | int) -> Whole:
        return self._made(arith.MulIOp, other)

    def __and__(self, other: Whole | int) -> Whole:
        return self._made(arith.AndIOp, other)

    def __or__(self, other: Whole | int) -> Whole:
        return self._made(arith.OrIOp, other)

    def __xor__(self, other: Whole | int) -> Whole:
        return self._made(arith.XOrIOp, other)

    def __lshift__(self, amount: Whole | int) -> Whole:
        return self._made(arith.ShLIOp, amount)

    def __rshift__(self, amount: Whole | int) -> Whole:
        """Shift as a signed integer."""
        return self._made(arith.ShRSIOp, amount)

    def shifted_in_zeros(self, amount: Whole | int) -> Whole:
        """Return the value shifted right as an unsigned integer."""
        return self._made(arith.ShRUIOp, amount)

    def over(self, divisor: int) -> Whole:
        """Return the quotient of unsigned integers."""
        return self._made(arith.DivUIOp, divisor)

    def product_halves(self, other: Whole) -> tuple[Whole, Whole]:
        """Return the lower and the upper half of the product of unsigned integers."""
        op = self.at.rewriter.insert(arith.MulUIExtendedOp(self.value, other.value))
        return Whole(self.at, op.low), Whole(self.at, op.high)

    def sum_and_carry(self, other: Whole) -> tuple[Whole, Whole]:
        """Return the sum of unsigned integers, and 1 if it overflows."""
        op = self.at.rewriter.insert(arith.AddUIExtendedOp(self.value, other.value))
        return Whole(self.at, op.sum), Truth(self.at, op.overflow).as_whole()

    def as_real(self) -> Real:
        """Return the float with these bits."""
        return Real(self.at, self.at.emit(arith.BitcastOp(self.value, self.at.reals)))

    def _compared(self, word: str, other: Whole | int) -> Truth:
        return Truth(self.at, self.at.emit(arith.CmpIOp.of(word, self.value, self._other(other))))

    def __lt__(self, other: Whole | int) -> Truth:
        return self._compared("slt", other)

    def __gt__(self, other: Whole | int) -> Truth:
        return self._compared("sgt", other)

    def equals(self, other: Whole | int) -> Truth:
        return self._compared("eq", other)

    def differs(self, other: Whole | int) -> Truth:
        return self._compared("ne", other)


class Truth(_Expression):
    """A condition, or a vector of conditions."""

    __slots__ = ()

    def __and__(self, other: Truth) -> Truth:
        return Truth(self.at, self.at.emit(arith.AndIOp(self.value, other.value)))

    def __or__(self, other: Truth) -> Truth:
        return Truth(self.at, self.at.emit(arith.OrIOp(self.value, other.value)))

    def __invert__(self) -> Truth:
        true = self.at.emit(arith.ConstantOp.integer(1, self.value.type))
        return Truth(self.at, self.at.emit(arith.XOrIOp(self.value, true)))

    def as_whole(self) -> Whole:
        """Return 1 if the condition holds, otherwise 0."""
        return Whole(self.at, self.at.emit(arith.ExtUIOp(self.value, self.at.integers)))


def where(condition: Truth, on_true: Real | float, on_false: Real | float) -> Real:
    """Select one of two floats."""
    at = condition.at
    chosen = [each if isinstance(each, Real) else at.number(each) for each in (on_true, on_false)]
    return Real(at, at.emit(arith.SelectOp(condition.value, chosen[0].value, chosen[1].value)))


def where_whole(condition: Truth, on_true: Whole | int, on_false: Whole | int) -> Whole:
    """Select one of two integers."""
    at = condition.at
    chosen = [each if isinstance(each, Whole) else at.integer(each) for each in (on_true, on_false)]
    return Whole(at, at.emit(arith.SelectOp(condition.value, chosen[0].value, chosen[1].value)))
