"""`inline` where a call reaches into another symbol table."""

from __future__ import annotations

import dlc
from dlc.ir.attributes import Attribute
from dlc.ir.builtin_attributes import SymbolRefAttr
from dlc.ir.builtin_constraints import symbol_ref
from dlc.ir.constraints import any_type
from dlc.ir.definition import Attr, Op, VariadicOperand, VariadicResult, attr, op, variadic_operand, variadic_result
from dlc.ir.dialect import Dialect
from dlc.ir.interfaces import Call
from dlc.ir.values import Value

PROGRAM = """
module @inner {
  func.func private @g(%x: i32) -> i32 attributes {no_inline} {
    return %x : i32
  }
  func.func nested @calls(%x: i32) -> i32 {
    %y = func.call @g(%x) : (i32) -> i32
    return %y : i32
  }
  func.func nested @computes(%x: i32) -> i32 {
    %y = arith.muli %x, %x : i32
    return %y : i32
  }
}
func.func private @g(%x: i32) -> i32 attributes {no_inline} {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
func.func @main(%x: i32) -> i32 {
  %y = outside.call @inner::@calls(%x) : (i32) -> i32
  %z = outside.call @inner::@computes(%y) : (i32) -> i32
  return %z : i32
}
"""


@op("outside.call", interfaces=(Call,))
class OutsideCallOp(Op):
    """A call by a path of names."""

    to: Attr[SymbolRefAttr] = attr(symbol_ref)
    inputs: VariadicOperand = variadic_operand(any_type)
    outputs: VariadicResult = variadic_result(any_type)
    syntax = "$to `(` $inputs `)` attr-dict `:` functional-type($inputs, $outputs)"

    def callee(self) -> Attribute:
        return self.to

    def call_arguments(self) -> list[Value]:
        return list(self.inputs)


def test_what_refers_to_symbols_stays_where_they_are() -> None:
    context = dlc.make_context()
    context.load(Dialect("outside", ops=[OutsideCallOp]))
    module = dlc.parse(PROGRAM, context=context)
    dlc.run_pipeline(module, "inline", context=context)
    main = str(module).partition("@main")[2]
    assert "outside.call @inner::@calls(%x)" in main
    assert "outside.call @inner::@computes" not in main
    assert "arith.muli" in main
