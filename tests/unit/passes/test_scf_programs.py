"""Programs in MLIR's `scf` give the same numbers in the interpreter and as machine code."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlc
from support.programs import run_one

SHARED = """
func.func @main(%t: tensor<8x4xf32>, %n: index) -> tensor<8x4xf32> {
  %r = scf.forall (%i, %j) = (0, 0) to (8, %n) step (2, 1) shared_outs(%o = %t) -> (tensor<8x4xf32>) {
    %x = tensor.extract_slice %t[%i, %j] [2, 1] [1, 1] : tensor<8x4xf32> to tensor<2xf32>
    %y = arith.addf %x, %x : tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %o[%i, %j] [2, 1] [1, 1] : tensor<2xf32> into tensor<8x4xf32>
    }
  }
  return %r : tensor<8x4xf32>
}
"""


COUNT = """
func.func @main(%from: i8, %to: i8, %step: i8) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for ORDER %i = %from to %to step %step iter_args(%n = %zero) -> (i32) : i8 {
    %next = arith.addi %n, %one : i32
    scf.yield %next : i32
  }
  return %r : i32
}
"""


@pytest.mark.parametrize(
    ("order", "box"), [("", (-100, 120, 40)), ("", (-128, 127, 127)), ("", (3, 3, 1)), ("unsigned", (10, -1, 40))]
)
def test_the_last_step_may_be_beyond_all_numbers(order: str, box: tuple[int, int, int]) -> None:
    text = COUNT.replace("ORDER", order)
    first, last, step = (number % 256 for number in box) if order else box
    compiled: Any = dlc.compile(text, cache=False)
    assert compiled(*box) == run_one(text, *box) == len(range(first, last, step))


@pytest.mark.parametrize("count", [0, 1, 3, 4])
def test_iterations_share_tensors(count: int) -> None:
    x = np.arange(32, dtype=np.float32).reshape(8, 4)
    wanted = x.copy()
    wanted[:, :count] *= 2
    compiled: Any = dlc.compile(SHARED, cache=False)
    np.testing.assert_array_equal(run_one(SHARED, x, count), wanted)
    np.testing.assert_array_equal(compiled(x, count), wanted)
