"""`cf-to-loop`: what it makes of branches gives what the branches gave."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import dlc
from dlc.dialects.func import FuncOp
from dlc.interp.interpreter import Interpreter
from dlc.ir.operations import Operation
from dlc.passes.manager.pipeline_text import parse_pipeline
from support.programs import assert_valid, module_of, new_context

ARGUMENTS = [(a, b) for a in (0, 1, 2, 5) for b in (-3, 0, 1, 4)]


def _lifted(text: str, pipeline: str) -> Operation:
    context = new_context()
    module = module_of(text, context)
    assert parse_pipeline(f"builtin.module({pipeline})").run(module, context)
    assert_valid(module)
    return module


def _function(module: Operation) -> FuncOp:
    [function] = [op for op in module.walk() if isinstance(op, FuncOp)]
    return function


# -- Programs with structure -------------------------------------------------------------------------------------------


class Nested:
    """A random program of conditionals and loops on two numbers, line by line."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.lines: list[str] = []
        self.count = 0

    def names(self, count: int) -> list[str]:
        self.count += count
        return [f"%v{self.count - number}" for number in range(count)]

    def program(self) -> str:
        a, b = self.steps("%a", "%b", 3)
        body = "\n".join(self.lines)
        return f"func.func @main(%a: i32, %b: i32) -> (i32, i32) {{\n{body}\nreturn {a}, {b} : i32, i32\n}}"

    def steps(self, a: str, b: str, depth: int) -> tuple[str, str]:
        for _ in range(self.random.randint(1, 2)):
            step = self.random.choice((self.add, self.conditional, self.loop)) if depth else self.add
            a, b = step(a, b, depth - 1)
        return a, b

    def add(self, a: str, b: str, _: int) -> tuple[str, str]:
        [new] = self.names(1)
        self.lines.append(f"{new} = arith.{self.random.choice(('addi', 'subi', 'muli', 'xori'))} {a}, {b} : i32")
        return b, new

    def conditional(self, a: str, b: str, depth: int) -> tuple[str, str]:
        holds, new = self.names(2)
        self.lines += [f"{holds} = arith.cmpi slt, {a}, {b} : i32", f"{new}:2 = loop.when {holds} -> (i32, i32) {{"]
        x, y = self.steps(a, b, depth)
        self.lines += [f"loop.yield {x}, {y} : i32, i32", "} else {"]
        x, y = self.steps(a, b, depth) if self.random.random() < 0.7 else (b, a)
        self.lines += [f"loop.yield {x}, {y} : i32, i32", "}"]
        return f"{new}#0", f"{new}#1"

    def loop(self, a: str, b: str, depth: int) -> tuple[str, str]:
        new, i, x, y, limit, holds, j, u, v, zero, one, more, seen = self.names(13)
        self.lines += [f"{zero} = arith.constant 0 : i32", f"{one} = arith.constant 1 : i32"]
        self.lines.append(f"{limit} = arith.constant {self.random.randint(0, 3)} : i32")
        carried, types = f"{i} = {zero}, {x} = {a}, {y} = {b}", "i32, i32, i32"
        self.lines.append(f"{new}:3 = loop.while ({carried}) : ({types}) -> ({types}) {{")
        p, q = self.steps(x, y, 0)
        self.lines += [f"{holds} = arith.cmpi slt, {i}, {limit} : i32"]
        self.lines += [f"loop.condition({holds}) {i}, {p}, {q} : {types}", "} do {"]
        self.lines += [f"^bb0({j}: i32, {u}: i32, {v}: i32):", f"{more} = arith.addi {j}, {one} : i32"]
        p, q = self.steps(u, v, depth)
        self.lines += [f"loop.yield {more}, {p}, {q} : {types}", "}"]
        self.lines.append(f"{seen} = arith.addi {new}#0, {new}#1 : i32")
        return seen, f"{new}#2"


@pytest.mark.parametrize("seed", range(60))
def test_programs_with_structure_get_it_back(seed: int) -> None:
    text = Nested(seed).program()
    lifted = _lifted(text, "func.func(loop-to-cf,canonicalize),cf-to-loop")
    assert _function(lifted).body.has_one_block
    before, after = Interpreter(module_of(text)), Interpreter(lifted)
    for each in ARGUMENTS:
        assert before.run("main", *each) == after.run("main", *each), each


# -- Blocks in any order -----------------------------------------------------------------------------------------------


def _blocks(seed: int) -> str:
    """Return a program of blocks that lead to later ones, or back as long as there is fuel."""
    random, count = Random(seed), Random(seed).randint(2, 9)

    def target(at: int) -> str:
        to = random.randint(1, count - 1) if random.random() < 0.25 else random.randint(at + 1, count)
        return f"^b{to}(%x{at}, %f{at} : i32, i32)" if to < count else f"^end(%x{at} : i32)"

    lines = ["func.func @main(%a: i32, %b: i32) -> i32 {", "%one = arith.constant 1 : i32"]
    lines += ["%fuel = arith.constant 20 : i32", "%zero = arith.constant 0 : i32", "cf.br ^b1(%a, %fuel : i32, i32)"]
    for at in range(1, count):
        lines += [f"^b{at}(%p{at}: i32, %g{at}: i32):", f"%y{at} = arith.muli %p{at}, %b : i32"]
        lines += [f"%x{at} = arith.addi %y{at}, %one : i32", f"%f{at} = arith.subi %g{at}, %one : i32"]
        lines += [f"%e{at} = arith.cmpi slt, %f{at}, %zero : i32", f"%d{at} = arith.cmpi slt, %x{at}, %p{at} : i32"]
        if random.random() < 0.4:  # an exit of its own
            lines += [f"cf.cond_br %e{at}, ^z{at}, ^c{at}", f"^z{at}:"]
            lines += [f"%z{at} = arith.subi %y{at}, %f{at} : i32", f"return %z{at} : i32", f"^c{at}:"]
        else:
            lines += [f"cf.cond_br %e{at}, ^end(%x{at} : i32), ^c{at}", f"^c{at}:"]
        lines.append(
            f"cf.cond_br %d{at}, {target(at)}, {target(at)}" if random.random() < 0.7 else f"cf.br {target(at)}"
        )
    return "\n".join([*lines, "^end(%r: i32):", "return %r : i32", "}"])


@pytest.mark.parametrize("seed", range(60))
def test_blocks_in_any_order_give_what_they_gave(seed: int) -> None:
    text = _blocks(seed)
    before, after = Interpreter(module_of(text)), Interpreter(_lifted(text, "cf-to-loop"))
    for each in ARGUMENTS:
        assert before.run("main", *each) == after.run("main", *each), each


def test_many_of_these_become_loops() -> None:
    lifted = [_function(_lifted(_blocks(seed), "cf-to-loop")).body.has_one_block for seed in range(60)]
    assert sum(lifted) > 20


# -- Tensors -----------------------------------------------------------------------------------------------------------

DOUBLING = """
func.func @main(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %x : index, tensor<4xf32>)
^head(%i: index, %v: tensor<4xf32>):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^body, ^exit
^body:
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.add ins(%v, %v : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %y : index, tensor<4xf32>)
^exit:
  return %v : tensor<4xf32>
}
"""


def test_tensors_that_are_passed_between_blocks_are_compiled() -> None:
    program = dlc.compile(DOUBLING, cache=False)
    x = np.arange(4, dtype=np.float32)
    for count in (0, 1, 5):
        np.testing.assert_array_equal(program(x, count), x * 2**count)
