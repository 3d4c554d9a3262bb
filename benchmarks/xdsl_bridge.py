"""The bridge to xDSL on the module with 20,003 ops: the cost of converting there and back, and of reading a file for
xDSL.

    python benchmarks/xdsl_bridge.py [--rounds=5] [--only=TEXT] [--gc]

A process reads the module with dlc and converts it; another reads it with xDSL's own parser. They take turns.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from inputs import LINKS, Inputs
from measure import Case, Engine, Worker, at_least_times, at_most_seconds, run_rounds, serve, table
from python_engine import timer

from dlc.dialects import register_all
from dlc.frontends.xdsl import from_xdsl, to_xdsl
from dlc.ir import Operation
from dlc.ir.context import Context
from dlc.ir.locations import Source
from dlc.parser.parse import parse_file

HERE = Path(__file__).parent
OPS = LINKS * 5 + 3
MOST_MICROSECONDS = 60
"""The time that an op may take, there and back together."""
Work = Callable[[], object]


def read(text: str, file: str) -> Operation:
    context = Context(allow_unregistered=True)
    register_all(context)
    parsed = parse_file(Source(file, text), context)
    if parsed is None:
        raise ValueError(context.diagnostics.render(context.diagnostics.diagnostics[0]))
    return parsed.op


@cache
def _module(file: str) -> Operation:
    return read(Path(file).read_text(encoding="ascii"), file)


def parse_case(file: str) -> Work:
    """Parse with xDSL's parser in the other process: from text to a module of xDSL."""
    text = Path(file).read_text(encoding="ascii")
    return lambda: to_xdsl(read(text, file))


def to_case(file: str) -> Work:
    module = _module(file)
    return lambda: to_xdsl(module)


def from_case(file: str) -> Work:
    module = to_xdsl(_module(file))
    return lambda: from_xdsl(module)


def both_case(file: str) -> Work:
    module = _module(file)
    return lambda: from_xdsl(to_xdsl(module))


CASES = {"parse": parse_case, "to": to_case, "from": from_case, "both": both_case}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the bridge to xDSL.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="only cases with this text in their name")
    parser.add_argument("--gc", action="store_true", help="leave garbage collection on while engines are timed")
    options, _ = parser.parse_known_args()
    gc = ["--gc"] if options.gc else []
    with tempfile.TemporaryDirectory(prefix="dlc-bench-") as folder:
        inputs = Inputs(Path(folder), 1)
        cases = [case for case in all_cases(inputs) if options.only in case.name]
        engines: list[Engine] = [
            Worker("dlc", str(HERE / "xdsl_bridge.py"), ["--worker", *gc]),
            Worker("xDSL", str(HERE / "xdsl_engine.py"), gc),
        ]
        try:
            for case in cases:
                for engine in engines:
                    if engine.name not in case.skip:
                        engine.measure(case.request, {"file": str(inputs.path("chain-100"))})
            run_rounds(cases, engines, options.rounds)
        finally:
            for engine in engines:
                engine.close()
    print(table(cases, [engine.name for engine in engines]))


def all_cases(inputs: Inputs) -> list[Case]:
    chain = {"file": str(inputs.path("chain"))}
    per_op = (1e6 / OPS, "µs/op")
    limit = at_most_seconds(MOST_MICROSECONDS * OPS / 1e6, f"≤ {MOST_MICROSECONDS} µs/op")
    return [
        Case("text to xDSL", "parse", chain, scale=per_op, targets=[at_least_times(1, "xDSL")]),
        Case("bridge, to xDSL", "to", chain, scale=per_op, skip=["xDSL"]),
        Case("bridge, from xDSL", "from", chain, scale=per_op, skip=["xDSL"]),
        Case("bridge, both ways", "both", chain, scale=per_op, targets=[limit], skip=["xDSL"]),
    ]


if __name__ == "__main__":
    if "--worker" in sys.argv:
        serve(CASES, timer())
    else:
        main()
