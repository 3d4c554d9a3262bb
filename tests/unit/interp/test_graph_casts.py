"""Casts and quantization of `graph` against Python's exact numbers."""

from __future__ import annotations

import math
import struct
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from dlc.dialects.graph.casts import holds_all
from dlc.interp.ops.graph.arrays import rounded_to
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import FloatType, IntegerType, bf16, f16, f32, f64, i1
from support.graph_running import (
    FLOATS,
    INTEGERS,
    array_of,
    bounds_of,
    form_of,
    numbers_of,
    run_op,
    run_text,
    same_number,
    special_numbers,
    tensor,
)
from support.properties import examples

ALL: tuple[Type, ...] = (*FLOATS, *INTEGERS, i1)


def converted(x: Any, type: Type) -> Any:
    """Return the result that the docstring of `graph.cast` specifies."""
    if type is i1:
        return x != 0
    if isinstance(type, FloatType):
        form = form_of(type)
        return form.to_float(form.from_fraction(int(x)) if isinstance(x, int) and x else form.from_float(float(x)))
    assert isinstance(type, IntegerType)
    if isinstance(x, int):
        return type.wrap(int(x))
    low, high = bounds_of(type)
    if math.isnan(x):
        return 0
    return low if x <= low else high if x >= high else int(x)


@pytest.mark.parametrize("target", ALL, ids=str)
@pytest.mark.parametrize("source", ALL, ids=str)
def test_casts(source: Type, target: Type) -> None:
    numbers = special_numbers(source)
    if isinstance(source, IntegerType) and source.width == 64:
        numbers += [2**53 + 1, 2**60 + 2**8 + 1, 2**62 - 1]
    cast = run_op("graph.cast {0} : {t0} -> {r}", [array_of(numbers, source)], [source], target)
    for x, one in zip(numbers, numbers_of(cast), strict=True):
        wanted = converted(x, target)
        assert same_number(one, wanted), f"{x} : {source} as {target} is {one}, not {wanted}"


@pytest.mark.parametrize("target", ALL, ids=str)
@pytest.mark.parametrize("source", ALL, ids=str)
def test_lossless_casts_lose_nothing(source: Type, target: Type) -> None:
    """Casts are merged if the way there and back is exact for every number tried, and inexact for some otherwise."""
    numbers = special_numbers(source)
    numbers += [2**53 + 1, 2**31 + 1] if isinstance(source, IntegerType) and source.width == 64 else []
    there = numbers_of(run_op("graph.cast {0} : {t0} -> {r}", [array_of(numbers, source)], [source], target))
    is_same = all(same_number(a, b) for a, b in zip(there, numbers, strict=True))
    assert is_same or not holds_all(target, source)
    if source is target:
        assert holds_all(target, source)


def test_some_lossless_casts() -> None:
    i8, i16, ui8 = IntegerType(8), IntegerType(16), IntegerType(8, "u")
    for large, small in ((f32, bf16), (f32, f16), (f64, f32), (f16, i8), (i16, ui8), (i8, i1)):
        assert holds_all(large, small)
        assert not holds_all(small, large)
    for one, other in ((f16, bf16), (f32, IntegerType(32)), (i8, ui8)):
        assert not holds_all(one, other)
        assert not holds_all(other, one)


@given(st.lists(st.floats(), min_size=1, max_size=8))
@examples(60)
def test_floats_are_rounded_once(numbers: list[float]) -> None:
    """Floats are rounded once: by way of float32, 1 + 2^-8 + 2^-40 would become 1 in bfloat16."""
    for type in FLOATS[1:]:
        form = form_of(type)
        results = numbers_of(rounded_to(np.array([*numbers, 1 + 2**-8 + 2**-40]), array_of([], type).dtype))
        for x, one in zip([*numbers, 1 + 2**-8 + 2**-40], results, strict=True):
            assert same_number(one, form.to_float(form.from_float(x)))


def test_bits_stay() -> None:
    x = np.array([1.0, -0.0, math.nan, 1e-45], np.float32)
    bits = run_op("graph.bitcast {0} : {t0} -> {r}", [x], [f32], IntegerType(32, "u"))
    assert bits.tolist() == [struct.unpack("<I", struct.pack("<f", each))[0] for each in x]
    again = run_op("graph.bitcast {0} : {t0} -> {r}", [bits], [IntegerType(32, "u")], f32)
    assert again.view(np.uint32).tolist() == bits.tolist()
    nibbles = array_of([-8, -1, 7], IntegerType(4))
    wanted = [8, 15, 7]
    assert (
        numbers_of(run_op("graph.bitcast {0} : {t0} -> {r}", [nibbles], [IntegerType(4)], IntegerType(4, "u")))
        == wanted
    )


# -- Quantization ------------------------------------------------------------------------------------------------------

QUANTIZED = [IntegerType(width, sign) for width in (4, 8, 16) for sign in ("", "u")]


def nearest(number: float, type: FloatType) -> float:
    """A number in f32, or f64 for that."""
    form = form_of(f64 if type is f64 else f32)
    return form.to_float(form.from_float(number))


def quantized(x: float, scale: float, zero: int, type: FloatType, target: IntegerType) -> int:
    low, high = bounds_of(target)
    if math.isnan(x) or (x == 0 and scale == 0):
        return zero
    if scale == 0 or math.isinf(x):
        return high if x > 0 else low
    form = form_of(f64 if type is f64 else f32)
    quotient = form.to_float(form.from_fraction(Fraction(x) / Fraction(scale)))
    if math.isinf(quotient):
        return high if quotient > 0 else low
    return min(max(round(quotient) + zero, low), high)


def quantize(x: Any, scale: Any, zero: Any, types: tuple[Type, Type], axis: str = "") -> Any:
    """The op, for any shapes."""
    element, target = types
    names = [tensor(kind, array.shape) for kind, array in ((element, x), (element, scale), (target, zero))]
    result = tensor(target, x.shape)
    text = f"""func.func @f(%x: {names[0]}, %s: {names[1]}, %z: {names[2]}) -> {result} {{
      %r = graph.quantize %x, %s, %z {axis} : {", ".join(names)} -> {result}
      return %r : {result}
    }}"""
    [quantized_array] = run_text(text, x, scale, zero)
    return quantized_array


@pytest.mark.parametrize("target", QUANTIZED, ids=str)
@pytest.mark.parametrize("type", [f64, f32, f16, bf16], ids=str)
def test_quantize(type: FloatType, target: IntegerType) -> None:
    numbers = [*special_numbers(type), *(float(n) + half for n in range(-300, 300, 7) for half in (0.0, 0.5))]
    x = array_of(numbers, type)
    for scale, zero in ((1.0, 0), (0.1, 3), (2.0, bounds_of(target)[1]), (0.3, bounds_of(target)[0]), (0.0, 1)):
        arrays = array_of([scale], type).reshape(()), array_of([zero], target).reshape(())
        integers = quantize(x, *arrays, (type, target))
        [given_scale] = numbers_of(arrays[0])
        for number, one in zip(numbers_of(x), numbers_of(integers), strict=True):
            wanted = quantized(number, given_scale, zero, type, target)
            assert one == wanted, f"{number} / {given_scale} + {zero} in {target} is {one}, not {wanted}"


def test_quantize_along_an_axis() -> None:
    target = IntegerType(8)
    x = np.linspace(-9, 9, 24, dtype=np.float32).reshape(2, 3, 4)
    for axis, size in enumerate(x.shape):
        scale = np.linspace(0.1, 0.4, size, dtype=np.float32)
        zero = np.arange(size, dtype=np.int8)
        integers = quantize(x, scale, zero, (f32, target), f"axis = {axis}")
        for place in np.ndindex(x.shape):
            one = place[axis]
            assert integers[place] == quantized(float(x[place]), float(scale[one]), int(zero[one]), f32, target)


def test_nothing_to_quantize() -> None:
    integers = quantize(
        np.zeros((0, 2), np.float32), np.ones(0, np.float32), np.zeros(0, np.int8), (f32, IntegerType(8)), "axis = 0"
    )
    assert integers.shape == (0, 2)


@pytest.mark.parametrize("source", [*QUANTIZED, IntegerType(32)], ids=str)
@pytest.mark.parametrize("type", [f64, f32, f16, bf16], ids=str)
def test_dequantize(type: FloatType, source: IntegerType) -> None:
    numbers = special_numbers(source)
    low, high = bounds_of(source)
    for scale, zero in ((1.0, 0), (0.1, 3), (3.7, high), (1e-3, low)):
        scales = array_of([scale], type).reshape(())
        text = f"""func.func @f(%x: {tensor(source, [len(numbers)])}, %s: {tensor(type)}, %z: {tensor(source)})
            -> {tensor(type, [len(numbers)])} {{
          %r = graph.dequantize %x, %s, %z
              : {tensor(source, [len(numbers)])}, {tensor(type)}, {tensor(source)} -> {tensor(type, [len(numbers)])}
          return %r : {tensor(type, [len(numbers)])}
        }}"""
        [floats] = run_text(text, array_of(numbers, source), scales, array_of([zero], source).reshape(()))
        [given_scale] = numbers_of(scales)
        working, form = form_of(f64 if type is f64 else f32), form_of(type)
        for number, one in zip(numbers, numbers_of(floats), strict=True):
            difference = working.to_fraction(working.from_fraction(number - zero))
            product = working.to_float(working.from_fraction(difference * Fraction(given_scale)))
            assert one == form.to_float(form.from_float(product))
