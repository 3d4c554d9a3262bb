"""The lowering from graphs to loops and to LLVM: the cost of each pass, and whether it stays linear.

    python benchmarks/levels.py [--rounds=3] [--sizes=5000,50000]

The module is a network of blocks: a convolution with batch norm, a residual and an activation; a matrix product with
bias, a maximum along rows and elementwise ops. Each pass is timed alone, on the result of the passes before it; the
verifier is timed apart. Times are processor times, and medians of the rounds; garbage is collected between rounds.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

import dlc
from dlc.ir import Operation
from dlc.passes.manager.settings import RunSettings
from dlc.passes.pipelines import LLVM, MEMORY, TENSOR, passes_of

FROM_GRAPHS = passes_of(TENSOR, MEMORY)
PASSES = (*FROM_GRAPHS, *LLVM.passes)
PER_GRAPH_OP = 300.0
PER_LOOP_OP = 60.0
PER_LOWERED_OP = 100.0
"""The targets, in µs."""

IMAGE, ROW = "tensor<1x8x16x16xf32>", "tensor<16x32xf32>"
KERNEL, WEIGHT, CHANNELS = "tensor<8x8x3x3xf32>", "tensor<32x32xf32>", "tensor<8xf32>"
LAYOUT = "<NCHW x OIHW -> NCHW>"
CONVOLUTION_BLOCK = (
    f"%c{{0}} = graph.convolution %x{{0}}, %k, {LAYOUT} pad_low [1, 1] pad_high [1, 1] : {IMAGE}, {KERNEL} -> {IMAGE}",
    f"%n{{0}} = graph.batch_norm %c{{0}}, %s, %s, %s, %s, 1 epsilon 1.0e-5 : {IMAGE}, {CHANNELS}",
    f"%a{{0}} = graph.add %n{{0}}, %x{{0}} : {IMAGE}",
    f"%x{{1}} = graph.relu %a{{0}} : {IMAGE}",
)
ROW_BLOCK = (
    f"%p{{0}} = graph.contract %y{{0}}, %w, batch = [] x [], contracting = [1] x [0] : {ROW}, {WEIGHT} -> {ROW}",
    f"%b{{0}} = graph.broadcast %v, [1] : tensor<32xf32> -> {ROW}",
    f"%q{{0}} = graph.add %p{{0}}, %b{{0}} : {ROW}",
    f"%m{{0}} = graph.reduce <max> %q{{0}}, [1] : {ROW} -> tensor<16xf32>",
    f"%d{{0}} = graph.broadcast %m{{0}}, [0] : tensor<16xf32> -> {ROW}",
    f"%e{{0}} = graph.sub %q{{0}}, %d{{0}} : {ROW}",
    f"%f{{0}} = graph.exp %e{{0}} : {ROW}",
    f"%y{{1}} = graph.tanh %f{{0}} : {ROW}",
)


def network(ops: int) -> str:
    """Return the text of a module of about `ops` graph ops."""
    blocks = ops // (len(ROW_BLOCK) + len(CONVOLUTION_BLOCK))
    arguments = f"%y0: {ROW}, %w: {WEIGHT}, %v: tensor<32xf32>, %x0: {IMAGE}, %k: {KERNEL}, %s: {CHANNELS}"
    lines = [f"func.func @f({arguments}) -> ({ROW}, {IMAGE}) {{"]
    for block in range(blocks):
        lines += [line.format(block, block + 1) for line in (*ROW_BLOCK, *CONVOLUTION_BLOCK)]
    lines += [f"return %y{blocks}, %x{blocks} : {ROW}, {IMAGE}", "}"]
    return "\n".join(lines)


def timed(action: Callable[..., object], *arguments: object, **options: object) -> float:
    """Return the processor time of a call, in seconds."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    action(*arguments, **options)
    seconds = time.process_time() - start
    gc.enable()
    return seconds


def count(module: Operation) -> int:
    """Return the number of ops in a module."""
    return sum(1 for _ in module.walk())


class Counts(NamedTuple):
    """The number of ops in a module at the levels of graphs and of loops, and before `to-llvm`."""

    graph: int
    loop: int
    lowered: int


def measure(ops: int, rounds: int) -> tuple[dict[str, float], Counts]:
    """Return the median seconds of each pass and of the verifier after it, and the numbers of ops."""
    text = network(ops)
    times: dict[str, list[float]] = {}
    graph_ops = loop_ops = lowered_ops = 0
    for _ in range(rounds):
        module = dlc.parse(text)
        graph_ops = count(module) - 3
        for number, name in enumerate(PASSES):
            label = f"{number + 1}. {name}"
            lowered_ops = count(module) if name == "to-llvm" else lowered_ops
            settings = RunSettings(verify_each=False)
            times.setdefault(label, []).append(timed(dlc.run_pipeline, module, name, settings=settings))
            times.setdefault("verifying after each", []).append(timed(dlc.verify, module))
            if number + 1 == len(FROM_GRAPHS):
                loop_ops = count(module)
    medians = {label: statistics.median(seconds) for label, seconds in times.items()}
    medians["verifying after each"] *= len(PASSES)
    return medians, Counts(graph_ops, loop_ops, lowered_ops)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the passes from graphs to LLVM.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sizes", default="5000,50000")
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    measure(200, 1)
    measured = [measure(size, options.rounds) for size in sizes]
    print("From graphs to LLVM, µs a graph op:\n")
    header = "".join(f"{ops.graph:>12,}" for _, ops in measured)
    print(f"  {'graph ops':24}{header}{'growth':>10}")
    for label in measured[0][0]:
        costs = [1e6 * medians[label] / ops.graph for medians, ops in measured]
        print(f"  {label:24}" + "".join(f"{cost:12.1f}" for cost in costs) + f"{costs[-1] / costs[0]:9.2f}x")
    for medians, ops in measured:
        costs = [seconds for label, seconds in medians.items() if label[0].isdigit()]
        total, lowering = sum(costs[: len(FROM_GRAPHS)]), sum(costs[len(FROM_GRAPHS) :])
        print(
            f"\n  {ops.graph:,} graph ops, {ops.loop:,} at the loop level: {1e6 * total / ops.graph:.0f} µs a graph op "
            f"(target {PER_GRAPH_OP:.0f}), {1e6 * total / ops.loop:.0f} µs a loop-level op (target {PER_LOOP_OP:.0f})\n"
            f"  from there to LLVM {1e6 * lowering / ops.lowered:.0f} µs for each of {ops.lowered:,} ops "
            f"(target {PER_LOWERED_OP:.0f})"
        )


if __name__ == "__main__":
    main()
