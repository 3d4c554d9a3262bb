"""Values that are too large for memory end in an error that names the op, before memory is allocated."""

from __future__ import annotations

import numpy as np
import pytest

from dlc.api import parse
from dlc.interp import values
from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.interp.values import positions

ONES = np.ones(2, np.float32)
TOO_LARGE = {
    "a random tensor": (
        """func.func @f(%s: tensor<i64>) {
  %0 = graph.random_bits %s, stream = 0 : tensor<9223372036854775807xi32>
  return
}""",
        (0,),
        "'graph.random_bits' op makes a tensor of sizes",
    ),
    "a named size that is negative": (
        """func.func @f(%s: tensor<i64>, %x: tensor<?xf32, #graph.dims<n>>) {
  %0 = graph.random_bits %s, stream = 0 : tensor<4x?xi32, #graph.dims<n * -1>>
  return
}""",
        (0, ONES),
        "'graph.random_bits' op makes a tensor of negative sizes",
    ),
    "a resized tensor": (
        """func.func @f(%x: tensor<4xi8>) {
  %0 = graph.resize <nearest> %x, [0] <align_corners> : tensor<4xi8> -> tensor<9223372036854775807xi8>
  return
}""",
        (np.zeros(4, np.int8),),
        "'graph.resize' op makes a tensor of sizes",
    ),
    "a tensor that doubles": (
        """func.func @f(%t: tensor<?xf32>) -> tensor<?xf32> {
  %r = loop.for %i = 0 to 64 iter_args(%c = %t) -> (tensor<?xf32>) {
    %m = tensor.cast %c : tensor<?xf32> to tensor<?xf32>
    %n = tensor.concat dim(0) %m, %c : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    loop.yield %n : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}""",
        (ONES,),
        "'tensor.concat' op makes a tensor of sizes",
    ),
    "a splat": (
        """func.func @f() {
  %0 = arith.constant dense<1.0> : tensor<4611686018427387904xf32>
  return
}""",
        (),
        "'arith.constant' op makes a tensor of sizes",
    ),
    "the points of a parallel loop": (
        """func.func @f(%m: memref<2xf32>) {
  loop.parallel (%i, %j) = (0, -9223372036854775808) to (4294967296, 9223372036854775807) {
    %x = memref.load %m[%i] : memref<2xf32>
  }
  return
}""",
        (ONES,),
        "is out of bounds|more than 1000 steps",
    ),
    "the points of a parallel loop of MLIR": (
        """func.func @f(%m: memref<2xf32>) {
  %least = arith.constant -9223372036854775808 : index
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %large = arith.constant 4294967296 : index
  scf.parallel (%i, %j) = (%zero, %least) to (%large, %large) step (%one, %one) {
    %x = memref.load %m[%i] : memref<2xf32>
  }
  return
}""",
        (ONES,),
        "is out of bounds|more than 1000 steps",
    ),
    "interior padding by a name": (
        """func.func @f(%x: tensor<?xf32, #graph.dims<n>>, %v: tensor<f32>) {
  %0 = graph.pad <constant> %x, value %v, low [0] high [(-n) mod 4] interior [9223372036854775806]
    : tensor<?xf32, #graph.dims<n>>, tensor<f32> -> tensor<?xf32>
  return
}""",
        (np.ones(3, np.float32), np.float32(0)),
        "has a size without a value: an affine constant must fit in 64 bits",
    ),
    "names for sizes that are not there": (
        """func.func @f(%x: tensor<2xf32, #graph.dims<n>>) {
  return
}""",
        (ONES,),
        "'n' has 1 entries for 0 sizes|has 1 entries for 0 sizes",
    ),
    "sizes of another rank": (
        """func.func @f(%x: tensor<?xf32>, %s: tensor<?xi64>) {
  %0 = graph.reshape %x sizes(%s : tensor<?xi64>) : tensor<?xf32> -> tensor<?xf32>
  return
}""",
        (ONES, np.array([1, 2])),
        "sizes must have an entry for each of 1 dimensions, but got 2",
    ),
}


@pytest.mark.parametrize("name", TOO_LARGE)
def test_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, arguments, message = TOO_LARGE[name]
    if name == "a tensor that doubles":  # as many bytes as a test may fill
        monkeypatch.setattr(values, "LARGEST_VALUE", 1 << 20)
    with pytest.raises(InterpreterError, match=message):
        Interpreter(parse(text), max_steps=1000).run("f", *arguments)


def test_positions_of_no_elements_are_not_listed() -> None:
    assert list(positions(1 << 62, 0)) == []
    assert list(positions()) == [()]
    assert list(positions(2, 1)) == [(0, 0), (1, 0)]


def test_points_of_a_parallel_loop_come_in_order() -> None:
    text = (
        "func.func @f(%m: memref<?xindex>) {\n"
        "  %one = arith.constant 1 : index\n  %zero = arith.constant 0 : index\n"
        "  loop.parallel (%i, %j) = (0, 1) to (3, 6) step (1, 2) {\n"
        "    %n = memref.load %m[%zero] : memref<?xindex>\n    %next = arith.addi %n, %one : index\n"
        "    memref.store %next, %m[%zero] : memref<?xindex>\n"
        "    memref.store %i, %m[%next] : memref<?xindex>\n  }\n  return\n}"
    )
    memory = np.zeros(12, np.int64)
    Interpreter(parse(text)).run("f", memory)
    assert memory.tolist() == [9, 0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0]
