"""Programs of MLIR's `complex`: the interpreter and machine code give what numpy does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.dialects import complex as dialect
from dlc.interp.interpreter import Interpreter
from dlc.ir.definition import Op
from support.programs import assert_machine_code_agrees, module_of

PARTS = (0.0, -0.0, 1.0, -1.0, 0.5, -2.25, 3.0, 1e-5, -40.0, 1e4)
NUMBERS = np.array([complex(real, imaginary) for real in PARTS for imaginary in PARTS])
DTYPES = {"f32": np.complex64, "f64": np.complex128}
TOLERANCES = {"f32": 3e-6, "f64": 1e-14}
LESS_PRECISE = (dialect.LogOp,)
"""Functions whose result is less precise where one of its parts is almost 0."""


def _sign(z: Any) -> Any:
    return np.divide(z, np.abs(z), out=z.copy(), where=z != 0)


UNARY: dict[type[Op], Callable[[Any], Any]] = {
    dialect.NegOp: np.negative,
    dialect.ConjOp: np.conj,
    dialect.ExpOp: np.exp,
    dialect.Expm1Op: np.expm1,
    dialect.LogOp: np.log,
    dialect.Log1pOp: np.log1p,
    dialect.SinOp: np.sin,
    dialect.CosOp: np.cos,
    dialect.TanOp: np.tan,
    dialect.TanhOp: np.tanh,
    dialect.SqrtOp: np.sqrt,
    dialect.RsqrtOp: lambda z: 1 / np.sqrt(z),
    dialect.SignOp: _sign,
    dialect.AbsOp: np.abs,
    dialect.AngleOp: np.angle,
    dialect.ReOp: np.real,
    dialect.ImOp: np.imag,
}
BINARY: dict[type[Op], Callable[[Any, Any], Any]] = {
    dialect.AddOp: np.add,
    dialect.SubOp: np.subtract,
    dialect.MulOp: np.multiply,
    dialect.DivOp: np.divide,
    dialect.PowOp: np.power,
    dialect.EqualOp: np.equal,
    dialect.NotEqualOp: np.not_equal,
}


def _over(kind: type[Op], part: str, count: int) -> str:
    """Return a program that applies an op to each element of memrefs."""
    whole = f"complex<{part}>"
    is_bit, is_real = issubclass(kind, dialect.ComparisonOp), issubclass(kind, dialect.PartOp)
    result = "i1" if is_bit else part if is_real else whole
    operands = ", ".join(f"%{name}" for name in "xy"[:count])
    arguments = ", ".join(f"%m{name}: memref<?x{whole}>" for name in "xy"[:count])
    loads = "\n".join(f"%{name} = memref.load %m{name}[%i] : memref<?x{whole}>" for name in "xy"[:count])
    return f"""
        func.func @main({arguments}, %r: memref<?x{result}>) {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %n = memref.dim %r, %c0 : memref<?x{result}>
          scf.for %i = %c0 to %n step %c1 {{
            {loads}
            %z = {kind.name} {operands} : {whole}
            memref.store %z, %r[%i] : memref<?x{result}>
          }}
          return
        }}"""


def _results(text: str, *given: Any, like: Any) -> tuple[Any, Any]:
    """Return what the interpreter and what machine code stores in the last argument."""
    meant, computed = np.zeros_like(like), np.zeros_like(like)
    Interpreter(module_of(text)).run("main", *given, meant)
    dlc.compile(text, cache=False, level=0)(*given, computed)
    return meant, computed


def _assert_close(actual: Any, expected: Any, tolerance: float) -> None:
    """Assert that numbers are as near as is to be expected of their distance from 0; finite ones alone are compared."""
    actual, expected = (each.astype(np.complex128) for each in (actual, expected))
    known = np.isfinite(expected) & (np.abs(expected) < 1e30)
    error = np.abs(actual[known] - expected[known])
    assert np.all(error <= tolerance * np.maximum(np.abs(expected[known]), 1e-30)), (actual[known], expected[known])


@pytest.mark.parametrize("part", DTYPES)
@pytest.mark.parametrize("kind", UNARY, ids=lambda kind: kind.name)
def test_functions_give_what_those_of_numpy_do(kind: type[Op], part: str) -> None:
    given = NUMBERS.astype(DTYPES[part])
    with np.errstate(all="ignore"):
        like = np.asarray(UNARY[kind](given))
        precise = np.asarray(UNARY[kind](given.astype(np.clongdouble))).astype(np.complex128)
    meant, computed = _results(_over(kind, part, 1), given, like=like)
    _assert_close(meant, precise, TOLERANCES[part])
    _assert_close(computed, precise, TOLERANCES[part] * (100 if kind in LESS_PRECISE else 1))


@pytest.mark.parametrize("part", DTYPES)
@pytest.mark.parametrize("kind", BINARY, ids=lambda kind: kind.name)
def test_arithmetic_gives_what_that_of_numpy_does(kind: type[Op], part: str) -> None:
    x, y = (each.ravel().astype(DTYPES[part]) for each in np.meshgrid(NUMBERS[::3], NUMBERS[::3]))
    with np.errstate(all="ignore"):
        expected = np.asarray(BINARY[kind](x, y))
    meant, computed = _results(_over(kind, part, 2), x, y, like=expected)
    if kind is dialect.PowOp:
        near = (np.abs(x) < 100) & (np.abs(y) < 10)
        meant, computed, expected = meant[near], computed[near], expected[near]
    _assert_close(meant, expected, 100 * TOLERANCES[part])
    _assert_close(computed, expected, 100 * TOLERANCES[part])


PROGRAMS = {
    "elementwise": """
        #m = affine_map<(d0, d1) -> (d0, d1)>
        func.func @main(%x: tensor<8x16xcomplex<f32>>, %y: tensor<8x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>> {
          %e = tensor.empty() : tensor<8x16xcomplex<f32>>
          %r = linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = ["parallel", "parallel"]}
            ins(%x, %y : tensor<8x16xcomplex<f32>>, tensor<8x16xcomplex<f32>>)
            outs(%e : tensor<8x16xcomplex<f32>>) {
          ^bb0(%a: complex<f32>, %b: complex<f32>, %c: complex<f32>):
            %p = complex.mul %a, %b : complex<f32>
            %q = complex.add %p, %a : complex<f32>
            linalg.yield %q : complex<f32>
          } -> tensor<8x16xcomplex<f32>>
          return %r : tensor<8x16xcomplex<f32>>
        }""",
    "distances": """
        #m = affine_map<(d0, d1) -> (d0, d1)>
        func.func @main(%x: tensor<8x16xcomplex<f32>>, %y: tensor<8x16xcomplex<f32>>) -> tensor<8x16xf32> {
          %e = tensor.empty() : tensor<8x16xf32>
          %r = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel"]}
            ins(%x: tensor<8x16xcomplex<f32>>)
            outs(%e : tensor<8x16xf32>) {
          ^bb0(%a: complex<f32>, %c: f32):
            %p = complex.abs %a : complex<f32>
            linalg.yield %p : f32
          } -> tensor<8x16xf32>
          return %r : tensor<8x16xf32>
        }""",
    "sums": """
        #m = affine_map<(d0, d1) -> (d0, d1)>
        #o = affine_map<(d0, d1) -> (d0)>
        func.func @main(%x: tensor<8x16xcomplex<f32>>, %y: tensor<8x16xcomplex<f32>>) -> tensor<8xcomplex<f32>> {
          %z = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
          %e = tensor.empty() : tensor<8xcomplex<f32>>
          %i = linalg.fill ins(%z : complex<f32>) outs(%e : tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
          %r = linalg.generic {indexing_maps = [#m, #o], iterator_types = ["parallel", "reduction"]}
            ins(%x: tensor<8x16xcomplex<f32>>)
            outs(%i : tensor<8xcomplex<f32>>) {
          ^bb0(%a: complex<f32>, %c: complex<f32>):
            %p = complex.add %a, %c : complex<f32>
            linalg.yield %p : complex<f32>
          } -> tensor<8xcomplex<f32>>
          return %r : tensor<8xcomplex<f32>>
        }""",
    "named ops": """
        func.func @main(%x: tensor<8x16xcomplex<f32>>, %y: tensor<8x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>> {
          %e = tensor.empty() : tensor<8x16xcomplex<f32>>
          %r = linalg.add
            ins(%x, %y : tensor<8x16xcomplex<f32>>, tensor<8x16xcomplex<f32>>)
            outs(%e : tensor<8x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>>
          return %r : tensor<8x16xcomplex<f32>>
        }""",
    "products of matrices": """
        func.func @main(%x: tensor<8x16xcomplex<f32>>, %y: tensor<8x16xcomplex<f32>>) -> tensor<8x8xcomplex<f32>> {
          %z = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
          %e = tensor.empty() : tensor<8x8xcomplex<f32>>
          %t = tensor.empty() : tensor<16x8xcomplex<f32>>
          %yt = linalg.transpose
            ins(%y : tensor<8x16xcomplex<f32>>)
            outs(%t : tensor<16x8xcomplex<f32>>) permutation = [1, 0]
          %i = linalg.fill ins(%z : complex<f32>) outs(%e : tensor<8x8xcomplex<f32>>) -> tensor<8x8xcomplex<f32>>
          %r = linalg.matmul
            ins(%x, %yt : tensor<8x16xcomplex<f32>>, tensor<16x8xcomplex<f32>>)
            outs(%i : tensor<8x8xcomplex<f32>>) -> tensor<8x8xcomplex<f32>>
          return %r : tensor<8x8xcomplex<f32>>
        }""",
    "calls and constants": """
        func.func private @f(%a: complex<f32>, %t: tensor<8x16xcomplex<f32>>) -> (complex<f32>, complex<f32>) {
          %c0 = arith.constant 0 : index
          %x = tensor.extract %t[%c0, %c0] : tensor<8x16xcomplex<f32>>
          %r = complex.mul %a, %x : complex<f32>
          return %r, %a : complex<f32>, complex<f32>
        }
        func.func @main(%x: tensor<8x16xcomplex<f32>>, %y: tensor<8x16xcomplex<f32>>) -> (f32, tensor<2xcomplex<f32>>) {
          %c1 = arith.constant 1 : index
          %k = arith.constant dense<[(1.0, 2.0), (3.0, -4.0)]> : tensor<2xcomplex<f32>>
          %z = tensor.extract %k[%c1] : tensor<2xcomplex<f32>>
          %0:2 = func.call @f(%z, %x) : (complex<f32>, tensor<8x16xcomplex<f32>>) -> (complex<f32>, complex<f32>)
          %n = complex.eq %0#0, %0#1 : complex<f32>
          %s = arith.select %n, %0#0, %0#1 : complex<f32>
          %w = tensor.insert %s into %k[%c1] : tensor<2xcomplex<f32>>
          %a = complex.abs %0#0 : complex<f32>
          return %a, %w : f32, tensor<2xcomplex<f32>>
        }""",
    "padded slices": """
        func.func @main(%x: tensor<8x16xcomplex<f32>>, %y: tensor<8x16xcomplex<f32>>) -> tensor<4x20xcomplex<f32>> {
          %z = complex.constant [0.0 : f32, 1.0 : f32] : complex<f32>
          %s = tensor.extract_slice %x[0, 0] [4, 16] [2, 1] : tensor<8x16xcomplex<f32>> to tensor<4x16xcomplex<f32>>
          %p = tensor.pad %s low[0, 2] high[0, 2] {
          ^bb0(%i: index, %j: index):
            tensor.yield %z : complex<f32>
          } : tensor<4x16xcomplex<f32>> to tensor<4x20xcomplex<f32>>
          return %p : tensor<4x20xcomplex<f32>>
        }""",
    "bits": """
        func.func @main(%x: memref<8x16xcomplex<f32>>, %y: memref<8x16xcomplex<f32>>) -> (i64, f64) {
          %c0 = arith.constant 0 : index
          %a = memref.load %x[%c0, %c0] : memref<8x16xcomplex<f32>>
          %b = complex.bitcast %a : complex<f32> to i64
          %c = complex.bitcast %b : i64 to complex<f32>
          %d = complex.neg %c : complex<f32>
          memref.store %d, %x[%c0, %c0] : memref<8x16xcomplex<f32>>
          %e = complex.bitcast %d : complex<f32> to f64
          return %b, %e : i64, f64
        }""",
    "loops": """
        func.func @main(%x: memref<8x16xcomplex<f32>>, %y: memref<8x16xcomplex<f32>>) {
          affine.for %i = 0 to 8 {
            affine.for %j = 0 to 16 {
              %a = affine.load %x[%i, %j] : memref<8x16xcomplex<f32>>
              %b = affine.load %y[%i, %j] : memref<8x16xcomplex<f32>>
              %c = complex.mul %a, %b : complex<f32>
              affine.store %c, %y[%i, %j] : memref<8x16xcomplex<f32>>
            }
          }
          return
        }""",
}


@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_programs_give_what_they_mean(text: str, level: int) -> None:
    numbers: Any = np.reshape(np.arange(128), (8, 16))
    given = [(np.cos(numbers + shift) + 1j * np.sin(2 * numbers)).astype(np.complex64) for shift in range(2)]
    assert_machine_code_agrees(text, given, level, tolerance=1e-5)
