"""Roundings to integers, for machines without instructions for them.

Adding and subtracting a number whose unit in the last place is 1 rounds to the nearest integer, ties to even. Results
have the sign of x, zeros as well; beyond that number every float is an integer.
"""

from __future__ import annotations

from collections.abc import Callable

from .expressions import Real, where


def roundeven(x: Real) -> Real:
    return _with_magnitude(x, lambda _, near: near)


def trunc(x: Real) -> Real:
    return _with_magnitude(x, _floor)


def round_half_away(x: Real) -> Real:
    def rounded(size: Real, near: Real) -> Real:
        down = _floor(size, near)
        return where(size - down < 0.5, down, down + 1.0)

    return _with_magnitude(x, rounded)


def floor(x: Real) -> Real:
    down = trunc(x)
    return where(down > x, down - 1.0, down)


def ceil(x: Real) -> Real:
    down = trunc(x)
    return where(down < x, down + 1.0, down).with_sign_of(x)


def _floor(size: Real, near: Real) -> Real:
    return where(near > size, near - 1.0, near)


def _with_magnitude(x: Real, rounded: Callable[[Real, Real], Real]) -> Real:
    """Return the rounding of |x|, made of |x| and its nearest integer, with the sign of x."""
    size = abs(x)
    limit = x.at.number(2.0**x.at.mantissa_bits)
    near = (size + limit) - limit
    return where(size < limit, rounded(size, near), x).with_sign_of(x)
