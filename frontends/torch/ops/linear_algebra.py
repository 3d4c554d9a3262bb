"""Factors of matrices, and equations with them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import factorial, prod
from typing import Any

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_types import f64, i32, i64
from ....passes.graph.matrix_factors import (
    cholesky_factor,
    determinant_factors,
    diagonal,
    identity,
    lu_factors,
    lu_solution,
    number_of,
    orthogonal,
    part_where,
    qr_factors,
    reflections,
    transposed,
    triangular_solution,
    upper_left,
    with_rows_exchanged,
)
from ....passes.graph.spectral_factors import (
    eigenvalues,
    from_triangle,
    pseudo_inverse,
    rounding_of,
    singular_factors,
    singular_values,
)
from ...emitter import Emitter
from ...loops import repeated
from ..node import Node
from ..registry import imports

MOST_ROWS = 96
"""The maximum number of rows where PyTorch is there: for larger matrices, LAPACK's blocks are faster than rows."""

MOST_ROWS_ROTATED = 32
"""The same for eigenvalues and singular values, which take more work here than by LAPACK."""


def _checked(node: Node, *matrices: Value, most: int = MOST_ROWS, may_be_empty: bool = False) -> None:
    for each in matrices:
        sizes = node.static_sizes(each, "factors of matrices")
        if not prod(sizes) and not may_be_empty:
            raise node.refusal("matrices must have elements")
        if node.is_beside_torch and max(sizes[-2:]) > most:
            raise node.refusal(f"LAPACK is faster for matrices of more than {most} rows, but got {max(sizes[-2:])}")


def _first_where(node: Node, is_failing: Value) -> Value:
    """Return for each matrix the first place, counted from 1, where a condition holds along the diagonal, or 0."""
    places = graph.add(number_of(is_failing, -1), 1)
    none = shape_of(is_failing)[-1]
    assert isinstance(none, int)
    limit = node.broadcast(node.constant(none + 1, i64), (), shape_of(is_failing))
    first = graph.reduce("min", graph.select(is_failing, places, limit), [len(shape_of(is_failing)) - 1])
    zero, limit = (node.broadcast(node.constant(each, i64), (), shape_of(first)) for each in (0, none + 1))
    return node.cast(graph.select(graph.compare("eq", first, limit), zero, first), i32)


def _in_batch(node: Node, a: Value, batch: Sequence[Any]) -> Value:
    return node.spread(a, (*batch, *shape_of(a)[-2:]))


# -- Cholesky and triangular matrices ----------------------------------------------------------------------------------


@imports("linalg_cholesky_ex")
def import_cholesky(node: Node, a: Value, *, upper: bool = False, check_errors: bool = False) -> Sequence[Value]:
    """The triangular factor, and the order of the first leading minor that is not positive, or 0."""
    _checked(node, a)
    [factor] = cholesky_factor((a,), lower=not upper)
    roots = diagonal(factor)
    zero = node.broadcast(node.constant(0, element_of(a)), (), shape_of(roots))
    return [factor, _first_where(node, graph.not_(graph.compare("gt", roots, zero)))]


@imports("linalg_solve_triangular")
def import_triangular_equations(
    node: Node, a: Value, b: Value, *, upper: bool, left: bool = True, unitriangular: bool = False
) -> Value:
    """The x in a x = b, or in x a = b, for triangular matrices."""
    _checked(node, a, b)
    a, b = (_in_batch(node, each, node.result_shape[:-2]) for each in (a, b))
    return triangular_solution((a,), (b,), left=left, lower=not upper, transpose=False, unit=unitriangular)[0]


@imports("cholesky_solve")
def import_equations_by_cholesky(node: Node, b: Value, factor: Value, upper: bool = False) -> Value:
    """The x in a x = b for the triangular factor of a."""
    _checked(node, factor, b)
    factor, b = (_in_batch(node, each, node.result_shape[:-2]) for each in (factor, b))
    return _by_cholesky(factor, b, upper)


@imports("cholesky_inverse")
def import_inverse_by_cholesky(node: Node, factor: Value, upper: bool = False) -> Value:
    """The inverse of a matrix whose triangular factor is given."""
    _checked(node, factor)
    return _by_cholesky(factor, identity(node.static_sizes(factor, "the inverse"), factor), upper)


def _by_cholesky(factor: Value, b: Value, upper: bool) -> Value:
    for transpose in (upper, not upper):
        [b] = triangular_solution((factor,), (b,), left=True, lower=not upper, transpose=transpose, unit=False)
    return b


# -- Exponentials ------------------------------------------------------------------------------------------------------


MOST_SQUARINGS = 64
"""The maximum number of squarings of an exponential; results of larger matrices are infinite."""


@imports("linalg_matrix_exp")
def import_matrix_exponential(node: Node, a: Value) -> Value:
    """The exponential of matrices, which are halved often enough for Taylor's polynomial; that is squared as often.

    It is computed in f64, since squaring doubles what rounding has changed.
    """
    if 0 in shape_of(a):
        return a
    element = element_of(a)
    x = node.cast(a, f64)
    one = identity(node.static_sizes(x, "exponentials of matrices"), x)
    rank = len(shape_of(x))
    norm = node.reduce("max", node.reduce("sum", graph.abs(x), [rank - 2]), [rank - 2])
    often = graph.ceil(graph.log2(graph.maximum(norm, 2.0**-100)))
    often = graph.minimum(graph.maximum(graph.add(often, 1.0), 0.0), float(MOST_SQUARINGS))
    batch = range(rank - 2)
    halved = graph.mul(x, node.broadcast(graph.exp2(graph.neg(often)), batch, shape_of(x)))
    total = _taylor(node, one, halved)
    limit = node.reduce("max", often, batch)

    def squared(e: Emitter, carried: Sequence[Value]) -> list[Value]:
        total, number = carried
        is_due = graph.compare("lt", e.spread(number, shape_of(often)), often)
        square = _product(e, total, total)
        return [graph.select(e.broadcast(is_due, batch, shape_of(total)), square, total), graph.add(number, 1.0)]

    zero = node.constant(0, f64)
    done = repeated(node, lambda e, carried: e.compare("lt", carried[1], limit), squared, [total, zero])[0]
    return node.cast(done, element)


def _taylor(node: Node, one: Value, x: Value) -> Value:
    """Return Taylor's polynomial of degree 16 of the exponential, by powers up to the fourth.

    It is exact in f64 for norms up to 1/2.
    """
    square = _product(node, x, x)
    powers = [one, x, square, _product(node, square, x), _product(node, square, square)]
    total: Value | None = None
    for first in (12, 8, 4, 0):
        terms = powers if total is None else powers[:4]
        part = reduce(graph.add, [graph.mul(p, 1 / factorial(first + each)) for each, p in enumerate(terms)])
        total = part if total is None else graph.add(part, _product(node, powers[4], total))
    assert total is not None
    return total


def _product(emitter: Emitter, a: Value, b: Value) -> Value:
    """Return the products of matrices of a batch."""
    rank = len(shape_of(a))
    batch = [*range(rank - 2)]
    return emitter.contract(a, b, (batch, batch), ([rank - 1], [rank - 2]))


# -- LU ----------------------------------------------------------------------------------------------------------------


def _lu(node: Node, a: Value) -> tuple[Value, Value, Value]:
    """Return both factors, the pivots as PyTorch counts them, and the first place of a 0 on the diagonal."""
    [factors], pivots = lu_factors((a,))
    count = shape_of(pivots)[-1]
    assert isinstance(count, int)
    on_diagonal = diagonal(upper_left(factors, count, count))
    zero = node.broadcast(node.constant(0, element_of(a)), (), shape_of(on_diagonal))
    return factors, node.cast(graph.add(pivots, 1), i32), _first_where(node, graph.compare("eq", on_diagonal, zero))


def _counted_from_0(node: Node, pivots: Value) -> Value:
    return graph.sub(node.cast(pivots, i64), 1)


def _is_transposed(node: Node) -> bool:
    """Return whether PyTorch factors the transposed matrix for a determinant, as LAPACK takes those by columns."""
    return bool(node.fx_node.args[0].meta["val"].is_contiguous())


@imports("linalg_lu_factor_ex")
def import_lu(node: Node, a: Value, *, pivot: bool = True, check_errors: bool = False) -> Sequence[Value]:
    """Both triangular factors in one matrix, the row that each is exchanged with, and where the diagonal has a 0."""
    _checked(node, a)
    if not pivot:
        raise node.refusal("rows must be exchanged")
    return _lu(node, a)


@imports("lu_unpack")
def import_unpacked_lu(
    node: Node, factors: Value, pivots: Value, unpack_data: bool = True, unpack_pivots: bool = True
) -> Sequence[Value]:
    """The permutation, the lower and the upper triangular matrix."""
    _checked(node, factors)
    order, lower, upper = _unpacked(node, factors, _counted_from_0(node, pivots))
    nothing = node.zeros((0,), element_of(factors))
    return [order if unpack_pivots else nothing, *((lower, upper) if unpack_data else (nothing, nothing))]


@imports("linalg_lu")
def import_three_factors(node: Node, a: Value, *, pivot: bool = True) -> Sequence[Value]:
    """The permutation, the lower and the upper triangular matrix whose product is the matrix."""
    _checked(node, a)
    if not pivot:
        raise node.refusal("rows must be exchanged")
    [factors], pivots = lu_factors((a,))
    return _unpacked(node, factors, pivots)


def _unpacked(node: Node, factors: Value, pivots: Value) -> Sequence[Value]:
    *batch, rows, columns = node.static_sizes(factors, "triangular matrices")
    count = min(rows, columns)
    lower, upper = upper_left(factors, rows, count), upper_left(factors, count, columns)
    lower = graph.add(part_where("lt", lower), identity((*batch, rows, count), factors))
    [order] = with_rows_exchanged((identity((*batch, rows, rows), factors),), pivots)
    return [transposed(order), lower, part_where("ge", upper)]


@imports("linalg_lu_solve")
def import_equations_by_lu(
    node: Node, factors: Value, pivots: Value, b: Value, *, left: bool = True, adjoint: bool = False
) -> Value:
    """The x in a x = b, or in x a = b, for the factors of a."""
    _checked(node, factors, b)
    batch = node.result_shape[:-2]
    factors, b = (_in_batch(node, each, batch) for each in (factors, b))
    pivots = node.spread(_counted_from_0(node, pivots), (*batch, shape_of(pivots)[-1]))
    return _by_lu(factors, pivots, b, left=left, transpose=adjoint)


def _by_lu(factors: Value, pivots: Value, b: Value, *, left: bool, transpose: bool) -> Value:
    if left:
        return lu_solution((factors,), pivots, (b,), transpose=transpose)[0]
    return transposed(lu_solution((factors,), pivots, (transposed(b),), transpose=not transpose)[0])


@imports("_linalg_solve_ex")
def import_equations(
    node: Node, a: Value, b: Value, *, left: bool = True, check_errors: bool = False
) -> Sequence[Value]:
    """The x in a x = b, or in x a = b, and the factors of a."""
    _checked(node, a)
    is_vector = len(shape_of(b)) == 1 or shape_of(b) == shape_of(a)[:-1]
    b = node.reshape(b, (*shape_of(b), 1)) if is_vector else b
    _checked(node, b)
    factors, pivots, info = _lu(node, a)
    shape = (*node.result_shape, 1) if is_vector else node.result_shape
    batch = shape[:-2]
    places = node.spread(_counted_from_0(node, pivots), (*batch, shape_of(pivots)[-1]))
    solved = _by_lu(_in_batch(node, factors, batch), places, _in_batch(node, b, batch), left=left, transpose=False)
    return [node.reshape(solved, node.result_shape), factors, pivots, info]


@imports("linalg_inv_ex")
def import_inverse(node: Node, a: Value, *, check_errors: bool = False) -> Sequence[Value]:
    """The inverse, and the place of a 0 on the diagonal of a factor, or 0."""
    _checked(node, a)
    factors, pivots, info = _lu(node, a)
    one = identity(node.static_sizes(a, "the inverse"), a)
    return [*lu_solution((factors,), _counted_from_0(node, pivots), (one,)), info]


@imports("_linalg_det")
def import_determinant(node: Node, a: Value) -> Sequence[Value]:
    """The determinant, and the factors that it is computed from."""
    _checked(node, a)
    factors, pivots, _ = _lu(node, transposed(a) if _is_transposed(node) else a)
    [on_diagonal], sign = determinant_factors((factors,), _counted_from_0(node, pivots))
    product = graph.reduce("product", on_diagonal, [len(shape_of(on_diagonal)) - 1])
    return [graph.mul(sign, product), factors, pivots]


@imports("_linalg_slogdet")
def import_logarithm_of_determinant(node: Node, a: Value) -> Sequence[Value]:
    """The sign of the determinant, the logarithm of its absolute value, and the factors that they are computed from."""
    _checked(node, a)
    factors, pivots, _ = _lu(node, transposed(a) if _is_transposed(node) else a)
    [on_diagonal], sign = determinant_factors((factors,), _counted_from_0(node, pivots))
    last = len(shape_of(on_diagonal)) - 1
    sign = graph.mul(sign, graph.reduce("product", graph.sign(on_diagonal), [last]))
    return [sign, graph.reduce("sum", graph.log(graph.abs(on_diagonal)), [last]), factors, pivots]


# -- QR ----------------------------------------------------------------------------------------------------------------


@imports("geqrf")
def import_reflections(node: Node, a: Value) -> Sequence[Value]:
    """The triangular factor, below it the vectors of reflections, and their coefficients."""
    _checked(node, a)
    [matrix], [coefficients] = reflections((a,))
    return [matrix, coefficients]


@imports("linalg_householder_product")
def import_product_of_reflections(node: Node, vectors: Value, coefficients: Value) -> Value:
    """The first columns of the product of reflections."""
    _checked(node, vectors, coefficients)
    return orthogonal((vectors,), (coefficients,))[0]


@imports("linalg_qr")
def import_qr(node: Node, a: Value, mode: str = "reduced") -> Sequence[Value]:
    """The orthogonal and the triangular factor."""
    _checked(node, a)
    [q], [r] = qr_factors((a,), is_complete=mode == "complete")
    return [node.zeros((0,), element_of(a)) if mode == "r" else q, r]


# -- Eigenvalues and singular values -----------------------------------------------------------------------------------


@imports("_linalg_eigh")
def import_eigenvalues(node: Node, a: Value, UPLO: str = "L", compute_v: bool = True) -> Sequence[Value]:  # noqa: N803
    """The eigenvalues of symmetric matrices, ascending, and their vectors."""
    _checked(node, a, most=MOST_ROWS_ROTATED, may_be_empty=True)
    values, [vectors] = eigenvalues(from_triangle((a,), lower=UPLO.upper() == "L"))
    return [values, vectors if compute_v else node.zeros((0,), element_of(a))]


@imports("_linalg_svd")
def import_singular_values(
    node: Node, a: Value, full_matrices: bool = False, compute_uv: bool = True, *, driver: str | None = None
) -> Sequence[Value]:
    """Orthogonal columns, the singular values, the largest first, and orthogonal rows."""
    _checked(node, a, most=MOST_ROWS_ROTATED, may_be_empty=True)
    if compute_uv:
        [u], values, [vt] = singular_factors((a,), is_complete=full_matrices)
        return [u, values, vt]
    nothing = node.zeros((0,), element_of(a))
    return [nothing, singular_values((a,)), nothing]


@imports("linalg_pinv.atol_rtol_tensor")
def import_pseudo_inverse(
    node: Node, a: Value, *, atol: Value | None = None, rtol: Value | None = None, hermitian: bool = False
) -> Value:
    """The pseudo-inverse, in which singular values up to `atol`, or up to `rtol` times the largest one, count as 0."""
    _checked(node, a, most=MOST_ROWS_ROTATED, may_be_empty=True)
    factors = singular_factors(from_triangle((a,), lower=True) if hermitian else (a,), is_complete=False)
    largest = graph.reduce("max", factors.values, [len(shape_of(factors.values)) - 1])
    absolute, relative = (None if each is None else _of_each(node, each, largest) for each in (atol, rtol))
    if relative is None:
        relative = _usual_tolerance(node, a, largest, absolute)
    limits = graph.mul(relative, largest)
    return pseudo_inverse(factors, limits if absolute is None else graph.maximum(limits, absolute))[0]


def _of_each(node: Node, number: Value, like: Value) -> Value:
    return node.spread(node.cast(number, element_of(like)), shape_of(like))


def _usual_tolerance(node: Node, a: Value, like: Value, absolute: Value | None) -> Value:
    """Return the relative tolerance that PyTorch takes if none is given: 0 beside an absolute one."""
    usual = max(node.static_sizes(a, "the pseudo-inverse")[-2:]) * rounding_of(a)
    relative, zero = (node.broadcast(node.constant(each, element_of(a)), (), shape_of(like)) for each in (usual, 0))
    return relative if absolute is None else graph.select(graph.compare("gt", absolute, zero), zero, relative)
