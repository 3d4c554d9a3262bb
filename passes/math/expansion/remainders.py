"""The remainder of a division towards zero, exact for every pair of floats.

Each step takes away the nearest multiple of the divisor times a power of two. As quotients of one step are small, they
are wrong by less than a quarter before they are rounded, and what a fused product leaves is exact: it has the unit of
the operands, and is hardly larger than half of the divisor. f32 is computed in f64, whose exponents are large enough
for divisors times powers of two.
"""

from __future__ import annotations

from dlc.dialects import arith, math
from dlc.ir.builtin_types import f64, like

from .expressions import ExpressionBuilder, Real, where

STEPS = (235, 188, 141, 94, 47, 0)
"""Powers of two by which the divisor is multiplied. Quotients of f32 are smaller than 2^277, so those of the first step
are smaller than 2^42, and those of others than 2^47.
"""


def remainder(x: Real, y: Real) -> Real:
    """Return x - trunc(x / y) * y of f32, with the sign of x."""
    wide = ExpressionBuilder(x.at.rewriter, like(x.at.reals, f64))
    size, divisor = (Real(wide, wide.emit(arith.ExtFOp(abs(each).value, wide.reals))) for each in (x, y))
    rest = _remainder_of_sizes(size, divisor)
    has_size = (divisor.equals(wide.infinity)) & (size < wide.infinity)
    result = where(has_size, size, rest)
    return Real(x.at, x.at.emit(arith.TruncFOp(result.value, x.at.reals))).with_sign_of(x)


def _remainder_of_sizes(size: Real, divisor: Real) -> Real:
    """Return the remainder of floats without a sign: nan if the divisor is 0, or one of them is infinite."""
    reciprocal = 1.0 / divisor
    for step in STEPS:
        quotient = _nearest(size * (reciprocal * 2.0**-step))
        size = (-quotient).times_plus(divisor * 2.0**step, size)
    return where(size < 0.0, size + divisor, size)


def _nearest(x: Real) -> Real:
    return Real(x.at, x.at.emit(math.RoundEvenOp(x.value)))
