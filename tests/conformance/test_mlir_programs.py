"""Programs of MLIR's own dialects compute here what they compute where mlir-opt compiles them: drawn loops of `scf` and
structured ops of `linalg`, run by the interpreter as they are, and compiled.
"""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

import dlc
from conformance.test_levels_against_mlir import FROM_LINALG, needs_runner, run_by_mlir
from dlc.interp.interpreter import Interpreter

SIZE = 6
LIMITS = (("%c0", "%c1"), ("%c3", "%c4"), ("%c1", "%c2"))
"""Lower bounds, upper bounds and steps."""
START = f"""
  %m = memref.alloc() : memref<{SIZE}x{SIZE}xf32>
  %half = arith.constant 0.5 : f32
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%half : f32) outs(%m : memref<{SIZE}x{SIZE}xf32>)
""" + "".join(f"  %c{number} = arith.constant {number} : index\n" for number in range(SIZE + 1))


class Loops:
    """A drawn program of nested loops, conditionals and reductions that update elements of a matrix."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names = itertools.count()
        self.indices: list[str] = ["%c0", "%c2"]

    def fresh(self) -> str:
        return f"%v{next(self.names)}"

    def index(self) -> tuple[str, str]:
        """Return ops that compute an index into the matrix, and its name."""
        total, bounded = self.fresh(), self.fresh()
        lhs, rhs = self.random.choices(self.indices, k=2)
        return (
            f"{total} = arith.addi {lhs}, {rhs} : index\n{bounded} = arith.minsi {total}, %c{SIZE - 1} : index\n",
            bounded,
        )

    def update(self) -> str:
        """Return ops that change one element by another one."""
        (before, i), (after, j) = self.index(), self.index()
        old, other, new = self.fresh(), self.fresh(), self.fresh()
        access = f"memref<{SIZE}x{SIZE}xf32>"
        function = self.random.choice(("arith.addf", "arith.subf", "arith.maximumf"))
        return f"""{before}{after}{old} = memref.load %m[{i}, {j}] : {access}
          {other} = memref.load %m[{j}, {i}] : {access}
          {new} = {function} {old}, {other} : f32
          memref.store {new}, %m[{i}, {j}] : {access}\n"""

    def body(self, depth: int) -> str:
        kinds = ["update", "loop", "choice", "switch", "sum"] if depth else ["update"]
        return "".join(self.statement(self.random.choice(kinds), depth) for _ in range(2))

    def inside(self, name: str, depth: int) -> str:
        self.indices.append(name)
        text = self.body(depth - 1)
        self.indices.remove(name)
        return text

    def statement(self, kind: str, depth: int) -> str:
        name = self.fresh()
        lower, upper, step = map(self.random.choice, LIMITS)
        if kind == "loop":
            return f"scf.for {name} = {lower} to {upper} step {step} {{\n{self.inside(name, depth)}}}\n"
        if kind == "choice":
            lhs, rhs = self.random.choices(self.indices, k=2)
            branches = f"{{\n{self.body(depth - 1)}}} else {{\n{self.body(depth - 1)}}}"
            return f"{name} = arith.cmpi slt, {lhs}, {rhs} : index\nscf.if {name} {branches}\n"
        if kind == "switch":
            cases = "".join(f"case {case} {{\n{self.body(depth - 1)}scf.yield\n}}\n" for case in (1, 2))
            return f"scf.index_switch {self.random.choice(self.indices)}\n{cases}default {{\n}}\n"
        if kind == "sum":
            point, element = self.fresh(), self.fresh()
            return f"""{name} = scf.parallel ({point}) = ({lower}) to ({upper}) step ({step}) init (%half) -> f32 {{
              {element} = memref.load %m[{point}, {lower}] : memref<{SIZE}x{SIZE}xf32>
              scf.reduce({element} : f32) {{
              ^bb0(%l: f32, %r: f32):
                %s = arith.maximumf %l, %r : f32
                scf.reduce.return %s : f32
              }}
            }}
            memref.store {name}, %m[{lower}, {upper}] : memref<{SIZE}x{SIZE}xf32>\n"""
        return self.update()


def loops(seed: int) -> str:
    body = "".join(Loops(seed).statement("loop", 3) for _ in range(1))
    return f"func.func @f() -> memref<{SIZE}x{SIZE}xf32> {{{START}{body}  return %m : memref<{SIZE}x{SIZE}xf32>\n}}"


STRUCTURED = """
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @f() -> memref<3xf32> {
  %image = arith.constant dense<[[
    [[0.5], [1.0], [-2.0], [3.0], [0.25]], [[1.5], [-1.0], [2.0], [0.0], [4.0]], [[2.5], [1.0], [1.0], [-3.0], [0.5]]
  ]]> : tensor<1x3x5x1xf32>
  %kernel = arith.constant dense<[[[[1.0, -1.0]], [[0.5, 2.0]]]]> : tensor<1x2x1x2xf32>
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -100.0 : f32
  %e0 = tensor.empty() : tensor<1x3x2x2xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32>
  %conv = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>}
    ins(%image, %kernel : tensor<1x3x5x1xf32>, tensor<1x2x1x2xf32>)
    outs(%z0 : tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32>
  %window = tensor.empty() : tensor<1x2xf32>
  %e1 = tensor.empty() : tensor<1x3x1x2xf32>
  %z1 = linalg.fill ins(%low : f32) outs(%e1 : tensor<1x3x1x2xf32>) -> tensor<1x3x1x2xf32>
  %pool = linalg.pooling_nhwc_max ins(%conv, %window : tensor<1x3x2x2xf32>, tensor<1x2xf32>)
    outs(%z1 : tensor<1x3x1x2xf32>) -> tensor<1x3x1x2xf32>
  %matrix = tensor.collapse_shape %pool [[0, 1, 2], [3]] : tensor<1x3x1x2xf32> into tensor<3x2xf32>
  %e2 = tensor.empty() : tensor<3x3xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<3x3xf32>) -> tensor<3x3xf32>
  %gram = linalg.matmul indexing_maps = [#mk, #nk, #mn]
    ins(%matrix, %matrix : tensor<3x2xf32>, tensor<3x2xf32>) outs(%z2 : tensor<3x3xf32>) -> tensor<3x3xf32>
  %t = linalg.transpose ins(%gram : tensor<3x3xf32>) outs(%e2 : tensor<3x3xf32>) permutation = [1, 0]
  %a = linalg.elementwise kind=#linalg.elementwise_kind<abs> ins(%t : tensor<3x3xf32>)
    outs(%e2 : tensor<3x3xf32>) -> tensor<3x3xf32>
  %b = linalg.map { arith.subf } ins(%a, %gram : tensor<3x3xf32>, tensor<3x3xf32>) outs(%e2 : tensor<3x3xf32>)
  %e3 = tensor.empty() : tensor<3xf32>
  %z3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<3xf32>) -> tensor<3xf32>
  %s = linalg.reduce { arith.addf } ins(%b : tensor<3x3xf32>) outs(%z3 : tensor<3xf32>) dimensions = [0]
  %v = linalg.matvec ins(%gram, %s : tensor<3x3xf32>, tensor<3xf32>) outs(%z3 : tensor<3xf32>) -> tensor<3xf32>
  %m = bufferization.to_buffer %v : tensor<3xf32> to memref<3xf32>
  return %m : memref<3xf32>
}
"""


@needs_runner
@pytest.mark.parametrize("seed", range(3))
def test_drawn_loops(seed: int) -> None:
    text = loops(seed)
    wanted = run_by_mlir(text, "--convert-linalg-to-loops")
    [interpreted] = Interpreter(dlc.parse(text)).run("f")
    compiled = dlc.compile(text, level=0, cache=False).run("f")
    assert np.ravel(interpreted).tolist() == pytest.approx(wanted, rel=1e-5)
    assert np.ravel(compiled).tolist() == pytest.approx(wanted, rel=1e-5)


@needs_runner
def test_structured_ops() -> None:
    wanted = run_by_mlir(STRUCTURED, *FROM_LINALG)
    text = STRUCTURED.replace("-> memref<3xf32> {", "-> tensor<3xf32> {")
    text = "".join(line for line in text.splitlines(keepends=True) if "to_buffer" not in line)
    text = text.replace("return %m : memref<3xf32>", "return %v : tensor<3xf32>")
    [interpreted] = Interpreter(dlc.parse(text)).run("f")
    compiled = dlc.compile(text, level=0, cache=False).run("f")
    assert np.ravel(interpreted).tolist() == pytest.approx(wanted, rel=1e-5)
    assert np.ravel(compiled).tolist() == pytest.approx(wanted, rel=1e-5)
