"""Float formats against numpy, ml_dtypes, exact fractions and mlir-opt."""

from __future__ import annotations

import math
import random
import re
import shutil
import struct
import subprocess
from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, strategies as st

from dlc.ir.floats import (
    BF16,
    F4E2M1FN,
    F8E4M3B11FNUZ,
    F8E4M3FN,
    F8E4M3FNUZ,
    F8E5M2,
    F8E5M2FNUZ,
    F8E8M0FNU,
    F16,
    F32,
    F64,
    F80,
    F128,
    FLOAT_FORMATS,
    TF32,
    FloatFormat,
)

NUMPY_TYPES: dict[str, Any] = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E4M3": ml_dtypes.float8_e4m3,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
    "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
    "f8E3M4": ml_dtypes.float8_e3m4,
    "f8E8M0FNU": ml_dtypes.float8_e8m0fnu,
    "f4E2M1FN": ml_dtypes.float4_e2m1fn,
    "f6E2M3FN": ml_dtypes.float6_e2m3fn,
    "f6E3M2FN": ml_dtypes.float6_e3m2fn,
}
MLIR_OPT = shutil.which("mlir-opt-22")
needs_mlir = pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-22 is not installed")
every_format = pytest.mark.parametrize("form", FLOAT_FORMATS.values(), ids=FLOAT_FORMATS)
small_formats = pytest.mark.parametrize("name", NUMPY_TYPES)


def all_bits(form: FloatFormat) -> range:
    assert form.width <= 16
    return range(1 << form.width)


def some_bits(form: FloatFormat, count: int) -> list[int]:
    """All bit patterns of small formats; of others the extreme ones, random ones, and round decimals."""
    if form.width <= 16:
        return list(all_bits(form))
    source = random.Random(form.name)
    special = [0, form.largest, form.smallest, form.smallest_normal, form.smallest_normal - 1]
    special += [bits | form.sign_bit for bits in special] + [form.nan or 0, form.infinity or 0]
    anywhere = [source.getrandbits(form.width) for _ in range(count)]
    common = [form.from_text(f"{source.uniform(-20, 20):.{source.randint(1, 9)}f}") for _ in range(count)]
    wide = [form.from_text(f"{source.uniform(-1, 1):.5f}e{source.randint(-30, 30)}") for _ in range(count)]
    return special + anywhere + common + wide


def numpy_values(form: FloatFormat) -> Any:
    """Return numpy's value of every bit pattern of a small format, as f64."""
    storage = np.uint16 if form.width == 16 else np.uint8
    with np.errstate(invalid="ignore"):  # signalling nans
        return np.arange(1 << form.width).astype(storage).view(NUMPY_TYPES[form.name]).astype(np.float64)


def same(left: float, right: float) -> bool:
    if math.isnan(left) or math.isnan(right):
        return math.isnan(left) and math.isnan(right)
    return left == right and math.copysign(1, left) == math.copysign(1, right)


def test_all_formats_are_there() -> None:
    names = "f16 bf16 f32 f64 tf32 f80 f128 f8E5M2 f8E4M3 f8E4M3FN f8E5M2FNUZ f8E4M3FNUZ f8E4M3B11FNUZ f8E3M4"
    assert " ".join(FLOAT_FORMATS) == names + " f8E8M0FNU f4E2M1FN f6E2M3FN f6E3M2FN"
    assert [form.width for form in FLOAT_FORMATS.values()] == [16, 16, 32, 64, 19, 80, 128, *[8] * 8, 4, 6, 6]


def test_formats_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match=r"f32\.width"):
        F32.width = 33


@small_formats
def test_every_value_is_numpys(name: str) -> None:
    form = FLOAT_FORMATS[name]
    expected: list[float] = numpy_values(form).tolist()
    assert all(same(form.to_float(bits), value) for bits, value in enumerate(expected))


@small_formats
def test_every_value_is_classified_as_numpy_does(name: str) -> None:
    form = FLOAT_FORMATS[name]
    values = numpy_values(form)
    assert [form.is_nan(bits) for bits in all_bits(form)] == np.isnan(values).tolist()
    assert [form.is_inf(bits) for bits in all_bits(form)] == np.isinf(values).tolist()
    assert [form.is_zero(bits) for bits in all_bits(form)] == (values == 0).tolist()
    finite = values[np.isfinite(values)]
    assert form.to_float(form.largest) == finite.max()
    assert form.to_float(form.smallest) == finite[finite > 0].min()


@small_formats
def test_rounding_is_numpys(name: str) -> None:
    """All values, the middle between any two, and what lies right beside it."""
    form = FLOAT_FORMATS[name]
    values = np.unique(numpy_values(form))
    values = values[np.isfinite(values)]
    middles = ((values[1:] + values[:-1]) / 2).astype(np.float32)
    # ml_dtypes goes through f32, so "right beside" must be an f32 value to be seen.
    above, below = (np.nextafter(middles, limit, dtype=np.float32) for limit in (np.inf, -np.inf))
    given_values = np.concatenate([values, middles, above, below])
    if form is F8E8M0FNU:  # it has no zero or negative, of which ml_dtypes makes nan; near 2**-127 ml_dtypes is inexact
        given_values = given_values[given_values >= 2.0**-126]
    with np.errstate(over="ignore"):
        narrowed = given_values.astype(NUMPY_TYPES[name]).astype(np.float64)
    ours = [form.to_float(form.from_float(value)) for value in given_values.tolist()]
    assert all(same(left, right) for left, right in zip(ours, narrowed.tolist(), strict=True))


@every_format
def test_text_reads_back_as_the_same_bits(form: FloatFormat) -> None:
    for bits in some_bits(form, 2000):
        if form.is_finite(bits) and not (form is F80 and not bits >> 64 & 0x7FFF and bits >> 63 & 1):
            assert form.from_text(form.to_text(bits)) == bits


@pytest.mark.parametrize("text", ["3.402820e+38", "-3.402820e+38", "3.400000e+38", "3.40282347E+38", "3.40282326E+38"])
def test_numbers_near_the_largest_are_as_short_as_others(text: str) -> None:
    assert F32.to_text(F32.from_text(text)) == text == FloatFormat.to_text(F32, F32.from_text(text))


@pytest.mark.parametrize("form", [F32, F64], ids=["f32", "f64"])
def test_the_fast_ways_agree_with_the_general_one(form: FloatFormat) -> None:
    for bits in some_bits(form, 5000):
        text = form.to_text(bits)
        assert text == FloatFormat.to_text(form, bits)
        assert form.from_text(text) == FloatFormat.from_text(form, text)
        assert same(form.to_float(bits), FloatFormat.to_float(form, bits) if form is F32 else form.to_float(bits))


@given(st.integers(0, (1 << 32) - 1))
def test_f32_is_the_hosts(bits: int) -> None:
    value: float = struct.unpack("<f", struct.pack("<I", bits))[0]
    assert same(F32.to_float(bits), value)
    if not math.isnan(value):
        assert F32.from_float(value) == bits


@given(st.floats(allow_nan=False, width=64))
def test_f64_to_f32_rounds_as_numpy_does(value: float) -> None:
    with np.errstate(over="ignore", under="ignore"):
        assert F32.from_float(value) == int(np.array(value).astype(np.float32).view(np.uint32))


@given(st.floats(allow_nan=False, allow_infinity=False), st.sampled_from(list(FLOAT_FORMATS.values())))
def test_conversion_rounds_the_exact_value(value: float, form: FloatFormat) -> None:
    bits = F64.from_float(value)
    if value:
        assert F64.convert(bits, form) == form.from_fraction(F64.to_fraction(bits)) == form.from_float(value)
    if form in (F64, F80, F128):
        assert form.to_float(form.from_float(value)) == value


@given(st.fractions(), st.sampled_from(list(FLOAT_FORMATS.values())))
def test_rounding_is_to_the_nearest(value: Fraction, form: FloatFormat) -> None:
    bits = form.from_fraction(value)
    if form.is_finite(bits) and form is not F8E8M0FNU:
        error = abs(form.to_fraction(bits) - value)
        for neighbour in (bits - 1, bits + 1):
            if 0 <= neighbour < 1 << form.width and form.is_finite(neighbour):
                assert error <= abs(form.to_fraction(neighbour) - value)


@given(st.from_regex(r"-?[0-9]{1,25}\.[0-9]{0,25}(e[-+]?[0-9]{1,3})?", fullmatch=True))
def test_literals_are_rounded_once(text: str) -> None:
    for form in (F16, F32, F64, F80, F128):
        exact = form.from_fraction(Fraction(text))
        assert form.from_text(text) & ~form.sign_bit == exact & ~form.sign_bit


def test_a_literal_that_f64_rounds_to_a_tie_is_still_rounded_once() -> None:
    just_above = "1.00000005960464477539062500000000000000001"  # 1 + 2**-24 and a little
    assert F32.from_text(just_above) == 0x3F800001
    assert F32.from_text("1.000000059604644775390625") == 0x3F800000


def test_long_literals_cost_no_more_than_their_length() -> None:
    assert F32.to_text(F32.from_text("1.0e999999999999999999")) == "0x7F800000"
    assert F32.from_text("-1.0e-999999999999999999") == F32.sign_bit
    assert F32.from_text("1" + "0" * 100_000 + ".0e-100000") == F32.from_text("1.0")
    assert F32.from_text("0." + "0" * 100_000 + "1e100001") == F32.from_text("1.0")
    tie = "1.000000059604644775390625" + "0" * 50_000
    assert (F32.from_text(tie), F32.from_text(tie + "1")) == (0x3F800000, 0x3F800001)


@pytest.mark.parametrize(
    ("form", "text", "bits"),
    [
        (F32, "1.0e40", 0x7F800000),
        (F32, "-1.0e40", 0xFF800000),
        (F8E4M3FN, "464.0", 0x7E),  # a tie between the largest value and the one that is not there
        (F8E4M3FN, "-464.1", 0xFF),
        (F8E5M2FNUZ, "-1.0e6", 0x80),
        (F4E2M1FN, "-1.0e6", 0xF),
        (F8E8M0FNU, "1.0e60", 0xFF),
        (F8E8M0FNU, "0.0", 0x00),
        (F8E8M0FNU, "-4.0", 0x81),
        (F8E4M3FNUZ, "-0.0", 0x00),
        (F8E4M3B11FNUZ, "-0.00001", 0x00),
        (F80, "1.0", 0x3FFF8000000000000000),
        (TF32, "1.0", 0x1FC00),
        (F128, "1.0", 0x3FFF << 112),
        (BF16, "0x7FC0", 0x7FC0),
    ],
)
def test_what_a_literal_becomes(form: FloatFormat, text: str, bits: int) -> None:
    assert form.from_text(text) == bits


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0x1FFFFFFFF", "hexadecimal float constant out of range for type"),
        ("-0x1", "hexadecimal float literal should not have a leading minus"),
        ("1", "unexpected decimal integer literal for a floating point value"),
        ("-12", "unexpected decimal integer literal for a floating point value"),
        *[(text, "expected floating point literal") for text in ("", "-", "nan", "inf", "1e5", ".5", "+1.0", "1_0.0")],
        *[
            (text, "expected floating point literal")
            for text in (" 1.0", "1.0 ", "\u0661.0", "1.0e", "0x", "0xg", "1.0f")
        ],
    ],
)
def test_what_is_no_literal(text: str, message: str) -> None:
    for form in (F32, F64, F16):
        if not (text.startswith("0x1") and form is F64):
            with pytest.raises(ValueError, match=f"^{message}$"):
                form.from_text(text)


def test_nan_keeps_sign_and_payload_where_there_is_room() -> None:
    assert F32.convert(0xFFC12345, F64) == 0xFFF82468A0000000
    assert F64.convert(0xFFF82468A0000000, F32) == 0xFFC12345
    assert F32.convert(0x7F800001, BF16) == 0x7FC0  # made quiet
    assert F32.convert(0xFFC00000, F8E4M3FN) == 0xFF
    assert F8E4M3FN.convert(0xFF, F32) == 0xFFC00000
    assert F32.convert(0x7FC00000, F80) == 0x7FFFC000000000000000
    assert F32.convert(0xFFC00000, F8E4M3FNUZ) == 0x80
    with pytest.raises(ValueError, match="type 'f4E2M1FN' has no nan"):
        F4E2M1FN.from_float(math.nan)


def test_infinity_goes_to_whatever_is_largest() -> None:
    assert F8E5M2.from_float(-math.inf) == 0xFC
    assert F8E4M3FN.from_float(math.inf) == F8E4M3FN.nan
    assert F4E2M1FN.from_float(-math.inf) == 0xF
    with pytest.raises(ValueError, match="0x7F800000 : f32 is not a finite number"):
        F32.to_fraction(0x7F800000)


def test_f80_patterns_that_contradict_themselves_are_nan() -> None:
    assert F80.is_nan(0x3FFF0000000000000000)
    assert F80.to_text(0x3FFF0000000000000000) == "0x7FFF0000000000000000"
    assert F80.to_fraction(0x00008000000000000000) == F80.to_fraction(F80.smallest_normal) == Fraction(1, 1 << 16382)


def mlir_prints(lines: list[str]) -> list[str]:
    """Return mlir-opt's text of each of these attributes."""
    attributes = ", ".join(f"a{index} = {line}" for index, line in enumerate(lines))
    command = [MLIR_OPT or "", "--allow-unregistered-dialect", "-"]
    done = subprocess.run(
        command, input=f'"t"() {{{attributes}}} : () -> ()', capture_output=True, text=True, check=True
    )
    printed = dict(re.findall(r"(a\d+) = ([^ ]+) :", done.stdout))
    return [printed[f"a{index}"] for index in range(len(lines))]


@pytest.mark.sampled(2)
@needs_mlir
@every_format
def test_text_is_mlirs(form: FloatFormat) -> None:
    count = 1000 if form.precision <= 53 else 200  # mlir-opt takes a thousandth of a second for each f128
    bits = some_bits(form, count)
    assert [form.to_text(each) for each in bits] == mlir_prints([f"0x{each:X} : {form.name}" for each in bits])


@needs_mlir
@every_format
def test_literals_become_what_mlir_makes_of_them(form: FloatFormat) -> None:
    if form in (F80, F128):
        pytest.skip("MLIR reads literals as f64 first")
    source = random.Random(7)
    texts = ["0.0", "-0.0", "1.5", "3.0", "464.0", "448.0", "1.0e400", "-1.0e400", "1.0e-400", "-1.0e-400"]
    texts += [f"{source.uniform(-9, 9):.4f}e{source.randint(-12, 12)}" for _ in range(1000)]
    if form is F8E8M0FNU:
        texts = [text.lstrip("-") for text in texts]  # mlir-opt keeps a sign until the value is stored
    if form.special == "finite":
        texts = [text for text in texts if "e400" not in text]  # what is inf in f64, mlir-opt turns into zero bits
    assert [form.to_text(form.from_text(text)) for text in texts] == mlir_prints([f"{t} : {form.name}" for t in texts])
