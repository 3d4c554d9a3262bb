"""Whether linear constraints over integers have a solution.

Equalities are solved as they are added: one with a coefficient of 1 gives a variable away, any other is first turned
into such a one by changing variables, as Euclid's algorithm does. So no solution is lost and none is gained.
Inequalities are combined by Fourier-Motzkin elimination, each tightened to integers. That is exact as long as one of
the two coefficients that cancel is 1; otherwise the real shadow may hold rational points alone, and only a point in the
dark shadow proves that there is an integer one. Where neither decides, the answer is "unknown".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import Enum
from math import gcd

Row = dict[int, int]
"""Coefficients by variable, none of them zero; the constant term stands at `CONSTANT`."""

CONSTANT = -1
MAX_ROWS = 300
"""Elimination gives up before it makes more inequalities than this."""


class Answer(Enum):
    """What is known of the solutions."""

    EMPTY = "empty"
    INHABITED = "inhabited"
    UNKNOWN = "unknown"


class _Contradiction(Exception):
    """A constraint that nothing satisfies. Never leaves this module."""


def combined(first: Row, first_factor: int, second: Row, second_factor: int) -> Row:
    """A sum of multiples of two rows."""
    result = {column: value * first_factor for column, value in first.items()}
    for column, value in second.items():
        total = result.get(column, 0) + value * second_factor
        if total:
            result[column] = total
        else:
            result.pop(column, None)
    return result


class System:
    """Equalities and inequalities over variables that are numbered from 0 on."""

    __slots__ = ("_definitions", "_inequalities", "_is_empty", "num_variables")

    def __init__(self) -> None:
        self.num_variables = 0
        self._definitions: list[tuple[int, Row]] = []
        """Variables that are given away, and what they are in terms of those that are not."""
        self._inequalities: list[Row] = []
        self._is_empty = False

    def copy(self) -> System:
        """The same constraints, to which others can be added."""
        made = System()
        made.num_variables = self.num_variables
        made._definitions = list(self._definitions)
        made._inequalities = list(self._inequalities)
        made._is_empty = self._is_empty
        return made

    @property
    def is_empty(self) -> bool:
        """Whether equalities alone were found to contradict each other."""
        return self._is_empty

    def new_variable(self) -> int:
        """The number of a further variable."""
        self.num_variables += 1
        return self.num_variables - 1

    def reduced(self, row: Row) -> Row:
        """The row in terms of the variables that are not given away."""
        for column, definition in self._definitions:
            value = row.get(column)
            if value is not None:
                row = _substituted(row, column, value, definition)
        return row

    def add_inequality(self, row: Row) -> None:
        """`row >= 0`"""
        self._inequalities.append(row)

    def add_equality(self, row: Row) -> None:
        """`row == 0`"""
        row = dict(self.reduced(row))
        while not self._is_empty:
            columns = [column for column in row if column != CONSTANT]
            common = gcd(*[row[column] for column in columns])
            constant = row.get(CONSTANT, 0)
            if common == 0 or constant % common:
                self._is_empty = constant != 0
                return
            if common != 1:
                row = {column: value // common for column, value in row.items()}
            column = min(columns, key=lambda each: abs(row[each]))
            pivot = row.pop(column)
            if abs(pivot) == 1:
                self._definitions.append((column, {each: -pivot * value for each, value in row.items()}))
                return
            fresh = self.new_variable()
            definition = {each: -(value // pivot) for each, value in row.items() if value // pivot}
            row = {each: value % pivot for each, value in row.items() if value % pivot}
            definition[fresh], row[fresh] = 1, pivot
            self._definitions.append((column, definition))

    def value_of(self, column: int) -> int | None:
        """The only value that the equalities leave for a variable."""
        row = self.reduced({column: 1})
        if not row:
            return 0
        return row[CONSTANT] if len(row) == 1 and CONSTANT in row else None

    def examine(self) -> Answer:
        """Whether there is a solution."""
        if self._is_empty:
            return Answer.EMPTY
        rows = [self.reduced(row) for row in self._inequalities]
        try:
            if _eliminate(rows, dark=False):
                return Answer.INHABITED
        except _Contradiction:
            return Answer.EMPTY
        try:
            _eliminate(rows, dark=True)
        except _Contradiction:
            return Answer.UNKNOWN
        except _TooManyRows:
            return Answer.UNKNOWN
        return Answer.INHABITED


class _TooManyRows(Exception):
    """Elimination was given up. Never leaves this module."""


def _substituted(row: Row, column: int, value: int, definition: Row) -> Row:
    result = dict(row)
    del result[column]
    for other, factor in definition.items():
        total = result.get(other, 0) + value * factor
        if total:
            result[other] = total
        else:
            result.pop(other, None)
    return result


def _tightest(rows: Iterable[Row]) -> list[Row]:
    """Rows divided by their common divisors and rounded, of parallel ones only the tightest."""
    constants: dict[tuple[tuple[int, int], ...], int] = {}
    for row in rows:
        constant = row.get(CONSTANT, 0)
        columns = [item for item in row.items() if item[0] != CONSTANT]
        if not columns:
            if constant < 0:
                raise _Contradiction
            continue
        common = gcd(*[value for _, value in columns])
        if common != 1:
            columns = [(column, value // common) for column, value in columns]
            constant //= common
        columns.sort()
        key = tuple(columns)
        known = constants.get(key)
        if known is None or constant < known:
            constants[key] = constant
    for key, constant in constants.items():
        opposite = constants.get(tuple([(column, -value) for column, value in key]))
        if opposite is not None and opposite + constant < 0:
            raise _Contradiction
    return [{**dict(key), CONSTANT: constant} for key, constant in constants.items()]


def _eliminate(rows: Iterable[Row], *, dark: bool) -> bool:
    """Eliminate all variables; whether that was exact. Raises where a contradiction appears.

    Without `dark`, giving up counts as not exact.
    """
    exact = True
    current = _tightest(rows)
    while current:
        choice = _cheapest_column(current)
        if choice is None:
            return exact
        column, made, loses = choice
        if len(current) + made > MAX_ROWS:
            if dark:
                raise _TooManyRows
            return False
        exact = exact and not loses
        kept = [row for row in current if column not in row]
        lower = [row for row in current if row.get(column, 0) > 0]
        upper = [row for row in current if row.get(column, 0) < 0]
        kept += [_shadow(low, high, column, dark=dark) for low in lower for high in upper]
        current = _tightest(kept)
    return exact


def _shadow(low: Row, high: Row, column: int, *, dark: bool) -> Row:
    """What two bounds of a variable say of the others."""
    first, second = low[column], -high[column]
    row = combined(low, second, high, first)
    if dark and first > 1 and second > 1:
        row[CONSTANT] = row.get(CONSTANT, 0) - (first - 1) * (second - 1)
    return row


def _cheapest_column(rows: list[Row]) -> tuple[int, int, bool] | None:
    """A variable whose elimination loses nothing if there is one, and makes few rows; how many, and whether it does."""
    lower: Counter[int] = Counter()
    upper: Counter[int] = Counter()
    wide_lower: set[int] = set()
    wide_upper: set[int] = set()
    for row in rows:
        for column, value in row.items():
            if column == CONSTANT:
                continue
            (lower if value > 0 else upper)[column] += 1
            if abs(value) != 1:
                (wide_lower if value > 0 else wide_upper).add(column)
    best: tuple[bool, int, int] | None = None
    for column in lower.keys() | upper.keys():
        made = lower[column] * upper[column]
        loses = bool(made) and column in wide_lower and column in wide_upper
        candidate = (loses, made - lower[column] - upper[column], column)
        if best is None or candidate < best:
            best = candidate
    if best is None:
        return None
    loses, _, column = best
    return column, lower[column] * upper[column], loses
