"""Arithmetic on the bits of floats, against numpy and ml_dtypes, and against fractions where those cannot tell."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from dlc.ir import float_arithmetic as exact
from dlc.ir.floats import BF16, F4E2M1FN, F8E4M3FN, F8E4M3FNUZ, F8E5M2, F8E8M0FNU, F16, F32, F64, F80, F128, FloatFormat
from support.properties import examples

Operation = Callable[[FloatFormat, int, int], "int | None"]

DTYPES: dict[FloatFormat, tuple[Any, Any]] = {
    F16: (np.float16, np.uint16),
    F32: (np.float32, np.uint32),
    F64: (np.float64, np.uint64),
    BF16: (ml_dtypes.bfloat16, np.uint16),
    F8E4M3FN: (ml_dtypes.float8_e4m3fn, np.uint8),
    F8E5M2: (ml_dtypes.float8_e5m2, np.uint8),
    F8E4M3FNUZ: (ml_dtypes.float8_e4m3fnuz, np.uint8),
}
OPERATIONS: dict[str, tuple[Operation, Any]] = {
    "add": (exact.add, np.add),
    "subtract": (exact.subtract, np.subtract),
    "multiply": (exact.multiply, np.multiply),
    "divide": (exact.divide, np.divide),
    "remainder": (exact.remainder, np.fmod),
}


@cache
def corners(form: FloatFormat) -> list[int]:
    signs = (0, form.sign_bit)
    known = [0, 1, form.smallest_normal, form.largest, form.from_fraction(1), form.from_fraction(Fraction(1, 3))]
    special = [value for value in (form.infinity, form.nan) if value is not None]
    return [magnitude ^ sign for magnitude in known + special for sign in signs]


def draw_bits(random: Random, form: FloatFormat) -> int:
    """Any bits, corners often."""
    return random.choice(corners(form)) if random.random() < 0.5 else random.getrandbits(form.width)


def draw_finite(random: Random, form: FloatFormat) -> int:
    return next(bits for _ in itertools.count() if form.is_finite(bits := draw_bits(random, form)))


def by_numpy(form: FloatFormat, function: Any, *operands: int) -> int:
    value, raw = DTYPES[form]
    arrays = [np.array([bits], raw).view(value) for bits in operands]
    with np.errstate(all="ignore"):
        return int(np.asarray(function(*arrays), value).view(raw)[0])


def same(form: FloatFormat, ours: int | None, theirs: int) -> bool:
    """Equal, or both nan."""
    return ours is not None and (ours == theirs or (form.is_nan(ours) and form.is_nan(theirs)))


@pytest.mark.parametrize("form", [F16, F32, F64], ids=lambda form: form.name)
@pytest.mark.parametrize("name", OPERATIONS)
@examples(20)
@given(seed=st.integers(0, 2**32))
def test_ieee_formats(form: FloatFormat, name: str, seed: int) -> None:
    random = Random(seed)
    ours, theirs = OPERATIONS[name]
    for _ in range(8):
        a, b = draw_bits(random, form), draw_bits(random, form)
        assert same(form, ours(form, a, b), by_numpy(form, theirs, a, b)), (a, b)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("form", [F8E4M3FN, F8E5M2, F8E4M3FNUZ], ids=lambda form: form.name)
@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "divide"])
def test_every_pair_of_eight_bits(form: FloatFormat, name: str) -> None:
    ours, theirs = OPERATIONS[name]
    value, raw = DTYPES[form]
    left, right = (np.array(column, raw) for column in zip(*itertools.product(range(256), repeat=2), strict=True))
    with np.errstate(all="ignore"):
        expected = np.asarray(theirs(left.view(value), right.view(value)), value).view(raw)
    for a, b, wanted in zip(left.tolist(), right.tolist(), expected.tolist(), strict=True):
        assert same(form, ours(form, a, b), wanted), (a, b)


@pytest.mark.parametrize("form", [F16, BF16, F80, F128, F8E5M2], ids=lambda form: form.name)
@examples(60)
@given(seed=st.integers(0, 2**32))
def test_finite_results_are_rounded_once(form: FloatFormat, seed: int) -> None:
    random = Random(seed)
    a, b, c = (draw_finite(random, form) for _ in range(3))
    x, y, z = (form.to_fraction(bits) for bits in (a, b, c))
    for ours, wanted in (
        (exact.add(form, a, b), x + y),
        (exact.subtract(form, a, b), x - y),
        (exact.multiply(form, a, b), x * y),
        (exact.multiply_add(form, a, b, c), x * y + z),
        *(((exact.divide(form, a, b), x / y),) if y else ()),
    ):
        assert ours is not None
        rounded = form.from_fraction(wanted)
        assert ours == rounded or (form.is_zero(ours) and form.is_zero(rounded))


@pytest.mark.parametrize("form", [F16, F32, F64], ids=lambda form: form.name)
@given(seed=st.integers(0, 2**32))
def test_order(form: FloatFormat, seed: int) -> None:
    random = Random(seed)
    a, b = draw_bits(random, form), draw_bits(random, form)
    x, y = form.to_float(a), form.to_float(b)
    expected = None if x != x or y != y else (x > y) - (x < y)
    assert exact.compare(form, a, b) == expected
    if expected is None:
        for function in (exact.maximum, exact.minimum):
            result = function(form, a, b)
            assert result is not None
            assert form.is_nan(result)
        return
    greater, smaller = (a, b) if expected > 0 or (expected == 0 and not form.is_negative(a)) else (b, a)
    assert exact.maximum(form, a, b) == exact.maxnum(form, a, b) == greater
    assert exact.minimum(form, a, b) == exact.minnum(form, a, b) == smaller


@pytest.mark.parametrize(("function", "name"), [(exact.maxnum, "max"), (exact.minnum, "min")])
def test_number_beside_nan(function: Operation, name: str) -> None:
    assert F32.nan is not None
    one = F32.from_float(1.0)
    assert function(F32, F32.nan, one) == function(F32, one, F32.nan) == one, name
    result = function(F32, F32.nan, F32.nan)
    assert result == F32.nan


@given(value=st.integers(-(2**70), 2**70))
def test_integers(value: int) -> None:
    for form in (F16, F32, F64, BF16, F128):
        bits = exact.from_integer(form, value)
        assert bits is not None
        assert bits == form.from_fraction(value)
        back = exact.to_integer(form, bits)
        if form.is_finite(bits):
            assert back == int(form.to_fraction(bits))
        else:
            assert back is None


@given(bits=st.sampled_from(corners(F64)) | st.integers(0, (1 << 64) - 1))
@example(F64.from_float(0.1))
@example(F64.from_float(65504.0))
def test_exact_conversions(bits: int) -> None:
    for other in (F16, F32, BF16, F8E4M3FN, F8E4M3FNUZ, F4E2M1FN):
        converted = exact.converts_exactly(F64, bits, other)
        if converted is None:
            continue
        back = other.convert(converted, F64)
        assert back == bits or (F64.is_nan(back) and F64.is_nan(bits))


def test_what_a_format_lacks() -> None:
    one, zero = F4E2M1FN.from_float(1.0), 0
    assert exact.divide(F4E2M1FN, one, zero) is None
    assert exact.negate(F8E8M0FNU, 127) is None
    assert exact.subtract(F8E8M0FNU, 127, 127) is None
    assert exact.multiply(F8E8M0FNU, 127, 128) == 128
    assert exact.negate(F8E4M3FNUZ, 0) == 0
    assert exact.converts_exactly(F32, F32.sign_bit, F8E4M3FNUZ) is None
    assert exact.converts_exactly(F32, F32.infinity or 0, F8E4M3FN) is None


def test_invalid_operations() -> None:
    inf, zero, one = F32.infinity, 0, F32.from_float(1.0)
    assert inf is not None
    negative = inf | F32.sign_bit
    for result in (
        exact.add(F32, inf, negative),
        exact.subtract(F32, inf, inf),
        exact.multiply(F32, inf, zero),
        exact.divide(F32, zero, zero),
        exact.divide(F32, inf, inf),
        exact.remainder(F32, inf, one),
        exact.remainder(F32, one, zero),
        exact.multiply_add(F32, inf, one, negative),
    ):
        assert result == F32.nan
    assert exact.remainder(F32, one, inf) == one
    assert exact.divide(F32, one, F32.sign_bit) == negative


def test_signalling_nan_becomes_quiet() -> None:
    signalling = 0x7F800001
    assert exact.add(F32, signalling, 0) == 0x7FC00001
    assert exact.negate(F32, signalling) == signalling | F32.sign_bit
