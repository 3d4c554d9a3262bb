"""Functions of arrays under `dlc.jit`, beside numpy, numba and JAX.

    python benchmarks/array_functions.py [--rounds=3] [--only=gelu] [--peers=PYTHON]

The same code over the namespace `xp` runs in dlc, numpy and JAX; numba has loops of its own. Every engine works on one
core, in a process of its own; they take turns, and medians are reported with the ratios within each round. numba and
JAX are measured where they are installed, or where `--peers` says that a Python has them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from measure import Case, Engine, Worker, at_least_times, exit_status, options_of, run_and_close, table

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


def main() -> int:
    """Measure, and print a table; 1 if a target is missed."""
    parser = options_of("Functions of arrays under dlc.jit, beside others.")
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--peers", default=sys.executable, help="the Python that has numba and jax")
    arguments = parser.parse_args()
    names = [name for name in ENGINES if name in arguments.engines.split(",")]
    targets = [at_least_times(1, *ENGINES[1:], text="≥ 1× the best"), at_least_times(3, "numpy")]
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
    return exit_status(cases)


if __name__ == "__main__":
    sys.exit(main())
