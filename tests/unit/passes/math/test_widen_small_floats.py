"""Floats of 8 bits and less are converted by bits, and rounded as the formats, the interpreter and ml_dtypes say."""

from __future__ import annotations

import itertools
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import dlc
from dlc.interp.interpreter import Interpreter
from dlc.ir.errors import DlcError
from dlc.ir.floats import F32, F64, FLOAT_FORMATS, FloatFormat
from support.programs import module_of

Array = Any
SMALL = {name: form for name, form in FLOAT_FORMATS.items() if form.width <= 8}
BYTES = {name: form for name, form in SMALL.items() if form.width == 8}
DTYPES: dict[str, Any] = {
    name: np.dtype(getattr(ml_dtypes, f"float{form.width}_{name[2:].lower()}")) for name, form in SMALL.items()
}
all_formats = pytest.mark.parametrize("name", SMALL)
byte_formats = pytest.mark.parametrize("name", BYTES)


def codes(name: str) -> Array:
    """All numbers of a format."""
    return np.arange(1 << SMALL[name].width, dtype=np.uint8).view(DTYPES[name])


def compiled(text: str, **options: Any) -> Any:
    return dlc.compile(module_of(text), remarks=False, **options).main


def stored(name: str) -> str:
    """The type of elements that arrays of a type have."""
    return "i8" if name in SMALL and name not in BYTES else name


def storage(name: str) -> Any:
    return DTYPES[name] if name in BYTES else np.dtype(np.int8)


def conversion(source: str, target: str, op: str, **options: Any) -> Any:
    """A function of arrays of any length that converts each element; arrays of less than a byte are of bytes."""
    taken, given = (stored(each) for each in (source, target))
    before, after = f"%a = arith.bitcast %p : {source} to {source}", f"%q = arith.bitcast %b : {target} to {target}"
    if taken != source:
        before = f"""
          %t = arith.trunci %p : i8 to i{SMALL[source].width}
          %a = arith.bitcast %t : i{SMALL[source].width} to {source}"""
    if given != target:
        after = f"""
          %t = arith.bitcast %b : {target} to i{SMALL[target].width}
          %q = arith.extui %t : i{SMALL[target].width} to i8"""
    text = f"""
      func.func @main(%x: memref<?x{taken}>, %y: memref<?x{given}>) {{
        %c0 = arith.constant 0 : index
        %n = memref.dim %x, %c0 : memref<?x{taken}>
        loop.for %i = 0 to %n {{
          %p = loop.load %x[%i] : memref<?x{taken}>
          {before}
          %b = {op} %a : {source} to {target}
          {after}
          loop.store %q, %y[%i] : memref<?x{given}>
        }}
        return
      }}"""
    return compiled(text, **options)


def assert_same(actual: Array, expected: Array, form: FloatFormat) -> None:
    """Code by code; nan is nan."""
    actual, expected = (np.asarray(array).view(np.uint8) for array in (actual, expected))
    is_nan = np.array([form.is_nan(code) for code in range(1 << form.width)])
    wrong = (actual != expected) & ~(is_nan[actual] & is_nan[expected])
    assert not wrong.any(), (np.flatnonzero(wrong)[:4], actual[wrong][:4], expected[wrong][:4])


def near_ties(name: str, dtype: Any) -> Array:
    """Return the midpoint between two numbers of a format, its neighbors, and numbers beyond the largest."""
    form = SMALL[name]
    numbers = [form.to_float(code) for code in range(form.largest + 1)]
    beyond = numbers[-1] * 2 - numbers[-2] if form.exponent_bits < 8 else numbers[-1] * 2
    numbers = [0.0, *numbers, beyond, beyond * 1.5]
    middle = [(a + b) / 2 for a, b in itertools.pairwise(numbers)]
    chosen = np.array([*numbers, *middle])
    with np.errstate(all="ignore"):
        return np.concatenate([chosen, -chosen]).astype(dtype)


@all_formats
def test_every_number_becomes_f32_and_f64(name: str) -> None:
    given = codes(name)
    for target, dtype in (("f32", np.float32), ("f64", np.float64)):
        actual = np.empty(given.shape, dtype)
        conversion(name, target, "arith.extf")(given.view(storage(name)), actual)
        expected = given.astype(dtype)
        np.testing.assert_array_equal(actual, expected)
        assert (np.signbit(actual) == np.signbit(expected))[~np.isnan(expected)].all()


@all_formats
@pytest.mark.parametrize("source", ["f32", "f64"])
def test_rounding_is_that_of_the_format(name: str, source: str) -> None:
    form, dtype, wide = SMALL[name], np.dtype(source.replace("f", "float")), {"f32": F32, "f64": F64}[source]
    ties = near_ties(name, dtype)
    random = np.random.default_rng(1)
    bits = random.integers(0, 1 << (8 * dtype.itemsize), 3000, dtype=f"u{dtype.itemsize}").view(dtype)
    around = (random.standard_normal(3000) * 2.0 ** random.integers(-20, 20, 3000)).astype(dtype)
    specials = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, -np.nan], dtype)
    with np.errstate(all="ignore"):
        beside = [np.nextafter(ties, dtype.type(np.inf)), np.nextafter(ties, dtype.type(-np.inf))]
        given = np.concatenate([ties, *beside, bits, around, specials])
    if form.nan is None:
        given = given[~np.isnan(given)]
    actual = np.empty(given.shape, storage(name))
    conversion(source, name, "arith.truncf")(given, actual)
    expected = [wide.convert(int(each), form) for each in given.view(f"u{dtype.itemsize}")]
    assert_same(actual, np.array(expected, np.uint8), form)


@byte_formats
def test_rounding_is_that_of_ml_dtypes(name: str) -> None:
    ties = near_ties(name, np.dtype(np.float32))
    if name == "f8E8M0FNU":
        ties = ties[ties > 2.0**-126]  # ml_dtypes makes nan of what is not positive, MLIR does not
    actual = np.empty(ties.shape, DTYPES[name])
    conversion("f32", name, "arith.truncf")(ties, actual)
    with np.errstate(all="ignore"):
        assert_same(actual, ties.astype(DTYPES[name]), SMALL[name])


@pytest.mark.sampled(2)
@byte_formats
@pytest.mark.parametrize("op", ["addf", "mulf", "divf", "maximumf"])
def test_arithmetic_on_all_pairs(name: str, op: str) -> None:
    form = SMALL[name]
    first, second = (np.ascontiguousarray(each.ravel()) for each in np.meshgrid(codes(name), codes(name)[::7]))
    text = f"""
      func.func @main(%x: tensor<?x{name}, #graph.dims<n>>, %y: tensor<?x{name}, #graph.dims<n>>)
          -> tensor<?x{name}, #graph.dims<n>> {{
        %0 = arith.{op} %x, %y : tensor<?x{name}, #graph.dims<n>>
        return %0 : tensor<?x{name}, #graph.dims<n>>
      }}"""
    [expected] = Interpreter(module_of(text)).run("main", first, second)
    assert_same(compiled(text)(first, second), expected, form)


@byte_formats
def test_products_and_sums_at_once_are_rounded_once(name: str) -> None:
    random = np.random.default_rng(3)
    given = [random.integers(0, 256, 4000, np.uint8).view(DTYPES[name]) for _ in range(3)]
    type = f"tensor<4000x{name}>"
    text = f"""
      func.func @main(%x: {type}, %y: {type}, %z: {type}) -> {type} {{
        %0 = math.fma %x, %y, %z : {type}
        return %0 : {type}
      }}"""
    [expected] = Interpreter(module_of(text)).run("main", *given)
    assert_same(compiled(text)(*given), expected, SMALL[name])


@byte_formats
def test_integers(name: str) -> None:
    given = np.array([0, 1, -1, 3, 17, -18, 19, 250, 465, 480, 10**6, -(2**31), 2**31 - 1], np.int32)
    actual = np.empty(given.shape, DTYPES[name])
    conversion("i32", name, "arith.sitofp")(given, actual)
    form = SMALL[name]
    expected = np.array([form.nearest(each < 0, abs(int(each))) for each in given], np.uint8)
    assert_same(actual, expected, form)
    back = np.empty(given.shape, np.int64)
    numbers = np.array([1.0, 2.0, 4.0, 8.0] * 4)[: len(given)].astype(DTYPES[name])
    conversion(name, "i64", "arith.fptosi")(numbers, back)
    assert back.tolist() == numbers.astype(np.int64).tolist()


@pytest.mark.parametrize("name", ["f8E4M3FN", "f8E5M2"])
def test_networks_give_what_the_interpreter_gives(name: str) -> None:
    text = f"""
      func.func @main(%x: tensor<5x16x{name}>, %w: tensor<16x9x{name}>, %b: tensor<9x{name}>) -> tensor<5x9x{name}> {{
        %0 = graph.contract %x, %w, batch = [] x [], contracting = [1] x [0]
          : tensor<5x16x{name}>, tensor<16x9x{name}> -> tensor<5x9x{name}>
        %1 = graph.broadcast %b, [1] : tensor<9x{name}> -> tensor<5x9x{name}>
        %2 = graph.add %0, %1 : tensor<5x9x{name}>
        %3 = graph.tanh %2 : tensor<5x9x{name}>
        return %3 : tensor<5x9x{name}>
      }}"""
    random = np.random.default_rng(4)
    given = [random.standard_normal(shape).astype(DTYPES[name]) for shape in ((5, 16), (16, 9), (9,))]
    [expected] = Interpreter(module_of(text)).run("main", *given)
    for passes in ("lower-to-loops", "lower-to-loops,schedule-loops,apply-schedules"):
        actual = compiled(text, passes=passes)(*given)
        assert actual.dtype == DTYPES[name]
        difference = np.abs(actual.astype(np.float32) - expected.astype(np.float32))
        assert (difference <= 0.13 * np.abs(expected.astype(np.float32)) + 0.02).all()


def test_vectors_are_converted_as_numbers_are() -> None:
    text = """
      func.func @main(%x: memref<64xf8E4M3FN>, %y: memref<64xf32>) {
        %c0 = arith.constant 0 : index
        %0 = vector.load %x[%c0] : memref<64xf8E4M3FN>, vector<64xf8E4M3FN>
        %1 = arith.addf %0, %0 : vector<64xf8E4M3FN>
        %2 = arith.extf %1 : vector<64xf8E4M3FN> to vector<64xf32>
        vector.store %2, %y[%c0] : memref<64xf32>, vector<64xf32>
        return
      }"""
    given, doubled = np.arange(64, dtype=np.uint8).view(DTYPES["f8E4M3FN"]), np.empty(64, np.float32)
    compiled(text)(given, doubled)
    np.testing.assert_array_equal(doubled, (given + given).astype(np.float32))


@pytest.mark.parametrize(("kind", "expected"), [("add", 16.0), ("maximumf", 16.0), ("mul", 0.0)])
def test_reductions_round_at_each_step(kind: str, expected: float) -> None:
    text = f"""
      func.func @main(%x: memref<9xf8E4M3FN>) -> f8E4M3FN {{
        %c0 = arith.constant 0 : index
        %0 = vector.load %x[%c0] : memref<9xf8E4M3FN>, vector<9xf8E4M3FN>
        %1 = vector.reduction <{kind}>, %0 : vector<9xf8E4M3FN> into f8E4M3FN
        return %1 : f8E4M3FN
      }}"""
    given = np.array([16.0, *[0.5] * 8]).astype(DTYPES["f8E4M3FN"])
    [interpreted] = Interpreter(module_of(text)).run("main", given)
    actual = float(compiled(text)(given))
    assert actual == float(interpreted)
    assert kind == "mul" or actual == expected


def scaled(source: str, scale: str, target: str, op: str) -> Any:
    """A function of two arrays of bytes or floats, of one length, to a third one."""
    return compiled(f"""
      func.func @main(%x: memref<?x{source}>, %s: memref<?x{scale}>, %y: memref<?x{target}>) {{
        %c0 = arith.constant 0 : index
        %n = memref.dim %x, %c0 : memref<?x{source}>
        loop.for %i = 0 to %n {{
          %a = loop.load %x[%i] : memref<?x{source}>
          %b = loop.load %s[%i] : memref<?x{scale}>
          %r = arith.{op} %a, %b : {source}, {scale} to {target}
          loop.store %r, %y[%i] : memref<?x{target}>
        }}
        return
      }}""")


@pytest.mark.parametrize("name", ["f8E4M3FN", "f8E5M2", "f8E4M3FNUZ"])
def test_numbers_are_scaled_by_powers_of_two(name: str) -> None:
    """All numbers by all scales, and back; a scale that is none is rounded to one."""
    numbers, scales = (each.ravel() for each in np.meshgrid(codes(name), codes("f8E8M0FNU")))
    powers = scales.astype(np.float32)
    wide, narrow = np.empty(numbers.shape, np.float32), np.empty(numbers.shape, DTYPES[name])
    with np.errstate(all="ignore"):
        expected = numbers.astype(np.float32) * powers
        scaled(name, "f8E8M0FNU", "f32", "scaling_extf")(numbers, scales, wide)
        np.testing.assert_array_equal(wide, expected)
        given = np.random.default_rng(0).standard_normal(numbers.shape).astype(np.float32)
        scaled("f32", "f8E8M0FNU", name, "scaling_truncf")(given, scales, narrow)
        assert_same(narrow, (given / powers).astype(DTYPES[name]), SMALL[name])
    factors = np.array([1.0, 1.4, 3.0, 0.3], np.float32)
    scaled(name, "f32", "f32", "scaling_extf")(np.full(4, 2.0, DTYPES[name]), factors, wide[:4])
    np.testing.assert_array_equal(wide[:4], [2.0, 2.0, 8.0, 0.5])


@pytest.mark.parametrize(("source", "target"), [("f16", "f32"), ("bf16", "f32"), ("f32", "f64")])
def test_scaled_numbers_give_what_the_interpreter_gives(source: str, target: str) -> None:
    text = f"""
      func.func @main(%x: {source}, %s: {source}) -> ({target}, {source}) {{
        %a = arith.scaling_extf %x, %s : {source}, {source} to {target}
        %b = arith.scaling_truncf %a, %s : {target}, {source} to {source}
        return %a, %b : {target}, {source}
      }}"""
    dtype = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32}[source]
    main = compiled(text)
    for numbers in ((1.5, 8.0), (-0.375, 0.1), (float("nan"), 2.0)):
        given = [np.asarray(each, dtype) for each in numbers]
        for actual, wanted in zip(main(*given), Interpreter(module_of(text)).run("main", *given), strict=True):
            np.testing.assert_array_equal(np.float64(actual), np.float64(wanted))


@pytest.mark.parametrize(
    "body",
    [
        "%1 = arith.scaling_truncf %y, %y downward : f32, f32 to f8E5M2",
        "%1 = arith.truncf %y toward_zero : f32 to f8E5M2",
        "%1 = memref.atomic_rmw addf %x, %m[%i] : (f8E5M2, memref<4xf8E5M2>) -> f8E5M2",
        "%1 = arith.truncf %z : f128 to f8E5M2",
    ],
)
def test_what_cannot_be_widened_is_refused_where_it_stands(body: str) -> None:
    text = f"""
      func.func @main(%x: f8E5M2, %y: f32, %z: f128, %m: memref<4xf8E5M2>, %i: index) {{
        {body}
        return
      }}"""
    with pytest.raises(DlcError, match=r":3:\d+: error: '.*' op computes with 'f8E5M2' in a way that"):
        dlc.run_pipeline(module_of(text), "widen-small-floats")
