"""Train steps, forward, backward and update as one program, beside eager torch.

    python benchmarks/training.py [--rounds=3] [--only=cnn] [--peers=PYTHON]

The networks are those of `examples/train_digits.py`. Both engines work on one core, in a process of their own; they
take turns, and medians are reported with the ratio within each round. torch is measured where it is installed, or where
`--peers` says that a Python has it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from measure import Case, Engine, Worker, at_least_times, exit_status, options_of, run_and_close, table

ENGINES = ("dlc", "torch")
SCRIPT = str(Path(__file__).with_name("training_engine.py"))
CASES = {"mlp": (16, 64), "cnn": (16, 64)}
"""The numbers of images in a step, by network."""


def main() -> int:
    """Measure, and print a table; 1 if a target is missed."""
    parser = options_of("Train steps beside eager torch.")
    parser.add_argument("--peers", default=sys.executable, help="the Python that has torch")
    arguments = parser.parse_args()
    cases = [
        Case(f"{name} b{batch}", name, {"batch": batch}, scale=(1e6, "µs"), targets=[at_least_times(1, "torch")])
        for name, batches in CASES.items()
        for batch in batches
        if arguments.only in name
    ]
    engines: list[Engine] = [
        Worker(name, SCRIPT, [name], arguments.peers if name == "torch" else None) for name in ENGINES
    ]
    run_and_close(cases, engines, arguments.rounds)
    print(table(cases, ENGINES))
    return exit_status(cases)


if __name__ == "__main__":
    sys.exit(main())
