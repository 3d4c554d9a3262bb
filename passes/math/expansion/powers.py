"""Powers and roots.

x^y = 2^(y log2(x)), where the logarithm and the product are pairs: an error in the exponent counts a thousand times in
the power. The sign, and the cases in which the result is always 1, are handled at the end, as in C's `pow`.
"""

from __future__ import annotations

from .coefficients import EXPM1, LOG2_TAIL
from .constants import LN2
from .exponentials import scaled
from .expressions import Real, Truth, where
from .logarithms import exponent_as_real, split
from .pairs import (
    Pair,
    constant_pair,
    exact_product,
    exact_sum,
    exact_sum_unordered,
    polynomial,
    product,
    quotient,
    sum_of,
)

LIMITS = {"f32": (-152.0, 130.0), "f64": (-1077.0, 1026.0)}
"""The arguments at which 2^x becomes 0 and infinity."""


def log2_in_pair(x: Real) -> Pair:
    """Return log2 of a positive, finite x, with 1.5 times the precision of the format."""
    at = x.at
    parts = split(x)
    mantissa, one = parts.mantissa, at.number(1.0)
    s = quotient(Pair(mantissa - 1.0, at.number(0.0)), exact_sum_unordered(one, mantissa))
    square = product(s, s)
    tail = square.high * polynomial(LOG2_TAIL[at.name], square.high)
    third = constant_pair(at, 2 / (3 * LN2))
    inner = product(square, exact_sum(third.high, third.low + tail))
    factor = sum_of(constant_pair(at, 2 / LN2), inner)
    rest = product(s, factor)
    count = exponent_as_real(parts.exponent)
    total = exact_sum(count, rest.high)
    return exact_sum(total.high, total.low + rest.low)


def exp_of_small_pair(r: Pair) -> Pair:
    """exp(r) for |r| <= ln(2) / 2"""
    tail = (r.high * r.high).times_plus(polynomial(EXPM1[r.high.at.name], r.high), r.low)
    tail = r.high.times_plus(r.low, tail)
    total = exact_sum(r.high.at.number(1.0), r.high)
    return Pair(total.high, total.low + tail)


def exp2_of_pair(x: Pair) -> Real:
    """Return 2^x; the lower part of x is ignored beyond the limits."""
    at = x.high.at
    low_limit, high_limit = LIMITS[at.name]
    high, low = x.high, x.low
    is_inside = (high > low_limit) & (high < high_limit)
    low = where(is_inside, low, 0.0)
    high = where(high > high_limit, high_limit, where(high < low_limit, low_limit, high))
    shift = at.number(1.5 * 2.0**at.mantissa_bits)
    moved = high + shift
    exponent = moved.bits() - shift.bits()
    rest = product(exact_sum(high - (moved - shift), low), constant_pair(at, LN2))
    return scaled(exp_of_small_pair(rest).sum(), exponent)


def _power_of_magnitude(size: Real, y: Pair) -> Real:
    """Return size^y for size >= 0; nan for 1 to an infinite power."""
    at = size.at
    is_regular = (size > 0.0) & (size < at.infinity)
    logarithm = log2_in_pair(where(is_regular, size, 1.0))
    extreme = where(size.equals(0.0), -at.infinity, at.infinity)
    log = where(is_regular, logarithm.high, extreme)
    high = log * y.high
    low = log.times_plus(y.high, -high)
    low = log.times_plus(y.low, logarithm.low.times_plus(y.high, low))
    return exp2_of_pair(Pair(high, where(is_regular, low, 0.0)))


def _with_specials(x: Real, size: Real, result: Real, y_is_whole: Truth | None, y_is_odd: Truth) -> Real:
    """Apply the sign, and nan for negative bases with exponents that are not integers."""
    at = x.at
    result = where(size.equals(1.0), 1.0, result)
    sign = y_is_odd.as_whole() << (at.form.width - 1)
    result = (result.bits() ^ (sign & x.bits())).as_real()
    if y_is_whole is not None:
        is_undefined = (x < 0.0) & (size < at.infinity) & ~y_is_whole
        result = where(is_undefined, at.nan, result)
    return result


def powf(x: Real, y: Real) -> Real:
    at = x.at
    size = abs(x)
    result = _power_of_magnitude(size, Pair(y, at.number(0.0)))
    is_whole = y.truncated().equals(y)
    half = y * 0.5
    is_odd = is_whole & ~half.truncated().equals(half)
    result = _with_specials(x, size, result, is_whole | abs(y).equals(at.infinity), is_odd)
    if "nnan" not in at.flags:
        result = where(x.is_unordered(y), at.nan, result)
    return where(x.equals(1.0) | y.equals(0.0), 1.0, result)


def fpowi(x: Real, high: Real, low: Real, is_zero: Truth, is_odd: Truth) -> Real:
    """Return x to the power of an integer, given as high + low."""
    at = x.at
    size = abs(x)
    result = _power_of_magnitude(size, exact_sum(high, low))
    result = _with_specials(x, size, result, None, is_odd)
    if "nnan" not in at.flags:
        result = where(x.is_unordered(x), at.nan, result)
    return where(is_zero | (x.equals(1.0)), 1.0, result)


# -- Roots -------------------------------------------------------------------------------------------------------------


def rsqrt(x: Real) -> Real:
    return 1.0 / x.root()


CBRT_STEPS = {"f32": 2, "f64": 3}


def cbrt(x: Real) -> Real:
    """cbrt(x) = x r^2 with r = 1 / cbrt(x), from a third of the exponent as the first guess, improved by Halley's
    method; one step of Newton's method corrects the last error.
    """
    at = x.at
    size = abs(x)
    is_regular = (size > 0.0) & (size < at.infinity)
    places = at.form.precision // 3 + 2
    is_small, is_large = size < 1.0, size > 2.0 ** (3 * places)
    factor = where(is_small, 2.0 ** (3 * places), where(is_large, 2.0 ** (-3 * places), 1.0))
    inside = where(is_regular, size * factor, 1.0)
    begin = round((4 / 3) * (at.form.bias - 0.045) * 2**at.mantissa_bits)
    r = (at.integer(begin) - inside.bits().over(3)).as_real()
    for _ in range(CBRT_STEPS[at.name]):
        error = (-(r * r * inside)).times_plus(r, 1.0)
        r = r.times_plus(error * error.times_plus(2 / 9, 1 / 3), r)
    square = r * r
    root = inside * square
    cube = product(exact_product(root, root), Pair(root, at.number(0.0)))
    lost = (inside - cube.high) - cube.low
    root = (square * (1 / 3)).times_plus(lost, root)
    root = root * where(is_small, 2.0**-places, where(is_large, 2.0**places, 1.0))
    return where(is_regular, root, size).with_sign_of(x)
