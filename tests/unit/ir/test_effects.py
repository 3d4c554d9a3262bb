"""Facts about all ops of a kind are kept apart from facts about one op."""

from __future__ import annotations

import pytest

import dlc
from dlc.ir.effects import fixed_effects

LOOP = """
func.func @f(%m: memref<4xf32>) {
  loop.for %i = 0 to 4 {
    %x = loop.load %m[%i] : memref<4xf32>
    loop.store %x, %m[%i] : memref<4xf32>
  }
  return
}
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [("loop.load", (("read", "memref"),)), ("loop.store", (("write", "memref"),)), ("loop.for", None)],
)
def test_effects_of_a_kind(name: str, expected: object) -> None:
    [op] = [each for each in dlc.parse(LOOP).walk() if each.name == name]
    assert fixed_effects(op) == expected
