"""Routines of LAPACK that JAX calls on CPUs: equations and factors of matrices of real numbers.

Factors that need no iteration are here: those of Cholesky, LU and QR. Eigenvalues and singular values are not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Literal

from dlc.dialects import graph, stablehlo
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.ir import Block, Builder, InsertionPoint, Region, Value
from dlc.ir.builtin_attributes import UNIT, DenseElementsAttr, DictionaryAttr, IntegerAttr
from dlc.ir.builtin_types import FloatType, TensorType, i32, i64

from ..rewriting.cannot_lower import CannotLower
from .control import CUSTOM_CALLS, CustomCall
from .linear_algebra import cholesky_factor, solution
from .translation import (
    Translated,
    Translation,
    parts_of_type,
    scalar,
    shape_of_declared,
    spread_to,
    static_shape,
)

PRECISIONS = "sd"
"""The letters of f32 and f64 in names of routines."""
LOWER, LEFT, UNIT_DIAGONAL, NOT_TRANSPOSED = "L", "L", "U", "N"


def _letter(op: stablehlo.CustomCallOp, name: str) -> str:
    """Return an option of a routine, a letter that is given as its code."""
    options = op.attributes.get("mhlo.backend_config")
    code = options.get(name) if isinstance(options, DictionaryAttr) else None
    if not isinstance(code, IntegerAttr):
        raise CannotLower(f"needs the option '{name}' in 'mhlo.backend_config'")
    return chr(code.value % 256)


# -- Values of all matrices of a batch ---------------------------------------------------------------------------------


def _number_of(value: Value, dim: int) -> Value:
    """Return the positions along one dimension, in the shape of a value."""
    shape = shape_of(value)
    return graph.iota(dim % len(shape), shape, i64)


def _along(value: Value, like: Value, missing: int) -> Value:
    """Return a value repeated along the dimension of another shape that it lacks."""
    rank = len(shape_of(like))
    dims = [dim for dim in range(rank) if dim != missing % rank]
    return graph.broadcast(value, dims, shape_of(like))


def _sum_where(condition: Value, value: Value, dim: int) -> Value:
    """Return the sum of the elements where a condition holds along a dimension: what is elsewhere may be anything."""
    chosen = graph.select(condition, value, spread_to(scalar(0, value), value))
    return graph.reduce("sum", chosen, [dim % len(shape_of(value))])


def _is_at(value: Value, dim: int, number: Value, predicate: Literal["eq", "gt", "ge"] = "eq") -> Value:
    """Return how positions along a dimension compare with a number."""
    return graph.compare(predicate, _number_of(value, dim), spread_to(number, value))


def _column(a: Value, number: Value) -> Value:
    """Return one column of matrices, as vectors."""
    return _sum_where(_is_at(a, -1, number), a, -1)


def _outer(rows: Value, columns: Value, like: Value) -> Value:
    """Return the products of each element of a vector with each of another."""
    return graph.mul(_along(rows, like, -1), _along(columns, like, -2))


def _with_columns_changed(a: Value, number: Value, column: Value, later: Value) -> Value:
    """Return matrices with another column at a position, and with the columns of others behind it."""
    behind = graph.select(_is_at(a, -1, number, "gt"), later, a)
    return graph.select(_is_at(a, -1, number), _along(column, a, -1), behind)


Step = Callable[[Value, Value, Sequence[Value]], Sequence[Value]]
"""Computes from a number, a matrix and slices the matrix of the next step, and what is stacked."""


def _steps(count: int, a: Value, step: Step, sources: Sequence[Value] = (), *, backwards: bool = False) -> list[Value]:
    """Return matrices after a step for each number below a count, and what the steps stack, the steps last."""
    numbers = graph.iota(0, (count,), i64)
    slices = [tensor_of(shape_of(each)[1:], element_of(each)) for each in sources]
    block = Block([a.type, tensor_of((), i64), *slices])
    with Builder(InsertionPoint.at_end(block), Builder.current().location) as builder:
        matrix, number, *given = block.args
        yielded = step(number, matrix, given)
        builder.insert(graph.YieldOp(yielded))
    stacks = [tensor_of((count, *shape_of(each)), element_of(each)) for each in yielded[1:]]
    flag = UNIT if backwards else None
    scan = graph.ScanOp([a], [numbers, *sources], [a.type], stacks, flag, Region([block]))
    matrix, *stacked = Builder.current().insert(scan).results
    return [matrix, *(graph.transpose(each, [*range(1, len(shape_of(each))), 0]) for each in stacked)]


# -- Routines ----------------------------------------------------------------------------------------------------------


def _equations(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`trsm`: equations with a triangular matrix."""
    left, lower = _letter(op, "side") == LEFT, _letter(op, "uplo") == LOWER
    transposed, unit = _letter(op, "trans_x") != NOT_TRANSPOSED, _letter(op, "diag") == UNIT_DIAGONAL
    a, b = (t.parts(each) for each in op.inputs)
    return [solution(a, b, left=left, lower=lower, transposed=transposed, unit=unit)]


def _cholesky(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`potrf`: the triangular factor, and 1 if there is none because a number on its diagonal is not positive."""
    factor = cholesky_factor(t.get(op.inputs[0]), lower=_letter(op, "uplo") == LOWER)
    diagonal = _sum_where(graph.compare("eq", _number_of(factor, -1), _number_of(factor, -2)), factor, -1)
    is_positive = graph.compare("gt", diagonal, spread_to(scalar(0, diagonal), diagonal))
    failed = graph.reduce("max", graph.cast(graph.not_(is_positive), i32), [len(shape_of(diagonal)) - 1])
    return [(factor,), (failed,)]


def _lu(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`getrf`: both triangular factors in one matrix, and the row, counted from 1, that each is exchanged with.

    The last result, which says whether the matrix is singular, is 0.
    """
    a = t.get(op.inputs[0])
    *batch, rows, columns = static_shape(a)
    factors, pivots = _steps(min(rows, columns), a, _eliminate)
    pivots = graph.cast(graph.add(pivots, 1), i32)
    valid = graph.constant(DenseElementsAttr.of(TensorType(tuple(batch), i32), [0] * prod(batch)))
    return [(factors,), (pivots,), (valid,)]


def _eliminate(number: Value, a: Value, _: Sequence[Value]) -> Sequence[Value]:
    """Return matrices whose column is eliminated by the row with its largest element, and the number of that row."""
    column = _column(a, number)
    zero = spread_to(scalar(0, column), column)
    candidates = graph.select(_is_at(column, -1, number, "ge"), graph.abs(column), graph.sub(zero, 1.0))
    pivot = graph.argmax(candidates, len(shape_of(column)) - 1, i64)
    is_own = _is_at(a, -2, number)
    is_pivot = graph.compare("eq", _number_of(a, -2), graph.broadcast(pivot, range(len(shape_of(pivot))), shape_of(a)))
    pivot_row, own_row = (_sum_where(each, a, -2) for each in (is_pivot, is_own))
    a = graph.select(is_own, _along(pivot_row, a, -2), graph.select(is_pivot, _along(own_row, a, -2), a))
    column = _column(a, number)
    divisor = _along(_sum_where(_is_at(pivot_row, -1, number), pivot_row, -1), column, -1)
    divisor = graph.select(graph.compare("eq", divisor, zero), graph.add(zero, 1.0), divisor)
    is_below = _is_at(column, -1, number, "gt")
    factor = graph.select(is_below, graph.div(column, divisor), zero)
    reduced = graph.sub(a, _outer(factor, pivot_row, a))
    return [_with_columns_changed(a, number, graph.select(is_below, factor, column), reduced), pivot]


def _reflections(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`geqrf`: the triangular factor R, below it the vectors of Householder's reflections, and their coefficients."""
    a = t.get(op.inputs[0])
    matrix, coefficients = _steps(min(static_shape(a)[-2:]), a, _reflect)
    return [(matrix,), (coefficients,)]


def _reflect(number: Value, a: Value, _: Sequence[Value]) -> Sequence[Value]:
    """Return matrices whose column a reflection has made zero below the diagonal, and the reflection's coefficient."""
    column = _column(a, number)
    zero = spread_to(scalar(0, column), column)
    is_own, is_below = _is_at(column, -1, number), _is_at(column, -1, number, "gt")
    own = _sum_where(is_own, column, -1)
    none = spread_to(scalar(0, own), own)
    rest = _sum_where(is_below, graph.mul(column, column), -1)
    is_zero = graph.compare("eq", rest, none)
    length = graph.sqrt(graph.add(graph.mul(own, own), rest))
    image = graph.select(graph.compare("lt", own, none), length, graph.neg(length))
    image = graph.select(is_zero, own, image)
    one = graph.add(none, 1.0)
    coefficient = graph.div(graph.sub(image, own), graph.select(is_zero, one, image))
    divisor = graph.select(is_zero, one, graph.sub(own, image))
    vector = graph.select(is_below, graph.div(column, _along(divisor, column, -1)), zero)
    changed = graph.select(is_own, _along(image, column, -1), graph.select(is_below, vector, column))
    reflected = _reflected(a, graph.select(is_own, graph.add(zero, 1.0), vector), coefficient)
    return [_with_columns_changed(a, number, changed, reflected), coefficient]


def _reflected(a: Value, vector: Value, coefficient: Value) -> Value:
    """Return a - c v (v^T a)."""
    products = graph.reduce("sum", graph.mul(_along(vector, a, -1), a), [len(shape_of(a)) - 2])
    return graph.sub(a, _outer(graph.mul(_along(coefficient, vector, -1), vector), products, a))


def _orthogonal(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`orgqr`: the first columns of the product of Householder's reflections."""
    vectors, coefficients = map(t.get, op.inputs)
    rank = len(shape_of(vectors))
    is_diagonal = graph.compare("eq", _number_of(vectors, -1), _number_of(vectors, -2))
    identity = graph.cast(is_diagonal, element_of(vectors))

    def step(number: Value, q: Value, given: Sequence[Value]) -> Sequence[Value]:
        column = _column(vectors, number)
        zero = spread_to(scalar(0, column), column)
        vector = graph.select(_is_at(column, -1, number, "gt"), column, zero)
        vector = graph.select(_is_at(column, -1, number), graph.add(zero, 1.0), vector)
        return [_reflected(q, vector, given[0])]

    by_number = graph.transpose(coefficients, [rank - 2, *range(rank - 2)])
    [q] = _steps(static_shape(coefficients)[-1], identity, step, [by_number], backwards=True)
    return [(q,)]


def _checked(routine: CustomCall, operands: int, results: int) -> CustomCall:
    """Return the translation of a routine that refuses calls of another form."""

    def translate(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
        if (len(op.inputs), len(op.outputs)) != (operands, results):
            got = f"{len(op.inputs)} and {len(op.outputs)}"
            raise CannotLower(f"must have {operands} operands and {results} results, but got {got}")
        a = parts_of_type(op.inputs[0].type)
        if len(a) != 1 or len(shape_of_declared(a[0])) < 2 or not isinstance(a[0].element_type, FloatType):
            raise CannotLower(f"must have matrices of real numbers, but got '{op.inputs[0].type}'")
        return routine(op, t)

    return translate


ROUTINES: dict[str, CustomCall] = {
    "trsm": _checked(_equations, 2, 1),
    "potrf": _checked(_cholesky, 1, 2),
    "getrf": _checked(_lu, 1, 3),
    "geqrf": _checked(_reflections, 1, 2),
    "orgqr": _checked(_orthogonal, 2, 1),
}
CUSTOM_CALLS.update({
    f"lapack_{precision}{name}_ffi": routine for name, routine in ROUTINES.items() for precision in PRECISIONS
})  # fmt: skip
