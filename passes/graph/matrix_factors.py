"""Factors of matrices of real numbers, and equations with them, as graph ops on all matrices of a batch.

Factors that need no iteration are here: those of Cholesky, LU and QR. Eigenvalues and singular values are in
`spectral_factors.py`. Rows of small triangular matrices are written out; larger ones are the steps of a `graph.scan`,
as all of LU and QR are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from dlc.dialects import graph
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.ir import Block, Builder, InsertionPoint, Region, Value
from dlc.ir.builtin_attributes import UNIT, DenseElementsAttr
from dlc.ir.builtin_types import TensorType, i64
from dlc.ir.sizes import Dim

from .complex_parts import Parts, contract, divide, multiply
from .translated_values import scalar

MOST_ROWS_WRITTEN_OUT = 8
"""The maximum number of rows of a triangular matrix that are computed one after the other without a loop."""


def size_along(value: Value, dim: int) -> int:
    """Return the size of matrices along a dimension."""
    size = shape_of(value)[dim]
    assert isinstance(size, int), "sizes of matrices must be known"
    return size


def full_like(number: complex, like: Value) -> Value:
    """Return a number in the shape of another value."""
    return spread(scalar(number, like), like)


def spread(value: Value, like: Value) -> Value:
    """Return a value repeated along the last dimensions of another one, which it lacks or has the size 1 along."""
    return graph.broadcast(value, range(len(shape_of(value))), shape_of(like)) if shape_of(like) else value


def transposed(value: Value) -> Value:
    """Return transposed matrices."""
    rank = len(shape_of(value))
    return graph.transpose(value, [*range(rank - 2), rank - 1, rank - 2])


# -- Positions ---------------------------------------------------------------------------------------------------------


def number_of(value: Value, dim: int) -> Value:
    """Return the positions along one dimension, in the shape of a value."""
    shape = shape_of(value)
    return graph.iota(dim % len(shape), shape, i64)


def diagonal(a: Value) -> Value:
    """Return the diagonals of square matrices."""
    return sum_where(graph.compare("eq", number_of(a, -1), number_of(a, -2)), a, -1)


def part_where(predicate: Literal["eq", "lt", "ge"], a: Value) -> Value:
    """Return matrices with zeros where the number of a column does not compare so with that of the row."""
    return graph.select(graph.compare(predicate, number_of(a, -1), number_of(a, -2)), a, full_like(0, a))


def identity(shape: Sequence[Dim], like: Value) -> Value:
    """Return matrices with ones on the diagonal, of the element type of a value."""
    return part_where("eq", graph.broadcast(scalar(1, like), [], shape))


def upper_left(a: Value, rows: int, columns: int) -> Value:
    """Return the first rows and columns of matrices."""
    return block(a, (0, rows), (0, columns))


def along(value: Value, like: Value, missing: int) -> Value:
    """Return a value repeated along the dimension of another shape that it lacks."""
    rank = len(shape_of(like))
    dims = [dim for dim in range(rank) if dim != missing % rank]
    return graph.broadcast(value, dims, shape_of(like))


def sum_where(condition: Value, value: Value, dim: int) -> Value:
    """Return the sum of the elements where a condition holds along a dimension: what is elsewhere may be anything."""
    chosen = graph.select(condition, value, full_like(0, value))
    return graph.reduce("sum", chosen, [dim % len(shape_of(value))])


def _is_at(value: Value, dim: int, number: Value, predicate: Literal["eq", "gt", "ge", "lt"] = "eq") -> Value:
    """Return how positions along a dimension compare with a number."""
    return graph.compare(predicate, number_of(value, dim), graph.broadcast(number, [], shape_of(value)))


def _part(a: Value, dim: int, number: Value) -> Value:
    """Return the part of a tensor at a position along a dimension, without that dimension."""
    shape = shape_of(a)
    dim %= len(shape)
    is_dim = DenseElementsAttr.of(TensorType((len(shape),), i64), [int(each == dim) for each in range(len(shape))])
    starts = graph.mul(graph.constant(is_dim), graph.broadcast(number, [], (len(shape),)))
    part = graph.dynamic_slice(a, starts, shape=(*shape[:dim], 1, *shape[dim + 1 :]))
    return graph.reshape(part, (*shape[:dim], *shape[dim + 1 :]))


def _outer(rows: Value, columns: Value, like: Value) -> Value:
    """Return the products of each element of a vector with each of another."""
    return graph.mul(along(rows, like, -1), along(columns, like, -2))


def _with_columns_changed(a: Value, number: Value, column: Value, later: Value) -> Value:
    """Return matrices with another column at a position, and with the columns of others behind it."""
    behind = graph.select(_is_at(a, -1, number, "gt"), later, a)
    return graph.select(_is_at(a, -1, number), along(column, a, -1), behind)


Step = Callable[[Value, Sequence[Value], Sequence[Value]], "tuple[Sequence[Value], Sequence[Value]]"]
"""Computes from a number, carried values and slices the values of the next step, and what is stacked."""


def steps(
    count: int, carried: Sequence[Value], step: Step, sources: Sequence[Value] = (), *, backwards: bool = False
) -> tuple[Sequence[Value], list[Value]]:
    """Return values after a step for each number below a count, and what the steps stack, the steps last."""
    values, stacks = stacked_steps(count, carried, step, sources, backwards=backwards)
    return values, [_with_leading_last(each) for each in stacks]


def stacked_steps(
    count: int, carried: Sequence[Value], step: Step, sources: Sequence[Value] = (), *, backwards: bool = False
) -> tuple[Sequence[Value], Sequence[Value]]:
    """Return values after a step for each number below a count, and what the steps stack, the steps first."""
    numbers = graph.iota(0, (count,), i64)
    slices = [tensor_of(shape_of(each)[1:], element_of(each)) for each in sources]
    body = Block([*(each.type for each in carried), tensor_of((), i64), *slices])
    with Builder(InsertionPoint.at_end(body), Builder.current().location) as builder:
        inner, number, given = body.args[: len(carried)], body.args[len(carried)], body.args[len(carried) + 1 :]
        following, stacked = step(number, inner, given)
        builder.insert(graph.YieldOp([*following, *stacked]))
    stacks = [tensor_of((count, *shape_of(each)), element_of(each)) for each in stacked]
    flag = UNIT if backwards else None
    types = [each.type for each in carried]
    scan = graph.ScanOp(list(carried), [numbers, *sources], types, stacks, flag, Region([body]))
    results = Builder.current().insert(scan).results
    return results[: len(carried)], results[len(carried) :]


def _with_leading_last(value: Value) -> Value:
    return graph.transpose(value, [*range(1, len(shape_of(value))), 0])


def _with_last_leading(value: Value) -> Value:
    rank = len(shape_of(value))
    return graph.transpose(value, [rank - 1, *range(rank - 1)])


# -- Cholesky ----------------------------------------------------------------------------------------------------------


def cholesky_factor(a: Value, *, lower: bool) -> Value:
    """Return the triangular factor of matrices of which that triangle is given."""
    if not lower:
        return transposed(cholesky_factor(transposed(a), lower=True))
    return _cholesky_written_out(a) if size_along(a, -1) <= MOST_ROWS_WRITTEN_OUT else _cholesky_by_steps(a)


def _cholesky_written_out(a: Value) -> Value:
    count, last = size_along(a, -1), len(shape_of(a)) - 1
    columns: list[Value] = []
    for number in range(count):
        column = block(a, (number, count), (number, number + 1))
        if columns:
            known = graph.concat([block(each, (number, count), (0, 1)) for each in columns], last)
            row = transposed(block(known, (0, 1), (0, number)))
            column = graph.sub(column, product((known,), (row,))[0])
        root = graph.sqrt(block(column, (0, 1), (0, 1)))
        columns.append(_below(graph.div(column, spread(root, column)), number))
    return graph.concat(columns, last)


def _cholesky_by_steps(a: Value) -> Value:
    def step(number: Value, carried: Sequence[Value], _: Sequence[Value]) -> tuple[Sequence[Value], Sequence[Value]]:
        [rest] = carried
        column = _part(rest, -1, number)
        root = graph.sqrt(_part(column, -1, number))
        column = graph.div(column, along(root, column, -1))
        column = graph.select(_is_at(column, -1, number, "ge"), column, full_like(0, column))
        return [graph.sub(rest, _outer(column, column, rest))], [column]

    _, [factor] = steps(size_along(a, -1), [a], step)
    return factor


def _below(column: Value, count: int) -> Value:
    """Return a column with zeros above it."""
    if not count:
        return column
    *batch, _, width = shape_of(column)
    zeros = graph.broadcast(scalar(0, column), [], (*batch, count, width))
    return graph.concat([zeros, column], len(batch))


def block(value: Value, rows: tuple[int, int], columns: tuple[int, int]) -> Value:
    """Return a block of matrices."""
    rank = len(shape_of(value))
    starts, limits = [0] * (rank - 2), list(shape_of(value)[:-2])
    lows, highs = [*starts, rows[0], columns[0]], [*limits, rows[1], columns[1]]
    return graph.slice(value, lows, highs, [1] * rank)


def product(lhs: Parts, rhs: Parts) -> Parts:
    """Return products of matrices of a batch."""
    rank = len(shape_of(lhs[0]))
    batch = list(range(rank - 2))
    return contract(lhs, rhs, ([rank - 1], [rank - 2]), (batch, batch), element_of(lhs[0]))


# -- Equations with triangular matrices --------------------------------------------------------------------------------


def triangular_solution(a: Parts, b: Parts, *, left: bool, lower: bool, transpose: bool, unit: bool) -> Parts:
    """Return the x in a x = b, row by row; x a = b is the same of transposed matrices. `transpose` is that of a.

    Numbers may be complex.
    """
    if transpose == left:
        a, lower = tuple(map(transposed, a)), not lower
    solve = _solved_written_out if size_along(a[0], -1) <= MOST_ROWS_WRITTEN_OUT else _solved_by_steps
    solved = solve(a, b if left else tuple(map(transposed, b)), lower=lower, unit=unit)
    return solved if left else tuple(map(transposed, solved))


def _solved_written_out(a: Parts, b: Parts, *, lower: bool, unit: bool) -> Parts:
    count, columns = size_along(a[0], -1), size_along(b[0], -1)
    solved: list[Parts] = []
    for row in range(count) if lower else reversed(range(count)):
        rest = tuple(block(part, (row, row + 1), (0, columns)) for part in b)
        if solved:
            before = (0, row) if lower else (row + 1, count)
            factors = tuple(block(part, (row, row + 1), before) for part in a)
            rest = _minus(rest, product(factors, _stacked(solved if lower else solved[::-1])))
        if not unit:
            rest = _quotient(rest, tuple(spread(block(part, (row, row + 1), (row, row + 1)), rest[0]) for part in a))
        solved.append(rest)
    return _stacked(solved if lower else solved[::-1])


def _stacked(rows: Sequence[Parts]) -> Parts:
    dim = len(shape_of(rows[0][0])) - 2
    return tuple(graph.concat(list(column), dim) for column in zip(*rows, strict=True))


def _minus(lhs: Parts, rhs: Parts) -> Parts:
    return tuple(graph.sub(*pair) for pair in zip(lhs, rhs, strict=True))


def _quotient(lhs: Parts, rhs: Parts) -> Parts:
    return divide(lhs, rhs) if len(lhs) == 2 else (graph.div(lhs[0], rhs[0]),)


def _solved_by_steps(a: Parts, b: Parts, *, lower: bool, unit: bool) -> Parts:
    def step(number: Value, rest: Sequence[Value], given: Sequence[Value]) -> tuple[Sequence[Value], Sequence[Value]]:
        row = tuple(_part(part, -2, number) for part in rest)
        if not unit:
            own = [_part(part, -1, number) for part in given]
            row = _quotient(row, tuple(along(part, row[0], -1) for part in own))
        is_left = _is_at(given[0], -1, number, "gt" if lower else "lt")
        column = [graph.select(is_left, part, full_like(0, part)) for part in given]
        products = multiply(
            tuple(along(part, rest[0], -1) for part in column), tuple(along(part, rest[0], -2) for part in row)
        )
        return _minus(tuple(rest), products), row

    columns = list(map(_with_last_leading, a))
    _, rows = steps(size_along(a[0], -1), b, step, columns, backwards=not lower)
    return tuple(map(transposed, rows))


# -- LU ----------------------------------------------------------------------------------------------------------------


def lu_factors(a: Value) -> tuple[Value, Value]:
    """Return both triangular factors in one matrix, and the row, counted from 0, that each is exchanged with."""
    [factors], [pivots] = steps(min(size_along(a, -2), size_along(a, -1)), [a], _eliminate)
    return factors, pivots


def _eliminate(number: Value, carried: Sequence[Value], _: Sequence[Value]) -> tuple[Sequence[Value], Sequence[Value]]:
    """Return matrices whose column is eliminated by the row with its largest element, and the number of that row."""
    [a] = carried
    column = _part(a, -1, number)
    zero = full_like(0, column)
    candidates = graph.select(_is_at(column, -1, number, "ge"), graph.abs(column), graph.sub(zero, 1.0))
    pivot = graph.argmax(candidates, len(shape_of(column)) - 1, i64)
    own_row, pivot_row = _part(a, -2, number), _part_of_each(a, pivot)
    is_own, is_pivot = _is_at(a, -2, number), _is_at_of_each(a, -2, pivot)
    a = graph.select(is_own, along(pivot_row, a, -2), graph.select(is_pivot, along(own_row, a, -2), a))
    own, divisor = (along(_part(row, -1, number), column, -1) for row in (own_row, pivot_row))
    is_own, is_pivot = _is_at(column, -1, number), _is_at_of_each(column, -1, pivot)
    column = graph.select(is_own, divisor, graph.select(is_pivot, own, column))
    divisor = graph.select(graph.compare("eq", divisor, zero), graph.add(zero, 1.0), divisor)
    is_below = _is_at(column, -1, number, "gt")
    factor = graph.select(is_below, graph.div(column, divisor), zero)
    reduced = graph.sub(a, _outer(factor, pivot_row, a))
    return [_with_columns_changed(a, number, graph.select(is_below, factor, column), reduced)], [pivot]


def _is_at_of_each(value: Value, dim: int, numbers: Value) -> Value:
    """Return which positions along a dimension are that of a number for each matrix."""
    dims = range(len(shape_of(numbers)))
    return graph.compare("eq", number_of(value, dim), graph.broadcast(numbers, dims, shape_of(value)))


def _part_of_each(a: Value, numbers: Value) -> Value:
    """Return the row of each matrix at a number for each."""
    if not shape_of(numbers):
        return _part(a, -2, numbers)
    return sum_where(_is_at_of_each(a, -2, numbers), a, -2)


def with_rows_exchanged(a: Value, pivots: Value, *, backwards: bool = False) -> Value:
    """Return matrices after each row was exchanged with the one at its pivot, in order, or backwards to undo that."""

    def step(
        number: Value, carried: Sequence[Value], given: Sequence[Value]
    ) -> tuple[Sequence[Value], Sequence[Value]]:
        [rows], [pivot] = carried, given
        own_row, other_row = _part(rows, -2, number), _part_of_each(rows, pivot)
        rest = graph.select(_is_at_of_each(rows, -2, pivot), along(own_row, rows, -2), rows)
        return [graph.select(_is_at(rows, -2, number), along(other_row, rows, -2), rest)], []

    [exchanged], _ = steps(size_along(pivots, -1), [a], step, [_with_last_leading(pivots)], backwards=backwards)
    return exchanged


def lu_solution(factors: Value, pivots: Value, b: Value, *, transpose: bool = False) -> Value:
    """Return the x in a x = b, or in a^T x = b, for the factors of a."""

    def solved(x: Value, *, lower: bool) -> Value:
        return triangular_solution((factors,), (x,), left=True, lower=lower, transpose=transpose, unit=lower)[0]

    if transpose:
        return with_rows_exchanged(solved(solved(b, lower=False), lower=True), pivots, backwards=True)
    return solved(solved(with_rows_exchanged(b, pivots), lower=True), lower=False)


def determinant_factors(factors: Value, pivots: Value) -> tuple[Value, Value]:
    """Return the diagonals and the sign whose product is the determinant: each exchange of rows changes the sign."""
    is_moved = graph.compare("ne", pivots, number_of(pivots, -1))
    ones = graph.broadcast(scalar(1, factors), [], shape_of(pivots))
    signs = graph.select(is_moved, graph.neg(ones), ones)
    return diagonal(factors), graph.reduce("product", signs, [len(shape_of(pivots)) - 1])


# -- QR ----------------------------------------------------------------------------------------------------------------


def reflections(a: Value) -> tuple[Value, Value]:
    """Return the triangular factor R, below it the vectors of Householder's reflections, and their coefficients."""
    [matrix], [coefficients] = steps(min(size_along(a, -2), size_along(a, -1)), [a], _reflect)
    return matrix, coefficients


def _reflect(number: Value, carried: Sequence[Value], _: Sequence[Value]) -> tuple[Sequence[Value], Sequence[Value]]:
    """Return matrices whose column a reflection has made zero below the diagonal, and the reflection's coefficient."""
    [a] = carried
    column = _part(a, -1, number)
    zero = full_like(0, column)
    is_own, is_below = _is_at(column, -1, number), _is_at(column, -1, number, "gt")
    own = _part(column, -1, number)
    none = full_like(0, own)
    rest = sum_where(is_below, graph.mul(column, column), -1)
    is_zero = graph.compare("eq", rest, none)
    length = graph.sqrt(graph.add(graph.mul(own, own), rest))
    image = graph.select(graph.compare("lt", own, none), length, graph.neg(length))
    image = graph.select(is_zero, own, image)
    one = graph.add(none, 1.0)
    coefficient = graph.div(graph.sub(image, own), graph.select(is_zero, one, image))
    divisor = graph.select(is_zero, one, graph.sub(own, image))
    vector = graph.select(is_below, graph.div(column, along(divisor, column, -1)), zero)
    changed = graph.select(is_own, along(image, column, -1), graph.select(is_below, vector, column))
    reflected = _reflected(a, graph.select(is_own, graph.add(zero, 1.0), vector), coefficient)
    return [_with_columns_changed(a, number, changed, reflected)], [coefficient]


def _reflected(a: Value, vector: Value, coefficient: Value) -> Value:
    """Return a - c v (v^T a)."""
    products = graph.reduce("sum", graph.mul(along(vector, a, -1), a), [len(shape_of(a)) - 2])
    return graph.sub(a, _outer(graph.mul(along(coefficient, vector, -1), vector), products, a))


def orthogonal(vectors: Value, coefficients: Value) -> Value:
    """Return the first columns of the product of Householder's reflections, as many as there are vectors."""

    def step(
        number: Value, carried: Sequence[Value], given: Sequence[Value]
    ) -> tuple[Sequence[Value], Sequence[Value]]:
        column = _part(vectors, -1, number)
        zero = full_like(0, column)
        vector = graph.select(_is_at(column, -1, number, "gt"), column, zero)
        vector = graph.select(_is_at(column, -1, number), graph.add(zero, 1.0), vector)
        return [_reflected(carried[0], vector, given[0])], []

    by_number = _with_last_leading(coefficients)
    [q], _ = steps(
        size_along(coefficients, -1), [identity(shape_of(vectors), vectors)], step, [by_number], backwards=True
    )
    return q


def qr_factors(a: Value, *, is_complete: bool) -> tuple[Value, Value]:
    """Return orthogonal columns and an upper triangle, whose product are the matrices; all columns, or those needed."""
    rows, columns = size_along(a, -2), size_along(a, -1)
    matrix, coefficients = reflections(a)
    width = rows if is_complete else min(rows, columns)
    vectors = upper_left(matrix, rows, min(width, columns))
    if width > columns:
        batch = shape_of(a)[:-2]
        zeros = graph.broadcast(scalar(0, a), [], (*batch, rows, width - columns))
        vectors = graph.concat([vectors, zeros], len(batch) + 1)
    return orthogonal(vectors, coefficients), part_where("ge", upper_left(matrix, width, columns))
