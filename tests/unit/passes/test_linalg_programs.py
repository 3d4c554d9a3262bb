"""Drawn programs of `linalg`, compiled, compute what the interpreter computes."""

from __future__ import annotations

import numpy as np
import pytest

import dlc
from dlc.interp.interpreter import Interpreter
from support.linalg_programs import LinalgProgram


@pytest.mark.parametrize("seed", range(6))
def test_compiled_programs_give_what_the_interpreter_gives(seed: int) -> None:
    program = LinalgProgram(seed)
    wanted = Interpreter(dlc.parse(program.text)).run("f", *program.arguments)
    results = dlc.compile(program.text, level=0, threads=1, cache=False).run("f", *program.arguments)
    for one, other in zip([results] if len(wanted) == 1 else results, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4)
