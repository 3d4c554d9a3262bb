"""Affine expressions as `arith` ops, exact for negative numbers, using known ranges.

A sum or product is marked `nsw` where the ranges of its operands say that it fits 64 bits. The result of a map always
fits, or nothing is defined, so its outermost operation is marked too where its operands are exact. Divisors are
positive. Of what is never negative the unsigned quotient is taken; by a power of two one shifts and masks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from dlc.dialects import arith
from dlc.dialects.arith import IntegerOverflowFlagsAttr
from dlc.dialects.loop import known_range
from dlc.ir import Builder, Operation, Value
from dlc.ir.affine import AffineConstantExpr, AffineExpr, AffineMap, Range, affine_bounds
from dlc.ir.affine.traversal import postorder

NSW = IntegerOverflowFlagsAttr.of("nsw")
NO_FLAGS = arith.NO_OVERFLOW_FLAGS
LEAST, GREATEST = -(2**63), 2**63 - 1
MakeConstant = Callable[[int], Value]
"""Makes a constant of type index."""


class AffineArithmetic:
    """Computes expressions of dimensions and symbols where a builder inserts."""

    def __init__(self, builder: Builder, constant: MakeConstant, num_dims: int, operands: Sequence[Value]) -> None:
        self.builder = builder
        self.constant = constant
        self.num_dims = num_dims
        self.operands = operands
        self._ranges: tuple[tuple[Range, ...], tuple[Range, ...]] | None = None
        """Of the dimensions, and of the symbols."""
        self._values: dict[AffineExpr, Value] = {}

    def of(self, expr: AffineExpr) -> Value:
        """The value of an expression whose result is known to fit 64 bits. Parts that were computed are used again."""
        if not expr.operands:
            return self._leaf(expr)
        parts = postorder((expr,))
        fit = {expr, *(part.operands[0] for part in parts if part.kind in _DIVISIONS)}
        for part in parts:
            if part not in self._values and (part in fit or not _is_negation(part)):
                self._values[part] = self._computed(part, fits=part in fit)
        return self._values[expr]

    def _leaf(self, expr: AffineExpr) -> Value:
        if expr.constant_value is not None:
            return self.constant(expr.constant_value)
        return self.operands[expr.dim_bound - 1 if expr.dim_bound else self.num_dims + expr.symbol_bound - 1]

    def _computed(self, expr: AffineExpr, *, fits: bool) -> Value:
        if not expr.operands:
            return self._leaf(expr)
        if expr.kind in ("add", "mul"):
            return self._sum_or_product(expr, fits)
        lhs, rhs = expr.operands
        return _DIVISIONS[expr.kind](self, self._value(lhs), self._value(rhs), rhs.constant_value, self.range(lhs))

    def _value(self, expr: AffineExpr) -> Value:
        """Return the computed value; a negation is computed unless it is part of a sum."""
        value = self._values.get(expr)
        if value is None:
            value = self._values[expr] = self._computed(expr, fits=False)
        return value

    # -- Sums and products ---------------------------------------------------------------------------------------------

    def _sum_or_product(self, expr: AffineExpr, fits: bool) -> Value:
        lhs, rhs = expr.operands
        kind: type[arith.AddIOp | arith.SubIOp | arith.MulIOp] = arith.AddIOp
        if _is_negation(expr):
            kind, lhs, rhs = arith.SubIOp, AffineConstantExpr(0), lhs
        elif expr.kind == "mul":
            kind = arith.MulIOp
        elif _is_negation(rhs) and rhs not in self._values:
            kind, rhs = arith.SubIOp, rhs.operands[0]
        elif _is_negation(lhs) and lhs not in self._values:
            kind, lhs, rhs = arith.SubIOp, rhs, lhs.operands[0]
        exact = self._is_exact(lhs) and self._is_exact(rhs) and (fits or _is_within(self.range(expr)))
        return self.emit(kind(self._value(lhs), self._value(rhs), NSW if exact else NO_FLAGS))

    def compare(self, expr: AffineExpr, predicate: str) -> Value:
        """Return how an expression compares with zero; negative terms move to the other side to avoid overflow."""
        left, right = _sides(expr)
        return self.emit(arith.CmpIOp.of(predicate, self.of(left), self.of(right)))

    def range(self, expr: AffineExpr) -> Range:
        """The least and the greatest that an expression can be, as far as the loops around tell."""
        return affine_bounds(expr, *self._known_ranges())

    def _known_ranges(self) -> tuple[tuple[Range, ...], tuple[Range, ...]]:
        if self._ranges is None:
            ranges = tuple([known_range(value) for value in self.operands])
            self._ranges = ranges[: self.num_dims], ranges[self.num_dims :]
        return self._ranges

    def _is_exact(self, expr: AffineExpr) -> bool:
        """Return whether 64 bits provably hold an expression and all its parts."""
        return not expr.operands or _surely_fits(expr, *self._known_ranges())

    def emit(self, op: Operation) -> Value:
        return self.builder.insert(op).results[0]


@lru_cache(maxsize=1 << 13)
def _surely_fits(expr: AffineExpr, dims: tuple[Range, ...], symbols: tuple[Range, ...]) -> bool:
    """Return whether 64 bits hold an expression and all its parts."""
    parts = (part for part in postorder((expr,)) if part.kind in ("add", "mul"))
    return all(_is_within(affine_bounds(part, dims, symbols)) for part in parts)


def _is_negation(expr: AffineExpr) -> bool:
    return expr.kind == "mul" and expr.operands[1].constant_value == -1


def _sides(expr: AffineExpr) -> tuple[AffineExpr, AffineExpr]:
    """Two expressions whose difference is `expr`: its last term on the other side, if that is negative."""
    zero = AffineConstantExpr(0)
    if expr.kind != "add":
        return (zero, expr.operands[0]) if _is_negation(expr) else (expr, zero)
    lhs, rhs = expr.operands
    if _is_negation(rhs):
        return lhs, rhs.operands[0]
    if _is_negation(lhs):
        return rhs, lhs.operands[0]
    constant = rhs.constant_value
    return (lhs, AffineConstantExpr(-constant)) if constant is not None else (expr, zero)


def _is_within(bounds: Range) -> bool:
    low, high = bounds
    return low is not None and high is not None and low >= LEAST and high <= GREATEST


# -- Divisions ---------------------------------------------------------------------------------------------------------


def _is_power_of_two(divisor: int | None) -> bool:
    return divisor is not None and divisor > 0 and divisor & (divisor - 1) == 0


def _floordiv(to: AffineArithmetic, a: Value, b: Value, divisor: int | None, bounds: Range) -> Value:
    if divisor is not None and _is_power_of_two(divisor):
        return to.emit(arith.ShRSIOp(a, to.constant(divisor.bit_length() - 1)))
    if bounds[0] is not None and bounds[0] >= 0:
        return to.emit(arith.DivUIOp(a, b))
    return to.emit(arith.FloorDivSIOp(a, b))


def _ceildiv(to: AffineArithmetic, a: Value, b: Value, divisor: int | None, bounds: Range) -> Value:
    low, high = bounds
    if divisor is None or divisor <= 0 or high is None or high + divisor - 1 > GREATEST:
        return to.emit(arith.CeilDivSIOp(a, b))
    raised = to.emit(arith.AddIOp(a, to.constant(divisor - 1), NSW))
    return _floordiv(to, raised, b, divisor, (None if low is None else low + divisor - 1, high + divisor - 1))


def _mod(to: AffineArithmetic, a: Value, b: Value, divisor: int | None, bounds: Range) -> Value:
    if divisor is not None and _is_power_of_two(divisor):
        return to.emit(arith.AndIOp(a, to.constant(divisor - 1)))
    if bounds[0] is not None and bounds[0] >= 0:
        return to.emit(arith.RemUIOp(a, b))
    rest = to.emit(arith.RemSIOp(a, b))
    below = to.emit(arith.CmpIOp.of("slt", rest, to.constant(0)))
    return to.emit(arith.SelectOp(below, to.emit(arith.AddIOp(rest, b)), rest))


_DIVISIONS: dict[str, Callable[[AffineArithmetic, Value, Value, int | None, Range], Value]] = {
    "floordiv": _floordiv,
    "ceildiv": _ceildiv,
    "mod": _mod,
}


# -- Maps --------------------------------------------------------------------------------------------------------------


def map_values(
    builder: Builder, constant: MakeConstant, affine_map: AffineMap, operands: Sequence[Value]
) -> list[Value]:
    """The results of a map."""
    arithmetic = AffineArithmetic(builder, constant, affine_map.num_dims, operands)
    return [arithmetic.of(expr) for expr in affine_map.results]


def extreme_value(builder: Builder, values: Sequence[Value], extreme: str) -> Value:
    """The least (`min`) or greatest (`max`) of some indices."""
    kind = arith.MinSIOp if extreme == "min" else arith.MaxSIOp
    result = values[0]
    for value in values[1:]:
        result = builder.insert(kind(result, value)).results[0]
    return result
