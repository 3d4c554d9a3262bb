"""The bridge to xDSL on the module with 20,003 ops: the cost of converting there and back, and of reading a file for
xDSL.

    python benchmarks/xdsl_bridge.py [--rounds=5] [--only=TEXT] [--gc]

A process reads the module with dlc and converts it; another reads it with xDSL's own parser. They take turns.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from dlc_engine import module_of, read, source_of
from inputs import LINKS, Inputs
from measure import Case, Engine, Worker, at_least_times, at_most_seconds, options_of, run_and_close, serve, table
from python_engine import timer

from dlc.frontends.xdsl import from_xdsl, to_xdsl

HERE = Path(__file__).parent
OPS = LINKS * 5 + 3
MOST_MICROSECONDS = 60
"""The time that an op may take, there and back together."""
Work = Callable[[], object]


def parse_case(file: str) -> Work:
    """Parse with xDSL's parser in the other process: from text to a module of xDSL."""
    source = source_of(file)
    return lambda: to_xdsl(read(source).op)


def to_case(file: str) -> Work:
    module = module_of(file).op
    return lambda: to_xdsl(module)


def from_case(file: str) -> Work:
    module = to_xdsl(module_of(file).op)
    return lambda: from_xdsl(module)


def both_case(file: str) -> Work:
    module = module_of(file).op
    return lambda: from_xdsl(to_xdsl(module))


CASES = {"parse": parse_case, "to": to_case, "from": from_case, "both": both_case}


def main() -> None:
    parser = options_of("Measure the bridge to xDSL.", rounds=5)
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
        run_and_close(cases, engines, options.rounds, inputs.path)
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
