"""Our lowering to `llvm` is valid for MLIR: mlir-opt-22 reads and verifies it, mlir-translate-22 translates it,
mlir-runner-22 runs it, and the results are those of our own machine code.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from pathlib import Path
from random import Random

import numpy as np
import pytest

from conformance.corpus import MLIR_OPT, run_mlir_opt
from dlc.interp.interpreter import Interpreter
from dlc.tools import dlc_opt
from support.compiled_programs import compiled
from support.loop_programs import random_nest
from support.programs import module_of
from support.run_lines import ROOT

RUNNER, TRANSLATE = shutil.which("mlir-runner-22"), shutil.which("mlir-translate-22")
LIBRARIES = sorted(Path("/usr/lib/llvm-22/lib").glob("libmlir_*runner_utils.so*"))
pytestmark = pytest.mark.skipif(MLIR_OPT is None or TRANSLATE is None, reason="MLIR 22 is not installed")
needs_runner = pytest.mark.skipif(RUNNER is None or len(LIBRARIES) < 2, reason="mlir-runner-22 is not installed")

EXAMPLES = ("layer", "residual_network", "transformer_block", "lstm", "greedy_decoder")


def lowered(text: str, *flags: str) -> str:
    """Return a program after dlc-opt."""
    output, errors = io.StringIO(), io.StringIO()
    assert dlc_opt.run([*(flags or ("--lower-all-to-llvm",))], text, output, errors) == 0, errors.getvalue()
    return output.getvalue()


def translated(text: str) -> str:
    """A module of the dialect as LLVM IR, by MLIR."""
    assert TRANSLATE is not None
    command = [TRANSLATE, "--mlir-to-llvmir"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", EXAMPLES)
def test_networks_are_valid_for_mlir(name: str) -> None:
    text = lowered((ROOT / "examples" / f"{name}.mlir").read_text())
    verified = run_mlir_opt(text, "--verify-each")
    assert verified.status == 0, verified.errors
    assert re.findall(r"llvm\.func @(\w+)", verified.output) == re.findall(r"llvm\.func @(\w+)", text)
    assert "define " in translated(text)


PROGRAM = """
memref.global "private" constant @weights : memref<3x4xf32> = dense<[[1.0, -2.0, 3.0, 0.5], [0.25, 1.0, -1.0, 2.0],
                                                                     [4.0, 0.0, -0.5, 1.5]]>
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @scaled(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>, %by: f32) -> (memref<?x?xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %m, %c0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  %columns = memref.dim %m, %c1 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  %made = memref.alloc(%rows, %columns) {alignment = 64 : i64} : memref<?x?xf32>
  %count = loop.parallel (%i, %j) = (0, 0) to (symbol(%rows), symbol(%columns)) reduce ("addi") -> (index) {
    %x = loop.load %m[%i, %j] : memref<?x?xf32, strided<[?, ?], offset: ?>>
    %y = arith.mulf %x, %by : f32
    loop.store %y, %made[%i, %j] : memref<?x?xf32>
    loop.yield %c1 : index
  }
  return %made, %count : memref<?x?xf32>, index
}
func.func @f() -> memref<?x?xf32> {
  %by = arith.constant 2.0 : f32
  %weights = memref.get_global @weights : memref<3x4xf32>
  %turned = memref.transpose %weights (i, j) -> (j, i) : memref<3x4xf32> to memref<4x3xf32, strided<[1, 4]>>
  %part = memref.subview %turned[1, 0] [2, 3] [1, 1]
    : memref<4x3xf32, strided<[1, 4]>> to memref<2x3xf32, strided<[1, 4], offset: 1>>
  %cast = memref.cast %part
    : memref<2x3xf32, strided<[1, 4], offset: 1>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %r, %n = call @scaled(%cast, %by) : (memref<?x?xf32, strided<[?, ?], offset: ?>>, f32) -> (memref<?x?xf32>, index)
  %number = arith.index_cast %n : index to i32
  %last = arith.sitofp %number : i32 to f32
  %c0 = arith.constant 0 : index
  memref.store %last, %r[%c0, %c0] : memref<?x?xf32>
  return %r : memref<?x?xf32>
}
"""
MAIN = """
func.func @main() {
  %r = call @f() : () -> memref<?x?xf32>
  %u = memref.cast %r : memref<?x?xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  memref.dealloc %r : memref<?x?xf32>
  return
}
"""


def run_by_mlir(program: str) -> tuple[str, list[float]]:
    """Return what MLIR prints of the memref that `@f` returns in our lowering: its description, and its elements."""
    assert RUNNER is not None
    command = [RUNNER, "-e", "main", "-entry-point-result=void", *(f"-shared-libs={each}" for each in LIBRARIES)]
    text = lowered(program + MAIN)
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    head, _, data = done.stdout.partition("data =")
    return head, [float(each) for each in re.findall(r"-?\d+\.?\d*(?:e[+-]?\d+)?", data)]


@needs_runner
def test_mlir_runs_what_we_lower() -> None:
    head, numbers = run_by_mlir(PROGRAM)
    assert "rank = 2 offset = 0 sizes = [2, 3] strides = [3, 1]" in head
    [expected] = compiled(PROGRAM)("f")
    np.testing.assert_array_equal(np.array(numbers).reshape(2, 3), expected)
    np.testing.assert_array_equal(expected, [[6, 2, 0], [6, -2, -1]])


AROUND_A_NEST = """
func.func @f() -> memref<?x?xf32> {
  %c24 = arith.constant 24 : index
  %c5 = arith.constant 5 : index
  %made = memref.alloc(%c24, %c24) : memref<?x?xf32>
  %m = memref.alloc() : memref<24x24xi32>
  %v = memref.alloc() : memref<24xi32>
  loop.for %i = 0 to 24 {
    %a = arith.index_cast %i : index to i32
    loop.store %a, %v[%i] : memref<24xi32>
    loop.for %j = 0 to 24 {
      %place = loop.apply affine_map<(d0, d1) -> ((d0 * -7 + d1) mod 11 - (d1 - d0 * 2) floordiv 3)>(%i, %j)
      %b = arith.index_cast %place : index to i32
      loop.store %b, %m[%i, %j] : memref<24x24xi32>
    }
  }
  call @nest(%m, %v, %c5) : (memref<24x24xi32>, memref<24xi32>, index) -> ()
  loop.for %i = 0 to 24 {
    %a = loop.load %v[%i] : memref<24xi32>
    loop.for %j = 0 to 24 {
      %b = loop.load %m[%i, %j] : memref<24x24xi32>
      %mask = arith.constant 65535 : i32
      %c = arith.xori %a, %b : i32
      %d = arith.andi %c, %mask : i32
      %x = arith.sitofp %d : i32 to f32
      loop.store %x, %made[%i, %j] : memref<?x?xf32>
    }
  }
  memref.dealloc %m : memref<24x24xi32>
  memref.dealloc %v : memref<24xi32>
  return %made : memref<?x?xf32>
}
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
"""


@needs_runner
@pytest.mark.parametrize("seed", range(4))
def test_mlir_runs_our_loops(seed: int) -> None:
    program = random_nest(Random(seed)).replace("@main", "private @nest") + AROUND_A_NEST
    _, numbers = run_by_mlir(program)
    [expected] = Interpreter(module_of(program)).run("f")
    np.testing.assert_array_equal(np.array(numbers).reshape(24, 24), expected)


BORDERS = """
func.func private @ext(memref<4xf32>, index) -> memref<?xf32> attributes {llvm.emit_c_interface}
func.func private @unranked(%u: memref<*xf32>) -> memref<*xf32> {
  return %u : memref<*xf32>
}
func.func @several(%a: memref<?x4xf32>, %b: index, %u: memref<*xi8>, %f: (i32) -> f32, %v: vector<2x4xf32>)
    -> (memref<?x4xf32>, f32, vector<4xindex>) attributes {llvm.emit_c_interface} {
  %x = arith.constant 1.0 : f32
  %y = arith.constant dense<1> : vector<4xindex>
  return %a, %x, %y : memref<?x4xf32>, f32, vector<4xindex>
}
func.func @scalar(%a: memref<f32>) -> i1 attributes {llvm.emit_c_interface} {
  %x = arith.constant true
  return %x : i1
}
"""
THEIR_WAY = (
    *("--convert-func-to-llvm", "--finalize-memref-to-llvm", "--convert-arith-to-llvm"),
    "--reconcile-unrealized-casts",
)


def test_signatures_are_those_of_mlir() -> None:
    def signatures(text: str) -> dict[str, str]:
        shown = run_mlir_opt(text, "--mlir-print-op-generic")
        assert shown.status == 0, shown.errors
        functions = re.findall(r"function_type = (!llvm\.func<.*?>), linkage.*?sym_name = \"(\w+)\"", shown.output)
        return {name: type for type, name in functions}

    theirs = run_mlir_opt(BORDERS, *THEIR_WAY)
    assert theirs.status == 0, theirs.errors
    expected = signatures(theirs.output)
    assert {"several", "_mlir_ciface_several", "ext", "_mlir_ciface_ext", "unranked", "scalar"} <= set(expected)
    actual = signatures(lowered(BORDERS, "--to-llvm"))
    assert {name: actual.get(name) for name in expected} == expected
