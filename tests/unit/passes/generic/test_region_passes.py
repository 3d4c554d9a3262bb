"""Passes keep what programs with nested regions mean: drawn ones give the same before and after."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, strategies as st

from dlc.dialects import arith
from dlc.dialects.builtin import ModuleOp
from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.interp.values import POISON, Elements
from dlc.ir.context import Context
from dlc.ir.operations import Operation
from dlc.passes.dataflow.constant_propagation import ConstantPropagation
from dlc.passes.dataflow.dead_code import DeadCodeAnalysis
from dlc.passes.dataflow.solver import Solver
from dlc.passes.generic.canonicalize import canonicalize
from dlc.passes.generic.cse import eliminate_common_subexpressions
from dlc.passes.generic.dce import remove_dead_code
from dlc.passes.generic.int_range_optimizations import analyse_ranges, optimize_by_ranges
from dlc.passes.generic.loop_invariant_code_motion import move_invariant_code
from dlc.passes.generic.mem2reg import promote_memory
from dlc.passes.generic.remove_dead_values import remove_dead_values
from dlc.passes.generic.sccp import propagate_constants
from support.drawn_programs import draw_arguments
from support.drawn_regions import RegionProgramMaker
from support.programs import assert_refines, assert_valid, new_context
from support.properties import examples
from support.test_dialect import DIALECT

CONTEXT = new_context()
CONTEXT.load(DIALECT)
KINDS = [kind for kind in arith.DIALECT.ops.values() if kind.name != "arith.bitcast"]
RUNS = 3
STEPS = 20_000

PASSES: dict[str, Callable[[Operation, Context], object]] = {
    "canonicalize": canonicalize,
    "cse": lambda module, _: eliminate_common_subexpressions(module),
    "dce": lambda module, _: remove_dead_code(module),
    "int-range-optimizations": optimize_by_ranges,
    "loop-invariant-code-motion": lambda module, _: move_invariant_code(module),
    "mem2reg": lambda module, _: promote_memory(module),
    "remove-dead-values": lambda module, _: remove_dead_values(module),
    "sccp": propagate_constants,
}


def drawn(seed: int, length: int) -> tuple[ModuleOp, Random]:
    random = Random(seed)
    module = RegionProgramMaker(random, KINDS).make(length)
    assert_valid(module, CONTEXT)
    return module, random


def check(seed: int, length: int, *transforms: Callable[[Operation, Context], object]) -> None:
    module, random = drawn(seed, length)
    changed = module.clone()
    for transform in transforms:
        transform(changed, CONTEXT)
        assert_valid(changed, CONTEXT)
    for _ in range(RUNS):
        assert_refines(module, changed, "main", *draw_arguments(random, module), max_steps=STEPS)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", PASSES)
@examples(50)
@given(seed=st.integers(0, 10**9), length=st.integers(4, 30))
def test_a_pass_keeps_the_meaning(name: str, seed: int, length: int) -> None:
    check(seed, length, PASSES[name])


@examples(50)
@given(seed=st.integers(0, 10**9), length=st.integers(4, 30), order=st.randoms(use_true_random=False))
def test_passes_in_any_order_keep_the_meaning(seed: int, length: int, order: Random) -> None:
    transforms = list(PASSES.values())
    order.shuffle(transforms)
    check(seed, length, *transforms)


@examples(50)
@given(seed=st.integers(0, 10**9), length=st.integers(4, 30))
def test_analyses_are_right_about_what_is_computed(seed: int, length: int) -> None:
    module, random = drawn(seed, length)
    interpreter = Interpreter(module, max_steps=STEPS)
    try:
        interpreter.evaluate("main", *draw_arguments(random, module))
    except InterpreterError:
        return
    solver = Solver()
    constants = solver.load(ConstantPropagation(solver.load(DeadCodeAnalysis())))
    solver.run(module)
    ranges = analyse_ranges(module)
    for value, computed in interpreter._frame.values.items():  # pyright: ignore[reportPrivateUsage]  (what it computed)
        assert constants.dead_code.is_live(value.parent_block)
        assert value in constants.elements
        bounds = ranges.range_of(value)
        for item in (computed.items() if isinstance(computed, Elements) else [computed]) if bounds is not None else ():
            assert item is POISON or item in bounds, f"{value} is {item}, not in {bounds}\n{module}"
