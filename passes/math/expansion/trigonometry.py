"""Sine, cosine and tangent.

x = n pi / 2 + r with |r| <= pi / 4, where two polynomials are accurate; the last two bits of n select the polynomial
and the sign. r is a pair. Up to `MODERATE` it is computed by Cody and Waite's reduction: pi / 2 in three parts, each
multiplied by n and subtracted by a fused multiply-add. Larger angles use Payne and Hanek's, in `large_angles.py`. Both
are computed for every x, because there are no branches; with `fastmath<afn>` only the first is, and larger angles may
have wrong results.
"""

from __future__ import annotations

from .coefficients import COS, SIN
from .constants import PI
from .exponentials import nearest_whole
from .expressions import Real, where, where_whole
from .large_angles import Turned, payne_hanek
from .pairs import Pair, exact_product, exact_sum, exact_sum_unordered, parts, polynomial, quotient

MODERATE = {"f32": 2.0**17, "f64": 2.0**28}
"""The magnitude up to which three parts of pi / 2 are enough."""


def cody_waite(x: Real) -> Turned:
    """Reduce |x| <= MODERATE. The first difference is exact; the errors of the second and its product are kept."""
    at = x.at
    whole, quadrant = nearest_whole(x, at.from_bits(at.form.from_fraction(2 / PI)))
    first, second, third = parts(at, PI / 2, 3)
    near = (-whole).times_plus(first, x)
    taken = exact_product(whole, second)
    left = exact_sum_unordered(near, -taken.high)
    return Turned(quadrant, exact_sum(left.high, (-whole).times_plus(third, left.low - taken.low)))


def turned(x: Real) -> Turned:
    """Return the nearest multiple of pi / 2, and the remainder."""
    near = cody_waite(x)
    if "afn" in x.at.flags:
        return near
    size = abs(x)
    is_far = (size > MODERATE[x.at.name]) & (size < x.at.infinity)
    far = payne_hanek(x)
    return Turned(
        where_whole(is_far, far.quadrant, near.quadrant),
        Pair(where(is_far, far.rest.high, near.rest.high), where(is_far, far.rest.low, near.rest.low)),
    )


def sine_of_rest(r: Pair) -> Pair:
    """sin(r) for |r| <= pi / 4, not rounded yet"""
    square = r.high * r.high
    cube = square * r.high
    return Pair(r.high, cube.times_plus(polynomial(SIN[square.at.name], square), r.low))


def cosine_of_rest(r: Pair) -> Pair:
    """cos(r) for |r| <= pi / 4, not rounded yet: 1 - r^2 / 2 rounded, its rounding error and the other terms."""
    square = r.high * r.high
    half = square * 0.5
    main = 1.0 - half
    lost = (1.0 - main) - half
    rest = (square * square).times_plus(polynomial(COS[square.at.name], square), lost)
    return Pair(main, (-r.high).times_plus(r.low, rest))


def _both(x: Real) -> tuple[Real, Real]:
    """Return sine and cosine."""
    angle = turned(x)
    sine, cosine = sine_of_rest(angle.rest).sum(), cosine_of_rest(angle.rest).sum()
    is_odd = (angle.quadrant & 1).differs(0)
    sign_place = x.at.form.width - 2
    sine_sign = (angle.quadrant & 2) << sign_place
    cosine_sign = ((angle.quadrant + 1) & 2) << sign_place
    return (
        (where(is_odd, cosine, sine).bits() ^ sine_sign).as_real(),
        (where(is_odd, sine, cosine).bits() ^ cosine_sign).as_real(),
    )


def _odd(x: Real, result: Real) -> Real:
    """Return the result of an odd function: -0 for -0, which reductions lose."""
    return result if "nsz" in x.at.flags else where(x.equals(0.0), x, result)


def sin(x: Real) -> Real:
    return _odd(x, _both(x)[0])


def cos(x: Real) -> Real:
    return _both(x)[1]


def sincos(x: Real) -> tuple[Real, Real]:
    sine, cosine = _both(x)
    return _odd(x, sine), cosine


def tan(x: Real) -> Real:
    """sin(r) / cos(r), or -cos(r) / sin(r) near odd multiples of pi / 2"""
    angle = turned(x)
    sine, cosine = sine_of_rest(angle.rest), cosine_of_rest(angle.rest)
    is_odd = (angle.quadrant & 1).differs(0)
    top = Pair(where(is_odd, -cosine.high, sine.high), where(is_odd, -cosine.low, sine.low))
    bottom = exact_sum(where(is_odd, sine.high, cosine.high), where(is_odd, sine.low, cosine.low))
    return _odd(x, quotient(top, bottom).sum())
