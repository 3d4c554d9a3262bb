"""Arithmetic of `graph` against Python's own numbers: fractions, rounded once, and integers without bounds."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dlc.interp.errors import InterpreterError
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import FloatType, IntegerType, f32, i1
from support.graph_running import (
    FLOATS,
    INTEGERS,
    array_of,
    form_of,
    numbers_of,
    run_op,
    run_text,
    same_number,
    special_numbers,
)

Number = Any


def check(op: str, type: Type, expected: Callable[..., Number], arity: int = 1, allowed: Any = None) -> None:
    """Hold an op against a function of Python numbers, for all combinations of special numbers."""
    combinations = list(itertools.product(special_numbers(type), repeat=arity))
    if allowed is not None:
        combinations = [numbers for numbers in combinations if allowed(*numbers)]
    columns = [array_of(column, type) for column in zip(*combinations, strict=True)]
    operands = ", ".join(f"{{{position}}}" for position in range(arity))
    results = run_op(f"{op} {operands} : {{r}}", columns, [type] * arity, type)
    for numbers, one in zip(combinations, numbers_of(results), strict=True):
        wanted = rounded(expected(*numbers), type)
        assert same_number(one, wanted), f"{op} of {numbers} in {type} is {one}, not {wanted}"


def rounded(number: Number, type: Type) -> Number:
    """Return an exact number rounded to a type."""
    if isinstance(type, IntegerType):
        return type.wrap(number)
    form = form_of(type)
    bits = form.from_fraction(number) if isinstance(number, Fraction) and number else form.from_float(float(number))
    return form.to_float(bits)


def exactly(compute: Callable[..., Number], special: Callable[..., float]) -> Callable[..., Number]:
    """A function of fractions; where there is none, or the result is zero, one of floats."""

    def run(*numbers: float) -> Number:
        if not all(map(math.isfinite, numbers)):
            return special(*numbers)
        try:
            exact = compute(*map(Fraction, numbers))
        except ZeroDivisionError:
            return special(*numbers)
        return exact or special(*numbers)

    return run


def divide_floats(x: float, y: float) -> float:
    """IEEE's quotient."""
    if y == 0:
        return math.nan if x == 0 or x != x else math.copysign(math.inf, x) * math.copysign(1, y)
    return x / y


def fmod(x: float, y: float) -> float:
    return math.nan if math.isinf(x) or y == 0 or x != x or y != y else math.fmod(x, y)


def floor_mod(x: float, y: float) -> Number:
    rest = fmod(x, y)
    if rest == 0 or rest != rest or (rest < 0) == (y < 0):
        return rest
    return y + rest if math.isinf(y) else Fraction(rest) + Fraction(y) or 0.0


def extremum(choose: Callable[..., float]) -> Callable[[float, float], float]:
    def run(x: float, y: float) -> float:
        return math.nan if x != x or y != y else choose((x, y), key=lambda z: (z, math.copysign(1, z)))

    return run


@pytest.mark.parametrize("type", FLOATS, ids=str)
def test_floats(type: FloatType) -> None:
    check("graph.neg", type, lambda x: -x)
    check("graph.stop_gradient", type, lambda x: x)
    check("graph.abs", type, abs)
    check("graph.sign", type, lambda x: x if x == 0 or x != x else math.copysign(1, x))
    check("graph.add", type, exactly(lambda x, y: x + y, lambda x, y: x + y), 2)
    check("graph.sub", type, exactly(lambda x, y: x - y, lambda x, y: x - y), 2)
    check("graph.mul", type, exactly(lambda x, y: x * y, lambda x, y: x * y), 2)
    check("graph.div", type, exactly(lambda x, y: x / y, divide_floats), 2)
    check("graph.rem", type, fmod, 2)
    check("graph.mod", type, floor_mod, 2)
    check("graph.maximum", type, extremum(max), 2)
    check("graph.minimum", type, extremum(min), 2)
    check("graph.copysign", type, math.copysign, 2, allowed=lambda x, y: x == x and y == y)


def truncated(x: int, y: int) -> int:
    quotient = abs(x) // abs(y)
    return -quotient if (x < 0) != (y < 0) else quotient


def integer_power(x: int, y: int) -> int:
    if y >= 0:
        return pow(x, y, 2**64)
    return {1: 1, -1: -1 if y % 2 else 1}.get(x, 0)


@pytest.mark.parametrize("type", INTEGERS, ids=str)
def test_integers(type: IntegerType) -> None:
    width = type.width

    def amount(y: int) -> int:
        return y % 2**width

    def by_nonzero(x: int, y: int) -> bool:
        del x
        return y != 0

    check("graph.neg", type, lambda x: -x)
    check("graph.abs", type, abs)
    check("graph.sign", type, lambda x: (x > 0) - (x < 0))
    check("graph.relu", type, lambda x: max(x, 0))
    check("graph.add", type, lambda x, y: x + y, 2)
    check("graph.sub", type, lambda x, y: x - y, 2)
    check("graph.mul", type, lambda x, y: x * y, 2)
    check("graph.div", type, truncated, 2, by_nonzero)
    check("graph.rem", type, lambda x, y: x - truncated(x, y) * y, 2, by_nonzero)
    check("graph.mod", type, lambda x, y: x % y, 2, by_nonzero)
    check("graph.pow", type, integer_power, 2)
    check("graph.maximum", type, max, 2)
    check("graph.minimum", type, min, 2)
    check("graph.prelu", type, lambda x, slope: x if x >= 0 else x * slope, 2)
    check("graph.not", type, lambda x: ~x)
    check("graph.and", type, lambda x, y: x & y, 2)
    check("graph.or", type, lambda x, y: x | y, 2)
    check("graph.xor", type, lambda x, y: x ^ y, 2)
    check("graph.shift_left", type, lambda x, y: x << min(amount(y), width), 2)
    check("graph.shift_right", type, lambda x, y: x >> min(amount(y), width), 2)
    check("graph.popcount", type, lambda x: (x % 2**width).bit_count())
    check("graph.count_leading_zeros", type, lambda x: width - (x % 2**width).bit_length())


def test_truth_values() -> None:
    x, y = np.array([0, 0, 1, 1], bool), np.array([0, 1, 0, 1], bool)
    for op, wanted in (("and", [0, 0, 0, 1]), ("or", [0, 1, 1, 1]), ("xor", [0, 1, 1, 0])):
        result = run_op(f"graph.{op} {{0}}, {{1}} : {{r}}", [x, y], [i1, i1], i1)
        assert result.tolist() == [bool(bit) for bit in wanted]
    assert run_op("graph.not {0} : {r}", [x], [i1], i1).tolist() == [True, True, False, False]


@pytest.mark.parametrize("op", ["div", "rem", "mod"])
def test_integer_division_by_zero_stops(op: str) -> None:
    for type in (IntegerType(8), IntegerType(4, "u"), IntegerType(64)):
        arrays = [array_of([1, 2], type), array_of([1, 0], type)]
        with pytest.raises(InterpreterError, match="divides by zero"):
            run_op(f"graph.{op} {{0}}, {{1}} : {{r}}", arrays, [type, type], type)


POWERS = [
    *[(x, 0.0, 1.0) for x in (0.0, -0.0, 1.0, -2.0, math.inf, -math.inf, math.nan)],
    *[(1.0, y, 1.0) for y in (0.0, 2.5, -math.inf, math.nan)],
    (-2.0, 3.0, -8.0),
    (-2.0, -1.0, -0.5),
    (-2.0, 0.5, math.nan),
    (-0.0, 3.0, -0.0),
    (-0.0, 2.0, 0.0),
    (-0.0, -1.0, -math.inf),
    (0.0, -2.0, math.inf),
    (-math.inf, 3.0, -math.inf),
    (-math.inf, -3.0, -0.0),
    (-math.inf, 0.5, math.inf),
    (0.5, math.inf, 0.0),
    (-1.0, math.inf, 1.0),
    (9.0, 0.5, 3.0),
    (math.nan, 1.0, math.nan),
]


@pytest.mark.parametrize(("x", "y", "wanted"), POWERS)
def test_powers_of_floats(x: float, y: float, wanted: float) -> None:
    for type in FLOATS:
        if form_of(type).infinity is None and any(map(math.isinf, (x, y, wanted))):
            continue
        arrays = [array_of([x], type), array_of([y], type)]
        [actual] = numbers_of(run_op("graph.pow {0}, {1} : {r}", arrays, [type, type], type))
        assert same_number(actual, wanted), type


@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (2, 1, 3)])
def test_shapes(shape: tuple[int, ...]) -> None:
    x = np.arange(math.prod(shape), dtype=np.float32).reshape(shape)
    result = run_op("graph.add {0}, {1} : {r}", [x, x], [f32, f32], f32)
    assert result.shape == shape
    assert result.dtype == np.float32
    assert (result == 2 * x).all()


NAMED = """
func.func @f(%x: tensor<?x?xf32, #graph.dims<n, m>>, %y: tensor<?x?xf32, #graph.dims<n, m>>)
    -> tensor<?x?xf32, #graph.dims<n, m>> {
  %r = graph.mul %x, %y : tensor<?x?xf32, #graph.dims<n, m>>
  return %r : tensor<?x?xf32, #graph.dims<n, m>>
}"""


def test_sizes_with_names() -> None:
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    [product] = run_text(NAMED, x, x)
    assert (product == x * x).all()
    with pytest.raises(InterpreterError, match="'m' is 3, but got 2"):
        run_text(NAMED, x, x[:, :2])


def test_unknown_sizes_must_agree_when_running() -> None:
    text = """
    func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %r = graph.add %x, %y : tensor<?xf32>
      return %r : tensor<?xf32>
    }"""
    with pytest.raises(InterpreterError):
        run_text(text, np.zeros(2, np.float32), np.zeros(3, np.float32))
