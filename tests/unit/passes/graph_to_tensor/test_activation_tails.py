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
