"""`dlc.array.linalg`: factors of matrices, equations, determinants and norms, as the standard's extension has them.

Matrices are of floats and of known sizes, alone or in stacks. A matrix without a factor gives NaN, and equations
without a solution give infinities or NaN: compiled functions raise no errors for numbers. Eigenvalues and singular
values, and what needs them, are not supported.
"""

from __future__ import annotations

import builtins
from typing import Any, Literal, NamedTuple, NoReturn

from dlc.dialects import graph
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import Value
from dlc.ir.diagnostics import did_you_mean
from dlc.passes.graph import matrix_factors
from dlc.passes.graph.matrix_factors import triangular_solution

from .arrays import Array
from .elementwise import abs, astype, sqrt
from .errors import call_error
from .linear_algebra import matmul, tensordot, vecdot
from .manipulation import expand_dims, matrix_transpose
from .operands import (
    as_array,
    broadcast_shape,
    broadcast_value,
    common_dtype,
    require_kind,
    shape_text,
    with_dtype,
    wrap,
)
from .statistics import max, min, sum
from .tracing import array_function, value_of

__all__ = [
    "cholesky",
    "det",
    "diagonal",
    "inv",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_transpose",
    "outer",
    "qr",
    "slogdet",
    "solve",
    "solve_triangular",
    "tensordot",
    "trace",
    "vecdot",
    "vector_norm",
]
Order = Literal["fro"] | int | float


class QRResult(NamedTuple):
    """The factors of matrices: orthogonal columns, and an upper triangle."""

    Q: Array
    R: Array


class SlogdetResult(NamedTuple):
    """The signs of determinants, and the logarithms of their magnitudes."""

    sign: Array
    logabsdet: Array


# -- Factors -----------------------------------------------------------------------------------------------------------


@array_function
def cholesky(x: Array, /, *, upper: bool = False) -> Array:
    """Return the lower triangle L with x = L L^T of positive definite matrices, or the upper one; only that triangle of
    x is read.
    """
    return wrap(matrix_factors.cholesky_factor(_matrices("cholesky", x, is_square=True), lower=not upper))


@array_function
def qr(x: Array, /, *, mode: Literal["reduced", "complete"] = "reduced") -> QRResult:
    """Return orthogonal columns Q and an upper triangle R with x = Q R. `complete` makes Q square."""
    if mode not in ("reduced", "complete"):
        raise call_error(f"qr: 'mode' must be 'reduced' or 'complete', but got {mode!r}")
    q, r = matrix_factors.qr_factors(_matrices("qr", x), is_complete=mode == "complete")
    return QRResult(wrap(q), wrap(r))


# -- Equations ---------------------------------------------------------------------------------------------------------


@array_function
def solve(x1: Array, x2: Array, /) -> Array:
    """Return the x in x1 x = x2; x2 has columns, or is one vector."""
    first, second = as_array("solve", x1), as_array("solve", x2)
    dtype = common_dtype("solve", [first, second])
    require_kind("solve", wrap(with_dtype(first, dtype)), "real floating")
    a, b = (with_dtype(each, dtype) for each in (first, second))
    is_vector = len(shape_of(b)) == 1
    if is_vector:
        b = graph.reshape(b, (*shape_of(b), 1))
    _check_matrices("solve", a, is_square=True)
    _check_matrices("solve", b)
    if shape_of(a)[-1] != shape_of(b)[-2]:
        raise call_error(f"solve: shapes {shape_text(first.shape)} and {shape_text(second.shape)} do not fit")
    batch = broadcast_shape("solve", [shape_of(a)[:-2], shape_of(b)[:-2]])
    a, b = (broadcast_value(each, (*batch, *shape_of(each)[-2:])) for each in (a, b))
    x = matrix_factors.lu_solution(*matrix_factors.lu_factors(a), b)
    return wrap(graph.reshape(x, shape_of(x)[:-1]) if is_vector else x)


@array_function
def solve_triangular(a: Array, b: Array, /, *, lower: bool = False, unit_diagonal: bool = False) -> Array:
    """Return the x in a x = b, of which only a triangle of a is read."""
    left, right = _matrices("solve_triangular", a, is_square=True), _matrices("solve_triangular", b)
    if shape_of(left)[-1] != shape_of(right)[-2] or element_of(left) is not element_of(right):
        raise call_error(f"solve_triangular: {shape_text(shape_of(left))} and {shape_text(shape_of(right))} do not fit")
    batch = broadcast_shape("solve_triangular", [shape_of(left)[:-2], shape_of(right)[:-2]])
    left, right = (broadcast_value(each, (*batch, *shape_of(each)[-2:])) for each in (left, right))
    [x] = triangular_solution((left,), (right,), left=True, lower=lower, transpose=False, unit=unit_diagonal)
    return wrap(x)


@array_function
def inv(x: Array, /) -> Array:
    """Return inverse matrices."""
    a = _matrices("inv", x, is_square=True)
    return wrap(matrix_factors.lu_solution(*matrix_factors.lu_factors(a), matrix_factors.identity(shape_of(a), a)))


@array_function
def det(x: Array, /) -> Array:
    """Return determinants of matrices."""
    diagonals, sign = _determinant_factors("det", x)
    product = graph.reduce("product", diagonals, [len(shape_of(diagonals)) - 1])
    return wrap(graph.mul(sign, product))


@array_function
def slogdet(x: Array, /) -> SlogdetResult:
    """Return the signs of determinants, and the logarithms of their magnitudes, which do not overflow."""
    diagonals, sign = _determinant_factors("slogdet", x)
    last = [len(shape_of(diagonals)) - 1]
    signs = graph.reduce("product", graph.sign(diagonals), last)
    logarithms = graph.reduce("sum", graph.log(graph.abs(diagonals)), last)
    return SlogdetResult(wrap(graph.mul(sign, signs)), wrap(logarithms))


def _determinant_factors(name: str, x: Array) -> tuple[Value, Value]:
    a = _matrices(name, x, is_square=True)
    return matrix_factors.determinant_factors(*matrix_factors.lu_factors(a))


# -- Parts and norms ---------------------------------------------------------------------------------------------------


@array_function
def diagonal(x: Array, /, *, offset: int = 0) -> Array:
    """Return diagonals of matrices, those `offset` columns to the right of the main one."""
    value = value_of(as_array("diagonal", x))
    _check_matrices("diagonal", value)
    batch, (rows, columns) = shape_of(value)[:-2], _sizes(value)
    first_row, first_column = (-offset, 0) if offset < 0 else (0, offset)
    count = builtins.min(rows - first_row, columns - first_column)
    flat = graph.reshape(value, (*batch, rows * columns))
    start = first_row * columns + first_column if count > 0 else 0
    limit = start + (count - 1) * (columns + 1) + 1 if count > 0 else 0
    return wrap(graph.slice(flat, [*[0] * len(batch), start], [*batch, limit], [*[1] * len(batch), columns + 1]))


def trace(x: Array, /, *, offset: int = 0, dtype: Any = None) -> Array:
    """Return the sums of diagonals of matrices."""
    return sum(diagonal(x, offset=offset), axis=-1, dtype=dtype)


def outer(x1: Array, x2: Array, /) -> Array:
    """Return the products of each element of a vector with each of another one."""
    first, second = as_array("outer", x1), as_array("outer", x2)
    if first.ndim != 1 or second.ndim != 1:
        raise call_error(f"outer: vectors are required, but got {first.ndim} and {second.ndim} dimensions")
    return expand_dims(first, axis=1) * expand_dims(second, axis=0)


def vector_norm(x: Array, /, *, axis: Any = None, keepdims: bool = False, ord: int | float = 2) -> Array:
    """Return norms of vectors along axes, all of them for `None`: of powers, or the largest element for infinity."""
    array = as_array("vector_norm", x)
    require_kind("vector_norm", array, "real floating")
    size = abs(array)
    if ord in (float("inf"), float("-inf")):
        return (max if ord > 0 else min)(size, axis=axis, keepdims=keepdims)
    if ord == 0:
        return sum(astype(size != 0, array.dtype), axis=axis, keepdims=keepdims)
    if ord == 1:
        return sum(size, axis=axis, keepdims=keepdims)
    if ord == 2:
        return sqrt(sum(array * array, axis=axis, keepdims=keepdims))
    return sum(size**ord, axis=axis, keepdims=keepdims) ** (1.0 / ord)


def matrix_norm(x: Array, /, *, keepdims: bool = False, ord: Order = "fro") -> Array:
    """Return norms of matrices: `fro`, the largest sum of magnitudes of a column for 1, that of a row for infinity."""
    array = as_array("matrix_norm", x)
    require_kind("matrix_norm", array, "real floating")
    if array.ndim < 2:
        raise call_error(f"matrix_norm: matrices are required, but got {array.ndim} dimensions")
    if ord == "fro":
        return vector_norm(array, axis=(-2, -1), keepdims=keepdims)
    if ord not in (1, -1, float("inf"), float("-inf")):
        raise call_error(
            f"matrix_norm: 'ord' must be 'fro', 1, -1, inf or -inf, but got {ord!r}: singular values are not there"
        )
    summed = sum(abs(array), axis=-2 if ord in (1, -1) else -1, keepdims=True)
    return (max if ord > 0 else min)(summed, axis=(-2, -1), keepdims=keepdims)


def matrix_power(x: Array, n: int, /) -> Array:
    """Return products of n equal matrices; of their inverses if n is negative."""
    if n < 0:
        return matrix_power(inv(x), -n)
    return _power(x, n)


@array_function
def _power(x: Array, n: int) -> Array:
    a = _matrices("matrix_power", x, is_square=True)
    result = matrix_factors.identity(shape_of(a), a)
    factor = a
    while n:
        if n & 1:
            result = value_of(matmul(wrap(result), wrap(factor)))
        n >>= 1
        if n:
            factor = value_of(matmul(wrap(factor), wrap(factor)))
    return wrap(result)


# -- Arguments ---------------------------------------------------------------------------------------------------------


def _matrices(name: str, given: Any, *, is_square: bool = False) -> Value:
    """Return matrices of floats; raise an error if an argument is something else."""
    array = as_array(name, given)
    require_kind(name, array, "real floating")
    value = value_of(array)
    _check_matrices(name, value, is_square=is_square)
    return value


def _check_matrices(name: str, value: Value, *, is_square: bool = False) -> None:
    shape = shape_of(value)
    text = shape_text(shape)
    if len(shape) < 2:
        raise call_error(f"{name}: matrices are required, but got an array of shape {text}")
    if not all(isinstance(size, int) and size > 0 for size in shape[-2:]):
        raise call_error(f"{name}: matrices must have elements and known sizes, but got the shape {text}")
    if is_square and shape[-2] != shape[-1]:
        raise call_error(f"{name}: matrices must be square, but got the shape {text}")


def _sizes(value: Value) -> tuple[int, int]:
    """Return the numbers of rows and columns, which were checked."""
    rows, columns = shape_of(value)[-2:]
    assert isinstance(rows, int), "sizes of matrices are known"
    assert isinstance(columns, int), "sizes of matrices are known"
    return rows, columns


_NOT_SUPPORTED = ("cond", "eigh", "eigvalsh", "eig", "eigvals", "lstsq", "matrix_rank", "pinv", "svd", "svdvals")


def __getattr__(name: str) -> NoReturn:
    """Fail, and say what is not supported or which function is meant."""
    if name in _NOT_SUPPORTED:
        hint = ": eigenvalues and singular values are not supported"
    else:
        hint = did_you_mean(name, __all__)
    raise AttributeError(f"module 'dlc.array.linalg' has no attribute '{name}'{hint}", name=name)
