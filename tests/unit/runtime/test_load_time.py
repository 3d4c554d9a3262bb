"""Code that runs when a program is loaded: functions with `llvm.global_ctor`, and weights that they pack."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlc
from dlc.compilation import pipeline_for
from dlc.dialects import memref
from dlc.dialects.func import GLOBAL_CTOR, CallOp
from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter

TWO_FUNCTIONS = """
memref.global "private" @made : memref<4096xf32> = uninitialized
memref.global "private" @count : memref<1xi64> = dense<0>

func.func @second() attributes {llvm.global_ctor = 2 : i32} {
  %made = memref.get_global @made : memref<4096xf32>
  %two = arith.constant 2.0 : f32
  loop.for %i = 0 to 4096 {
    %0 = loop.load %made[%i] : memref<4096xf32>
    %1 = arith.mulf %0, %two : f32
    loop.store %1, %made[%i] : memref<4096xf32>
  }
  return
}

func.func @first() attributes {llvm.global_ctor = 1 : i32} {
  %made = memref.get_global @made : memref<4096xf32>
  %count = memref.get_global @count : memref<1xi64>
  %three = arith.constant 3.0 : f32
  loop.for %i = 0 to 4096 {
    loop.store %three, %made[%i] : memref<4096xf32>
  }
  %one = arith.constant 1 : i64
  %0 = loop.load %count[0] : memref<1xi64>
  %1 = arith.addi %0, %one : i64
  loop.store %1, %count[0] : memref<1xi64>
  return
}

func.func @read(%i: index) -> (f32, i64) {
  %made = memref.get_global @made : memref<4096xf32>
  %count = memref.get_global @count : memref<1xi64>
  %0 = loop.load %made[symbol(%i)] : memref<4096xf32>
  %1 = loop.load %count[0] : memref<1xi64>
  return %0, %1 : f32, i64
}
"""


@pytest.mark.parametrize("level", [0, 2])
def test_functions_run_at_load_once_and_in_order(level: int) -> None:
    exe = dlc.compile(TWO_FUNCTIONS, level=level, threads=1)
    assert list(exe.entries) == ["read"]
    assert exe(7) == (6.0, 1)
    assert exe(4095) == (6.0, 1)


def test_the_interpreter_runs_them_before_the_first_run() -> None:
    machine = Interpreter(dlc.parse(TWO_FUNCTIONS))
    assert machine.run("read", 0) == [6.0, 1]
    assert machine.run("read", 9) == [6.0, 1]


def test_what_fails_at_load_is_told() -> None:
    text = """
    func.func @fails() attributes {llvm.global_ctor = 1 : i32} {
      %no = arith.constant false
      cf.assert %no, "there is no such table"
      return
    }
    func.func @main() { return }
    """
    with pytest.raises(dlc.ProgramFailed, match="there is no such table"):
        dlc.compile(text)
    with pytest.raises(InterpreterError, match="there is no such table"):
        Interpreter(dlc.parse(text)).run("main")


def test_what_takes_arguments_cannot_run_at_load() -> None:
    with pytest.raises(dlc.InvalidProgram, match="takes and gives nothing"):
        dlc.compile("func.func @f(%x: f32) attributes {llvm.global_ctor = 1 : i32} { return }")


# -- Weights -----------------------------------------------------------------------------------------------------------


def convolution(weights: str) -> str:
    """Two convolutions with the same weights, and one with others."""
    x, w = "tensor<1x12x6x6xf32>", "tensor<12x12x3x3xf32>"
    op = "<NCHW x OIHW -> NCHW> pad_low [1, 1] pad_high [1, 1]"
    return f"""func.func @main(%x: {x}) -> {x} {{
      %w = graph.constant dense_resource<w> : {w}
      %v = graph.constant dense_resource<v> : {w}
      %0 = graph.convolution %x, %w, {op} : {x}, {w} -> {x}
      %1 = graph.convolution %0, %v, {op} : {x}, {w} -> {x}
      %2 = graph.convolution %1, %w, {op} : {x}, {w} -> {x}
      %3 = graph.tanh %2 : {x}
      return %3 : {x}
    }}
    {{-# dialect_resources: {{ builtin: {{ {weights} }} }} #-}}"""


def matmul(weights: str) -> str:
    x, w = "tensor<8x64xf32>", "tensor<64x64xf32>"
    op = "batch = [] x [], contracting = [1] x [0]"
    return f"""func.func @main(%x: {x}) -> {x} {{
      %w = graph.constant dense_resource<w> : {w}
      %v = graph.constant dense_resource<v> : {w}
      %0 = graph.contract %x, %w, {op} : {x}, {w} -> {x}
      %1 = graph.tanh %0 : {x}
      %2 = graph.contract %1, %v, {op} : {x}, {w} -> {x}
      return %2 : {x}
    }}
    {{-# dialect_resources: {{ builtin: {{ {weights} }} }} #-}}"""


def resources(**arrays: Any) -> str:
    return ", ".join(f'{name}: "0x04000000{array.tobytes().hex()}"' for name, array in arrays.items())


def drawn(*shape: int, seed: int) -> Any:
    return (np.random.default_rng(seed).random(shape, np.float32) - np.float32(0.5)) * np.float32(0.2)


@pytest.mark.parametrize(
    ("text", "shape", "taken", "count"),
    [(convolution, (12, 12, 3, 3), (1, 12, 6, 6), 3), (matmul, (64, 64), (8, 64), 2)],
    ids=["convolution", "matmul"],
)
def test_weights_are_packed_when_the_program_is_loaded(text: Any, shape: Any, taken: Any, count: int) -> None:
    source, x = text(resources(w=drawn(*shape, seed=1), v=drawn(*shape, seed=2))), drawn(*taken, seed=3)
    module = dlc.parse(source)
    dlc.run_pipeline(module, pipeline_for(1).partition(",plan-memory")[0])
    filled_later = [op for op in module.walk() if isinstance(op, memref.GlobalOp) and op.is_uninitialized]
    loader = next(op for op in module.walk() if GLOBAL_CTOR in op.attributes)
    assert len(filled_later) == count  # the last convolution has a layout of its own
    assert sum(isinstance(op, CallOp) for op in loader.walk()) == count
    plain = dlc.compile(source, threads=1, level=0)(x)
    np.testing.assert_allclose(Interpreter(module).run("main", x)[0], plain, rtol=1e-4, atol=1e-6)
    for threads in (1, 2):
        exe = dlc.compile(source, threads=threads)
        for _ in range(2):
            np.testing.assert_allclose(exe(x), plain, rtol=1e-4, atol=1e-6)
