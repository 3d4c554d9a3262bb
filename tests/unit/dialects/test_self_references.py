"""In code that is never reached, ops may use their own results: canonicalization ends there too."""

from __future__ import annotations

import pytest

from dlc.dialects import register_all
from dlc.ir.context import Context
from dlc.ir.verifier import verify
from dlc.parser import parse
from dlc.passes.generic.canonicalize import canonicalize

CIRCLES = [
    "%x = arith.addi %x, %one : i32",
    "%x = arith.addi %x, %zero : i32",
    "%x = arith.subi %one, %x : i32",
    "%x = arith.subi %x, %x : i32",
    "%x = arith.muli %x, %one : i32",
    "%x = arith.muli %x, %two : i32",
    "%x = arith.andi %x, %a : i32",
    "%x = arith.xori %x, %a : i32",
    "%x = arith.maxsi %x, %one : i32",
    "%x = arith.select %c, %x, %a : i32",
    "%x = arith.select %c, %a, %x : i32",
    "%x = arith.bitcast %x : i32 to i32",
    "%x = arith.negf %x : f32",
    "%x = arith.mulf %x, %x : f32",
    "%x = arith.cmpi slt, %c, %x : i1",
    "%x = math.absi %x : i32",
    "%x = arith.addi %y, %one : i32\n    %y = arith.addi %x, %two : i32",
    "%x = arith.muli %y, %two : i32\n    %y = arith.muli %x, %two : i32",
    "%x = builtin.unrealized_conversion_cast %x : i32 to i32",
]


@pytest.mark.parametrize("ops", CIRCLES)
def test_canonicalization_ends(ops: str) -> None:
    text = f"""
    func.func @f(%c: i1, %a: i32) {{
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      return
    ^loop:
      {ops}
      cf.cond_br %c, ^loop, ^loop
    }}
    """
    context = Context()
    register_all(context)
    module = parse(text, context)
    assert module is not None
    assert canonicalize(module, context).converged
    assert verify(module, context.diagnostics)
