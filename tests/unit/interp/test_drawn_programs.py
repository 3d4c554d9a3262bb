"""Passes keep what programs mean: drawn ones give the same before and after, or anything where there was poison."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, strategies as st

from dlc.dialects import arith
from dlc.ir.context import Context
from dlc.ir.operations import Operation
from dlc.passes.generic.canonicalize import canonicalize
from dlc.passes.generic.cse import eliminate_common_subexpressions
from dlc.passes.generic.dce import remove_dead_code
from dlc.passes.generic.int_range_optimizations import optimize_by_ranges
from dlc.passes.generic.remove_dead_values import remove_dead_values
from dlc.passes.generic.sccp import propagate_constants
from dlc.passes.generic.simplify_cfg import simplify_control_flow
from support.drawn_programs import ProgramMaker, draw_arguments
from support.programs import assert_refines, assert_valid, new_context
from support.properties import examples

CONTEXT = new_context()
MATH = CONTEXT.dialect("math")
SEES_NAN = ("math.copysign", "arith.bitcast")
"""These tell NaNs apart, of which an op may give any."""
KINDS = [
    kind
    for dialect in (arith.DIALECT, MATH)
    for kind in (dialect.ops.values() if dialect is not None else ())
    if kind.name not in SEES_NAN
]
RUNS = 4
"""How often each program is run."""

PASSES: dict[str, Callable[[Operation, Context], object]] = {
    "canonicalize": canonicalize,
    "cse": lambda module, _: eliminate_common_subexpressions(module),
    "dce": lambda module, _: remove_dead_code(module),
    "int-range-optimizations": optimize_by_ranges,
    "remove-dead-values": lambda module, _: remove_dead_values(module),
    "sccp": propagate_constants,
    "simplify-cfg": simplify_control_flow,
}


def check(seed: int, length: int, transform: Callable[[Operation, Context], object]) -> None:
    random = Random(seed)
    module = ProgramMaker(random, KINDS).make(length)
    assert_valid(module, CONTEXT)
    changed = module.clone()
    transform(changed, CONTEXT)
    assert_valid(changed, CONTEXT)
    for _ in range(RUNS):
        assert_refines(module, changed, "main", *draw_arguments(random, module), max_steps=10_000)


@pytest.mark.parametrize("name", PASSES)
def test_pass_keeps_the_meaning(name: str) -> None:
    @examples(30)
    @given(st.integers(0, 10**9), st.integers(1, 24))
    def run(seed: int, length: int) -> None:
        check(seed, length, PASSES[name])

    run()
