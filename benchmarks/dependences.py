"""The time of the dependence analysis of loop nests, beside MLIR's.

    python benchmarks/dependences.py [--rounds=5] [--nests=100]

For each kind of nest: the time of one query (the dependences between two accesses), when it is new and when a similar
one is cached; and `loop-parallelize` on many nests of the kind, beside `affine-parallelize` of mlir-opt on the same
nests, which makes the same queries but gives up if accesses are not affine. The ratios are what counts.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import time
from collections.abc import Callable

from mlir_engine import find_mlir_opt

import dlc
from dlc.ir import Operation
from dlc.ir.affine import integer_systems
from dlc.passes.loops.analysis.dependences import LoopDependences, common
from dlc.passes.loops.analysis.nests import loops_in, perfect_nest
from dlc.passes.loops.transforms.tile import tile

TARGET = 100.0
"""The time of a cached query, in µs."""
SQUARE = "memref<512x512xf32>"
IMAGE, KERNEL, RESULT = "memref<8x64x58x58xf32>", "memref<64x64x3x3xf32>", "memref<8x64x56x56xf32>"
NESTS: dict[str, tuple[str, dict[str, int], str]] = {
    "product": (
        f"%a: {SQUARE} {{llvm.noalias}}, %b: {SQUARE} {{llvm.noalias}}, %c: {SQUARE} {{llvm.noalias}}",
        {"i": 512, "j": 512, "k": 512},
        f"""%0 = loop.load %a[%i, %k] : {SQUARE}
        %1 = loop.load %b[%k, %j] : {SQUARE}
        %2 = loop.load %c[%i, %j] : {SQUARE}
        %3 = math.fma %0, %1, %2 : f32
        loop.store %3, %c[%i, %j] : {SQUARE}""",
    ),
    "coupled": (
        "%a: memref<?xf32>",
        {"i": 16, "j": 16, "k": 16},
        """%0 = loop.load %a[%i + %j * 2] : memref<?xf32>
        loop.store %0, %a[%i + %j * 2 + 1] : memref<?xf32>""",
    ),
    "convolution": (
        f"%x: {IMAGE} {{llvm.noalias}}, %w: {KERNEL} {{llvm.noalias}}, %y: {RESULT} {{llvm.noalias}}",
        {"n": 8, "oc": 64, "ic": 64, "oh": 56, "ow": 56, "kh": 3, "kw": 3},
        f"""%0 = loop.load %x[%n, %ic, %oh + %kh, %ow + %kw] : {IMAGE}
        %1 = loop.load %w[%oc, %ic, %kh, %kw] : {KERNEL}
        %2 = loop.load %y[%n, %oc, %oh, %ow] : {RESULT}
        %3 = math.fma %0, %1, %2 : f32
        loop.store %3, %y[%n, %oc, %oh, %ow] : {RESULT}""",
    ),
}
TILED = {"product": [48, 48, 48]}


def program(kind: str, count: int) -> str:
    """Return functions with a nest each."""
    arguments, loops, body = NESTS[kind]
    opening = " ".join(f"loop.for %{name} = 0 to {size} {{" for name, size in loops.items())
    nest = f"{opening} {body} {'}' * len(loops)}"
    return "\n".join(f"func.func @f{number}({arguments}) {{ {nest} return }}" for number in range(count))


def module_of(kind: str, count: int, *, tiled: bool) -> Operation:
    module: Operation = dlc.parse(program(kind, count))
    if tiled:
        for nest in [each for each in loops_in(module) if not isinstance(each.parent_op, type(each))]:
            tile(perfect_nest(nest), TILED[kind])
    return module


def question(module: Operation, *, is_new: bool) -> float:
    """Return the mean time of a query about the first nest, in µs."""
    if is_new:
        integer_systems.forget()
    dependences = LoopDependences(loops_in(module)[0])
    pairs = [
        (a, b)
        for a in dependences.accesses
        for b in dependences.accesses
        if a.value is b.value and a.is_write | b.is_write
    ]
    start = time.process_time()
    for source, target in pairs:
        dependences.carried_between(source, target, common(source, target))
    return (time.process_time() - start) / len(pairs) * 1e6


def parallelizing(text: str) -> float:
    """Return the seconds of our pass on a program."""
    module = dlc.parse(text)
    start = time.process_time()
    dlc.run_pipeline(module, "loop-parallelize")
    return time.process_time() - start


def mlir_parallelizing(program: str, text: str) -> float | None:
    """Return the seconds of mlir-opt's pass on the same program, by its own report."""
    module = dlc.parse(text)
    dlc.run_pipeline(module, "loop-to-affine")
    flags = ["--affine-parallelize", "--mlir-timing", "--mlir-disable-threading", "-o", "/dev/null"]
    told = subprocess.run([program, *flags], input=str(module), capture_output=True, text=True, check=True).stderr
    match = re.search(r"([\d.]+) \([^)]*\)\s+AffineParallelize", told)
    return float(match[1]) if match else None


def median(measure: Callable[[], float], rounds: int) -> float:
    return statistics.median([measure() for _ in range(rounds)])


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure dependence analysis.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--nests", type=int, default=100)
    options = parser.parse_args()
    mlir = find_mlir_opt()
    print(f"{'nest':18} {'new':>9} {'known':>9}   of {TARGET:.0f} µs   {'dlc':>9} {'mlir-opt':>9} {'ratio':>6}")
    for kind in NESTS:
        for tiled in (False, True) if kind in TILED else (False,):
            one, text = module_of(kind, 1, tiled=tiled), str(module_of(kind, options.nests, tiled=tiled))
            new = median(lambda one=one: question(one, is_new=True), options.rounds)
            known = median(lambda one=one: question(one, is_new=False), options.rounds)
            ours = median(lambda text=text: parallelizing(text), options.rounds)
            theirs = mlir_parallelizing(mlir, text) if mlir is not None else None
            line = f"{kind + (' in tiles' if tiled else ''):18} {new:6.0f} µs {known:6.0f} µs   {known / TARGET:8.2f}"
            beside = f"{theirs * 1e3:6.1f} ms {ours / theirs:6.1f}" if theirs else ""
            print(f"{line}   {ours * 1e3:6.1f} ms {beside}")


if __name__ == "__main__":
    main()
