"""The road to a GPU, step by step: what kernels of each kind compute, compared with numpy and with the loops before.

The interpreter runs launches with all their threads, and reports races, so it also checks that barriers are where they
must be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

import dlc
from dlc.interp.errors import InterpreterError
from dlc.ir.operations import Operation
from dlc.passes.pipelines import GPU, MEMORY, NVVM, TENSOR, passes_of
from support.level_checks import check_levels
from support.level_trials import attempt
from support.run_lines import ROOT
from unit.test_networks import NETWORKS, Network

Array = Any
PLAN, *TO_KERNELS = GPU.passes
LOOPS = (*passes_of(TENSOR, MEMORY), PLAN)
TO_LAUNCHES = TO_KERNELS[: TO_KERNELS.index("loop-to-gpu") + 1]
IN_KERNELS = NVVM.passes[0]
SMALL = ("gpu-describe-machine{block-threads=16 thread-sums=4}", *TO_LAUNCHES[1:])
"""Launches with tiles of 8 by 8 sums, so that small matrices have several."""
WIDE = (SMALL[0].replace("block-threads", "arch=gfx90a block-threads"), *TO_KERNELS[1:])
"""Kernels for subgroups of 64 threads."""
LEVELS: dict[str, Sequence[str]] = {
    "mapped": (*LOOPS, "gpu-map-loops"),
    "launches": (*LOOPS, "gpu-map-loops", "loop-to-gpu"),
    "tiled": (*LOOPS, *SMALL),
    "kernels": (*LOOPS, *SMALL, *TO_KERNELS[len(TO_LAUNCHES) :]),
    "branches": (*LOOPS, *SMALL, *TO_KERNELS[len(TO_LAUNCHES) :], IN_KERNELS),
    "subgroups of 64": (*LOOPS, *WIDE),
}


class Program(NamedTuple):
    """A function of graph ops, what it is given, and what numpy says that it computes."""

    text: str
    shapes: Sequence[Sequence[int]]
    expected: Callable[..., Array]


def softmax(x: Array) -> Array:
    powers = np.exp(x - x.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def convolved(x: Array, w: Array) -> Array:
    """Windows of 3x3 with a padding of one."""
    _, _, rows, columns = x.shape
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    parts = [
        np.einsum("nchw,oc->nohw", padded[:, :, i : i + rows, j : j + columns], w[:, :, i, j])
        for i in range(3)
        for j in range(3)
    ]
    return np.sum(parts, axis=0)


PROGRAMS = {
    "elementwise": Program(
        """func.func @main(%x: tensor<?x5xf32, #graph.dims<n>>, %y: tensor<?x5xf32, #graph.dims<n>>)
            -> tensor<?x5xf32, #graph.dims<n>> {
  %a = graph.add %x, %y : tensor<?x5xf32, #graph.dims<n>>
  %b = graph.exp %a : tensor<?x5xf32, #graph.dims<n>>
  return %b : tensor<?x5xf32, #graph.dims<n>>
}""",
        [(61, 5), (61, 5)],
        lambda x, y: np.exp(x + y),
    ),
    "rows": Program(
        """func.func @main(%x: tensor<7x?xf32, #graph.dims<n>>) -> tensor<7xf32> {
  %c = graph.reduce <sum> %x, [1] : tensor<7x?xf32, #graph.dims<n>> -> tensor<7xf32>
  return %c : tensor<7xf32>
}""",
        [(7, 100)],
        lambda x: x.sum(axis=1),
    ),
    "columns": Program(
        """func.func @main(%x: tensor<130x9xf32>) -> tensor<9xf32> {
  %c = graph.reduce <max> %x, [0] : tensor<130x9xf32> -> tensor<9xf32>
  return %c : tensor<9xf32>
}""",
        [(130, 9)],
        lambda x: x.max(axis=0),
    ),
    "all": Program(
        """func.func @main(%x: tensor<7x90xf32>) -> tensor<f32> {
  %c = graph.reduce <sum> %x, [0, 1] : tensor<7x90xf32> -> tensor<f32>
  return %c : tensor<f32>
}""",
        [(7, 90)],
        np.sum,
    ),
    "softmax": Program(
        """func.func @main(%x: tensor<3x70xf32>) -> tensor<3x70xf32> {
  %0 = graph.softmax %x, [1] : tensor<3x70xf32>
  return %0 : tensor<3x70xf32>
}""",
        [(3, 70)],
        softmax,
    ),
    "wide-rows": Program(
        """func.func @main(%x: tensor<2x64xf32>) -> tensor<2x64xf32> {
  %0 = graph.layer_norm %x, [1] epsilon 0.0 : tensor<2x64xf32>
  return %0 : tensor<2x64xf32>
}""",
        [(2, 64)],
        lambda x: (x - x.mean(axis=1, keepdims=True)) / x.std(axis=1, keepdims=True),
    ),
    "sum-with-a-transpose": Program(
        """func.func @main(%x: tensor<32x33xf32>, %y: tensor<33x32xf32>) -> tensor<33x32xf32> {
  %0 = graph.transpose %x, [1, 0] : tensor<32x33xf32> -> tensor<33x32xf32>
  %1 = graph.add %0, %y : tensor<33x32xf32>
  return %1 : tensor<33x32xf32>
}""",
        [(32, 33), (33, 32)],
        lambda x, y: x.T + y,
    ),
    "layer": Program(
        """func.func @main(%a: tensor<20x21xf32>, %b: tensor<21x33xf32>, %bias: tensor<33xf32>) -> tensor<20x33xf32> {
  %2 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
    : tensor<20x21xf32>, tensor<21x33xf32> -> tensor<20x33xf32>
  %biases = graph.broadcast %bias, [1] : tensor<33xf32> -> tensor<20x33xf32>
  %sum = graph.add %2, %biases : tensor<20x33xf32>
  %r = graph.relu %sum : tensor<20x33xf32>
  return %r : tensor<20x33xf32>
}""",
        [(20, 21), (21, 33), (33,)],
        lambda a, b, bias: np.maximum(a @ b + bias, 0),
    ),
    "transposed": Program(
        """func.func @main(%a: tensor<17x9xf32>, %b: tensor<18x9xf32>) -> tensor<17x18xf32> {
  %2 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [1]
    : tensor<17x9xf32>, tensor<18x9xf32> -> tensor<17x18xf32>
  return %2 : tensor<17x18xf32>
}""",
        [(17, 9), (18, 9)],
        lambda a, b: a @ b.T,
    ),
    "batch": Program(
        """func.func @main(%a: tensor<2x17x9xf32>, %b: tensor<2x9x18xf32>) -> tensor<2x17x18xf32> {
  %2 = graph.contract %a, %b, batch = [0] x [0], contracting = [2] x [1]
    : tensor<2x17x9xf32>, tensor<2x9x18xf32> -> tensor<2x17x18xf32>
  return %2 : tensor<2x17x18xf32>
}""",
        [(2, 17, 9), (2, 9, 18)],
        np.matmul,
    ),
    "unknown-sizes": Program(
        """func.func @main(%a: tensor<?x?xf32, #graph.dims<m, k>>, %b: tensor<?x?xf32, #graph.dims<k, n>>)
            -> tensor<?x?xf32, #graph.dims<m, n>> {
  %2 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
    : tensor<?x?xf32, #graph.dims<m, k>>, tensor<?x?xf32, #graph.dims<k, n>> -> tensor<?x?xf32, #graph.dims<m, n>>
  return %2 : tensor<?x?xf32, #graph.dims<m, n>>
}""",
        [(19, 11), (11, 20)],
        np.matmul,
    ),
    "convolution": Program(
        """func.func @main(%x: tensor<1x2x3x18xf32>, %w: tensor<17x2x3x3xf32>) -> tensor<1x17x3x18xf32> {
  %a = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> pad_low [1, 1] pad_high [1, 1]
    : tensor<1x2x3x18xf32>, tensor<17x2x3x3xf32> -> tensor<1x17x3x18xf32>
  return %a : tensor<1x17x3x18xf32>
}""",
        [(1, 2, 3, 18), (17, 2, 3, 3)],
        convolved,
    ),
    "running-sums": Program(
        """func.func @main(%x: tensor<5x40xf32>) -> tensor<5x40xf32> {
  %r = graph.cumulative <sum> %x, 1 : tensor<5x40xf32> -> tensor<5x40xf32>
  return %r : tensor<5x40xf32>
}""",
        [(5, 40)],
        lambda x: np.cumsum(x, axis=1),
    ),
    "place-of-the-greatest": Program(
        """func.func @main(%x: tensor<5x40xf32>) -> tensor<5xi64> {
  %r = graph.argmax %x, 1 : tensor<5x40xf32> -> tensor<5xi64>
  return %r : tensor<5xi64>
}""",
        [(5, 40)],
        lambda x: np.argmax(x, axis=1),
    ),
}

TILED = {"layer", "transposed", "batch", "unknown-sizes", "convolution"}
"""Programs with a contraction that is worth tiles of 16 by 16."""


@cache
def lowered(name: str, level: str) -> Operation:
    module = dlc.parse(PROGRAMS[name].text)
    for step in LEVELS[level]:
        dlc.run_pipeline(module, step)
        dlc.verify(module)
    return module


def arguments_of(program: Program) -> list[Array]:
    random = np.random.default_rng(7)
    return [random.standard_normal(shape).astype(np.float32) for shape in program.shapes]


CASES = [
    (name, level)
    for name in PROGRAMS
    for level in LEVELS
    if name not in {*TILED, "sum-with-a-transpose"} or level in ("launches", "branches")
]
"""Programs and levels; kernels with tiles, which take long to interpret, at two levels only."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("name", "level"), CASES)
def test_kernels_compute_what_numpy_does(name: str, level: str) -> None:
    arguments = arguments_of(PROGRAMS[name])
    [actual] = dlc.Interpreter(lowered(name, level)).run("main", *(array.copy() for array in arguments))
    expected = PROGRAMS[name].expected(*(array.astype(np.float64) for array in arguments))
    np.testing.assert_allclose(actual, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", PROGRAMS)
def test_all_that_touches_elements_is_launched(name: str) -> None:
    """Nothing is left for the host but memory and launches."""
    module = lowered(name, "kernels")
    outside = [
        op for op in module.walk() if _is_on_host(op) and op.name.startswith(("loop.load", "loop.store", "math"))
    ]
    assert outside == []
    assert any(op.name == "gpu.launch_func" for op in module.walk())


def _is_on_host(op: Operation) -> bool:
    around: Operation | None = op
    while around is not None and around.name != "gpu.module":
        around = around.parent_op
    return around is None


@pytest.mark.parametrize("name", PROGRAMS)
def test_contractions_are_tiled(name: str) -> None:
    """The tiles of operands that are reused are kept in the memory of the block."""
    buffers = [
        argument.type
        for op in lowered(name, "tiled").walk()
        if op.name == "gpu.launch"
        for argument in op.regions[0].entry.args[12:]
        if argument.name_hint in ("rows", "columns")
    ]
    assert len(buffers) == (2 if name in TILED else 0)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("level", ["launches", "branches"])
@pytest.mark.parametrize("name", NETWORKS)
def test_networks(name: str, level: str) -> None:
    network: Network = NETWORKS[name]
    interpreter = dlc.Interpreter(lowered_network(network.example, level))
    for size in network.sizes[:2] if level == "launches" else network.sizes[1:2]:
        arguments = network.arguments(size)
        results = interpreter.run(network.function, *(array.copy() for array in arguments))
        precise = [array.astype(np.float64) if array.dtype == np.float32 else array for array in arguments]
        for one, other in zip(results, network.expected(*precise), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5, err_msg=f"size {size}")


@cache
def lowered_network(example: str, level: str) -> Operation:
    module = dlc.parse_file(ROOT / "examples" / f"{example}.mlir")
    dlc.run_pipeline(module, ",".join((*LOOPS, *TO_LAUNCHES) if level == "launches" else LEVELS[level]))
    return module


@pytest.mark.parametrize("number", range(1000, 1008))
def test_drawn_programs(number: int) -> None:
    """Random graphs have the same results as kernels and as graphs."""
    passes = [*LOOPS, *SMALL, *TO_KERNELS[len(TO_LAUNCHES) :]]
    failure = check_levels(attempt(number, ops=5).trial, passes, [])
    assert failure is None, str(failure)


STEPS = """func.func @main(%m: memref<5x300xf32>, %n: memref<5xf32>) {
  loop.for %t = 1 to 5 {
    %x = loop.load %n[%t - 1] : memref<5xf32>
    %row = memref.subview %m[%t, 0] [1, 300] [1, 1] : memref<5x300xf32> to memref<300xf32, strided<[1], offset: ?>>
    %y = arith.addf %x, %x : f32
    loop.store %y, %n[%t] : memref<5xf32>
    loop.for %j = 0 to 300 {
      %a = loop.load %m[%t - 1, 299 - %j] : memref<5x300xf32>
      %s = arith.addf %a, %a : f32
      loop.store %s, %m[%t, %j] : memref<5x300xf32>
    }
    %z = loop.load %row[7] : memref<300xf32, strided<[1], offset: ?>>
    loop.store %z, %n[%t] : memref<5xf32>
  }
  return
}"""


def test_the_host_goes_through_steps_and_launches_what_is_inside() -> None:
    plain, module = dlc.parse(STEPS), dlc.parse(STEPS)
    dlc.run_pipeline(module, ",".join((*TO_LAUNCHES, *TO_KERNELS[len(TO_LAUNCHES) :])))
    launches = [op for op in module.walk() if op.name == "gpu.launch_func"]
    assert [op.parent_op.name if op.parent_op is not None else "" for op in launches] == ["loop.for"] * 3
    given = [np.arange(1500, dtype=np.float32).reshape(5, 300), np.arange(5, dtype=np.float32)]
    expected, actual = ([array.copy() for array in given] for _ in range(2))
    dlc.Interpreter(plain).run("main", *expected)
    dlc.Interpreter(module).run("main", *actual)
    for array, other in zip(actual, expected, strict=True):
        np.testing.assert_array_equal(array, other)


ELIMINATION = """func.func @main(%a: memref<6x300xf32> {llvm.noalias}, %n: memref<300xf32>) {
  loop.for %k = 0 to 5 {
    loop.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 6 {
      loop.for %j = affine_map<(d0) -> (d0 * 2)>(%k) to 300 step 3 {
        %u = loop.load %a[%i, %k] : memref<6x300xf32>
        %v = loop.load %a[%k, %j + 0] : memref<6x300xf32>
        %w = loop.load %a[%i, %j] : memref<6x300xf32>
        %m = arith.mulf %u, %v : f32
        %r = arith.subf %w, %m : f32
        loop.store %r, %a[%i, %j] : memref<6x300xf32>
      }
    }
    loop.for %j = 0 to affine_map<(d0) -> (d0 * 70)>(%k) {
      %x = loop.load %a[%k, %j] : memref<6x300xf32>
      loop.store %x, %n[%j] : memref<300xf32>
    }
  }
  return
}"""


def test_bounds_may_depend_on_a_loop_of_the_host() -> None:
    """An LU decomposition changes fewer elements in each step."""
    plain, module = dlc.parse(ELIMINATION), dlc.parse(ELIMINATION)
    dlc.run_pipeline(module, ",".join((*TO_LAUNCHES, *TO_KERNELS[len(TO_LAUNCHES) :])))
    launches = [op for op in module.walk() if op.name == "gpu.launch_func"]
    assert [op.parent_op.name if op.parent_op is not None else "" for op in launches] == ["loop.for"] * 2
    given = [np.sin(np.arange(1800, dtype=np.float32)).reshape(6, 300), np.zeros(300, np.float32)]
    expected, actual = ([array.copy() for array in given] for _ in range(2))
    dlc.Interpreter(plain).run("main", *expected)
    dlc.Interpreter(module).run("main", *actual)
    for array, other in zip(actual, expected, strict=True):
        np.testing.assert_array_equal(array, other)


RACE = """func.func @main(%m: memref<64xf32>) {
  loop.parallel (%i) = (0) to (1) {
    loop.parallel (%j) = (0) to (63) {
      %x = loop.load %m[%j + 1] : memref<64xf32>
      loop.store %x, %m[%j] : memref<64xf32>
    } {mapping = [#gpu.thread<x>]}
  } {gpu.block_size = 64 : i64, mapping = [#gpu.block<x>]}
  return
}"""


def test_a_wrong_mapping_is_found_out() -> None:
    """Whoever maps loops by hand is believed, but the interpreter sees the race."""
    module = dlc.parse(RACE)
    dlc.run_pipeline(module, "loop-to-gpu")
    with pytest.raises(InterpreterError, match="no barrier between them"):
        dlc.Interpreter(module).run("main", np.zeros(64, np.float32))


def test_barriers_are_needed() -> None:
    """A thread reads what is not there yet without the first barrier of a reduction over a block."""
    module = dlc.parse(PROGRAMS["softmax"].text)
    dlc.run_pipeline(module, ",".join((*LOOPS, *TO_KERNELS)))
    barriers = [op for op in module.walk() if op.name == "gpu.barrier"]
    assert barriers
    barriers[0].erase()
    with pytest.raises(InterpreterError, match="reads uninitialized memory"):
        dlc.Interpreter(module).run("main", *arguments_of(PROGRAMS["softmax"]))
