"""Activation functions over the whole range of floats, compiled and interpreted, held against more precise numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.interp.interpreter import Interpreter
from support.programs import module_of

Array = Any
_numpy: Any = np
FUNCTIONS: dict[str, Callable[[Array], Array]] = {
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "silu": lambda x: x / (1 + np.exp(-x)),
    "softplus": lambda x: np.log1p(np.exp(-np.abs(x))) + np.maximum(x, 0),
    "mish": lambda x: x * np.tanh(np.log1p(np.exp(-np.abs(x))) + np.maximum(x, 0)),
    "gelu <tanh>": lambda x: x / (1 + np.exp(-2 * _numpy.sqrt(2 / PI) * (x + x * x * x * np.longdouble("0.044715")))),
    "softsign": lambda x: x / (1 + np.abs(x)),
    "tanh": np.tanh,
    "exp": np.exp,
    "expm1": np.expm1,
}
"""By op; in 80 bits, none of them overflows or underflows where the result is a normal f32 or f64."""
PI = np.longdouble("3.14159265358979323846264338327950288")
LARGEST_ERROR = 5
"""In units of the last place."""
LARGEST_ERROR_OF_GELU = {"f32": 160, "f64": 1500}
"""The same for gelu, which is exp(y) far below zero, where y is rounded: its error grows with y."""
KINDS = {"f32": np.float32, "f64": np.float64}


@cache
def numbers(form: str) -> Array:
    """Numbers of all exponents, more where exponentials are neither 0 nor infinite."""
    kind, random = KINDS[form], np.random.default_rng(7)
    limit = {"f32": 120.0, "f64": 800.0}[form]
    info = np.finfo(kind)
    exponents = random.uniform(np.log2(info.smallest_subnormal), np.log2(info.max), 1000)
    sizes = [np.exp2(exponents), random.uniform(0, limit, 3000), random.uniform(0, 12, 1000)]
    sizes += [np.array([0.0, info.tiny, info.max, 87.3, 88.7, 88.73, 103.97, 708.4, 709.78, 745.1])]
    with np.errstate(over="ignore"):
        positive = np.concatenate(sizes).astype(kind)
    return np.concatenate([positive, -positive])


@cache
def program(op: str, form: str, count: int) -> str:
    type = f"tensor<{count}x{form}>"
    return f"func.func @f(%x: {type}) -> {type} {{ %0 = graph.{op} %x : {type} return %0 : {type} }}"


def error(actual: Array, wanted: Array) -> Array:
    """Return the error of numbers, in units in the last place of the expected ones."""
    info = np.finfo(actual.dtype)
    with np.errstate(all="ignore"):
        exponent = np.floor(np.log2(np.maximum(np.abs(wanted), np.longdouble(info.tiny))))
        unit = np.exp2(exponent) * np.longdouble(info.eps)
        same = actual.astype(np.longdouble) == wanted.astype(actual.dtype)
        return np.where(same, 0, np.abs(actual.astype(np.longdouble) - wanted) / unit)


@pytest.mark.parametrize("form", KINDS)
@pytest.mark.parametrize("op", FUNCTIONS)
def test_results_are_near_what_they_should_be(op: str, form: str) -> None:
    x = numbers(form)
    with np.errstate(all="ignore"):
        wanted = FUNCTIONS[op](x.astype(np.longdouble))
    largest = LARGEST_ERROR_OF_GELU[form] if op == "gelu <tanh>" else LARGEST_ERROR
    text = program(op, form, len(x))
    [interpreted] = Interpreter(module_of(text)).run("f", x)
    for actual in (dlc.compile(text, threads=1)(x), interpreted):
        errors = error(np.asarray(actual), wanted)
        worst = int(np.argmax(errors))
        assert errors[worst] <= largest, f"{op}({x[worst]}) is {actual[worst]}, not {wanted[worst]}"


@pytest.mark.parametrize("form", KINDS)
def test_softmax_is_as_precise_as_its_exponentials(form: str) -> None:
    """The reference has the same rounded differences from the largest element; what is subnormal may be 0."""
    kind, random = KINDS[form], np.random.default_rng(3)
    scale = np.exp2(random.uniform(-10, 8, (200, 1)))
    x = (random.normal(size=(200, 37)) * scale).astype(kind)
    x[0], x[1, 5], x[2, 5], x[3] = -np.inf, np.nan, np.inf, -0.0
    x[4:8, ::2] = -np.inf
    with np.errstate(all="ignore"):
        below = (x - np.max(x, axis=1, keepdims=True)).astype(np.longdouble)
        wanted = np.exp(below) / np.sum(np.exp(below), axis=1, keepdims=True)
    type = f"tensor<200x37x{form}>"
    text = f"func.func @f(%x: {type}) -> {type} {{ %0 = graph.softmax %x, [1] : {type} return %0 : {type} }}"
    actual = np.asarray(dlc.compile(text, threads=1)(x))
    np.testing.assert_array_equal(np.isnan(actual), np.isnan(wanted))
    rows = ~np.isnan(wanted).any(axis=1)
    is_normal = below[rows] >= np.log(np.longdouble(np.finfo(kind).tiny))
    assert 0 < np.count_nonzero(~is_normal) < is_normal.size / 2
    assert np.max(error(actual[rows], wanted[rows]), where=is_normal, initial=0) <= LARGEST_ERROR
    assert np.max(actual[rows], where=~is_normal, initial=0) <= np.finfo(kind).tiny


@pytest.mark.parametrize("form", KINDS)
@pytest.mark.parametrize(("op", "function"), [("argmax", np.argmax), ("argmin", np.argmin)])
def test_positions_of_extremes_are_those_of_numpy_with_zeros_and_nan(
    op: str, function: Callable[..., Array], form: str
) -> None:
    random, numbers = np.random.default_rng(4), [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan]
    x = random.choice(numbers, (300, 19), p=[0.3, 0.3, *[0.08] * 5])
    x[:100] = random.choice([0.0, -0.0], (100, 19))
    x = x.astype(KINDS[form])
    text = f"""func.func @f(%x: tensor<300x19x{form}>) -> tensor<300xi64> {{
      %0 = graph.{op} %x, 1 : tensor<300x19x{form}> -> tensor<300xi64> return %0 : tensor<300xi64> }}"""
    np.testing.assert_array_equal(dlc.compile(text, threads=1)(x), function(x, axis=1))
