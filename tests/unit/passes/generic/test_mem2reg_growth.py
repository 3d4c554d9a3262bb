"""`mem2reg` on many slots that meet in one block."""

from __future__ import annotations

import dlc
from dlc.passes.generic.mem2reg import promote_memory
from support.cost import cost_of


def diamonds(count: int) -> str:
    """Return a function with slots, each of which is written in a branch of its own: all branches meet in one block."""
    slots = "".join(f"  %m{i} = memref.alloca() : memref<i32>\n" for i in range(count))
    cases = ", ".join(f"{i}: ^b{i}" for i in range(count))
    blocks = "".join(f"^b{i}:\n  memref.store %x, %m{i}[] : memref<i32>\n  cf.br ^end\n" for i in range(count))
    loads = "".join(
        f"  %v{i} = memref.load %m{i}[] : memref<i32>\n  %s{i + 1} = arith.addi %s{i}, %v{i} : i32\n"
        for i in range(count)
    )
    return (
        f"func.func @f(%c: i32, %x: i32) -> i32 {{\n{slots}  cf.switch %c : i32, [default: ^end, {cases}]\n"
        f"{blocks}^end:\n  %s0 = arith.constant 0 : i32\n{loads}  return %s{count} : i32\n}}\n"
    )


def test_as_many_values_as_slots_times_branches_are_not_copied_for_each_slot() -> None:
    def cost(count: int) -> float:
        module = dlc.parse(diamonds(count))
        spent = cost_of(lambda: promote_memory(module))
        dlc.verify(module)
        assert "memref" not in str(module)
        return spent

    assert cost(48) < 5 * cost(24)
