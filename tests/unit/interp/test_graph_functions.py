"""Functions of `graph`, its rounding and its activations against Python's `math`, in all float types."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dlc.interp.ops.math import cube_root, exponential_of_two, log_with_poles, safely
from dlc.ir.builtin_types import FloatType, f32, f64
from support.graph_running import (
    FLOATS,
    array_of,
    form_of,
    is_near,
    numbers_of,
    run_op,
    same_number,
    special_numbers,
)

Function = Callable[[float], float]


def hyperbolic_sine(x: float) -> float:
    try:
        return math.sinh(x)
    except OverflowError:
        return math.copysign(math.inf, x)


def inverse_hyperbolic_tangent(x: float) -> float:
    return math.copysign(math.inf, x) if abs(x) == 1 else math.atanh(x)


def reciprocal(x: float) -> float:
    return 1 / x if x else math.copysign(math.inf, x)


FUNCTIONS: dict[str, Function] = {
    "exp": math.exp,
    "exp2": exponential_of_two,
    "expm1": math.expm1,
    "log": log_with_poles(math.log),
    "log2": log_with_poles(math.log2),
    "log1p": log_with_poles(math.log1p, -1.0),
    "sqrt": math.sqrt,
    "rsqrt": lambda x: reciprocal(math.sqrt(x)),
    "cbrt": cube_root,
    "reciprocal": reciprocal,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "sinh": hyperbolic_sine,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "asinh": math.asinh,
    "acosh": math.acosh,
    "atanh": inverse_hyperbolic_tangent,
    "erf": math.erf,
}


def unit(x: float) -> float:
    return x if x != x else min(max(x, 0.0), 1.0)


def sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -700 else math.exp(x)


def softplus(x: float) -> float:
    return x + math.log1p(math.exp(-x)) if x > 0 else math.log1p(math.exp(x))


ACTIVATIONS: dict[str, Function] = {
    "graph.relu {0}": lambda x: x if x > 0 or x != x else 0.0,
    "graph.leaky_relu {0}, alpha = 0.25": lambda x: x if x >= 0 else 0.25 * x,
    "graph.thresholded_relu {0}, alpha = 0.625": lambda x: x if x > 0.625 else 0.0,
    "graph.hard_sigmoid {0}, alpha = 0.2, beta = 0.5": lambda x: unit(0.2 * x + 0.5),
    "graph.hard_swish {0}": lambda x: x * unit(x / 6 + 0.5),
    "graph.softsign {0}": lambda x: x / (1 + abs(x)),
    "graph.elu {0}, alpha = 0.5": lambda x: x if x > 0 else 0.5 * math.expm1(x),
    "graph.selu {0}, alpha = 1.5, gamma = 1.25": lambda x: 1.25 * (x if x > 0 else 1.5 * math.expm1(x)),
    "graph.celu {0}, alpha = 2.0": lambda x: x if x > 0 else 2.0 * math.expm1(x / 2.0),
    "graph.sigmoid {0}": sigmoid,
    "graph.silu {0}": lambda x: x * sigmoid(x),
    "graph.softplus {0}": softplus,
    "graph.mish {0}": lambda x: x * math.tanh(softplus(x)),
    "graph.gelu <exact> {0}": lambda x: 0.5 * x * math.erfc(-x / math.sqrt(2)),
    "graph.gelu <tanh> {0}": lambda x: x * sigmoid(math.sqrt(8 / math.pi) * (x + 0.044715 * x * x * x)),
    "graph.clamp {0}, low = -1.0, high = 2.5": lambda x: x if x != x else min(max(x, -1.0), 2.5),
}


def compare(op: str, function: Function, type: FloatType) -> None:
    numbers = special_numbers(type)
    results = run_op(f"{op} : {{r}}", [array_of(numbers, type)], [type], type)
    for x, one in zip(numbers, numbers_of(results), strict=True):
        form = form_of(type)
        wanted = form.to_float(form.from_float(x if x != x and "thresh" not in op else safely(function)(x)))
        assert is_near(one, wanted, type), f"{op} of {x} in {type} is {one}, not {wanted}"


@pytest.mark.parametrize("type", FLOATS, ids=str)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name: str, type: FloatType) -> None:
    compare(f"graph.{name} {{0}}", FUNCTIONS[name], type)


@pytest.mark.parametrize("type", FLOATS, ids=str)
@pytest.mark.parametrize("op", ACTIVATIONS)
def test_activations(op: str, type: FloatType) -> None:
    compare(op, ACTIVATIONS[op], type)


def half_away(x: float) -> float:
    return math.copysign(math.floor(abs(x)) + (abs(x) - math.floor(abs(x)) >= 0.5), x)


ROUNDINGS: dict[str, Function] = {
    "floor": math.floor,
    "ceil": math.ceil,
    "round": round,
    "round_half_away": half_away,
    "trunc": math.trunc,
}


@pytest.mark.parametrize("type", FLOATS, ids=str)
@pytest.mark.parametrize("name", ROUNDINGS)
def test_rounding(name: str, type: FloatType) -> None:
    """Exact, with the sign of x where the result is zero."""
    numbers = [*special_numbers(type), *([0.49999999999999994, -0.5000000000000001] if type is f64 else [])]
    results = run_op(f"graph.{name} {{0}} : {{r}}", [array_of(numbers, type)], [type], type)
    for x, one in zip(numbers, numbers_of(results), strict=True):
        wanted = math.copysign(float(ROUNDINGS[name](x)), x) if math.isfinite(x) else x
        assert same_number(one, wanted), f"{name} of {x} is {one}, not {wanted}"


def test_angles_of_points() -> None:
    points = [(y, x) for y in special_numbers(f64) for x in special_numbers(f64)]
    arrays = [array_of(column, f64) for column in zip(*points, strict=True)]
    angles = run_op("graph.atan2 {0}, {1} : {r}", arrays, [f64, f64], f64)
    for (y, x), one in zip(points, numbers_of(angles), strict=True):
        assert is_near(one, math.atan2(y, x), f64)


def test_thresholds_are_rounded_to_the_type_of_the_elements() -> None:
    """0.1 is not a float32: the nearest one is not greater than itself."""
    x = np.array([0.1], np.float32)
    assert float(x[0]) > 0.1
    assert run_op("graph.thresholded_relu {0}, alpha = 0.1 : {r}", [x], [f32], f32).tolist() == [0.0]


@pytest.mark.parametrize("bounds", [("0.0", "0x7FF0000000000000"), ("-0.0", "0.0"), ("0x7FF0000000000000",) * 2])
def test_clamps_of_any_bounds(bounds: tuple[str, str]) -> None:
    low, high = (math.inf if "x" in bound else float(bound) for bound in bounds)
    for type in FLOATS:
        if form_of(type).infinity is None:
            continue
        numbers = special_numbers(type)
        op = f"graph.clamp {{0}}, low = {bounds[0]}, high = {bounds[1]} : {{r}}"
        results: list[Any] = numbers_of(run_op(op, [array_of(numbers, type)], [type], type))
        for x, one in zip(numbers, results, strict=True):
            wanted = x if x != x else sorted((low, x, high), key=lambda z: (z, math.copysign(1, z)))[1]
            assert same_number(one, wanted), x
