"""Logarithms, and the inverse hyperbolic functions, which are computed from them.

log(x) = n ln 2 + log(m) with m from sqrt(1/2) to sqrt(2), and log(m) = 2 atanh(s) with s = (m - 1) / (m + 1). The
rounding error of a computed argument, such as 1 + x, is kept as the lower part of a pair, so that results near zero are
as accurate as others.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from .coefficients import LOG
from .constants import LN2, LN10
from .expressions import ExpressionBuilder, Real, Truth, Whole, where, where_whole
from .pairs import Pair, constant_pair, exact_sum, exact_sum_unordered, parts, polynomial, quotient


@dataclass(frozen=True)
class Split:
    """x = 2^exponent * mantissa"""

    exponent: Whole
    mantissa: Real


def split(x: Real, *, may_be_subnormal: bool = True) -> Split:
    """Return a positive, finite x as a power of two and a mantissa from sqrt(1/2) to sqrt(2).

    The exponent is extracted with twice the bias, which keeps it from being negative: for a signed shift of 64 bits,
    vectors may have no instruction.
    """
    at = x.at
    bias = 2 * at.form.bias
    offset: Whole | int = -bias
    if may_be_subnormal:
        smallest = at.from_bits(at.form.smallest_normal)
        shift = at.form.precision
        is_small = x < smallest
        x = where(is_small, x * 2.0**shift, x)
        offset = where_whole(is_small, -bias - shift, -bias)
    lowest = at.form.from_float(math.sqrt(0.5))
    bits = x.bits() + ((bias << at.mantissa_bits) - lowest)
    mantissa = ((bits & ((1 << at.mantissa_bits) - 1)) + lowest).as_real()
    return Split(bits.shifted_in_zeros(at.mantissa_bits) + offset, mantissa)


def log_of_mantissa(f: Real) -> Pair:
    """log(1 + f) for 1 + f from sqrt(1/2) to sqrt(2): f - (f^2 / 2 - s (f^2 / 2 + R)) with s = f / (2 + f)."""
    s = f / (f + 2.0)
    half_square = f * f * 0.5
    rest = polynomial((0.0, *LOG[f.at.name]), s * s)
    return exact_sum(f, s.times_plus(half_square + rest, -half_square))


def at_poles(x: Real, result: Real, pole: Real | float = 0.0) -> Real:
    """Return the result of a logarithm where it is not computed: x itself if it is infinite or nan, -inf at the pole,
    nan below.
    """
    at = x.at
    if "ninf" not in at.flags or "nnan" not in at.flags:
        result = where(x < at.infinity, result, x)
    if "ninf" not in at.flags:
        result = where(x.equals(pole), -at.infinity, result)
    return result if "nnan" in at.flags else where(x < pole, at.nan, result)


def log(x: Real) -> Real:
    pieces = split(x)
    return at_poles(x, _with_exponent(pieces.exponent, log_of_mantissa(pieces.mantissa - 1.0)))


def _with_exponent(exponent: Whole, log_of_rest: Pair) -> Real:
    """Return exponent * ln 2 + the logarithm of the mantissa."""
    at = exponent.at
    high, low = _ln2_in_short_parts(at)
    count = exponent_as_real(exponent)
    total = exact_sum(count * high, log_of_rest.high)
    return total.high + (total.low + count.times_plus(low, log_of_rest.low))


def _ln2_in_short_parts(at: ExpressionBuilder) -> tuple[Real, Real]:
    """Return ln 2 in two parts, of which the first has so few bits that its products with exponents are exact."""
    places = at.form.precision - 12
    high = Fraction(round(LN2 * 2**places), 2**places)
    return at.from_bits(at.form.from_fraction(high)), at.from_bits(at.form.from_fraction(LN2 - high))


def exponent_as_real(exponent: Whole) -> Real:
    """Return a small integer as a float: it is added to the last bits of a large float, which is then subtracted.

    Vectors of f64 have instructions for this, but may have none to convert integers of 64 bits.
    """
    at = exponent.at
    shift = at.number(1.5 * 2.0**at.mantissa_bits)
    return (exponent + shift.bits()).as_real() - shift


def _to_base(x: Real, factor: Fraction, per_exponent: Fraction) -> Real:
    """Return log(x) * factor, which is `per_exponent` for each power of two."""
    at = x.at
    pieces = split(x)
    rest = log_of_mantissa(pieces.mantissa - 1.0)
    scale = constant_pair(at, factor)
    high = rest.high * scale.high
    low = rest.high.times_plus(scale.high, -high)
    low = rest.high.times_plus(scale.low, rest.low.times_plus(scale.high, low))
    count = exponent_as_real(pieces.exponent)
    if per_exponent == 1:
        total = exact_sum(count, high)
        return at_poles(x, total.high + (total.low + low))
    places = at.form.precision - 12
    short = Fraction(round(per_exponent * 2**places), 2**places)
    [main], [tail] = parts(at, short, 1), parts(at, per_exponent - short, 1)
    total = exact_sum(count * main, high)
    return at_poles(x, total.high + (total.low + count.times_plus(tail, low)))


def log2(x: Real) -> Real:
    return _to_base(x, 1 / LN2, Fraction(1))


def log10(x: Real) -> Real:
    return _to_base(x, 1 / LN10, LN2 / LN10)


# -- Of sums -----------------------------------------------------------------------------------------------------------


def log1p_of_pair(u: Pair, doublings: Whole | None = None) -> Real:
    """Return log(1 + u) plus ln 2 for each of the doublings; 1 + u is positive, finite and not subnormal."""
    at = u.high.at
    total = exact_sum_unordered(at.number(1.0), u.high)
    pieces = split(total.high, may_be_subnormal=False)
    main = log_of_mantissa(pieces.mantissa - 1.0)
    main = Pair(main.high, main.low + (total.low + u.low) / total.high)
    exponent = pieces.exponent if doublings is None else pieces.exponent + doublings
    return _with_exponent(exponent, main)


def log1p(x: Real) -> Real:
    at = x.at
    result = log1p_of_pair(Pair(x, at.number(0.0)))
    return at_poles(x, result, -1.0).with_sign_of(x) if "nsz" not in at.flags else at_poles(x, result, -1.0)


def _is_large(size: Real) -> Truth:
    """Return whether size^2 + 1 rounds to size^2."""
    return size > 2.0 ** (size.at.form.precision // 2 + 2)


def asinh(x: Real) -> Real:
    """asinh(x) = log(1 + |x| + x^2 / (1 + sqrt(x^2 + 1))), and log(2 |x|) where |x| is large"""
    size = abs(x)
    is_large = _is_large(size)
    inside = where(is_large, 1.0, size)
    square = inside * inside
    argument = exact_sum(inside, square / ((square + 1.0).root() + 1.0))
    return _selected(x, size, is_large, argument).with_sign_of(x)


def acosh(x: Real) -> Real:
    """acosh(x) = log(1 + t + sqrt(t^2 + 2 t)) with t = x - 1, and log(2 x) where x is large"""
    at = x.at
    is_large = _is_large(x)
    t = where(is_large, 1.0, x - 1.0)
    square = t * t
    square_low = t.times_plus(t, -square)
    total = exact_sum_unordered(t * 2.0, square)
    root = total.high.root()
    rest = (-root).times_plus(root, total.high) + (total.low + square_low)
    root_low = where(root.equals(0.0), 0.0, rest / (root * 2.0))
    argument = exact_sum_unordered(t, root)
    result = _selected(x, x, is_large, Pair(argument.high, argument.low + root_low))
    return result if "nnan" in at.flags else where(x < 1.0, at.nan, result)


def _selected(x: Real, size: Real, is_large: Truth, u: Pair) -> Real:
    """Return log(1 + u), or log(2 size) if that is large; infinity and nan stay what they are."""
    at = x.at
    high = where(is_large, size, u.high)
    low = where(is_large, -1.0, u.low)
    result = log1p_of_pair(Pair(high, low), is_large.as_whole())
    return where(size < at.infinity, result, size)


def atanh(x: Real) -> Real:
    """atanh(x) = log(1 + 2 x / (1 - x)) / 2, computed for |x|"""
    at = x.at
    size = abs(x)
    difference = at.number(1.0) - size
    lost = (1.0 - difference) - size
    zero = at.number(0.0)
    argument = quotient(Pair(size * 2.0, zero), Pair(difference, lost))
    result = log1p_of_pair(argument) * 0.5
    result = where(size.equals(1.0), at.infinity, result)
    result = where(size > 1.0, at.nan, result)
    return result.with_sign_of(x)
