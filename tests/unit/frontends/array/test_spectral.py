"""Eigenvalues and singular values of `dlc.array.linalg` are near those of LAPACK, with the gradients of analysis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import dlc
from support.properties import examples

xp = dlc.array
linalg: Any = xp.linalg
DTYPES = [np.float32, np.float64]


def drawn(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).standard_normal(shape)


def transposed(a: Any) -> Any:
    return np.swapaxes(a, -1, -2)


def hard_matrices(size: int, dtype: Any) -> Any:
    """Return a stack of symmetric matrices that are hard for some method."""
    a = drawn(size, size)
    basis = np.linalg.qr(a)[0]
    near = np.where(np.arange(size) < size // 2, 1.0, 1.0 + 4 * float(np.finfo(dtype).eps))
    scales = np.geomspace(1.0, np.finfo(dtype).eps ** 0.7, size)
    kinds = [
        a,
        np.zeros((size, size)),
        np.diag(a[0]),
        np.ones((size, size)),
        -np.outer(a[0], a[0]),
        basis * np.sign(near - 1.5 + np.arange(size) % 2) @ basis.T,
        basis * near @ basis.T,
        a * scales * scales[:, None],
        a * 1e30,
        a * 1e-30,
    ]
    return np.stack([(kind + kind.T) / 2 for kind in kinds]).astype(dtype)


def assert_near(got: Any, wanted: Any, like: Any) -> None:
    """Assert that differences are a small multiple of the rounding of sums over rows, relative to the matrices."""
    norms = np.linalg.norm(like.astype(np.float64), axis=(-2, -1))
    limit = 4 * max(like.shape[-2:]) * np.finfo(like.dtype).eps * norms
    difference = np.abs(np.asarray(got, np.float64) - wanted)
    assert (difference.reshape(*norms.shape, -1).max(-1, initial=0) <= limit).all(), difference


def assert_orthogonal(columns: Any) -> None:
    identity = np.eye(columns.shape[-1], dtype=columns.dtype)
    product = transposed(columns.astype(np.float64)) @ columns
    assert_near(product, identity, np.broadcast_to(identity, product.shape))


def check_eigenvalues(a: Any, values: Any, vectors: Any) -> None:
    values, vectors = np.asarray(values), np.asarray(vectors)
    assert values.dtype == vectors.dtype == a.dtype
    assert (np.diff(values, axis=-1) >= 0).all()
    assert_near(values[..., None], np.linalg.eigvalsh(a.astype(np.float64))[..., None], a)
    assert_near(a.astype(np.float64) @ vectors, vectors * values[..., None, :].astype(np.float64), a)
    assert_orthogonal(vectors)


def check_singular_values(a: Any, factors: Any, *, full_matrices: bool) -> None:
    u, values, vt = map(np.asarray, factors)
    wanted = np.linalg.svd(a.astype(np.float64), full_matrices=full_matrices)
    assert (u.shape, values.shape, vt.shape) == tuple(each.shape for each in wanted)
    assert (np.diff(values, axis=-1) <= 0).all()
    count = values.shape[-1]
    assert_near(values[..., None], wanted[1][..., None], a)
    assert_near(u[..., :count] * values[..., None, :].astype(np.float64) @ vt[..., :count, :], a, a)
    assert_orthogonal(u)
    assert_orthogonal(transposed(vt))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("size", [1, 2, 5])
def test_hard_matrices(size: int, dtype: Any) -> None:
    a = hard_matrices(size, dtype)
    check_eigenvalues(a, *linalg.eigh(xp.asarray(a)))
    check_singular_values(a, linalg.svd(xp.asarray(a)), full_matrices=True)


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("size", [8, 33])
def test_hard_matrices_compiled(size: int, dtype: Any) -> None:
    a = hard_matrices(size, dtype)
    check_eigenvalues(a, *dlc.jit(linalg.eigh, threads=1, cache=False)(a))
    check_singular_values(a, dlc.jit(linalg.svd, threads=1, cache=False)(a), full_matrices=True)


@examples(10)
@given(st.data())
def test_small_matrices_of_integers(data: st.DataObject) -> None:
    """Such matrices often have equal eigenvalues, or ranks that are not full."""
    rows, columns = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    numbers = st.lists(st.integers(-2, 2), min_size=rows * columns, max_size=rows * columns)
    a = np.array(data.draw(numbers), np.float64).reshape(rows, columns)
    full = data.draw(st.booleans())
    check_singular_values(a, linalg.svd(xp.asarray(a), full_matrices=full), full_matrices=full)
    check_eigenvalues(a @ a.T, *linalg.eigh(xp.asarray(a @ a.T)))


@pytest.mark.parametrize("shape", [(2, 5, 3), (3, 5), (0, 0), (2, 0, 3), (3, 0), (2, 2, 256)])
def test_shapes_are_those_of_numpy(shape: tuple[int, ...]) -> None:
    a = drawn(*shape)
    for full in (False, True):
        check_singular_values(a, linalg.svd(xp.asarray(a), full_matrices=full), full_matrices=full)
    np.testing.assert_allclose(np.asarray(linalg.svdvals(xp.asarray(a))), np.linalg.svdvals(a))


def test_matrices_without_elements_have_no_eigenvalues() -> None:
    values, vectors = linalg.eigh(xp.zeros((2, 0, 0)))
    assert (values.shape, vectors.shape) == ((2, 0), (2, 0, 0))


def test_only_the_lower_triangle_is_read() -> None:
    a = drawn(4, 4)
    np.testing.assert_allclose(np.asarray(linalg.eigvalsh(xp.asarray(a))), np.linalg.eigvalsh(a))


@pytest.mark.parametrize("element", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_gives_nan_and_spares_other_matrices(element: float) -> None:
    a = np.stack([drawn(3, 3)] * 2)
    a[1, 2, 0] = element
    for values in (linalg.eigvalsh(xp.asarray(a)), linalg.svdvals(xp.asarray(a))):
        assert np.isfinite(np.asarray(values[0])).all()
        assert np.isnan(np.asarray(values[1])).all()


@pytest.mark.parametrize("scale", [5e-324, 1e-310, 1e307])
def test_extreme_elements_do_not_overflow(scale: float) -> None:
    a = np.array([[scale, 0.0], [0.0, -2 * scale]])
    np.testing.assert_array_equal(np.asarray(linalg.eigvalsh(xp.asarray(a))), [-2 * scale, scale])
    np.testing.assert_array_equal(np.asarray(linalg.svdvals(xp.asarray(a))), [2 * scale, scale])


def test_what_follows_from_singular_values() -> None:
    a, square = drawn(2, 4, 3), drawn(2, 3, 3, seed=1)
    a[1, :, 1] = a[1, :, 0]
    wide = xp.asarray(a)
    np.testing.assert_allclose(np.asarray(linalg.pinv(wide)), np.linalg.pinv(a), atol=1e-12)
    np.testing.assert_allclose(np.asarray(linalg.pinv(wide, rtol=0.5)), np.linalg.pinv(a, 0.5), atol=1e-12)
    np.testing.assert_array_equal(np.asarray(linalg.matrix_rank(wide)), [3, 2])
    np.testing.assert_array_equal(np.asarray(linalg.matrix_rank(wide, rtol=xp.asarray([0.9, 0.0]))), [1, 2])
    for order in (2, -2, "nuc"):
        wanted = np.linalg.norm(a, order, axis=(-2, -1), keepdims=True)
        np.testing.assert_allclose(np.asarray(linalg.matrix_norm(wide, ord=order, keepdims=True)), wanted, atol=1e-12)
    for order in (None, -2, 1, "fro"):
        wanted = np.linalg.cond(square, order)
        np.testing.assert_allclose(np.asarray(linalg.cond(xp.asarray(square), order)), wanted)


# -- Gradients ---------------------------------------------------------------------------------------------------------


def differences(function: Callable[[Any], Any], a: Any) -> Any:
    """Return the gradient of a function by central differences."""
    steps = 1e-6 * np.eye(a.size).reshape(a.size, *a.shape)
    return np.reshape([(function(a + step) - function(a - step)) / 2e-6 for step in steps], a.shape)


def gradient_of(function: Callable[[Any], Any], a: Any) -> Any:
    return np.asarray(dlc.jit(dlc.grad(function), level=0, threads=1, cache=False)(a))


def weighted_values(space: Any, a: Any) -> Any:
    return space.sum(space.linalg.eigvalsh(a) * np.arange(1.0, 5.0))


def exponential(space: Any, a: Any) -> Any:
    values, vectors = space.linalg.eigh(a)
    return space.sum((vectors * space.exp(values)) @ vectors.T * drawn(4, 4, seed=2))


def squares_of_vectors(space: Any, a: Any) -> Any:
    return space.sum(space.linalg.eigh(a)[1] ** 2 * drawn(4, 4, seed=2))


def nuclear_norm(space: Any, a: Any) -> Any:
    return space.linalg.matrix_norm(a, ord="nuc")


def polar_factor(space: Any, a: Any) -> Any:
    u, values, vt = space.linalg.svd(a, full_matrices=False)
    return space.sum(u @ vt * drawn(*a.shape, seed=2)) + space.sum(values**2) + space.sum(u[:, 0] ** 4)


def pseudo_inverse(space: Any, a: Any) -> Any:
    return space.sum(space.linalg.pinv(a) * drawn(*a.shape[::-1], seed=2))


@pytest.mark.parametrize(
    ("function", "shape"),
    [
        (weighted_values, (4, 4)),
        (exponential, (4, 4)),
        (squares_of_vectors, (4, 4)),
        (nuclear_norm, (3, 2)),
        (polar_factor, (3, 2)),
        (polar_factor, (2, 3)),
        (pseudo_inverse, (3, 2)),
    ],
)
def test_gradients_are_those_of_differences(function: Callable[..., Any], shape: tuple[int, ...]) -> None:
    a = drawn(*shape)
    got = gradient_of(lambda x: function(xp, x), a)
    np.testing.assert_allclose(got, differences(lambda x: function(np, x), a), rtol=1e-5, atol=1e-6)


def test_gradients_of_gradients() -> None:
    """The sum of cubes of eigenvalues of a has the gradient 3 a a."""
    a = drawn(3, 3)
    a += a.T

    def gradient(x: Any) -> Any:
        return dlc.grad(lambda y: xp.sum(linalg.eigvalsh(y) ** 3))(x)

    def wanted(x: Any) -> Any:
        symmetric = np.tril(x) + np.tril(x, -1).T
        square = 3 * symmetric @ symmetric
        return np.sum((np.tril(square) + np.tril(square, -1)) ** 2)

    second = gradient_of(lambda x: xp.sum(gradient(x) ** 2), a)
    np.testing.assert_allclose(second, differences(wanted, a), rtol=1e-5, atol=1e-4)


def test_functions_of_equal_eigenvalues_have_gradients() -> None:
    a = np.diag([2.0, 2.0, 5.0])
    got = gradient_of(lambda x: xp.sum(linalg.eigvalsh(x) ** 3), a)
    np.testing.assert_allclose(got, 3 * a @ a, atol=1e-12)
    largest = gradient_of(lambda x: linalg.eigh(x)[1][0, -1] ** 2, a)
    np.testing.assert_allclose(largest, np.zeros((3, 3)), atol=1e-12)


def test_gradients_by_vectors_of_equal_eigenvalues_are_nan() -> None:
    got = gradient_of(lambda x: xp.sum(linalg.eigh(x)[1][:, 0]), np.eye(2))
    assert np.isnan(got).any()


def test_small_singular_values_have_gradients() -> None:
    got = gradient_of(linalg.matrix_norm, drawn(3, 3))
    assert np.isfinite(got).all()
    zeros = gradient_of(lambda x: linalg.matrix_norm(x, ord="nuc"), np.zeros((2, 2)))
    np.testing.assert_array_equal(zeros, np.zeros((2, 2)))


def test_other_floats_are_refused() -> None:
    with pytest.raises(dlc.DlcError, match="svd: float32 or float64 is required, but got float16"):
        linalg.svd(xp.asarray(np.ones((2, 2), np.float16)))
