"""Names of values that a conversion replaces, whether anything uses them or not."""

from __future__ import annotations

import dlc
from dlc.dialects.arith import MulIOp
from dlc.ir.operations import Operation
from dlc.ir.patterns import Match
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, apply_partial_conversion, conversion
from dlc.passes.rewriting.conversion_target import ConversionTarget


@conversion("arith.addi")
def square(op: Operation, new: Converted, rw: ConversionRewriter) -> Match:
    """x + x  ->  x * x"""
    return rw.replace(op, MulIOp(new.operands[0], new.operands[0]))


def test_an_unused_value_keeps_its_name() -> None:
    module = dlc.parse("func.func @f(%x: i32) {\n  %y = arith.addi %x, %x : i32\n  return\n}")
    target = ConversionTarget()
    target.add_dynamically_legal_op("arith.addi", condition=lambda _: False)
    assert apply_partial_conversion(module, target, [square], dlc.make_context())
    assert "%y = arith.muli %x, %x" in str(module)
