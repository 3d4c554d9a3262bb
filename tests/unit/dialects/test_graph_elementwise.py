"""Simplifications of elementwise ops of `graph`: they change no result, end, and make nothing run that may fail."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from dlc.dialects.func import FuncOp
from dlc.dialects.graph import DivOp
from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.ir.builtin_types import DYNAMIC, FloatType, IntegerType, TensorType, f32
from dlc.ir.effects import is_speculatable
from dlc.passes.generic.canonicalize import canonicalize
from support.graph_running import array_of, numbers_of, same_number, special_numbers
from support.programs import assert_valid, module_of, new_context
from support.project import FILECHECK

TEXT = (FILECHECK / "dialects" / "graph" / "canonicalize_elementwise.mlir").read_text(encoding="utf-8")
MODULE = module_of(TEXT)
FUNCTIONS = [op for op in MODULE.walk() if isinstance(op, FuncOp)]


def shape_of(shape: tuple[int, ...]) -> tuple[int, ...]:
    """A shape with 4 for unknown sizes."""
    return tuple(4 if size == DYNAMIC else size for size in shape)


def draw_arguments(function: FuncOp, random: Random) -> list[Any]:
    """Special numbers for all arguments, four of each."""
    arrays: list[Any] = []
    for argument in function.body.entry.args:
        assert isinstance(argument.type, TensorType)
        element = argument.type.element_type
        numbers = random.choices(special_numbers(element), k=4)
        arrays.append(array_of([] if 0 in argument.shape else numbers, element).reshape(shape_of(argument.shape)))
    return arrays


@cache
def simplified() -> Interpreter:
    context = new_context()
    module = module_of(TEXT, context)
    canonicalize(module, context)
    return Interpreter(module)


@pytest.mark.parametrize("name", [function.sym_name.value for function in FUNCTIONS])
def test_simplified_functions_compute_the_same(name: str) -> None:
    before, after = Interpreter(MODULE), simplified()
    function = next(function for function in FUNCTIONS if function.sym_name.value == name)
    random = Random(name)
    for _ in range(30):
        arguments = draw_arguments(function, random)
        try:
            expected = before.run(name, *arguments)
        except InterpreterError:  # divides by zero
            continue
        actual = after.run(name, *arguments)
        for one, other in zip(actual, expected, strict=True):
            assert all(map(same_number, numbers_of(np.asarray(one)), numbers_of(np.asarray(other))))


FLOAT_OPS = [
    *(f"graph.{name} {{0}} : {{t}}" for name in ("neg", "abs", "sign", "relu", "floor", "round", "trunc", "cos")),
    *(f"graph.{name} {{0}}, {{1}} : {{t}}" for name in ("add", "sub", "mul", "div", "pow", "maximum", "minimum")),
    "graph.copysign {0}, {1} : {t}",
    "graph.clamp {0}, low = -1.5, high = 2.0 : {t}",
    "graph.clamp {0}, low = 0.0, high = 0x7FF0000000000000 : {t}",
]
INTEGER_OPS = [
    *(f"graph.{name} {{0}} : {{t}}" for name in ("neg", "abs", "sign", "relu", "not")),
    *(f"graph.{name} {{0}}, {{1}} : {{t}}" for name in ("add", "sub", "mul", "maximum", "minimum", "pow")),
    *(f"graph.{name} {{0}}, {{1}} : {{t}}" for name in ("and", "or", "xor", "shift_left", "shift_right")),
]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("element", [f32, IntegerType(8), IntegerType(8, "u"), IntegerType(4)], ids=str)
def test_simplified_programs_compute_the_same(element: FloatType | IntegerType, seed: int) -> None:
    """Programs of some twenty ops, whose operands are often constants that something can be done with."""
    random = Random(seed)
    is_float = isinstance(element, FloatType)
    numbers = special_numbers(element)
    kind = f"tensor<{len(numbers)}x{element}>"
    constants = ["0.0", "-0.0", "1.0", "-1.0", "2.0", "0.5"] if is_float else ["0", "1", "2", "3"]
    lines = [f"%c{place} = graph.constant dense<{text}> : {kind}" for place, text in enumerate(constants)]
    values = ["%x", "%y", *(f"%c{place}" for place in range(len(constants)))]
    for place in range(24):
        op = random.choice(FLOAT_OPS if is_float else INTEGER_OPS)
        lines.append(f"%v{place} = {op.format(random.choice(values), random.choice(values), t=kind)}")
        values += [f"%v{place}"] * 2
    results = "%v23, %v22, %v21"
    body = "\n".join(lines)
    text = f"func.func @f(%x: {kind}, %y: {kind}) -> ({', '.join([kind] * 3)}) {{\n{body}\n"
    text += f"return {results} : {', '.join([kind] * 3)} }}"
    context = new_context()
    before, after = module_of(text), module_of(text, context)
    assert canonicalize(after, context).converged
    arguments = array_of(numbers, element), array_of(random.sample(numbers, len(numbers)), element)
    expected, actual = (Interpreter(module).run("f", *arguments) for module in (before, after))
    for one, other in zip(actual, expected, strict=True):
        assert all(map(same_number, numbers_of(one), numbers_of(other))), text


CIRCLES = [
    "%x = graph.neg %x : tensor<4xf32>",
    "%x = graph.abs %x : tensor<4xf32>",
    "%x = graph.floor %x : tensor<4xf32>",
    "%x = graph.relu %x : tensor<4xf32>",
    "%x = graph.clamp %x, low = 0.0, high = 1.0 : tensor<4xf32>",
    "%x = graph.copysign %x, %a : tensor<4xf32>",
    "%x = graph.copysign %a, %x : tensor<4xf32>",
    "%x = graph.cast %x : tensor<4xf32> -> tensor<4xf32>",
    "%x = graph.bitcast %x : tensor<4xf32> -> tensor<4xf32>",
    "%x = graph.add %x, %x : tensor<4xf32>",
    "%x = graph.sub %a, %x : tensor<4xf32>",
    "%x = graph.mul %one, %x : tensor<4xf32>",
    "%x = graph.div %x, %two : tensor<4xf32>",
    "%x = graph.pow %x, %two : tensor<4xf32>",
    "%x = graph.maximum %x, %one : tensor<4xf32>",
    "%x = graph.minimum %y, %two : tensor<4xf32>\n      %y = graph.maximum %x, %one : tensor<4xf32>",
    "%x = graph.neg %y : tensor<4xf32>\n      %y = graph.neg %x : tensor<4xf32>",
    "%x = graph.relu %y : tensor<4xf32>\n      %y = graph.clamp %x, low = 0.0, high = 1.0 : tensor<4xf32>",
    "%c = graph.not %c : tensor<4xi1>",
    "%c = graph.xor %c, %c : tensor<4xi1>",
    "%c = graph.select %c, %c, %c : tensor<4xi1>",
    "%c = graph.compare <eq> %c, %c : tensor<4xi1>",
]


@pytest.mark.parametrize("ops", CIRCLES)
def test_simplifying_ops_that_use_their_own_results_ends(ops: str) -> None:
    context = new_context()
    module = module_of(
        f"""func.func @f(%a: tensor<4xf32>) {{
          %one = graph.constant dense<1.0> : tensor<4xf32>
          %two = graph.constant dense<2.0> : tensor<4xf32>
          return
        ^loop:
          {ops}
          cf.br ^loop
        }}""",
        context,
    )
    assert canonicalize(module, context).converged
    assert_valid(module, context)


@pytest.mark.parametrize(
    ("divisor", "is_safe"),
    [
        ("graph.constant dense<[1, -1]> : tensor<2xi32>", True),
        ("graph.constant dense<3> : tensor<2xi32>", True),
        ("graph.constant dense<[1, 0]> : tensor<2xi32>", False),
        ("graph.constant dense<0> : tensor<2xi32>", False),
        ("graph.add %x, %x : tensor<2xi32>", False),
        ("graph.broadcast %three, [] : tensor<i32> -> tensor<2xi32>", True),
    ],
)
def test_only_divisions_that_cannot_fail_are_speculated(divisor: str, is_safe: bool) -> None:
    module = module_of(
        f"""func.func @f(%x: tensor<2xi32>, %y: tensor<2xf32>) -> (tensor<2xi32>, tensor<2xf32>) {{
          %three = graph.constant dense<3> : tensor<i32>
          %d = {divisor}
          %r = graph.div %x, %d : tensor<2xi32>
          %s = graph.div %y, %y : tensor<2xf32>
          return %r, %s : tensor<2xi32>, tensor<2xf32>
        }}"""
    )
    integers, floats = [op for op in module.walk() if isinstance(op, DivOp)]
    assert is_speculatable(integers) == is_safe
    assert is_speculatable(floats)
