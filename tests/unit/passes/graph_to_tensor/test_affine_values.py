"""Values of affine functions: `loop.apply` of symbols and dimensions, `arith` where values can be neither."""

from __future__ import annotations

import pytest

from dlc.dialects import arith, loop
from dlc.interp.interpreter import Interpreter
from dlc.ir.affine import AffineExpr, affine_symbols
from dlc.ir.builder import Builder
from dlc.ir.builtin_attributes import int_attr
from dlc.ir.builtin_types import index
from dlc.ir.operations import Operation
from dlc.ir.values import Value
from dlc.passes.graph_to_tensor.affine_values import affine_value
from support.programs import assert_valid, module_of

PLACES = """
func.func @f(%a: index, %b: index) -> index {
  %zero = arith.constant 0 : index
  %r = loop.for %i = 0 to 7 iter_args(%last = %zero) -> (index) {
    %r, %x, %y = loop.for %j = 0 to 1 iter_args(%old = %zero, %x = %a, %y = %b) -> (index, index, index) {
      loop.yield %old, %x, %y : index, index, index
    }
    loop.yield %r : index
  }
  return %r : index
}
"""
A, B = affine_symbols(2)
EXPRESSIONS = [A + 3, A * 5 - B, (A + B) % 4, (A - 7) // 3, (A - 7).ceildiv(3), A * B, (A + 1) % (B + 1), (A + B) // B]


def with_value(expr: AffineExpr, names: list[str]) -> tuple[Operation, Value]:
    """The program, with the value of an expression over some of its values yielded by the inner loop."""
    module = module_of(PLACES)
    outer, inner = (op for op in module.walk() if isinstance(op, loop.ForOp))
    entry = inner.body
    values = dict(zip("ijxy", (outer.body.args[0], entry.args[0], *entry.args[2:]), strict=True))
    last = entry.last
    assert last is not None
    b = Builder.before(last)
    value = affine_value(
        b,
        expr,
        [values[name] for name in names],
        lambda number: b.insert(arith.ConstantOp(int_attr(number, index))).results[0],
    )
    last.set_operand(0, value)
    assert_valid(module)
    return module, value


def test_some_expressions_are_divided_by_values() -> None:
    assert sum(not each.is_pure_affine for each in EXPRESSIONS) == 3


@pytest.mark.parametrize("a", [0, 2, 9])
@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
def test_what_is_neither_dimension_nor_symbol(expr: AffineExpr, a: int) -> None:
    module, value = with_value(expr, ["x", "y"])
    assert value.defined_by(loop.ApplyOp) is None
    assert Interpreter(module).run("f", a, 3) == [expr.evaluate((), (a, 3))]


@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
def test_dimensions(expr: AffineExpr) -> None:
    module, value = with_value(expr, ["i", "j"])
    assert (value.defined_by(loop.ApplyOp) is not None) == expr.is_pure_affine
    if expr is not EXPRESSIONS[-1]:  # %j is 0
        assert Interpreter(module).run("f", 1, 1) == [expr.evaluate((), (6, 0))]


def test_the_same_value_twice() -> None:
    module, value = with_value(A * 2 + B, ["i", "i"])
    apply = value.defined_by(loop.ApplyOp)
    assert apply is not None
    assert len(apply.operands) == 1
    assert Interpreter(module).run("f", 1, 1) == [18]
