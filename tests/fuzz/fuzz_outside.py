"""Random programs judged from outside: `python tests/fuzz/fuzz_outside.py --seconds 600`.

The judges are numpy always, torch where it is installed, a C compiler and mlir-opt with mlir-runner where they are;
`support.outside_trials` has the kinds of programs. Numbers are run by the dozen in a child, which may crash: then each
of them is run in one of its own, and then each program. What is wrong is kept, and the run goes on:

    build/fuzz-outside/ops-1234-7.mlir    the program; its first lines say how it fails

`1 --seed 1234 --only ops --place 7` runs that one again. The end says how many programs of each kind there were, and
what was found. A finding becomes a test where the mend is; see CONTRIBUTING.md.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import NamedTuple

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS))

from support.child_processes import in_child  # noqa: E402  (tests/support is no package of an installation)
from support.outside_programs import Finding  # noqa: E402
from support.outside_trials import TRIALS  # noqa: E402

SECONDS = 600
"""How long a child may take: the machine may be busy with others."""
NUMBERS = 2
"""How many numbers a child runs."""
PIN = (
    "to pin one: it becomes a FileCheck test of the pass that was wrong, or a program in "
    "tests/unit/runtime/test_machine_code_found.py"
)
"""Instructions for a finding, besides fixing the bug."""


class Task(NamedTuple):
    """Programs of a kind, drawn by a number, at some places."""

    kind: str
    number: int
    places: Sequence[int]


Found = tuple[Task, Finding]


def run_apart(tasks: Sequence[Task]) -> list[Found]:
    """Return what is found, in a child; if it ends early, smaller parts are run in children of their own."""
    outcome = in_child(lambda: json.dumps([TRIALS[kind].findings(n, places) for kind, n, places in tasks]), SECONDS)
    if outcome.text:
        every = zip(tasks, json.loads(outcome.text), strict=True)
        return [(task, Finding(*finding)) for task, findings in every for finding in findings]
    parts = [[task] for task in tasks]
    if len(tasks) == 1:
        parts = [[tasks[0]._replace(places=[place])] for place in tasks[0].places]
    if len(parts) > 1:
        return [entry for part in parts for entry in run_apart(part)]
    task = tasks[0]
    return [(task, Finding(task.places[0], outcome.signal or outcome.error, ""))]


def cpu_seconds() -> float:
    """Return the time of the processors for this process and its children."""
    return sum(os.times()[:4])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=100_000, help="how many numbers")
    parser.add_argument("--seed", type=int, default=0, help="the first number")
    parser.add_argument("--seconds", type=float, default=0.0, help="stop after this time")
    parser.add_argument("--only", choices=[*TRIALS], action="append", help="kinds of programs; all, if not given")
    parser.add_argument("--place", type=int, help="only the program at this place of each number")
    parser.add_argument("--save", type=Path, default=Path("build/fuzz-outside"), help="a folder for what is found")
    options = parser.parse_args()
    kinds: Sequence[str] = options.only or [*TRIALS]
    began, programs, findings = monotonic(), Counter[str](), Counter[str]()
    for first in range(options.seed, options.seed + options.count, NUMBERS):
        if options.seconds and monotonic() - began > options.seconds:
            break
        numbers = range(first, min(first + NUMBERS, options.seed + options.count))
        places = {kind: range(TRIALS[kind].programs) if options.place is None else [options.place] for kind in kinds}
        tasks = [Task(kind, number, places[kind]) for number in numbers for kind in kinds]
        for (kind, number, _), finding in run_apart(tasks):
            findings[kind] += 1
            _keep(options.save / f"{kind}-{number}-{finding.place}.mlir", finding)
        programs.update({kind: len(numbers) * len(places[kind]) for kind in kinds})
        print(_summary(programs, findings, monotonic() - began), flush=True)
    if findings:
        print(PIN)
    return 1 if findings else 0


def _keep(path: Path, finding: Finding) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    comment = "".join(f"// {line}\n" for line in finding.message.splitlines())
    path.write_text(comment + finding.text)
    print(f"---- {path}: {finding.message.splitlines()[-1]}", flush=True)


def _summary(programs: Counter[str], findings: Counter[str], seconds: float) -> str:
    total = programs.total()
    rates = f"{total / max(seconds, 1e-9):.1f}/s, {total / max(cpu_seconds(), 1e-9):.1f} a CPU second"
    return f"{total} programs, {rates}: " + ", ".join(
        f"{programs[kind]} of {kind} with {findings[kind]} findings" for kind in programs
    )


if __name__ == "__main__":
    sys.exit(main())
