"""Bounds of affine expressions, given ranges of their dimensions and symbols.

    affine_bounds(d0 * 2 - d1, [(0, 7), (0, None)])     # (None, 14)

This is interval arithmetic: each operation widens the ranges of its operands independently, so that `d0 - d0 mod 4` is
bounded less tightly than it could be. Simplifying first makes the answer sharper.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from .expr import AffineDimExpr, AffineExpr, AffineSymbolExpr
from .traversal import postorder

Range = tuple[int | None, int | None]
"""The least and the greatest value, both included; `None` where there is no bound."""

_UNBOUNDED: Range = (None, None)


def affine_bounds(expr: AffineExpr, dims: Sequence[Range], symbols: Sequence[Range] = ()) -> Range:
    """Return the range of `expr`; dimensions and symbols beyond the lists are unbounded."""
    return _bounds(expr, tuple(dims), tuple(symbols))


@lru_cache(maxsize=1 << 13)
def _bounds(expr: AffineExpr, dims: tuple[Range, ...], symbols: tuple[Range, ...]) -> Range:
    ranges: dict[AffineExpr, Range] = {}
    for part in postorder((expr,)):
        if part.operands:
            lhs, rhs = part.operands
            ranges[part] = _OPERATIONS[part.kind](ranges[lhs], ranges[rhs])
        elif isinstance(part, (AffineDimExpr, AffineSymbolExpr)):
            given = dims if isinstance(part, AffineDimExpr) else symbols
            ranges[part] = given[part.position] if part.position < len(given) else _UNBOUNDED
        else:
            ranges[part] = (part.constant_value, part.constant_value)
    return ranges[expr]


def _add(lhs: Range, rhs: Range) -> Range:
    (low, high), (other_low, other_high) = lhs, rhs
    return (
        None if low is None or other_low is None else low + other_low,
        None if high is None or other_high is None else high + other_high,
    )


_Bound = int | float
"""An int, or plus or minus infinity."""


def _ends(bounds: Range) -> tuple[_Bound, _Bound]:
    low, high = bounds
    return (float("-inf") if low is None else low), (float("inf") if high is None else high)


def _hull(corners: Iterable[_Bound]) -> Range:
    corners = list(corners)
    low, high = min(corners), max(corners)
    return (low if isinstance(low, int) else None), (high if isinstance(high, int) else None)


def _product(a: _Bound, b: _Bound) -> _Bound:
    """Zero times anything is zero, and so is zero times infinity; a finite int stays exact."""
    if a == 0 or b == 0:
        return 0
    if isinstance(a, int) and isinstance(b, int):
        return a * b
    return float("inf") if (a > 0) == (b > 0) else float("-inf")


def _mul(lhs: Range, rhs: Range) -> Range:
    return _hull(_product(a, b) for a in _ends(lhs) for b in _ends(rhs))


def _quotient(a: _Bound, b: _Bound) -> _Bound:
    """Return the floor of the quotient by a positive divisor."""
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    if isinstance(a, int):
        return 0 if a >= 0 else -1
    return a


def _positive(divisor: Range) -> tuple[int, int | None] | None:
    """Return the part of the range where division is defined; `None` if there is none."""
    low, high = divisor
    if high is not None and high <= 0:
        return None
    return (1 if low is None or low <= 0 else low), high


def _floordiv(lhs: Range, rhs: Range) -> Range:
    divisor = _positive(rhs)
    if divisor is None:
        return _UNBOUNDED
    return _hull(_quotient(a, b) for a in _ends(lhs) for b in _ends(divisor))


def _ceildiv(lhs: Range, rhs: Range) -> Range:
    """`a ceildiv b` is `-(-a floordiv b)`."""
    return _mul(_floordiv(_mul(lhs, (-1, -1)), rhs), (-1, -1))


def _mod(lhs: Range, rhs: Range) -> Range:
    divisor = _positive(rhs)
    if divisor is None:
        return _UNBOUNDED
    low, high = lhs
    least, greatest = divisor
    if low is not None and high is not None:
        in_one_period = low // least == high // least if least == greatest else low >= 0 and high < least
        if in_one_period:
            return low % least, high % least
    limit = None if greatest is None else greatest - 1
    if low is None or low < 0 or high is None:
        return 0, limit
    return 0, high if limit is None else min(high, limit)


_OPERATIONS = {"add": _add, "mul": _mul, "mod": _mod, "floordiv": _floordiv, "ceildiv": _ceildiv}
