"""Graph programs give at each level what they give as graphs: random programs on their way down to loops.

A long run of the same: `make fuzz N=100000`. What such runs found is in `test_levels_found.py`.
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, strategies as st

from dlc.dialects import graph
from dlc.interp.interpreter import Interpreter
from dlc.parser import print_ir
from support.drawn_graph_ops import draw_op
from support.drawn_graphs import GraphOptions, draw_graph
from support.level_trials import attempt
from support.numpy_graphs import KINDS, evaluate
from support.programs import module_of
from support.properties import examples

PROGRAMS = 40
PARTS = 4


@pytest.mark.sampled(2)
@pytest.mark.parametrize("part", range(PARTS))
def test_programs_give_the_same_at_all_levels(part: int) -> None:
    for number in range(part * PROGRAMS, (part + 1) * PROGRAMS):
        failure = attempt(number).failure()
        assert failure is None, f"program {number} (make fuzz ARGS='--seed {number} 1'): {failure}"


@examples(6)
@given(number=st.integers(0, 2**32), ops=st.integers(1, 8))
def test_small_programs_give_the_same_at_all_levels(number: int, ops: int) -> None:
    tried = attempt(number, ops)
    failure = tried.failure()
    assert failure is None, f"{failure}\n{print_ir(tried.trial.module)}"


@examples(18)
@given(seed=st.integers(0, 2**32), ops=st.integers(1, 15))
def test_the_interpreter_gives_what_numpy_gives(seed: int, ops: int) -> None:
    drawn = draw_graph(Random(seed), GraphOptions(ops=ops, kinds=KINDS, symbolic=0.0, specials=0.0), draw_op)
    [world] = drawn.worlds
    function = drawn.module.block.last
    assert function is not None
    for actual, expected in zip(evaluate(function, world.arguments), drawn.expected(world), strict=True):
        difference = expected.differs_from(np.asarray(actual).astype(expected.array.dtype))
        assert difference is None, f"{difference}\n{print_ir(drawn.module)}"


@examples(6)
@given(number=st.integers(0, 2**32))
def test_a_program_gives_as_a_whole_what_its_ops_give(number: int) -> None:
    drawn = attempt(number).drawn
    module = module_of(print_ir(drawn.module))
    for world in drawn.worlds:
        results = Interpreter(module).run("main", *world.arguments)
        for array, expected in zip(results, drawn.expected(world), strict=True):
            assert expected._replace(tolerance=0.0).differs_from(array) is None


def test_the_same_number_makes_the_same_program() -> None:
    first, second = attempt(5), attempt(5)
    assert print_ir(first.trial.module) == print_ir(second.trial.module)
    assert first.passes == second.passes
    for a, b in zip(first.trial.inputs, second.trial.inputs, strict=True):
        assert a.sizes == b.sizes
        assert [array.tobytes() for array in a.arrays] == [array.tobytes() for array in b.arrays]


def test_programs_are_as_long_as_they_should_be() -> None:
    for number in range(10):
        assert sum(attempt(number, 25).drawn.kept.values()) >= 25


def test_all_kinds_of_sizes_and_regions_occur() -> None:
    missing = {"#graph.dims<n>", "tensor<?x", "tensor<f", "xi8", "xf64", "xbf16", "xui8", "xi1>"}
    for number in range(60):
        text = print_ir(attempt(number).trial.module)
        missing -= {kind for kind in missing if kind in text}
        if not missing:
            break
    assert not missing
    assert len(KINDS) == len(set(KINDS))
    assert graph.AddOp in KINDS
