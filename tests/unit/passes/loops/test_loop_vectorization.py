"""Loops with conditions, casts, sums and extremes give what they gave when their iterations are lanes of vectors."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from dlc.dialects import loop
from dlc.interp.interpreter import Interpreter
from dlc.ir.operations import Operation
from dlc.passes.loops.analysis.nests import loops_in
from dlc.passes.loops.transforms.refusals import Refusal
from dlc.passes.loops.vectorize.vectorize import Remainder, vectorize
from support.compiled_programs import compiled
from support.lane_programs import random_lanes
from support.programs import assert_refines, assert_valid, module_of
from support.properties import examples

module_of("")  # the parser raises the recursion limit when first used, which hypothesis does not want inside a test

REMAINDERS: list[Remainder] = ["peel", "mask"]


def arguments(size: int) -> list[Any]:
    """Arrays of small whole numbers, whose sums and products are exact in any order, and sizes."""
    random = np.random.default_rng(size)
    matrix, vector = (random.integers(-3, 4, shape).astype(np.float32) for shape in ((40, 40), 40))
    integers = random.integers(-99, 99, 40).astype(np.int8), random.integers(-9, 9, 40, dtype=np.int32)
    flags, places = random.integers(0, 2, 40).astype(bool), random.integers(0, 40, 40)
    return [matrix, vector, *integers, flags, places, size, np.float32(1.5), np.int32(-7)]


def vectorized(text: str, random: Random) -> tuple[Operation, Refusal | None]:
    """The program with its outermost loop over vectors, or why not."""
    module = module_of(text)
    before = str(module)
    width, copies, remainder = random.choice([2, 3, 4]), random.choice([1, 1, 2]), random.choice(REMAINDERS)
    try:
        vectorize(loops_in(module)[0], width, interleave=copies, remainder=remainder)
    except Refusal as refusal:
        assert str(module) == before, "a refusal leaves the loop as it was"
        return module, refusal
    assert_valid(module)
    return module, None


@examples(75)
@given(seed=st.integers(0, 2**32))
def test_programs_give_the_same(seed: int) -> None:
    random = Random(seed)
    text = random_lanes(random)
    after, refusal = vectorized(text, random)
    if refusal is None:
        for size in (0, 1, 5, 12):
            assert_refines(module_of(text), after, "main", *arguments(size))


def test_most_programs_can_be_vectorized() -> None:
    done, used = 0, Counter[str]()
    for seed in range(100):
        random = Random(seed)
        module, refusal = vectorized(random_lanes(random), random)
        done += refusal is None
        used.update({op.name for op in module.walk()} if refusal is None else ())
    assert done > 50
    for name in (
        "vector.maskedload",
        "vector.maskedstore",
        "vector.gather",
        "vector.reduction",
        "vector.from_elements",
    ):
        assert used[name], name


@pytest.mark.parametrize("seed", [17, 19, 21, 33, 45, 47, 54])
def test_machine_code_gives_the_same(seed: int) -> None:
    random = Random(seed)
    text = random_lanes(random)
    after, refusal = vectorized(text, random)
    assert refusal is None
    code = compiled(after)
    for size in (0, 5, 12):
        given, passed = arguments(size), arguments(size)
        expected, actual = Interpreter(module_of(text)).run("main", *given), code("main", *passed)
        for old, new in zip((*given, *expected), (*passed, *actual), strict=True):
            np.testing.assert_array_equal(new, old)


SUM = """
func.func @main(%a: memref<40xf32>, %n: index, %x: f32) -> f32 {{
  %s = loop.for %i = 0 to %n iter_args(%p = %x) -> (f32) {{
    %0 = loop.load %a[%i] : memref<40xf32>
    %1 = arith.{} %p, %0{} : f32
    loop.yield %1 : f32
  }}
  return %s : f32
}}"""


@pytest.mark.parametrize("word", ["maximumf", "minimumf", "maxnumf", "minnumf"])
@pytest.mark.parametrize("remainder", REMAINDERS)
def test_extremes_with_nans_infinities_and_zeros(word: str, remainder: Remainder) -> None:
    text = SUM.format(word, "")
    module = module_of(text)
    vectorize(loops_in(module)[0], 4, remainder=remainder)
    assert_valid(module)
    special = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 3.5, -2.25], dtype=np.float32)
    for seed in range(20):
        random = np.random.default_rng(seed)
        array = np.where(random.random(40) < 0.3, random.choice(special, 40), random.random(40)).astype(np.float32)
        if word.startswith("m") and "num" in word:
            array = np.where(array == 0, np.float32(1), array)  # of zeros either may be taken
        assert_refines(module_of(text), module, "main", array, seed, np.float32(random.choice(special[:3])))


def test_a_sum_of_nothing_is_what_it_began_with() -> None:
    text = SUM.format("addf", " fastmath<reassoc>")
    module = module_of(text)
    vectorize(loops_in(module)[0], 4)
    for start in (0.0, -0.0, np.inf, 1.5):
        assert_refines(module_of(text), module, "main", np.ones(40, np.float32), 0, np.float32(start))


@pytest.mark.parametrize("remainder", REMAINDERS)
def test_products_in_parts(remainder: Remainder) -> None:
    text = SUM.format("mulf", " fastmath<reassoc>")
    module = module_of(text)
    vectorize(loops_in(module)[0], 4, interleave=2, remainder=remainder)
    powers = np.random.default_rng(0).choice([0.5, 1, 2, -1], 40).astype(np.float32)
    for size in (0, 3, 13, 40):
        assert_refines(module_of(text), module, "main", powers, size, np.float32(1.5))


def test_the_loops_that_come_of_it_are_told() -> None:
    module = module_of(SUM.format("addf", " fastmath<reassoc>"))
    loops = vectorize(loops_in(module)[0], 4, interleave=2)
    assert [loops.main, loops.middle, loops.rest] == loops_in(module)
    assert isinstance(loops.rest, loop.ForOp)
    assert [each.step_value for each in loops_in(module)] == [8, 4, 1]
