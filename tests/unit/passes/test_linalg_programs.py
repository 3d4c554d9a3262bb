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


def test_pseudorandom_numbers_are_those_of_the_generator() -> None:
    text = """
    func.func @f(%low: f64, %high: f64, %seed: i32, %t: tensor<16x?xf32>) -> tensor<16x?xf32> {
      %r = linalg.fill_rng_2d ins(%low, %high, %seed : f64, f64, i32) outs(%t : tensor<16x?xf32>) -> tensor<16x?xf32>
      return %r : tensor<16x?xf32>
    }
    """

    def following(number: np.ndarray) -> np.ndarray:
        return number * np.int32(1103515245) + np.int32(12345)

    rows, columns = np.arange(16, dtype=np.int32)[:, None], np.arange(5, dtype=np.int32)
    numbers = following(columns + following(rows + np.int32(7))).astype(np.float64)
    wanted = ((numbers + 2147483647.0) * (20.0 * 2.3283064e-10) - 10.0).astype(np.float32)
    arguments = (-10.0, 10.0, np.int32(7), np.zeros((16, 5), np.float32))
    assert np.array_equal(dlc.compile(text, level=0, cache=False)(*arguments), wanted)
    assert np.array_equal(Interpreter(dlc.parse(text)).run("f", -10.0, 10.0, 7, arguments[-1])[0], wanted)
