"""StableHLO in functions of several blocks: branches that are nested conditionals and loops are compiled."""

from __future__ import annotations

import numpy as np
import pytest

import dlc

PROGRAM = """
func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> (tensor<4xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  cf.br ^head(%zero, %x : tensor<i32>, tensor<4xf32>)
^head(%i: tensor<i32>, %v: tensor<4xf32>):
  %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %p = tensor.extract %c[] : tensor<i1>
  cf.cond_br %p, ^body, ^exit
^body:
  %y = stablehlo.add %v, %v : tensor<4xf32>
  %j = stablehlo.add %i, %one : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %e = stablehlo.compare EQ, %j, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %q = tensor.extract %e[] : tensor<i1>
  cf.cond_br %q, ^a(%y : tensor<4xf32>), ^b
^a(%w: tensor<4xf32>):
  %u = stablehlo.negate %w : tensor<4xf32>
  cf.br ^latch(%u : tensor<4xf32>)
^b:
  cf.br ^latch(%y : tensor<4xf32>)
^latch(%z: tensor<4xf32>):
  cf.br ^head(%j, %z : tensor<i32>, tensor<4xf32>)
^exit:
  %r = func.call @f(%v) : (tensor<4xf32>) -> tensor<4xf32>
  return %r, %i : tensor<4xf32>, tensor<i32>
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0]
    : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %l = stablehlo.compare LT, %s, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %p = tensor.extract %l[] : tensor<i1>
  cf.cond_br %p, ^neg, ^pos
^neg:
  %n = stablehlo.abs %x : tensor<4xf32>
  return %n : tensor<4xf32>
^pos:
  return %x : tensor<4xf32>
}
"""
COMPLEX = """
func.func @main(%x: tensor<4xf32>, %c: tensor<i1>) -> tensor<4xf32> {
  %z = stablehlo.complex %x, %x : tensor<4xcomplex<f32>>
  %p = tensor.extract %c[] : tensor<i1>
  %n = arith.constant 3 : i32
  cf.cond_br %p, ^square, ^end(%z, %n : tensor<4xcomplex<f32>>, i32)
^square:
  %s = stablehlo.multiply %z, %z : tensor<4xcomplex<f32>>
  %m = arith.constant 5 : i32
  cf.br ^end(%s, %m : tensor<4xcomplex<f32>>, i32)
^end(%r: tensor<4xcomplex<f32>>, %k: i32):
  %i = stablehlo.imag %r : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %f = arith.sitofp %k : i32 to f32
  %t = tensor.from_elements %f : tensor<f32>
  %b = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %o = stablehlo.add %i, %b : tensor<4xf32>
  return %o : tensor<4xf32>
}
"""
BREAK = """
func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %large = stablehlo.constant dense<1.0e+02> : tensor<f32>
  %start = stablehlo.constant dense<0.0> : tensor<f32>
  cf.br ^head(%zero, %x : tensor<i32>, tensor<4xf32>)
^head(%i: tensor<i32>, %v: tensor<4xf32>):
  %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %p = tensor.extract %c[] : tensor<i1>
  cf.cond_br %p, ^body, ^end(%v : tensor<4xf32>)
^body:
  %y = stablehlo.add %v, %v : tensor<4xf32>
  %s = stablehlo.reduce(%y init: %start) applies stablehlo.add across dimensions = [0]
    : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %j = stablehlo.add %i, %one : tensor<i32>
  %e = stablehlo.compare GT, %s, %large : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %q = tensor.extract %e[] : tensor<i1>
  cf.cond_br %q, ^end(%v : tensor<4xf32>), ^head(%j, %y : tensor<i32>, tensor<4xf32>)
^end(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}
"""
X = np.array([1, -2, 3, 4], np.float32)


@pytest.mark.parametrize("level", [0, 2])
def test_loops_conditionals_and_calls(level: int) -> None:
    program = dlc.compile(PROGRAM, cache=False, level=level)
    for count in (0, 1, 2, 3, 5):
        result, iterations = program(X, np.array(count, np.int32))
        expected = X * 2**count * (-1 if count >= 2 else 1)
        assert iterations == count
        np.testing.assert_array_equal(result, np.abs(expected) if expected.sum() < 0 else expected)


def test_complex_tensors_and_numbers_are_passed_between_blocks() -> None:
    program = dlc.compile(COMPLEX, cache=False)
    np.testing.assert_array_equal(program(X, np.array(False)), X + 3)
    np.testing.assert_array_equal(program(X, np.array(True)), 2 * X * X + 5)


def test_a_loop_may_be_left_in_the_middle() -> None:
    program = dlc.compile(BREAK, cache=False)
    for count in (0, 1, 3, 20):
        doubled = min(count, 4)  # five times would be more than 100
        np.testing.assert_array_equal(program(X, np.array(count, np.int32)), X * 2**doubled)
