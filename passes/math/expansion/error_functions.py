"""The error function and its complement."""

from __future__ import annotations

from .coefficients import ERF, ERF_ROOT_4, ERF_ROOT_8, ERFC, ERFC_SLOPE
from .exponentials import exp_minus_one_of_rest, log2_of_e, nearest_power, without_multiple_of_ln2
from .expressions import Real, where
from .pairs import exact_product, polynomial, polynomial_of_pairs

ERF_IS_ONE = {"f32": 3.95, "f64": 5.95}
ERFC_IS_ONE = {"f32": 2.0**-26, "f64": 2.0**-55}
"""The magnitude up to which erfc(x) must be 1, which a rounded product may miss."""
ERFC_IS_ZERO = {"f32": 10.1, "f64": 27.3}
ERF_ROOTS = {"f32": (ERF_ROOT_4["f32"], 2, polynomial_of_pairs), "f64": (ERF_ROOT_8["f64"], 3, polynomial)}
"""The polynomial for erf beyond 1, the number of times that it is squared, and its evaluation: rounding errors of the
higher root count twice as much.
"""


def erf(x: Real) -> Real:
    """erf(x): a polynomial up to 1, beyond it 1 - 1 / polynomial^4 (f32) or ^8 (f64), which is smooth, without exp."""
    at = x.at
    size = abs(x)
    limit = ERF_IS_ONE[at.name]
    size = where(size > limit, limit, size)
    small = size.times_plus(polynomial(ERF[at.name], size * size), size)
    coefficients, squarings, evaluated = ERF_ROOTS[at.name]
    power = evaluated(coefficients, size - 1.0)
    for _ in range(squarings):
        power = power * power
    sign = x.bits() & at.form.sign_bit
    return (where(size <= 1.0, small, 1.0 - 1.0 / power).bits() | sign).as_real()


ERFC_SHIFT = 5 / 2
ERFC_CENTRE = 13 / 64
ERFC_RAISED = 64
"""The exponent by which results are scaled up until the end, because the smallest ones are subnormal."""


def erfc(x: Real) -> Real:
    """exp(-x^2) (1 + p(w)) r with r = 1 / (x + 5/2) and w = r - 13/64; for negative x, 2 - erfc(-x).

    The rounding errors of x^2 and r are added to the argument of exp. As 1 is added only in the last step, the rounding
    errors before it count less.
    """
    at = x.at
    size = abs(x)
    limit = ERFC_IS_ZERO[at.name]
    size = where(size > limit, limit, size)
    inverse, error = _inverse_of_sum(size, ERFC_SHIFT)
    centred = inverse - ERFC_CENTRE
    factor = polynomial(ERFC[at.name], centred)
    square = exact_product(size, size)
    whole, power = nearest_power(-square.high, log2_of_e(at), ERFC_RAISED)
    lost = error.times_plus(polynomial(ERFC_SLOPE[at.name], centred), -square.low)
    change = exp_minus_one_of_rest(without_multiple_of_ln2(-square.high, whole, lost))
    change = (factor + 1.0).times_plus(change, factor)
    lowered = inverse * 2.0**-ERFC_RAISED
    tail = lowered.times_plus(change, lowered) * power
    tail = where(size < ERFC_IS_ONE[at.name], 1.0, tail)
    return where(x.bits() < 0, 2.0 - tail, tail)


def _inverse_of_sum(x: Real, addend: float) -> tuple[Real, Real]:
    """Return 1 / (x + addend), and its relative error from both roundings."""
    total = x + addend
    inverse = 1.0 / total
    rounded_off = x - (total - addend)
    error = (-inverse).times_plus(total, 1.0)
    return inverse, (-inverse).times_plus(rounded_off, error)
