"""Programs for other processors, called in an emulator: what the interpreter computes comes out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import dlc
from dlc.codegen.target import Target
from dlc.interp.interpreter import Interpreter
from support.emulated import HAS_EMULATOR, EmulatedProgram
from support.programs import module_of

needs_unicorn = pytest.mark.skipif(not HAS_EMULATOR, reason="there is no emulator: pip install unicorn")
TRIPLES = ("aarch64-linux-gnu", "riscv64-linux-gnu")
PROGRAMS = """
!rows = tensor<?x4xf32, #graph.dims<n>>
func.func @layer(%x: tensor<5x16xf32>, %w: tensor<16x12xf32>, %k: f32) -> (tensor<60xf32>, f32) {
  %c = graph.contract %x, %w, batch = [] x [], contracting = [1] x [0]
    : tensor<5x16xf32>, tensor<16x12xf32> -> tensor<5x12xf32>
  %s = graph.softmax %c, [1] : tensor<5x12xf32>
  %r = graph.reshape %s : tensor<5x12xf32> -> tensor<60xf32>
  %h = arith.mulf %k, %k : f32
  return %r, %h : tensor<60xf32>, f32
}
func.func @rows(%x: !rows, %k: i32, %a: i32, %b: i32, %c: i32) -> (!rows, i32) {
  %y = graph.erf %x : !rows
  %s = arith.addi %a, %b : i32
  %t = arith.subi %s, %c : i32
  %r = arith.muli %k, %t : i32
  return %y, %r : !rows, i32
}
func.func @small(%x: tensor<33xbf16>, %y: tensor<33xf16>) -> (tensor<bf16>, tensor<i64>, tensor<33xf16>) {
  %m = graph.reduce <min> %x, [0] : tensor<33xbf16> -> tensor<bf16>
  %i = graph.argmax %x, 0 : tensor<33xbf16> -> tensor<i64>
  %e = graph.exp %y : tensor<33xf16>
  return %m, %i, %e : tensor<bf16>, tensor<i64>, tensor<33xf16>
}
func.func private @half(%x: tensor<8xf64>) -> tensor<8xf64> {
  %h = graph.constant dense<0.5> : tensor<8xf64>
  %r = graph.mul %x, %h : tensor<8xf64>
  return %r : tensor<8xf64>
}
func.func @called(%c: tensor<i1>, %x: tensor<8xf64>) -> tensor<8xf64> {
  %r = call @half(%x) : (tensor<8xf64>) -> tensor<8xf64>
  %s = graph.floor %r : tensor<8xf64>
  %t = graph.if %c -> tensor<8xf64> {
    graph.yield %s : tensor<8xf64>
  } else {
    graph.yield %x : tensor<8xf64>
  }
  return %t : tensor<8xf64>
}
"""
RANDOM = np.random.default_rng(5)
SMALL = RANDOM.standard_normal(33)
CALLS: list[tuple[str, list[Any], float]] = [
    ("layer", [*(RANDOM.standard_normal(shape).astype(np.float32) for shape in ((5, 16), (16, 12))), 1.5], 1e-5),
    ("rows", [RANDOM.standard_normal((7, 4)).astype(np.float32), 3, 7, 1, -2], 1e-5),
    ("small", [SMALL.astype(ml_dtypes.bfloat16), SMALL.astype(np.float16)], 2e-3),
    ("called", [np.array(True), 9 * RANDOM.standard_normal(8)], 0.0),
]


@needs_unicorn
@pytest.mark.parametrize("triple", TRIPLES)
def test_results_are_those_of_the_interpreter(tmp_path: Path, triple: str) -> None:
    exported = dlc.export(PROGRAMS, tmp_path / "p.o", target=Target.of(triple), level=1, freestanding=True)
    program, interpreter = EmulatedProgram(exported), Interpreter(module_of(PROGRAMS))
    for name, arguments, tolerance in CALLS:
        expected = interpreter.run(name, *arguments)
        for result, wanted in zip(program(name, *arguments), expected, strict=True):
            np.testing.assert_allclose(
                np.asarray(result, np.float64), np.asarray(wanted, np.float64), rtol=tolerance, atol=tolerance
            )


@needs_unicorn
@pytest.mark.parametrize("triple", TRIPLES)
def test_failed_assertions_are_traps(tmp_path: Path, triple: str) -> None:
    text = """
    func.func @main(%x: i32, %y: i32) -> i32 {
      %zero = arith.constant 0 : i32
      %ok = arith.cmpi ne, %y, %zero : i32
      cf.assert %ok, "division by zero"
      %r = arith.divsi %x, %y : i32
      return %r : i32
    }"""
    target = Target.of(triple)
    program = EmulatedProgram(dlc.export(text, tmp_path / "p.o", target=target, level=0, freestanding=True))
    assert program("main", 42, 6) == [7]
    with pytest.raises(Exception, match="UC_ERR_EXCEPTION"):
        program("main", 42, 0)
