"""Programs that are kept: compiling again, loading, calling, and what many of them leave in memory.

    python benchmarks/programs.py [--only=cache]

Each case is one process of its own, which prints its figures. Times are medians. The exit status is 1 if a target is
missed.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import resnet

import dlc
import dlc.compiler

FOLDER = Path(__file__).parent
ROUNDS = 5
SMALL = """func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %r = graph.add %x, %y : tensor<4xf32>
  return %r : tensor<4xf32>
}"""


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def per_call(work: Callable[[], object], calls: int = 20000) -> float:
    """Return the time of a call in microseconds: the least of several rounds, as others use the machine too."""

    def loop() -> None:
        for _ in range(calls):
            work()

    return min(seconds(loop) for _ in range(ROUNDS)) / calls * 1e6


def report(name: str, value: float, unit: str, limit: float) -> bool:
    """Print a figure and its target; return whether it is met."""
    print(f"{name:<46} {value:>10.4g} {unit:<4} target ≤ {limit:g} {unit} {'met' if value <= limit else 'MISSED'}")
    return value <= limit


# -- Cases -------------------------------------------------------------------------------------------------------------


def cache() -> bool:
    """Compile ResNet-18 twice, and once more in another process; save it and load it."""
    text = resnet.Network().text()
    module = dlc.parse(text)
    first = seconds(lambda: dlc.compile(module))
    again = statistics.median(seconds(lambda: dlc.compile(module)) for _ in range(ROUNDS))
    met = report(f"ResNet-18 again (first time: {first:.1f} s)", again, "s", 0.2)
    dlc.compile(text)
    again = statistics.median(seconds(lambda: dlc.compile(text)) for _ in range(ROUNDS))
    met &= report("ResNet-18 again, from 94 MB of text", again, "s", 0.2)
    path = Path(os.environ["DLC_CACHE_DIR"], "..", "resnet.dlc")
    dlc.compile(module).save(path)
    met &= run_case("load", str(path))
    loading = statistics.median(seconds(lambda: dlc.load(path)) for _ in range(ROUNDS))
    return report("ResNet-18 loaded from a file", loading, "s", 0.1) and met


def load(path: str) -> bool:
    """Load a program and compile a module again in a new process, after imports."""
    module = dlc.parse(resnet.Network().text())
    met = report("ResNet-18 again, in another process", seconds(lambda: dlc.compiler.compile(module)), "s", 0.2)
    return report("ResNet-18 loaded, in another process", seconds(lambda: dlc.compiler.load(path)), "s", 0.1) and met


def calls() -> bool:
    """Call a small function, and the same machine code through ctypes."""
    with tempfile.TemporaryDirectory() as folder:
        dlc.export(SMALL, Path(folder, "small.so"))
        small = ctypes.CDLL(str(Path(folder, "small.so"))).small_main
    small.argtypes = [ctypes.c_void_p] * 4
    x, y = np.ones(4, np.float32), np.ones(4, np.float32)
    main = dlc.compile(SMALL, threads=1).main

    def through_ctypes() -> Any:
        result = np.empty(4, np.float32)
        small(x.ctypes.data, y.ctypes.data, result.ctypes.data, None)
        return result

    def bare() -> Any:
        return small(a, b, c, None)

    c_array = np.empty(4, np.float32)
    a, b, c = x.ctypes.data, y.ctypes.data, c_array.ctypes.data
    work = per_call(bare)
    call, through = per_call(lambda: main(x, y)), per_call(through_ctypes)
    met = report(f"a call beyond its work ({work:.2f} µs by address)", call - work, "µs", 3.0)
    return report(f"a call, by one through ctypes ({through:.2f} µs)", call / through, "×", 1.5) and met


def memory(count: int = 10000) -> bool:
    """Compile and call many programs; the memory of the process must not grow after the first ones."""
    x = np.ones(4, np.float32)
    sizes: list[float] = []
    for number in range(count):
        dlc.compile(SMALL, threads=1)(x, x)
        if number % (count // 10) == count // 10 - 1:
            sizes.append(_resident())
    grown = (sizes[-1] - sizes[0]) / (count - count // 10) * 1e3
    return report(f"memory kept by each of {count} programs", grown, "KiB", 1.0)


def _resident() -> float:
    """Return the resident memory of this process in MiB."""
    status = Path("/proc/self/statm").read_text(encoding="ascii").split()
    return int(status[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


CASES: dict[str, Callable[..., bool]] = {"cache": cache, "load": load, "calls": calls, "memory": memory}


def run_case(name: str, *arguments: str) -> bool:
    """Run a case in a process of its own."""
    command = [sys.executable, str(FOLDER / "programs.py"), "--case", name, *arguments]
    return subprocess.run(command, check=False).returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Programs that are kept.")
    parser.add_argument("--only", default="", help="measure only cases whose names contain this")
    parser.add_argument("--case", nargs="+", default=[], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.case:
        name, *arguments = options.case
        return 0 if CASES[name](*arguments) else 1
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DLC_CACHE_DIR"] = str(Path(folder, "cache"))
        results = [run_case(name) for name in CASES if name != "load" and options.only in name]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
