"""x * y + z rounded once, for machines without an instruction for it.

Sums and products of floats have errors that are floats too, and can be computed. What is left at the end is rounded to
odd: its last bit is set if it is inexact, so that the last rounding is right (Boldo and Melquiond, "Emulation of a FMA
and correctly rounded sums", 2008).
"""

from __future__ import annotations

from dlc.dialects import arith
from dlc.ir.builtin_types import f64, like

from .expressions import ExpressionBuilder, Real, Whole, where, where_whole
from .pairs import Pair, exact_sum_unordered

SPLITTER = float((1 << 27) + 1)
"""It separates the halves of the mantissa of an f64."""
LARGEST_DISTANCE = 200
"""The exponents beyond which the smaller one of two terms is only a sticky bit."""
LEAST_EXPONENT = -1022
"""The exponent of the smallest normal f64."""


def fma(x: Real, y: Real, z: Real) -> Real:
    """x * y + z"""
    return _fma_in_f64(x, y, z) if x.at.name == "f32" else _fma(x, y, z)


def _fma_in_f64(x: Real, y: Real, z: Real) -> Real:
    """Return x * y + z of f32: the product is exact in f64."""
    at = ExpressionBuilder(x.at.rewriter, like(x.at.reals, f64))
    wide = [Real(at, at.emit(arith.ExtFOp(each.value, at.reals))) for each in (x, y, z)]
    total = _sum_to_odd(wide[0] * wide[1], wide[2])
    return Real(x.at, x.at.emit(arith.TruncFOp(total.value, x.at.reals)))


def _fma(x: Real, y: Real, z: Real) -> Real:
    """Return x * y + z of f64, which is computed near 1 and scaled at the end."""
    at = x.at
    (x_part, x_power), (y_part, y_power), (z_part, z_power) = map(_normalized, (x, y, z))
    product = _exact_product(x_part, y_part)
    distance = z_power - (x_power + y_power)
    limited = _limited(distance, -LARGEST_DISTANCE, LARGEST_DISTANCE)
    power = where_whole(distance > LARGEST_DISTANCE, z_power - LARGEST_DISTANCE, x_power + y_power)
    inner = exact_sum_unordered(z_part * at.power_of_two(limited), product.low)
    outer = exact_sum_unordered(product.high, inner.high)
    rest = _sum_to_odd(inner.low, outer.low)
    result = _scaled(_rounded(Pair(outer.high, rest), power), power)
    zero, infinity = at.number(0.0), at.infinity
    has_product = (abs(x) < infinity) & (abs(y) < infinity) & ~(x.equals(zero) | y.equals(zero))
    without_sum = where(z.equals(zero), x * y, z + z)
    with_sum = where((abs(z) < infinity) & ~z.equals(zero), result, without_sum)
    return where(has_product, with_sum, x * y + z)


def _normalized(x: Real) -> tuple[Real, Whole]:
    """Return a float from 1 to 2 with the sign of x, and the power of two of which x is a multiple by it."""
    at = x.at
    is_subnormal = abs(x) < at.power_of_two(at.integer(LEAST_EXPONENT))
    bits = where(is_subnormal, x * 2.0**64, x).bits()
    exponent = (bits.shifted_in_zeros(at.mantissa_bits) & 0x7FF) - at.form.bias
    part = (bits & ~(0x7FF << at.mantissa_bits)) | (at.form.bias << at.mantissa_bits)
    return part.as_real(), exponent - where_whole(is_subnormal, 64, 0)


def _exact_product(x: Real, y: Real) -> Pair:
    """Return x * y without error, by the products of halves."""
    x_halves, y_halves = _halves(x), _halves(y)
    high = x * y
    low = x_halves.high * y_halves.high - high
    low = low + x_halves.high * y_halves.low
    low = low + x_halves.low * y_halves.high
    return Pair(high, low + x_halves.low * y_halves.low)


def _halves(x: Real) -> Pair:
    scaled = x * SPLITTER
    high = scaled - (scaled - x)
    return Pair(high, x - high)


def _sum_to_odd(x: Real, y: Real) -> Real:
    """Return x + y; if it is inexact, the one of the two floats around it whose last bit is set."""
    total = exact_sum_unordered(x, y)
    bits = total.high.bits()
    zero = x.at.number(0.0)
    is_inexact = (total.low < zero) | (total.low > zero)
    is_even = (bits & 1).equals(0)
    is_outward = (total.low > zero).as_whole() ^ bits.shifted_in_zeros(x.at.mantissa_bits + 11)
    return (bits + (is_inexact & is_even).as_whole() * (is_outward * 2 - 1)).as_real()


def _rounded(exact: Pair, power: Whole) -> Real:
    """Return a sum rounded to what `_scaled` gives without another rounding: fewer bits if that is subnormal."""
    at = exact.high.at
    near = exact.sum()
    exponent = _limited(at.integer(LEAST_EXPONENT) - power, -300, 300)
    unit = at.power_of_two(exponent)
    shift = where(abs(near) < unit, unit, 0.0).with_sign_of(near)
    shifted = exact_sum_unordered(shift, exact.high)
    return (shifted.high + _sum_to_odd(shifted.low, exact.low) - shift).with_sign_of(near)


def _scaled(x: Real, power: Whole) -> Real:
    """Return x * 2^power in two steps, because one power of two may not be a float."""
    half = power >> 1
    return x * x.at.power_of_two(half) * x.at.power_of_two(power - half)


def _limited(x: Whole, low: int, high: int) -> Whole:
    raised = where_whole(x < low, low, x)
    return where_whole(raised > high, high, raised)
