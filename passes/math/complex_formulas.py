"""Functions of complex numbers by their real and imaginary parts, in whatever does arithmetic on real ones.

    ComplexFormulas(real).multiply((a, b), (c, d))  ->  (ac - bd, ad + bc)

`real` makes the ops: of `graph` on whole tensors (`passes/graph/complex_parts.py`), or of `arith` and `math` on single
numbers (`passes/mlir/complex_to_arith.py`).
"""

from __future__ import annotations

from math import inf
from typing import Any, TypeAlias

from dlc.ir import Value

Parts: TypeAlias = tuple[Value, ...]
"""The real part of numbers and, of complex ones, the imaginary part."""


class ComplexFormulas:
    """The functions; `real` has functions of real numbers by the names of graph ops, one of them `constant_like`."""

    def __init__(self, real: Any) -> None:
        self.real = real

    def multiply(self, x: Parts, y: Parts) -> Parts:
        """Return products; a real factor has one part."""
        r = self.real
        if len(x) == 1 or len(y) == 1:
            return tuple(r.mul(one, other) for one in x for other in y)
        (a, b), (c, d) = x, y
        return r.sub(r.mul(a, c), r.mul(b, d)), r.add(r.mul(a, d), r.mul(b, c))

    def divide(self, x: Parts, y: Parts) -> Parts:
        """Return quotients, scaled by the larger part of the divisor so that its square does not overflow."""
        r = self.real
        (a, b), (c, d) = x, y
        is_real = r.compare("ge", r.abs(c), r.abs(d))
        large, small = r.select(is_real, c, d), r.select(is_real, d, c)
        is_zero = r.compare("eq", large, 0)
        ratio = r.div(small, r.select(is_zero, r.constant_like(1, large), large))
        scale = r.add(large, r.mul(small, ratio))
        ar, br = r.mul(a, ratio), r.mul(b, ratio)
        real = r.select(is_real, r.add(a, br), r.add(ar, b))
        imaginary = r.select(is_real, r.sub(b, ar), r.sub(br, a))
        return r.div(real, scale), r.div(imaginary, scale)

    def absolute(self, x: Parts) -> Value:
        """Return distances from 0, scaled by the larger part so that its square does not overflow."""
        r = self.real
        a, b = (r.abs(part) for part in x)
        large, small = r.maximum(a, b), r.minimum(a, b)
        is_zero = r.compare("eq", large, 0)
        ratio = r.div(small, r.select(is_zero, r.constant_like(1, large), large))
        length = r.mul(large, r.sqrt(r.add(r.mul(ratio, ratio), 1)))
        return r.select(r.or_(r.is_inf(a), r.is_inf(b)), r.constant_like(inf, length), length)

    def exponential(self, x: Parts) -> Parts:
        """Return e^a (cos b + i sin b)."""
        r = self.real
        a, b = x
        size = r.exp(a)
        return r.mul(size, r.cos(b)), self._times(r.sin(b), size)

    def logarithm(self, x: Parts) -> Parts:
        """Return the logarithm of the distance, and the angle."""
        r = self.real
        return r.log(self.absolute(x)), r.atan2(x[1], x[0])

    def square_root(self, x: Parts) -> Parts:
        """Return the roots whose real part is not negative."""
        r = self.real
        a, b = x
        length = self.absolute(x)
        root = r.sqrt(r.mul(r.add(length, r.abs(a)), 0.5))
        safe = r.select(r.compare("eq", root, 0), r.constant_like(1, root), root)
        other = r.select(r.is_inf(b), r.abs(b), r.div(r.abs(b), r.mul(safe, 2)))
        is_right = r.compare("ge", a, 0)
        return r.select(is_right, root, other), r.copysign(r.select(is_right, other, root), b)

    def sine(self, x: Parts) -> Parts:
        """Return sin a cosh b + i cos a sinh b."""
        r = self.real
        a, b = x
        return self._times(r.sin(a), r.cosh(b)), r.mul(r.cos(a), r.sinh(b))

    def cosine(self, x: Parts) -> Parts:
        """Return cos a cosh b - i sin a sinh b."""
        r = self.real
        a, b = x
        return r.mul(r.cos(a), r.cosh(b)), r.neg(self._times(r.sin(a), r.sinh(b)))

    def _times(self, x: Value, y: Value) -> Value:
        """Return products of which 0 times infinity is 0: infinities here are numbers that are too large."""
        r = self.real
        return r.mul(x, r.select(r.compare("eq", x, 0), r.copysign(r.constant_like(1, y), y), y))

    def tangent(self, x: Parts) -> Parts:
        """Return i tanh of the number turned by a quarter."""
        r = self.real
        imaginary, real = self.hyperbolic_tangent((r.neg(x[1]), x[0]))
        return real, r.neg(imaginary)

    def hyperbolic_tangent(self, x: Parts) -> Parts:
        """Return (t (1 + tan^2 b) + i (1 - t^2) tan b) / (1 + t^2 tan^2 b), where t is tanh a."""
        r = self.real
        t, u = r.tanh(x[0]), r.tan(x[1])
        squares = r.mul(t, t), r.mul(u, u)
        scale = r.add(r.mul(*squares), 1)
        real = r.div(r.mul(t, r.add(squares[1], 1)), scale)
        return real, r.div(r.mul(self._one_minus(squares[0]), u), scale)

    def _one_minus(self, x: Value) -> Value:
        """Return 1 - x."""
        r = self.real
        return r.sub(r.constant_like(1, x), x)

    def power(self, x: Parts, y: Parts) -> Parts:
        """Return e^(y log x); 0 to the power of a number other than 0 is 0."""
        r = self.real
        result = self.exponential(self.multiply(self.logarithm(x), y))
        is_zero = r.and_(r.compare("eq", x[0], 0), r.compare("eq", x[1], 0))
        no_power = r.and_(r.compare("eq", y[0], 0), r.compare("eq", y[1], 0))
        of_zero = r.select(no_power, r.constant_like(1, x[0]), r.constant_like(0, x[0]))
        return (
            r.select(is_zero, of_zero, result[0]),
            r.select(is_zero, r.constant_like(0, result[1]), result[1]),
        )

    def reciprocal_root(self, x: Parts) -> Parts:
        """Return 1 / sqrt(x)."""
        r = self.real
        root = self.square_root(x)
        return self.divide((r.constant_like(1, root[0]), r.constant_like(0, root[0])), root)

    def sign(self, x: Parts) -> Parts:
        """Return numbers divided by their distance from 0; 0 stays."""
        r = self.real
        length = self.absolute(x)
        safe = r.select(r.compare("eq", length, 0), r.constant_like(1, length), length)
        return tuple(r.div(part, safe) for part in x)

    def logistic(self, x: Parts) -> Parts:
        """Return 1 / (1 + e^-x)."""
        r = self.real
        size = self.exponential(tuple(map(r.neg, x)))
        one = r.constant_like(1, x[0])
        return self.divide((one, r.constant_like(0, one)), (r.add(size[0], one), size[1]))

    def exponential_minus_one(self, x: Parts) -> Parts:
        """Return e^x - 1, by expm1(a) cos b - 2 sin^2(b / 2)."""
        r = self.real
        a, b = x
        half = r.sin(r.mul(b, 0.5))
        real = r.sub(r.mul(r.expm1(a), r.cos(b)), r.mul(r.mul(half, half), 2))
        return real, r.mul(r.exp(a), r.sin(b))

    def logarithm_of_one_plus(self, x: Parts) -> Parts:
        """Return log(1 + x): near 0, by log1p of what the squared distance of 1 + x from 0 has more than 1."""
        r = self.real
        a, b = x
        b_squared, moved = r.mul(b, b), r.add(a, 1)
        near = r.mul(r.log1p(r.add(r.mul(a, r.add(a, 2)), b_squared)), 0.5)
        is_near = r.compare("lt", r.maximum(r.abs(a), r.abs(b)), 0.5)
        return r.select(is_near, near, r.log(self.absolute((moved, b)))), r.atan2(b, moved)

    def cube_root(self, x: Parts) -> Parts:
        """Return the root of the distance at a third of the angle."""
        r = self.real
        size, angle = r.cbrt(self.absolute(x)), r.div(r.atan2(x[1], x[0]), 3)
        return r.mul(size, r.cos(angle)), r.mul(size, r.sin(angle))

    def hyperbolic_sine(self, x: Parts) -> Parts:
        """Return -i sin(i x)."""
        return self._turned_back(self.sine(self._turned(x)))

    def hyperbolic_cosine(self, x: Parts) -> Parts:
        """Return cos(i x)."""
        return self.cosine(self._turned(x))

    def arc_cosine(self, x: Parts) -> Parts:
        """Return the angles by Kahan's formulas, which are right beside the cuts."""
        r = self.real
        below, above = self._roots_of_one_minus_and_plus(x)
        angle = r.mul(r.atan2(below[0], above[0]), 2)
        return angle, r.asinh(r.sub(r.mul(above[0], below[1]), r.mul(above[1], below[0])))

    def arc_sine(self, x: Parts) -> Parts:
        """Return the angles by Kahan's formulas."""
        r = self.real
        below, above = self._roots_of_one_minus_and_plus(x)
        angle = r.atan2(x[0], self.multiply(below, above)[0])
        return angle, r.asinh(r.sub(r.mul(below[0], above[1]), r.mul(below[1], above[0])))

    def inverse_hyperbolic_cosine(self, x: Parts) -> Parts:
        """Return the numbers by Kahan's formulas."""
        r = self.real
        a, b = x
        below, above = self.square_root((r.sub(a, 1), b)), self.square_root((r.add(a, 1), b))
        size = r.asinh(r.add(r.mul(below[0], above[0]), r.mul(below[1], above[1])))
        return size, r.mul(r.atan2(below[1], above[0]), 2)

    def inverse_hyperbolic_sine(self, x: Parts) -> Parts:
        """Return -i asin(i x)."""
        return self._turned_back(self.arc_sine(self._turned(x)))

    def inverse_hyperbolic_tangent(self, x: Parts) -> Parts:
        """Return log((1 + x) / (1 - x)) / 2; near 0, the size by log1p."""
        r = self.real
        a, b = x
        squared, above, below = r.mul(b, b), r.add(a, 1), self._one_minus(a)
        far, near = r.add(r.mul(above, above), squared), r.add(r.mul(below, below), squared)
        size = r.select(
            r.compare("lt", r.abs(a), 0.5),
            r.log1p(r.div(r.mul(a, 4), near)),
            r.sub(r.log(far), r.log(near)),
        )
        angle = r.atan2(r.mul(b, 2), r.sub(r.mul(below, above), squared))
        return r.mul(size, 0.25), r.mul(angle, 0.5)

    def arc_tangent(self, x: Parts) -> Parts:
        """Return -i atanh(i x)."""
        return self._turned_back(self.inverse_hyperbolic_tangent(self._turned(x)))

    def _roots_of_one_minus_and_plus(self, x: Parts) -> tuple[Parts, Parts]:
        """Return sqrt(1 - x) and sqrt(1 + x)."""
        r = self.real
        a, b = x
        return self.square_root((self._one_minus(a), r.neg(b))), self.square_root((r.add(a, 1), b))

    def _turned(self, x: Parts) -> Parts:
        """Return i x."""
        return self.real.neg(x[1]), x[0]

    def _turned_back(self, x: Parts) -> Parts:
        """Return -i x."""
        return x[1], self.real.neg(x[0])

    def angle(self, y: Parts, x: Parts) -> Parts:
        """Return -i log((x + i y) / sqrt(x^2 + y^2))."""
        r = self.real
        (a, b), (c, d) = y, x
        squares = [self.multiply(part, part) for part in (x, y)]
        length = self.square_root((r.add(squares[0][0], squares[1][0]), r.add(squares[0][1], squares[1][1])))
        real, imaginary = self.logarithm(self.divide((r.sub(c, b), r.add(d, a)), length))
        return imaginary, r.neg(real)
