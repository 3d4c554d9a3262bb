"""Corner cases of `arith` and `math`: what wraps, what is poison, what is undefined, how floats are rounded."""

from __future__ import annotations

import itertools
import math
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, strategies as st

from dlc.interp import float_arithmetic as floats
from dlc.interp.errors import InterpreterError
from dlc.interp.values import POISON
from dlc.ir.floats import BF16, F8E4M3FN, F8E5M2, F16, F32, F64, F80, F128, FloatFormat
from support.programs import run, run_one
from support.properties import examples


def binary(op: str, type: str, a: Any, b: Any, result: str | None = None) -> Any:
    """`op %a, %b : type`"""
    result = result or type
    lines = f"%r = {op} %a, %b : {type}\nreturn %r : {result}"
    text = f"func.func @main(%a: {type}, %b: {type}) -> {result} {{\n{lines}\n}}"
    return run_one(text, a, b)


def unary(op: str, source: str, target: str, a: Any) -> Any:
    """`op %a : source to target`"""
    text = (
        f"func.func @main(%a: {source}) -> {target} {{\n%r = {op} %a : {source} to {target}\nreturn %r : {target}\n}}"
    )
    return run_one(text, a)


FLAGGED = "func.func @main(%a: i8, %b: i8) -> i8 {{\n%r = {} %a, %b {} : i8\nreturn %r : i8\n}}"


@pytest.mark.parametrize(
    ("op", "flags", "a", "b", "expected"),
    [
        ("arith.addi", "", 127, 1, -128),
        ("arith.addi", "overflow<nsw>", 127, 1, POISON),
        ("arith.addi", "overflow<nuw>", 127, 1, -128),
        ("arith.addi", "overflow<nuw>", -1, 1, POISON),
        ("arith.subi", "overflow<nuw>", 0, 1, POISON),
        ("arith.subi", "overflow<nsw>", -128, 1, POISON),
        ("arith.muli", "overflow<nsw>", 16, 8, POISON),
        ("arith.muli", "overflow<nuw>", 16, 8, -128),
        ("arith.muli", "overflow<nsw, nuw>", 11, 11, 121),
        ("arith.shli", "", 1, 8, POISON),
        ("arith.shli", "", 3, 7, -128),
        ("arith.shli", "overflow<nuw>", 3, 7, POISON),
        ("arith.shli", "overflow<nsw>", 1, 7, POISON),
        ("arith.shli", "overflow<nsw>", -1, 7, -128),
        ("arith.shrui", "", -128, 7, 1),
        ("arith.shrsi", "", -128, 7, -1),
        ("arith.shrsi", "", -128, -1, POISON),
        ("arith.shrui", "exact", 6, 2, POISON),
        ("arith.divui", "exact", 7, 2, POISON),
        ("arith.divsi", "exact", -6, 2, -3),
        ("arith.divsi", "", -7, 2, -3),
        ("arith.remsi", "", -7, 2, -1),
        ("arith.remsi", "", -128, -1, 0),
        ("arith.floordivsi", "", -7, 2, -4),
        ("arith.ceildivsi", "", -7, 2, -3),
        ("arith.ceildivui", "", 7, 2, 4),
        ("arith.maxsi", "", -1, 1, 1),
        ("arith.maxui", "", -1, 1, -1),
    ],
)
def test_integers(op: str, flags: str, a: int, b: int, expected: Any) -> None:
    assert run_one(FLAGGED.format(op, flags), a, b) == expected


@pytest.mark.parametrize("op", ["divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi"])
def test_division_by_zero_is_undefined(op: str) -> None:
    with pytest.raises(InterpreterError, match=f"'arith.{op}' op division by zero"):
        binary(f"arith.{op}", "i32", 1, 0)


@pytest.mark.parametrize("op", ["divsi", "ceildivsi", "floordivsi"])
def test_division_overflow_is_undefined(op: str) -> None:
    with pytest.raises(InterpreterError, match="signed division overflow: -128 by -1"):
        binary(f"arith.{op}", "i8", -128, -1)


def test_one_bad_element_makes_a_division_undefined() -> None:
    with pytest.raises(InterpreterError, match="division by zero"):
        binary("arith.divui", "vector<2xi8>", [1, 2], [1, 0])


def test_poison_spreads_element_by_element() -> None:
    text = """
    func.func @main(%a: vector<3xi8>, %b: vector<3xi8>) -> (i8, i8, i8) {
      %r = arith.addi %a, %b overflow<nsw> : vector<3xi8>
      %s = arith.muli %r, %r : vector<3xi8>
      %x, %y, %z = vector.to_elements %s : vector<3xi8>
      return %x, %y, %z : i8, i8, i8
    }"""
    assert run(text, [1, 127, 2], [1, 1, 2]) == [4, POISON, 16]


def test_what_is_not_chosen_may_be_poison() -> None:
    text = """
    func.func @main(%c: i1) -> i8 {
      %p = ub.poison : i8
      %x = arith.constant 5 : i8
      %r = arith.select %c, %x, %p : i8
      return %r : i8
    }"""
    assert run_one(text, 1) == 5
    assert run_one(text, 0) is POISON


@pytest.mark.parametrize(
    ("op", "source", "target", "value", "expected"),
    [
        ("arith.extsi", "i8", "i32", -1, -1),
        ("arith.extui", "i8", "i32", -1, 255),
        ("arith.trunci", "i32", "i8", 300, 44),
        ("arith.index_cast", "i8", "index", -1, -1),
        ("arith.index_castui", "i8", "index", -1, 255),
        ("arith.index_cast", "index", "i8", 300, 44),
        ("arith.fptosi", "f32", "i8", -128.9, -128),
        ("arith.fptosi", "f32", "i8", 128.0, POISON),
        ("arith.fptosi", "f32", "i8", math.nan, POISON),
        ("arith.fptoui", "f32", "i8", 255.5, -1),
        ("arith.fptoui", "f32", "i8", -1.0, POISON),
        ("arith.fptoui", "f32", "i8", -0.9, 0),
        ("arith.sitofp", "i1", "f32", 1, -1.0),
        ("arith.uitofp", "i1", "f32", 1, 1.0),
        ("arith.uitofp", "i64", "f32", 2**64 - 1, 2.0**64),
        ("arith.sitofp", "i32", "f32", 2**24 + 1, 2.0**24),
        ("arith.uitofp", "i32", "f16", 65520, math.inf),
        ("arith.truncf", "f64", "f32", 1 + 2**-24, 1.0),
        ("arith.truncf", "f64", "f8E4M3FN", 1000.0, math.nan),
        ("arith.bitcast", "f32", "i32", -0.0, -(2**31)),
    ],
)
def test_conversions(op: str, source: str, target: str, value: Any, expected: Any) -> None:
    actual = unary(op, source, target, value)
    assert actual == expected or (actual != actual and expected != expected)


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("to_nearest_even", 1.0),
        ("downward", 1.0),
        ("upward", 1.0078125),
        ("toward_zero", 1.0),
        ("to_nearest_away", 1.0078125),
    ],
)
def test_rounding_modes(mode: str, expected: float) -> None:
    text = f"func.func @main(%x: f32) -> bf16 {{\n%r = arith.truncf %x {mode} : f32 to bf16\nreturn %r : bf16\n}}"
    assert run_one(text, 1 + 2**-8) == expected
    mirrored = {"upward": 1.0, "downward": 1.0078125}.get(mode, expected)
    assert run_one(text, -1 - 2**-8) == -mirrored


@pytest.mark.parametrize("type", ["f32", "f64", "f16", "bf16", "f80", "f128"])
def test_special_floats(type: str) -> None:
    inf, nan = math.inf, math.nan
    assert binary("arith.divf", type, 1.0, -0.0) == -inf
    assert math.isnan(binary("arith.divf", type, 0.0, 0.0))
    assert math.isnan(binary("arith.subf", type, inf, inf))
    assert math.copysign(1, binary("arith.addf", type, -0.0, -0.0)) == -1
    assert math.copysign(1, binary("arith.subf", type, 1.0, 1.0)) == 1
    assert binary("arith.remf", type, -7.0, 2.0) == -1.0
    assert binary("arith.remf", type, 3.0, inf) == 3.0
    assert math.isnan(binary("arith.maximumf", type, nan, 1.0))
    assert binary("arith.maxnumf", type, nan, 1.0) == 1.0
    assert math.copysign(1, binary("arith.minimumf", type, 0.0, -0.0)) == -1
    assert binary("arith.cmpf uno,", type, nan, 1.0, "i1") == 1
    assert binary("arith.cmpf oeq,", type, -0.0, 0.0, "i1") == 1
    assert binary("arith.cmpf ult,", type, nan, 0.0, "i1") == 1


FORMATS: list[tuple[FloatFormat, Any]] = [
    (F16, np.float16),
    (F32, np.float32),
    (F64, np.float64),
    (BF16, ml_dtypes.bfloat16),
    (F8E5M2, ml_dtypes.float8_e5m2),
]
OPERATIONS: list[tuple[Any, Any]] = [
    (floats.add, np.add),
    (floats.subtract, np.subtract),
    (floats.multiply, np.multiply),
    (floats.divide, np.divide),
    (floats.remainder, np.fmod),
]


@pytest.mark.parametrize(("form", "dtype"), FORMATS, ids=lambda value: getattr(value, "name", None))
@given(bits=st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1)))
@examples(100)
def test_floats_compute_as_numpy_does(form: FloatFormat, dtype: Any, bits: tuple[int, int]) -> None:
    a, b = (each & ((1 << form.width) - 1) for each in bits)
    x, y = (np.array([each], f"u{form.width // 8}").view(dtype) for each in (a, b))
    for ours, theirs in OPERATIONS:
        if form is F8E5M2 and theirs is np.fmod:
            continue
        with np.errstate(all="ignore"):
            expected = int(theirs(x, y).astype(dtype).view(f"u{form.width // 8}")[0])
        actual = ours(form)(a, b)
        assert actual == expected or (form.is_nan(actual) and form.is_nan(expected)), (ours.__name__, a, b)


@pytest.mark.parametrize(
    ("op", "scalar"),
    [(f"arith.{name}", ours) for name, (ours, _) in zip(("addf", "subf", "mulf", "divf"), OPERATIONS, strict=False)],
)
@pytest.mark.parametrize(("form", "dtype"), FORMATS[1:3], ids=lambda value: getattr(value, "name", None))
def test_vectors_of_floats_compute_as_scalars_do(form: FloatFormat, dtype: Any, op: str, scalar: Any) -> None:
    """Results agree to the last bit, NaNs included: the elements of vectors are computed together, by numpy."""
    assert form.infinity is not None
    special = [0, 1, form.smallest_normal, form.from_float(1.0), form.from_float(-1.5), form.largest, form.infinity]
    signed = [bits ^ sign for bits in (*special, form.infinity + 1) for sign in (0, form.sign_bit)]
    a, b = zip(*itertools.product(signed, repeat=2), strict=True)
    bits = f"u{form.width // 8}"
    x, y = (np.array(each, bits).view(dtype) for each in (a, b))
    result = binary(op, f"vector<{len(a)}x{form.name}>", x, y)
    assert result.view(bits).tolist() == list(map(scalar(form), a, b))


def test_poison_in_vectors_of_floats_spreads_element_by_element() -> None:
    text = """
    func.func @main(%a: vector<2xf32>, %x: f32) -> (f32, f32) {
      %p = ub.poison : f32
      %b = vector.from_elements %x, %p : vector<2xf32>
      %r = arith.addf %a, %b : vector<2xf32>
      %s = arith.mulf %r, %a : vector<2xf32>
      %y, %z = vector.to_elements %s : vector<2xf32>
      return %y, %z : f32, f32
    }"""
    assert run(text, [2, 3], 5) == [14, POISON]


@given(st.tuples(*(st.integers(0, 2**32 - 1) for _ in range(3))))
@examples(300)
def test_fma_is_the_exact_value_rounded_once(bits: tuple[int, int, int]) -> None:
    if all(map(F32.is_finite, bits)):
        exact = F32.to_fraction(bits[0]) * F32.to_fraction(bits[1]) + F32.to_fraction(bits[2])
        if exact:
            assert floats.fused_multiply_add(F32)(*bits) == F32.from_fraction(exact)


@pytest.mark.parametrize("form", [F80, F128])
def test_wide_formats_are_exact(form: FloatFormat) -> None:
    third = floats.divide(form)(form.from_float(1.0), form.from_float(3.0))
    assert abs(form.to_fraction(third) * 3 - 1) < form.to_fraction(form.from_float(2.0 ** -(form.precision - 1)))
    root = floats.square_root(form)(form.from_float(2.0))
    assert abs(form.to_fraction(root) ** 2 - 2) < 2 ** -(form.precision - 4)
    assert floats.square_root(form)(form.from_float(16.0)) == form.from_float(4.0)


def test_a_format_without_nan_gives_poison() -> None:
    assert floats.convert(F32, F8E4M3FN)(F32.from_float(math.nan)) == F8E4M3FN.nan
    text = "func.func @main(%a: f32) -> f4E2M1FN {\n%r = arith.truncf %a : f32 to f4E2M1FN\nreturn %r : f4E2M1FN\n}"
    assert run_one(text, math.nan) is POISON
    assert run_one(text, 100.0) == 6.0


@pytest.mark.parametrize(
    ("op", "value", "expected"),
    [
        ("math.sqrt", 2.0, math.sqrt(2.0)),
        ("math.rsqrt", 4.0, 0.5),
        ("math.exp", 1000.0, math.inf),
        ("math.log", 0.0, -math.inf),
        ("math.log", -1.0, math.nan),
        ("math.log1p", -1.0, -math.inf),
        ("math.cbrt", -27.0, -3.0),
        ("math.round", -2.5, -3.0),
        ("math.roundeven", 2.5, 2.0),
        ("math.floor", -0.5, -1.0),
        ("math.trunc", -0.5, -0.0),
        ("math.absf", -0.0, 0.0),
        ("math.erf", math.inf, 1.0),
        ("math.tanh", -math.inf, -1.0),
        ("math.atanh", 1.0, math.inf),
        ("math.sinh", -1000.0, -math.inf),
    ],
)
def test_math(op: str, value: float, expected: float) -> None:
    text = f"func.func @main(%a: f64) -> f64 {{\n%r = {op} %a : f64\nreturn %r : f64\n}}"
    actual = run_one(text, value)
    assert actual == expected or (actual != actual and expected != expected)
    assert math.copysign(1, actual) == math.copysign(1, expected) or expected != expected


@pytest.mark.parametrize(
    ("op", "value", "expected"),
    [("math.ctlz", 1, 7), ("math.cttz", 0, 8), ("math.ctpop", -1, 8), ("math.absi", -128, -128)],
)
def test_integer_math(op: str, value: int, expected: int) -> None:
    text = f"func.func @main(%a: i8) -> i8 {{\n%r = {op} %a : i8\nreturn %r : i8\n}}"
    assert run_one(text, value) == expected
