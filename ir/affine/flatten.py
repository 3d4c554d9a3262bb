"""Affine expressions as linear forms, and simplification by way of them.

A row maps columns to coefficients: dimensions first, then symbols, then *local variables*, one for each `floordiv` (and
whatever is not affine) met on the way; the constant has a column of its own. With the local `q = d0 floordiv 4`,
`d0 mod 4 + 1` is the row `d0 - 4 * q + 1`. Rows are sparse, so that a long sum costs its length.

`simplify_affine_expr` writes the row back as an expression: terms in the order of their columns, each variable once.
The results are those of MLIR's `simplifyAffineExpr`, except that semi-affine terms are ordered as others are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import gcd

from .errors import AffineDivisorError, AffineOverflowError
from .expr import (
    AffineBinaryOpExpr,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineSymbolExpr,
)
from .integer_systems import CONSTANT, Row
from .symbolic_division import cancel_symbols
from .traversal import postorder


class LocalVariable:
    """A column that stands for a part of an expression: `dividend floordiv divisor`, or any expression at all.

    `dividend` is `None` for what is not affine, such as `d0 mod s0`; nothing is known about its value then.
    """

    __slots__ = ("dividend", "divisor", "expr")

    def __init__(self, expr: AffineExpr, dividend: Row | None, divisor: int) -> None:
        self.expr = expr
        self.dividend = dividend
        self.divisor = divisor


class Flattener:
    """Turns expressions over the same dimensions and symbols into rows that share local variables."""

    def __init__(self, num_dims: int, num_symbols: int) -> None:
        self.num_dims = num_dims
        self.num_inputs = num_dims + num_symbols
        self.locals: list[LocalVariable] = []
        self._local_columns: dict[AffineExpr, int] = {}

    def flatten(self, root: AffineExpr) -> Row:
        """Return the row of `root`. Raises `AffineDivisorError` where it divides by a constant that is not positive."""
        order = postorder((root,))
        uses = Counter(operand for part in order for operand in part.operands)
        rows: dict[AffineExpr, Row] = {}

        def take(part: AffineExpr) -> Row:
            # The last user may change the row in place: that makes a long sum linear.
            uses[part] -= 1
            return dict(rows[part]) if uses[part] else rows.pop(part)

        for part in order:
            rows[part] = self._operation(part, *map(take, part.operands)) if part.operands else self._leaf(part)
        return rows[root]

    def _leaf(self, leaf: AffineExpr) -> Row:
        if isinstance(leaf, AffineDimExpr):
            return {leaf.position: 1}
        if isinstance(leaf, AffineSymbolExpr):
            return {self.num_dims + leaf.position: 1}
        return _constant_row(leaf.constant_value or 0)

    def _operation(self, expr: AffineExpr, lhs: Row, rhs: Row) -> Row:
        if expr.kind == "add":
            return _add_rows(lhs, rhs)
        factor = _constant_of(rhs)
        if expr.kind == "mul":
            if factor is not None:
                return {column: value * factor for column, value in lhs.items() if factor}
            constant = _constant_of(lhs)
            if constant is not None:
                return {column: value * constant for column, value in rhs.items() if constant}
        elif factor is not None:
            if factor <= 0:
                raise AffineDivisorError(f"affine '{expr.kind}' needs a positive divisor, but got '{factor}'")
            return self._mod(lhs, factor) if expr.kind == "mod" else self._divide(expr.kind, lhs, factor)
        return self._not_affine(expr, lhs, rhs)

    def _not_affine(self, expr: AffineExpr, lhs: Row, rhs: Row) -> Row:
        """Return a local variable for the operation on what its operands have become."""
        operation = expr.with_operands(self.expr_of(lhs), self.expr_of(rhs))
        if operation.kind == "mod" and self._is_multiple_by_remainder(lhs, operation.operands[1]):
            return {}
        if operation.constant_value is not None:
            return _constant_row(operation.constant_value)
        return {self._local(operation, None, 0): 1}

    def _is_multiple_by_remainder(self, row: Row, divisor: AffineExpr) -> bool:
        """Return whether the row is `e - e mod divisor`: that is a multiple of the divisor."""
        for column, value in row.items():
            if value == -1 and column >= self.num_inputs:
                remainder = self.locals[column - self.num_inputs].expr
                rest = {other: value for other, value in row.items() if other != column}
                if remainder.kind == "mod" and remainder.operands == (self.expr_of(rest), divisor):
                    return True
        return False

    def _mod(self, dividend: Row, modulus: int) -> Row:
        """`e mod c` is `e - c * q`, with `q = e floordiv c`."""
        if all(value % modulus == 0 for value in dividend.values()):
            return {}
        common = gcd(modulus, *dividend.values())
        reduced = {column: value // common for column, value in dividend.items()}
        quotient = self._quotient("floordiv", reduced, modulus // common)
        return _add_rows(dividend, {quotient: -modulus})

    def _divide(self, kind: str, dividend: Row, divisor: int) -> Row:
        common = gcd(divisor, *dividend.values())
        reduced = {column: value // common for column, value in dividend.items()}
        if divisor == common:
            return reduced
        constant = _constant_of(reduced)
        if constant is not None:
            quotient = constant * common // divisor if kind == "floordiv" else -(-constant * common // divisor)
            return _constant_row(quotient)
        return {self._quotient(kind, reduced, divisor // common): 1}

    def _quotient(self, kind: str, dividend: Row, divisor: int) -> int:
        """Return the column of the local variable for this division."""
        expr = self.expr_of(dividend)
        if kind == "floordiv":
            return self._local(expr // divisor, dividend, divisor)
        raised = _add_rows(dict(dividend), {CONSTANT: divisor - 1})
        return self._local(expr.ceildiv(divisor), raised, divisor)

    def _local(self, expr: AffineExpr, dividend: Row | None, divisor: int) -> int:
        column = self._local_columns.get(expr)
        if column is None:
            column = self._local_columns[expr] = self.num_inputs + len(self.locals)
            self.locals.append(LocalVariable(expr, dividend, divisor))
        return column

    def expr_of(self, row: Mapping[int, int]) -> AffineExpr:
        """Return the sum that the row stands for, terms in the order of their columns, the constant last."""
        total: AffineExpr = AffineConstantExpr(0)
        for column in sorted(row):
            if column != CONSTANT:
                total = total + self._variable(column) * row[column]
        return total + row.get(CONSTANT, 0)

    def _variable(self, column: int) -> AffineExpr:
        if column < self.num_dims:
            return AffineDimExpr(column)
        if column < self.num_inputs:
            return AffineSymbolExpr(column - self.num_dims)
        return self.locals[column - self.num_inputs].expr


def _constant_row(value: int) -> Row:
    return {CONSTANT: value} if value else {}


def _constant_of(row: Row) -> int | None:
    """Return the value of a row without variables."""
    if not row:
        return 0
    return row.get(CONSTANT) if len(row) == 1 else None


def _add_rows(lhs: Row, rhs: Row) -> Row:
    """Return the sum of two rows; changes the longer of the two."""
    if len(lhs) < len(rhs):
        lhs, rhs = rhs, lhs
    for column, value in rhs.items():
        total = lhs.get(column, 0) + value
        if total:
            lhs[column] = total
        else:
            lhs.pop(column, None)
    return lhs


@lru_cache(maxsize=1 << 14)
def simplify_affine_expr(expr: AffineExpr, num_dims: int, num_symbols: int) -> AffineExpr:
    """`expr` as a sum of its variables and divisions, each once and in order: `d1 + d0 * 2 + d1` to `d0 * 2 + d1 * 2`.

    What cannot be told apart from undefined (division by a constant that is not positive) or does not fit 64 bits stays
    as it is.
    """
    if not isinstance(expr, AffineBinaryOpExpr):
        return expr
    try:
        if not expr.is_pure_affine:
            expr = cancel_symbols(expr)
        flattener = Flattener(num_dims, num_symbols)
        return flattener.expr_of(flattener.flatten(expr))
    except (AffineDivisorError, AffineOverflowError):
        return expr


def simplify_affine_exprs(exprs: Iterable[AffineExpr], num_dims: int, num_symbols: int) -> tuple[AffineExpr, ...]:
    return tuple([simplify_affine_expr(expr, num_dims, num_symbols) for expr in exprs])
