"""Functions of numbers as arithmetic: as precise as the page says, right for special numbers, the same interpreted."""

from __future__ import annotations

import itertools
from random import Random

import numpy as np
import pytest

import dlc
from dlc.dialects import arith, math
from dlc.interp.interpreter import Interpreter
from dlc.ir.builtin_types import FloatType
from dlc.ir.definition import Op
from dlc.ir.floats import BF16, F16, F32, F64, FloatFormat
from dlc.passes.math.expand_math import DIVISION_NAMES, FUNCTIONS, FUSED, NAMES, ROUNDINGS, expand_math
from support.machine_code import OpsAsCode, is_for_llvm, meaning
from support.math_accuracy import BOUNDS, KINDS, kernel, largest_error, told
from support.op_instances import draw_value, first_properties, instances_of
from support.precise_functions import REFERENCES, has_extended
from support.programs import assert_valid, module_of

FORMATS: dict[str, FloatFormat] = {"f16": F16, "bf16": BF16, "f32": F32, "f64": F64}
NUMBERS = [
    *(0.0, 1.0, 2.0, 0.5, 3.0, 1.5, 1e-3, 7.25, 100.0, 1e30, 1e-30, 88.5, 103.0, 709.0, 745.0),
    *(0.9999, 1.0001, 0.3, 1e6, float("inf"), 1e-40),
]


def distance(form: FloatFormat, a: int, b: int) -> float:
    """Return the number of floats of a format between two; zeros of different signs differ."""
    if form.is_nan(a) or form.is_nan(b):
        return 0 if form.is_nan(a) and form.is_nan(b) else float("inf")
    if (a ^ b) & form.sign_bit:
        return float("inf")
    return abs(a - b)


def special_bits(form: FloatFormat) -> list[int]:
    positive = [form.from_float(number) for number in NUMBERS] + [form.largest, form.smallest, form.smallest_normal]
    return [*positive, *(bits | form.sign_bit for bits in positive), form.nan or 0]


# -- Precision ---------------------------------------------------------------------------------------------------------


def test_the_page_tells_of_every_function() -> None:
    made_of_others = {"math.sincos", "math.fpowi", "math.ipowi"}
    assert {f"math.{name}" for name in told()} == NAMES - made_of_others
    assert {name for name, errors in told().items() if any(errors[form] > BOUNDS[form] for form in KINDS)} == set()


@pytest.mark.parametrize("form", KINDS)
@pytest.mark.parametrize("name", sorted(REFERENCES))
def test_errors_are_as_small_as_the_page_says(name: str, form: str) -> None:
    if form == "f64" and not has_extended:
        pytest.skip("numpy has nothing more precise than f64 here")
    error, where = largest_error(name, form, 3000, seed=2)
    assert error <= told()[name][form] + 0.1, f"{error} units of the last place at {where}"


@pytest.mark.parametrize("form", KINDS)
@pytest.mark.parametrize("name", ["sin", "cos", "tan"])
def test_moderate_angles_are_as_precise_without_the_reduction_of_large_ones(name: str, form: str) -> None:
    angles = np.random.default_rng(3).uniform(-1e5, 1e5, 4000).astype(KINDS[form])
    np.testing.assert_array_equal(kernel(name, form, "afn")(angles), kernel(name, form)(angles))


@pytest.mark.parametrize("form", KINDS)
def test_approximate_powers_of_two_are_as_precise_where_they_are_normal_numbers(form: str) -> None:
    """A single factor is the power of two with `afn`: 0 below normal numbers, infinite above the greatest factor."""
    bias, kind = FORMATS[form].bias, KINDS[form]
    x = np.random.default_rng(5).uniform(1 - bias, bias + 0.49, 4000).astype(kind)
    np.testing.assert_array_max_ulp(kernel("exp2", form, "afn")(x), kernel("exp2", form)(x), 1)
    ends = np.array([-bias - 0.5, -1e30, -np.inf, bias + 0.75, 1e30, np.inf, np.nan, 0.0, -0.0, 1 - bias, bias], kind)
    expected = np.array([0, 0, 0, np.inf, np.inf, np.inf, np.nan, 1, 1, np.finfo(kind).tiny, 2.0**bias], kind)
    np.testing.assert_array_equal(kernel("exp2", form, "afn")(ends), expected)


@pytest.mark.parametrize("form", KINDS)
def test_the_complement_of_a_small_error_function_is_one(form: str) -> None:
    small = np.array([0.0, 1e-300, 1e-40, 1e-30, 1e-20], np.float64).astype(KINDS[form])
    np.testing.assert_array_equal(kernel("erfc", form)(np.concatenate([small, -small])), 1.0)


@pytest.mark.parametrize("form", KINDS)
def test_the_error_function_stays_within_one(form: str) -> None:
    x = np.linspace(1, 8, 50_000).astype(KINDS[form])
    results = kernel("erf", form)(np.concatenate([x, -x]))
    assert np.max(np.abs(results)) == 1.0


# -- Interpreted -------------------------------------------------------------------------------------------------------


def arity_of(kind: type[Op]) -> int:
    return 3 if kind is math.FmaOp else 2 if kind in (math.PowFOp, math.Atan2Op, arith.RemFOp) else 1


def program(kind: type[Op], form: str, flags: str = "") -> str:
    arity = arity_of(kind)
    operands = ", ".join(f"%x{number}" for number in range(arity))
    arguments = ", ".join(f"%x{number}: {form}" for number in range(arity))
    results = ("%r", "%s") if kind is math.SincosOp else ("%r",)
    types = ", ".join([form] * len(results))
    names = ", ".join(results)
    return f"""
func.func @main({arguments}) -> ({types}) {{
  {names} = {kind.name} {operands}{f" fastmath<{flags}>" if flags else ""} : {form}
  return {names} : {types}
}}"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("kind", FUNCTIONS, ids=lambda kind: kind.name)
def test_special_numbers_give_what_the_function_means(kind: type[Op], form: str) -> None:
    before, after = module_of(program(kind, form)), module_of(program(kind, form))
    assert expand_math(after) == 1
    assert_valid(after)
    defined, expanded = Interpreter(before), Interpreter(after)
    format, arity = FORMATS[form], arity_of(kind)
    chosen = special_bits(format) if arity == 1 else special_bits(format)[::3]
    for bits in itertools.product(chosen, repeat=arity):
        values = [format.to_float(each) for each in bits]
        expected = defined.evaluate("main", *values)
        actual = expanded.evaluate("main", *values)
        for (new, _), (old, _) in zip(actual, expected, strict=True):
            assert distance(format, new, old) <= 2, f"{kind.name} of {values}: {new:x}, not {old:x}"


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("kind", [*FUSED, *ROUNDINGS], ids=lambda kind: kind.name)
def test_what_machines_have_no_instructions_for_is_exact(kind: type[Op], form: str) -> None:
    before, after = module_of(program(kind, form)), module_of(program(kind, form))
    assert expand_math(after, missing=[kind.name]) == 1
    assert_valid(after)
    defined, expanded = Interpreter(before), Interpreter(after)
    format, random = FORMATS[form], Random(1)
    special = [format.to_float(bits) for bits in special_bits(format)]
    near = [2.0**exponent * (1 + 2.0**-step) for exponent in (-1, 0, 20) for step in (1, 20, format.mantissa_bits)]
    least = 2.0 ** -(format.bias // 2)
    candidates = special + [
        sign * each for each in (*near, 0.5, 1.5, 2.5, 3e5, least, 1.25 * least) for sign in (1, -1)
    ]
    for _ in range(60):
        values = [random.choice(candidates) for _ in range(arity_of(kind))]
        if len(values) == 3 and random.random() < 0.5:
            values[2] = -values[0] * values[1]
        values = [format.to_float(format.from_float(each)) for each in values]
        [(expected, _)] = defined.evaluate("main", *values)
        [(actual, _)] = expanded.evaluate("main", *values)
        assert distance(format, actual, expected) == 0, f"{kind.name} of {values}: {actual:x}, not {expected:x}"


@pytest.mark.parametrize("form", ["f16", "bf16", "f32"])
def test_remainders_are_exact(form: str) -> None:
    before, after = module_of(program(arith.RemFOp, form)), module_of(program(arith.RemFOp, form))
    assert expand_math(after, DIVISION_NAMES) == 1
    assert_valid(after)
    defined, expanded = Interpreter(before), Interpreter(after)
    format, random = FORMATS[form], Random(1)
    special = special_bits(format)
    pairs = list(itertools.product(special[::3], repeat=2))
    pairs += [(random.choice(special), random.getrandbits(format.width)) for _ in range(50)]
    pairs += [(random.getrandbits(format.width), random.getrandbits(format.width)) for _ in range(100)]
    pairs += [(format.largest, format.smallest), (format.largest - 1, format.smallest + 2)]
    for pair in pairs:
        values = [format.to_float(bits) for bits in pair]
        [(expected, _)] = defined.evaluate("main", *values)
        [(actual, _)] = expanded.evaluate("main", *values)
        assert distance(format, actual, expected) == 0, f"{values[0]!r} % {values[1]!r} is {actual:x}, not {expected:x}"


def test_compiled_remainders_are_those_of_numpy() -> None:
    count = 20_000
    program = f"""
func.func @main(%x: tensor<{count}xf32>, %y: tensor<{count}xf32>) -> tensor<{count}xf32> {{
  %r = graph.rem %x, %y : tensor<{count}xf32>
  return %r : tensor<{count}xf32>
}}"""
    generator = np.random.default_rng(1)
    x, y = (generator.integers(0, 1 << 32, count, dtype=np.uint32).view(np.float32) for _ in range(2))
    near = slice(0, count // 2)  # multiples of the divisor, and their neighbours
    y[near] = generator.standard_normal(count // 2)
    x[near] = y[near] * generator.integers(-(1 << 26), 1 << 26, count // 2)
    x[: count // 4] = np.nextafter(x[: count // 4], np.float32(0))
    with np.errstate(invalid="ignore"):
        expected = np.fmod(x, y)
    actual = np.asarray(dlc.compile(program, remarks=False)(x, y))
    wrong = (actual.view(np.uint32) != expected.view(np.uint32)) & ~(np.isnan(actual) & np.isnan(expected))
    assert not wrong.any(), f"{x[wrong][0]!r} % {y[wrong][0]!r} is {actual[wrong][0]!r}, not {expected[wrong][0]!r}"


def test_remainders_of_f64_are_left_to_the_library() -> None:
    module = module_of(program(arith.RemFOp, "f64"))
    assert expand_math(module, DIVISION_NAMES) == 0


@pytest.mark.parametrize("kind", [math.LogOp, math.PowFOp, math.AtanhOp, math.ExpOp], ids=lambda kind: kind.name)
def test_flags_change_nothing_where_what_they_promise_holds(kind: type[Op]) -> None:
    plain, flagged = module_of(program(kind, "f32")), module_of(program(kind, "f32", "nnan,ninf"))
    expand_math(plain)
    expand_math(flagged)
    with_flags, without = Interpreter(flagged), Interpreter(plain)
    for values in itertools.product([0.25, 0.5, 0.75, 0.9], repeat=arity_of(kind)):
        assert with_flags.run("main", *values) == without.run("main", *values)


# -- Powers of integers ------------------------------------------------------------------------------------------------


def test_powers_with_integer_exponents_are_close() -> None:
    random = Random(5)
    instances = [each for each in instances_of(math.FPowIOp) if is_for_llvm(each)]
    chosen = random.sample([each for each in instances if isinstance(each.results[0], FloatType)], 8)
    properties = first_properties(math.FPowIOp)
    code = OpsAsCode([(each, properties) for each in chosen])
    for number, instance in enumerate(chosen):
        element = instance.results[0]
        assert isinstance(element, FloatType)
        format = FORMATS[element.format_name]
        for _ in range(60):
            values = [draw_value(random, type) for type in instance.operands]
            expected = meaning(instance, properties, values)
            assert expected is not None
            [actual] = code.run(number, values)
            assert distance(format, actual, expected[0]) <= 2, f"{instance} of {values}"


def test_constants_are_made_once() -> None:
    module = module_of(program(math.SinOp, "f32"))
    expand_math(module)
    constants = [op for op in module.walk() if op.name == "arith.constant"]
    values = [op.properties["value"] for op in constants]
    assert len({id(value) for value in values}) >= len(values) - 3
