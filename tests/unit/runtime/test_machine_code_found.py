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
