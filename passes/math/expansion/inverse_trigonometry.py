"""Angles: inverse sine, cosine and tangent."""

from __future__ import annotations

from fractions import Fraction

from .coefficients import ASIN, ATAN
from .constants import PI
from .expressions import ExpressionBuilder, Real, where
from .pairs import Pair, constant_pair, exact_sum, polynomial, quotient

TANGENT_OF_EIGHTH = 0.41421356237309503
"""tan(pi / 8)"""


def _half_chord(size: Real) -> tuple[Real, Real]:
    """Return s and w with asin(size) = s + w up to 1/2, and acos(size) = 2 (s + w) above.

    acos(y) = 2 asin(s) with s = sqrt((1 - y) / 2), whose rounding error is corrected.
    """
    at = size.at
    is_large = size > 0.5
    square = where(is_large, (1.0 - size) * 0.5, size * size)
    root = square.root()
    s = where(is_large, root, size)
    lost = (-s).times_plus(s, square) / (s * 2.0)
    lost = where(is_large & (s > 0.0), lost, 0.0)
    return s, (s * square).times_plus(polynomial(ASIN[at.name], square), lost)


def _constant_minus(at: ExpressionBuilder, constant: Fraction, high: Real, low: Real) -> Real:
    """Return constant - (high + low), where |constant| >= |high|."""
    minuend = constant_pair(at, constant)
    total = exact_sum(minuend.high, -high)
    return total.high + (total.low + (minuend.low - low))


def asin(x: Real) -> Real:
    size = abs(x)
    s, w = _half_chord(size)
    result = where(size <= 0.5, s + w, _constant_minus(x.at, PI / 2, s * 2.0, w * 2.0))
    return result.with_sign_of(x)


def acos(x: Real) -> Real:
    at = x.at
    size = abs(x)
    s, w = _half_chord(size)
    near = _constant_minus(at, PI / 2, s.with_sign_of(x), w.with_sign_of(x))
    twice = (s + w) * 2.0
    far = where(x < 0.0, _constant_minus(at, PI, s * 2.0, w * 2.0), twice)
    return where(size <= 0.5, near, far)


def _angle(numerator: Real, denominator: Real, is_behind: Real | None = None) -> Real:
    """Return atan(numerator / denominator), of values that are not negative, nor both zero or (nearly) infinite; pi
    minus that if the sign of `is_behind` is set.

    The smaller is divided by the larger, or their difference by their sum: atan(t) = pi / 4 + atan((t - 1) / (t + 1)).
    """
    at = numerator.at
    is_steep = numerator > denominator
    small = where(is_steep, denominator, numerator)
    large = where(is_steep, numerator, denominator)
    is_middle = small > large * TANGENT_OF_EIGHTH
    sum, difference = exact_sum(large, small), exact_sum(large, -small)
    zero = at.number(0.0)
    top = Pair(where(is_middle, -difference.high, small), where(is_middle, -difference.low, zero))
    bottom = Pair(where(is_middle, sum.high, large), where(is_middle, sum.low, zero))
    t = quotient(top, bottom)
    square = t.high * t.high
    rest = (square * t.high).times_plus(polynomial(ATAN[at.name], square), t.low)
    quarter, half, whole = (constant_pair(at, PI / part) for part in (4, 2, 1))
    base_high, base_low = where(is_middle, quarter.high, 0.0), where(is_middle, quarter.low, 0.0)
    high, low = where(is_steep, -t.high, t.high), where(is_steep, -rest, rest)
    base_high = where(is_steep, half.high - base_high, base_high)
    base_low = where(is_steep, half.low - base_low, base_low)
    if is_behind is not None:
        turns = is_behind.bits() < 0
        high, low = where(turns, -high, high), where(turns, -low, low)
        base_high = where(turns, whole.high - base_high, base_high)
        base_low = where(turns, whole.low - base_low, base_low)
    total = exact_sum(base_high, high)
    return total.high + (total.low + (base_low + low))


def atan(x: Real) -> Real:
    at = x.at
    size = abs(x)
    limit = 2.0 ** (at.form.precision + 8)  # beyond this, only the last bit of the angle changes, by almost nothing
    return _angle(where(size > limit, limit, size), at.number(1.0)).with_sign_of(x)


def atan2(y: Real, x: Real) -> Real:
    """atan2(y, x), with zeros and infinities replaced by ones of the same angle, and others scaled away from the
    limits.
    """
    at = x.at
    height, width = abs(y), abs(x)
    infinity = at.infinity
    larger = where(height > width, height, width)
    bound = 2.0 ** (at.form.bias // 2)
    factor = where(larger > bound, 1.0 / bound, where(larger < 1.0 / bound, bound * 2.0**at.form.precision, 1.0))
    is_infinite = larger.equals(infinity)
    is_zero = larger.equals(0.0)

    def moved(size: Real) -> Real:
        return where(is_infinite, where(size.equals(infinity), 1.0, 0.0), size * factor)

    width = where(is_zero, 1.0, moved(width))
    result = _angle(moved(height), width, x).with_sign_of(y)
    return result if "nnan" in at.flags else where(y.is_unordered(x), at.nan, result)
