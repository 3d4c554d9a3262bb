"""Numbers in twice the precision: unevaluated sums of a float and a much smaller one, computed with multiply-add."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .expressions import ExpressionBuilder, Real


@dataclass(frozen=True)
class Pair:
    """The sum high + low, of which high is the rounded value (or nearly)."""

    high: Real
    low: Real

    def sum(self) -> Real:
        return self.high + self.low


def exact_sum(a: Real, b: Real) -> Pair:
    """Return a + b without error, where |a| >= |b| or a is zero."""
    high = a + b
    return Pair(high, b - (high - a))


def exact_sum_unordered(a: Real, b: Real) -> Pair:
    """Return a + b without error."""
    high = a + b
    shifted = high - a
    return Pair(high, (a - (high - shifted)) + (b - shifted))


def exact_product(a: Real, b: Real) -> Pair:
    """Return a * b without error, if nothing is subnormal."""
    high = a * b
    return Pair(high, a.times_plus(b, -high))


def product(a: Pair, b: Pair) -> Pair:
    """Return a * b."""
    high = a.high * b.high
    low = a.high.times_plus(b.high, -high)
    low = a.high.times_plus(b.low, low)
    return exact_sum(high, a.low.times_plus(b.high, low))


def sum_of(a: Pair, b: Pair) -> Pair:
    """Return a + b, where |a| >= |b|."""
    high = exact_sum(a.high, b.high)
    return exact_sum(high.high, high.low + (a.low + b.low))


def quotient(numerator: Pair, denominator: Pair) -> Pair:
    """Return numerator / denominator, with one division."""
    inverse = 1.0 / denominator.high
    high = numerator.high * inverse
    rest = (-high).times_plus(denominator.high, numerator.high)
    rest = (-high).times_plus(denominator.low, rest + numerator.low)
    return exact_sum(high, rest * inverse)


def constant_pair(at: ExpressionBuilder, value: Fraction) -> Pair:
    """Return a constant in twice the precision."""
    high, low = parts(at, value, 2)
    return Pair(high, low)


def parts(at: ExpressionBuilder, value: Fraction, count: int) -> list[Real]:
    """Return a constant as a sum of `count` floats, from the largest."""
    floats: list[Real] = []
    for _ in range(count):
        bits = at.form.from_fraction(value)
        floats.append(at.from_bits(bits))
        value -= at.form.to_fraction(bits)
    return floats


def polynomial(coefficients: Sequence[float], x: Real) -> Real:
    """Return c0 + c1 x + c2 x^2 + …, from the highest power."""
    at = x.at
    result = at.number(coefficients[-1])
    for coefficient in reversed(coefficients[:-1]):
        result = result.times_plus(x, coefficient)
    return result


def polynomial_of_pairs(coefficients: Sequence[float], x: Real) -> Real:
    """Return a polynomial by Estrin's scheme: adjacent terms first, then pairs of them, so that few operations wait for
    others.

    It suits long polynomials on the critical path, if one more rounding is acceptable.
    """
    terms = [x.at.number(coefficient) for coefficient in coefficients]
    power = x
    while len(terms) > 1:
        joined = [high.times_plus(power, low) for low, high in zip(terms[::2], terms[1::2], strict=False)]
        terms = [*joined, *terms[2 * len(joined) :]]
        if len(terms) > 1:
            power = power * power
    return terms[0]
