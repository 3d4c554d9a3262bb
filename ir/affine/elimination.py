"""Proving that a system of linear constraints over integers has no solution.

Equalities are substituted away, checking that the greatest common divisor of their coefficients divides the constant;
inequalities are combined by Fourier-Motzkin elimination, each tightened to integers as it appears. The answer "empty"
is always right. "Not proven" can mean that a solution exists, that only rational solutions exist, or that the
elimination would have grown beyond `MAX_ROWS`: this is a cheap test, not a decision procedure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import gcd

from .flatten import CONSTANT, Row

MAX_ROWS = 400
"""Elimination gives up before it makes more inequalities than this."""

_Direction = tuple[tuple[int, int], ...]
"""The coefficients of a row without its constant, by column: rows of one direction are parallel."""


class ContradictionError(Exception):
    """A constraint that no integers satisfy. Never leaves this package."""


def normalized_equality(row: Row) -> Row:
    """`row == 0` divided by its common divisor, the first coefficient positive; empty where it says nothing."""
    constant = row.get(CONSTANT, 0)
    columns = sorted(column for column in row if column != CONSTANT)
    common = gcd(*(row[column] for column in columns))
    if constant and (common == 0 or constant % common != 0):
        raise ContradictionError
    if common == 0:
        return {}
    common = common if row[columns[0]] > 0 else -common
    return {column: value // common for column, value in row.items()}


def normalized_inequality(row: Row) -> Row:
    """`row >= 0` divided by its common divisor, rounded to what integers can reach; empty where it is always true."""
    common = gcd(*(value for column, value in row.items() if column != CONSTANT))
    if common == 0:
        if row.get(CONSTANT, 0) < 0:
            raise ContradictionError
        return {}
    return {column: value // common for column, value in row.items() if value // common}


def direction(row: Row) -> _Direction:
    return tuple(sorted(item for item in row.items() if item[0] != CONSTANT))


class _Inequalities:
    """Inequalities by direction, of which only the tightest of each counts."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.constants: dict[_Direction, int] = {}
        for row in rows:
            self.add(row)

    def add(self, row: Row) -> None:
        row = normalized_inequality(row)
        if not row:
            return
        key, constant = direction(row), row.get(CONSTANT, 0)
        known = self.constants.get(key)
        if known is not None and known <= constant:
            return
        opposite = self.constants.get(tuple([(column, -value) for column, value in key]))
        if opposite is not None and opposite + constant < 0:
            raise ContradictionError
        self.constants[key] = constant

    def rows(self) -> list[Row]:
        return [{**dict(key), CONSTANT: constant} for key, constant in self.constants.items()]


def is_provably_empty(equalities: Iterable[Row], inequalities: Iterable[Row]) -> bool:
    """Return whether `equalities == 0` and `inequalities >= 0` are known to have no common integer solution."""
    try:
        return _eliminate(_Inequalities(_substitute(list(equalities), list(inequalities))))
    except ContradictionError:
        return True


def _substitute(equalities: list[Row], inequalities: list[Row]) -> list[Row]:
    """The inequalities without the variables that the equalities determine."""
    while equalities:
        pivot = normalized_equality(equalities.pop())
        if not pivot:
            continue
        column = min((column for column in pivot if column != CONSTANT), key=lambda c: abs(pivot[c]))
        equalities = [_without(row, pivot, column) for row in equalities]
        inequalities = [_without(row, pivot, column) for row in inequalities]
    return inequalities


def _without(row: Row, pivot: Row, column: int) -> Row:
    """`row` with `column` cancelled by a multiple of `pivot`, the row itself scaled by a positive number."""
    value = row.get(column, 0)
    return _combination(row, abs(pivot[column]), pivot, -value if pivot[column] > 0 else value) if value else row


def _combination(first: Row, first_factor: int, second: Row, second_factor: int) -> Row:
    combined = {column: value * first_factor for column, value in first.items()}
    for column, value in second.items():
        combined[column] = combined.get(column, 0) + value * second_factor
    return {column: value for column, value in combined.items() if value}


def _eliminate(system: _Inequalities) -> bool:
    """Eliminate one variable after the other; `False` when none is left, or too many rows would be made."""
    rows = system.rows()
    while rows:
        column, growth = _cheapest_column(rows)
        if column is None or len(rows) + growth > MAX_ROWS:
            return False
        kept = [row for row in rows if column not in row]
        lower = [row for row in rows if row.get(column, 0) > 0]
        upper = [row for row in rows if row.get(column, 0) < 0]
        system = _Inequalities(kept)
        for low in lower:
            for high in upper:
                system.add(_combination(low, -high[column], high, low[column]))
        rows = system.rows()
    return False


def _cheapest_column(rows: list[Row]) -> tuple[int | None, int]:
    """The variable whose elimination makes the fewest rows, and how many it makes."""
    lower = Counter(column for row in rows for column, value in row.items() if value > 0)
    upper = Counter(column for row in rows for column, value in row.items() if value < 0)
    columns = (lower.keys() | upper.keys()) - {CONSTANT}
    if not columns:
        return None, 0
    column = min(columns, key=lambda c: (lower[c] * upper[c] - lower[c] - upper[c], c))
    return column, lower[column] * upper[column]
