"""Passes on deep nests of loops: facts about an inner loop are not found anew for each loop around it."""

from __future__ import annotations

import pytest

import dlc
from support.cost import cost_of

HEAD = "func.func @f(%x: i32, %n: index, %s: index, %m: memref<4xi32>) {\n"
LOOPS = {"scf": "scf.for %i{0} = %n to %n step %s {{\n", "loop": "loop.for %i{0} = 0 to 8 {{\n"}
OWN = "%a{0} = arith.index_cast %i{0} : index to i32\n" + "".join(
    f"%p{{0}}_{number} = arith.muli %a{{0}}, %x : i32\n" for number in range(4)
)
STORE = "memref.store %x, %m[%n] : memref<4xi32>\n"


def nest(dialect: str, depth: int, inside: str = STORE) -> str:
    """Return a nest of loops, each of which computes something of its own."""
    begins = "".join((LOOPS[dialect] + OWN).format(number) for number in range(depth))
    return f"{HEAD}{begins}{inside}{'}' * depth}\nreturn\n}}\n"


def transformed(text: str, name: str) -> str:
    module = dlc.parse(text)
    dlc.run_pipeline(module, name)
    return str(module)


@pytest.mark.parametrize("dialect", LOOPS)
@pytest.mark.parametrize("name", ["canonicalize", "loop-invariant-code-motion"])
def test_the_cost_for_each_loop_stays_the_same(name: str, dialect: str) -> None:
    def cost(depth: int) -> float:
        module = dlc.parse(nest(dialect, depth))
        return cost_of(lambda: dlc.run_pipeline(module, name))

    cost(4)
    assert cost(160) < 2.6 * cost(80)


@pytest.mark.parametrize("dialect", LOOPS)
def test_a_nest_goes_with_the_only_op_that_kept_it(dialect: str) -> None:
    never = f"%no = arith.constant false\nscf.if %no {{ {STORE} }}\n"
    assert f"{dialect}.for" not in transformed(nest(dialect, 6, never), "canonicalize")


@pytest.mark.parametrize("inside", ["", "%v = memref.load %m[%n] : memref<4xi32>\n"])
def test_a_nest_without_lasting_effects_goes(inside: str) -> None:
    assert "loop.for" not in transformed(nest("loop", 6, inside), "canonicalize")


@pytest.mark.parametrize(("end", "stays"), [("", False), ("loop.store %x, %m[%n] : memref<4xi32>\n", True)])
def test_what_inner_loops_read_leaves_all_loops_unless_one_writes(end: str, stays: bool) -> None:
    text = f"""{HEAD}
  loop.for %i = 0 to 8 {{
    scf.for %j = %n to %s step %s {{
      loop.for %k = 0 to 8 {{
        %v = loop.load %m[1] : memref<4xi32>
        %w = arith.addi %v, %x : i32
      }}
    }}
    {end}
  }}
  return
}}
"""
    shown = transformed(text, "loop-invariant-code-motion")
    assert (shown.index("loop.for %i") < shown.index("loop.load")) == stays
