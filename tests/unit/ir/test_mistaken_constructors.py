"""Constructors with arguments that cannot be right, and ops from Python that are wrong: what the errors say."""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import currentframe
from typing import Any

import pytest

import dlc
from dlc.dialects import arith, func
from dlc.ir.builder import Builder
from dlc.ir.builtin_attributes import SymbolRefAttr
from dlc.ir.builtin_types import IntegerType, f32, i32
from dlc.ir.constraints import any_type
from dlc.ir.definition import Op, Operand, Result, inferred_result, op, operand
from dlc.ir.diagnostics import file_location
from dlc.ir.dialect import Dialect
from dlc.ir.values import Value


@op("infers.twice")
class TwiceOp(Op):
    x: Operand = operand(IntegerType)
    out: Result = inferred_result(any_type)
    syntax = "$x attr-dict `:` type($x)"

    def infer_types(self) -> list[Any]:
        return [IntegerType(2 * self.x.type_as(IntegerType).width)]


def widened(type: Any) -> IntegerType:
    return IntegerType(2 * type.width, type.signedness)


@op("infers.widened")
class WidenedOp(Op):
    x: Operand = operand(IntegerType)
    out: Result = inferred_result(any_type, type_from=("x", widened))
    syntax = "$x attr-dict `:` type($x)"


def function() -> tuple[func.FuncOp, Value, Value]:
    example = func.FuncOp.of("f", [i32, f32])
    a, b = example.entry.args
    return example, a, b


def message(call: Callable[[], object]) -> str:
    with pytest.raises(dlc.DlcError) as caught:
        call()
    return str(caught.value)


@pytest.mark.parametrize("kind", [TwiceOp, WidenedOp])
def test_a_wrong_operand_is_reported_before_types_are_inferred(kind: Any) -> None:
    _, _, b = function()
    expected = f"'{kind.name}' op operand #0 must be integer, but got 'f32'"
    assert message(lambda: kind(b)) == expected
    assert not b.has_uses


def test_a_wrong_operand_in_text_is_reported_before_types_are_inferred() -> None:
    context = dlc.make_context()
    context.load(Dialect("infers", ops=[TwiceOp]))
    text = "func.func @f(%x: f32) {\n  %y = infers.twice %x : f32\n  return\n}"
    expected = "-:2:8: error: 'infers.twice' op operand #0 must be integer, but got 'f32'"
    assert expected in message(lambda: dlc.parse(text, context=context))


def test_one_value_in_place_of_a_list() -> None:
    _, a, _ = function()
    one: Any = a
    one_type: Any = i32
    assert message(lambda: func.ReturnOp(one)).startswith("'values' of 'func.return' must be a list, but got ")
    assert message(lambda: func.CallOp(SymbolRefAttr("f"), [a], one_type)).endswith("; write [outputs]")
    assert not a.has_uses
    assert message(lambda: func.FuncOp.of("g", one_type, one_type)) == (
        "a function takes a list of types, but got 'i32'; write [i32]"
    )


def test_other_constructors_are_named() -> None:
    _, a, _ = function()
    assert "but got 'slt'; CmpIOp.of may take what you have" in message(lambda: arith.CmpIOp("slt", a, a))  # type: ignore[arg-type]
    assert "ConstantOp.integer" in message(lambda: arith.ConstantOp(3))  # type: ignore[arg-type]


def test_an_op_without_a_place_is_shown() -> None:
    example, a, b = function()
    for each in (arith.AddIOp(a, b), func.ReturnOp([])):
        example.entry.append(each)
    assert message(lambda: dlc.verify(example)).splitlines()[1:] == [
        "<unknown>: error: 'arith.addi' op operand #1 must be signless-integer-like, but got 'f32'",
        "<unknown>: note: see the op: %0 = arith.addi %arg0, %arg1 : i32",
    ]


def test_an_op_that_a_builder_inserts_has_the_line_of_python() -> None:
    example, a, b = function()
    builder = Builder.at_end(example.entry)
    builder.insert(arith.AddIOp(a, b))
    line = currentframe().f_lineno - 1  # type: ignore[union-attr]
    builder.insert(func.ReturnOp([]))
    error = message(lambda: dlc.verify(example)).splitlines()[1]
    assert re.search(rf"test_mistaken_constructors\.py:{line}:5: error: 'arith.addi' op operand #1", error)


def test_ops_that_passes_insert_have_no_line_of_python() -> None:
    text = "func.func @f(%x: f32) -> f32 {\n  %y = math.tanh %x : f32\n  return %y : f32\n}"
    module = dlc.parse(text)
    dlc.run_pipeline(module, "expand-math")
    places = {file_location(each.location) for each in module.walk()}
    assert {place.filename for place in places if place is not None} <= {"-"}
