"""Irrational constants as fractions that are precise enough for every use here.

They are computed from their series with 1,400 binary places, which the reduction of the largest angles needs for pi.
"""

from __future__ import annotations

from fractions import Fraction

PLACES = 1400


def _inverse_tangent(divisor: int, *, hyperbolic: bool = False) -> Fraction:
    """Return atan(1 / divisor), or atanh: 1/d -+ 1/(3 d^3) + 1/(5 d^5) -+ …"""
    spare = 32
    term = (1 << (PLACES + spare)) // divisor
    total, count = 0, 1
    while term:
        total += term // count if hyperbolic or count % 4 == 1 else -(term // count)
        term //= divisor * divisor
        count += 2
    return Fraction(total >> spare, 1 << PLACES)


PI = 4 * (4 * _inverse_tangent(5) - _inverse_tangent(239))
LN2 = 2 * _inverse_tangent(3, hyperbolic=True)
LN10 = 3 * LN2 + 2 * _inverse_tangent(9, hyperbolic=True)
