"""Listeners of users: they hear of every op that the drivers insert and erase."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import dlc
from dlc.dialects.arith import AddIOp
from dlc.ir.builtin_types import IndexType, i64
from dlc.ir.operations import Operation
from dlc.ir.patterns import Match, RewriteListener
from dlc.ir.values import Value
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, apply_partial_conversion, conversion
from dlc.passes.rewriting.conversion_target import ConversionTarget
from dlc.passes.rewriting.function_conversion import FUNCTION_PATTERNS, allow_converted_functions
from dlc.passes.rewriting.greedy import GreedyConfig, rewrite_greedily
from dlc.passes.rewriting.type_conversion import TypeConverter


class Ops(RewriteListener):
    """The ops of a module, as far as the listener was told, and the values that took the place of results."""

    def __init__(self, module: Operation) -> None:
        self.ops = set(module.walk())
        self.changed: list[str] = []
        self.replacements: list[tuple[str, int]] = []

    def inserted(self, op: Operation) -> None:
        self.ops.update(op.walk())

    def modified(self, op: Operation) -> None:
        self.changed.append(op.name)

    def replaced(self, op: Operation, values: Sequence[Value]) -> None:
        assert op in self.ops
        self.replacements.append((op.name, len(values)))

    def erased(self, op: Operation) -> None:
        self.ops.remove(op)


FOLDED = """func.func @f(%x: i32, %c: i1) -> i32 {
  %zero = arith.constant 0 : i32
  %again = arith.constant 0 : i32
  %a = arith.addi %x, %zero : i32
  %b = arith.addi %again, %a : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %five = arith.addi %two, %three : i32
  cf.cond_br %c, ^one, ^other
^one:
  return %five : i32
^other:
  return %b : i32
^never:
  return %x : i32
}"""


def test_the_greedy_driver_tells_of_folds_constants_and_blocks() -> None:
    module = dlc.parse(FOLDED)
    listener = Ops(module)
    rewrite_greedily(module, [], dlc.make_context(), GreedyConfig(listener=listener))
    assert listener.ops == set(module.walk())
    assert ("arith.constant", 1) in listener.replacements  # the second zero
    assert ("arith.addi", 1) in listener.replacements
    assert "arith.addi" in listener.changed


@conversion(AddIOp)
def convert_addition(op: AddIOp, new: Converted, rw: ConversionRewriter) -> Match:
    """arith.addi : index -> arith.addi : i64"""
    return rw.replace(op, AddIOp(new.lhs, new.rhs, op.overflowFlags))


@pytest.mark.parametrize("with_functions", [True, False])
def test_conversions_tell_of_casts_too(with_functions: bool) -> None:
    converter = TypeConverter.keeping_others()
    converter.add(lambda type: i64 if isinstance(type, IndexType) else None)
    target = ConversionTarget()
    target.add_dynamically_legal_dialect("arith", condition=converter.is_legal_op)
    if with_functions:
        allow_converted_functions(target, converter)
    module = dlc.parse("""func.func @next(%i: index, %j: index) -> index {
      %k = arith.addi %i, %j : index
      %l = arith.addi %k, %j : index
      return %l : index
    }""")
    listener = Ops(module)
    patterns = [convert_addition, *(FUNCTION_PATTERNS if with_functions else ())]
    assert apply_partial_conversion(module, target, patterns, dlc.make_context(), converter, listener=listener)
    assert listener.ops == set(module.walk())
    assert listener.replacements.count(("arith.addi", 1)) == 2
