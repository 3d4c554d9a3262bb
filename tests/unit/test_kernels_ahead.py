"""Kernels that LLVM compiles while others are lowered: the program is the same as if its module had stayed whole."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import dlc
from dlc import compilation, kernels_ahead, kernels_elsewhere
from dlc.codegen import side_by_side
from dlc.codegen.target import Target
from dlc.dialects.func import FuncOp
from dlc.ir.diagnostics import DiagnosticEngine
from dlc.ir.symbol_table import symbol_name
from dlc.passes.llvm import kernels_apart
from dlc.passes.pipelines import BY_FUNCTION, passes_in

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

    class Counted(side_by_side.Job):
        def __init__(self, functions: set[str]) -> None:
            counts.append(len(functions))
            super().__init__(functions)

    monkeypatch.setattr(side_by_side, "Job", Counted)
    return counts


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The LLVM IR of kernels that other processes have lowered; this one waits until they have."""
    texts: list[str] = []
    compile_with = side_by_side.Job.compile_with

    def noting(self: side_by_side.Job, request: bytes) -> None:
        if not self.is_lowered and self.answer is not None:
            texts.append(str(self.answer["text"]))
        compile_with(self, request)

    monkeypatch.setattr(side_by_side.Job, "compile_with", noting)
    monkeypatch.setattr(side_by_side.ObjectFiles, "take_back", _never)
    return texts


def _never(_files: side_by_side.ObjectFiles, _job: side_by_side.Job) -> bool:
    return False


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


@pytest.mark.usefixtures("parts")
def test_other_processes_lower_kernels_to_the_same(
    elsewhere: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    x, y, z = np.arange(5, dtype=np.float32), np.zeros(5, np.float32), np.zeros(5, np.float32)
    program = _compiled(PROGRAM)
    assert [text.count("\ndefine ") for text in elsewhere] == [1, 1]
    program(x, y, z)
    np.testing.assert_array_equal(z, 6 * x)
    with pytest.raises(dlc.ProgramFailed, match="triple needs equal sizes"):
        program(x, y, z[:4])
    monkeypatch.setattr(kernels_ahead, "COMMAND", ("-c", ""))
    program.save(tmp_path / "elsewhere.dlc")
    _compiled(PROGRAM).save(tmp_path / "here.dlc")
    assert (tmp_path / "here.dlc").read_bytes() == (tmp_path / "elsewhere.dlc").read_bytes()
    assert len(elsewhere) == 2


@pytest.mark.usefixtures("parts")
def test_half_floats_in_kernels_lowered_elsewhere_are_converted(elsewhere: list[str]) -> None:
    text = PROGRAM.replace("f32", "f16")
    x, y, z = np.arange(5, dtype=np.float16), np.zeros(5, np.float16), np.zeros(5, np.float16)
    _compiled(text)(x, y, z)
    assert len(elsewhere) == 2
    np.testing.assert_array_equal(z, 6 * x)


_ANSWERS = ("0\n", "3\nabc", "2\n{}", "nonsense\n", "")


@pytest.mark.parametrize("answer", _ANSWERS)
@pytest.mark.usefixtures("parts", "elsewhere")
def test_what_no_process_has_lowered_is_lowered_here(answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "_idle", [])
    odd = f"import sys; sys.stdin.buffer.readline(); sys.stdout.write({answer!r}); sys.exit(1)"
    monkeypatch.setattr(kernels_ahead, "COMMAND", ("-c", odd))
    x, y, z = np.arange(5, dtype=np.float32), np.zeros(5, np.float32), np.zeros(5, np.float32)
    _compiled(PROGRAM)(x, y, z)
    np.testing.assert_array_equal(z, 6 * x)


@pytest.mark.usefixtures("parts")
def test_kernels_that_are_refused_here_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(part: side_by_side.Part, diagnostics: DiagnosticEngine, _target: Target) -> None:
        diagnostics.error(part.module.location, "it is refused")

    def begins_nothing(_files: side_by_side.ObjectFiles, _at_once: int) -> None:
        return

    monkeypatch.setattr(side_by_side.ObjectFiles, "_start_threads", begins_nothing)
    monkeypatch.setattr(side_by_side, "translated", refused)
    with pytest.raises(dlc.InvalidProgram, match="it is refused"):
        _compiled(PROGRAM)


_HOST = Target.host()
_PROCESSOR = {"triple": _HOST.triple, "cpu": _HOST.cpu, "features": _HOST.features}
_LOWERING = ",".join(passes_in(BY_FUNCTION))


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("func.func @f() {", _LOWERING),
        ("func.func @f() { my.op return }", _LOWERING),
        ("func.func @f() { return }", "my-pass"),
        ("func.func @f() { return }", "to-llvm{unknown=1}"),
        ("func.func @f() { return }", "cse"),
        (
            "func.func @f(%x: i32) -> i7 { %y = builtin.unrealized_conversion_cast %x : i32 to i7 return %y : i7 }",
            _LOWERING,
        ),
    ],
)
def test_what_is_unusual_is_not_answered(text: str, passes: str) -> None:
    assert kernels_elsewhere.lower(text, passes=passes, **_PROCESSOR) == b""


def test_an_answer_says_what_was_added_and_what_is_needed() -> None:
    text = KERNEL.format(name="double", factor="2.0").replace("f32", "bf16")
    answer = json.loads(kernels_elsewhere.lower(text, passes=_LOWERING, **_PROCESSOR))
    lowered = kernels_elsewhere.read_answer(answer)
    assert {"malloc", "free"} < {symbol_name(op) for op in lowered.added}
    assert lowered.helpers == ("float_conversions",)
    assert "define " in answer["text"]


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
