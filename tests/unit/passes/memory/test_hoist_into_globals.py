"""`hoist-into-globals` on functions of many buffers."""

from __future__ import annotations

import pytest

import dlc
from support.cost import assert_linear, cost_of


@pytest.mark.growth
def test_the_cost_is_linear_in_the_buffers() -> None:
    """Each buffer is made from the one before, which is no constant."""

    def cost(count: int) -> float:
        lines = ["func.func @f(%b0: memref<4xf32>) {"]
        for number in range(1, count):
            lines += [
                f"%b{number} = memref.alloc() : memref<4xf32>",
                "loop.for %i = 0 to 4 {",
                f"%x = loop.load %b{number - 1}[%i] : memref<4xf32>",
                f"loop.store %x, %b{number}[%i] : memref<4xf32>",
                "}",
            ]
        module = dlc.parse("\n".join([*lines, "return", "}"]))
        return cost_of(lambda: dlc.run_pipeline(module, "hoist-into-globals"))

    assert_linear(cost, 25, 8)
