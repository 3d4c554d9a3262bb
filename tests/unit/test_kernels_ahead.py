"""Kernels that LLVM compiles while others are lowered: the program is the same as if its module had stayed whole."""

from __future__ import annotations

import numpy as np
import pytest

import dlc
from dlc import compilation
from dlc.codegen import side_by_side
from dlc.dialects.func import FuncOp
from dlc.passes.llvm import kernels_apart

KERNEL = """
func.func private @{name}(%x: memref<?xf32>, %y: memref<?xf32>) attributes {{no_inline}} {{
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %m = memref.dim %y, %c0 : memref<?xf32>
  %same = arith.cmpi eq, %n, %m : index
  cf.assert %same, "{name} needs equal sizes"
  %copy = memref.alloc(%n) : memref<?xf32>
  %f = arith.constant {factor} : f32
  loop.for %i = 0 to %n {{
    %0 = loop.load %x[%i] : memref<?xf32>
    %1 = arith.mulf %0, %f : f32
    loop.store %1, %copy[%i] : memref<?xf32>
  }}
  loop.for %i = 0 to %n {{
    %0 = loop.load %copy[%i] : memref<?xf32>
    loop.store %0, %y[%i] : memref<?xf32>
  }}
  memref.dealloc %copy : memref<?xf32>
  return
}}
"""
PROGRAM = (
    KERNEL.format(name="double", factor="2.0")
    + KERNEL.format(name="triple", factor="3.0")
    + """
func.func @main(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) {
  call @double(%x, %y) : (memref<?xf32>, memref<?xf32>) -> ()
  call @triple(%y, %z) : (memref<?xf32>, memref<?xf32>) -> ()
  return
}
"""
)


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of functions of the parts that LLVM begins with."""
    monkeypatch.setattr(kernels_apart, "FEWEST_OPS", 1)
    monkeypatch.setattr(kernels_apart, "OPS_AT_ONCE", 1)
    monkeypatch.setattr(compilation, "available_threads", lambda: 2)
    counts: list[int] = []
    add = side_by_side.ObjectFiles.add

    def counting(self: side_by_side.ObjectFiles, part: side_by_side.Part, at_once: int) -> None:
        counts.append(len(part.functions()))
        add(self, part, at_once)

    monkeypatch.setattr(side_by_side.ObjectFiles, "add", counting)
    return counts


def _compiled(text: str) -> dlc.Executable:
    return dlc.compile(text, cache=False, threads=1)


def test_kernels_begun_first_do_the_same(parts: list[int]) -> None:
    x, y, z = np.arange(5, dtype=np.float32), np.zeros(5, np.float32), np.zeros(5, np.float32)
    _compiled(PROGRAM)(x, y, z)
    assert parts[:2] == [1, 1]
    assert len(parts) > 2
    np.testing.assert_array_equal(y, 2 * x)
    np.testing.assert_array_equal(z, 6 * x)


@pytest.mark.parametrize(("sizes", "name"), [((5, 4, 4), "double"), ((5, 5, 4), "triple")])
def test_failures_of_kernels_name_their_message(parts: list[int], sizes: tuple[int, ...], name: str) -> None:
    program = _compiled(PROGRAM)
    assert parts[:2] == [1, 1]
    with pytest.raises(dlc.ProgramFailed, match=f"{name} needs equal sizes"):
        program(*(np.zeros(size, np.float32) for size in sizes))


def test_symbols_of_the_user_may_have_the_names_of_those_that_are_added(parts: list[int]) -> None:
    text = PROGRAM.replace("@double", "@__dlc_text_0")
    x, y, z = np.arange(5, dtype=np.float32), np.zeros(5, np.float32), np.zeros(5, np.float32)
    _compiled(text)(x, y, z)
    assert len(parts) == 1
    np.testing.assert_array_equal(z, 6 * x)


def test_kernels_are_compiled_here_if_no_process_can_be_started(
    parts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(side_by_side, "_idle", [])
    monkeypatch.setattr(side_by_side.sys, "executable", "/nowhere/python")
    x, y, z = np.arange(5, dtype=np.float32), np.zeros(5, np.float32), np.zeros(5, np.float32)
    _compiled(PROGRAM)(x, y, z)
    assert parts[:2] == [1, 1]
    np.testing.assert_array_equal(z, 6 * x)


def test_a_crash_of_llvm_in_a_kernel_is_an_error(parts: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "_idle", [])
    killed = "import os, sys; sys.stdin.buffer.readline(); os.write(2, b'Assertion failed'); os.abort()"
    monkeypatch.setattr(side_by_side, "COMMAND", ("-c", killed))
    with pytest.raises(dlc.InvalidProgram, match="cannot be compiled: LLVM ended with SIGABRT"):
        _compiled(PROGRAM)
    assert parts[:2] == [1, 1]


def test_an_error_in_the_rest_of_the_module_stops_what_has_begun(parts: list[int]) -> None:
    wrong = "func.func @wrong(%x: i32) -> i7 { %y = builtin.unrealized_conversion_cast %x : i32 to i7 return %y : i7 }"
    with pytest.raises(dlc.InvalidProgram, match="unrealized_conversion_cast"):
        _compiled(PROGRAM + wrong)
    assert parts[:2] == [1, 1]


SIZES = ((24, 40), (40, 56), (56, 56), (56, 8))
"""The sizes of the weights of a network, of which the second and the third kind are alike in what surrounds them."""


def _network() -> tuple[str, list[np.ndarray]]:
    """Return a network of products, and its weights; some of its sums are needed twice, so they are buffers."""
    numbers = np.random.default_rng(0)
    weights = [numbers.standard_normal(size).astype(np.float32) for size in SIZES]
    lines: list[str] = []
    name = "x"
    for number, weight in enumerate(weights):
        rows, columns = weight.shape
        type, before, after = (f"tensor<{size}xf32>" for size in (f"{rows}x{columns}", f"70x{rows}", f"70x{columns}"))
        text = ", ".join(str([float(each) for each in row]) for row in weight)
        operands = f"%{name}, %w{number}, batch = [] x [], contracting = [1] x [0]"
        lines += [
            f"%w{number} = graph.constant dense<[{text}]> : {type}",
            f"%p{number} = graph.contract {operands} : {before}, {type} -> {after}",
            f"%t{number} = graph.tanh %p{number} : {after}",
            f"%y{number} = graph.add %t{number}, %p{number} : {after}",
        ]
        name = f"y{number}"
    body = "\n  ".join(lines)
    head = "func.func @main(%x: tensor<70x24xf32>) -> tensor<70x8xf32> {"
    return f"{head}\n  {body}\n  return %{name} : tensor<70x8xf32>\n}}", weights


@pytest.mark.parametrize("threads", [1, 2])
def test_kernels_scheduled_in_groups_do_the_same(
    parts: list[int], monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    monkeypatch.setattr(kernels_apart, "OPS_TO_SCHEDULE", 1)
    text, weights = _network()
    x = np.random.default_rng(1).standard_normal((70, 24)).astype(np.float32)
    actual = dlc.compile(text, cache=False, threads=threads)(x)
    assert len(parts) > len(weights)
    monkeypatch.setattr(compilation, "available_threads", lambda: 1)
    whole = dlc.compile(text, cache=False, threads=threads)(x)
    np.testing.assert_array_equal(actual, whole)
    expected = x.astype(np.float64)
    for weight in weights:
        expected = expected @ weight
        expected = np.tanh(expected) + expected
    np.testing.assert_allclose(actual, expected, rtol=1e-4, atol=1e-4)


def test_declarations_say_what_functions_do_to_memory() -> None:
    text = """
    func.func private @copy(%x: memref<4xf32>, %y: memref<4xf32> {llvm.noalias}, %n: index) -> memref<4xf32> {
      loop.for %i = 0 to 4 {
        %0 = loop.load %x[%i] : memref<4xf32>
        loop.store %0, %y[%i] : memref<4xf32>
      }
      return %y : memref<4xf32>
    }
    """
    module = dlc.parse(text)
    [function] = module.regions[0].entry.ops
    assert isinstance(function, FuncOp)
    declared = str(kernels_apart.declaration_of(function))
    x, y = "memref<4xf32> {llvm.nocapture, llvm.readonly}", "memref<4xf32> {llvm.noalias}"
    assert declared == f"func.func private @copy({x}, {y}, index) -> memref<4xf32>"
