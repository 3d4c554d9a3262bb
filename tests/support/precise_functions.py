"""Exact math functions: more precise than the tested formats, in numpy's 80 bits of x86.

For f32, 64 bits are enough. The error function, which numpy lacks, is a series of positive terms and a continued
fraction. Where a machine has no format of 80 bits, `has_extended` is false, and f64 cannot be tested.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Array = Any
has_extended = np.finfo(np.longdouble).nmant >= 63


def _square_parts(x: Array) -> tuple[Array, Array]:
    """x^2 as a number that is exact and what is left, relative to x of 53 bits."""
    high = x * x
    upper = (x * np.longdouble(2**32 + 1)) - ((x * np.longdouble(2**32 + 1)) - x)
    lower = x - upper
    return high, ((upper * upper - high) + 2 * upper * lower) + lower * lower


def _exp_of_minus_square(x: Array) -> Array:
    high, low = _square_parts(x)
    return np.exp(-high) * (1 - low)


def erf(x: Array) -> Array:
    """2 / sqrt(pi) exp(-x^2) (x + 2 x^3 / 3 + 4 x^5 / 15 + …)"""
    x = x.astype(np.longdouble)
    inside = np.clip(x, -7, 7)
    term = inside.copy()
    total = term.copy()
    for count in range(1, 260):
        term = term * (2 * inside * inside) / (2 * count + 1)
        total += term
    result = 2 / np.sqrt(np.longdouble(PI)) * _exp_of_minus_square(inside) * total
    return np.where(np.isnan(x), x, np.where(np.abs(x) > 7, np.sign(x), result))


def erfc(x: Array) -> Array:
    """1 - erf(x) where that is no small difference; exp(-x^2) / sqrt(pi) / (x + 1/2 / (x + 1 / (x + …))) elsewhere"""
    x = x.astype(np.longdouble)
    far = np.clip(x, 2, 120)
    fraction = far.copy()
    for count in range(400, 0, -1):
        fraction = far + np.longdouble(count) / 2 / fraction
    tail = _exp_of_minus_square(far) / np.sqrt(np.longdouble(PI)) / fraction
    return np.where(x < 2, 1 - erf(x), np.where(x > 120, np.longdouble(0), tail))


def rsqrt(x: Array) -> Array:
    return 1 / np.sqrt(x)


PI = np.longdouble("3.14159265358979323846264338327950288")
REFERENCES: dict[str, Callable[..., Array]] = {
    "acos": np.arccos,
    "acosh": np.arccosh,
    "asin": np.arcsin,
    "asinh": np.arcsinh,
    "atan": np.arctan,
    "atan2": np.arctan2,
    "atanh": np.arctanh,
    "cbrt": np.cbrt,
    "cos": np.cos,
    "cosh": np.cosh,
    "erf": erf,
    "erfc": erfc,
    "exp": np.exp,
    "exp2": np.exp2,
    "expm1": np.expm1,
    "log": np.log,
    "log10": np.log10,
    "log1p": np.log1p,
    "log2": np.log2,
    "powf": np.power,
    "rsqrt": rsqrt,
    "sin": np.sin,
    "sinh": np.sinh,
    "tan": np.tan,
    "tanh": np.tanh,
}
"""The functions that are expanded, but for those that are made of others."""


def error_in_ulps(actual: Array, exact: Array) -> Array:
    """Return the error of results in units in the last place of the exact results.

    An infinity instead of a finite number is as far off as the largest number; nan is infinitely far from all but nan.
    """
    kind = actual.dtype.type
    limits = np.finfo(kind)
    with np.errstate(all="ignore"):
        rounded = exact.astype(kind)
        size = np.abs(np.where(np.isfinite(rounded), rounded, limits.max))
        place = np.spacing(np.minimum(size, limits.max / 2)).astype(exact.dtype)  # that of the largest is infinite
        place = np.where(size > limits.max / 2, place * 2, place)
        beyond = exact.dtype.type(limits.max) + place  # what infinity stands for
        values = [
            np.where(np.isinf(each), np.copysign(beyond, each), each) for each in (actual.astype(exact.dtype), exact)
        ]
        values = [np.clip(each, -beyond, beyond) for each in values]
        error = np.abs(values[0] - values[1]) / place
    error = np.where(np.isnan(actual) & np.isnan(exact), 0, error)
    error = np.where(np.isnan(actual) != np.isnan(exact), np.inf, error)
    return np.where(_has_wrong_sign(actual, rounded), np.inf, error)


def _has_wrong_sign(actual: Array, rounded: Array) -> Array:
    """Zero has a sign, and so has infinity."""
    told = (actual == 0) | np.isinf(actual)
    return told & ~np.isnan(rounded) & (np.signbit(actual) != np.signbit(rounded))
