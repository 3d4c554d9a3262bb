"""`dlc.array.linalg`: factors of matrices, equations, determinants and norms, as the standard's extension has them.

Matrices are of floats and of known sizes, alone or in stacks. A matrix without a factor gives NaN, and equations
without a solution give infinities or NaN: compiled functions raise no errors for numbers. Eigenvalues are those of
symmetric matrices.
"""

from __future__ import annotations

import builtins
from typing import Any, Literal, NamedTuple, NoReturn

from dlc.dialects import graph
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import Value
from dlc.ir.builtin_types import f32, f64
from dlc.ir.diagnostics import did_you_mean
from dlc.passes.graph import matrix_factors, spectral_factors
from dlc.passes.graph.matrix_factors import triangular_solution

from .arrays import Array
from .elementwise import abs, astype, sqrt
from .errors import call_error
from .info import finfo
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
from .statistics import count_nonzero, max, min, sum
from .tracing import array_function, value_of

__all__ = [
    "cholesky",
    "cond",
    "det",
    "diagonal",
    "eigh",
    "eigvalsh",
    "inv",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "solve_triangular",
    "svd",
    "svdvals",
    "tensordot",
    "trace",
    "vecdot",
    "vector_norm",
]
Order = Literal["fro", "nuc"] | int | float


class QRResult(NamedTuple):
    """The factors of matrices: orthogonal columns, and an upper triangle."""

    Q: Array
    R: Array


class SlogdetResult(NamedTuple):
    """The signs of determinants, and the logarithms of their magnitudes."""

    sign: Array
    logabsdet: Array


class EighResult(NamedTuple):
    """Eigenvalues, ascending, and eigenvectors, the columns of orthogonal matrices."""

    eigenvalues: Array
    eigenvectors: Array


class SVDResult(NamedTuple):
    """Factors U diag(S) Vh: orthogonal columns, singular values, the largest first, and orthogonal rows."""

    U: Array
    S: Array
    Vh: Array


# -- Factors -----------------------------------------------------------------------------------------------------------


@array_function
def cholesky(x: Array, /, *, upper: bool = False) -> Array:
    """Return the lower triangle L with x = L L^T of positive definite matrices, or the upper one; only that triangle of
    x is read.
    """
    [factor] = matrix_factors.cholesky_factor((_matrices("cholesky", x, is_square=True),), lower=not upper)
    return wrap(factor)


@array_function
def qr(x: Array, /, *, mode: Literal["reduced", "complete"] = "reduced") -> QRResult:
    """Return orthogonal columns Q and an upper triangle R with x = Q R. `complete` makes Q square."""
    if mode not in ("reduced", "complete"):
        raise call_error(f"qr: 'mode' must be 'reduced' or 'complete', but got {mode!r}")
    [q], [r] = matrix_factors.qr_factors((_matrices("qr", x),), is_complete=mode == "complete")
    return QRResult(wrap(q), wrap(r))


# -- Eigenvalues and singular values -----------------------------------------------------------------------------------


@array_function
def eigh(x: Array, /) -> EighResult:
    """Return eigenvalues, ascending, and eigenvectors of symmetric matrices; only the lower triangle is read.

    So the gradient is in that triangle. It does not tell eigenvectors of equal eigenvalues apart.
    """
    values, [vectors] = spectral_factors.eigenvalues(_symmetric("eigh", x))
    return EighResult(wrap(values), wrap(vectors))


@array_function
def eigvalsh(x: Array, /) -> Array:
    """Return the eigenvalues of symmetric matrices, ascending; only the lower triangle is read."""
    return wrap(spectral_factors.eigenvalues(_symmetric("eigvalsh", x))[0])


def _symmetric(name: str, x: Array) -> tuple[Value, ...]:
    return spectral_factors.from_triangle((_wide_matrices(name, x, is_square=True),), lower=True)


@array_function
def svd(x: Array, /, *, full_matrices: bool = True) -> SVDResult:
    """Return factors U diag(S) Vh of matrices. `full_matrices` makes U and Vh square."""
    [u], values, [vt] = spectral_factors.singular_factors((_wide_matrices("svd", x),), is_complete=full_matrices)
    return SVDResult(*map(wrap, (u, values, vt)))


@array_function
def svdvals(x: Array, /) -> Array:
    """Return the singular values of matrices, the largest first."""
    return wrap(spectral_factors.singular_values((_wide_matrices("svdvals", x),)))


@array_function
def pinv(x: Array, /, *, rtol: Any = None) -> Array:
    """Return pseudo-inverse matrices, in which singular values up to `rtol` times the largest one count as 0.

    By default, `rtol` is the larger size times the distance from 1 to the next number of the dtype.
    """
    factors = spectral_factors.singular_factors((_wide_matrices("pinv", x),), is_complete=False)
    limits = value_of(_limit("pinv", x, wrap(factors.values), rtol))
    return wrap(spectral_factors.pseudo_inverse(factors, limits)[0])


@array_function
def matrix_rank(x: Array, /, *, rtol: Any = None) -> Array:
    """Return how many singular values of matrices are above `rtol` times the largest one, which is by default as for
    `pinv`.
    """
    values = wrap(spectral_factors.singular_values((_wide_matrices("matrix_rank", x),)))
    return count_nonzero(values > expand_dims(_limit("matrix_rank", x, values, rtol), axis=-1), axis=-1)


def _limit(name: str, x: Array, values: Array, rtol: Any) -> Array:
    """Return for each matrix the singular value up to which they count as 0."""
    if rtol is None:
        rtol = builtins.max(_sizes(value_of(as_array(name, x)))) * finfo(values.dtype).eps
    return max(values, axis=-1) * (rtol if isinstance(rtol, (int, float)) else as_array(name, rtol))


def cond(x: Array, /, p: Order | None = None) -> Array:
    """Return the norm of matrices times that of their inverses, as numpy has it: by default the quotient of the largest
    singular value and the smallest.
    """
    if p in (None, 2, -2):
        values = svdvals(x)
        largest, smallest = max(values, axis=-1), min(values, axis=-1)
        return smallest / largest if p == -2 else largest / smallest
    return matrix_norm(x, ord=p) * matrix_norm(inv(x), ord=p)


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
    [x] = matrix_factors.lu_solution(*matrix_factors.lu_factors((a,)), (b,))
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
    [inverse] = matrix_factors.lu_solution(*matrix_factors.lu_factors((a,)), (matrix_factors.identity(shape_of(a), a),))
    return wrap(inverse)


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
    [diagonals], sign = matrix_factors.determinant_factors(*matrix_factors.lu_factors((a,)))
    return diagonals, sign


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
    """Return norms of matrices: `fro`, the largest sum of magnitudes of a column for 1, that of a row for infinity, the
    largest singular value for 2, the sum of these for `nuc`; the smallest ones for negative orders.
    """
    array = as_array("matrix_norm", x)
    require_kind("matrix_norm", array, "real floating")
    if array.ndim < 2:
        raise call_error(f"matrix_norm: matrices are required, but got {array.ndim} dimensions")
    if ord == "fro":
        return vector_norm(array, axis=(-2, -1), keepdims=keepdims)
    if ord not in ("nuc", 2, -2, 1, -1, float("inf"), float("-inf")):
        raise call_error(f"matrix_norm: 'ord' must be 'fro', 'nuc', 2, -2, 1, -1, inf or -inf, but got {ord!r}")
    if ord in ("nuc", 2, -2):
        terms = expand_dims(svdvals(array), axis=-1)
    else:
        terms = sum(abs(array), axis=-2 if ord in (1, -1) else -1, keepdims=True)
    combine = sum if isinstance(ord, str) else max if ord > 0 else min
    return combine(terms, axis=(-2, -1), keepdims=keepdims)


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


def _wide_matrices(name: str, given: Any, *, is_square: bool = False) -> Value:
    """Return matrices of f32 or f64, which may have no elements."""
    value = _matrices(name, given, is_square=is_square, may_be_empty=True)
    if element_of(value) not in (f32, f64):
        raise call_error(f"{name}: float32 or float64 is required, but got {as_array(name, given).dtype}")
    return value


def _matrices(name: str, given: Any, *, is_square: bool = False, may_be_empty: bool = False) -> Value:
    """Return matrices of floats; raise an error if an argument is something else."""
    array = as_array(name, given)
    require_kind(name, array, "real floating")
    value = value_of(array)
    _check_matrices(name, value, is_square=is_square, may_be_empty=may_be_empty)
    return value


def _check_matrices(name: str, value: Value, *, is_square: bool = False, may_be_empty: bool = False) -> None:
    shape = shape_of(value)
    text = shape_text(shape)
    if len(shape) < 2:
        raise call_error(f"{name}: matrices are required, but got an array of shape {text}")
    if not all(isinstance(size, int) and (size > 0 or may_be_empty) for size in shape[-2:]):
        raise call_error(f"{name}: matrices must have elements and known sizes, but got the shape {text}")
    if is_square and shape[-2] != shape[-1]:
        raise call_error(f"{name}: matrices must be square, but got the shape {text}")


def _sizes(value: Value) -> tuple[int, int]:
    """Return the numbers of rows and columns, which were checked."""
    rows, columns = shape_of(value)[-2:]
    assert isinstance(rows, int), "sizes of matrices are known"
    assert isinstance(columns, int), "sizes of matrices are known"
    return rows, columns


_NOT_SUPPORTED = ("eig", "eigvals", "lstsq")


def __getattr__(name: str) -> NoReturn:
    """Fail, and say what is not supported or which function is meant."""
    if name in _NOT_SUPPORTED:
        hint = ": eigenvalues of other than symmetric matrices and least squares are not supported"
    else:
        hint = did_you_mean(name, __all__)
    raise AttributeError(f"module 'dlc.array.linalg' has no attribute '{name}'{hint}", name=name)
