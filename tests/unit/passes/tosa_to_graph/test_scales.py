"""Scaled integers and tables give exactly the integers of the specification, whatever multipliers and shifts are."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.interp.interpreter import Interpreter
from support import tosa_reference as spec

COUNT = 24
"""Multipliers and shifts in one tensor."""
KINDS = ("i8", "i16", "i32")
MODES = {"SINGLE_ROUND": False, "DOUBLE_ROUND": True, "INEXACT_ROUND": False}


def _rescale(source: str, target: str, mode: str) -> str:
    flags = "input_unsigned = false, output_unsigned = false, per_channel = true, scale32 = true"
    types = (
        f"tensor<9x{COUNT}x{source}>, tensor<{COUNT}xi32>, tensor<{COUNT}xi8>, tensor<1x{source}>, tensor<1x{target}>"
    )
    return f"""
func.func @rescale_{source}_{target}_{mode}(%x: tensor<9x{COUNT}x{source}>, %m: tensor<{COUNT}xi32>,
    %s: tensor<{COUNT}xi8>, %a: tensor<1x{source}>, %b: tensor<1x{target}>) -> tensor<9x{COUNT}x{target}> {{
  %r = tosa.rescale %x, %m, %s, %a, %b {{{flags}, rounding_mode = {mode}}} : ({types}) -> tensor<9x{COUNT}x{target}>
  return %r : tensor<9x{COUNT}x{target}>
}}"""


TABLES = """
func.func @table_i8(%x: tensor<256xi8>, %t: tensor<256xi8>) -> tensor<256xi8> {
  %r = tosa.table %x, %t : (tensor<256xi8>, tensor<256xi8>) -> tensor<256xi8>
  return %r : tensor<256xi8>
}
func.func @table_i16(%x: tensor<9363xi16>, %t: tensor<513xi16>) -> tensor<9363xi32> {
  %r = tosa.table %x, %t : (tensor<9363xi16>, tensor<513xi16>) -> tensor<9363xi32>
  return %r : tensor<9363xi32>
}
func.func @scale(%x: tensor<24xi32>, %m: tensor<24xi32>, %s: tensor<24xi8>) -> tensor<24xi32> {
  %r = tosa.apply_scale %x, %m, %s {rounding_mode = DOUBLE_ROUND}
    : (tensor<24xi32>, tensor<24xi32>, tensor<24xi8>) -> tensor<24xi32>
  return %r : tensor<24xi32>
}
"""


@cache
def interpreter() -> Interpreter:
    functions = [_rescale(source, target, mode) for source in KINDS for target in KINDS for mode in MODES]
    module = dlc.parse("\n".join([TABLES, *functions]))
    dlc.run_pipeline(module, "tosa-to-graph")
    return Interpreter(module)


def drawn_scales(random: np.random.Generator) -> tuple[Any, Any]:
    """Multipliers and shifts as the specification allows them, with their limits among them."""
    multipliers = random.integers(0, 2**31, COUNT, endpoint=False)
    shifts = random.integers(2, 62, COUNT, endpoint=True)
    multipliers[:3] = [0, 2**31 - 1, 2**30]
    shifts[:5] = [2, 62, 31, 32, 33]
    return multipliers.astype(np.int32), shifts.astype(np.int8)


def values_that_fit(random: np.random.Generator, kind: str, shifts: Any) -> Any:
    """Integers with which no result leaves 32 bits: below half of what the shift takes away."""
    low, high = spec.limits(f"int{kind[1:]}")
    limit = np.minimum(high, (1 << (shifts.astype(np.int64) - 1)) - 1)
    drawn = random.integers(np.maximum(low, -limit - 1), limit, (9, COUNT), endpoint=True)
    drawn[0], drawn[1], drawn[2] = np.maximum(low, -limit - 1), limit, 0
    return drawn


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("target", KINDS)
@pytest.mark.parametrize("source", KINDS)
def test_rescale(source: str, target: str, mode: str) -> None:
    random = np.random.default_rng(7)
    for _ in range(4):
        multipliers, shifts = drawn_scales(random)
        points = [int(random.integers(-128, 127)) if kind == "i8" else 0 for kind in (source, target)]
        x = np.clip(values_that_fit(random, source, shifts) // 4 + points[0], *spec.limits(f"int{source[1:]}"))
        arrays = [x.astype(f"int{source[1:]}"), multipliers, shifts]
        zeros = [np.array([point], f"int{kind[1:]}") for point, kind in zip(points, (source, target), strict=True)]
        [got] = interpreter().run(f"rescale_{source}_{target}_{mode}", *arrays, *zeros)
        scales = multipliers.tolist(), shifts.tolist()
        wanted = spec.rescale(arrays[0], *scales, (points[0], points[1]), f"int{target[1:]}", double=MODES[mode])
        assert np.array_equal(got, wanted)


def test_apply_scale() -> None:
    random = np.random.default_rng(3)
    multipliers, shifts = drawn_scales(random)
    x = values_that_fit(random, "i32", shifts)[3].astype(np.int32)
    [got] = interpreter().run("scale", x, multipliers, shifts)
    triples = zip(x.tolist(), multipliers.tolist(), shifts.tolist(), strict=True)
    exact = [spec.apply_scale_32(value, multiplier, shift, double=True) for value, multiplier, shift in triples]
    assert got.tolist() == [(value + 2**31) % 2**32 - 2**31 for value in exact]


def test_every_entry_of_a_table_of_bytes() -> None:
    random = np.random.default_rng(5)
    x, table = np.arange(-128, 128, dtype=np.int8), random.integers(-128, 128, 256).astype(np.int8)
    [got] = interpreter().run("table_i8", x, table)
    assert np.array_equal(got, table)


def test_numbers_between_entries_of_a_table() -> None:
    random = np.random.default_rng(5)
    x = np.arange(-(2**15), 2**15, 7).astype(np.int16)
    table = random.integers(-(2**15), 2**15, 513).astype(np.int16)
    [got] = interpreter().run("table_i16", x, table)
    assert np.array_equal(got, spec.table_16(x, table))
