"""Arithmetic on floats of any format, over their bits, with IEEE 754's special cases.

Results are exact, rounded once to nearest even. A nan operand is the result, made quiet; where there are two, the
first. What has no result in the format (a division by zero in one without infinity and nan, a negative number in one
without sign) is `None`. f32 and f64 take Python's own floats where those provably give the same.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

from .floats import F32, F64, FloatFormat


def default_nan(form: FloatFormat) -> int | None:
    """The nan that invalid operations give."""
    return form.nan


def quiet(form: FloatFormat, bits: int) -> int:
    """Return a nan that does not signal."""
    return bits | form.nan if form.nan is not None and form.infinity is not None else bits


def _nan_operand(form: FloatFormat, *operands: int) -> int | None:
    return next((quiet(form, bits) for bits in operands if form.is_nan(bits)), None)


def _rounded(form: FloatFormat, negative: bool, numerator: int, denominator: int = 1) -> int | None:
    if not form.sign_bit and (negative or not numerator):
        return None  # neither zero nor negative numbers
    return form.nearest(negative, numerator, denominator)


def _scaled(form: FloatFormat, significand: int, exponent: int, negative: bool) -> int | None:
    """significand * 2**exponent, rounded; `negative` says which zero a zero is."""
    negative = significand < 0 or (significand == 0 and negative)
    magnitude = abs(significand)
    if exponent >= 0:
        return _rounded(form, negative, magnitude << exponent)
    return _rounded(form, negative, magnitude, 1 << -exponent)


def _quick(form: FloatFormat, a: int, b: int, apply: Callable[[float, float], float]) -> int | None:
    """Compute with Python's floats, or return `None` where they do not suffice. 53 bits hide the second rounding from
    f32's 24.
    """
    if (form is not F32 and form is not F64) or not (form.is_finite(a) and form.is_finite(b)):
        return None
    return form.from_float(apply(form.to_float(a), form.to_float(b)))


# -- Arithmetic ------------------------------------------------------------------------------------------------------


def negate(form: FloatFormat, a: int) -> int | None:
    """Flip the sign, of nan too; where there is no -0, zero and nan stay as they are."""
    if not form.sign_bit:
        return None
    if form.special == "negative_zero" and a & (form.sign_bit - 1) == 0:
        return a
    return a ^ form.sign_bit


def absolute(form: FloatFormat, a: int) -> int | None:
    """Clear the sign, of nan too; where nan is in the place of -0, it stays."""
    if form.special == "negative_zero" and form.is_nan(a):
        return a
    return a & ~form.sign_bit


def add(form: FloatFormat, a: int, b: int) -> int | None:
    """a + b; -0 only where both are -0."""
    quick = _quick(form, a, b, operator.add)
    if quick is not None:
        return quick
    nan = _nan_operand(form, a, b)
    if nan is not None:
        return nan
    if form.is_inf(a) or form.is_inf(b):
        if form.is_inf(a) and form.is_inf(b) and a != b:
            return default_nan(form)
        return a if form.is_inf(a) else b
    (x, x_exponent), (y, y_exponent) = form.parts(a), form.parts(b)
    exponent = min(x_exponent, y_exponent)
    total = (x << x_exponent - exponent) + (y << y_exponent - exponent)
    return _scaled(form, total, exponent, form.is_negative(a) and form.is_negative(b) and not x and not y)


def subtract(form: FloatFormat, a: int, b: int) -> int | None:
    """a - b"""
    quick = _quick(form, a, b, operator.sub)
    if quick is not None:
        return quick
    nan = _nan_operand(form, a, b)
    if nan is not None:
        return nan
    if form.sign_bit and form.special != "negative_zero":
        return add(form, a, b ^ form.sign_bit)
    (x, x_exponent), (y, y_exponent) = form.parts(a), form.parts(b)
    exponent = min(x_exponent, y_exponent)
    return _scaled(form, (x << x_exponent - exponent) - (y << y_exponent - exponent), exponent, False)


def multiply(form: FloatFormat, a: int, b: int) -> int | None:
    """a * b"""
    quick = _quick(form, a, b, operator.mul)
    if quick is not None:
        return quick
    nan = _nan_operand(form, a, b)
    if nan is not None:
        return nan
    negative = form.is_negative(a) != form.is_negative(b)
    if form.is_inf(a) or form.is_inf(b):
        return default_nan(form) if form.is_zero(a) or form.is_zero(b) else form.infinite(negative)
    (x, x_exponent), (y, y_exponent) = form.parts(a), form.parts(b)
    return _scaled(form, x * y, x_exponent + y_exponent, negative)


def divide(form: FloatFormat, a: int, b: int) -> int | None:
    """a / b"""
    if not form.is_zero(b):
        quick = _quick(form, a, b, lambda x, y: x / y)
        if quick is not None:
            return quick
    nan = _nan_operand(form, a, b)
    if nan is not None:
        return nan
    negative = form.is_negative(a) != form.is_negative(b)
    if form.is_inf(a) or form.is_zero(b):
        if form.is_inf(b) or (form.is_zero(a) and form.is_zero(b)):
            return default_nan(form)
        return form.infinite(negative) if form.nan is not None else None
    if form.is_inf(b):
        return _rounded(form, negative, 0)
    (x, x_exponent), (y, y_exponent) = form.parts(a), form.parts(b)
    exponent = x_exponent - y_exponent
    numerator, denominator = abs(x), abs(y)
    if exponent >= 0:
        return _rounded(form, negative, numerator << exponent, denominator)
    return _rounded(form, negative, numerator, denominator << -exponent)


def remainder(form: FloatFormat, a: int, b: int) -> int | None:
    """a - b * trunc(a / b), which is exact and has the sign of a: C's `fmod`."""
    nan = _nan_operand(form, a, b)
    if nan is not None:
        return nan
    if form.is_inf(a) or form.is_zero(b):
        return default_nan(form)
    if form.is_inf(b):
        return a
    (x, x_exponent), (y, y_exponent) = form.parts(a), form.parts(b)
    exponent = min(x_exponent, y_exponent)
    rest = (abs(x) << x_exponent - exponent) % (abs(y) << y_exponent - exponent)
    negative = form.is_negative(a)
    return _scaled(form, -rest if negative else rest, exponent, negative)


def multiply_add(form: FloatFormat, a: int, b: int, c: int) -> int | None:
    """a * b + c, rounded once."""
    nan = _nan_operand(form, a, b, c)
    if nan is not None:
        return nan
    negative = form.is_negative(a) != form.is_negative(b)
    if form.is_inf(a) or form.is_inf(b):
        if form.is_zero(a) or form.is_zero(b) or (form.is_inf(c) and form.is_negative(c) != negative):
            return default_nan(form)
        return form.infinite(negative)
    if form.is_inf(c):
        return c
    (x, x_exponent), (y, y_exponent), (z, z_exponent) = form.parts(a), form.parts(b), form.parts(c)
    product, exponent = x * y, x_exponent + y_exponent
    common = min(exponent, z_exponent)
    total = (product << exponent - common) + (z << z_exponent - common)
    return _scaled(form, total, common, negative and form.is_negative(c) and not product and not z)


# -- Comparison ------------------------------------------------------------------------------------------------------


def compare(form: FloatFormat, a: int, b: int) -> int | None:
    """-1, 0 or 1 as a is less than, equal to or greater than b; `None` where one is nan. Both zeros are equal."""
    if form.is_nan(a) or form.is_nan(b):
        return None
    if form.is_inf(a) or form.is_inf(b):
        x, y = _infinite_rank(form, a), _infinite_rank(form, b)
    else:
        (x, x_exponent), (y, y_exponent) = form.parts(a), form.parts(b)
        exponent = min(x_exponent, y_exponent)
        x, y = x << x_exponent - exponent, y << y_exponent - exponent
    return (x > y) - (x < y)


def _infinite_rank(form: FloatFormat, bits: int) -> int:
    if not form.is_inf(bits):
        return 0
    return -1 if form.is_negative(bits) else 1


def _greater(form: FloatFormat, a: int, b: int) -> int:
    """Return the greater of two numbers; +0 is greater than -0."""
    order = compare(form, a, b)
    if order:
        return a if order > 0 else b
    return b if form.is_negative(a) else a


def _smaller(form: FloatFormat, a: int, b: int) -> int:
    order = compare(form, a, b)
    if order:
        return a if order < 0 else b
    return a if form.is_negative(a) else b


def maximum(form: FloatFormat, a: int, b: int) -> int | None:
    """Return the greater one; nan if one is nan; +0 is greater than -0."""
    nan = _nan_operand(form, a, b)
    return nan if nan is not None else _greater(form, a, b)


def minimum(form: FloatFormat, a: int, b: int) -> int | None:
    """Return the smaller one; nan if one is nan; -0 is smaller than +0."""
    nan = _nan_operand(form, a, b)
    return nan if nan is not None else _smaller(form, a, b)


def maxnum(form: FloatFormat, a: int, b: int) -> int | None:
    """Return the greater one; the other one, where one is nan."""
    if form.is_nan(a) or form.is_nan(b):
        return quiet(form, b) if form.is_nan(a) and form.is_nan(b) else b if form.is_nan(a) else a
    return _greater(form, a, b)


def minnum(form: FloatFormat, a: int, b: int) -> int | None:
    """Return the smaller one; the other one, where one is nan."""
    if form.is_nan(a) or form.is_nan(b):
        return quiet(form, b) if form.is_nan(a) and form.is_nan(b) else b if form.is_nan(a) else a
    return _smaller(form, a, b)


# -- To and from integers ----------------------------------------------------------------------------------------------


def from_integer(form: FloatFormat, value: int) -> int | None:
    """Return the float nearest to an integer."""
    return _rounded(form, value < 0, abs(value))


def to_integer(form: FloatFormat, bits: int) -> int | None:
    """Return the integer part, rounded towards zero; `None` of inf and nan."""
    if not form.is_finite(bits):
        return None
    significand, exponent = form.parts(bits)
    magnitude = abs(significand)
    magnitude = magnitude << exponent if exponent >= 0 else magnitude >> -exponent
    return -magnitude if significand < 0 else magnitude


def converts_exactly(form: FloatFormat, bits: int, other: FloatFormat) -> int | None:
    """Return the same value in another format, or `None` if that has no such value."""
    if form.is_nan(bits):
        converted = None if other.nan is None else form.convert(bits, other)
        return converted if converted is not None and other.convert(converted, form) == bits else None
    if form.is_inf(bits):
        return form.convert(bits, other) if other.infinity is not None else None
    if form.is_negative(bits) and (not other.sign_bit or (form.is_zero(bits) and other.special == "negative_zero")):
        return None
    if form.is_zero(bits) and not other.sign_bit:
        return None
    converted = form.convert(bits, other)
    return (
        converted if other.is_finite(converted) and compare(form, bits, other.convert(converted, form)) == 0 else None
    )
