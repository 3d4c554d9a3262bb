"""Random programs on their way down to loops, and to machine code: `python tests/fuzz/fuzz_levels.py 10000`.

Each number is a graph program, arguments for it, and a pipeline (`support.level_trials`). What the program gives at the
end must be what the graph gives. The same program is compiled, and called (`support.machine_trials`); and so is a
program of loops, behind steps of a random schedule. The first that goes wrong is reduced and kept, with all that is
needed to see it again:

    build/fuzz/1234/program.mlir   the program as it was drawn
    build/fuzz/1234/reduced.mlir   a small one that fails in the same way; the first line says how
    build/fuzz/1234/inputs.npz     the arguments, set by set, in the order in which the reduced program takes them
    build/fuzz/1234/steps.mlir     of loops: what the steps made of the program

`--seed 1234 1` runs that one again; with `--only machine`, for instance, only its machine code.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import numpy as np

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS))

from dlc.parser import print_ir  # noqa: E402  (tests/support is no package of an installation)
from support.level_checks import Failure, Trial, main_function, reduced  # noqa: E402
from support.level_trials import USUAL_OPS, attempt  # noqa: E402
from support.machine_trials import (  # noqa: E402
    MachineFailure,
    large_attempt,
    loop_attempt,
    machine_attempt,
    reduced_build,
)

PROGRAMS_AT_ONCE = 8
MOST_ALIKE = 4
"""How many failures that look alike are reduced."""


KINDS = ("levels", "machine", "large", "loops")
"""What is tried with each number: a graph program down to loops, its machine code, that of a short program with larger
tensors, and that of a program of loops."""


class Finding(NamedTuple):
    """The number of a program that fails, what was tried, and how it fails."""

    number: int
    kind: str
    failure: Failure | MachineFailure


class Job(NamedTuple):
    """Programs that one process runs, one after the other."""

    numbers: range
    ops: int
    kinds: Sequence[str] = KINDS


def run_job(job: Job) -> list[Finding]:
    """What goes wrong among some programs."""
    return [finding for number in job.numbers for finding in run_number(number, job)]


def run_number(number: int, job: Job) -> Iterator[Finding]:
    """What goes wrong with the programs of one number."""
    for kind in job.kinds:
        failure = failure_of(number, kind, job.ops)
        if failure is not None:
            yield Finding(number, kind, failure)


def failure_of(number: int, kind: str, ops: int) -> Failure | MachineFailure | None:
    """What goes wrong with one of them."""
    if kind == "levels":
        return attempt(number, ops).failure()
    if kind == "machine":
        return machine_attempt(attempt(number, ops).trial, number).failure()
    return large_attempt(number).failure() if kind == "large" else loop_attempt(number).failure()


class Fuzzer:
    """Runs programs, counts them, and keeps what it finds."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.count: int = arguments.count
        self.seed: int = arguments.seed
        self.jobs: int = arguments.jobs
        self.ops: int = arguments.ops
        self.kinds: Sequence[str] = arguments.only or KINDS
        self.keeps_going: bool = arguments.keep_going
        self.folder: Path = arguments.save
        self.reduce_seconds: float = arguments.reduce_seconds
        self.end = monotonic() + arguments.seconds if arguments.seconds else float("inf")
        self.began = self.told = monotonic()
        self.done = 0
        self.findings = 0
        self.known: Counter[tuple[str, str, str]] = Counter()

    def run(self) -> int:
        """How many programs failed."""
        for job, found in self._results():
            self.done += len(job.numbers)
            self._tell(always=self.done >= self.count)
            for finding in found:
                self.findings += 1
                self._report(finding)
            if (self.findings and not self.keeps_going) or monotonic() > self.end:
                break
        return self.findings

    def _results(self) -> Iterator[tuple[Job, list[Finding]]]:
        last = self.seed + self.count
        jobs = [
            Job(range(start, min(start + PROGRAMS_AT_ONCE, last)), self.ops, self.kinds)
            for start in range(self.seed, last, PROGRAMS_AT_ONCE)
        ]
        if self.jobs == 1:
            yield from ((job, run_job(job)) for job in jobs)
            return
        with get_context("fork").Pool(self.jobs) as pool:
            yield from pool.imap_unordered(_with_its_job, jobs)

    def _tell(self, *, always: bool) -> None:
        now = monotonic()
        if always or now - self.told > 5:
            self.told = now
            rate = self.done / max(now - self.began, 1e-9)
            print(f"{self.done} of {self.count} programs, {rate:.1f}/s, {self.findings} failures", flush=True)

    def _report(self, finding: Finding) -> None:
        print(f"---- {finding.kind} of program {finding.number}: {finding.failure}", flush=True)
        self.known[finding.failure.key] += 1
        if self.known[finding.failure.key] > MOST_ALIKE:
            return
        folder = self.folder / (str(finding.number) if finding.kind == "levels" else f"{finding.kind}-{finding.number}")
        folder.mkdir(parents=True, exist_ok=True)
        if finding.kind == "loops":
            _save_loops(folder, finding)
        else:
            self._save_graph(folder, finding)
        print(f"kept in {folder}; again with --seed {finding.number} 1", flush=True)

    def _save_graph(self, folder: Path, finding: Finding) -> None:
        is_large, failure = finding.kind == "large", finding.failure
        trial = large_attempt(finding.number).trial if is_large else attempt(finding.number, self.ops).trial
        (folder / "program.mlir").write_text(print_ir(trial.module))
        if isinstance(failure, MachineFailure):
            small = reduced_build(trial, failure, self.reduce_seconds)
        else:
            small = reduced(trial, failure, self.reduce_seconds)
        text = _comment(f"{failure}") + print_ir(small.module)
        (folder / "reduced.mlir").write_text(text)
        _save_inputs(folder / "inputs.npz", small)
        print(text)


def _save_loops(folder: Path, finding: Finding) -> None:
    tried = loop_attempt(finding.number)
    (folder / "program.mlir").write_text(print_ir(tried.written))
    text = _comment(f"{finding.failure}") + print_ir(tried.module)
    (folder / "steps.mlir").write_text(text)
    print(text)


def _comment(text: str) -> str:
    return f"// {text}\n".replace("\n", "\n// ").rstrip("/ ")


def _save_inputs(path: Path, trial: Trial) -> None:
    function = main_function(trial.module)
    assert function is not None
    arrays = {
        f"run{run}_argument{position}": array.view(np.uint16) if array.dtype.name == "bfloat16" else array
        for run, inputs in enumerate(trial.inputs)
        for position, array in enumerate(inputs.arguments_for(function))
    }
    np.savez(path, **arrays)


def _with_its_job(job: Job) -> tuple[Job, list[Finding]]:
    return job, run_job(job)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=10000, help="how many programs")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first program")
    parser.add_argument("--seconds", type=float, default=0.0, help="stop after this time")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    parser.add_argument("--ops", type=int, default=USUAL_OPS, help="how many ops a program has at least")
    parser.add_argument("--only", choices=KINDS, action="append", help="what is tried; everything, if not given")
    parser.add_argument("--keep-going", action="store_true", help="do not stop at the first failure")
    parser.add_argument("--reduce-seconds", type=float, default=60.0, help="how long one program may be reduced")
    parser.add_argument("--save", type=Path, default=Path("build/fuzz"), help="a folder for what is found")
    return 1 if Fuzzer(parser.parse_args()).run() else 0


if __name__ == "__main__":
    sys.exit(main())
