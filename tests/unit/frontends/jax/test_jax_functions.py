"""Functions of JAX, compiled, give what JAX gives."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import dlc

jax: Any = pytest.importorskip("jax", reason="the extra 'jax' is not installed")
export: Any = pytest.importorskip("jax.export")
io_callback: Any = pytest.importorskip("jax.experimental").io_callback

from dlc.frontends.jax import InvalidJaxFunction  # noqa: E402

jnp: Any = jax.numpy
X = jnp.asarray(np.random.default_rng(0).standard_normal((4, 8)), jnp.float32)


def _large(x: Any) -> Any:
    """Return a matrix of 20 rows that is easy to invert."""
    some = x.ravel()[:20]
    return jnp.outer(some, some) + 9 * jnp.eye(20)


def _complex(x: Any) -> Any:
    """Return a complex matrix of 4 rows."""
    return x[:, :4] + 1j * x[:, 4:]


def _hermitian(x: Any) -> Any:
    return _complex(x) + _complex(x).conj().T


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
    "complex results": lambda x: [jnp.fft.fft(x), x, jnp.sum(x * 1j)],
    "transforms of nothing": lambda x: jnp.fft.fft2(x[:0]),
    "small results of erfc": lambda x: jax.scipy.special.erfcx(jnp.abs(x) + 6),
    "places of NaN": lambda x: [find(x.at[1, 3:5].set(jnp.nan), 1) for find in (jnp.argmax, jnp.argmin)],
    "a product of truth values": lambda x: (x > 0) @ (x < 1).T,
    "sums of integers as floats": lambda x: [
        jax.lax.dot(x.astype(jnp.int8), (x.T > 0).astype(jnp.int8), preferred_element_type=jnp.float32),
        jax.lax.conv(jnp.int8(9 * x)[None, None], jnp.ones((1, 1, 2, 2), jnp.int8), (1, 1), "SAME", None, jnp.float32),
    ],
    "a kernel larger than its input": lambda x: jax.lax.conv(x[None, None], jnp.ones((2, 1, 5, 5)), (1, 1), "VALID"),
    "many sorted numbers": lambda x: jnp.sort(jnp.tile(x.at[0, 0].set(jnp.nan).ravel(), 130), descending=True),
    "many numbers by several keys": lambda x: jax.lax.sort(
        (jnp.tile(x.round().ravel(), 130), jnp.arange(4160) % 7, jnp.arange(4160)), num_keys=2
    ),
    "many sorted complex numbers": lambda x: jnp.sort(jnp.tile(_complex(x.round()).ravel(), 260)),
    "approximately the largest": lambda x: (jax.lax.approx_max_k(x, 3), jax.lax.approx_min_k(x, 2, 0)),
    "empty matrices": lambda x: [
        (jnp.linalg.slogdet(empty), jnp.linalg.inv(empty), jnp.linalg.cholesky(empty), jnp.linalg.qr(empty))
        for empty in (x[:0, :0], _complex(x)[None, :0, :0])
    ],
    "factors by LU": lambda x: jax.lax.linalg.lu(jnp.stack([x, x[::-1]])),
    "factors by LU of tall matrices": lambda x: jax.lax.linalg.lu(x.T),
    "factors by LU of a singular matrix": lambda x: jax.lax.linalg.lu(jnp.ones_like(x)),
    "factors by QR": lambda x: jnp.linalg.qr(jnp.stack([x, -x])),
    "factors by QR of tall matrices": lambda x: jnp.linalg.qr(x.T, mode="complete"),
    "factors by QR of a column of zeros": lambda x: jnp.linalg.qr(x.T.at[:, 1].set(0.0)),
    "factors of Cholesky": lambda x: jnp.linalg.cholesky(jnp.stack([x @ x.T, -x @ x.T])),
    "factors of Cholesky of many rows": lambda x: jnp.linalg.cholesky(
        jnp.stack([_large(x), _large(-2 * x)]), upper=True
    ),
    "equations of many rows": jax.value_and_grad(lambda x: jnp.linalg.solve(_large(x), jnp.ones(20)).sum()),
    "triangular equations of many rows": lambda x: [
        jax.lax.linalg.triangular_solve(_large(x), jnp.ones((20, 20)), left_side=left, lower=lower, transpose_a=lower)
        for left in (False, True)
        for lower in (False, True)
    ],
    "equations": jax.value_and_grad(lambda x: jnp.linalg.solve(x @ x.T, x).sum()),
    "triangular equations": lambda x: jax.scipy.linalg.solve_triangular(x[:, :4], x, trans=1, unit_diagonal=True),
    "eigenvalues": lambda x: jnp.linalg.eigvalsh(jnp.stack([x @ x.T, -x @ x.T])),
    "eigenvalues of the upper triangle": lambda x: jax.lax.linalg.eigh(x[:, :4], lower=False)[1],
    "eigenvectors": jax.value_and_grad(lambda x: (jnp.linalg.eigh(x @ x.T)[1] ** 4).sum()),
    "singular values": lambda x: (jnp.linalg.svdvals(x), jnp.linalg.matrix_rank(x), jnp.linalg.cond(x.T)),
    "singular vectors": jax.value_and_grad(
        lambda x: sum((each**4).sum() for each in jnp.linalg.svd(x, full_matrices=False))
    ),
    "all singular vectors": lambda x: [jnp.abs(jnp.linalg.svd(x)[number][:4]) for number in range(3)],
    "singular vectors of a matrix with NaN": lambda x: jnp.linalg.svd(x.at[0, 0].set(jnp.nan)),
    "a pseudo-inverse": jax.value_and_grad(lambda x: (jnp.linalg.pinv(x) ** 2).sum()),
    "norms by singular values": lambda x: [jnp.linalg.norm(x, order) for order in (2, -2, "nuc")],
    "least squares": lambda x: jnp.linalg.lstsq(x.T, x[0])[0],
    "complex equations": jax.grad(lambda x: jnp.abs(jnp.linalg.solve(_complex(x), x[:, :4])).sum()),
    "complex triangular equations": lambda x: [
        jax.scipy.linalg.solve_triangular(_complex(x), x, trans=trans) for trans in ("N", "T", "C")
    ],
    "complex determinants": lambda x: (jnp.linalg.det(_complex(x)), jnp.linalg.slogdet(jnp.stack([_complex(x)] * 2))),
    "complex factors of Cholesky": lambda x: jnp.linalg.cholesky(_hermitian(x) + 9 * jnp.eye(4)),
    "complex factors by LU": lambda x: jax.lax.linalg.lu(_complex(x)[:, :3]),
    "complex factors by QR": lambda x: (jnp.linalg.qr(_complex(x)[:, :2], mode="complete"), jnp.linalg.qr(_complex(x))),
    "complex eigenvalues": lambda x: jnp.linalg.eigvalsh(_hermitian(x)),
    "complex eigenvectors": lambda x: jnp.abs(jax.lax.linalg.eigh(_hermitian(x), lower=False)[0]),
    "complex singular values": lambda x: jnp.linalg.svd(_complex(x), compute_uv=False),
    "a complex pseudo-inverse": lambda x: jnp.linalg.pinv(_complex(x)[:, :2]),
    "factors by QR in order": lambda x: jax.scipy.linalg.qr(x, pivoting=True),
    "complex factors by QR in order": lambda x: jax.scipy.linalg.qr(_complex(x), pivoting=True),
    "Hessenberg matrices": lambda x: jax.scipy.linalg.hessenberg(x @ x.T, calc_q=True),
    "complex Hessenberg matrices": lambda x: jax.lax.linalg.hessenberg(jnp.stack([_complex(x)] * 2)),
    "equations with three diagonals": lambda x: [
        jax.lax.linalg.tridiagonal_solve(part[0], 4 + part[1], part[2], part.T) for part in (x, 1j * x)
    ],
    "products with reflections": lambda x: [
        jax.lax.linalg.ormqr(a, a[0], a, left=left, transpose=not left)
        for a in (x[:, :4], _complex(x))
        for left in (True, False)
    ],
    "a determinant": jax.value_and_grad(lambda x: jnp.linalg.slogdet(x @ x.T)[1]),
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


WITH_SYMBOLIC_SIZES: dict[str, Callable[[Any], Any]] = {
    "slices": lambda x: (x[-1], x[::2], x[1:, ::-1]),
    "halves": lambda x: jnp.split(x, 2, 1),
    "rolled": lambda x: jnp.roll(x, 2, 0),
    "padded": lambda x: jnp.pad(x, ((0, 3), (1, x.shape[0]))),
    "rows by number": lambda x: x[jnp.argmax(x, 0)],
    "places": lambda x: (jnp.argmin(x, 1), jnp.nanargmax(x, 0)),
    "median": lambda x: jnp.median(x, 1),
    "a scan": lambda x: jax.lax.scan(lambda c, a: (c + a, c), jnp.zeros(x.shape[1]), x),
    "complex": lambda x: jnp.abs((x + 1j)[1:]),
    "a pool": lambda x: jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (2, 2), (2, 2), "VALID"),
}


@pytest.mark.parametrize("name", WITH_SYMBOLIC_SIZES)
def test_symbolic_sizes_are_computed_with(name: str) -> None:
    function: Any = WITH_SYMBOLIC_SIZES[name]
    shape = export.symbolic_shape("n, 2*m" if name == "halves" else "n, m", constraints=("n >= 2",))
    program = dlc.compile(function, jax.ShapeDtypeStruct(shape, jnp.float32))
    for x in (X, X[:3, 2:]):
        wanted, got = jax.tree.leaves(function(x)), program(x)
        for one, other in zip([got] if len(wanted) == 1 else got, wanted, strict=True):
            np.testing.assert_allclose(np.asarray(one), np.asarray(other), rtol=3e-5, atol=3e-5)


def test_exported_functions_are_compiled() -> None:
    exported = export.export(jax.jit(jax.scipy.special.erf), platforms=["cpu"])(X)
    np.testing.assert_allclose(_program(exported)(np.asarray(X)), jax.scipy.special.erf(X), atol=1e-6)


@pytest.mark.parametrize(
    ("function", "argument", "message"),
    [
        (lambda x: jnp.linalg.eig(x @ x.T), X, "test_jax_functions.py:.*calls '@lapack_sgeev_ffi'"),
        (lambda x: jnp.linalg.eig(x @ x.T * 1j), X, "test_jax_functions.py:.*calls '@lapack_cgeev_ffi'"),
        (lambda x: x[x > 0], X, r"JAX cannot trace '<lambda>' at \S+test_jax_functions.py:\d+ .*x\[x > 0\]"),
        (lambda x: x @ x, X, r"JAX cannot trace '<lambda>' at \S+test_jax_functions.py:\d+ .*same shape"),
    ],
)
def test_what_cannot_be_compiled_is_an_error_with_a_reason(function: Any, argument: Any, message: str) -> None:
    with pytest.raises(dlc.DlcError, match=message):
        _compiled(jax.jit(function))(argument)


def test_arguments_are_trees_of_arrays() -> None:
    with pytest.raises(InvalidJaxFunction, match="trees of arrays and numbers, but got a str"):
        _compiled(jax.jit(lambda x: x))("text")


def test_options_of_traced_functions_of_arrays_are_not_for_functions_of_jax() -> None:
    with pytest.raises(dlc.DlcError, match="without 'specs', 'donate' and 'static'"):
        dlc.jit(donate=0)(jax.jit(lambda x: x))


def test_static_arguments_are_part_of_the_function() -> None:
    function = jax.jit(lambda x, n, flag=True: x * n if flag else -x, static_argnums=1, static_argnames="flag")
    fast = _compiled(function)
    for arguments, named in (((X, 3), {}), ((X, 4), {}), ((X, 3), {"flag": False})):
        np.testing.assert_array_equal(fast(*arguments, **named), function(*arguments, **named))
    np.testing.assert_array_equal(_program(function, X, 5)(X), function(X, 5))


@pytest.mark.parametrize("generator", ["rbg", "unsafe_rbg"])
def test_other_generators_give_the_numbers_of_jax(generator: str) -> None:
    function = jax.jit(lambda key: (jax.random.key_data(jax.random.split(key)), jax.random.bits(key, (3, 5))))
    key = jax.random.key(42, impl=generator)
    for actual, expected in zip(_compiled(function)(key), function(key), strict=True):
        np.testing.assert_array_equal(actual, expected)


def test_keys_of_random_numbers_are_arguments_and_results() -> None:
    function = jax.jit(lambda key: (jax.random.split(key), jax.random.normal(key, (3,))))
    (keys, numbers), (expected_keys, expected) = (f(jax.random.key(3)) for f in (_compiled(function), function))
    assert keys.dtype == expected_keys.dtype
    np.testing.assert_array_equal(jax.random.key_data(keys), jax.random.key_data(expected_keys))
    np.testing.assert_allclose(numbers, expected, rtol=1e-6)


class Doubled:
    def apply(self, x: Any) -> Any:
        return x * 2

    __call__ = apply


@pytest.mark.parametrize("function", [Doubled().apply, Doubled(), partial(Doubled.apply, Doubled())])
def test_anything_that_is_called_may_be_a_function(function: Any) -> None:
    np.testing.assert_array_equal(_program(function, X)(X), X * 2)


def test_bytecode_is_read() -> None:
    exported = export.export(jax.jit(lambda x: jnp.sin(x) * 2))(X)
    plain = io.BytesIO()
    jax.jit(lambda x: jnp.sin(x) * 2).lower(X).compiler_ir("stablehlo").operation.write_bytecode(plain)
    for content in (exported.mlir_module_serialized, plain.getvalue()):
        np.testing.assert_allclose(dlc.compile(content, level=0)(X), jnp.sin(X) * 2, rtol=1e-5, atol=1e-6)
    with pytest.raises(InvalidJaxFunction, match="the bytecode cannot be read"):
        dlc.compile(b"ML\xefR\1StableHLO")


def test_complex_numbers_are_arguments_and_results_of_functions() -> None:
    function = jax.jit(lambda a, b: {"product": a @ b, "gradient": jax.grad(lambda x: jnp.abs(x * b).sum())(a[0])})
    a, b = X + 1j * X[::-1], (X.T - 2j).astype(jnp.complex64)[:, :1]
    results, expected = _compiled(function)(a, b), function(a, b)
    for name, each in expected.items():
        np.testing.assert_allclose(results[name], each, rtol=1e-5)


def test_a_program_may_have_no_op_on_complex_numbers() -> None:
    function = jax.jit(lambda a: (a, a))
    a = (X + 1j).astype(jnp.complex64)
    for one, other in zip(_compiled(function)(a), function(a), strict=True):
        np.testing.assert_array_equal(one, other)
    program = dlc.compile(function, a)
    assert len(program(X, X)) == 4


def test_results_are_weakly_typed_where_those_of_jax_are() -> None:
    function = jax.jit(lambda x: (x * 2, jnp.float32(x)))
    weak, strong = _compiled(function)(1.5)
    assert (weak.weak_type, strong.weak_type) == (True, False)
    assert (weak * jnp.ones(2, jnp.bfloat16)).dtype == jnp.bfloat16


def test_programs_take_and_return_complex_numbers_by_their_parts() -> None:
    z = (X + 1j * X[::-1]).astype(jnp.complex64)
    program = _program(lambda tree: tree["a"] * 2j, {"a": z})
    assert [each.name for each in program.inputs] == ["tree['a'].real", "tree['a'].imag"]
    real, imaginary = program(z.real, z.imag)
    np.testing.assert_array_equal(real + 1j * imaginary, z * 2j)
    exported = export.export(jax.jit(jnp.conj))(z)
    np.testing.assert_array_equal(dlc.compile(exported, level=0)(z.real, z.imag)[1], -z.imag)


def _printing(x: Any) -> Any:
    jax.debug.print("{}", x)
    return x


def _in_order(x: Any) -> Any:
    io_callback(lambda _: None, None, x, ordered=True)
    return x


CALLBACKS: dict[str, Callable[[Any], Any]] = {
    "jax.debug.print": _printing,
    "jax.experimental.io_callback": _in_order,
    "jax.pure_callback": lambda x: jax.pure_callback(np.sin, x, x),
}


@pytest.mark.parametrize("name", CALLBACKS)
def test_a_function_of_the_host_is_an_error_with_its_line(name: str) -> None:
    message = rf"test_jax_functions\.py:\d+:\d+: error: 'stablehlo.custom_call' op is `{name}`, which calls Python back"
    with pytest.raises(dlc.InvalidProgram, match=message):
        _program(CALLBACKS[name], X)
