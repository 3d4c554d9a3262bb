"""The loops in which products of matrices and convolutions spend their time keep everything in registers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from dlc.codegen.emission import Compilation
from dlc.codegen.target import Target
from dlc.passes.loops.schedules.machine import Machine
from dlc.passes.manager.pipeline_text import parse_pipeline
from support.programs import module_of, new_context

AVX2 = Machine(vector_bits=256, vector_registers=16, l1_bytes=32 << 10, l2_bytes=512 << 10, l3_bytes=32 << 20, cores=1)
ZEN3 = Target("x86_64-unknown-linux-gnu", "znver3")
HALVED = Machine(vector_bits=512, vector_registers=32, l2_bytes=1 << 20, l3_bytes=32 << 20, unit_bits=256)
ZEN4 = Target("x86_64-unknown-linux-gnu", "znver4")
ROAD = "builtin.module(optimize-graph,lower-to-loops,outline-kernels,schedule-loops,apply-schedules,lower-to-llvm)"

MATMUL = """
func.func @main(%a: tensor<{m}x{k}xf32>, %b: tensor<{k}x{n}xf32>) -> tensor<{m}x{n}xf32> {{
  %c = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
    : tensor<{m}x{k}xf32>, tensor<{k}x{n}xf32> -> tensor<{m}x{n}xf32>
  %r = graph.relu %c : tensor<{m}x{n}xf32>
  return %r : tensor<{m}x{n}xf32>
}}"""
CONVOLUTION = """
func.func @main(%x: tensor<1x64x{n}x{n}xf32>, %w: tensor<64x64x3x3xf32>) -> tensor<1x64x{n}x{n}xf32> {{
  %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> pad_low [1, 1] pad_high [1, 1]
    : tensor<1x64x{n}x{n}xf32>, tensor<64x64x3x3xf32> -> tensor<1x64x{n}x{n}xf32>
  return %y : tensor<1x64x{n}x{n}xf32>
}}"""

FEW_PIXELS = """
func.func @main(%x: tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32> {
  %w = graph.constant dense<0.5> : tensor<128x128x3x3xf32>
  %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> pad_low [1, 1] pad_high [1, 1]
    : tensor<1x128x7x7xf32>, tensor<128x128x3x3xf32> -> tensor<1x128x7x7xf32>
  return %y : tensor<1x128x7x7xf32>
}"""

DEPTHWISE = """
func.func @main(%x: tensor<1x32x56x64xf32>, %w: tensor<32x1x1x9xf32>) -> tensor<1x32x56x56xf32> {
  %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> groups 32
    : tensor<1x32x56x64xf32>, tensor<32x1x1x9xf32> -> tensor<1x32x56x56xf32>
  return %y : tensor<1x32x56x56xf32>
}"""
SKINNY = """
func.func @main(%a: tensor<{m}x256xf32>, %b: tensor<{b}xf32>) -> tensor<{m}x1024xf32> {{
  %c = graph.contract %a, %b, batch = [] x [], contracting = [1] x [{dim}]
    : tensor<{m}x256xf32>, tensor<{b}xf32> -> tensor<{m}x1024xf32>
  return %c : tensor<{m}x1024xf32>
}}"""
ATTENTION = """
func.func @main(%q: tensor<2x24x16xf32>, %k: tensor<2x32x16xf32>, %v: tensor<2x32x16xf32>) -> tensor<2x24x16xf32> {
  %r = graph.attention %q, %k, %v
    : tensor<2x24x16xf32>, tensor<2x32x16xf32>, tensor<2x32x16xf32> -> tensor<2x24x16xf32>
  return %r : tensor<2x24x16xf32>
}"""


BYTES = """
func.func @main(%x: tensor<1x64x28x28xui8>) -> tensor<1x64x28x28xi32> {
  %w = graph.constant dense<3> : tensor<64x64x3x3xi8>
  %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> pad_low [1, 1] pad_high [1, 1]
    : tensor<1x64x28x28xui8>, tensor<64x64x3x3xi8> -> tensor<1x64x28x28xi32>
  return %y : tensor<1x64x28x28xi32>
}"""
GROUPS = """
func.func @main(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %w = graph.constant dense<0.5> : tensor<64x16x3x3xf32>
  %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> pad_low [1, 1] pad_high [1, 1] groups 4
    : tensor<1x64x56x56xf32>, tensor<64x16x3x3xf32> -> tensor<1x64x56x56xf32>
  return %y : tensor<1x64x56x56xf32>
}"""


def assembly_of(text: str, machine: Machine = AVX2, target: Target = ZEN3) -> str:
    context = new_context()
    module = module_of(f"module attributes {{loop.machine = {machine.attribute()}}} {{\n{text}\n}}", context)
    assert parse_pipeline(ROAD).run(module, context), [each.message for each in context.diagnostics.diagnostics]
    compilation = Compilation.of(module, context.diagnostics, target)
    assert compilation is not None, [each.message for each in context.diagnostics.diagnostics]
    compilation.optimize(is_scheduled=True)
    return compilation.assembly()


def innermost_loops(assembly: str) -> Iterator[list[str]]:
    """The instructions from a label up to the branch back to it, where no other label is in between."""
    block: list[str] = []
    label = ""
    for line in assembly.splitlines():
        if line.startswith("\t."):  # constants fill millions of lines
            continue
        match = re.match(r"(\.?\w+):", line)
        if match is not None:
            label, block = match.group(1), []
        elif line.startswith("\t"):
            block.append(line.strip())
            if re.match(r"\tj\w+\s", line) and line.split()[-1] == label:
                yield list(block)


def blocks(assembly: str) -> Iterator[list[str]]:
    """The instructions between labels and branches: a loop that fetches ahead in some iterations has several."""
    block: list[str] = []
    for line in assembly.splitlines():
        is_label, is_branch = re.match(r"\.?\w+:", line), re.match(r"\tj\w+\s", line)
        if is_label or is_branch:
            yield block
            block = []
        elif line.startswith("\t") and not line.startswith("\t."):
            block.append(line.strip())


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("text", "sums"),
    [
        (MATMUL.format(m=256, n=256, k=256), 12),
        (MATMUL.format(m=200, n=300, k=260), 10),
        (CONVOLUTION.format(n=28), 10),
        (CONVOLUTION.format(n=7), 10),
        (FEW_PIXELS, 10),
        (GROUPS, 12),
    ],
    ids=["matmul", "uneven-matmul", "convolution", "small-convolution", "channels-side-by-side", "groups"],
)
def test_the_hot_loop_multiplies_and_adds_in_registers(text: str, sums: int) -> None:
    hot = max(blocks(assembly_of(text)), key=lambda block: sum("vfmadd" in line for line in block))
    products = sum("vfmadd" in line and "ymm" in line for line in hot)
    assert products >= sums, "a tile of sums"
    assert products % sums == 0
    spilled = [line for line in hot if "(%rsp)" in line or "(%rbp)" in line]
    assert not spilled, spilled
    stored = [line for line in hot if re.match(r"vmovups\s+%ymm\d+,", line)]
    assert not stored, "sums stay in registers"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("machine", "target", "sizes", "kept"),
    [
        (AVX2, ZEN3, (240, 240, 96), True),
        (AVX2, ZEN3, (240, 240, 700), True),  # sums of several blocks
        (AVX2, ZEN3, (241, 240, 96), True),  # the last row has a tile of its own
        (AVX2, ZEN3, (241, 238, 96), False),
        (HALVED, ZEN4, (126, 24, 96), True),
        (HALVED, ZEN4, (128, 96, 800), True),
        (HALVED, ZEN4, (127, 23, 96), False),
    ],
    ids=["whole", "blocks", "uneven-rows", "uneven-columns", "narrow-vectors", "wide-blocks", "narrow-uneven"],
)
def test_sums_of_whole_tiles_go_from_registers_to_the_result(
    machine: Machine, target: Target, sizes: tuple[int, int, int], *, kept: bool
) -> None:
    m, n, k = sizes
    code = assembly_of(MATMUL.format(m=m, n=n, k=k), machine, target)
    on_stack = [
        line for line in code.splitlines() if re.search(r"vmov\w+\s.*\(%rsp.*%[yz]mm|vmov\w+\s.*%[yz]mm.*\(%rsp", line)
    ]
    assert (not on_stack) == kept, on_stack


@pytest.mark.parametrize(
    ("m", "is_transposed", "products"),
    [(1, False, 8), (2, False, 8), (4, False, 32), (1, True, 6), (4, True, 8), (7, True, 8)],
)
def test_skinny_products_multiply_and_add_whole_vectors(m: int, products: int, *, is_transposed: bool) -> None:
    """Nothing is stored on the stack; factors that do not fit into registers are operands in memory."""
    text = SKINNY.format(m=m, b="1024x256" if is_transposed else "256x1024", dim=int(is_transposed))
    loops = list(innermost_loops(assembly_of(text)))
    hot = max(loops, key=lambda block: sum("vfmadd" in line and "ymm" in line for line in block))
    assert sum("vfmadd" in line and "ymm" in line for line in hot) >= products
    spilled = [line for line in hot if re.search(r"\(%r[sb]p\)$", line)]
    assert not spilled, spilled


def test_windows_of_one_channel_are_summed_in_registers() -> None:
    loops = list(innermost_loops(assembly_of(DEPTHWISE)))
    hot = max(loops, key=lambda block: sum("vfmadd" in line for line in block))
    added = [line for line in hot if re.match(r"vfmadd\w+ps\s.*ymm|vmulps\s.*ymm", line)]
    assert len(added) >= 18, "two lines or more are computed together"
    assert len(added) % 9 == 0
    spilled = [line for line in hot if "(%rsp)" in line or "(%rbp)" in line]
    assert not spilled, spilled


def test_both_products_of_attention_are_summed_in_registers() -> None:
    loops = list(innermost_loops(assembly_of(ATTENTION)))
    hot = [block for block in loops if sum("vfmadd231ps" in line and "ymm" in line for line in block) >= 12]
    assert len(hot) == 2
    spilled = [line for block in hot for line in block if "(%rsp)" in line or "(%rbp)" in line]
    assert not spilled, spilled


def test_convolutions_of_bytes_multiply_and_add_pairs_in_registers() -> None:
    loops = list(innermost_loops(assembly_of(BYTES)))
    hot = max(loops, key=lambda block: sum("vpmaddwd" in line for line in block))
    assert sum("vpmaddwd" in line and "ymm" in line for line in hot) >= 10, "a tile of sums"
    assert not any("vpmulld" in line for line in hot)
    spilled = [line for line in hot if "(%rsp)" in line or "(%rbp)" in line]
    assert not spilled, spilled


UNSCHEDULED = """
func.func @main(%x: memref<4096xf32>, %y: memref<4096xf32>) {
  %zero = arith.constant 0.0 : f32
  loop.for %i = 0 to 4096 {
    %0 = loop.load %x[%i] : memref<4096xf32>
    %is_less = arith.cmpf olt, %0, %zero : f32
    loop.when %is_less {
      loop.store %zero, %y[%i] : memref<4096xf32>
    } else {
      loop.store %0, %y[%i] : memref<4096xf32>
    }
  }
  return
}"""


def test_llvm_vectorizes_what_has_no_schedule() -> None:
    """A condition and memrefs that may overlap: the cost model has no plan for the nest."""
    assert "%ymm" in assembly_of(UNSCHEDULED)
