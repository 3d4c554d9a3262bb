"""The error function and its complement."""

from __future__ import annotations

import math

from .coefficients import ERF, ERF_LOG, ERFC
from .constants import LN2
from .exponentials import exp, nearest_whole, scaled
from .expressions import Real, Whole, where
from .pairs import Pair, exact_product, exact_sum, exact_sum_unordered, parts, polynomial, product, quotient
from .powers import exp_of_small_pair

ERF_IS_ONE = {"f32": 3.95, "f64": 5.95}
ERFC_IS_ZERO = {"f32": 10.1, "f64": 27.3}
LOG_ERFC_1 = -math.log(math.erfc(1.0))


def _small_erf(x: Real) -> Real:
    """erf(x) for |x| <= 1"""
    square = x * x
    return x.times_plus(polynomial(ERF[x.at.name], square), x)


def erf(x: Real) -> Real:
    """A polynomial up to 1, 1 - exp(-polynomial) from there on."""
    at = x.at
    size = abs(x)
    limit = ERF_IS_ONE[at.name]
    inside = where(size > limit, limit, size)
    large = 1.0 - exp(-polynomial((LOG_ERFC_1, *ERF_LOG[at.name]), inside - 1.0))
    return where(inside <= 1.0, _small_erf(inside), large).with_sign_of(x)


ERFC_CENTRE = 3.0


def erfc(x: Real) -> Real:
    """1 - erf(x) up to 1/2; exp(-x^2) p(t) / (1 + 2 x) with t = (x - 3) / (x + 3) from there on, 2 minus that of -x.

    All of it in pairs, down to the last product: each rounding would be seen in the result.
    """
    at = x.at
    size = abs(x)
    limit = ERFC_IS_ZERO[at.name]
    size = where(size > limit, limit, size)
    t = quotient(exact_sum_unordered(size, at.number(-ERFC_CENTRE)), exact_sum_unordered(size, at.number(ERFC_CENTRE)))
    main, *others = ERFC[at.name]
    rest = polynomial(others, t.high)
    varying = exact_product(t.high, rest)
    total = exact_sum(at.number(main), varying.high)
    factor = Pair(total.high, total.low + t.low.times_plus(rest, varying.low))
    minus_square = exact_product(-size, size)
    value, exponent = _exp_of_pair(minus_square)
    twice = size * 2.0
    denominator = exact_sum_unordered(twice, at.number(1.0))
    found = quotient(product(value, factor), denominator)
    tail = scaled(found.sum(), exponent)
    small = 1.0 - _small_erf(x)
    return where(size <= 0.5, small, where(x < 0.0, 2.0 - tail, tail))


def _exp_of_pair(x: Pair) -> tuple[Pair, Whole]:
    """exp(x) as a number near 1 and a power of two, for arguments that are not too large."""
    at = x.high.at
    whole, exponent = nearest_whole(x.high, at.from_bits(at.form.from_fraction(1 / LN2)))
    first, second = parts(at, LN2, 2)
    near = (-whole).times_plus(first, x.high)
    high = (-whole).times_plus(second, near)
    low = (-whole).times_plus(second, near - high) + x.low
    return exp_of_small_pair(exact_sum(high, low)), exponent
