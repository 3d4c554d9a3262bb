"""Factors of matrices of complex numbers are what numpy's LAPACK gives, or what defines them holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from dlc.dialects.builtin import ModuleOp
from dlc.dialects.func import FuncOp, ReturnOp
from dlc.dialects.graph.tensors import tensor_of
from dlc.interp.interpreter import interpret
from dlc.ir import Builder, Value
from dlc.ir.builtin_attributes import TypeAttr
from dlc.ir.builtin_types import FunctionType, f32
from dlc.passes.graph.complex_parts import Parts
from dlc.passes.graph.matrix_factors import (
    block,
    cholesky_factor,
    hessenberg_reflections,
    lu_factors,
    lu_solution,
    orthogonal,
    pivoted_reflections,
    product_with_orthogonal,
    qr_factors,
    reflections,
    size_along,
    triangular_solution,
)
from dlc.passes.graph.spectral_factors import eigenvalues, from_triangle, singular_factors
from dlc.passes.graph.tridiagonal_equations import tridiagonal_solution

linalg: Any = np.linalg
CLOSE: dict[str, Any] = {"rtol": 1e-4, "atol": 1e-5}
Factors = Callable[["list[Parts]"], "Sequence[Parts | Value]"]


def _random(*shape: int, seed: int = 0) -> Any:
    generator = np.random.default_rng(seed)
    return (generator.standard_normal(shape) + 1j * generator.standard_normal(shape)).astype(np.complex64)


def _computed(function: Factors, *arrays: Any) -> list[Any]:
    """Return what a function makes of complex matrices: complex arrays for parts, real ones for values."""
    parts = [part for each in arrays for part in (each.real.copy(), each.imag.copy())]
    main = FuncOp.of("main", [tensor_of(each.shape, f32) for each in parts])
    with Builder.at_end(main.entry) as builder:
        given = list(main.entry.args)
        results = function([tuple(given[number : number + 2]) for number in range(0, len(given), 2)])
        flat = [part for each in results for part in ((each,) if isinstance(each, Value) else each)]
        builder.insert(ReturnOp(flat))
    main.function_type = TypeAttr(FunctionType(main.type.inputs, tuple(each.type for each in flat)))
    values = iter(interpret(ModuleOp.containing([main]), "main", *parts))
    return [next(values) if isinstance(each, Value) else next(values) + 1j * next(values) for each in results]


def _adjoint(a: Any) -> Any:
    return np.swapaxes(a, -1, -2).conj()


@pytest.mark.parametrize("count", [3, 9])
@pytest.mark.parametrize("lower", [True, False])
def test_factors_of_cholesky(count: int, lower: bool) -> None:
    a = _random(2, count, count)
    a = a @ _adjoint(a) + count * np.eye(count, dtype=np.complex64)
    expected = linalg.cholesky(a)
    given = np.tril(a) if lower else np.triu(a)
    given[:, 1, 1] += 5j  # the imaginary parts on the diagonal are not read
    [factor] = _computed(lambda x: [cholesky_factor(x[0], lower=lower)], given)
    np.testing.assert_allclose(factor, expected if lower else _adjoint(expected), **CLOSE)
    assert not np.diagonal(factor.imag, axis1=1, axis2=2).any()


@pytest.mark.parametrize("shape", [(5, 5), (2, 4, 6), (6, 3)])
def test_factors_by_lu_have_the_pivots_of_lapack(shape: tuple[int, ...]) -> None:
    a = _random(*shape)
    a[..., 0, 0], a[..., 1, 0] = 3 + 3j, 4.5  # of the first, the sum of the parts is larger, but not the magnitude
    factors, pivots = _computed(lambda x: list(lu_factors(x[0])), a)
    count = min(shape[-2:])
    lower = np.tril(factors, -1)[..., :count] + np.eye(shape[-2], count)
    upper = np.triu(factors)[..., :count, :]
    assert (pivots[..., 0] == 0).all()
    expected = a.copy()
    places: Any = np.ndindex(shape[:-2])
    for index in places:
        for row, other in enumerate(pivots[index]):
            expected[index][[row, other]] = expected[index][[other, row]]
    np.testing.assert_allclose(lower @ upper, expected, **CLOSE)


def test_equations_with_matrices_and_their_transposes() -> None:
    a, b = _random(2, 9, 9), _random(2, 9, 3, seed=1)
    [x] = _computed(lambda x: [lu_solution(*lu_factors(x[0]), x[1])], a, b)
    np.testing.assert_allclose(a @ x, b, rtol=1e-3, atol=1e-4)
    [x] = _computed(lambda x: [lu_solution(*lu_factors(x[0]), x[1], transpose=True)], a, b)
    np.testing.assert_allclose(np.swapaxes(a, 1, 2) @ x, b, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("count", [4, 9])
def test_equations_with_triangles_on_the_right(count: int) -> None:
    a, b = np.triu(_random(count, count)) + 4 * np.eye(count, dtype=np.complex64), _random(2, count, seed=1)
    options = {"left": False, "lower": False, "transpose": False, "unit": False}
    [x] = _computed(lambda x: [triangular_solution(x[0], x[1], **options)], a, b)
    np.testing.assert_allclose(x @ a, b, **CLOSE)


@pytest.mark.parametrize("shape", [(4, 4), (2, 5, 3), (3, 5)])
@pytest.mark.parametrize("is_complete", [True, False])
def test_factors_by_qr_are_those_of_lapack(shape: tuple[int, ...], is_complete: bool) -> None:
    a = _random(*shape)
    a[..., 1] = a[..., 0].real  # one that is real up to rotations, and a column of which nothing is left
    a[..., -1] = 0
    q, r = _computed(lambda x: list(qr_factors(x[0], is_complete=is_complete)), a)
    np.testing.assert_allclose(q @ r, a, **CLOSE)
    squared = _adjoint(q) @ q
    np.testing.assert_allclose(squared, np.broadcast_to(np.eye(q.shape[-1]), squared.shape), **CLOSE)
    expected = np.linalg.qr(a, mode="complete" if is_complete else "reduced")
    np.testing.assert_allclose(q[..., :1], expected.Q[..., :1], **CLOSE)
    np.testing.assert_allclose(r[..., :1, :], expected.R[..., :1, :], **CLOSE)


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("is_adjoint", [True, False])
def test_products_with_reflections(left: bool, is_adjoint: bool) -> None:
    a, c = _random(2, 4, 4), _random(2, 4, 3) if left else _random(2, 3, 4)

    def products(given: list[Parts]) -> list[Parts | Value]:
        vectors, coefficients = reflections(given[0])
        product = product_with_orthogonal(vectors, coefficients, given[1], left=left, is_adjoint=is_adjoint)
        return [product, orthogonal(vectors, coefficients)]

    product, q = _computed(products, a, c)
    q = _adjoint(q) if is_adjoint else q
    np.testing.assert_allclose(product, q @ c if left else c @ q, **CLOSE)


@pytest.mark.parametrize("shape", [(2, 4, 5), (5, 3)])
def test_factors_by_qr_of_columns_in_order_of_their_lengths(shape: tuple[int, ...]) -> None:
    a = _random(*shape) * np.arange(1, shape[-1] + 1, dtype=np.float32)

    def factors(given: list[Parts]) -> list[Parts | Value]:
        matrix, order, coefficients = pivoted_reflections(given[0])
        count = min(shape[-2:])
        return [matrix, order, orthogonal(tuple(_first_columns(part, count) for part in matrix), coefficients)]

    matrix, order, q = _computed(factors, a)
    triangle = np.triu(matrix)[..., : q.shape[-1], :]
    np.testing.assert_allclose(q @ triangle, np.take_along_axis(a, order[..., None, :], -1), **CLOSE)
    sizes = np.abs(np.diagonal(triangle, axis1=-2, axis2=-1))
    assert (sizes[..., 1:] <= sizes[..., :-1]).all()


def _first_columns(a: Value, count: int) -> Value:
    return block(a, (0, size_along(a, -2)), (0, count))


@pytest.mark.parametrize("count", [1, 2, 5])
def test_hessenberg_matrices_have_the_same_eigenvalues(count: int) -> None:
    a = _random(2, count, count)
    matrix, coefficients = _computed(lambda x: list(hessenberg_reflections(x[0])), a)
    assert coefficients.shape == (2, count - 1)
    results = linalg.eigvals(np.triu(matrix, -1))
    expected = linalg.eigvals(a)
    np.testing.assert_allclose(np.sort_complex(results), np.sort_complex(expected), rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("count", [1, 2, 6])
def test_equations_with_three_diagonals(count: int) -> None:
    below, diagonal, above = (_random(2, count, seed=seed) for seed in range(3))
    diagonal[:, count // 2] = 0  # rows have to be exchanged
    diagonal += count == 1
    a = np.zeros((2, count, count), np.complex64)
    for row in range(count):
        a[:, row, row] = diagonal[:, row]
        if row:
            a[:, row, row - 1], a[:, row - 1, row] = below[:, row], above[:, row - 1]
    b = _random(2, count, 3, seed=4)
    [x] = _computed(lambda x: [tridiagonal_solution(*x)], below, diagonal, above, b)
    np.testing.assert_allclose(a @ x, b, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("lower", [True, False])
def test_eigenvalues_of_hermitian_matrices(lower: bool) -> None:
    basis = np.linalg.qr(_random(3, 5, 5)).Q
    values = np.array([[-2, -2, 0, 1, 7], [3, 3, 3, 3, 3], [0, 0, 0, 0, 1e-3]], np.float32)
    a = (basis * values[:, None]) @ _adjoint(basis)
    given = np.tril(a) if lower else np.triu(a)
    results, vectors = _computed(
        lambda x: list(eigenvalues(from_triangle(x[0], lower=lower))), given.astype(np.complex64)
    )
    np.testing.assert_allclose(results, values, **CLOSE)
    np.testing.assert_allclose((vectors * results[:, None]) @ _adjoint(vectors), a, **CLOSE)
    np.testing.assert_allclose(_adjoint(vectors) @ vectors, np.broadcast_to(np.eye(5), (3, 5, 5)), **CLOSE)


@pytest.mark.parametrize("shape", [(3, 3), (5, 3), (2, 3, 4)])
@pytest.mark.parametrize("is_complete", [True, False])
def test_singular_values_and_vectors(shape: tuple[int, ...], is_complete: bool) -> None:
    a = _random(*shape)
    a[..., 1, :] = a[..., 0, :] * 1j  # a singular value is 0
    u, values, vt = _computed(lambda x: list(singular_factors(x[0], is_complete=is_complete)), a)
    np.testing.assert_allclose(values, np.linalg.svd(a, compute_uv=False), **CLOSE)
    count = values.shape[-1]
    np.testing.assert_allclose((u[..., :count] * values[..., None, :]) @ vt[..., :count, :], a, **CLOSE)
    for each in (_adjoint(u) @ u, vt @ _adjoint(vt)):
        np.testing.assert_allclose(each, np.broadcast_to(np.eye(each.shape[-1]), each.shape), **CLOSE)


def test_singular_values_of_many_matrices_that_are_rotated_one_after_the_other() -> None:
    a = _random(2, 2, 256)
    u, values, vt = _computed(lambda x: list(singular_factors(x[0], is_complete=False)), a)
    np.testing.assert_allclose(values, np.linalg.svd(a, compute_uv=False), **CLOSE)
    np.testing.assert_allclose((u * values[:, None]) @ vt, a, rtol=1e-3, atol=1e-4)
