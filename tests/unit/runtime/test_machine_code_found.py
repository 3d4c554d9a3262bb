"""Programs whose machine code was found to be wrong by random runs, reduced: it must not be so again."""

from __future__ import annotations

import pytest

from support.level_checks import Inputs, Trial
from support.machine_trials import CHOSEN, SMALL, Build, machine_failure
from support.programs import module_of

FOUND = {
    "a constant has rows without elements": """
  func.func @main() -> tensor<2x0xf32> {
    %0 = graph.constant dense<> : tensor<2x0xf32>
    return %0 : tensor<2x0xf32>
  }""",
    "LLVM reads a whole vector where one number is chosen": """
  func.func @main(%x: tensor<9xf32>, %y: tensor<9xf32>) -> tensor<9xf32> {
    %0 = graph.cast %y : tensor<9xf32> -> tensor<9xi1>
    %1 = graph.select %0, %x, %y : tensor<9xf32>
    return %1 : tensor<9xf32>
  }""",
    "a slice takes all of one operand of a concat and a part of another": """
  func.func @main(%x: tensor<4xf32>, %y: tensor<3xf32>, %z: tensor<2xf32>) -> tensor<5xf32> {
    %0 = graph.concat %x, %y, %z along 0 : tensor<4xf32>, tensor<3xf32>, tensor<2xf32> -> tensor<9xf32>
    %1 = graph.slice %0, [0] to [5] step [1] : tensor<9xf32> -> tensor<5xf32>
    return %1 : tensor<5xf32>
  }""",
    "a contraction is stored as truth values": """
  func.func @main(%x: tensor<16x8xf32>, %y: tensor<8x16xf32>, %z: tensor<16x16xf32>) -> tensor<16x16xi1> {
    %0 = graph.contract %x, %y, batch = [] x [], contracting = [1] x [0]
      : tensor<16x8xf32>, tensor<8x16xf32> -> tensor<16x16xf32>
    %1 = graph.compare <lt> %0, %z : tensor<16x16xf32>
    return %1 : tensor<16x16xi1>
  }""",
    "a transposed convolution has no spatial dimensions": """
  func.func @main(%x: tensor<2x3xi64>) -> tensor<4x2xi64> {
    %k = graph.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi64>
    %0 = graph.transposed_convolution %x, %k, <NC x OI -> CN> : tensor<2x3xi64>, tensor<3x4xi64> -> tensor<4x2xi64>
    return %0 : tensor<4x2xi64>
  }""",
}
BUILDS = {
    "plain": Build(["lower-to-loops"]),
    "optimized": Build(["optimize-graph", "lower-to-loops", SMALL, CHOSEN], threads=2, level=3),
}
SIZES = ({"n": 3, "m": 5}, {"n": 1, "m": 0})


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("name", FOUND)
def test_found(name: str, build: str) -> None:
    trial = Trial(module_of(FOUND[name]), [Inputs(sizes, ()) for sizes in SIZES])
    runs = trial.expected()
    assert runs
    failure = machine_failure(trial.module, runs, BUILDS[build])
    assert failure is None, f"{failure}"
