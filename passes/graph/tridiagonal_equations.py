"""Equations with matrices that have numbers only on the diagonal and beside it, as graph ops on all of a batch.

Each row is eliminated from the next one, the one with the larger number first, as LAPACK's `gtsv` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from dlc.dialects import graph
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value

from .complex_parts import Parts, minus, multiply, quotient
from .matrix_factors import along, full_like, size_along, stacked_steps


def tridiagonal_solution(below: Parts, diagonal: Parts, above: Parts, b: Parts) -> Parts:
    """Return the x in a x = b, where each row of a has these numbers left of, on and right of the diagonal.

    The first number of `below` and the last one of `above` are outside of the matrix.
    """
    count = size_along(diagonal[0], -1)
    below, diagonal, above = (tuple(_leading(part, -1) for part in each) for each in (below, diagonal, above))
    b = tuple(_leading(part, -2) for part in b)
    if not count:
        return tuple(_back(part) for part in b)
    above = tuple(graph.concat([_rows(part, 0, count - 1), _zero_row(part)], 0) for part in above)
    own = (diagonal, above, b)
    first = [_row(part, 0) for each in own for part in each]
    following = [_rows(part, 1, count) for each in own for part in each]
    last: Sequence[Value] = first
    rows: Sequence[Value] = ()
    if count > 1:
        last, rows = stacked_steps(
            count - 1, first, _eliminate, [*(_rows(part, 1, count) for part in below), *following]
        )
    pivot, _, rest = _grouped(last, len(b))
    solved = _quotient(rest, pivot)
    if count == 1:
        return tuple(_back(_stacked(part)) for part in solved)
    zeros = tuple(full_like(0, part) for part in solved)
    _, others = stacked_steps(count - 1, [*solved, *zeros], _substitute, rows, backwards=True)
    return tuple(_back(graph.concat([*pair], 0)) for pair in zip(others, map(_stacked, solved), strict=True))


def _eliminate(_: Value, carried: Sequence[Value], given: Sequence[Value]) -> tuple[Sequence[Value], Sequence[Value]]:
    """Return what is left of the next row, and the row that is kept: its pivot, two numbers beside it and the rest."""
    parts = len(carried) // 3
    own, above, b = _grouped(carried, parts)
    below, next_own, next_above, next_b = _grouped(given, parts)
    is_kept = graph.compare("ge", _size(own), _size(below))
    zero = tuple(full_like(0, part) for part in own)

    def chosen(kept: Parts, other: Parts) -> Parts:
        condition = is_kept if len(shape_of(kept[0])) == len(shape_of(is_kept)) else along(is_kept, kept[0], -1)
        return tuple(graph.select(condition, *pair) for pair in zip(kept, other, strict=True))

    pivot, second, third, rest = (
        chosen(own, below), chosen(above, next_own), chosen(zero, next_above), chosen(b, next_b)
    )  # fmt: skip
    factor = quotient(chosen(below, own), pivot)
    next_own = minus(chosen(next_own, above), multiply(factor, second))
    next_above = minus(chosen(next_above, zero), multiply(factor, third))
    next_b = minus(chosen(next_b, b), _product(factor, rest))
    return [*next_own, *next_above, *next_b], [*pivot, *second, *third, *rest]


def _substitute(_: Value, carried: Sequence[Value], given: Sequence[Value]) -> tuple[Sequence[Value], Sequence[Value]]:
    """Return the solution of a row from those of the two rows below it."""
    parts = len(carried) // 2
    next_one, other = _grouped(carried, parts)
    pivot, second, third, rest = _grouped(given, parts)
    known = minus(minus(rest, _product(second, next_one)), _product(third, other))
    solved = _quotient(known, pivot)
    return [*solved, *next_one], solved


def _grouped(values: Sequence[Value], parts: int) -> list[Parts]:
    return [tuple(values[number : number + parts]) for number in range(0, len(values), parts)]


def _size(x: Parts) -> Value:
    return reduce(graph.add, map(graph.abs, x))


def _product(numbers: Parts, rows: Parts) -> Parts:
    return multiply(tuple(along(part, rows[0], -1) for part in numbers), rows)


def _quotient(rows: Parts, numbers: Parts) -> Parts:
    return quotient(rows, tuple(along(part, rows[0], -1) for part in numbers))


# -- Rows first --------------------------------------------------------------------------------------------------------


def _leading(value: Value, dim: int) -> Value:
    """Return a value whose dimension is the first one."""
    dims = list(range(len(shape_of(value))))
    return graph.transpose(value, [dims.pop(dim), *dims])


def _back(value: Value) -> Value:
    """Return matrices whose rows have been the first dimension."""
    last = len(shape_of(value)) - 1
    return graph.transpose(value, [*range(1, last), 0, last])


def _rows(value: Value, first: int, end: int) -> Value:
    shape = shape_of(value)
    return graph.slice(value, [first] + [0] * (len(shape) - 1), [end, *shape[1:]], [1] * len(shape))


def _row(value: Value, number: int) -> Value:
    return graph.reshape(_rows(value, number, number + 1), shape_of(value)[1:])


def _stacked(row: Value) -> Value:
    return graph.reshape(row, (1, *shape_of(row)))


def _zero_row(like: Value) -> Value:
    return full_like(0, _rows(like, 0, 1))
