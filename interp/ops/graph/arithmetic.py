"""The meaning of `graph`'s arithmetic and rounding. Results that are exact are rounded once; others use float64.

Integers are computed in 64 bits, and wrapped to the width of the result's elements.
"""

from __future__ import annotations

import numpy as np

from dlc.dialects import graph as dialect
from dlc.interp.errors import Fault
from dlc.interp.values import Array

from .arrays import is_float_array, rounded_once, where, widely

rounded_once(dialect.NegOp)(np.negative)
rounded_once(dialect.AbsOp)(np.abs)
rounded_once(dialect.AddOp)(np.add)
rounded_once(dialect.SubOp)(np.subtract)
rounded_once(dialect.MulOp)(np.multiply)


@widely(dialect.SignOp)
def sign(x: Array) -> Array:
    """1, -1, or x itself."""
    return where(x > 0, 1, where(x < 0, np.negative(1), x)) if is_float_array(x) else np.sign(x)


@widely(dialect.MaximumOp)
def maximum(x: Array, y: Array) -> Array:
    """The larger one, or NaN; 0 is larger than -0."""
    if not is_float_array(x):
        return np.maximum(x, y)
    return where(x == y, where(np.signbit(x), y, x), np.maximum(x, y))


@widely(dialect.MinimumOp)
def minimum(x: Array, y: Array) -> Array:
    """The smaller one, or NaN; -0 is smaller than 0."""
    if not is_float_array(x):
        return np.minimum(x, y)
    return where(x == y, where(np.signbit(y), y, x), np.minimum(x, y))


# -- Division and powers -----------------------------------------------------------------------------------------------


def check_divisor(y: Array) -> None:
    """Refuse to divide integers by zero."""
    if (y == 0).any():
        raise Fault("divides by zero")


@rounded_once(dialect.DivOp)
def divide(x: Array, y: Array) -> Array:
    """x / y, of integers towards zero."""
    if is_float_array(x):
        return np.divide(x, y)
    check_divisor(y)
    quotient = np.floor_divide(x, y)
    return quotient + ((np.remainder(x, y) != 0) & ((x < 0) != (y < 0)))


@widely(dialect.RemOp)
def remainder(x: Array, y: Array) -> Array:
    """The rest, with the sign of x."""
    if not is_float_array(x):
        check_divisor(y)
    return np.fmod(x, y)


@widely(dialect.ModOp)
def floor_remainder(x: Array, y: Array) -> Array:
    """The rest, with the sign of y."""
    rest = remainder(x, y)
    return where((rest != 0) & ((rest < 0) != (y < 0)), rest + y, rest)


@widely(dialect.PowOp)
def power(x: Array, y: Array) -> Array:
    """x^y, of integers wrapped, or rounded towards zero."""
    if is_float_array(x):
        return np.power(x, y)
    result = np.power(x, where(y < 0, 0, y))
    is_odd = (y & 1).astype(bool)
    of_one = where((x == -1) & is_odd, np.negative(1), (x == 1) | (x == -1))
    return where(y < 0, of_one, result) if x.dtype.kind == "i" else result


widely(dialect.FloorOp)(np.floor)
widely(dialect.CeilOp)(np.ceil)
widely(dialect.RoundOp)(np.rint)
widely(dialect.TruncOp)(np.trunc)


@widely(dialect.RoundHalfAwayOp)
def round_half_away(x: Array) -> Array:
    """Round away from zero if the fraction that truncation removes, which is exact, is at least a half."""
    cut = np.trunc(x)
    return np.copysign(where(np.abs(x - cut) >= 0.5, np.abs(cut) + 1, np.abs(cut)), x)
