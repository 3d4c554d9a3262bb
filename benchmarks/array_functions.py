"""Functions of arrays under `dlc.jit`, beside numpy, numba and JAX.

    python benchmarks/array_functions.py [--rounds=3] [--only=gelu] [--peers=PYTHON]

The same code over the namespace `xp` runs in dlc, numpy and JAX; numba has loops of its own. Every engine works on one
core, in a process of its own; they take turns, and medians are reported with the ratios within each round. numba and
JAX are measured where they are installed, or where `--peers` says that a Python has them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from measure import Case, Engine, Target, Worker, run_and_close, table

ENGINES = ("dlc", "numpy", "numba", "jax")
SCRIPT = str(Path(__file__).with_name("array_functions_engine.py"))
CASES = {
    "gelu": {"rows": 512, "columns": 768},
    "softmax": {"rows": 512, "columns": 768},
    "layer_norm": {"rows": 512, "columns": 768},
    "k_means_step": {"points": 20_000, "dimensions": 8, "clusters": 16},
    "n_body_step": {"bodies": 512},
    "mandelbrot": {"width": 320, "height": 240, "iterations": 40},
}


def as_fast_as_the_best() -> Target:
    """At least the speed of the best peer."""

    def met(case: Case) -> bool | None:
        ratios = [ratio for peer in ENGINES[1:] if (ratio := case.ratio(peer, "dlc")) is not None]
        return min(ratios) >= 1 if ratios else None

    return Target("≥ 1× the best", met)


def three_times_numpy() -> Target:
    """At least three times the speed of numpy."""

    def met(case: Case) -> bool | None:
        ratio = case.ratio("numpy", "dlc")
        return None if ratio is None else ratio >= 3

    return Target("≥ 3× numpy", met)


def main() -> int:
    """Measure, and print a table; 1 if a target is missed."""
    parser = argparse.ArgumentParser(description="Functions of arrays under dlc.jit, beside others.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="measure only cases whose names contain this")
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--peers", default=sys.executable, help="the Python that has numba and jax")
    arguments = parser.parse_args()
    names = [name for name in ENGINES if name in arguments.engines.split(",")]
    targets = [as_fast_as_the_best(), three_times_numpy()]
    cases = [
        Case(f"{name} {'x'.join(map(str, sizes.values()))}", name, sizes, scale=(1e6, "µs"), targets=targets)
        for name, sizes in CASES.items()
        if arguments.only in name
    ]
    engines: list[Engine] = [
        Worker(name, SCRIPT, [name], arguments.peers if name in ("numba", "jax") else None) for name in names
    ]
    run_and_close(cases, engines, arguments.rounds)
    print(table(cases, names))
    return 1 if any(target.met(case) is False for case in cases for target in case.targets) else 0


if __name__ == "__main__":
    sys.exit(main())
