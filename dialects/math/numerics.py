"""Numeric functions for folding `math`: Python's functions of 64 bits, made total, and exact ones for every format."""

from __future__ import annotations

import math
from collections.abc import Callable

from dlc.dialects.arith.float_ops import float_format
from dlc.dialects.arith.folding import Operands, fold_bits
from dlc.ir import Type
from dlc.ir.float_arithmetic import quiet
from dlc.ir.floats import F32, F64, FloatFormat
from dlc.ir.interfaces import FoldResult

RealFunction = Callable[..., float]
ExactFunction = Callable[..., "int | None"]


def fold_real(operands: Operands, type: Type, function: RealFunction, *, keeps_nan: bool = True) -> FoldResult | None:
    """Fold a function that only its approximation is known about: f32 by way of 64 bits, and f64.

    Where it has no value (the logarithm of a negative number) it is not folded. Nan gives nan, unless the function is
    to be asked: `pow(nan, 0)` is 1.
    """
    form = float_format(type)
    if form is not F32 and form is not F64:
        return None

    def compute(*bits: int) -> int | None:
        nan = next((quiet(form, value) for value in bits if form.is_nan(value)), None)
        if nan is not None and keeps_nan:
            return nan
        try:
            return form.from_float(function(*[form.to_float(value) for value in bits]))
        except (ValueError, OverflowError, ZeroDivisionError):
            return None

    return fold_bits(operands, type, compute)


def fold_exact(operands: Operands, type: Type, function: ExactFunction) -> FoldResult | None:
    """Fold a function of a format and the bits of floats."""
    form = float_format(type)

    def compute(*bits: int) -> int | None:
        return function(form, *bits)

    return fold_bits(operands, type, compute)


# -- Functions of 64 bits, where Python raises though there is a value -------------------------------------------------


def _overflowing(function: Callable[[float], float], sign: Callable[[float], float]) -> Callable[[float], float]:
    def run(x: float) -> float:
        try:
            return function(x)
        except OverflowError:
            return math.copysign(math.inf, sign(x))

    return run


def _positive(x: float) -> float:
    return 1.0


exponential = _overflowing(math.exp, _positive)
exponential_of_two = _overflowing(lambda x: 2.0**x, _positive)
exponential_minus_one = _overflowing(math.expm1, _positive)
hyperbolic_cosine = _overflowing(math.cosh, _positive)
hyperbolic_sine = _overflowing(math.sinh, lambda x: x)


def with_pole(function: Callable[[float], float], pole: float) -> Callable[[float], float]:
    """A logarithm that is -inf at its pole."""
    return lambda x: -math.inf if x == pole else function(x)


def power(x: float, y: float) -> float:
    """C's `pow`."""
    odd = y.is_integer() and y % 2 == 1
    if x == 0.0 and y < 0.0:
        return math.copysign(math.inf, x) if odd else math.inf
    try:
        return math.pow(x, y)
    except OverflowError:
        return -math.inf if x < 0.0 and odd else math.inf


# -- Exact functions ---------------------------------------------------------------------------------------------------


def square_root(form: FloatFormat, bits: int) -> int | None:
    """The root, rounded once; not of negative numbers but -0."""
    if form.is_nan(bits):
        return quiet(form, bits)
    if form.is_zero(bits):
        return bits
    if form.is_negative(bits):
        return None
    if form.is_inf(bits):
        return bits
    significand, exponent = form.parts(bits)
    extra = 2 * form.precision + 4
    extra += (exponent - extra) & 1
    scaled = significand << extra
    root = math.isqrt(scaled)
    root = root << 1 | (root * root != scaled)  # the last bit says that more would follow
    shift = (exponent - extra) // 2 - 1
    return form.nearest(False, root << shift) if shift >= 0 else form.nearest(False, root, 1 << -shift)


Rounding = Callable[[int, int], int]
"""An integer from significand and number of binary places."""


def _floor(significand: int, places: int) -> int:
    return significand >> places


def _ceil(significand: int, places: int) -> int:
    return -(-significand >> places)


def _truncate(significand: int, places: int) -> int:
    magnitude = abs(significand) >> places
    return -magnitude if significand < 0 else magnitude


def _half_away(significand: int, places: int) -> int:
    magnitude = (abs(significand) + (1 << places >> 1)) >> places
    return -magnitude if significand < 0 else magnitude


def _half_even(significand: int, places: int) -> int:
    whole, rest = significand >> places, significand & ((1 << places) - 1)
    half = 1 << places >> 1
    return whole + (rest > half or (rest == half and whole & 1))


def _to_integral(rounding: Rounding) -> Callable[[FloatFormat, int], int | None]:
    """Return a function that rounds to an integer of the same format; a zero keeps the sign of the number."""

    def run(form: FloatFormat, bits: int) -> int | None:
        if not form.is_finite(bits):
            return quiet(form, bits) if form.is_nan(bits) else bits
        significand, exponent = form.parts(bits)
        if exponent >= 0:
            return bits
        if not form.sign_bit:
            return None
        return form.nearest(form.is_negative(bits), abs(rounding(significand, -exponent)))

    return run


floor = _to_integral(_floor)
ceil = _to_integral(_ceil)
truncate = _to_integral(_truncate)
round_half_away = _to_integral(_half_away)
round_half_even = _to_integral(_half_even)


def copy_sign(form: FloatFormat, magnitude: int, sign: int) -> int | None:
    """The first with the sign of the second."""
    if form.special == "negative_zero":
        return None
    return (magnitude & ~form.sign_bit) | (sign & form.sign_bit)


def is_normal(form: FloatFormat, bits: int) -> bool:
    """Neither zero nor subnormal, infinite or nan."""
    return form.is_finite(bits) and bits & ~form.sign_bit >= form.smallest_normal


def integer_power(base: int, exponent: int, width: int) -> int | None:
    """base ** exponent of signed integers, modulo 2**width; a negative power of a number but 1 and -1 is 0."""
    if exponent >= 0:
        return pow(base, exponent, 1 << width)
    if base in (1, -1):
        return base if exponent & 1 else 1
    return 0 if base else None
