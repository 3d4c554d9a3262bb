"""Programs give what they gave before, whatever passes run over them: random programs, run by the interpreter."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, strategies as st

from dlc.ir.equivalence import are_equivalent
from dlc.passes.manager.pipeline_text import parse_pipeline
from dlc.passes.manager.settings import RunSettings
from support.programs import assert_refines, assert_valid, module_of, new_context
from support.properties import examples
from support.random_programs import random_program

PIPELINES = [
    "canonicalize",
    "canonicalize{top-down=false}",
    "canonicalize{region-simplify=aggressive}",
    "cse",
    "dce",
    "inline",
    "inline{default-pipeline=}",
    "mem2reg",
    "mem2reg{region-simplify=false}",
    "simplify-cfg",
    "symbol-dce",
    "mem2reg,canonicalize{region-simplify=aggressive},cse,simplify-cfg,inline,mem2reg,cse,canonicalize,dce",
]
ARGUMENTS = [(0, 0, False), (1, -1, True), (7, 3, False), (-(2**31), 2, True)]
PROGRAMS = 25

module_of("")  # the parser raises the recursion limit when first used, which hypothesis does not want inside a test


@pytest.mark.sampled(2)
@pytest.mark.parametrize("passes", PIPELINES)
@examples(PROGRAMS)
@given(seed=st.integers(0, 2**32))
def test_programs_mean_the_same_afterwards(passes: str, seed: int) -> None:
    text = random_program(Random(seed))
    before, after = module_of(text), module_of(text)
    context = new_context()
    pipeline = parse_pipeline(f"builtin.module({passes})")
    assert pipeline.run(after, context, RunSettings()), context.diagnostics.diagnostics
    assert_valid(after)
    for arguments in ARGUMENTS:
        assert_refines(before, after, "main", *arguments)


@pytest.mark.parametrize("passes", ["canonicalize", "cse", "dce", "mem2reg", "simplify-cfg", "inline"])
@examples(PROGRAMS)
@given(seed=st.integers(0, 2**32))
def test_a_second_run_finds_nothing(passes: str, seed: int) -> None:
    module = module_of(random_program(Random(seed)))
    context = new_context()
    pipeline = parse_pipeline(f"builtin.module({passes},{passes})")
    assert pipeline.run(module, context, RunSettings(verify_each=False))
    again = module.clone()
    assert pipeline.run(again, context, RunSettings(verify_each=False))
    assert are_equivalent(module, again), f"{module}\n{again}"
