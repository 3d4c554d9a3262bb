"""The meaning of `math`.

Roots and the operations on integers are exact. The transcendental functions are the C library's in 64 bits, rounded to
the format: to the last place for narrower formats but in the rarest cases, and to within a unit or two of it in f64.
For f80 and f128 they are no more precise than that.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dlc.dialects import math as dialect
from dlc.ir import Operation
from dlc.ir.floats import F64, FloatFormat

from .. import float_arithmetic as floats
from ..integer_arithmetic import Width
from ..semantics import Binary, Machine, ScalarFunction, Ternary, Unary, elementwise, extend, poison_strict, semantics
from ..values import POISON, float_format, scalar_width


def _format(op: Operation) -> FloatFormat:
    return float_format(op.operands[0].type)


def safely(function: Callable[..., float]) -> Callable[..., float]:
    """NaN where Python's `math` raises for want of a value, infinity where a result is too large."""

    def run(*args: float) -> float:
        try:
            return function(*args)
        except ValueError:
            return math.nan
        except OverflowError:
            return math.inf

    return run


def _through_float(function: Callable[..., float]) -> Callable[[Operation], ScalarFunction]:
    """A function of Python floats in any format."""

    def prepare(op: Operation) -> ScalarFunction:
        form = _format(op)
        to_float = form.to_float
        return lambda *bits: floats.from_python(form, safe(*map(to_float, bits)))

    safe = safely(function)
    return prepare


# -- Exponentials and logarithms -------------------------------------------------------------------------------------


def exponential_of_two(x: float) -> float:
    """2^x"""
    try:
        return 2.0**x
    except OverflowError:
        return math.inf


def log_with_poles(function: Callable[[float], float], pole: float = 0.0) -> Callable[[float], float]:
    """A logarithm that is -inf at its pole."""
    return lambda x: -math.inf if x == pole else function(x)


def raise_to(x: float, y: float) -> float:
    """C's pow: what Python refuses has a value there."""
    if x == 0.0 and y < 0.0:
        odd = y.is_integer() and y % 2 == 1
        return math.copysign(math.inf, x) if odd else math.inf
    try:
        return math.pow(x, y)
    except OverflowError:
        return -math.inf if x < 0 and y % 2 == 1 else math.inf


def cube_root(x: float) -> float:
    """The cube root, with the sign of x; corrected once, so that cubes have exact roots."""
    if x == 0.0 or math.isinf(x) or x != x:
        return x
    mantissa, exponent = math.frexp(abs(x))
    shift = exponent % 3
    scaled = math.ldexp(mantissa, shift)
    root = scaled ** (1 / 3)
    root -= (root * root * root - scaled) / (3 * root * root)
    return math.copysign(math.ldexp(root, (exponent - shift) // 3), x)


elementwise(dialect.ExpOp)(_through_float(math.exp))
elementwise(dialect.Exp2Op)(_through_float(exponential_of_two))
elementwise(dialect.ExpM1Op)(_through_float(math.expm1))
elementwise(dialect.LogOp)(_through_float(log_with_poles(math.log)))
elementwise(dialect.Log2Op)(_through_float(log_with_poles(math.log2)))
elementwise(dialect.Log10Op)(_through_float(log_with_poles(math.log10)))
elementwise(dialect.Log1pOp)(_through_float(log_with_poles(math.log1p, -1.0)))
elementwise(dialect.PowFOp)(_through_float(raise_to))
elementwise(dialect.CbrtOp)(_through_float(cube_root))

# -- Trigonometry ----------------------------------------------------------------------------------------------------


def hyperbolic_sine(x: float) -> float:
    """sinh, whose overflow has a sign."""
    try:
        return math.sinh(x)
    except OverflowError:
        return math.copysign(math.inf, x)


def area_tangent(x: float) -> float:
    """atanh, infinite at 1 and -1."""
    return math.copysign(math.inf, x) if abs(x) == 1.0 else math.atanh(x)


elementwise(dialect.SinOp)(_through_float(math.sin))
elementwise(dialect.CosOp)(_through_float(math.cos))
elementwise(dialect.TanOp)(_through_float(math.tan))
elementwise(dialect.AsinOp)(_through_float(math.asin))
elementwise(dialect.AcosOp)(_through_float(math.acos))
elementwise(dialect.AtanOp)(_through_float(math.atan))
elementwise(dialect.Atan2Op)(_through_float(math.atan2))
elementwise(dialect.SinhOp)(_through_float(hyperbolic_sine))
elementwise(dialect.CoshOp)(_through_float(math.cosh))
elementwise(dialect.TanhOp)(_through_float(math.tanh))
elementwise(dialect.AsinhOp)(_through_float(math.asinh))
elementwise(dialect.AcoshOp)(_through_float(math.acosh))
elementwise(dialect.AtanhOp)(_through_float(area_tangent))
elementwise(dialect.ErfOp)(_through_float(math.erf))
elementwise(dialect.ErfcOp)(_through_float(math.erfc))


@semantics(dialect.SincosOp)
def sine_and_cosine(op: dialect.SincosOp, machine: Machine) -> Unary:
    """Both at once."""
    del machine
    kernels = [
        extend(poison_strict(_through_float(function)(op)), result.type)
        for function, result in zip((math.sin, math.cos), op.results, strict=True)
    ]
    return lambda x: [kernel(x) for kernel in kernels]


# -- Exact ones ------------------------------------------------------------------------------------------------------

elementwise(dialect.SqrtOp)(lambda op: floats.square_root(_format(op)))
elementwise(dialect.FmaOp)(lambda op: floats.fused_multiply_add(_format(op)))


@elementwise(dialect.RsqrtOp)
def reciprocal_root(op: Operation) -> ScalarFunction:
    """1 / sqrt(x), rounded once in formats that have room to spare in 64 bits."""
    form = _format(op)

    def run(bits: int) -> Any:
        value = form.to_float(bits)
        if value == 0.0:
            return floats.from_python(form, math.copysign(math.inf, value))
        if not value > 0.0:
            return floats.nan_of(form)
        return floats.from_python(form, 0.0 if math.isinf(value) else 1.0 / math.sqrt(value))

    return run


@elementwise(dialect.AbsFOp)
def magnitude(op: Operation) -> Unary:
    """|x|"""
    form = _format(op)
    if form.special == "negative_zero":
        return lambda bits: bits & ~form.sign_bit if not form.is_nan(bits) else bits
    return lambda bits: bits & ~form.sign_bit


@elementwise(dialect.CopySignOp)
def copy_sign(op: dialect.CopySignOp) -> Binary:
    """The magnitude of the first, the sign of the second."""
    form = _format(op)
    return lambda a, b: (a & ~form.sign_bit) | (b & form.sign_bit)


def _rounding(function: Callable[[Fraction], int]) -> Callable[[Operation], ScalarFunction]:
    """Return a function that rounds to an integer; a zero keeps the sign of the number."""

    def prepare(op: Operation) -> ScalarFunction:
        form = _format(op)

        def run(bits: int) -> Any:
            if not form.is_finite(bits):
                return floats.nan_of(form) if form.is_nan(bits) else bits
            number = function(form.to_fraction(bits))
            return form.from_fraction(number) if number else form.from_float(-0.0 if form.is_negative(bits) else 0.0)

        return run

    return prepare


def round_half_away(number: Fraction) -> int:
    """Round to the nearest integer; of two, to the one farther from zero."""
    rounded = math.floor(abs(number) + Fraction(1, 2))
    return -rounded if number < 0 else rounded


elementwise(dialect.FloorOp)(_rounding(math.floor))
elementwise(dialect.CeilOp)(_rounding(math.ceil))
elementwise(dialect.TruncOp)(_rounding(math.trunc))
elementwise(dialect.RoundOp)(_rounding(round_half_away))
elementwise(dialect.RoundEvenOp)(_rounding(round))


def _classified(holds: Callable[[FloatFormat, int], bool]) -> Callable[[Operation], ScalarFunction]:
    def prepare(op: Operation) -> Unary:
        form = _format(op)
        return lambda bits: int(holds(form, bits))

    return prepare


def is_normal(form: FloatFormat, bits: int) -> bool:
    """Neither zero nor subnormal, infinite or NaN."""
    return form.is_finite(bits) and bits & ~form.sign_bit >= form.smallest_normal


elementwise(dialect.IsNaNOp)(_classified(FloatFormat.is_nan))
elementwise(dialect.IsInfOp)(_classified(FloatFormat.is_inf))
elementwise(dialect.IsFiniteOp)(_classified(FloatFormat.is_finite))
elementwise(dialect.IsNormalOp)(_classified(is_normal))


@elementwise(dialect.ClampFOp)
def clamp(op: dialect.ClampFOp) -> Ternary:
    """minimum(maximum(x, low), high)"""
    form = _format(op)
    larger = floats.extremum(form, largest=True, keeps_nan=True)
    smaller = floats.extremum(form, largest=False, keeps_nan=True)
    return lambda value, low, high: poison_strict(smaller)(larger(value, low), high)


# -- Powers ----------------------------------------------------------------------------------------------------------


@elementwise(dialect.FPowIOp)
def float_power(op: dialect.FPowIOp) -> Binary:
    """x to an integer power."""
    form, width = _format(op), Width(scalar_width(op.operands[1].type))
    return lambda bits, exponent: power_of_float(form, bits, width.signed(exponent))


def power_of_float(form: FloatFormat, bits: int, exponent: int) -> Any:
    """x^n; exact and rounded once where n is small, in 64 bits otherwise."""
    if exponent == 0:
        return form.from_float(1.0)
    if form.is_nan(bits):
        return floats.nan_of(form)
    if abs(exponent) <= 64 and form.is_finite(bits) and not form.is_zero(bits) and form is not F64:
        return form.from_fraction(form.to_fraction(bits) ** exponent)
    size = raise_to(abs(form.to_float(bits)), float(exponent))  # as a float, a large exponent may lose that it is odd
    return floats.from_python(form, -size if exponent & 1 and form.is_negative(bits) else size)


@elementwise(dialect.IPowIOp)
def integer_power(op: dialect.IPowIOp) -> ScalarFunction:
    """a^b of signed integers, modulo 2^width. A negative power is 0 but of 1, -1, and (poison) 0."""
    width = Width(scalar_width(op.operands[0].type))

    def run(a: int, b: int) -> Any:
        base, exponent = width.signed(a), width.signed(b)
        if exponent >= 0:
            return pow(base, exponent, width.mask + 1)
        if base == 0:
            return POISON
        if base in (1, -1):
            return (base if exponent & 1 else 1) & width.mask
        return 0

    return run


# -- Integers --------------------------------------------------------------------------------------------------------


@elementwise(dialect.AbsIOp)
def integer_magnitude(op: dialect.AbsIOp) -> Unary:
    """|x| of a signed integer; that of the smallest is itself."""
    width = Width(scalar_width(op.operands[0].type))
    return lambda value: abs(width.signed(value)) & width.mask


@elementwise(dialect.CountLeadingZerosOp)
def count_leading_zeros(op: dialect.CountLeadingZerosOp) -> Unary:
    """The zeros above the highest one."""
    bits = scalar_width(op.operands[0].type)
    return lambda value: (bits - value.bit_length()) & ((1 << bits) - 1)


@elementwise(dialect.CountTrailingZerosOp)
def count_trailing_zeros(op: dialect.CountTrailingZerosOp) -> Unary:
    """The zeros below the lowest one."""
    bits = scalar_width(op.operands[0].type)
    mask = (1 << bits) - 1
    return lambda value: ((value & -value).bit_length() - 1 if value else bits) & mask


@elementwise(dialect.CtPopOp)
def count_ones(op: dialect.CtPopOp) -> Unary:
    """The bits that are set."""
    mask = (1 << scalar_width(op.operands[0].type)) - 1
    return lambda value: value.bit_count() & mask
