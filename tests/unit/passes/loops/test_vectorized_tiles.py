"""Nests give the same when tiles of two loops are vectors, which are transposed where memory goes the other way."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import dlc
from dlc.interp.interpreter import Interpreter
from dlc.ir.operations import Operation
from dlc.passes.loops.analysis.nests import loops_in
from dlc.passes.loops.schedules.machine import Machine
from dlc.passes.loops.transforms.refusals import Refusal
from dlc.passes.loops.vectorize.vectorize_tiles import vectorize_tiles
from support.compiled_programs import compiled
from support.programs import assert_refines, assert_valid, module_of
from support.properties import examples
from support.scheduled_nests import scheduled

module_of("")  # the parser raises the recursion limit when first used, which hypothesis does not want inside a test

READS = (
    *("%a[%i, %j]", "%a[%j, %i]", "%a[%i, 3]", "%a[5, %j]", "%a[%j, %i + 1]", "%a[%i + %j, %j]", "%a[%j, %i * 2]"),
    *("%a[%i * 2, %j]", "%a[%i, %j * 2 + 1]", "%a[0, 1]", "%a[%j + 2, %i + %k]", "%a[%i + %k, %j]", "%a[%j mod 4, %i]"),
)
WRITES = ("%b[%i, %j]", "%b[%j, %i]", "%b[%j + 1, %i + 2]", "%b[%j, %i * 2]", "%b[%j * 2, %i]", "%b[%i + 3, %j]")
ENDS = ("arith.addf %s, %x : f32", "arith.mulf %s, %s : f32", "math.exp2 %s : f32", "arith.negf %s : f32")
FEW = Machine(128, 16, 1 << 9, 1 << 12, 1 << 14, 1)


def random_tile(random: Random) -> str:
    """A function with two loops that read one array and write another one, with a sum inside or without."""
    high, wide = (random.choice(("%n", *range(1, 14))) for _ in range(2))
    reads = random.sample(READS, random.randint(1, 3))
    loads = "\n".join(f"%v{i} = loop.load {each} : memref<64x64xf32>" for i, each in enumerate(reads))
    adds = "\n".join(f"%t{i + 1} = arith.addf %t{i}, %v{i} : f32" for i in range(len(reads)))
    index = f"%p = arith.index_cast {random.choice(('%i', '%j'))} : index to i32\n%f = arith.sitofp %p : i32 to f32"
    if any("%k" in each for each in reads):
        inside = f"""%s = loop.for %k = 0 to 3 iter_args(%t0 = %x) -> (f32) {{
            {loads}
            {adds}
            loop.yield %t{len(reads)} : f32
        }}"""
    else:
        inside = f"%t0 = arith.addf %x, %x : f32\n{loads}\n{adds}\n%s = arith.addf %t{len(reads)}, %f : f32"
    store = random.choice(WRITES)
    return f"""
func.func @main(%a: memref<64x64xf32> {{llvm.noalias}}, %b: memref<64x64xf32> {{llvm.noalias}}, %n: index, %x: f32) {{
  loop.for %i = 0 to {high} {{
    loop.for %j = {random.choice((0, 0, 2))} to {wide} {{
      {index}
      {inside}
      %y = {random.choice(ENDS)}
      loop.store %y, {store} : memref<64x64xf32>
    }}
  }}
  return
}}"""


def arguments(size: int) -> list[Any]:
    numbers = np.random.default_rng(size)
    a = numbers.integers(-3, 4, (64, 64)).astype(np.float32)
    return [a, np.zeros((64, 64), np.float32), size, np.float32(2)]


def tiled(text: str, random: Random) -> tuple[Operation, Refusal | None]:
    """The program by tiles, or why not."""
    module = module_of(text)
    before = str(module)
    outer, inner = loops_in(module)[:2]
    try:
        vectorize_tiles(outer, inner, random.choice((1, 2, 3, 4, 8)), random.choice((1, 2, 4, 5, 8)))
    except Refusal as refusal:
        assert str(module) == before, "a refusal leaves the loops as they were"
        return module, refusal
    assert_valid(module)
    return module, None


@examples(75)
@given(seed=st.integers(0, 2**32))
def test_programs_give_the_same(seed: int) -> None:
    random = Random(seed)
    text = random_tile(random)
    after, refusal = tiled(text, random)
    if refusal is None:
        for size in (0, 1, 5, 13):
            assert_refines(module_of(text), after, "main", *arguments(size))


def test_most_programs_are_tiled_and_many_transposed() -> None:
    done, used = 0, Counter[str]()
    for seed in range(60):
        random = Random(seed)
        module, refusal = tiled(random_tile(random), random)
        done += refusal is None
        used.update({op.name for op in module.walk()} if refusal is None else ())
    assert done > 30
    assert used["vector.transpose"] > 15
    assert used["vector.from_elements"]


@pytest.mark.parametrize("seed", range(4))
def test_machine_code_gives_the_same(seed: int) -> None:
    random = Random(seed)
    texts: list[str] = []
    while len(texts) < 4:
        text = random_tile(random)
        module, refusal = tiled(text, random)
        if refusal is not None:
            continue
        texts.append(text)
        program = compiled(module)
        for size in (1, 9):
            expected, actual = arguments(size), arguments(size)
            Interpreter(module_of(text)).run("main", *expected)
            program("main", *actual)
            np.testing.assert_allclose(actual[1], expected[1], rtol=1e-6)


REFUSED = {
    "flow dependence": "%0 = loop.load %a[%i, %j] : memref<9x9xf32>\nloop.store %0, %a[%i + 1, %j] : memref<9x9xf32>",
    "output dependence": "loop.store %x, %a[%i, 0] : memref<9x9xf32>",
    "anti dependence": "%0 = loop.load %a[%j, %i] : memref<9x9xf32>\nloop.store %0, %a[%i, %j] : memref<9x9xf32>",
    "bounds of an inner loop vary": (
        "loop.for %k = 0 to affine_map<(d0) -> (d0)>(%i) { loop.store %x, %a[%i, %j] : memref<9x9xf32> }"
    ),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_what_cannot_be_tiled(reason: str) -> None:
    module = module_of(f"""func.func @main(%a: memref<9x9xf32>, %x: f32) {{
      loop.for %i = 0 to 8 {{
        loop.for %j = 0 to 8 {{
          {REFUSED[reason]}
        }}
      }}
      return
    }}""")
    outer, inner = loops_in(module)[:2]
    with pytest.raises(Refusal, match=reason):
        vectorize_tiles(outer, inner, 4, 4)


@pytest.mark.parametrize("shape", [(9, 13), (8, 8), (1, 7), (20, 3), (33, 18)])
@pytest.mark.parametrize("element", ["f32", "f64", "i8"])
def test_transposes_are_scheduled_right(shape: tuple[int, int], element: str) -> None:
    m, n = shape
    text = f"""func.func @main(%x: tensor<{m}x{n}x{element}>) -> tensor<{n}x{m}x{element}> {{
      %y = graph.transpose %x, [1, 0] : tensor<{m}x{n}x{element}> -> tensor<{n}x{m}x{element}>
      return %y : tensor<{n}x{m}x{element}>
    }}"""
    x: Any = np.random.default_rng(m).integers(-9, 9, shape).astype({"f32": "f4", "f64": "f8", "i8": "i1"}[element])
    _, after = scheduled(text, FEW)
    [y] = Interpreter(after).run("main", x)
    np.testing.assert_array_equal(np.asarray(y), x.T)
    np.testing.assert_array_equal(np.asarray(dlc.compile(text, threads=1)(x)), x.T)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("channels", "size", "kernel", "stride"), [(24, 14, 3, 1), (19, 15, 5, 2), (64, 7, 3, 1)])
def test_windows_with_results_of_another_layout(
    channels: int, size: int, kernel: int, stride: int, threads: int
) -> None:
    low, out = kernel // 2, (size - 1) // stride + 1
    numbers = np.random.default_rng(channels)
    x = numbers.integers(-3, 4, (1, channels, size, size)).astype(np.float32)
    w = numbers.integers(-3, 4, (channels, 1, kernel, kernel)).astype(np.float32)
    text = f"""func.func @main(%x: tensor<1x{channels}x{size}x{size}xf32>) -> tensor<1x{channels}x{out}x{out}xf32> {{
      %w = graph.constant dense<{w.tolist()}> : tensor<{channels}x1x{kernel}x{kernel}xf32>
      %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> strides [{stride}, {stride}]
        pad_low [{low}, {low}] pad_high [{low}, {low}] groups {channels}
        : tensor<1x{channels}x{size}x{size}xf32>, tensor<{channels}x1x{kernel}x{kernel}xf32>
        -> tensor<1x{channels}x{out}x{out}xf32>
      return %y : tensor<1x{channels}x{out}x{out}xf32>
    }}"""
    padded = np.pad(x, ((0, 0), (0, 0), (low, low), (low, low)))
    expected = np.zeros((1, channels, out, out), np.float32)
    for i in range(kernel):
        for j in range(kernel):
            rows, columns = (slice(at, at + (out - 1) * stride + 1, stride) for at in (i, j))
            expected += padded[:, :, rows, columns] * w[:, 0, i, j][None, :, None, None]
    actual = dlc.compile(text, threads=threads)(x)
    np.testing.assert_allclose(np.asarray(actual), expected)
