"""Sizes of results that follow from those of arguments are known before a call."""

from __future__ import annotations

import numpy as np
import pytest

import dlc
from dlc.interp.interpreter import Interpreter
from dlc.passes.mlir.result_sizes import name_result_sizes
from dlc.runtime.function_signatures import entries_of

HEADER = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %x, %c1 : tensor<?x?xf32>
"""
OF_SAME_SHAPE = """
  %r = loop.for %i = 0 to %rows iter_args(%t = %x) -> (tensor<?x?xf32>) {
    %u = loop.when %c -> (tensor<?x?xf32>) {
      %y = tensor.insert %zero into %t[%c0, %c0] : tensor<?x?xf32>
      loop.yield %y : tensor<?x?xf32>
    } else {
      %e = tensor.empty(%rows, %columns) : tensor<?x?xf32>
      %f = tensor.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
      loop.yield %f : tensor<?x?xf32>
    }
    loop.yield %u : tensor<?x?xf32>
  }"""
KNOWN = {
    "transposed": (
        """%e = tensor.empty(%columns, %rows) : tensor<?x?xf32>
           %r = tensor.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>""",
        "tensor<?x?xf32>",
        "[x_size1, x_size0]",
    ),
    "loop and conditional": (OF_SAME_SHAPE, "tensor<?x?xf32>", "[x_size0, x_size1]"),
    "padded": (
        """%r = tensor.pad %x low[1, 2] high[0, %rows] {
           ^bb0(%i: index, %j: index):
             tensor.yield %zero : f32
           } : tensor<?x?xf32> to tensor<?x?xf32>""",
        "tensor<?x?xf32>",
        "[x_size0 + 1, x_size0 + x_size1 + 2]",
    ),
    "computed": (
        """%n = loop.apply affine_map<()[s0, s1] -> (s0 * 2 + s1 floordiv 3)>()[%rows, %columns]
           %h = arith.divui %rows, %c2 : index
           %e = tensor.empty(%n, %h) : tensor<?x?xf32>
           %r = tensor.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>""",
        "tensor<?x?xf32>",
        "[x_size0 * 2 + x_size1 floordiv 3, x_size0 floordiv 2]",
    ),
    "called": (
        "%r = call @halved(%x) : (tensor<?x?xf32>) -> tensor<?xf32>",
        "tensor<?xf32>",
        "[x_size1 floordiv 2]",
    ),
}
HALVED = """func.func private @halved(%t: tensor<?x?xf32>) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %t, %c1 : tensor<?x?xf32>
  %h = arith.divui %n, %c2 : index
  %s = tensor.extract_slice %t[0, 0] [1, %h] [1, 2] : tensor<?x?xf32> to tensor<?xf32>
  return %s : tensor<?xf32>
}"""
OPEN = {
    "a number among the arguments": """%e = tensor.empty(%k, %rows) : tensor<?x?xf32>
      %r = tensor.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>""",
    "what a loop makes longer": """%r = loop.for %i = 0 to %k iter_args(%t = %x) -> (tensor<?x?xf32>) {
        %u = tensor.concat dim(0) %t, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
        loop.yield %u : tensor<?x?xf32>
      }""",
    "what a loop turns": """%r = loop.for %i = 0 to %k iter_args(%t = %x) -> (tensor<?x?xf32>) {
        %m = tensor.dim %t, %c0 : tensor<?x?xf32>
        %n = tensor.dim %t, %c1 : tensor<?x?xf32>
        %e = tensor.empty(%n, %m) : tensor<?x?xf32>
        %u = tensor.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
        loop.yield %u : tensor<?x?xf32>
      }""",
    "ways that differ": """%r = loop.when %c -> (tensor<?x?xf32>) {
        loop.yield %x : tensor<?x?xf32>
      } else {
        %e = tensor.empty(%columns, %rows) : tensor<?x?xf32>
        %f = tensor.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
        loop.yield %f : tensor<?x?xf32>
      }""",
    "a quotient of what may be negative": """%d = arith.subi %rows, %columns : index
      %h = arith.divsi %d, %c2 : index
      %e = tensor.empty(%h, %rows) : tensor<?x?xf32>
      %r = tensor.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>""",
}


def program(body: str, result: str) -> str:
    arguments = "%x: tensor<?x?xf32>, %c: i1, %k: index"
    return f"func.func @f({arguments}) -> {result} {{{HEADER}{body}\n  return %r : {result}\n}}\n{HALVED}"


def returned(text: str) -> str:
    module = dlc.parse(text)
    name_result_sizes(module)
    return str(entries_of(module)["f"]).partition(" -> ")[2]


@pytest.mark.parametrize("name", KNOWN)
def test_sizes_are_named_and_are_those(name: str) -> None:
    body, result, sizes = KNOWN[name]
    text = program(body, result)
    assert returned(text) == f"float32{sizes}"
    x = np.arange(15, dtype=np.float32).reshape(3, 5)
    [expected] = Interpreter(dlc.parse(text)).run("f", x, True, 2)
    compiled = dlc.compile(text)
    assert sizes in str(compiled)
    np.testing.assert_array_equal(compiled(x, True, 2), expected)


@pytest.mark.parametrize("name", OPEN)
def test_other_sizes_stay_open(name: str) -> None:
    assert "?" in returned(program(OPEN[name], "tensor<?x?xf32>"))


def test_names_that_are_there_are_taken() -> None:
    text = """func.func @f(%x: tensor<?x?xf32, #graph.dims<n, x_size0>>, %y: tensor<?xf32>) -> tensor<?xf32> {
      return %y : tensor<?xf32>
    }"""
    assert returned(text) == "float32[y_size0]"
    assert returned(text.replace("%y", "%x_size0").replace("x_size0>>", "m>>")) == "float32[x_size0_size0]"


def test_allocated_memory() -> None:
    text = """func.func @f(%x: memref<?x4xf32>) -> memref<2x?xf32> {
      %c0 = arith.constant 0 : index
      %n = memref.dim %x, %c0 : memref<?x4xf32>
      %m = memref.alloc(%n) : memref<2x?xf32>
      return %m : memref<2x?xf32>
    }"""
    assert returned(text) == "float32[2, x_size0]"


def test_a_function_that_calls_itself() -> None:
    text = """func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
      %r = call @f(%x) : (tensor<?xf32>) -> tensor<?xf32>
      return %r : tensor<?xf32>
    }"""
    assert returned(text) == "float32[?]"
