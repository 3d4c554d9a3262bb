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


@pytest.mark.parametrize("count", [0, 1, 3, 4])
def test_iterations_share_tensors(count: int) -> None:
    x = np.arange(32, dtype=np.float32).reshape(8, 4)
    wanted = x.copy()
    wanted[:, :count] *= 2
    compiled: Any = dlc.compile(SHARED, cache=False)
    np.testing.assert_array_equal(run_one(SHARED, x, count), wanted)
    np.testing.assert_array_equal(compiled(x, count), wanted)
