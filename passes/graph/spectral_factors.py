"""Eigenvalues of symmetric or Hermitian matrices, and singular values, as graph ops on all matrices of a batch.

Both come from rotating pairs of rows until all rows are orthogonal (one-sided Jacobi). Each step of a sweep rotates
all pairs of neighbours at once and exchanges them, so that after as many steps as there are rows all have met. The loop
over sweeps of real matrices has a gradient of its own (`passes/graph_grad/orthogonal_rows.py`), so nothing is
differentiated step by step. A matrix with an element that is not finite gives NaN, and ends the loop as every other one
does.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import prod, sqrt
from typing import NamedTuple

from dlc.dialects import graph
from dlc.dialects.graph.differentiation import ORTHOGONAL_ROWS
from dlc.dialects.graph.op_functions import constant
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.ir import Block, Builder, InsertionPoint, Region, Value
from dlc.ir.builtin_attributes import bool_attr
from dlc.ir.builtin_types import FloatType, IntegerType, f64, i64

from .complex_parts import Parts, absolute, magnitude_squared
from .matrix_factors import (
    adjoint,
    along,
    block,
    diagonal,
    full_like,
    identity,
    number_of,
    product,
    qr_factors,
    size_along,
    spread,
    stacked_steps,
    steps,
    with_real_diagonal,
)

MOST_SWEEPS = 40
"""The maximum number of sweeps. Matrices need 5 to 10; those of a hundred rows that are badly scaled, up to 30."""
SHIFT = 1.25
"""The factor of a matrix's norm that is added to its eigenvalues, so that they are positive and of like size."""
LEAST_ELEMENTS = 512
"""The number of elements of a matrix from which on those of a batch are rotated one after the other, in a cache."""


# -- Rotations ---------------------------------------------------------------------------------------------------------


class OrthogonalRows(NamedTuple):
    """Rows that rotations have made orthogonal."""

    rows: Parts
    squares: Value
    """The squares of the lengths of rows."""
    rotation: Parts | None = None
    """The product of all rotations, if it was asked for: rows = rotation x given rows."""


def orthogonal_rows(a: Parts, *, with_rotation: bool, is_definite: bool = False) -> OrthogonalRows:
    """Return the rows of matrices after rotations that make them orthogonal.

    Of matrices that are positive definite, the directions of the orthogonal rows are the rotation.
    """
    *batch, count, columns = shape_of(a[0])
    sizes = [size for size in batch if isinstance(size, int)]
    if not batch or len(sizes) < len(batch) or size_along(a[0], -2) * size_along(a[0], -1) < LEAST_ELEMENTS:
        return _rotated(a, with_rotation=with_rotation, is_definite=is_definite)

    def step(_number: Value, _: Sequence[Value], given: Sequence[Value]) -> tuple[Sequence[Value], Sequence[Value]]:
        result = _rotated(tuple(given), with_rotation=with_rotation, is_definite=is_definite)
        return [], [*result.rows, *(result.rotation or ()), result.squares]

    total = prod(sizes)
    _, stacks = stacked_steps(total, [], step, [graph.reshape(part, (total, count, columns)) for part in a])
    *stacks, squares = (graph.reshape(each, (*batch, *shape_of(each)[1:])) for each in stacks)
    return OrthogonalRows(tuple(stacks[: len(a)]), squares, tuple(stacks[len(a) :]) or None)


def _rotated(a: Parts, *, with_rotation: bool, is_definite: bool) -> OrthogonalRows:
    count = size_along(a[0], -2)
    first: Parts = ()
    if with_rotation:
        one = identity((*shape_of(a[0])[:-2], count, count), a[0])
        first = (one, *(full_like(0, one) for _ in a[1:]))
    if count > 1:
        *values, squares = _swept([*a, *first], len(a), is_definite=is_definite)
    else:
        values = [*a, *first]
        squares = graph.reduce("sum", magnitude_squared(a), [len(shape_of(a[0])) - 1])
    return OrthogonalRows(tuple(values[: len(a)]), squares, tuple(values[len(a) :]) or None)


def _swept(given: Sequence[Value], parts: int, *, is_definite: bool) -> Sequence[Value]:
    """Return rows of some parts, what is rotated with them, and the squares of their lengths after as many sweeps as
    needed.
    """
    types = [each.type for each in given]
    lengths, number = tensor_of(shape_of(given[0])[:-1], element_of(given[0])), tensor_of((), i64)
    before, after = Block([*types, number]), Block([*types, lengths, number])
    location = Builder.current().location
    with Builder(InsertionPoint.at_end(before), location) as builder:
        *values, sweep = before.args
        squares, goes_on = _squares_and_need(tuple(values[:parts]))
        goes_on = graph.and_(goes_on, graph.compare("lt", sweep, MOST_SWEEPS))
        builder.insert(graph.ConditionOp(goes_on, [*values, squares, sweep]))
    with Builder(InsertionPoint.at_end(after), location) as builder:
        *values, _, sweep = after.args
        builder.insert(graph.YieldOp([*_sweep(values, parts), graph.add(sweep, 1)]))
    inits = [*given, constant(0, i64)]
    loop = graph.WhileOp(inits, [each.type for each in after.args], Region([before]), Region([after]))
    if parts == 1:
        loop.attributes[ORTHOGONAL_ROWS] = bool_attr(is_definite)
    return Builder.current().insert(loop).results[:-1]


def _rounding(rows: Value) -> float:
    """Return the cosine of the angle of rows that need no rotation, and the length of those that are not rotated.

    Twice that is allowed in the end.
    """
    return rounding_of(rows) * sqrt(size_along(rows, -1))


def rounding_of(like: Value) -> float:
    """Return the distance from 1 to the next number of a value's type."""
    return 2.0 ** -_digits(like)


def _digits(like: Value) -> int:
    """Return the number of digits behind the point of floats, which are of f32 or f64."""
    return 52 if element_of(like) is f64 else 23


def _squares_and_need(rows: Parts) -> tuple[Value, Value]:
    """Return the squares of lengths, and whether there are rows that are far from orthogonal."""
    products = product(rows, adjoint(rows))
    squares, like = diagonal(products[0]), products[0]
    rounding = 2 * _rounding(rows[0])
    is_open = _is_open(along(squares, like, -1), _magnitude(products), along(squares, like, -2), rounding)
    is_open = graph.and_(is_open, graph.compare("ne", number_of(like, -1), number_of(like, -2)))
    return squares, graph.reduce("or", is_open, list(range(len(shape_of(like)))))


def _magnitude(x: Parts) -> Value:
    return graph.abs(x[0]) if len(x) == 1 else absolute(x)


def _is_open(left: Value, both: Value, right: Value, rounding: float) -> Value:
    """Return whether rows are not orthogonal yet, from the squares of their lengths and the magnitude of their product.

    Rows that are zero but for rounding count as orthogonal.
    """
    is_large = graph.compare("gt", both, graph.mul(graph.sqrt(graph.mul(left, right)), rounding))
    return graph.and_(is_large, graph.compare("gt", graph.minimum(left, right), full_like(rounding**2, both)))


def _sweep(values: Sequence[Value], parts: int) -> Sequence[Value]:
    """Return rows of some parts, and what is rotated with them.

    Each pair was rotated once, or neighbours twice.
    """
    count = size_along(values[0], -2)

    def step(_number: Value, carried: Sequence[Value], _: Sequence[Value]) -> tuple[Sequence[Value], Sequence[Value]]:
        even = _exchanged(carried, parts, 0)
        return (_exchanged(even, parts, 1) if count > 2 else even), []

    return steps((count + 1) // 2, values, step)[0]


def _exchanged(carried: Sequence[Value], parts: int, first: int) -> Sequence[Value]:
    """Return matrices whose pairs of neighbouring rows, from a first one on, are rotated and exchanged."""
    count = size_along(carried[0], -2)
    last = first + (count - first) // 2 * 2
    pairs = [_paired(each, first, last) for each in carried]
    rotations = _rotations(tuple(pairs[:parts]))
    matrices = [tuple(pairs[number : number + parts]) for number in range(0, len(pairs), parts)]
    rotated = [_unpaired(part) for each in matrices for part in product(rotations, each)]
    return [_with_rows_between(each, rows, first) for each, rows in zip(carried, rotated, strict=True)]


def _paired(a: Value, first: int, last: int) -> Value:
    *batch, _, columns = shape_of(a)
    return graph.reshape(_rows(a, first, last), (*batch, (last - first) // 2, 2, columns))


def _unpaired(pairs: Value) -> Value:
    *batch, _, _, columns = shape_of(pairs)
    return graph.reshape(pairs, (*batch, 2 * size_along(pairs, -3), columns))


def _rows(a: Value, first: int, last: int) -> Value:
    return block(a, (first, last), (0, size_along(a, -1)))


def _with_rows_between(a: Value, rows: Value, first: int) -> Value:
    """Return matrices with other rows from a first one on."""
    last, count = first + size_along(rows, -2), size_along(a, -2)
    around = [_rows(a, *ends) for ends in ((0, first), (last, count)) if ends[0] < ends[1]]
    parts = [*around[: bool(first)], rows, *around[bool(first) :]]
    return graph.concat(parts, len(shape_of(a)) - 2) if around else rows


def _rotations(pairs: Parts) -> Parts:
    """Return the matrices [[s, c], [c, -s]] that make pairs of rows orthogonal, and exchange them.

    Of complex rows, the second is turned first by the angle of their product, which is real then.
    """
    products = product(pairs, adjoint(pairs))
    left, right = (block(products[0], (i, i + 1), (i, i + 1)) for i in (0, 1))
    both = tuple(block(part, (0, 1), (1, 2)) for part in products)
    size = _magnitude(both)
    is_open = _is_open(left, size, right, _rounding(pairs[0]))
    if len(both) == 1:
        cosine, sine = _angle(left, both[0], right, is_open)
        return (_of_four([[sine, cosine], [cosine, graph.neg(sine)]]),)
    cosine, sine = _angle(left, size, right, is_open)
    one, zero = full_like(1, size), full_like(0, size)
    real, imaginary = (graph.div(part, graph.select(is_open, size, one)) for part in both)
    real, imaginary = graph.select(is_open, real, one), graph.select(is_open, imaginary, zero)
    turned = (graph.mul(cosine, real), graph.mul(graph.neg(sine), real))
    imaginary_parts = (graph.mul(cosine, imaginary), graph.mul(graph.neg(sine), imaginary))
    rows = [[first, second] for first, second in zip((sine, cosine), turned, strict=True)]
    return _of_four(rows), _of_four([[zero, each] for each in imaginary_parts])


def _of_four(rows: Sequence[Sequence[Value]]) -> Value:
    """Return matrices of two rows and columns, of the elements of all of them."""
    rank = len(shape_of(rows[0][0]))
    return graph.concat([graph.concat(list(row), rank - 1) for row in rows], rank - 2)


def _angle(left: Value, both: Value, right: Value, is_open: Value) -> tuple[Value, Value]:
    """Return the cosine and the sine of the rotation, by 45 degrees at most, that makes two rows orthogonal.

    Given are the squares of their lengths, and their product.
    """
    one = full_like(1, both)
    cotangent = graph.div(graph.sub(right, left), graph.select(is_open, graph.mul(both, 2.0), one))
    length = graph.sqrt(graph.add(graph.mul(cotangent, cotangent), 1.0))
    tangent = graph.div(graph.copysign(one, cotangent), graph.add(graph.abs(cotangent), length))
    tangent = graph.select(is_open, tangent, full_like(0, both))
    cosine = graph.rsqrt(graph.add(graph.mul(tangent, tangent), 1.0))
    return cosine, graph.mul(cosine, tangent)


# -- What both have in common ------------------------------------------------------------------------------------------


def _scaled(a: Parts) -> tuple[Parts, Value]:
    """Return matrices whose largest part is between 1 and 2, and the powers of two that they were divided by.

    Matrices of zeros stay, and those with an element that is not finite become NaN.
    """
    rank = len(shape_of(a[0]))
    sizes = reduce(graph.maximum, map(graph.abs, a))
    largest = graph.reduce("max", graph.stop_gradient(sizes), [rank - 2, rank - 1])
    scale = _power_of_two_below(largest)
    return tuple(graph.div(part, spread(scale, part)) for part in a), scale


def _power_of_two_below(value: Value) -> Value:
    """Return the largest powers of two up to positive numbers: their exponents. What is not finite becomes NaN."""
    element = element_of(value)
    assert isinstance(element, FloatType)
    exponent = (1 << element.width - 1) - (1 << _digits(value))
    bits = graph.bitcast(value, IntegerType(element.width))
    power = graph.bitcast(graph.and_(bits, full_like(exponent, bits)), element)
    is_finite = graph.compare("lt", value, full_like(float("inf"), value))
    power = graph.maximum(power, full_like(_smallest(value), value))
    return graph.select(is_finite, power, full_like(float("nan"), value))


def _smallest(like: Value) -> float:
    """Return the smallest number of a value's type that has all digits."""
    return 2.0**-1022 if element_of(like) is f64 else 2.0**-126


def _lengths_and_directions(result: OrthogonalRows) -> tuple[Value, Parts, Value]:
    """Return the lengths of rows, rows divided by them, and which rows are zero but for rounding."""
    squares, zero = result.squares, full_like(0, result.squares)
    is_nothing = graph.compare("le", squares, full_like(_smallest(squares), squares))
    root = graph.sqrt(graph.select(is_nothing, full_like(1, squares), squares))
    is_zero = graph.compare("le", squares, full_like((2 * _rounding(result.rows[0])) ** 2, squares))
    directions = tuple(graph.div(part, along(root, part, -1)) for part in result.rows)
    return graph.select(is_nothing, zero, root), directions, is_zero


def _order(keys: Value, *, descending: bool = False) -> Value:
    """Return the positions of numbers in sorted order along the last dimension."""
    last = len(shape_of(keys)) - 1
    return graph.sort([graph.stop_gradient(keys), number_of(keys, -1)], last, descending)[1]


def _at(value: Value, order: Value) -> Value:
    """Return the elements or rows of each matrix at positions."""
    batch = list(range(len(shape_of(order)) - 1))
    rest = shape_of(value)[len(batch) + 1 :]
    sizes = [1] * (len(batch) + 1) + list(rest)
    window = [len(batch) + 1 + number for number in range(len(rest))]
    return graph.gather(value, order, window, [len(batch)], batch, batch, [len(batch)], len(batch) + 1, sizes)


def _each_at(parts: Parts, order: Value) -> Parts:
    return tuple(_at(part, order) for part in parts)


# -- Eigenvalues of symmetric and Hermitian matrices -------------------------------------------------------------------


def from_triangle(a: Parts, *, lower: bool) -> Parts:
    """Return the symmetric or Hermitian matrices of which a triangle is given."""
    is_given = graph.compare("le" if lower else "ge", number_of(a[0], -1), number_of(a[0], -2))
    return with_real_diagonal(tuple(graph.select(is_given, *pair) for pair in zip(a, adjoint(a), strict=True)))


def eigenvalues(a: Parts) -> tuple[Value, Parts]:
    """Return the eigenvalues of symmetric or Hermitian matrices, ascending, and their vectors as orthogonal columns."""
    if not size_along(a[0], -1):
        return graph.reshape(a[0], shape_of(a[0])[:-1]), a
    scaled, scale = _scaled(a)
    shift = _shift(scaled)
    diagonals = graph.mul(identity(shape_of(a[0]), a[0]), spread(shift, scaled[0]))
    shifted = (graph.add(scaled[0], diagonals), *scaled[1:])
    result = orthogonal_rows(shifted, with_rotation=False, is_definite=True)
    lengths, vectors, _ = _lengths_and_directions(result)
    terms = [graph.mul(*pair) for pair in zip(product(vectors, scaled), vectors, strict=True)]
    quotients = graph.reduce("sum", reduce(graph.add, terms), [len(shape_of(a[0])) - 1])
    values = _with_value_of(graph.sub(lengths, spread(shift, lengths)), quotients)
    order = _order(values)
    values = graph.mul(_at(values, order), spread(scale, values))
    return values, adjoint(_each_at(vectors, order))


def _shift(a: Parts) -> Value:
    """Return numbers larger than the magnitude of any eigenvalue, and 1 at least."""
    rank = len(shape_of(a[0]))
    norm = graph.sqrt(graph.reduce("sum", magnitude_squared(a), [rank - 2, rank - 1]))
    return graph.stop_gradient(graph.maximum(graph.mul(norm, SHIFT), full_like(1, norm)))


def _with_value_of(x: Value, y: Value) -> Value:
    """Return y, with the gradient of x, which is nearly the same."""
    return graph.add(x, graph.stop_gradient(graph.sub(y, x)))


# -- Singular values ---------------------------------------------------------------------------------------------------


class SingularFactors(NamedTuple):
    """Factors of matrices, u diag(values) vt."""

    u: Parts
    values: Value
    vt: Parts


def singular_values(a: Parts) -> Value:
    """Return the singular values of matrices, the largest first."""
    rows, columns = size_along(a[0], -2), size_along(a[0], -1)
    if not rows or not columns:
        return _of_nothing(a, 0).values
    scaled, scale = _scaled(adjoint(a) if rows > columns else a)
    lengths, _, _ = _lengths_and_directions(orthogonal_rows(scaled, with_rotation=False))
    return graph.mul(_at(lengths, _order(lengths, descending=True)), spread(scale, lengths))


def singular_factors(a: Parts, *, is_complete: bool) -> SingularFactors:
    """Return singular values, the largest first, and vectors: all of both sides, or as many as there are values."""
    rows, columns = size_along(a[0], -2), size_along(a[0], -1)
    if rows > columns:
        turned = singular_factors(adjoint(a), is_complete=is_complete)
        return SingularFactors(adjoint(turned.vt), turned.values, adjoint(turned.u))
    if not rows:
        return _of_nothing(a, columns if is_complete else 0)
    scaled, scale = _scaled(a)
    result = orthogonal_rows(scaled, with_rotation=True)
    assert result.rotation is not None
    lengths, directions, is_zero = _lengths_and_directions(result)
    directions = tuple(_replaced(part, is_zero, full_like(0, part)) for part in directions)
    order = _order(lengths, descending=True)
    lengths, is_zero = _at(lengths, order), _at(is_zero, order)
    directions, turned = _each_at(directions, order), _each_at(result.rotation, order)
    complete = _completed if is_complete and rows < columns else _without_zeros
    return SingularFactors(adjoint(turned), graph.mul(lengths, spread(scale, lengths)), complete(directions, is_zero))


def _of_nothing(a: Parts, count: int) -> SingularFactors:
    """Return the factors of matrices without rows, and as many rows of the identity on the right."""
    *batch, _, columns = shape_of(a[0])
    values = graph.reduce("sum", a[0], [len(batch) + (columns != 0)])
    one = identity((*batch, count, columns), a[0])
    empty = tuple(block(part, (0, 0), (0, 0)) for part in a)
    return SingularFactors(empty, values, (one, *(full_like(0, one) for _ in a[1:])))


def _completed(directions: Parts, is_zero: Value) -> Parts:
    """Return orthogonal directions with more of them, as many as there are columns."""
    others = adjoint(qr_factors(adjoint(directions), is_complete=True)[0])
    return tuple(_with_others(part, is_zero, other) for part, other in zip(directions, others, strict=True))


def _with_others(directions: Value, is_zero: Value, others: Value) -> Value:
    """Return directions without zeros, and behind them the others that there are more of."""
    count, columns = size_along(directions, -2), size_along(directions, -1)
    own = _replaced(directions, is_zero, _rows(others, 0, count))
    return graph.concat([own, _rows(others, count, columns)], len(shape_of(others)) - 2)


def _without_zeros(directions: Parts, is_zero: Value) -> Parts:
    """Return orthogonal directions in which those that are zero are others, constants to gradients."""
    given = tuple(map(graph.stop_gradient, directions))
    are_missing = graph.reduce("or", is_zero, list(range(len(shape_of(is_zero)))))
    then, otherwise = Block(), Block()
    with Builder(InsertionPoint.at_end(then), Builder.current().location) as builder:
        builder.insert(graph.YieldOp(list(adjoint(qr_factors(adjoint(given), is_complete=False)[0]))))
    otherwise.append(graph.YieldOp(list(given)))
    others = graph.IfOp(are_missing, [each.type for each in given], Region([then]), Region([otherwise]))
    complete = Builder.current().insert(others).results
    return tuple(
        _replaced(part, is_zero, graph.stop_gradient(other)) for part, other in zip(directions, complete, strict=True)
    )


def _replaced(rows: Value, condition: Value, others: Value) -> Value:
    return graph.select(along(condition, rows, -1), others, rows)


def pseudo_inverse(factors: SingularFactors, limits: Value) -> Parts:
    """Return the pseudo-inverses of matrices, in which singular values up to a limit of each matrix count as 0."""
    u, values, vt = factors
    is_kept = graph.compare("gt", values, spread(limits, values))
    one, zero = full_like(1, values), full_like(0, values)
    inverses = graph.select(is_kept, graph.div(one, graph.select(is_kept, values, one)), zero)
    return product(tuple(graph.mul(part, along(inverses, part, -2)) for part in adjoint(vt)), adjoint(u))
