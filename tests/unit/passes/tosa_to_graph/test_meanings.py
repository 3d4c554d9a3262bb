"""Ops of TOSA give what the specification says, through graph ops, the interpreter and machine code."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.interp.interpreter import Interpreter
from support.tosa_case import differences, function_name, text_of
from support.tosa_cases import CASES

SEEDS = range(2)
COMPILED = ["transpose_conv2d i8", "resize bilinear i8", "argmax ignoring NaN"]
"""Cases that are also compiled: machine code of the ops of graphs has tests of its own."""


@cache
def interpreter() -> Interpreter:
    module = dlc.parse(text_of(CASES))
    dlc.run_pipeline(module, "tosa-to-graph")
    return Interpreter(module)


@pytest.mark.parametrize("name", CASES)
@np.errstate(all="ignore")
def test_values_are_as_specified(name: str) -> None:
    case = CASES[name]
    for seed in SEEDS:
        arrays = case.arrays(seed)
        [got] = interpreter().run(function_name(name), *arrays)
        assert differences(case, got, case.wanted(*arrays)) == ""


@cache
def executable() -> Any:
    text = text_of({name: CASES[name] for name in COMPILED})
    return dlc.compile(dlc.parse(text), level=0, threads=1, cache=False)


@pytest.mark.parametrize("name", COMPILED)
@np.errstate(all="ignore")
def test_machine_code_gives_the_same(name: str) -> None:
    case = CASES[name]
    arrays = case.arrays(7)
    got = getattr(executable(), function_name(name))(*arrays)
    assert differences(case, got, case.wanted(*arrays)) == ""
