"""Factors of matrices of real or complex numbers, and equations with them, as graph ops on all matrices of a batch.

Factors that need no iteration are here: those of Cholesky, LU and QR. Eigenvalues and singular values are in
`spectral_factors.py`. Rows of small triangular matrices are written out; larger ones are the steps of a `graph.scan`,
as all of LU and QR are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Literal

from dlc.dialects import graph
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.ir import Block, Builder, InsertionPoint, Region, Value
from dlc.ir.builtin_attributes import UNIT, DenseElementsAttr
from dlc.ir.builtin_types import TensorType, i64
from dlc.ir.sizes import Dim

from .complex_parts import Parts, conjugate, contract, magnitude_squared, minus, multiply, quotient
from .translated_values import scalar, static_shape

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


def adjoint(a: Parts) -> Parts:
    """Return transposed matrices of conjugate numbers."""
    return conjugate(tuple(map(transposed, a)))


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


def _outer(rows: Parts, columns: Parts, like: Value) -> Parts:
    """Return the products of each element of a vector with each of another."""
    return multiply(tuple(along(part, like, -1) for part in rows), tuple(along(part, like, -2) for part in columns))


def _with_columns_changed(a: Parts, number: Value, column: Sequence[Value], later: Parts) -> Parts:
    """Return matrices with another column at a position, and with the columns of others behind it."""
    is_behind, is_own = _is_at(a[0], -1, number, "gt"), _is_at(a[0], -1, number)
    return tuple(
        graph.select(is_own, along(own, part, -1), graph.select(is_behind, behind, part))
        for part, own, behind in zip(a, column, later, strict=True)
    )


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


def cholesky_factor(a: Parts, *, lower: bool) -> Parts:
    """Return the triangular factor of matrices of which that triangle is given."""
    if not size_along(a[0], -1):
        return a
    if not lower:
        return adjoint(cholesky_factor(adjoint(a), lower=True))
    factored = _cholesky_written_out if size_along(a[0], -1) <= MOST_ROWS_WRITTEN_OUT else _cholesky_by_steps
    return with_real_diagonal(factored(a))


def with_real_diagonal(a: Parts) -> Parts:
    """Return matrices whose diagonals are their real parts."""
    return (a[0], *(graph.sub(part, part_where("eq", part)) for part in a[1:]))


def _cholesky_written_out(a: Parts) -> Parts:
    count, last = size_along(a[0], -1), len(shape_of(a[0])) - 1
    columns: list[Parts] = []
    for number in range(count):
        column = _blocks(a, (number, count), (number, number + 1))
        if columns:
            known = _joined([_blocks(each, (number, count), (0, 1)) for each in columns], last)
            column = minus(column, product(known, adjoint(_blocks(known, (0, 1), (0, number)))))
        root = graph.sqrt(block(column[0], (0, 1), (0, 1)))
        columns.append(tuple(_below(graph.div(part, spread(root, part)), number) for part in column))
    return _joined(columns, last)


def _cholesky_by_steps(a: Parts) -> Parts:
    def step(number: Value, carried: Sequence[Value], _: Sequence[Value]) -> tuple[Sequence[Value], Sequence[Value]]:
        rest = tuple(carried)
        column = tuple(_part(part, -1, number) for part in rest)
        root = graph.sqrt(_part(column[0], -1, number))
        column = tuple(graph.div(part, along(root, part, -1)) for part in column)
        column = tuple(graph.select(_is_at(part, -1, number, "ge"), part, full_like(0, part)) for part in column)
        return minus(rest, _outer(column, conjugate(column), rest[0])), column

    _, factor = steps(size_along(a[0], -1), a, step)
    return tuple(factor)


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


def _blocks(a: Parts, rows: tuple[int, int], columns: tuple[int, int]) -> Parts:
    return tuple(block(part, rows, columns) for part in a)


def _joined(pieces: Sequence[Parts], dim: int) -> Parts:
    return tuple(graph.concat(list(each), dim) for each in zip(*pieces, strict=True))


def product(lhs: Parts, rhs: Parts) -> Parts:
    """Return products of matrices of a batch."""
    rank = len(shape_of(lhs[0]))
    batch = list(range(rank - 2))
    return contract(lhs, rhs, ([rank - 1], [rank - 2]), (batch, batch), element_of(lhs[0]))


# -- Equations with triangular matrices --------------------------------------------------------------------------------


def triangular_solution(a: Parts, b: Parts, *, left: bool, lower: bool, transpose: bool, unit: bool) -> Parts:
    """Return the x in a x = b, row by row; x a = b is the same of transposed matrices. `transpose` is that of a."""
    if not size_along(a[0], -1):
        return b
    if transpose == left:
        a, lower = tuple(map(transposed, a)), not lower
    solve = _solved_written_out if size_along(a[0], -1) <= MOST_ROWS_WRITTEN_OUT else _solved_by_steps
    solved = solve(a, b if left else tuple(map(transposed, b)), lower=lower, unit=unit)
    return solved if left else tuple(map(transposed, solved))


def _solved_written_out(a: Parts, b: Parts, *, lower: bool, unit: bool) -> Parts:
    count, columns, dim = size_along(a[0], -1), size_along(b[0], -1), len(shape_of(b[0])) - 2
    solved: list[Parts] = []
    for row in range(count) if lower else reversed(range(count)):
        rest = _blocks(b, (row, row + 1), (0, columns))
        if solved:
            factors = _blocks(a, (row, row + 1), (0, row) if lower else (row + 1, count))
            rest = minus(rest, product(factors, _joined(solved if lower else solved[::-1], dim)))
        if not unit:
            rest = quotient(rest, tuple(spread(part, rest[0]) for part in _blocks(a, (row, row + 1), (row, row + 1))))
        solved.append(rest)
    return _joined(solved if lower else solved[::-1], dim)


def _solved_by_steps(a: Parts, b: Parts, *, lower: bool, unit: bool) -> Parts:
    def step(number: Value, rest: Sequence[Value], given: Sequence[Value]) -> tuple[Sequence[Value], Sequence[Value]]:
        row = tuple(_part(part, -2, number) for part in rest)
        if not unit:
            own = [_part(part, -1, number) for part in given]
            row = quotient(row, tuple(along(part, row[0], -1) for part in own))
        is_left = _is_at(given[0], -1, number, "gt" if lower else "lt")
        column = [graph.select(is_left, part, full_like(0, part)) for part in given]
        return minus(tuple(rest), _outer(tuple(column), row, rest[0])), row

    columns = list(map(_with_last_leading, a))
    _, rows = steps(size_along(a[0], -1), b, step, columns, backwards=not lower)
    return tuple(map(transposed, rows))


# -- LU ----------------------------------------------------------------------------------------------------------------


def lu_factors(a: Parts) -> tuple[Parts, Value]:
    """Return both triangular factors in one matrix, and the row, counted from 0, that each is exchanged with.

    The pivot is the largest number of a column, by the sum of the magnitudes of its parts, as LAPACK chooses it.
    """
    count = min(size_along(a[0], -2), size_along(a[0], -1))
    if not count:
        return a, graph.constant(DenseElementsAttr.of(TensorType((*static_shape(a[0])[:-2], 0), i64), []))
    factors, [pivots] = steps(count, a, _eliminate)
    return tuple(factors), pivots


def _eliminate(number: Value, carried: Sequence[Value], _: Sequence[Value]) -> tuple[Sequence[Value], Sequence[Value]]:
    """Return matrices whose column is eliminated by the row with its largest element, and the number of that row."""
    like = carried[0]
    column = tuple(_part(part, -1, number) for part in carried)
    zero = full_like(0, column[0])
    size = reduce(graph.add, map(graph.abs, column))
    candidates = graph.select(_is_at(size, -1, number, "ge"), size, graph.sub(zero, 1.0))
    pivot = graph.argmax(candidates, len(shape_of(size)) - 1, i64)
    own_row = tuple(_part(part, -2, number) for part in carried)
    pivot_row = tuple(_part_of_each(part, pivot) for part in carried)
    is_own, is_pivot = _is_at(like, -2, number), _is_at_of_each(like, -2, pivot)
    a = tuple(
        graph.select(is_own, along(there, like, -2), graph.select(is_pivot, along(own, like, -2), part))
        for part, own, there in zip(carried, own_row, pivot_row, strict=True)
    )
    own, divisor = (tuple(along(_part(part, -1, number), zero, -1) for part in row) for row in (own_row, pivot_row))
    is_own, is_pivot = _is_at(zero, -1, number), _is_at_of_each(zero, -1, pivot)
    column = tuple(
        graph.select(is_own, there, graph.select(is_pivot, here, part))
        for part, here, there in zip(column, own, divisor, strict=True)
    )
    is_nothing = reduce(graph.and_, [graph.compare("eq", part, zero) for part in divisor])
    divisor = (graph.select(is_nothing, graph.add(zero, 1.0), divisor[0]), *divisor[1:])
    is_below = _is_at(zero, -1, number, "gt")
    factor = tuple(graph.select(is_below, part, zero) for part in quotient(column, divisor))
    reduced = minus(a, _outer(factor, pivot_row, like))
    changed = [graph.select(is_below, *pair) for pair in zip(factor, column, strict=True)]
    return _with_columns_changed(a, number, changed, reduced), [pivot]


def _is_at_of_each(value: Value, dim: int, numbers: Value) -> Value:
    """Return which positions along a dimension are that of a number for each matrix."""
    dims = range(len(shape_of(numbers)))
    return graph.compare("eq", number_of(value, dim), graph.broadcast(numbers, dims, shape_of(value)))


def _part_of_each(a: Value, numbers: Value) -> Value:
    """Return the row of each matrix at a number for each."""
    if not shape_of(numbers):
        return _part(a, -2, numbers)
    return sum_where(_is_at_of_each(a, -2, numbers), a, -2)


def with_rows_exchanged(a: Parts, pivots: Value, *, backwards: bool = False) -> Parts:
    """Return matrices after each row was exchanged with the one at its pivot, in order, or backwards to undo that."""

    def step(
        number: Value, carried: Sequence[Value], given: Sequence[Value]
    ) -> tuple[Sequence[Value], Sequence[Value]]:
        return [_with_two_exchanged(rows, number, given[0]) for rows in carried], []

    rows, _ = steps(size_along(pivots, -1), a, step, [_with_last_leading(pivots)], backwards=backwards)
    return tuple(rows)


def _with_two_exchanged(rows: Value, number: Value, pivots: Value) -> Value:
    """Return matrices after the row at a position was exchanged with the one at its pivot."""
    own_row, other_row = _part(rows, -2, number), _part_of_each(rows, pivots)
    rest = graph.select(_is_at_of_each(rows, -2, pivots), along(own_row, rows, -2), rows)
    return graph.select(_is_at(rows, -2, number), along(other_row, rows, -2), rest)


def lu_solution(factors: Parts, pivots: Value, b: Parts, *, transpose: bool = False) -> Parts:
    """Return the x in a x = b, or in a^T x = b, for the factors of a."""

    def solved(x: Parts, *, lower: bool) -> Parts:
        return triangular_solution(factors, x, left=True, lower=lower, transpose=transpose, unit=lower)

    if transpose:
        return with_rows_exchanged(solved(solved(b, lower=False), lower=True), pivots, backwards=True)
    return solved(solved(with_rows_exchanged(b, pivots), lower=True), lower=False)


def determinant_factors(factors: Parts, pivots: Value) -> tuple[Parts, Value]:
    """Return the diagonals and the sign whose product is the determinant: each exchange of rows changes the sign."""
    is_moved = graph.compare("ne", pivots, number_of(pivots, -1))
    ones = graph.broadcast(scalar(1, factors[0]), [], shape_of(pivots))
    signs = graph.select(is_moved, graph.neg(ones), ones)
    return tuple(map(diagonal, factors)), graph.reduce("product", signs, [len(shape_of(pivots)) - 1])


# -- QR ----------------------------------------------------------------------------------------------------------------


def reflections(a: Parts) -> tuple[Parts, Parts]:
    """Return the triangular factor R, below it the vectors of Householder's reflections, and their coefficients."""
    matrix, coefficients = steps(min(size_along(a[0], -2), size_along(a[0], -1)), a, _reflect)
    return tuple(matrix), tuple(coefficients)


def _reflect(number: Value, carried: Sequence[Value], _: Sequence[Value]) -> tuple[Sequence[Value], Sequence[Value]]:
    """Return matrices whose column a reflection has made zero below the diagonal, and the reflection's coefficient."""
    a = tuple(carried)
    changed, vector, coefficient = _reflection(tuple(_part(part, -1, number) for part in a), number)
    return _with_columns_changed(a, number, changed, _reflected(a, vector, conjugate(coefficient))), coefficient


def _reflection(column: Parts, number: Value) -> tuple[Parts, Parts, Parts]:
    """Return columns that a reflection has made zero below a position, with its vector there, the whole vector, and its
    coefficient. The number that is left at the position is real.
    """
    zero = full_like(0, column[0])
    is_own, is_below = _is_at(zero, -1, number), _is_at(zero, -1, number, "gt")
    own = tuple(_part(part, -1, number) for part in column)
    none = full_like(0, own[0])
    rest = sum_where(is_below, magnitude_squared(column), -1)
    is_done = reduce(graph.and_, [graph.compare("eq", part, none) for part in (rest, *own[1:])])
    length = graph.sqrt(graph.add(magnitude_squared(own), rest))
    image = graph.select(graph.compare("lt", own[0], none), length, graph.neg(length))
    image = graph.select(is_done, own[0], image)
    images = (image, *(none for _ in own[1:]))
    one = graph.add(none, 1.0)
    coefficient = quotient(minus(images, own), (graph.select(is_done, one, image),))
    divisor = minus(own, images)
    divisor = (graph.select(is_done, one, divisor[0]), *divisor[1:])
    quotients = quotient(column, tuple(along(part, zero, -1) for part in divisor))
    vector = tuple(graph.select(is_below, part, zero) for part in quotients)
    changed = tuple(
        graph.select(is_own, along(end, zero, -1), graph.select(is_below, below, part))
        for end, below, part in zip(images, vector, column, strict=True)
    )
    return changed, _with_one_at(vector, number), coefficient


def pivoted_reflections(a: Parts) -> tuple[Parts, Value, Parts]:
    """Return what `reflections` does for columns in another order, and their numbers in that order.

    The next column is the longest one, without the rows that are done.
    """
    *batch, _, columns = shape_of(a[0])

    def step(number: Value, carried: Sequence[Value], _: Sequence[Value]) -> tuple[Sequence[Value], Sequence[Value]]:
        *parts, order = carried
        squares = sum_where(_is_at(parts[0], -2, number, "ge"), magnitude_squared(tuple(parts)), -2)
        none = graph.sub(full_like(0, squares), 1.0)
        squares = graph.select(_is_at(squares, -1, number, "ge"), squares, none)
        pivots = graph.argmax(squares, len(batch), i64)
        turned = [_with_two_exchanged(transposed(part), number, pivots) for part in parts]
        order = _with_two_exchanged(order, number, pivots)
        following, coefficient = _reflect(number, list(map(transposed, turned)), ())
        return [*following, order], coefficient

    numbers = graph.iota(len(batch), (*batch, columns, 1), i64)
    (*matrix, order), coefficients = steps(min(size_along(a[0], -2), size_along(a[0], -1)), [*a, numbers], step)
    return tuple(matrix), graph.reshape(order, (*batch, columns)), tuple(coefficients)


def hessenberg_reflections(a: Parts) -> tuple[Parts, Parts]:
    """Return matrices of the same eigenvalues with zeros below the numbers next to the diagonal, where the vectors of
    the reflections are that have been applied on both sides, and their coefficients.
    """

    def step(number: Value, carried: Sequence[Value], _: Sequence[Value]) -> tuple[Sequence[Value], Sequence[Value]]:
        a = tuple(carried)
        column = tuple(_part(part, -1, number) for part in a)
        changed, vector, coefficient = _reflection(column, graph.add(number, 1))
        a = _with_columns_changed(a, number, changed, _reflected(a, vector, conjugate(coefficient)))
        return adjoint(_reflected(adjoint(a), vector, conjugate(coefficient))), coefficient

    matrix, coefficients = steps(max(size_along(a[0], -1) - 1, 0), a, step)
    return tuple(matrix), tuple(coefficients)


def _with_one_at(vector: Parts, number: Value) -> Parts:
    """Return vectors with the number 1 at a position, where they are 0."""
    zero = full_like(0, vector[0])
    return (graph.select(_is_at(zero, -1, number), graph.add(zero, 1.0), vector[0]), *vector[1:])


def _reflected(a: Parts, vector: Parts, coefficient: Parts) -> Parts:
    """Return a - c v (v^H a)."""
    rows = len(shape_of(a[0])) - 2
    terms = multiply(tuple(along(part, a[0], -1) for part in conjugate(vector)), a)
    products = tuple(graph.reduce("sum", part, [rows]) for part in terms)
    scaled = multiply(tuple(along(part, vector[0], -1) for part in coefficient), vector)
    return minus(a, _outer(scaled, products, a[0]))


def orthogonal(vectors: Parts, coefficients: Parts) -> Parts:
    """Return the first columns of the product of Householder's reflections, as many as there are vectors."""
    ones = identity(shape_of(vectors[0]), vectors[0])
    first = (ones, *(full_like(0, part) for part in vectors[1:]))
    return product_with_orthogonal(vectors, coefficients, first, left=True, is_adjoint=False)


def product_with_orthogonal(vectors: Parts, coefficients: Parts, c: Parts, *, left: bool, is_adjoint: bool) -> Parts:
    """Return q c or, on the right, c q for the product q of Householder's reflections, or for its adjoint."""
    if not left:
        turned = product_with_orthogonal(vectors, coefficients, adjoint(c), left=True, is_adjoint=not is_adjoint)
        return adjoint(turned)
    if not size_along(coefficients[0], -1):
        return c

    def step(
        number: Value, carried: Sequence[Value], given: Sequence[Value]
    ) -> tuple[Sequence[Value], Sequence[Value]]:
        coefficient = conjugate(tuple(given)) if is_adjoint else tuple(given)
        return _reflected(tuple(carried), _vector_at(vectors, number), coefficient), []

    by_number = list(map(_with_last_leading, coefficients))
    results, _ = steps(size_along(coefficients[0], -1), c, step, by_number, backwards=not is_adjoint)
    return tuple(results)


def _vector_at(vectors: Parts, number: Value) -> Parts:
    """Return the vector of a reflection, which is below the diagonal."""
    column = tuple(_part(part, -1, number) for part in vectors)
    zero = full_like(0, column[0])
    return _with_one_at(tuple(graph.select(_is_at(part, -1, number, "gt"), part, zero) for part in column), number)


def qr_factors(a: Parts, *, is_complete: bool) -> tuple[Parts, Parts]:
    """Return orthogonal columns and an upper triangle, whose product are the matrices; all columns, or those needed."""
    rows, columns = size_along(a[0], -2), size_along(a[0], -1)
    matrix, coefficients = reflections(a)
    width = rows if is_complete else min(rows, columns)
    vectors = _blocks(matrix, (0, rows), (0, min(width, columns)))
    if width > columns:
        batch = shape_of(a[0])[:-2]
        zeros = graph.broadcast(scalar(0, a[0]), [], (*batch, rows, width - columns))
        vectors = tuple(graph.concat([part, zeros], len(batch) + 1) for part in vectors)
    triangle = tuple(part_where("ge", part) for part in _blocks(matrix, (0, width), (0, columns)))
    return orthogonal(vectors, coefficients), triangle
