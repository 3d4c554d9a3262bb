"""Control, calls, bounds and errors of the interpreter."""

from __future__ import annotations

import numpy as np
import pytest

from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.interp.values import POISON
from dlc.parser import parse
from support.programs import assert_machine_code_agrees, module_of, new_context, run, run_one

FIBONACCI = """
func.func @main(%n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %small = arith.cmpi slt, %n, %c2 : i32
  cf.cond_br %small, ^done(%n : i32), ^more
^more:
  %a = arith.subi %n, %c1 : i32
  %b = arith.subi %n, %c2 : i32
  %x = func.call @main(%a) : (i32) -> i32
  %y = func.call @main(%b) : (i32) -> i32
  %z = arith.addi %x, %y : i32
  cf.br ^done(%z : i32)
^done(%r: i32):
  return %r : i32
}
"""

SOFTMAX = """
func.func @main(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %e = tensor.empty() : tensor<1x2xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<1x2xf32>) outs(%e : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %r : tensor<1x2xf32>
}
"""

COUNT_DOWN = """
func.func @main(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %stop = arith.cmpi eq, %n, %c0 : i32
  cf.cond_br %stop, ^done(%c0 : i32), ^more
^more:
  %a = arith.subi %n, %c1 : i32
  %x = func.call @main(%a) : (i32) -> i32
  %z = arith.addi %x, %c1 : i32
  cf.br ^done(%z : i32)
^done(%r: i32):
  return %r : i32
}
"""

FOREVER = """
func.func @main() {
  cf.br ^loop
^loop:
  cf.br ^loop
}
"""


def test_recursion_gives_fibonacci_numbers() -> None:
    assert run_one(FIBONACCI, 12) == 144


def test_calls_nest_deeper_than_python_can() -> None:
    assert run_one(COUNT_DOWN, 3000) == 3000


def test_text_is_refused_at_once() -> None:
    with pytest.raises(
        TypeError, match=r"Interpreter takes a module, but got 'func.func .*; write Interpreter\(dlc.parse"
    ):
        Interpreter("func.func @f() { return }")  # type: ignore[arg-type] (what must be refused is tried)


def test_depth_is_bounded() -> None:
    with pytest.raises(InterpreterError, match="nested deeper than 100"):
        run(COUNT_DOWN, 1000, max_depth=100)


def test_steps_are_bounded() -> None:
    with pytest.raises(InterpreterError, match="takes more than 1000 steps"):
        run(FOREVER, max_steps=1000)


def test_loop_with_several_arguments() -> None:
    text = """
    func.func @main(%n: index) -> (index, index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      cf.br ^loop(%c0, %c1 : index, index)
    ^loop(%i: index, %p: index):
      %next = arith.addi %i, %c1 : index
      %twice = arith.addi %p, %p : index
      %go = arith.cmpi slt, %next, %n : index
      cf.cond_br %go, ^loop(%next, %twice : index, index), ^end(%twice, %next : index, index)
    ^end(%a: index, %b: index):
      return %a, %b : index, index
    }"""
    assert run(text, 10) == [1024, 10]


def test_block_arguments_are_swapped_at_once() -> None:
    text = """
    func.func @main(%n: i1, %a: i32, %b: i32) -> (i32, i32) {
      %true = arith.constant true
      cf.br ^loop(%n, %a, %b : i1, i32, i32)
    ^loop(%go: i1, %x: i32, %y: i32):
      %stop = arith.xori %go, %true : i1
      cf.cond_br %go, ^loop(%stop, %y, %x : i1, i32, i32), ^end
    ^end:
      return %x, %y : i32, i32
    }"""
    assert run(text, 1, 1, 2) == [2, 1]
    assert run(text, 0, 1, 2) == [1, 2]


@pytest.mark.parametrize(("flag", "expected"), [(1, 10), (-5, 20), (7, 30), (0, 30)])
def test_switch(flag: int, expected: int) -> None:
    text = """
    func.func @main(%f: i32) -> i32 {
      %c10 = arith.constant 10 : i32
      %c20 = arith.constant 20 : i32
      %c30 = arith.constant 30 : i32
      cf.switch %f : i32, [default: ^end(%c30 : i32), 1: ^end(%c10 : i32), -5: ^end(%c20 : i32)]
    ^end(%r: i32):
      return %r : i32
    }"""
    assert run_one(text, flag) == expected


def test_indirect_calls() -> None:
    text = """
    func.func private @inc(%x: i32) -> i32 {
      %c1 = arith.constant 1 : i32
      %r = arith.addi %x, %c1 : i32
      return %r : i32
    }
    func.func private @dec(%x: i32) -> i32 {
      %c1 = arith.constant 1 : i32
      %r = arith.subi %x, %c1 : i32
      return %r : i32
    }
    func.func @main(%c: i1, %x: i32) -> i32 {
      %f = func.constant @inc : (i32) -> i32
      %g = func.constant @dec : (i32) -> i32
      %h = arith.select %c, %f, %g : (i32) -> i32
      %r = func.call_indirect %h(%x) : (i32) -> i32
      return %r : i32
    }"""
    assert run_one(text, 1, 5) == 6
    assert run_one(text, 0, 5) == 4


def test_external_functions_are_python_functions() -> None:
    text = """
    func.func private @twice(f32) -> f32
    func.func @main(%x: f32) -> f32 {
      %r = call @twice(%x) : (f32) -> f32
      return %r : f32
    }"""
    assert run_one(text, 1.5, externals={"twice": lambda x: 2 * x}) == 3.0
    with pytest.raises(InterpreterError, match="calls '@twice', which has no body"):
        run(text, 1.5)


def test_functions_of_nested_modules_are_found() -> None:
    module = module_of("module @inner { func.func @f() -> i32 { %c = arith.constant 3 : i32  return %c : i32 } }")
    if module.get_attr("sym_name") is None:
        assert Interpreter(module).run("inner::f") == [3]
    else:
        assert Interpreter(module).run("f") == [3]


def test_errors_name_the_op_and_its_place() -> None:
    text = "func.func @main(%a: i32, %b: i32) -> i32 {\n  %r = arith.divsi %a, %b : i32\n  return %r : i32\n}"
    with pytest.raises(InterpreterError) as caught:
        run(text, 1, 0)
    assert str(caught.value) == "-:2:8: 'arith.divsi' op division by zero"
    assert caught.value.op is not None
    assert caught.value.op.name == "arith.divsi"


def test_branching_on_poison_is_an_error() -> None:
    text = """
    func.func @main() {
      %p = ub.poison : i1
      cf.cond_br %p, ^a, ^b
    ^a:
      return
    ^b:
      return
    }"""
    with pytest.raises(InterpreterError, match="depends on poison: the condition of a branch"):
        run(text)


def test_poison_may_be_returned() -> None:
    assert run_one("func.func @main() -> i32 { %p = ub.poison : i32  return %p : i32 }") is POISON


def test_unreachable_and_failed_assertions_are_errors() -> None:
    with pytest.raises(InterpreterError, match=r"'ub.unreachable' op is reached"):
        run("func.func @main() { ub.unreachable }")
    text = 'func.func @main(%c: i1) { cf.assert %c, "must hold"  return }'
    assert run(text, 1) == []
    with pytest.raises(InterpreterError, match="assertion failed: must hold"):
        run(text, 0)


def test_unregistered_ops_are_an_error_only_when_they_are_reached() -> None:
    text = """
    func.func @main(%c: i1) {
      cf.cond_br %c, ^a, ^b
    ^a:
      "other.op"() : () -> ()
      return
    ^b:
      return
    }"""
    module = parse(text, new_context(allow_unregistered=True))
    assert module is not None
    interpreter = Interpreter(module)
    assert interpreter.run("main", 0) == []
    with pytest.raises(InterpreterError, match=r"'other.op' op is not registered"):
        interpreter.run("main", 1)


def test_wrong_calls_are_refused() -> None:
    module = module_of("func.func @main(%a: i8) { return }")
    interpreter = Interpreter(module)
    with pytest.raises(InterpreterError, match="there is no function '@other'"):
        interpreter.run("other")
    with pytest.raises(InterpreterError, match="takes 1 argument, but got 2"):
        interpreter.run("main", 1, 2)
    with pytest.raises(InterpreterError, match="300 does not fit 'i8'"):
        interpreter.run("main", 300)


IDENTITY = "func.func @main(%x: {0}) -> {0} {{ return %x : {0} }}"


@pytest.mark.parametrize(
    ("type", "value", "expected"),
    [
        ("i1", True, 1),
        ("i8", 255, -1),
        ("i32", -7, -7),
        ("i128", 2**127 - 1, 2**127 - 1),
        ("index", -1, -1),
        ("f32", 0.1, float(np.float32(0.1))),
        ("f16", 65519.0, 65504.0),
        ("bf16", 1.0, 1.0),
        ("f8E4M3FN", 447.0, 448.0),
        ("f64", -0.0, -0.0),
        ("f80", 1.5, 1.5),
    ],
)
def test_scalars_cross_the_border(type: str, value: float, expected: float) -> None:
    assert run_one(IDENTITY.format(type), value) == expected


@pytest.mark.parametrize(
    ("type", "dtype"),
    [
        ("vector<2x3xf32>", np.float32),
        ("tensor<?x3xi64>", np.int64),
        ("vector<2x3xi1>", bool),
        ("tensor<2x3xf16>", np.float16),
    ],
)
def test_arrays_cross_the_border(type: str, dtype: type) -> None:
    array = np.array([[0, 1, 2], [3, 4, 5]]).astype(dtype)
    result = run_one(IDENTITY.format(type), array)
    assert result.dtype == array.dtype
    np.testing.assert_array_equal(result, array)


NUMBERS = ["f32", "i32", "index", "complex<f32>", "i1", "f8E4M3FN"]
SHAPED = ["tensor<2xf32>", "vector<2xi8>", "tensor<*xf32>", "tensor<2xi4>", "memref<*xf32>"]
STRANGE = ["x", {}, object(), [[1], [2, 3]], np.array(["a", "b"])]


@pytest.mark.parametrize("type", [*NUMBERS, *SHAPED])
@pytest.mark.parametrize("value", STRANGE, ids=lambda value: type(value).__name__)
def test_strange_arguments_are_refused(type: str, value: object) -> None:
    interpreter = Interpreter(module_of(f"func.func @main(%x: {type}) -> {type} {{ return %x : {type} }}"))
    with pytest.raises(InterpreterError, match=r"argument #0 must be a value of type '.*', but got "):
        interpreter.run("main", value)


def test_arrays_of_another_shape_are_refused() -> None:
    with pytest.raises(InterpreterError, match=r"an array of shape \[3\] is not a 'vector<4xf32>'"):
        run(IDENTITY.format("vector<4xf32>"), np.zeros(3, np.float32))


def test_scalable_vectors_have_a_length_when_the_program_runs() -> None:
    text = """
    func.func @main() -> vector<[4]xi32> {
      %c = arith.constant dense<7> : vector<[4]xi32>
      %r = arith.addi %c, %c : vector<[4]xi32>
      return %r : vector<[4]xi32>
    }"""
    assert run_one(text).tolist() == [14] * 4
    assert run_one(text, vscale=3).tolist() == [14] * 12


def test_elements_that_are_only_written_may_be_poison() -> None:
    result = run_one(SOFTMAX, np.zeros((1, 2), np.float32))
    np.testing.assert_array_equal(result, np.full((1, 2), 0.5, np.float32))


def test_softmax_in_memory() -> None:
    text = """
    func.func @main(%x: memref<?x3xf32>, %y: memref<?x3xf32>) {
      linalg.softmax dimension(1) ins(%x : memref<?x3xf32>) outs(%y : memref<?x3xf32>)
      return
    }"""
    arrays = np.arange(6, dtype=np.float32).reshape(2, 3), np.zeros((2, 3), np.float32)
    assert_machine_code_agrees(text, arrays, level=2, tolerance=1e-6)
