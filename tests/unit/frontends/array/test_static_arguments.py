"""Static arguments of `dlc.jit`: each value has a program of its own, however it is given."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlc

xp: Any = dlc.array


def powers(x: Any, times: int = 2, *, scale: Any = 1, shift: Any = 0.0) -> Any:
    """Return x to a power, scaled by a number of Python, and shifted."""
    result = x
    for _ in range(times - 1):
        result = result * x
    return result * (scale if type(scale) is int else scale + 0.5) + shift


X = np.array([1.0, 2.0, 3.0])


@pytest.mark.parametrize("static", ["times", 1, -1, ["times"], (1,), ["scale", "times"]], ids=str)
def test_numbers_are_fixed_however_they_are_given(static: Any) -> None:
    function = dlc.jit(static=static)(powers)
    for _ in range(2):
        np.testing.assert_array_equal(function(X, 3), X**3)
        np.testing.assert_array_equal(function(X, times=4, shift=1.0), X**4 + 1)
        np.testing.assert_array_equal(function(X), X**2)
    np.testing.assert_array_equal(function(times=2, x=X, shift=X), X**2 + X)


def test_equal_numbers_of_other_types_are_other_arguments() -> None:
    function = dlc.jit(powers, static=["scale", "times"])
    assert function(X, 1, scale=1).tolist() == X.tolist()
    assert function(X, 1, scale=1.0).tolist() == (1.5 * X).tolist()
    assert function(X, 1, scale=True).tolist() == (1.5 * X).tolist()


def test_numbers_within_tuples_and_signs_of_zero_are_told_apart() -> None:
    kinds = dlc.jit(lambda x, given: xp.astype(x, np.dtype(type(given[0]))), static="given")
    assert [kinds(X, (one,)).dtype for one in (1, 1.0, True)] == [np.int64, np.float64, np.bool_]
    product = dlc.jit(lambda x, factor: x * factor, static="factor")
    assert [np.signbit(product(X, zero)).all() for zero in (0.0, -0.0, 0.0)] == [False, True, False]


def test_a_value_is_compiled_once() -> None:
    traced: list[int] = []

    def counted(x: Any, n: int) -> Any:
        traced.append(n)
        return x + n

    function = dlc.jit(counted, static="n")
    for n in (1, 2, 1, 2):
        function(X, n)
        function(X, n=n)
    assert sorted(traced) == [1, 1, 2, 2]  # by position and by name are two ways
    assert repr(function).count("main(x: float64[3])") == 4


def test_other_options_are_for_the_other_arguments() -> None:
    def scaled(x: Any, n: int, y: Any) -> Any:
        return x + n * y

    function = dlc.jit(scaled, static="n", specs=[dlc.spec("k"), dlc.spec("k")], donate=2)
    for size in (2, 5):
        np.testing.assert_array_equal(function(np.ones(size), 3, np.ones(size)), np.full(size, 4.0))
    module = function.trace(dlc.spec(4), 3, dlc.spec(4))
    donated = ["dlc.donated" in each for each in str(module).split("%")[1:3]]
    assert donated == [False, True]


def test_gradients_are_of_the_other_arguments() -> None:
    function = dlc.jit(lambda x, n: xp.sum(x**n), static="n")
    np.testing.assert_allclose(dlc.grad(function)(X, 3), 3 * X**2)
    value, gradient = dlc.value_and_grad(function)(X, n=2)
    assert value == 14
    np.testing.assert_allclose(gradient, 2 * X)


def test_methods_have_static_arguments() -> None:
    class Model:
        @dlc.jit(static="times")
        def run(self, x: Any, times: int) -> Any:
            for _ in range(times):
                x = x + 1
            return x

    assert Model().run(X, 2).tolist() == (X + 2).tolist()


def test_inside_of_a_traced_function_they_are_as_usual() -> None:
    inner = dlc.jit(powers, static="times")
    outer = dlc.jit(lambda x: inner(x, 3) + 1)
    assert outer(X).tolist() == (X**3 + 1).tolist()


@pytest.mark.parametrize(
    ("static", "message"),
    [
        ("tims", "powers has no parameter 'tims' that could be 'static', did you mean 'times'"),
        (2, "powers has no parameter 2 that could be 'static'"),
        (["times", -3], "powers has no parameter -3"),
    ],
)
def test_parameters_that_are_not_there(static: Any, message: str) -> None:
    with pytest.raises(dlc.DlcError, match=message):
        dlc.jit(powers, static=static)


def test_values_must_be_hashable() -> None:
    with pytest.raises(dlc.DlcError, match="powers: 'static' arguments must be hashable"):
        dlc.jit(powers, static="times")(X, [1])
