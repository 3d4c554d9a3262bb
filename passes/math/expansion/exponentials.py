"""Exponentials, and the hyperbolic functions, which are computed from them.

exp(x) = 2^n exp(r) with n = round(x / ln 2) and |r| <= ln(2) / 2, where a polynomial is accurate. 2^n is built from
bits, as a product of two factors, so that subnormal and nearly infinite results are rounded once. Arguments are clamped
to the limits first, so that no special cases remain.
"""

from __future__ import annotations

from dataclasses import dataclass

from dlc.dialects import arith, math

from .coefficients import EXP, EXP2, EXPM1, SINH, TANH, Coefficients
from .constants import LN2
from .expressions import ExpressionBuilder, Real, Whole, where
from .pairs import parts, polynomial

LIMITS = {"f32": (-104.0, 89.0), "f64": (-746.0, 710.0)}
"""The arguments at which exp(x) becomes 0 and infinity."""
LIMIT_OF_NORMAL = {"f32": -88.0, "f64": -709.0}
"""An argument below those at which exp(x) is normal, whose nearest power of two has the exponent of subnormal ones."""
LIMITS2 = {"f32": (-151.0, 129.0), "f64": (-1076.0, 1025.0)}
"""The arguments at which 2^x becomes 0 and infinity."""
LIMITS2_OF_NORMAL = {"f32": (-127.0, 128.0), "f64": (-1023.0, 1024.0)}
"""The arguments at which the nearest power of two has the exponents of 0 and infinity."""
SMALL_EXPM1 = {"f32": -18.0, "f64": -38.0}
"""The argument below which exp(x) - 1 is -1."""


@dataclass(frozen=True)
class Reduced:
    """A reduced argument: x = exponent ln 2 + rest, or x = exponent + rest for 2^x."""

    exponent: Whole
    rest: Real


def nearest_whole(x: Real, factor: Real) -> tuple[Real, Whole]:
    """Return x * factor rounded to an integer, as a float and as an integer.

    Adding 1.5 * 2^(p - 1), for a precision of p bits, drops the fraction; the last bits of the sum are the integer.
    """
    at = x.at
    shift = at.number(1.5 * 2.0**at.mantissa_bits)
    moved = x.times_plus(factor, shift)
    return moved - shift, moved.bits() - shift.bits()


def nearest_power(x: Real, factor: Real, raised: int = 0) -> tuple[Real, Real]:
    """Return n = x * factor rounded to an integer, and 2^(n + raised), which must be a normal number.

    The float that is added for rounding includes the bias of exponents, so that a shift of the last bits gives 2^n.
    """
    at = x.at
    shift = at.number(1.5 * 2.0**at.mantissa_bits + at.form.bias + raised)
    moved = x.times_plus(factor, shift)
    return moved - shift, (moved.bits() << at.mantissa_bits).as_real()


def log2_of_e(at: ExpressionBuilder) -> Real:
    return at.from_bits(at.form.from_fraction(1 / LN2))


def without_multiple_of_ln2(x: Real, whole: Real, correction: Real | None = None) -> Real:
    """Return x - whole ln 2, plus a correction for the rounding error of x if it is given."""
    high, low = parts(x.at, LN2, 2)
    rest = (-whole).times_plus(high, x)
    return (-whole).times_plus(low, rest) if correction is None else rest + (-whole).times_plus(low, correction)


def reduced(x: Real) -> Reduced:
    """Return the argument of exp reduced by the nearest multiple of ln 2."""
    whole, exponent = nearest_whole(x, log2_of_e(x.at))
    return Reduced(exponent, without_multiple_of_ln2(x, whole))


def exp_minus_one_of_rest(r: Real, coefficients: Coefficients = EXP) -> Real:
    """exp(r) - 1 for |r| <= ln(2) / 2, precise enough for exp(r); with `EXPM1` also for itself."""
    return (r * r).times_plus(polynomial(coefficients[r.at.name], r), r)


def scaled(x: Real, exponent: Whole) -> Real:
    """Return x 2^exponent, rounded once, for exponents up to twice those of the format.

    Halved with twice the bias, the exponent is not negative: for a signed shift of 64 bits, vectors may have no
    instruction.
    """
    at = x.at
    biased = exponent + 2 * at.form.bias
    half = biased.shifted_in_zeros(1)
    return x * (half << at.mantissa_bits).as_real() * ((biased - half) << at.mantissa_bits).as_real()


def clamped(x: Real, low: float, high: float) -> Real:
    """Return x clamped to the range from low to high; nan stays nan."""
    return where(x > high, high, where(x < low, low, x))


def exp(x: Real) -> Real:
    if "afn" in x.at.flags and is_never_positive(x):
        limit = LIMIT_OF_NORMAL[x.at.name]
        return moderate_exp(where(x < limit, limit, x))
    reduction = reduced(clamped(x, *LIMITS[x.at.name]))
    return scaled(exp_minus_one_of_rest(reduction.rest) + 1.0, reduction.exponent)


def is_never_positive(x: Real) -> bool:
    """Return whether a value is known to be negative, zero or nan: the negative of a magnitude."""
    negated = x.value.defined_by(arith.NegFOp)
    return negated is not None and negated.operand.defined_by(math.AbsFOp) is not None


def moderate_exp(x: Real) -> Real:
    """Return exp(x), which must be a normal number, or 0 at `LIMIT_OF_NORMAL`, with a single factor and no clamping."""
    whole, power = nearest_power(x, log2_of_e(x.at))
    return exp_minus_one_of_rest(without_multiple_of_ln2(x, whole)).times_plus(power, power)


def exp2(x: Real) -> Real:
    at = x.at
    if "afn" in at.flags:
        low, high = LIMITS2_OF_NORMAL[at.name]
        return moderate_exp2(where(x < low, low, x) if is_never_positive(x) else clamped(x, low, high))
    x = clamped(x, *LIMITS2[at.name])
    shift = at.number(1.5 * 2.0**at.mantissa_bits)
    moved = x + shift
    return scaled(exp2_of_rest(x - (moved - shift)), moved.bits() - shift.bits())


def exp2_of_rest(r: Real) -> Real:
    """2^r for |r| <= 1/2"""
    return polynomial(EXP2[r.at.name], r).times_plus(r, 1.0)


def moderate_exp2(x: Real) -> Real:
    """Return 2^x, which must be a normal number, or 0 or infinity at `LIMITS2_OF_NORMAL`, by a single factor."""
    at = x.at
    shift = at.number(1.5 * 2.0**at.mantissa_bits + at.form.bias)
    moved = x + shift
    return exp2_of_rest(x - (moved - shift)) * (moved.bits() << at.mantissa_bits).as_real()


def expm1_magnitude(x: Real, reduction: Reduced) -> Real:
    """Return 2^n exp(r) - 1 = 2^n (exp(r) - 1) + (2^n - 1), computed with 2^(n - 1) to avoid infinity.

    The sign of a zero result is lost in the sum of an exponential and -1.
    """
    at = x.at
    rest = exp_minus_one_of_rest(reduction.rest, EXPM1)
    half = at.power_of_two(reduction.exponent - 1)
    doubled = rest.times_plus(half, half - 0.5) * 2.0
    return where(reduction.exponent.equals(0), rest, doubled)


def expm1(x: Real) -> Real:
    at = x.at
    inside = clamped(x, SMALL_EXPM1[at.name], LIMITS[at.name][1])
    return expm1_magnitude(inside, reduced(inside)).with_sign_of(x)


# -- Hyperbolic functions ----------------------------------------------------------------------------------------------

TANH_IS_ONE = {"f32": 9.1, "f64": 19.1}
TANH_BORDER = 0.625
"""The magnitude up to which tanh is a polynomial."""
LIMIT_OF_HALF = {"f32": 90.0, "f64": 711.0}
"""The argument at which exp(x) / 2 becomes infinity."""


def tanh(x: Real) -> Real:
    """tanh(x) = 1 - 2 / (exp(2 |x|) + 1); a polynomial where |x| is small"""
    at = x.at
    size = abs(x)
    square = size * size
    small = (square * size).times_plus(polynomial(TANH[at.name], square), size)
    limit = TANH_IS_ONE[at.name]
    large = 1.0 - 2.0 / (moderate_exp(where(size > limit, limit, size) * 2.0) + 1.0)
    return where(size <= TANH_BORDER, small, large).with_sign_of(x)


def _half_of_exp(x: Real) -> Real:
    """exp(x) / 2 for x >= 0"""
    limit = LIMIT_OF_HALF[x.at.name]
    reduction = reduced(where(x > limit, limit, x))
    return scaled(exp_minus_one_of_rest(reduction.rest) + 1.0, reduction.exponent - 1)


def cosh(x: Real) -> Real:
    """cosh(x) = e + 1 / (4 e) with e = exp(|x|) / 2"""
    half = _half_of_exp(abs(x))
    return half + 0.25 / half


def sinh(x: Real) -> Real:
    """sinh(x) = e - 1 / (4 e) with e = exp(|x|) / 2; a polynomial where |x| <= 1"""
    size = abs(x)
    half = _half_of_exp(size)
    square = size * size
    small = (square * size).times_plus(polynomial(SINH[x.at.name], square), size)
    return where(size <= 1.0, small, half - 0.25 / half).with_sign_of(x)
