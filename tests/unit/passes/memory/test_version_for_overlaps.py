"""Functions on memory that overlaps, or does not, compute what their loops say in order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

import dlc
from dlc.interp.interpreter import Interpreter
from support.programs import module_of, new_context

SHIFT = """
func.func @main(%x: memref<{n}xi32>, %y: memref<{n}xi32>) {{
  %one = arith.constant 1 : i32
  loop.for %i = 0 to {n} {{
    %0 = loop.load %x[%i] : memref<{n}xi32>
    %1 = arith.addi %0, %one : i32
    loop.store %1, %y[%i] : memref<{n}xi32>
  }}
  return
}}
"""
PRODUCT = """
func.func @main(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}
"""


def in_order(memory: np.ndarray, first: int, second: int, size: int) -> np.ndarray:
    """Return memory after elements from one place on were written, plus one, from another place on."""
    expected = memory.copy()
    for number in range(size):
        expected[second + number] = expected[first + number] + 1
    return expected


@pytest.fixture(scope="module")
def shift() -> dlc.Executable:
    return dlc.compile(SHIFT.format(n=64), threads=1)


@given(first=st.integers(0, 100), second=st.integers(0, 100))
def test_any_overlap(shift: dlc.Executable, first: int, second: int) -> None:
    memory = np.arange(200, dtype=np.int32)
    expected = in_order(memory, first, second, 64)
    shift(memory[first : first + 64], memory[second : second + 64])
    np.testing.assert_array_equal(memory, expected)


@given(first=st.integers(0, 12), second=st.integers(0, 12))
def test_the_interpreter_compares_addresses_as_well(first: int, second: int) -> None:
    context = new_context()
    module = module_of(SHIFT.format(n=8), context)
    dlc.run_pipeline(module, "version-for-overlaps", context=context)
    memory = np.arange(30, dtype=np.int32)
    expected = in_order(memory, first, second, 8)
    Interpreter(module).run("main", memory[first : first + 8], memory[second : second + 8])
    np.testing.assert_array_equal(memory, expected)


def test_products_on_memory_are_scheduled() -> None:
    """Arguments need no attribute to be scheduled."""
    program = dlc.compile(PRODUCT, threads=1)
    assert not program.remarks
    a, b = (np.random.default_rng(0).normal(size=shape).astype(np.float32) for shape in ((40, 50), (50, 60)))
    c = np.ones((40, 60), np.float32)
    program(a, b, c)
    np.testing.assert_allclose(c, a @ b + 1, rtol=1e-4, atol=1e-4)


LOOPS = """
func.func @main(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  affine.for %k = 0 to 8 {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        %0 = affine.load %a[%i, %k] : memref<8x8xf32>
        %1 = affine.load %b[%k, %j] : memref<8x8xf32>
        %2 = affine.load %c[%i, %j] : memref<8x8xf32>
        %3 = arith.mulf %0, %1 fastmath<fast> : f32
        %4 = arith.addf %2, %3 fastmath<fast> : f32
        affine.store %4, %c[%i, %j] : memref<8x8xf32>
      }
    }
  }
  return
}
"""


def test_a_product_with_itself_is_computed_in_order() -> None:
    program = dlc.compile(LOOPS, threads=1)
    a = np.random.default_rng(0).integers(-1, 2, (8, 8)).astype(np.float32) / 8
    expected = a.copy()
    for k, i, j in np.ndindex(8, 8, 8):
        expected[i, j] += expected[i, k] * expected[k, j]
    program(a, a, a)
    np.testing.assert_allclose(a, expected, rtol=1e-5)
