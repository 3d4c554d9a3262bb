"""Meanings of ops outside of dlc: whatever they raise or return, one error names the op and its line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.interp.conversion import scalar_from_python, scalar_to_python
from dlc.interp.semantics import Enter, Leave, semantics
from dlc.ir.builtin_types import f32
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Op,
    Operand,
    Region,
    Result,
    VariadicOperand,
    op,
    operand,
    region,
    result,
    variadic_operand,
)
from dlc.ir.dialect import Dialect
from dlc.ir.traits import Pure, Terminator


@op("foreign.number")
class NumberOp(Op):
    x: Operand = operand(f32)
    out: Result = result(f32)
    syntax = "$x attr-dict"


@op("foreign.any")
class AnyOp(Op):
    x: Operand = operand(any_type)
    out: Result = result(any_type)
    syntax = "$x attr-dict `:` type($x) `->` type($out)"


@op("foreign.two")
class TwoOp(Op):
    x: Operand = operand(f32)
    one: Result = result(f32)
    other: Result = result(f32)
    syntax = "$x attr-dict"


@op("foreign.region")
class RegionOp(Op):
    """An op that does not say how control flows, so that nothing but its meaning knows what the region takes."""

    x: Operand = operand(f32)
    out: Result = result(f32)
    body: Region = region()
    syntax = "$x $body attr-dict"


@op("foreign.give", traits=(Pure, Terminator))
class GiveOp(Op):
    x: VariadicOperand = variadic_operand(f32)
    syntax = "$x attr-dict"


DIALECT = Dialect("foreign", ops=[NumberOp, AnyOp, TwoOp, RegionOp, GiveOp])
NUMBER = "func.func @f(%x: f32) -> f32 {\n  %y = foreign.number %x\n  return %y : f32\n}"
TENSOR = """func.func @f(%x: f32) -> tensor<2xf32> {
  %y = foreign.any %x : f32 -> tensor<2xf32>
  return %y : tensor<2xf32>
}"""
TWO = "func.func @f(%x: f32) -> f32 {\n  %y:2 = foreign.two %x\n  return %y#1 : f32\n}"

REGION = """func.func @f(%x: f32) -> f32 {
  %y = foreign.region %x {
  ^bb0(%a: f32):
    foreign.give %a, %a
  }
  return %y : f32
}"""


def run(text: str, meaning: Callable[[Any], Any]) -> list[Any]:
    context = dlc.make_context()
    context.load(DIALECT)
    try:
        semantics(*DIALECT.ops.values())(lambda _, machine: meaning(machine))
        return dlc.Interpreter(dlc.parse(text, context=context)).run("f", 2.0)
    finally:
        for kind in DIALECT.ops.values():
            semantics.pop(kind)


MISTAKES = {
    "number of Python": (
        NUMBER,
        lambda _: lambda _bits: 3.0,
        "returned 3.0 for 'f32'; return its bits, as scalar_from",
    ),
    "number of numpy": (NUMBER, lambda _: lambda _bits: np.float32(3), "for 'f32'; return its bits, as scalar_from"),
    "nothing": (NUMBER, lambda _: lambda _bits: None, "returned None for 'f32'; return its bits"),
    "no function": (NUMBER, lambda _: 3, "has a meaning that is 3; return a function of the operands"),
    "raising": (NUMBER, lambda _: lambda bits: {}[bits], "has a meaning that raised KeyError: "),
    "raising at once": (NUMBER, lambda machine: machine.nothing, "has a meaning that raised AttributeError: "),
    "too few operands": (NUMBER, lambda _: lambda: 3, "has a meaning that raised TypeError: "),
    "array": (
        TENSOR,
        lambda _: lambda _bits: np.ones(2),
        "for 'tensor<2xf32>'; return Elements, as elements_from_python",
    ),
    "one of two": (TWO, lambda _: lambda bits: bits, "has 2 results, but a meaning that returned 1073741824"),
    "two of another kind": (TWO, lambda _: lambda bits: [bits, "x"], "returned 'x' for 'f32'; return its bits"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_name_the_op(name: str) -> None:
    text, meaning, message = MISTAKES[name]
    with pytest.raises(dlc.DlcError) as caught:
        run(text, meaning)
    assert str(caught.value).startswith("-:2:")
    assert "'foreign." in str(caught.value)
    assert message in str(caught.value)


def test_meanings_that_are_right() -> None:
    def half(bits: int) -> int:
        return scalar_from_python(scalar_to_python(bits, f32) / 2, f32)

    assert run(NUMBER, lambda _: half) == [1.0]
    assert run(TWO, lambda _: lambda bits: (bits, half(bits))) == [1.0]


def test_a_meaning_may_return_a_bool_for_a_bit() -> None:
    text = "func.func @f(%x: f32) -> i1 {\n  %y = foreign.any %x : f32 -> i1\n  return %y : i1\n}"
    (given_back,) = run(text, lambda _: lambda _bits: True)
    assert type(given_back) is int
    assert given_back == 1


def test_regions_that_are_entered_or_left_with_something_else() -> None:
    def region_run(kernel: Callable[[RegionOp, int], Any]) -> str:
        semantics(GiveOp)(lambda op, _: lambda *values: Leave(op, values))
        semantics(RegionOp)(lambda op, _: lambda x: kernel(op, x))
        context = dlc.make_context()
        context.load(DIALECT)
        try:
            with pytest.raises(dlc.DlcError) as caught:
                dlc.Interpreter(dlc.parse(REGION, context=context)).run("f", 2.0)
        finally:
            semantics.pop(GiveOp)
            semantics.pop(RegionOp)
        return str(caught.value)

    def later(op: RegionOp, x: int) -> Any:
        left = yield Enter(op.body, [x])
        return {}[left]

    def results(op: RegionOp, x: int) -> Any:
        return (yield Enter(op.body, [x])).values

    place = "-:2:8: 'foreign.region' op "
    assert region_run(lambda op, x: Enter(op.body, [x, x])).startswith(
        f"{place}passes 2 values to a block that takes 1"
    )
    assert region_run(lambda op, x: Enter(op.body, [x])).startswith(f"{place}has a meaning that returned [10737")
    assert region_run(results).startswith(f"{place}has a meaning that returned (1073741824")
    assert region_run(later).startswith(f"{place}has a meaning that raised KeyError")
