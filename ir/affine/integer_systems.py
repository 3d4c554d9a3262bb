"""Systems of linear constraints over integers: do they have a solution?

Equalities are solved as they are added: one with a coefficient of 1 gives a variable away, any other is first turned
into such a one by changing variables, as Euclid's algorithm does. So no solution is lost and none is gained.
Inequalities are combined by Fourier-Motzkin elimination, each tightened to integers. That is exact as long as one of
the two coefficients that cancel is 1; otherwise the real shadow may hold rational points alone, and only a point in the
dark shadow proves that there is an integer one. Where neither decides, the answer is "unknown".

Constraints that share no variables are examined apart, and each such part once, however variables are numbered: the
loops of a nest are alike, and few have to do with one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import lru_cache
from math import gcd

Row = dict[int, int]
"""Coefficients by variable, none of them zero. The constant term stands at `CONSTANT`."""

CONSTANT = -1
"""The column of the constant term."""
MAX_ROWS = 300
"""Elimination gives up before it makes more inequalities than this."""


class Answer(Enum):
    """The known facts about the solutions."""

    EMPTY = "empty"
    INHABITED = "inhabited"
    UNKNOWN = "unknown"


class _Contradiction(Exception):
    """A constraint that nothing satisfies. Never leaves this module."""


def combined(first: Row, first_factor: int, second: Row, second_factor: int) -> Row:
    """Return a sum of multiples of two rows."""
    result = {column: value * first_factor for column, value in first.items()}
    add_multiple(result, second, second_factor)
    return result


def add_multiple(row: Row, other: Row, factor: int) -> None:
    """Add a multiple of another row to one that nobody else has."""
    for column, value in other.items():
        total = row.get(column, 0) + value * factor
        if total:
            row[column] = total
        else:
            row.pop(column, None)


class System:
    """Equalities and inequalities over variables that are numbered from 0 on."""

    __slots__ = ("_answer", "_given", "_inequalities", "_is_empty", "_places", "_unsettled", "num_variables")

    def __init__(self) -> None:
        self.num_variables = 0
        self._given: dict[int, Row] = {}
        """Variables that are given away, and what they are in terms of those that were not, then."""
        self._inequalities: list[Row] = []
        self._unsettled: set[int] = set()
        """Variables that were given away since inequalities were last looked at."""
        self._is_empty = False
        self._answer: Answer | None = None
        self._places: dict[int, list[int]] | None = None
        """By variable, the numbers of the inequalities that it is in."""

    def copy(self) -> System:
        """Return a copy, to which other constraints can be added."""
        duplicate = System()
        duplicate.num_variables = self.num_variables
        duplicate._given = dict(self._given)
        duplicate._inequalities = list(self.settled())
        duplicate._is_empty = self._is_empty
        return duplicate

    @property
    def is_empty(self) -> bool:
        """Whether equalities alone were found to contradict each other."""
        return self._is_empty

    def new_variable(self) -> int:
        """Return the number of a new variable."""
        self.num_variables += 1
        return self.num_variables - 1

    def reduced(self, row: Row) -> Row:
        """Return the row in terms of the variables that are not given away."""
        given = self._given
        if given.keys().isdisjoint(row):
            return row
        pending = [column for column in row if column in given]
        result = dict(row)
        while pending:
            column = pending.pop()
            value = result.pop(column, None)
            if value is None:
                continue
            for other, factor in given[column].items():
                total = result.get(other, 0) + value * factor
                if total:
                    result[other] = total
                    if other in given:
                        pending.append(other)
                else:
                    result.pop(other, None)
        return result

    def add_inequality(self, row: Row) -> None:
        """`row >= 0`"""
        self._answer = self._places = None
        self._inequalities.append(self.reduced(row))

    def add_equality(self, row: Row) -> None:
        """`row == 0`"""
        self._answer = self._places = None
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
                self._give(column, {each: -pivot * value for each, value in row.items()})
                return
            fresh = self.new_variable()
            definition = {each: -(value // pivot) for each, value in row.items() if value // pivot}
            row = {each: value % pivot for each, value in row.items() if value % pivot}
            definition[fresh], row[fresh] = 1, pivot
            self._give(column, definition)

    def _give(self, column: int, definition: Row) -> None:
        self._given[column] = definition
        self._unsettled.add(column)

    def value_of(self, column: int) -> int | None:
        """Return the only value that the equalities leave for a variable."""
        return value_of(self.reduced({column: 1}))

    def examine(self) -> Answer:
        """Return whether there is a solution."""
        if self._answer is None:
            answers = (_examined(_key(part)) for part in _connected(self.settled()))
            self._answer = Answer.EMPTY if self._is_empty else _worst(answers)
        return self._answer

    def excludes(self, row: Row) -> bool:
        """Return whether there is provably no solution in which a row is not negative."""
        if self._is_empty:
            return True
        row = self.reduced(row)
        return _examined(_key([row, *self._around(row)])) is Answer.EMPTY or self.examine() is Answer.EMPTY

    def most(self, row: Row, limit: int) -> int | None:
        """Return the greatest value from -1 on that a row can have, if it is certain to be less than a limit."""
        row = self.reduced(row)
        if all(column == CONSTANT for column in row):
            bound = row.get(CONSTANT, 0)
            return bound if bound < limit else None
        if self.examine() is Answer.EMPTY:
            return -1
        apart = row.get(CONSTANT, 0)
        terms = {column: value for column, value in row.items() if column != CONSTANT}
        bound = _most(_key([terms, *self._around(terms)]), -1 - apart, limit - apart)
        return None if bound is None else bound + apart

    def _around(self, row: Row) -> list[Row]:
        """Return the inequalities that have to do with a row, through variables that they have in common."""
        rows = self.settled()
        if self._places is None:
            self._places = {}
            for number, each in enumerate(rows):
                for column in each:
                    self._places.setdefault(column, []).append(number)
        pending, seen = [column for column in row if column != CONSTANT], {CONSTANT}
        numbers: dict[int, None] = {}
        while pending:
            column = pending.pop()
            if column in seen:
                continue
            seen.add(column)
            for number in self._places.get(column, ()):
                if number not in numbers:
                    numbers[number] = None
                    pending += rows[number]
        return [rows[number] for number in sorted(numbers)]

    def settled(self) -> list[Row]:
        """Return the inequalities in terms of the variables that are not given away."""
        if self._unsettled:
            given, rows = self._unsettled, self._inequalities
            self._inequalities = [row if given.isdisjoint(row) else self.reduced(row) for row in rows]
            self._unsettled = set()
        return self._inequalities


def value_of(row: Row) -> int | None:
    """Return the value of a row without variables; `None` of others."""
    if not row:
        return 0
    return row[CONSTANT] if len(row) == 1 and CONSTANT in row else None


# -- Parts of systems --------------------------------------------------------------------------------------------------


def _connected(rows: Iterable[Row]) -> Iterable[list[Row]]:
    """Groups of rows that have no variables in common; those without variables are a group of their own."""
    leaders: dict[int, int] = {CONSTANT: CONSTANT}

    def leader(column: int) -> int:
        while (above := leaders[column]) != column:
            column = above
        return column

    for row in rows:
        first: int | None = None
        for column in row:
            if column == CONSTANT:
                continue
            own = leaders.setdefault(column, column)
            if own != column:
                own = leader(own)
            if first is None:
                first = own
            leaders[own] = first
    groups: dict[int, list[Row]] = {}
    for row in rows:
        column = next((each for each in row if each != CONSTANT), CONSTANT)
        groups.setdefault(leader(column), []).append(row)
    return groups.values()


Key = tuple[tuple[tuple[int, int], ...], ...]
"""Rows whose variables are numbered as they come: the same for systems that differ by names alone."""


def _key(rows: Iterable[Row], numbers: dict[int, int] | None = None) -> Key:
    numbers = {CONSTANT: CONSTANT} if numbers is None else numbers
    return tuple(
        [tuple([(numbers.setdefault(column, len(numbers) - 1), row[column]) for column in row]) for row in rows]
    )


def _worst(answers: Iterable[Answer]) -> Answer:
    """Return the answer of several parts that have nothing to do with one another."""
    worst = Answer.INHABITED
    for answer in answers:
        if answer is Answer.EMPTY:
            return answer
        if answer is Answer.UNKNOWN:
            worst = answer
    return worst


@lru_cache(maxsize=1 << 14)
def _examined(key: Key) -> Answer:
    """Return whether rows have a solution; cached, because similar loops query the same systems."""
    rows = [dict(row) for row in key]
    try:
        if _eliminate(rows, dark=False):
            return Answer.INHABITED
    except _Contradiction:
        return Answer.EMPTY
    try:
        _eliminate(rows, dark=True)
    except (_Contradiction, _TooManyRows):
        return Answer.UNKNOWN
    return Answer.INHABITED


@lru_cache(maxsize=1 << 12)
def _most(key: Key, least: int, limit: int) -> int | None:
    """Return the greatest value, not below a least one, of the form at the start of the key."""
    form, *rows = key

    def is_exceeded(value: int) -> bool:
        return _examined((((CONSTANT, -1 - value), *form), *rows)) is not Answer.EMPTY

    low, high = least, limit - 1
    if is_exceeded(high):
        return None
    while low < high:
        middle = (low + high) // 2
        if is_exceeded(middle):
            low = middle + 1
        else:
            high = middle
    return high


class Part:
    """Some of the constraints of a system, and linear forms whose signs are asked about; no others concern them."""

    __slots__ = ("_forms", "_narrowed", "_system", "answer", "values")

    def __init__(self, system: System, forms: Sequence[Row]) -> None:
        self._system = system
        self._forms = forms
        self._narrowed: dict[tuple[int, int], Part | None] = {}
        self.answer = system.examine()
        self.values = [value_of(system.reduced(form)) for form in forms]
        """Of each form the only value that the equalities leave."""

    def with_sign(self, number: int, sign: int) -> Part | None:
        """Return the part where a form is positive, negative or zero; `None`: there is no such point."""
        key = number, sign
        if key not in self._narrowed:
            self._narrowed[key] = self._made_narrower(self._forms[number], sign)
        return self._narrowed[key]

    def _made_narrower(self, form: Row, sign: int) -> Part | None:
        system = self._system.copy()
        if sign:
            system.add_inequality(combined(form, sign, {CONSTANT: 1}, -1))
        else:
            system.add_equality(form)
        if system.is_empty:
            return None
        narrower = Part(system, self._forms)
        return None if narrower.answer is Answer.EMPTY else narrower


@lru_cache(maxsize=1 << 12)
def _part(rows: Key, forms: Key) -> Part:
    system = System()
    system.num_variables = 1 + max((column for row in (*rows, *forms) for column, _ in row), default=CONSTANT)
    for row in rows:
        system.add_inequality(dict(row))
    return Part(system, [dict(form) for form in forms])


def forget() -> None:
    """Forget all answers, as when there were no questions yet."""
    _examined.cache_clear()
    _most.cache_clear()
    _part.cache_clear()


Place = tuple[int, int]
"""Of a form: which part it is in, and its number there."""


def parts_of(system: System, forms: Sequence[Row]) -> tuple[list[Part], list[Place]]:
    """Return the parts of a system that have nothing to do with one another, and which part each form is in."""
    rows = [*map(system.reduced, forms), *system.settled()]
    marks = {id(row): number for number, row in enumerate(rows[: len(forms)])}
    parts: list[Part] = []
    places: list[Place] = [(0, 0)] * len(forms)
    for group in _connected(rows):
        numbers: dict[int, int] = {CONSTANT: CONSTANT}
        asked = [row for row in group if id(row) in marks]
        for number, row in enumerate(asked):
            places[marks[id(row)]] = len(parts), number
        key = _key(asked, numbers)
        parts.append(_part(_key([row for row in group if id(row) not in marks], numbers), key))
    return parts, places


class _TooManyRows(Exception):
    """Elimination was given up. Never leaves this module."""


# -- Elimination -------------------------------------------------------------------------------------------------------

Rows = dict[tuple[tuple[int, int], ...], int]
"""Inequalities: sorted coefficients that have no common divisor, and the least constant that stands with them."""


def _add(rows: Rows, row: Row) -> None:
    """Add a row, divided by the common divisor and rounded, if no parallel one is tighter."""
    constant = row.get(CONSTANT, 0)
    columns = [item for item in row.items() if item[0] != CONSTANT]
    if not columns:
        if constant < 0:
            raise _Contradiction
        return
    common = gcd(*[value for _, value in columns])
    if common != 1:
        columns = [(column, value // common) for column, value in columns]
        constant //= common
    columns.sort()
    key = tuple(columns)
    known = rows.get(key)
    if known is not None and known <= constant:
        return
    rows[key] = constant
    opposite = rows.get(tuple([(column, -value) for column, value in key]))
    if opposite is not None and opposite + constant < 0:
        raise _Contradiction


def _eliminate(given: Iterable[Row], *, dark: bool) -> bool:
    """Eliminate all variables; return whether that was exact. Raises where a contradiction appears.

    Without `dark`, giving up counts as not exact.
    """
    exact = True
    rows: Rows = {}
    for row in given:
        _add(rows, row)
    while rows:
        column, num_new, loses = _cheapest_column(rows)
        if len(rows) + num_new > MAX_ROWS:
            if dark:
                raise _TooManyRows
            return False
        exact = exact and not loses
        lower: list[Row] = []
        upper: list[Row] = []
        for key in [key for key in rows if any(each == column for each, _ in key)]:
            row = {CONSTANT: rows.pop(key), **dict(key)}
            (lower if row[column] > 0 else upper).append(row)
        for low in lower:
            for high in upper:
                _add(rows, _shadow(low, high, column, dark=dark))
    return exact


def _shadow(low: Row, high: Row, column: int, *, dark: bool) -> Row:
    """Return what two bounds of a variable imply for the others."""
    first, second = low[column], -high[column]
    row = combined(low, second, high, first)
    if dark and first > 1 and second > 1:
        row[CONSTANT] = row.get(CONSTANT, 0) - (first - 1) * (second - 1)
    return row


def _cheapest_column(rows: Rows) -> tuple[int, int, bool]:
    """Return a variable to eliminate, exactly if possible, that makes few rows; how many, and whether it is inexact."""
    counts: dict[int, list[int]] = {}
    """By variable: lower bounds, upper bounds, and of these those whose coefficients are not 1."""
    for key in rows:
        for column, value in key:
            tally = counts.get(column)
            if tally is None:
                tally = counts[column] = [0, 0, 0, 0]
            if value > 0:
                tally[0] += 1
                tally[2] += value != 1
            else:
                tally[1] += 1
                tally[3] += value != -1
    best = min(
        [
            (bool(wide_low and wide_high), low * high - low - high, column)
            for column, (low, high, wide_low, wide_high) in counts.items()
        ]
    )
    low, high, _, _ = counts[best[2]]
    return best[2], low * high, best[0]
