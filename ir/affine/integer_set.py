"""Integer sets: the points that satisfy affine equalities and inequalities.

    d0, d1 = affine_dims(2)
    triangle = IntegerSet(2, 1, [d0 - d1, affine_symbols(1)[0] - d0], [False, False])
    str(triangle)                          # '(d0, d1)[s0] : (d0 - d1 >= 0, -d0 + s0 >= 0)'
    triangle.contains((3, 2), (5,))        # True

Sets are immutable and interned, as expressions and maps are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import gcd
from typing import NoReturn, SupportsIndex

from .errors import AffineDivisorError, AffineError, AffineOverflowError
from .expr import AffineExpr, as_affine_expr, replace_leaves
from .flatten import Flattener
from .integer_systems import CONSTANT, Answer, Row, System
from .interning import InternTable
from .map import AffineMap
from .symbolic_division import cancel_symbols
from .text import header_text
from .traversal import evaluate, postorder

_set = object.__setattr__


class IntegerSet:
    """The integer points where each constraint is `== 0` or `>= 0`, as its flag says.

    A set without constraints contains every point; MLIR writes it, and so do we, with the constraint `0 == 0`.
    """

    __slots__ = ("__weakref__", "constraints", "eq_flags", "num_dims", "num_symbols")
    __match_args__ = ("num_dims", "num_symbols", "constraints", "eq_flags")

    num_dims: int
    num_symbols: int
    constraints: tuple[AffineExpr, ...]
    eq_flags: tuple[bool, ...]
    """For each constraint whether it is an equality."""

    def __new__(
        cls,
        num_dims: int,
        num_symbols: int,
        constraints: Iterable[AffineExpr | SupportsIndex],
        eq_flags: Iterable[bool],
    ) -> IntegerSet:
        exprs = tuple([as_affine_expr(constraint) for constraint in constraints])
        flags = tuple([bool(flag) for flag in eq_flags])
        if not exprs and not flags:
            exprs, flags = (as_affine_expr(0),), (True,)
        key = (int(num_dims), int(num_symbols), exprs, flags)
        known = _TABLE.find(key)
        return known if known is not None else cls._make(*key)

    @classmethod
    def _make(
        cls, num_dims: int, num_symbols: int, constraints: tuple[AffineExpr, ...], eq_flags: tuple[bool, ...]
    ) -> IntegerSet:
        if len(constraints) != len(eq_flags):
            raise AffineError(f"an integer set of {len(constraints)} constraints got {len(eq_flags)} flags")
        for constraint in constraints:
            if constraint.dim_bound > num_dims or constraint.symbol_bound > num_symbols:
                raise AffineError(
                    f"an integer set of {num_dims} dimensions and {num_symbols} symbols cannot hold '{constraint}'"
                )
        self = object.__new__(cls)
        _set(self, "num_dims", num_dims)
        _set(self, "num_symbols", num_symbols)
        _set(self, "constraints", constraints)
        _set(self, "eq_flags", eq_flags)
        return _TABLE.add((num_dims, num_symbols, constraints, eq_flags), self)

    @staticmethod
    def empty(num_dims: int, num_symbols: int = 0) -> IntegerSet:
        """Return the set without points, as MLIR spells it: `(d0) : (1 == 0)`."""
        return IntegerSet(num_dims, num_symbols, (1,), (True,))

    @staticmethod
    def universe(num_dims: int, num_symbols: int = 0) -> IntegerSet:
        """Return the set of all points: `(d0) : (0 == 0)`."""
        return IntegerSet(num_dims, num_symbols, (), ())

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"integer sets are immutable, cannot set '{name}'")

    def __reduce__(self) -> tuple[object, ...]:
        return IntegerSet, (self.num_dims, self.num_symbols, self.constraints, self.eq_flags)

    def __copy__(self) -> IntegerSet:
        return self

    def __deepcopy__(self, memo: object) -> IntegerSet:
        return self

    def __str__(self) -> str:
        shown = [f"{expr} {'==' if eq else '>='} 0" for expr, eq in self]
        return f"{header_text(self.num_dims, self.num_symbols)} : ({', '.join(shown)})"

    def __repr__(self) -> str:
        return f"<IntegerSet {self}>"

    def __iter__(self) -> Iterator[tuple[AffineExpr, bool]]:
        """Yield each constraint with whether it is an equality."""
        return iter(zip(self.constraints, self.eq_flags, strict=True))

    # -- Asking --------------------------------------------------------------------------------------------------

    @property
    def as_map(self) -> AffineMap:
        """The map whose results are the constraints."""
        return AffineMap(self.num_dims, self.num_symbols, self.constraints)

    @property
    def num_inputs(self) -> int:
        return self.num_dims + self.num_symbols

    @property
    def num_constraints(self) -> int:
        return len(self.constraints)

    @property
    def num_equalities(self) -> int:
        return sum(self.eq_flags)

    @property
    def num_inequalities(self) -> int:
        return self.num_constraints - self.num_equalities

    @property
    def is_pure_affine(self) -> bool:
        return all(constraint.is_pure_affine for constraint in self.constraints)

    def walk(self) -> Iterator[AffineExpr]:
        """Return each distinct part of the constraints once, operands first."""
        return iter(postorder(self.constraints))

    def contains(self, dims: Sequence[int], symbols: Sequence[int] = ()) -> bool:
        """Return whether the point is in the set."""
        if len(dims) != self.num_dims or len(symbols) != self.num_symbols:
            raise AffineError(
                f"an integer set of {self.num_dims} dimensions and {self.num_symbols} symbols"
                f" got {len(dims)} and {len(symbols)} values"
            )
        values = evaluate(self.constraints, dims, symbols)
        return all(value == 0 if eq else value >= 0 for value, eq in zip(values, self.eq_flags, strict=True))

    def is_empty(self) -> bool:
        """Return whether the set is known to have no point, whatever the symbols are. `False` promises nothing."""
        rows = _SetRows.of(self)
        return rows is not None and (rows.contradicts or rows.is_empty())

    # -- Changing ------------------------------------------------------------------------------------------------

    def replace_dims_and_symbols(
        self,
        dims: Sequence[AffineExpr | int],
        symbols: Sequence[AffineExpr | int],
        num_dims: int,
        num_symbols: int,
    ) -> IntegerSet:
        """Put `dims[i]` for `d<i>` and `symbols[i]` for `s<i>`; the result has the given numbers of both."""
        replaced = replace_leaves(self.constraints, dims, symbols)
        return IntegerSet(num_dims, num_symbols, replaced, self.eq_flags)

    def simplify(self) -> IntegerSet:
        """Return the same set with fewer, simpler constraints, equalities first; `IntegerSet.empty` if it is known to
        be empty.

        `(d0) : (d0 * 2 - 1 >= 0, d0 + 3 >= 0, 1 >= 0)` becomes `(d0) : (d0 - 1 >= 0)`.
        """
        rows = _SetRows.of(self)
        if rows is None:
            return self
        if rows.contradicts or rows.is_empty():
            return IntegerSet.empty(self.num_dims, self.num_symbols)
        try:
            exprs = [rows.flattener.expr_of(row) for row in (*rows.equalities, *rows.inequalities)]
        except AffineOverflowError:
            return self
        flags = [True] * len(rows.equalities) + [False] * len(rows.inequalities)
        return IntegerSet(self.num_dims, self.num_symbols, exprs, flags)


_TABLE: InternTable[IntegerSet] = InternTable()


class _SetRows:
    """The constraints of a set as normalized rows: no duplicates, nothing trivially true, the tightest of parallels."""

    def __init__(self, flattener: Flattener) -> None:
        self.flattener = flattener
        self.equalities: list[Row] = []
        self.inequalities: list[Row] = []
        self.contradicts = False

    @staticmethod
    def of(integer_set: IntegerSet) -> _SetRows | None:
        """`None` where a constraint has no defined value, or none that 64 bits hold."""
        rows = _SetRows(Flattener(integer_set.num_dims, integer_set.num_symbols))
        try:
            exprs = [expr if expr.is_pure_affine else cancel_symbols(expr) for expr in integer_set.constraints]
            flat = [rows.flattener.flatten(expr) for expr in exprs]
        except (AffineDivisorError, AffineOverflowError):
            return None
        try:
            rows._normalize(flat, integer_set.eq_flags)
        except _ContradictionError:
            rows.contradicts = True
        return rows

    def _normalize(self, flat: Sequence[Row], eq_flags: Sequence[bool]) -> None:
        tightest: dict[object, Row] = {}
        for row, is_equality in zip(flat, eq_flags, strict=True):
            row = _normalized_equality(row) if is_equality else _normalized_inequality(row)
            if row and is_equality and row not in self.equalities:
                self.equalities.append(row)
            elif row and not is_equality:
                known = tightest.setdefault(_direction(row), row)
                if row.get(CONSTANT, 0) < known.get(CONSTANT, 0):
                    tightest[_direction(row)] = row
        self.inequalities = list(tightest.values())

    def is_empty(self) -> bool:
        """Return whether the constraints are known to have no integer solution."""
        system = System()
        system.num_variables = self.flattener.num_inputs + len(self.flattener.locals)
        for row in self.equalities:
            system.add_equality(row)
        for row in (*self.inequalities, *self._bounds_of_quotients()):
            system.add_inequality(row)
        return system.examine() is Answer.EMPTY

    def _bounds_of_quotients(self) -> Iterator[Row]:
        """`0 <= e - c * q <= c - 1` for each local variable `q = e floordiv c`."""
        first = self.flattener.num_inputs
        for column, local in enumerate(self.flattener.locals, first):
            if local.dividend is not None:
                remainder = {**local.dividend, column: -local.divisor}
                yield remainder
                negated = {column: -value for column, value in remainder.items()}
                negated[CONSTANT] = negated.get(CONSTANT, 0) + local.divisor - 1
                yield negated


class _ContradictionError(Exception):
    """A constraint that no integers satisfy. Never leaves this module."""


def _normalized_equality(row: Row) -> Row:
    """`row == 0` divided by its common divisor, the first coefficient positive; empty where it says nothing."""
    constant = row.get(CONSTANT, 0)
    columns = sorted(column for column in row if column != CONSTANT)
    common = gcd(*(row[column] for column in columns))
    if constant and (common == 0 or constant % common != 0):
        raise _ContradictionError
    if common == 0:
        return {}
    common = common if row[columns[0]] > 0 else -common
    return {column: value // common for column, value in row.items()}


def _normalized_inequality(row: Row) -> Row:
    """`row >= 0` divided by its common divisor, rounded to what integers can reach; empty where it is always true."""
    common = gcd(*(value for column, value in row.items() if column != CONSTANT))
    if common == 0:
        if row.get(CONSTANT, 0) < 0:
            raise _ContradictionError
        return {}
    return {column: value // common for column, value in row.items() if value // common}


def _direction(row: Row) -> tuple[tuple[int, int], ...]:
    """Return the coefficients of a row without its constant: rows of one direction are parallel."""
    return tuple(sorted(item for item in row.items() if item[0] != CONSTANT))
