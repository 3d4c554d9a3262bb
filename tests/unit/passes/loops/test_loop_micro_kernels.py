"""Loops become micro-kernels: what they add to stays in registers, in the IR and in machine code."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest

from dlc.codegen.emission import Compilation
from dlc.codegen.target import Target
from dlc.dialects import loop
from dlc.ir.builtin_types import VectorType
from dlc.ir.operations import Operation
from dlc.passes.loops.analysis.nests import loops_in, name_of
from dlc.passes.manager.pipeline_text import parse_pipeline
from support.programs import assert_refines, assert_valid, module_of, new_context

TILE = """
func.func @main(%a: memref<64x6xf32> {{llvm.noalias}}, %b: memref<64x16xf32> {{llvm.noalias}},
                %c: memref<{rows}xf32> {{llvm.noalias}}) {{
  loop.for %k = 0 to 64 {{
    loop.for %i = 0 to 6 {{
      loop.for %j = 0 to 16 {{
        %0 = loop.load %a[%k, %i] : memref<64x6xf32>
        %1 = loop.load %b[%k, %j] : memref<64x16xf32>
        %2 = loop.load %c[{row}] : memref<{rows}xf32>
        %3 = arith.mulf %0, %1 fastmath<contract> : f32
        %4 = arith.addf %2, %3 fastmath<contract> : f32
        loop.store %4, %c[{row}] : memref<{rows}xf32>
      }} {{loop.name = "j"}}
    }} {{loop.name = "i"}}
  }} {{loop.name = "k"}}
  return
}}"""
MICRO_KERNEL = (
    "builtin.module(loop-vectorize{loops=j width=8},loop-unroll{loops=j full=true},loop-unroll{loops=i full=true},"
    "loop-scalar-replacement{loops=k},cse)"
)
CONVOLUTION = """
func.func @main(%x: memref<4x5x10xf32> {llvm.noalias}, %w: memref<4x3x3x16xf32> {llvm.noalias},
                %y: memref<8x16xf32> {llvm.noalias}) {
  loop.for %ic = 0 to 4 {
    loop.for %kh = 0 to 3 {
      loop.for %kw = 0 to 3 {
        loop.for %ow = 0 to 6 {
          loop.for %oc = 0 to 16 {
            %0 = loop.load %x[%ic, %kh, %ow + %kw] : memref<4x5x10xf32>
            %1 = loop.load %w[%ic, %kh, %kw, %oc] : memref<4x3x3x16xf32>
            %2 = loop.load %y[%ow, %oc] : memref<8x16xf32>
            %3 = math.fma %0, %1, %2 : f32
            loop.store %3, %y[%ow, %oc] : memref<8x16xf32>
          } {loop.name = "oc"}
        } {loop.name = "ow"}
      } {loop.name = "kw"}
    } {loop.name = "kh"}
  } {loop.name = "ic"}
  return
}"""


def transformed(text: str, passes: str) -> Operation:
    context = new_context()
    module = module_of(text, context)
    assert parse_pipeline(passes).run(module, context)
    assert_valid(module, context)
    return module


def loop_called(module: Operation, name: str) -> loop.ForOp:
    return next(each for each in loops_in(module) if name_of(each) == name)


def test_a_tile_of_six_by_sixteen_is_carried_in_twelve_vectors() -> None:
    text = TILE.format(rows="6x16", row="%i, %j")
    module = transformed(text, MICRO_KERNEL)
    kernel = loop_called(module, "k")
    assert kernel.result_types == [VectorType((8,), kernel.result_types[0].element_type)] * 12  # type: ignore[attr-defined]
    counts = Counter(each.name for each in kernel.body.ops)
    assert counts == {
        "loop.load": 6,
        "vector.broadcast": 6,
        "loop.vector_load": 2,
        "arith.mulf": 12,
        "arith.addf": 12,
        "loop.yield": 1,
    }
    random = np.random.default_rng(0)
    arrays = [random.standard_normal(shape).astype(np.float32) for shape in ((64, 6), (64, 16), (6, 16))]
    assert_refines(module_of(text), module, "main", *arrays)


PAIRS = """
func.func @main(%a: memref<32x10xi16> {llvm.noalias}, %b: memref<32x32xi8> {llvm.noalias},
                %c: memref<5x16xi32> {llvm.noalias}) {
  loop.for %i = 0 to 5 {
    loop.for %j = 0 to 16 {
      %0 = loop.load %c[%i, %j] : memref<5x16xi32>
      %1 = loop.for %k = 0 to 32 iter_args(%sum = %0) -> (i32) {
        %2 = loop.for %pair = 0 to 2 iter_args(%part = %sum) -> (i32) {
          %3 = loop.load %a[%k, %i * 2 + %pair] : memref<32x10xi16>
          %4 = loop.load %b[%k, %j * 2 + %pair] : memref<32x32xi8>
          %5 = arith.extsi %3 : i16 to i32
          %6 = arith.extsi %4 : i8 to i32
          %7 = arith.muli %5, %6 : i32
          %8 = arith.addi %part, %7 : i32
          loop.yield %8 : i32
        } {loop.name = "pair"}
        loop.yield %2 : i32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<5x16xi32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}"""
KERNEL_OF_PAIRS = (
    "builtin.module(loop-vectorize{loops=pair width=2},loop-unroll{loops=pair full=true},"
    "loop-vectorize{loops=j width=8},loop-unroll-and-jam{loops=j factor=2},loop-unroll-and-jam{loops=i factor=5},cse)"
)


def test_vectors_that_overlap_stay_in_memory() -> None:
    """Rows of a tile that begin four elements apart have elements in common."""
    module = transformed(TILE.format(rows="40", row="%i * 4 + %j"), MICRO_KERNEL)
    assert not loop_called(module, "k").results


def test_a_tile_is_carried_through_three_loops() -> None:
    passes = (
        "builtin.module(loop-vectorize{loops=oc width=8},loop-unroll{loops=oc full=true},"
        "loop-unroll{loops=ow full=true},loop-scalar-replacement,cse)"
    )
    module = transformed(CONVOLUTION, passes)
    assert [len(each.results) for each in loops_in(module)] == [12, 12, 12]
    inside = [each.name for each in loop_called(module, "kw").body.ops]
    assert "loop.vector_store" not in inside
    assert inside.count("loop.vector_load") == 2
    random = np.random.default_rng(0)
    shapes = ((4, 5, 10), (4, 3, 3, 16), (8, 16))
    arrays = [random.standard_normal(shape).astype(np.float32) for shape in shapes]
    assert_refines(module_of(CONVOLUTION), module, "main", *arrays)


@pytest.mark.parametrize("cpu", ["haswell", "skylake-avx512"])
def test_the_hot_loop_has_twelve_multiply_adds_and_nothing_on_the_stack(cpu: str) -> None:
    module = transformed(TILE.format(rows="6x16", row="%i, %j"), MICRO_KERNEL)
    context = new_context()
    assert parse_pipeline("builtin.module(lower-to-llvm)").run(module, context)
    compilation = Compilation.of(module, context.diagnostics, Target.of("x86_64-unknown-linux-gnu", cpu))
    assert compilation is not None
    compilation.optimize()
    hot = hottest_loop(compilation.assembly())
    assert len(re.findall(r"\bvfmadd\w+ps\b", hot)) % 12 == 0
    assert re.search(r"\bvfmadd\w+ps\b", hot)
    assert "%rsp" not in hot


@pytest.mark.parametrize(("cpu", "instruction"), [("haswell", "vpmaddwd"), ("cascadelake", "vpdpwssd")])
def test_pairs_of_integers_are_multiplied_and_added_by_one_instruction(cpu: str, instruction: str) -> None:
    """Neither sums nor operands are on the stack, and no vector is put into another order."""
    module = transformed(PAIRS, KERNEL_OF_PAIRS)
    random = np.random.default_rng(0)
    arrays = [random.integers(-(2**bits), 2**bits, shape) for bits, shape in ((15, (32, 10)), (7, (32, 32)))]
    sums = np.zeros((5, 16), np.int32)
    assert_refines(module_of(PAIRS), module, "main", arrays[0].astype(np.int16), arrays[1].astype(np.int8), sums)
    context = new_context()
    assert parse_pipeline("builtin.module(lower-to-llvm)").run(module, context)
    compilation = Compilation.of(module, context.diagnostics, Target.of("x86_64-unknown-linux-gnu", cpu))
    assert compilation is not None
    compilation.optimize()
    hot = hottest_loop(compilation.assembly(), instruction)
    assert hot.count(instruction) % 10 == 0
    assert instruction in hot
    assert not re.search(r"%rsp|vpshuf|vperm|vpack|vpmulld", hot)


def hottest_loop(assembly: str, instruction: str = "vfmadd") -> str:
    """The lines between a label and the last jump back to it, of the loop with the most of an instruction."""
    lines = assembly.splitlines()
    labels = {label[1]: number for number, line in enumerate(lines) if (label := re.match(r"([.\w]+):", line))}
    loops: list[str] = []
    for number, line in enumerate(lines):
        jump = re.match(r"\s*j\w+\s+([.\w]+)", line)
        if jump is not None and labels.get(jump[1], number) < number:
            loops.append("\n".join(lines[labels[jump[1]] : number]))
    return max(loops, key=lambda text: text.count(instruction))
