"""Triangular matrices: factors of Cholesky, and solutions of equations. Rows are computed one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import graph, stablehlo
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import Value

from ..graph import complex_parts
from ..graph.complex_parts import contract
from ..rewriting.cannot_lower import CannotLower
from .movement import pad
from .translation import Parts, Translated, Translation, is_complex, scalar, static_shape, translates

LARGEST_MATRIX = 64
"""The maximum number of rows that are written out one by one."""


def _rows(value: Value) -> int:
    size = static_shape(value)[-1]
    if size > LARGEST_MATRIX:
        raise CannotLower(f"must have matrices of at most {LARGEST_MATRIX} rows, but got {size}")
    return size


def _transposed(value: Value) -> Value:
    rank = len(shape_of(value))
    return graph.transpose(value, [*range(rank - 2), rank - 1, rank - 2])


def _block(value: Value, rows: tuple[int, int], columns: tuple[int, int]) -> Value:
    """Return a block of matrices."""
    rank = len(shape_of(value))
    starts, limits = [0] * (rank - 2), list(shape_of(value)[:-2])
    lows, highs = [*starts, rows[0], columns[0]], [*limits, rows[1], columns[1]]
    return graph.slice(value, lows, highs, [1] * rank)


def _product(lhs: Parts, rhs: Parts) -> Parts:
    """Return products of matrices of a batch."""
    rank = len(shape_of(lhs[0]))
    batch = list(range(rank - 2))
    return contract(lhs, rhs, ([rank - 1], [rank - 2]), (batch, batch), element_of(lhs[0]))


def _minus(lhs: Parts, rhs: Parts) -> Parts:
    return tuple(graph.sub(*pair) for pair in zip(lhs, rhs, strict=True))


def _quotient(lhs: Parts, rhs: Parts) -> Parts:
    """Return rows divided by the elements of a column of size 1."""
    spread = tuple(_repeated(part, lhs[0]) for part in rhs)
    return complex_parts.divide(lhs, spread) if len(lhs) == 2 else (graph.div(lhs[0], spread[0]),)


def _repeated(value: Value, like: Value) -> Value:
    return graph.broadcast(value, list(range(len(shape_of(value)))), shape_of(like))


@translates(stablehlo.TriangularSolveOp)
def translate_triangular_solve(op: stablehlo.TriangularSolveOp, t: Translation) -> Translated:
    """The x in op(a) x = b, or in x op(a) = b."""
    a, b = t.parts(op.a), t.parts(op.b)
    form = op.transpose_a.value
    if form == "ADJOINT":
        a = (a[0], graph.neg(a[1])) if len(a) == 2 else a
    is_left, is_lower, is_unit = (bool(each.value) for each in (op.left_side, op.lower, op.unit_diagonal))
    return [solution(a, b, left=is_left, lower=is_lower, transposed=form != "NO_TRANSPOSE", unit=is_unit)]


def solution(a: Parts, b: Parts, *, left: bool, lower: bool, transposed: bool, unit: bool) -> Parts:
    """Return the x in a x = b, row by row; x a = b is the same of transposed matrices."""
    if transposed == left:
        a, lower = tuple(map(_transposed, a)), not lower
    solved = _solved(a, b if left else tuple(map(_transposed, b)), lower=lower, unit=unit)
    return solved if left else tuple(map(_transposed, solved))


def _solved(a: Parts, b: Parts, *, lower: bool, unit: bool) -> Parts:
    """Return the x in a x = b."""
    count, columns = _rows(a[0]), static_shape(b[0])[-1]
    order = range(count) if lower else reversed(range(count))
    solved: list[Parts] = []
    for row in order:
        rest = tuple(_block(part, (row, row + 1), (0, columns)) for part in b)
        if solved:
            before = (0, row) if lower else (row + 1, count)
            factors = tuple(_block(part, (row, row + 1), before) for part in a)
            rest = _minus(rest, _product(factors, _stacked(solved if lower else solved[::-1])))
        if not unit:
            rest = _quotient(rest, tuple(_block(part, (row, row + 1), (row, row + 1)) for part in a))
        solved.append(rest)
    return _stacked(solved if lower else solved[::-1])


def _stacked(rows: Sequence[Parts]) -> Parts:
    dim = len(shape_of(rows[0][0])) - 2
    return tuple(graph.concat(list(column), dim) for column in zip(*rows, strict=True))


@translates(stablehlo.CholeskyOp)
def translate_cholesky(op: stablehlo.CholeskyOp, t: Translation) -> Translated:
    """The triangular factor, column by column."""
    if is_complex(op.a):
        raise CannotLower("is not supported on complex numbers")
    return cholesky_factor(t.get(op.a), lower=op.lower is not None and bool(op.lower.value))


def cholesky_factor(a: Value, *, lower: bool) -> Value:
    """Return the triangular factor of matrices of which that triangle is given."""
    return _factor(a) if lower else _transposed(_factor(_transposed(a)))


def _factor(a: Value) -> Value:
    """Return the lower triangular factor of matrices whose lower triangle is given."""
    count = _rows(a)
    columns: list[Value] = []
    for number in range(count):
        column = _block(a, (number, count), (number, number + 1))
        if columns:
            known = graph.concat([_block(each, (number, count), (0, 1)) for each in columns], len(shape_of(a)) - 1)
            row = _transposed(_block(known, (0, 1), (0, number)))
            column = graph.sub(column, _product((known,), (row,))[0])
        diagonal = graph.sqrt(_block(column, (0, 1), (0, 1)))
        column = graph.div(column, _repeated(diagonal, column))
        columns.append(_below(column, number))
    return graph.concat(columns, len(shape_of(a)) - 1)


def _below(column: Value, count: int) -> Value:
    """Return a column with zeros above it."""
    none = [0] * len(shape_of(column))
    return pad(column, scalar(0, column), [*none[:-2], count, 0], none, none)
