"""Arithmetic on the bits of any float format: each result is the exact one, rounded once. (Folds compute by other means
(`ir.float_arithmetic`), so that each can be held against the other.)

Formats of at most 24 bits of precision go through Python's floats: of +, -, *, / and the square root of such numbers,
rounding to 53 bits first changes nothing. f64 is Python's own. All others (f80, f128), and what is not one of these
operations (fma, conversions), are computed as fractions.

Which NaN results is nowhere promised: it is always the format's default one. A format without NaN has nothing to say
where there is no number; the result is poison then.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from struct import Struct
from typing import Any

import numpy as np

from dlc.ir.floats import F32, F64, FloatFormat

from .values import POISON, Array

Binary = Callable[[int, int], Any]
_pack_two_u32, _unpack_two_f32 = Struct("<II").pack, Struct("<ff").unpack

TIES_TO_EVEN, DOWNWARD, UPWARD, TOWARD_ZERO, TIES_AWAY = range(5)
"""Rounding modes, in the order of `arith.roundingmode`."""


ARRAYS: dict[FloatFormat, tuple[Any, Any]] = {F32: (np.float32, np.uint32), F64: (np.float64, np.uint64)}
"""Formats whose arithmetic is numpy's, with the types of arrays of numbers and of their bits."""


def on_arrays(form: FloatFormat, function: Callable[[Array, Array], Array]) -> Callable[[Array, Array], Array] | None:
    """Return a function of arrays of numbers as one of arrays of their bits, if numpy has the format.

    The interpreter runs with numpy's warnings off.
    """
    if form not in ARRAYS:
        return None
    number, unsigned = ARRAYS[form]

    def run(lhs: Array, rhs: Array) -> Array:
        values: Array = np.asarray(function(lhs.view(number), rhs.view(number)))
        bits: Array = values.view(unsigned)
        is_nan = np.isnan(values)
        if np.count_nonzero(is_nan):
            bits[is_nan] = form.nan
        return bits

    return run


def nan_of(form: FloatFormat) -> Any:
    """Return the NaN of a format, as results have it."""
    return POISON if form.nan is None else form.nan


def from_python(form: FloatFormat, value: float) -> Any:
    """A Python float rounded to the format."""
    if value != value:
        return nan_of(form)
    return form.from_float(value)


def _is_small(form: FloatFormat) -> bool:
    return form.precision <= 24 or form is F64


def add(form: FloatFormat) -> Binary:
    """a + b"""
    if _is_small(form):
        return _through_floats(form, lambda a, b: a + b)
    return _through_fractions(form, lambda a, b: a + b, lambda a, b: a + b)


def subtract(form: FloatFormat) -> Binary:
    """a - b"""
    if _is_small(form):
        return _through_floats(form, lambda a, b: a - b)
    return _through_fractions(form, lambda a, b: a - b, lambda a, b: a - b)


def multiply(form: FloatFormat) -> Binary:
    """a * b"""
    if _is_small(form):
        return _through_floats(form, lambda a, b: a * b)
    return _through_fractions(form, lambda a, b: a * b, lambda a, b: a * b)


def divide(form: FloatFormat) -> Binary:
    """a / b"""
    if _is_small(form):
        return _through_floats(form, divide_floats)
    return _through_fractions(form, lambda a, b: a / b, divide_floats)


def remainder(form: FloatFormat) -> Binary:
    """Return the exact remainder of a / b, with the sign of a: C's `fmod`."""
    if _is_small(form):
        return _through_floats(form, remainder_of_floats)
    return _through_fractions(form, _remainder_of_fractions, remainder_of_floats)


def divide_floats(a: float, b: float) -> float:
    """a / b without exceptions."""
    if b != 0.0:
        return a / b
    if a == 0.0 or a != a:
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def remainder_of_floats(a: float, b: float) -> float:
    """C's fmod without exceptions."""
    if b == 0.0 or math.isinf(a) or a != a or b != b:
        return math.nan
    return math.fmod(a, b)


def _remainder_of_fractions(a: Fraction, b: Fraction) -> Fraction:
    return a - b * math.trunc(a / b)


def _through_floats(form: FloatFormat, function: Callable[[float, float], float]) -> Binary:
    to_float, from_float, nan = form.to_float, form.from_float, nan_of(form)

    def run(a: int, b: int) -> Any:
        value = function(to_float(a), to_float(b))
        return from_float(value) if value == value else nan

    def run_on_f32(a: int, b: int) -> Any:
        value = function(*_unpack_two_f32(_pack_two_u32(a, b)))
        return from_float(value) if value == value else nan

    return run_on_f32 if form is F32 else run


def _through_fractions(
    form: FloatFormat, exact: Callable[[Fraction, Fraction], Fraction], special: Callable[[float, float], float]
) -> Binary:
    """`special`, of representatives, decides where there are infinities, NaNs and zeros; `exact` gives the number."""

    def run(a: int, b: int) -> Any:
        kind = special(_representative(form, a), _representative(form, b))
        if kind != kind or math.isinf(kind):
            return from_python(form, kind)
        if not (form.is_finite(a) and form.is_finite(b)):
            return from_python(form, kind) if kind == 0.0 else a  # a remainder by infinity is the number itself
        number = exact(form.to_fraction(a), form.to_fraction(b))
        return form.from_fraction(number) if number else form.from_float(kind)

    return run


def _representative(form: FloatFormat, bits: int) -> float:
    """A Python float that behaves as the number does where signs, zeros, infinities and NaNs matter."""
    if form.is_nan(bits):
        return math.nan
    sign = -1.0 if form.is_negative(bits) else 1.0
    if form.is_inf(bits):
        return sign * math.inf
    return sign * (0.0 if form.is_zero(bits) else 1.0)


def fused_multiply_add(form: FloatFormat) -> Callable[[int, int, int], Any]:
    """a * b + c, rounded once."""
    if form.precision <= 24:
        return _small_fma(form)

    def run(a: int, b: int, c: int) -> Any:
        if form.is_finite(a) and form.is_finite(b) and form.is_finite(c):
            number = form.to_fraction(a) * form.to_fraction(b) + form.to_fraction(c)
            if number:
                return form.from_fraction(number)
        kind = _representative(form, a) * _representative(form, b) + _representative(form, c)
        return from_python(form, kind)

    return run


def _small_fma(form: FloatFormat) -> Callable[[int, int, int], Any]:
    """The product is exact in 53 bits; the sum is rounded to odd there, so that the second rounding is the only one."""
    to_float, from_float, nan = form.to_float, form.from_float, nan_of(form)

    def run(a: int, b: int, c: int) -> Any:
        product, addend = to_float(a) * to_float(b), to_float(c)
        total = product + addend
        if total != total:
            return nan
        if not math.isinf(total):
            back = total - product
            error = (product - (total - back)) + (addend - back)
            if error and not F64.from_float(total) & 1:
                total = math.nextafter(total, math.inf if error > 0 else -math.inf)
        return from_float(total)

    return run


def square_root(form: FloatFormat) -> Callable[[int], Any]:
    """The square root; of -0 that is -0."""

    def small(bits: int) -> Any:
        value = form.to_float(bits)
        return nan_of(form) if value < 0 or value != value else form.from_float(math.sqrt(value))

    def large(bits: int) -> Any:
        if form.is_nan(bits) or (form.is_negative(bits) and not form.is_zero(bits)):
            return nan_of(form)
        if form.is_zero(bits) or form.is_inf(bits):
            return bits
        return form.from_fraction(_near_root(form.to_fraction(bits), form.precision))

    return small if _is_small(form) else large


def _near_root(number: Fraction, precision: int) -> Fraction:
    """The square root to more than `precision` bits, with one more bit to tell that it is not exact."""
    shift = 2 * max(0, precision + 4 - (number.numerator.bit_length() - number.denominator.bit_length()) // 2)
    scaled = (number.numerator << shift) // number.denominator
    root = math.isqrt(scaled)
    exact = root * root * number.denominator == number.numerator << shift
    return Fraction(2 * root + (not exact), 1 << shift // 2 + 1)


# -- Order -----------------------------------------------------------------------------------------------------------


def order_key(form: FloatFormat, bits: int) -> int:
    """An integer that orders all that is not NaN as the numbers are ordered, with -0 below 0."""
    return ~(bits ^ form.sign_bit) if bits & form.sign_bit else bits


def bits_of_key(form: FloatFormat, key: int) -> int:
    """Return the bits of an order key: the inverse of `order_key`."""
    return key if key >= 0 else ~key | form.sign_bit


def compare(form: FloatFormat) -> Callable[[int, int], int | None]:
    """-1, 0 or 1 as a is less than, equal to or greater than b; `None` where one of them is NaN."""

    def run(a: int, b: int) -> int | None:
        if form.is_nan(a) or form.is_nan(b):
            return None
        if form.is_zero(a) and form.is_zero(b):
            return 0
        left, right = order_key(form, a), order_key(form, b)
        return (left > right) - (left < right)

    return run


def extremum(form: FloatFormat, *, largest: bool, keeps_nan: bool) -> Binary:
    """The larger or smaller, where -0 < 0. NaN wins if it is kept (`maximumf`), and loses otherwise (`maxnumf`)."""

    def run(a: int, b: int) -> Any:
        a_is_nan, b_is_nan = form.is_nan(a), form.is_nan(b)
        if a_is_nan or b_is_nan:
            if keeps_nan or (a_is_nan and b_is_nan):
                return nan_of(form)
            return b if a_is_nan else a
        return a if (order_key(form, a) > order_key(form, b)) == largest else b

    return run


# -- Conversions -----------------------------------------------------------------------------------------------------


def convert(source: FloatFormat, target: FloatFormat, mode: int = TIES_TO_EVEN) -> Callable[[int], Any]:
    """The same number in another format, rounded once."""

    def run(bits: int) -> Any:
        if source.is_nan(bits):
            return nan_of(target)
        if mode == TIES_TO_EVEN or source.is_inf(bits) or source.is_zero(bits):
            return source.convert(bits, target)
        return round_number(target, source.to_fraction(bits), mode)

    return run


def round_number(form: FloatFormat, number: Fraction, mode: int) -> int:
    """A number that is not zero, rounded to the format in one of the five ways."""
    if mode == TIES_TO_EVEN:
        return form.from_fraction(number)
    if mode == TIES_AWAY:
        return _round_ties_away(form, number)
    upward = mode == UPWARD or (mode == TOWARD_ZERO and number < 0)
    bits = form.from_fraction(number)
    if not form.is_finite(bits):
        keeps_finite = (number > 0) != upward
        return form.largest | (form.sign_bit if number < 0 else 0) if keeps_finite else bits
    value = form.to_fraction(bits)
    if value == number or (value > number) == upward:
        return bits
    return bits_of_key(form, order_key(form, bits) + (1 if upward else -1))


def _round_ties_away(form: FloatFormat, number: Fraction) -> int:
    bits = form.from_fraction(number)
    if not form.is_finite(bits):
        return bits
    error = abs(number) - abs(form.to_fraction(bits))
    away = bits + 1
    if error <= 0 or not form.is_finite(away):
        return bits
    return away if 2 * error >= abs(form.to_fraction(away)) - abs(form.to_fraction(bits)) else bits


def to_integer(form: FloatFormat) -> Callable[[int], int | None]:
    """The number with its fraction cut off; `None` of infinities and NaNs."""

    def run(bits: int) -> int | None:
        if not form.is_finite(bits):
            return None
        return int(form.to_float(bits)) if form.precision <= 53 else math.trunc(form.to_fraction(bits))

    return run
