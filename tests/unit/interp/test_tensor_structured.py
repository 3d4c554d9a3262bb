"""The meaning of structured ops, on tensors and on memrefs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlc
from dlc.interp.errors import InterpreterError, TooManySteps
from dlc.interp.interpreter import Interpreter
from dlc.interp.ops.tensor import structured


def run(text: str, *args: object) -> list[Any]:
    return Interpreter(dlc.parse(text)).run("f", *args)


CONTRACT = """
#p = #tensor.iterator_type<parallel>
#r = #tensor.iterator_type<reduction>
func.func @f(%a: tensor<?x?x{0}>, %b: tensor<?x?x{0}>, %c: tensor<?x?x{1}>) -> tensor<?x?x{1}> {{
  %r = tensor.contract {{
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
    iterator_types = [#p, #p, #r]
  }} ins(%a, %b : tensor<?x?x{0}>, tensor<?x?x{0}>) outs(%c : tensor<?x?x{1}>) -> tensor<?x?x{1}>
  return %r : tensor<?x?x{1}>
}}
"""


def test_contractions_add_to_what_is_there() -> None:
    rng = np.random.default_rng(0)
    a, b, c = (rng.integers(-9, 9, shape).astype(np.float32) for shape in ((2, 3), (3, 4), (2, 4)))
    [product] = run(CONTRACT.format("f32", "f32"), a, b, c)
    np.testing.assert_array_equal(product, a @ b + c)


def test_contractions_widen_with_the_sign() -> None:
    a, b = np.array([[-128, 127]], np.int8), np.array([[-128], [-1]], np.int8)
    [product] = run(CONTRACT.format("i8", "i32"), a, b, np.zeros((1, 1), np.int32))
    assert np.ravel(product).tolist() == [128 * 128 - 127]


def test_without_loops_to_reduce_nothing_is_added() -> None:
    c = np.ones((2, 3), np.float32)
    [product] = run(CONTRACT.format("f32", "f32"), np.ones((2, 0), np.float32), np.ones((0, 3), np.float32), c)
    np.testing.assert_array_equal(product, c)


def test_sizes_that_disagree_are_an_error() -> None:
    with pytest.raises(InterpreterError, match="has operands whose sizes disagree: 3 and 4"):
        run(CONTRACT.format("f32", "f32"), np.ones((2, 3)), np.ones((4, 4)), np.ones((2, 4)))


def test_places_are_computed_a_part_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last place that does not exist is found, too, whichever part it is in."""
    monkeypatch.setattr(structured, "AT_ONCE", 7)
    rng = np.random.default_rng(1)
    a, b, c = (rng.integers(-9, 9, shape).astype(np.int32) for shape in ((3, 5), (5, 4), (3, 4)))
    [product] = run(CONTRACT.format("i32", "i32"), a, b, c)
    np.testing.assert_array_equal(product, a @ b + c)
    text = """
    func.func @f(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
      %r = tensor.generic {
        indexing_maps = [affine_map<(i) -> (i * 2 + 1)>, affine_map<(i) -> (i)>],
        iterator_types = [#tensor.iterator_type<parallel>]
      } ins(%x : tensor<?xi32>) outs(%y : tensor<?xi32>) {
      ^bb0(%a: i32, %b: i32):
        tensor.yield %a : i32
      } -> tensor<?xi32>
      return %r : tensor<?xi32>
    }"""
    [odd] = run(text, np.arange(20, dtype=np.int32), np.zeros(10, np.int32))
    np.testing.assert_array_equal(odd, np.arange(1, 20, 2))
    with pytest.raises(InterpreterError, match=r"reaches \[21\] in sizes \[20\]"):
        run(text, np.arange(20, dtype=np.int32), np.zeros(11, np.int32))


def test_more_points_than_steps_are_refused_before_the_first() -> None:
    """Listing the places of 512 x 512 x 512 points took more memory than there is."""
    x = np.zeros((512, 512), np.float32)
    with pytest.raises(TooManySteps, match="is where the program takes more than 50000000 steps"):
        run(CONTRACT.format("f32", "f32"), x, x, x)


def test_several_outputs_and_indices() -> None:
    """The largest element and where it is."""
    text = """
    func.func @f(%x: tensor<?xf32>, %v: tensor<f32>, %i: tensor<index>) -> (tensor<f32>, tensor<index>) {
      %r:2 = tensor.generic {
        indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>],
        iterator_types = ["reduction"]
      } ins(%x : tensor<?xf32>) outs(%v, %i : tensor<f32>, tensor<index>) {
      ^bb0(%e: f32, %best: f32, %at: index):
        %here = tensor.index 0
        %larger = arith.cmpf ogt, %e, %best : f32
        %value = arith.select %larger, %e, %best : f32
        %place = arith.select %larger, %here, %at : index
        tensor.yield %value, %place : f32, index
      } -> (tensor<f32>, tensor<index>)
      return %r#0, %r#1 : tensor<f32>, tensor<index>
    }"""
    value, place = run(text, np.array([1, 5, 2, 5], np.float32), np.float32(-np.inf), 0)
    assert (float(np.asarray(value)), int(np.asarray(place))) == (5.0, 1)


MEMREFS = """
func.func @f(%x: memref<?xf32>, %o: memref<?xf32>) {
  %two = arith.constant 2.0 : f32
  tensor.kernel ins(%a = %x : memref<?xf32>) outs(%b = %o : memref<?xf32>) {
    %d = tensor.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]
    } ins(%a, %two : tensor<?xf32>, f32) outs(%b : tensor<?xf32>) {
    ^bb0(%e: f32, %t: f32, %old: f32):
      %p = arith.mulf %e, %t : f32
      tensor.yield %p : f32
    } -> tensor<?xf32>
    tensor.yield %d : tensor<?xf32>
  }
  tensor.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%o : memref<?xf32>) {
  ^bb0(%old: f32):
    %s = arith.addf %old, %old : f32
    tensor.yield %s : f32
  }
  return
}"""


def test_on_memrefs_the_outputs_are_written() -> None:
    x, o = np.array([1, 2, 3], np.float32), np.zeros(3, np.float32)
    run(MEMREFS, x, o)
    assert o.tolist() == [4, 8, 12]


def test_what_is_made_of_unwritten_memory_is_poison() -> None:
    text = """
    func.func @f() -> f32 {
      %c0 = arith.constant 0 : index
      %m = memref.alloc() : memref<2xf32>
      tensor.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
          outs(%m : memref<2xf32>) {
      ^bb0(%old: f32):
        %s = arith.addf %old, %old : f32
        tensor.yield %s : f32
      }
      %x = memref.load %m[%c0] : memref<2xf32>
      %is = arith.cmpf oeq, %x, %x : f32
      %r = arith.select %is, %x, %x : f32
      return %r : f32
    }"""
    [result] = Interpreter(dlc.parse(text)).evaluate("f")
    assert repr(result[0]) == "poison"
