"""The framework beside its peers: dlc, xDSL and mlir-opt on the same files.

    python benchmarks/framework.py [--rounds=5] [--only=TEXT] [--gc] [--megabytes=100]

Each engine has a process of its own; they take turns in several rounds. The table has medians of times and of the
ratios within each round, beside the targets: absolute times are different on another machine.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from command_engine import WithCommands
from inputs import LINKS, Inputs
from measure import (
    Case,
    Engine,
    Target,
    Worker,
    at_least_times,
    at_most_seconds,
    options_of,
    run_and_close,
    table,
    within_times,
)
from mlir_engine import MlirOpt, find_mlir_opt

HERE = Path(__file__).parent
OPS = LINKS * 5 + 3
SIZES = (5_000, 10_000, 20_000, 40_000)
XDSL_CSE_OPS = 5_000
"""Beyond that number of ops, xDSL's CSE, which is quadratic here, takes minutes."""


def main() -> None:
    options = _arguments()
    with tempfile.TemporaryDirectory(prefix="dlc-bench-") as folder:
        os.environ["DLC_CACHE_DIR"] = str(Path(folder, "cache"))  # filled by the first round
        inputs = Inputs(Path(folder), options.megabytes)
        cases = [case for case in all_cases(inputs) if options.only in case.name]
        engines = make_engines(options.gc)
        run_and_close(cases, engines, options.rounds, inputs.path)
    print(heading(options.rounds, options.gc))
    print(table(cases, [engine.name for engine in engines]))
    print(linearity(cases, [engine.name for engine in engines]), end="")


def _arguments() -> argparse.Namespace:
    parser = options_of("Measure dlc beside xDSL and mlir-opt.", rounds=5)
    parser.add_argument("--gc", action="store_true", help="leave garbage collection on while Python engines are timed")
    parser.add_argument("--megabytes", type=int, default=100, help="size of the large constant")
    return parser.parse_args()


def make_engines(gc: bool) -> list[Engine]:
    """Return dlc, xDSL, and mlir-opt if it is installed."""
    options = ["--gc"] if gc else []
    python = sys.executable
    xdsl_opt = str(Path(python).parent / "xdsl-opt")
    start = [python, "-c", "pass"]
    flag = "--allow-unregistered-dialect"
    dlc = {
        "cli": [python, str(Path(python).parent / "dlc-opt"), flag, "-o", "/dev/null"],
        "import core": [python, "-c", "import dlc.ir"],
        "import": [python, "-c", "import dlc"],
        "start": start,
    }
    xdsl = {
        "cli": [python, xdsl_opt, flag, "-o", "/dev/null"],
        "import core": [python, "-c", "import xdsl.builder, xdsl.context, xdsl.pattern_rewriter"],
        "import": [python, "-c", "import xdsl"],
        "start": start,
    }
    engines: list[Engine] = [
        WithCommands(Worker("dlc", str(HERE / "dlc_engine.py"), options), dlc),
        WithCommands(Worker("xDSL", str(HERE / "xdsl_engine.py"), options), xdsl),
    ]
    mlir_opt = find_mlir_opt()
    if mlir_opt is not None:
        engines.append(WithCommands(MlirOpt("mlir-opt", mlir_opt), {"cli": [mlir_opt, flag, "-o", "/dev/null"]}))
    return engines


def all_cases(inputs: Inputs) -> Iterator[Case]:
    yield from _chain_cases(inputs)
    yield from _scaling_cases(inputs)
    yield from _nested_cases(inputs)
    yield from _large_cases(inputs)
    yield from _command_cases(inputs)


def _chain_cases(inputs: Inputs) -> Iterator[Case]:
    """Return the cases on the module with 20,003 ops."""
    per_op = (1e6 / OPS, "µs/op")
    fifteen, ten, five = (at_least_times(factor, "xDSL") for factor in (15, 10, 5))
    chain, generic = ({"file": str(inputs.path(name))} for name in ("chain", "generic"))
    yield Case("parse, custom form", "parse", chain, scale=per_op, targets=[fifteen])
    yield Case("parse, generic form", "parse", generic, scale=per_op, targets=[fifteen])
    yield Case("create arith.addf", "create", {"count": 20_000}, scale=(1e6 / 20_000, "µs/op"), targets=[ten])
    for name in ("print", "verify", "clone", "canonicalize"):
        yield Case(name, name, chain, scale=per_op, targets=[five])


def _scaling_cases(inputs: Inputs) -> Iterator[Case]:
    """Return CSE on chains of growing length: it is linear if the time for each op stays the same."""
    for size in SIZES:
        chain = {"file": str(inputs.path(f"chain-{size}"))}
        targets: list[Target] = [within_times(1, "mlir-opt")] if size == 20_000 else []
        skip = ["xDSL"] if size > XDSL_CSE_OPS else []
        yield Case(f"cse, {size:,} ops", "cse", chain, scale=(1e6 / size, "µs/op"), targets=targets, skip=skip)


def _nested_cases(inputs: Inputs) -> Iterator[Case]:
    """Return the cases on nested regions of unregistered ops with constants of 4,096 and 65,536 elements."""
    nested = {"file": str(inputs.path("nested"))}
    for name, factor in (("parse", 15), ("print", 5), ("verify", 5), ("clone", 5), ("canonicalize", 5)):
        yield Case(f"nested, {name}", name, nested, targets=[at_least_times(factor, "xDSL")])


def _large_cases(inputs: Inputs) -> Iterator[Case]:
    """Return the cases on a constant of 100 MB: rates count the bytes of the data, each of which is two characters of
    text.
    """
    size = inputs.megabytes
    target = at_most_seconds(size / 100, "≥ 100 MB/s")
    for kind in ("hex", "resource"):
        for name in ("parse", "print"):
            large = {"file": str(inputs.path(kind))}
            yield Case(f"{size} MB {kind}, {name}", name, large, scale=(-size, "MB/s"), targets=[target])


def _command_cases(inputs: Inputs) -> Iterator[Case]:
    """Return the cases that time whole processes."""
    chain, ten = str(inputs.path("chain")), str(inputs.path("ten"))
    run = {"command": "cli", "more": [chain]}
    faster = [within_times(2.5, "mlir-opt"), at_least_times(18, "xDSL")]
    yield Case("whole CLI, 20,003 ops", "run", run, targets=faster)
    for form in ("custom", "generic"):
        run = {"command": "cli", "more": [str(inputs.path(f"mixed-{form}"))]}
        skip, targets = ["xDSL"], [within_times(4, "mlir-opt")]
        yield Case(f"whole CLI, mixed ops, {form} form", "run", run, targets=targets, skip=skip)
    run = {"command": "cli", "more": [ten]}
    yield Case("whole CLI, ten lines", "run", run, targets=[at_most_seconds(0.070, "≤ 70 ms")])
    run = {"command": "cli", "more": [ten, "--canonicalize", "--cse"]}
    yield Case("the same, two passes", "run", run, skip=["xDSL"])
    run = {"command": "import core", "without": "start"}
    yield Case("import of the core", "run", run, targets=[at_most_seconds(0.040, "≤ 40 ms")])
    run = {"command": "import", "without": "start"}
    yield Case("import of the package", "run", run, targets=[at_most_seconds(0.005, "≤ 5 ms")])


def heading(rounds: int, gc: bool) -> str:
    collector = "on, with Python's thresholds" if gc else "off during each measurement, after a full collection"
    return (
        f"Python {platform.python_version()}, xDSL {version('xdsl')}; "
        f"medians of {rounds} rounds, the engines in turn.\n"
        f"Garbage collection of both Python engines: {collector}.\n"
        "Whole commands of dlc find what it generates for ops in a cache, but for the first round.\n"
        "mlir-opt's parts are from its own timing report. 'xDSL : dlc' says how many times as long xDSL takes,\n"
        "as the median of the ratios within each round.\n"
    )


def linearity(cases: list[Case], engines: list[str]) -> str:
    """Return the growth of CSE's time when the module grows eightfold."""
    scaling = [case for case in cases if case.name.startswith("cse, ")]
    if len(scaling) < len(SIZES):
        return ""
    lines = [f"\nCSE, from {SIZES[0]:,} to {SIZES[-1]:,} ops (8× is linear, 64× quadratic):"]
    for engine in engines:
        first, last = scaling[0].median(engine), scaling[-1].median(engine)
        if first and last:
            lines.append(f"  {engine}: {last / first:.1f}×")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
