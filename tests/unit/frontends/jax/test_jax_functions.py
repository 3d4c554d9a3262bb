"""Functions of JAX, compiled, give what JAX gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dlc

jax: Any = pytest.importorskip("jax", reason="the extra 'jax' is not installed")
export: Any = pytest.importorskip("jax.export")

from dlc.frontends.jax import InvalidJaxFunction  # noqa: E402

jnp: Any = jax.numpy
X = jnp.asarray(np.random.default_rng(0).standard_normal((4, 8)), jnp.float32)
FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "gelu": lambda x: jax.nn.gelu(x, approximate=False),
    "top_k": lambda x: jax.lax.top_k(x, 3),
    "argmax": lambda x: jnp.argmax(x, 1),
    "scan": lambda x: jax.lax.scan(lambda c, a: (c + a, c * a), jnp.zeros(8), x),
    "scatter": lambda x: x.at[jnp.array([1, 1, 2])].add(2.0),
    "random": lambda x: jax.random.normal(jax.random.key(3), (4,)) + x[0, :4],
    "special functions": lambda x: (jax.scipy.special.gammaln(x), jax.lax.erf_inv(jnp.tanh(x)), jax.lax.erfc(x)),
    "gradient of a pool": jax.grad(
        lambda y: (jax.lax.reduce_window(y, -jnp.inf, jax.lax.max, (2, 2), (1, 2), "SAME") ** 2).sum()
    ),
    "gradient of a convolution": lambda x: jax.grad(
        lambda w: (jax.lax.conv_general_dilated(x.reshape(1, 1, 4, 8), w, (2, 2), "SAME") ** 2).sum()
    )(jnp.ones((2, 1, 3, 3))),
    "complex": lambda x: jnp.abs(jnp.fft.rfft(x)),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_results_are_those_of_jax(name: str) -> None:
    function = jax.jit(FUNCTIONS[name])
    got, wanted = _compiled(function)(X), function(X)
    assert jax.tree.structure(got) == jax.tree.structure(wanted)
    for one, other in zip(jax.tree.leaves(got), jax.tree.leaves(wanted), strict=True):
        assert (one.shape, one.dtype) == (other.shape, other.dtype)
        np.testing.assert_allclose(np.asarray(one), np.asarray(other), rtol=3e-5, atol=3e-5)


def _compiled(function: Any) -> Any:
    return dlc.jit(level=0, threads=1)(function)


def _program(function: Any, *args: Any) -> Any:
    return dlc.compile(function, *args, level=0)


def _with_unused(params: dict[str, Any], unused: Any) -> Any:
    del unused
    return params["w"] + 1


def test_arguments_are_named_by_their_places_and_unused_ones_stay() -> None:
    program = _program(_with_unused, {"w": X}, X)
    assert [each.name for each in program.entries["main"].signature.parameters] == ["params['w']", "unused"]


def test_sizes_may_be_symbolic() -> None:
    shape = jax.ShapeDtypeStruct(export.symbolic_shape("n, 8"), jnp.float32)
    program = _program(lambda x: jnp.tanh(x) * 2, shape)
    for rows in (3, 5):
        np.testing.assert_allclose(program(np.ones((rows, 8), np.float32)), 2 * np.tanh(np.ones((rows, 8))), rtol=1e-6)


def test_exported_functions_are_compiled() -> None:
    exported = export.export(jax.jit(jax.scipy.special.erf), platforms=["cpu"])(X)
    np.testing.assert_allclose(_program(exported)(np.asarray(X)), jax.scipy.special.erf(X), atol=1e-6)


@pytest.mark.parametrize(
    ("function", "argument", "message"),
    [
        (lambda x: jnp.linalg.cholesky(x @ x.T), X, "test_jax_functions.py:.*calls '@lapack_spotrf_ffi'"),
        (lambda x: x + 1, X.astype(jnp.complex64), "arguments must be tensors of real numbers"),
        (lambda x: x[x > 0], X, "JAX cannot trace"),
    ],
)
def test_what_cannot_be_compiled_is_an_error_with_a_reason(function: Any, argument: Any, message: str) -> None:
    with pytest.raises(dlc.DlcError, match=message):
        _compiled(jax.jit(function))(argument)


def test_arguments_are_trees_of_arrays() -> None:
    with pytest.raises(InvalidJaxFunction, match="trees of arrays and numbers, but got a str"):
        _compiled(jax.jit(lambda x: x))("text")


def test_options_of_traced_functions_of_arrays_are_not_for_functions_of_jax() -> None:
    with pytest.raises(dlc.DlcError, match="without 'specs' and 'donate'"):
        dlc.jit(donate=0)(jax.jit(lambda x: x))
