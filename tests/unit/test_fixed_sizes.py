"""`sizes` of `dlc.compile` and `dlc.export`: sizes that are open are fixed when a program is compiled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.codegen.target import Target
from dlc.compile_options import CompileOptionError
from dlc.ir.errors import DlcError

LAYER = """
!rows = tensor<?x8xf32, #graph.dims<n>>
!twice = tensor<?x4xf32, #graph.dims<2 * n>>
!out = tensor<?x4xf32, #graph.dims<n>>
func.func private @soft(%x: tensor<?x4xf32, #graph.dims<m>>) -> tensor<?x4xf32, #graph.dims<m>> {
  %r = graph.softmax %x, [1] : tensor<?x4xf32, #graph.dims<m>>
  return %r : tensor<?x4xf32, #graph.dims<m>>
}
func.func @main(%x: !rows, %weights: tensor<8x4xf32>, %bias: tensor<4xf32>) -> (!twice {dlc.name = "y"}) {
  %product = graph.contract %x, %weights, batch = [] x [], contracting = [1] x [0] : !rows, tensor<8x4xf32> -> !out
  %b = graph.broadcast %bias, [1] : tensor<4xf32> -> !out
  %sum = graph.add %product, %b : !out
  %soft = graph.call @soft(%sum) : (!out) -> !out
  %y = graph.concat %soft, %sum along 0 : !out, !out -> !twice
  return %y : !twice
}
"""
CALLING = """
!rows = tensor<?x4xf32, #graph.dims<n>>
func.func private @soft(%x: !rows) -> !rows {
  %r = graph.softmax %x, [1] : !rows
  return %r : !rows
}
func.func @main(%x: !rows) -> !rows {
  %e = graph.exp %x : !rows
  %r = func.call @soft(%e) : (!rows) -> !rows
  return %r : !rows
}
"""
NAMELESS = """
func.func @main(%x: tensor<?x4xf32>) -> tensor<4x?xf32> {
  %t = graph.transpose %x, [1, 0] : tensor<?x4xf32> -> tensor<4x?xf32>
  %r = graph.exp %t : tensor<4x?xf32>
  return %r : tensor<4x?xf32>
}
"""
LINALG = """
func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%rows) : tensor<?x4xf32>
  %r = linalg.add ins(%x, %x : tensor<?x4xf32>, tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %f = tensor.empty(%rows) : tensor<?x4xf32>
  %s = linalg.exp ins(%r : tensor<?x4xf32>) outs(%f : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %s : tensor<?x4xf32>
}
"""
MEMREF = """
func.func @main(%x: memref<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %rows = memref.dim %x, %c0 : memref<?x4xf32>
  scf.for %i = %c0 to %rows step %c1 {
    memref.store %two, %x[%i, %c1] : memref<?x4xf32>
  }
  return
}
"""
PROGRAMS = {
    "named": (LAYER, "n"),
    "nameless": (NAMELESS, "x_size0"),
    "linalg": (LINALG, "x_size0"),
    "calls": (CALLING, "n"),
}


def arguments(program: Any, rows: int) -> list[Any]:
    random = np.random.default_rng(0)
    shapes = [[rows if not isinstance(size, int) else size for size in each.shape] for each in program.inputs]
    return [random.standard_normal(shape).astype(np.float32) for shape in shapes]


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_for_fixed_sizes(name: str) -> None:
    text, size = PROGRAMS[name]
    open_program, fixed = dlc.compile(text, threads=1), dlc.compile(text, threads=1, sizes={size: 3})
    assert all(isinstance(each, int) for port in (*fixed.inputs, *fixed.outputs) for each in port.shape)
    values = arguments(open_program, 3)
    np.testing.assert_allclose(fixed(*values), open_program(*values), rtol=1e-6)
    with pytest.raises(dlc.InvalidArgument, match=r"must have shape \(3, "):
        fixed(*arguments(open_program, 4))


def test_sizes_of_memrefs() -> None:
    fixed = dlc.compile(MEMREF, threads=1, sizes={"x_size0": 3})
    x = np.zeros((3, 4), np.float32)
    fixed(x)
    assert x[:, 1].tolist() == [2, 2, 2]
    assert fixed.inputs[0].shape == (3, 4)


def test_arguments_of_fixed_sizes_are_bound() -> None:
    program, fixed = dlc.compile(LAYER, threads=1), dlc.compile(LAYER, threads=1, sizes={"n": 3})
    x, weights, bias = arguments(program, 3)
    expected = program(x, weights, bias)
    np.testing.assert_allclose(fixed.bind(x=x)(weights, bias), expected, rtol=1e-6)
    np.testing.assert_allclose(fixed.bind(weights=weights).bind(bias=bias)(x), expected, rtol=1e-6)


@pytest.mark.parametrize("target", [None, Target.of("wasm32")])
@pytest.mark.parametrize("name", ["named", "nameless", "linalg"])
def test_freestanding_programs(tmp_path: Path, name: str, target: Target | None) -> None:
    text, size = PROGRAMS[name]
    exported = dlc.export(text, tmp_path / "m.o", target=target, freestanding=True, sizes={size: 3})
    [function] = exported.functions
    assert function.sizes == ()


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"k": 3}, "the program has no open size 'k'; the open sizes are: n"),
        ({"n": -1}, "size 'n' must be an integer from 0 to 2^63 - 1, but got '-1'"),
        ({"n": 1 << 63}, "size 'n' must be an integer from 0 to 2^63 - 1, but got '9223372036854775808'"),
        ({"n": 2.0}, "size 'n' must be an integer from 0 to 2^63 - 1, but got '2.0'"),
        ({"n": True}, "size 'n' must be an integer"),
        (4, "'sizes' must be a dictionary of numbers by names, but got '4'"),
    ],
)
def test_wrong_sizes(tmp_path: Path, sizes: Any, message: str) -> None:
    for call in (lambda: dlc.compile(LAYER, sizes=sizes), lambda: dlc.export(LAYER, tmp_path / "m.o", sizes=sizes)):
        with pytest.raises(CompileOptionError) as error:
            call()
        assert message in str(error.value)


def test_sizes_that_contradict_the_program() -> None:
    text = """
    func.func @main(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
      %r = graph.add %x, %y : tensor<?x4xf32>
      return %r : tensor<?x4xf32>
    }"""
    with pytest.raises(DlcError, match=r"'graph\.add' op"):
        dlc.compile(text, sizes={"x_size0": 3, "y_size0": 4})
    with pytest.raises(DlcError, match=r"cannot be addressed|can be counted"):
        dlc.compile(NAMELESS, sizes={"x_size0": (1 << 63) - 1})
