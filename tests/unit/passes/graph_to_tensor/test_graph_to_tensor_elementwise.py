"""The lowering of elementwise graph ops, quantization and random numbers preserves their meaning.

Programs run in the reference interpreter before and after `graph-to-tensor`, on numbers that are likely to be treated
wrongly. What is rounded once by its definition must be the same to the last bit, functions of real numbers nearly so.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.interp.conversion import dtype_of
from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import FloatType, IntegerType, bf16, f16, f32, f64, i1
from support.graph_running import (
    FLOATS,
    INTEGERS,
    array_of,
    bounds_of,
    form_of,
    is_near,
    numbers_of,
    same_number,
    special_numbers,
    tensor,
)
from support.programs import assert_valid, module_of, new_context

ALL: tuple[Type, ...] = (*FLOATS, *INTEGERS, i1)


def before_and_after(text: str, *arguments: Any) -> tuple[list[Any], list[Any]]:
    """The results of `@f`, of the graph and of what it is lowered to, with the element types that the graph has."""
    context = new_context()
    graph, lowered = module_of(text), module_of(text, context)
    dlc.run_pipeline(lowered, "graph-to-tensor", context=context)
    assert_valid(lowered)
    assert not any(op.name.startswith("graph.") for op in lowered.walk()), lowered
    expected = list(Interpreter(graph).run("f", *arguments))
    results = Interpreter(lowered).run("f", *(without_sign(array) for array in arguments))
    return expected, [with_dtype(array, old.dtype) for array, old in zip(results, expected, strict=True)]


def without_sign(array: Any) -> Any:
    """Unsigned integers as the tensor level has them."""
    name = array.dtype.name
    return with_dtype(array, dtype_of(IntegerType(int(name[4:])))) if name.startswith("uint") else array


def with_dtype(array: Any, dtype: Any) -> Any:
    """The same bits read with a sign or without."""
    return array if array.dtype == dtype else array.astype(np.int64).astype(dtype)


def function(op: str, types: Sequence[Type], shape: Sequence[Any], result: Type) -> str:
    """A function around one op on tensors of one shape: `function("graph.add {0}, {1} : {r}", …)`."""
    names = [f"%a{position}" for position in range(len(types))]
    arguments = ", ".join(f"{name}: {tensor(type, shape)}" for name, type in zip(names, types, strict=True))
    line = op.format(*names, r=tensor(result, shape), t=tensor(types[0], shape))
    body = f"%r = {line} return %r : {tensor(result, shape)}"
    return f"func.func @f({arguments}) -> {tensor(result, shape)} {{ {body} }}"


def divides(x: int, y: int) -> bool:
    """Return whether integers can be divided."""
    return y != 0


def combinations(types: Sequence[Type], allowed: Any = None) -> list[Any]:
    """Arrays of special numbers such that all combinations occur."""
    rows = list(itertools.product(*map(special_numbers, types)))
    rows = [row for row in rows if allowed is None or allowed(*row)]
    return [array_of(column, type) for column, type in zip(zip(*rows, strict=True), types, strict=True)]


def check(op: str, types: Sequence[Type], result: Type, allowed: Any = None, tolerance: float = 0.0) -> None:
    arrays = combinations(types, allowed)
    [expected], [actual] = before_and_after(function(op, types, arrays[0].shape, result), *arrays)
    rows = zip(*map(numbers_of, arrays), strict=True)
    for row, one, other in zip(rows, numbers_of(actual), numbers_of(expected), strict=True):
        assert is_same(one, other, result, tolerance), f"{op} of {row} is {one}, not {other}"


def is_same(actual: Any, expected: Any, type: Type, tolerance: float) -> bool:
    if not tolerance or not isinstance(type, FloatType) or not (math.isfinite(actual) and math.isfinite(expected)):
        return same_number(actual, expected)
    allowed = tolerance * 1e-8 if type is f64 else tolerance
    return abs(actual - expected) <= allowed * max(abs(expected), 1.0) or is_near(actual, expected, type)


# -- What is rounded once ----------------------------------------------------------------------------------------------

UNARY = ["neg", "abs", "sign", "relu", "stop_gradient"]
BINARY = ["add", "sub", "mul", "maximum", "minimum", "prelu"]
DIVISIONS = ["div", "rem", "mod"]
ROUNDINGS = ["floor", "ceil", "round", "round_half_away", "trunc"]


@pytest.mark.parametrize("type", FLOATS, ids=str)
def test_arithmetic_of_floats(type: FloatType) -> None:
    for name in (*UNARY, *ROUNDINGS, "sqrt", "reciprocal"):
        check(f"graph.{name} {{0}} : {{r}}", [type], type)
    for name in (*BINARY, *DIVISIONS, "copysign"):
        both = None if name != "copysign" else lambda x, y: x == x and y == y
        check(f"graph.{name} {{0}}, {{1}} : {{r}}", [type, type], type, both)


@pytest.mark.parametrize("type", INTEGERS, ids=str)
def test_arithmetic_of_integers(type: IntegerType) -> None:
    for name in (*UNARY, "not", "popcount", "count_leading_zeros"):
        check(f"graph.{name} {{0}} : {{r}}", [type], type)
    for name in (*BINARY, "and", "or", "xor", "shift_left", "shift_right", "pow"):
        check(f"graph.{name} {{0}}, {{1}} : {{r}}", [type, type], type)
    for name in DIVISIONS:
        check(f"graph.{name} {{0}}, {{1}} : {{r}}", [type, type], type, divides)


def test_truth_values() -> None:
    check("graph.not {0} : {r}", [i1], i1)
    for name in ("and", "or", "xor"):
        check(f"graph.{name} {{0}}, {{1}} : {{r}}", [i1, i1], i1)


@pytest.mark.parametrize("type", ALL, ids=str)
def test_comparisons(type: Type) -> None:
    for predicate in ("eq", "ne", "lt", "le", "gt", "ge"):
        check(f"graph.compare <{predicate}> {{0}}, {{1}} : {{t}}", [type, type], i1)


@pytest.mark.parametrize("type", ALL, ids=str)
def test_choices(type: Type) -> None:
    shape = (len(special_numbers(type)),)
    text = f"""func.func @f(%c: {tensor(i1, shape)}, %x: {tensor(type, shape)}, %y: {tensor(type, shape)})
        -> {tensor(type, shape)} {{
      %r = graph.select %c, %x, %y : {tensor(type, shape)}
      return %r : {tensor(type, shape)}
    }}"""
    numbers = special_numbers(type)
    condition = np.array([position % 3 == 0 for position in range(shape[0])])
    [expected], [actual] = before_and_after(text, condition, array_of(numbers, type), array_of(numbers[::-1], type))
    assert actual.tobytes() == expected.tobytes()


@pytest.mark.parametrize("type", FLOATS, ids=str)
def test_kinds_of_floats_and_bounds(type: FloatType) -> None:
    for name in ("is_nan", "is_inf", "is_finite"):
        check(f"graph.{name} {{0}} : {{t}}", [type], i1)
    for low, high in (("-1.0", "2.5"), ("0xFFF0000000000000", "0.0"), ("-0.0", "0x7FF0000000000000"), ("0.1", "1.0e9")):
        check(f"graph.clamp {{0}}, low = {low}, high = {high} : {{r}}", [type], type)
    check("graph.thresholded_relu {0}, alpha = 0.1 : {r}", [type], type)


@pytest.mark.parametrize("target", ALL, ids=str)
@pytest.mark.parametrize("source", ALL, ids=str)
def test_casts(source: Type, target: Type) -> None:
    check("graph.cast {0} : {t} -> {r}", [source], target)


def test_bitcasts() -> None:
    for source, target in ((f32, IntegerType(32)), (IntegerType(16), bf16), (IntegerType(8), IntegerType(8, "u"))):
        check("graph.bitcast {0} : {t} -> {r}", [source], target)


# -- Functions of real numbers -----------------------------------------------------------------------------------------

FUNCTIONS = [
    *("exp", "exp2", "expm1", "log", "log2", "log1p", "rsqrt", "cbrt"),
    *("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh"),
    *("tanh", "asinh", "acosh", "atanh", "erf", "hard_swish", "softsign", "sigmoid"),
    *("silu", "softplus", "mish"),
]
WITH_PARAMETERS = [
    "graph.leaky_relu {0}, alpha = 0.01 : {r}",
    "graph.hard_sigmoid {0}, alpha = 0.2, beta = 0.5 : {r}",
    "graph.elu {0}, alpha = 1.0 : {r}",
    "graph.elu {0}, alpha = 0.3 : {r}",
    "graph.selu {0}, alpha = 1.6732632423543772, gamma = 1.0507009873554805 : {r}",
    "graph.celu {0}, alpha = 1.0 : {r}",
    "graph.celu {0}, alpha = -0.7 : {r}",
    "graph.gelu <exact> {0} : {r}",
    "graph.gelu <tanh> {0} : {r}",
]


@pytest.mark.parametrize("type", FLOATS, ids=str)
def test_functions(type: FloatType) -> None:
    for name in FUNCTIONS:
        check(f"graph.{name} {{0}} : {{r}}", [type], type, tolerance=2e-6)
    for name in ("pow", "atan2"):
        check(f"graph.{name} {{0}}, {{1}} : {{r}}", [type, type], type, tolerance=2e-6)


@pytest.mark.parametrize("type", FLOATS, ids=str)
@pytest.mark.parametrize("op", WITH_PARAMETERS)
def test_activations(op: str, type: FloatType) -> None:
    check(op, [type], type, tolerance=2e-6)


def test_the_tail_of_gelu_is_right_to_an_ulp_of_half_its_operand() -> None:
    x = np.linspace(-9, 3, 1000, dtype=np.float32)
    text = function("graph.gelu <exact> {0} : {r}", [f32], [1000], f32)
    wanted = np.array([0.5 * one * math.erfc(-one / math.sqrt(2)) for one in x.tolist()])
    for [actual] in before_and_after(text, x):
        assert np.all(np.abs(actual - wanted) <= 1.5 * np.spacing(np.abs(x) / 2))


# -- Quantization ------------------------------------------------------------------------------------------------------


def quantization(op: str, types: tuple[Type, Type, Type, Type], shape: Sequence[Any], axis: int | None) -> str:
    parameters = [shape[axis]] if axis is not None else []
    names = [tensor(types[0], shape), tensor(types[1], parameters), tensor(types[2], parameters)]
    result = tensor(types[3], shape)
    axis_text = f"axis = {axis}" if axis is not None else ""
    return f"""func.func @f(%x: {names[0]}, %s: {names[1]}, %z: {names[2]}) -> {result} {{
      %r = graph.{op} %x, %s, %z {axis_text} : {", ".join(names)} -> {result}
      return %r : {result}
    }}"""


@pytest.mark.parametrize("integer", [IntegerType(width, sign) for width in (4, 8, 16) for sign in ("", "u")], ids=str)
@pytest.mark.parametrize("type", [f64, f32, f16, bf16], ids=str)
def test_quantization(type: FloatType, integer: IntegerType) -> None:
    numbers = [*special_numbers(type), *(n + half for n in range(-300, 300, 13) for half in (0.0, 0.5))]
    there = quantization("quantize", (type, type, integer, integer), [len(numbers)], None)
    integers = special_numbers(integer)
    back = quantization("dequantize", (integer, type, integer, type), [len(integers)], None)
    for scale, zero in ((1.0, 0), (0.1, 3), (2.5, bounds_of(integer)[1]), (0.0, 1)):
        parameters = array_of([scale], type).reshape(()), array_of([zero], integer).reshape(())
        [expected], [actual] = before_and_after(there, array_of(numbers, type), *parameters)
        assert numbers_of(actual) == numbers_of(expected)
        [expected], [actual] = before_and_after(back, array_of(integers, integer), *parameters)
        assert numbers_of(actual) == numbers_of(expected)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_quantization_along_an_axis(axis: int) -> None:
    integer = IntegerType(8, "u")
    x = np.linspace(-3, 60, 24, dtype=np.float32).reshape(2, 3, 4)
    scale = np.linspace(0.1, 0.4, x.shape[axis], dtype=np.float32)
    zero = np.arange(x.shape[axis], dtype=np.uint8)
    for shape in ([2, 3, 4], ["?", "?", "?"]):
        text = quantization("quantize", (f32, f32, integer, integer), shape, axis)
        [expected], [actual] = before_and_after(text, x, scale, zero)
        assert (actual == expected).all()
        text = quantization("dequantize", (integer, f32, integer, f32), shape, axis)
        [again], [lowered] = before_and_after(text, expected, scale, zero)
        assert (again == lowered).all()


def test_dequantize_wide_integers() -> None:
    integer = IntegerType(32)
    numbers = special_numbers(integer)
    text = quantization("dequantize", (integer, f32, integer, f32), [len(numbers)], None)
    for zero in (0, 7, bounds_of(integer)[0]):
        parameters = np.array(0.3, np.float32), np.array(zero, np.int32)
        [expected], [actual] = before_and_after(text, array_of(numbers, integer), *parameters)
        assert (actual == expected).all()


# -- Random numbers ----------------------------------------------------------------------------------------------------

RANDOM = [
    *(("bits", type) for type in (IntegerType(4), IntegerType(8, "u"), IntegerType(32), IntegerType(64))),
    *((kind, type) for kind in ("uniform", "normal") for type in (f64, f32, f16, bf16)),
]


@pytest.mark.parametrize(("kind", "type"), RANDOM, ids=str)
def test_random_numbers(kind: str, type: Type) -> None:
    for shape in ([], [5], [2, 3, 2], [2, 0]):
        text = f"""func.func @f(%s: tensor<i64>) -> {tensor(type, shape)} {{
          %r = graph.random_{kind} %s, stream = -3 : {tensor(type, shape)}
          return %r : {tensor(type, shape)}
        }}"""
        for seed in (0, -(2**40) + 5):
            [expected], [actual] = before_and_after(text, np.array(seed))
            if kind != "normal":
                assert actual.tobytes() == expected.tobytes()
            else:
                precision = min(form_of(type).precision, 44)
                assert np.allclose(actual.astype(float), expected.astype(float), 2.0 ** (2 - precision), 1e-6)


def test_normal_numbers_near_zero_are_as_exact_as_others() -> None:
    text = f"""func.func @f(%s: tensor<i64>) -> {tensor(f32, [20000])} {{
      %r = graph.random_normal %s, stream = 0 : {tensor(f32, [20000])}
      return %r : {tensor(f32, [20000])}
    }}"""
    [expected], [actual] = before_and_after(text, np.array(7))
    assert np.min(np.abs(expected)) < 1e-4
    assert np.max(np.abs(actual - expected) / np.abs(expected)) < 1e-6


def test_random_numbers_with_names_of_sizes() -> None:
    text = """func.func @f(%s: tensor<i64>, %x: tensor<?x?xf32, #graph.dims<n, m>>)
        -> tensor<?x?x2xi32, #graph.dims<m, n + 1>> {
      %r = graph.random_bits %s, stream = 7 : tensor<?x?x2xi32, #graph.dims<m, n + 1>>
      return %r : tensor<?x?x2xi32, #graph.dims<m, n + 1>>
    }"""
    [expected], [actual] = before_and_after(text, np.array(1), np.zeros((3, 2), np.float32))
    assert actual.shape == (2, 4, 2)
    assert (actual == expected).all()


# -- Sizes -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(), (0,), (1,), (3, 0, 2), (2, 1, 3)])
def test_sizes(shape: tuple[int, ...]) -> None:
    x = np.linspace(-1, 1, math.prod(shape), dtype=np.float32).reshape(shape)
    for written in (shape, ["?"] * len(shape)):
        [expected], [actual] = before_and_after(function("graph.add {0}, {1} : {r}", [f32, f32], written, f32), x, x)
        assert actual.shape == shape
        assert (actual == expected).all()


def test_names_of_sizes() -> None:
    text = """
    func.func @f(%x: tensor<?x4x?xf32, #graph.dims<n, 2 * n>>) -> tensor<?x4x?xi8, #graph.dims<n, 2 * n>> {
      %y = graph.silu %x : tensor<?x4x?xf32, #graph.dims<n, 2 * n>>
      %c = graph.compare <gt> %x, %y : tensor<?x4x?xf32, #graph.dims<n, 2 * n>>
      %z = graph.select %c, %x, %y : tensor<?x4x?xf32, #graph.dims<n, 2 * n>>
      %r = graph.cast %z : tensor<?x4x?xf32, #graph.dims<n, 2 * n>> -> tensor<?x4x?xi8, #graph.dims<n, 2 * n>>
      return %r : tensor<?x4x?xi8, #graph.dims<n, 2 * n>>
    }"""
    x = np.linspace(-50, 50, 96, dtype=np.float32).reshape(2, 4, 12)[:, :, :4]
    [expected], [actual] = before_and_after(text, x)
    assert (actual == expected).all()


def test_division_by_zero_is_no_number() -> None:
    """It stops the program in the graph, and is undefined afterwards, which the interpreter tells."""
    text = function("graph.div {0}, {1} : {r}", [IntegerType(8)] * 2, [2], IntegerType(8))
    with pytest.raises(InterpreterError, match="divides by zero"):
        before_and_after(text, np.array([1, 2], np.int8), np.array([1, 0], np.int8))


# -- Tensors of arith and math -----------------------------------------------------------------------------------------

ON_TENSORS = """
func.func @f(%x: tensor<2x?xf32>, %n: tensor<4xi8>, %c: i1, %s: tensor<f64>)
    -> (tensor<2x?xf32>, tensor<4xi8>, tensor<4xi1>, tensor<2x?xi1>, tensor<f64>) {
  %double = arith.addf %x, %x : tensor<2x?xf32>
  %exp = math.exp %double : tensor<2x?xf32>
  %chosen = arith.select %c, %double, %exp : tensor<2x?xf32>
  %sum, %overflow = arith.addui_extended %n, %n : tensor<4xi8>, tensor<4xi1>
  %less = arith.cmpf olt, %x, %chosen : tensor<2x?xf32>
  %root = math.sqrt %s : tensor<f64>
  return %chosen, %sum, %overflow, %less, %root
      : tensor<2x?xf32>, tensor<4xi8>, tensor<4xi1>, tensor<2x?xi1>, tensor<f64>
}"""


@pytest.mark.parametrize("condition", [False, True])
def test_elementwise_ops_of_other_dialects(condition: bool) -> None:
    x, n = np.linspace(-2, 2, 6, dtype=np.float32).reshape(2, 3), np.array([1, 100, -1, -128], np.int8)
    expected, actual = before_and_after(ON_TENSORS, x, n, np.array(condition), np.array(2.0))
    for one, other in zip(actual, expected, strict=True):
        assert (one == other).all()
