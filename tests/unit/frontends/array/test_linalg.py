"""`dlc.array.linalg` gives what numpy gives, one call at a time and compiled, and has gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dlc

xp = dlc.array
linalg: Any = xp.linalg
SHAPES = [(3, 3), (2, 9, 9)]


def drawn(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).standard_normal(shape)


def positive(*shape: int) -> Any:
    a = drawn(*shape)
    return a @ np.swapaxes(a, -1, -2) + shape[-1] * np.eye(shape[-1])


def check(function: Callable[..., Any], expected: Any, *arrays: Any, rtol: float = 1e-8) -> None:
    """Compare what a function gives for arrays with data, and compiled."""
    for results in (function(*map(xp.asarray, arrays)), dlc.jit(function, threads=1, cache=False)(*arrays)):
        np.testing.assert_allclose(np.asarray(results), expected, rtol=rtol, atol=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_factors(shape: tuple[int, ...]) -> None:
    a = positive(*shape)
    check(linalg.cholesky, np.linalg.cholesky(a), a)
    check(lambda x: linalg.cholesky(x, upper=True), np.swapaxes(np.linalg.cholesky(a), -1, -2), a)


@pytest.mark.parametrize("mode", ["reduced", "complete"])
@pytest.mark.parametrize("shape", [(5, 2), (2, 5), (3, 4, 4)])
def test_orthogonal_factors(shape: tuple[int, ...], mode: Any) -> None:
    a = drawn(*shape)
    q, r = map(np.asarray, linalg.qr(xp.asarray(a), mode=mode))
    wanted = np.linalg.qr(a, mode=mode)
    assert (q.shape, r.shape) == (wanted[0].shape, wanted[1].shape)
    product = np.swapaxes(q, -1, -2) @ q
    np.testing.assert_allclose(q @ r, a, atol=1e-12)
    np.testing.assert_allclose(product, np.broadcast_to(np.eye(q.shape[-1]), product.shape), atol=1e-12)
    np.testing.assert_array_equal(np.tril(r, -1), 0)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_equations_and_determinants(shape: tuple[int, ...]) -> None:
    a, b = drawn(*shape), drawn(*shape[:-1], 2, seed=1)
    check(linalg.solve, np.linalg.solve(a, b), a, b)
    check(linalg.inv, np.linalg.inv(a), a)
    check(linalg.det, np.linalg.det(a), a)
    check(lambda x: linalg.slogdet(x).sign, np.linalg.slogdet(a)[0], a)
    check(lambda x: linalg.slogdet(x).logabsdet, np.linalg.slogdet(a)[1], a)
    lower = np.tril(a) + 3 * np.eye(shape[-1])
    check(lambda x, y: linalg.solve_triangular(x, y, lower=True), np.linalg.solve(lower, b), lower + np.triu(a, 1), b)


@pytest.mark.slow
def test_a_vector_is_one_column() -> None:
    a, b = drawn(4, 4), drawn(4, seed=1)
    check(linalg.solve, np.linalg.solve(a, b), a, b)
    stacked, columns = drawn(3, 4, 4), drawn(4, 2, seed=1)
    check(linalg.solve, np.linalg.solve(stacked, np.broadcast_to(columns, (3, 4, 2))), stacked, columns)


def test_zeros_on_the_diagonal_are_exchanged() -> None:
    a = np.array([[0.0, 2.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, 4.0]])
    check(linalg.inv, np.linalg.inv(a), a)
    check(linalg.det, np.linalg.det(a), a)


@pytest.mark.parametrize("offset", [-3, -1, 0, 1, 2, 7])
def test_diagonals(offset: int) -> None:
    a = drawn(2, 3, 4)
    check(lambda x: linalg.diagonal(x, offset=offset), np.diagonal(a, offset, -2, -1), a)
    check(lambda x: linalg.trace(x, offset=offset), np.trace(a, offset, -2, -1), a)


@pytest.mark.slow
def test_norms_powers_and_products() -> None:
    a = drawn(2, 3, 3)
    for order in (1, 2, 3, 0, np.inf, -np.inf, 0.5):
        check(lambda x, o=order: linalg.vector_norm(x, axis=-1, ord=o), np.linalg.norm(a, order, axis=-1), a)
    for order in (1, -1, np.inf, -np.inf, "fro"):
        check(lambda x, o=order: linalg.matrix_norm(x, ord=o), np.linalg.norm(a, order, axis=(-2, -1)), a)
    for power in (0, 1, 3, -2):
        check(lambda x, n=power: linalg.matrix_power(x, n), np.linalg.matrix_power(a, power), a, rtol=1e-6)
    check(linalg.outer, np.outer(a[0, 0], a[0, 1]), a[0, 0], a[0, 1])
    assert linalg.vector_norm(xp.asarray(a), axis=(0, 2), keepdims=True).shape == (1, 3, 1)


@pytest.mark.slow
def test_gradients() -> None:
    a, b = drawn(4, 4), drawn(4, 2, seed=1)

    def loss(xp_or_np: Any, m: Any) -> Any:
        space = xp_or_np.linalg
        factor = space.cholesky(m @ m.T + 3 * xp_or_np.eye(4))
        return xp_or_np.sum(space.solve(m, b) ** 2) + space.slogdet(m)[1] + xp_or_np.sum(factor)

    gradient = np.asarray(dlc.grad(lambda m: loss(xp, m))(a))
    steps = 1e-6 * np.eye(16).reshape(16, 4, 4)
    expected = [(loss(np, a + step) - loss(np, a - step)) / 2e-6 for step in steps]
    np.testing.assert_allclose(gradient.ravel(), expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    ("function", "shapes", "message"),
    [
        (linalg.inv, [(2, 3)], r"inv: matrices must be square, but got the shape \(2, 3\)"),
        (linalg.cholesky, [(3,)], r"cholesky: matrices are required, but got an array of shape \(3,\)"),
        (linalg.det, [(0, 0)], "det: matrices must have elements and known sizes"),
        (linalg.solve, [(3, 3), (2, 2)], r"solve: shapes \(3, 3\) and \(2, 2\) do not fit"),
        (linalg.outer, [(3, 3), (3,)], "outer: vectors are required"),
    ],
)
def test_what_is_wrong_is_said(function: Any, shapes: list[tuple[int, ...]], message: str) -> None:
    with pytest.raises(dlc.DlcError, match=message):
        function(*(xp.asarray(drawn(*shape)) for shape in shapes))
    with pytest.raises(dlc.DlcError, match="real floating"):
        linalg.det(xp.asarray(np.ones((2, 2), np.int32)))


def test_what_is_not_there_is_named() -> None:
    with pytest.raises(AttributeError, match=r"'eig': eigenvalues of other than symmetric matrices .* not supported"):
        _ = linalg.eig
    with pytest.raises(AttributeError, match="did you mean 'cholesky'"):
        _ = linalg.choleski
