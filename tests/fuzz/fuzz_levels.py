"""Random programs on their way down to loops, and to machine code: `python tests/fuzz/fuzz_levels.py 10000`.

Each number is a graph program, arguments for it, and a pipeline (`support.level_trials`). What the program gives at the
end must be what the graph gives. The same program is compiled, and called (`support.machine_trials`); and so are a
program of loops, behind steps of a random schedule, and one of nests as people write them
(`support.hand_written_trials`). What goes wrong, be it a wrong result, an exception, a crash or a program without end,
is reduced and kept, with all that is needed to see it again, and the run goes on:

    build/fuzz/1234/failure.txt    how it fails
    build/fuzz/1234/program.mlir   the program as it was drawn
    build/fuzz/1234/reduced.mlir   a small one that fails in the same way; the first line says how
    build/fuzz/1234/inputs.npz     the arguments, set by set, in the order in which the reduced program takes them; of
                                   nests: the memory that arguments lie in, run by run
    build/fuzz/1234/steps.mlir     of loops: what the steps made of the program

`--seed 1234 1` runs that one again; with `--only machine`, for instance, only its machine code.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import sys
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import numpy as np

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS))

from dlc.parser import print_ir  # noqa: E402  (tests/support is no package of an installation)
from support.child_processes import in_child  # noqa: E402
from support.hand_written_trials import hand_written_attempt  # noqa: E402
from support.level_checks import (  # noqa: E402
    SECONDS,
    Failure,
    Trial,
    check_levels_apart,
    main_function,
    reduced,
    told,
)
from support.level_trials import USUAL_OPS, attempt  # noqa: E402
from support.machine_trials import (  # noqa: E402
    Build,
    MachineFailure,
    large_attempt,
    loop_attempt,
    machine_attempt,
    reduced_build,
)

PROGRAMS_AT_ONCE = 8
MOST_ALIKE = 4
"""How many failures that look alike are reduced."""
MOST_SECONDS = 4 * SECONDS
"""How long all that is tried with one program may take."""

KINDS = ("levels", "machine", "large", "loops", "nests")
"""The attempts with each number: a graph program down to loops, its machine code, that of a short program with larger
tensors, that of a program of loops, and that of nests as people write them.
"""

PIN = dict.fromkeys(KINDS, "to pin it: the reduced program goes into tests/unit/runtime/test_machine_code_found.py") | {
    "levels": "to pin it: the reduced program goes into tests/unit/passes/levels/test_levels_found.py",
    "nests": "to pin it: the reduced program becomes a FileCheck test of the pass",
}
"""Instructions for a finding, besides fixing the bug."""


class Crash(NamedTuple):
    """A crash outside passes and machine code, such as while a program was generated."""

    kind: str
    """A `traceback` or a `signal`."""
    message: str

    @property
    def key(self) -> tuple[str, str, str]:
        return "crash", self.kind, re.sub(r"\d+", "", self.message.partition("\n")[0])

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}"


class Finding(NamedTuple):
    """The number of a program that fails, what was tried, and how it fails."""

    number: int
    kind: str
    failure: Failure | MachineFailure | Crash


class Job(NamedTuple):
    """Programs that one process runs, one after the other."""

    numbers: range
    ops: int
    kinds: Sequence[str] = KINDS


def run_job(job: Job) -> list[Finding]:
    """Return the failures of some programs. A crash ends the process."""
    return [finding for number in job.numbers for finding in run_number(number, job)]


def run_number(number: int, job: Job) -> Iterator[Finding]:
    """Return the failures of the programs of one number."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    for kind in job.kinds:
        signal.alarm(MOST_SECONDS)
        try:
            failure = failure_of(number, kind, job.ops)
        except Exception as error:  # noqa: BLE001 (whatever it is, it is a finding)
            failure = Crash("traceback", told(error))
        signal.alarm(0)
        if failure is not None:
            yield Finding(number, kind, failure)


def run_job_apart(job: Job) -> list[Finding]:
    """The same with a child for each attempt, which may crash."""
    return [
        Finding(number, kind, failure)
        for number in job.numbers
        for kind in job.kinds
        if (failure := failure_apart(number, kind, job.ops)) is not None
    ]


def failure_apart(number: int, kind: str, ops: int) -> Failure | MachineFailure | Crash | None:
    """Return the failure of an attempt that may crash or hang."""

    def work() -> str:
        if kind == "levels":
            tried = attempt(number, ops)
            failure = check_levels_apart(tried.trial, tried.passes, tried.stops)
        else:
            failure = failure_of(number, kind, ops)
        return json.dumps(failure)

    outcome = in_child(work, MOST_SECONDS)
    if outcome.signal:
        return Crash("signal", outcome.signal)
    if outcome.error:
        return Crash("traceback", outcome.error)
    fields = json.loads(outcome.text)
    if fields is None:
        return None
    return MachineFailure(Build(*fields[0]), *fields[1:]) if isinstance(fields[0], list) else Failure(*fields)


def failure_of(number: int, kind: str, ops: int) -> Failure | MachineFailure | None:
    """Return the failure of one attempt."""
    if kind == "levels":
        return attempt(number, ops).failure()
    if kind == "machine":
        return machine_attempt(attempt(number, ops).trial, number).failure()
    attempts = {"large": large_attempt, "loops": loop_attempt, "nests": hand_written_attempt}
    return attempts[kind](number).failure()


class Fuzzer:
    """Runs programs, counts them, and keeps what it finds."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.count: int = arguments.count
        self.seed: int = arguments.seed
        self.jobs: int = arguments.jobs
        self.ops: int = arguments.ops
        self.kinds: Sequence[str] = arguments.only or KINDS
        self.stops_at_first: bool = arguments.stop
        self.folder: Path = arguments.save
        self.reduce_seconds: float = arguments.reduce_seconds
        self.end = monotonic() + arguments.seconds if arguments.seconds else float("inf")
        self.began = self.told = monotonic()
        self.done = 0
        self.findings = 0
        self.known: Counter[tuple[str, str, str]] = Counter()

    def run(self) -> int:
        """Return the number of programs that failed."""
        for job, findings in self._results():
            self.done += len(job.numbers)
            self._tell(always=self.done >= self.count)
            for finding in findings:
                self.findings += 1
                self._report(finding)
            if (self.findings and self.stops_at_first) or monotonic() > self.end:
                break
        return self.findings

    def _results(self) -> Iterator[tuple[Job, list[Finding]]]:
        last = self.seed + self.count
        jobs = [
            Job(range(start, min(start + PROGRAMS_AT_ONCE, last)), self.ops, self.kinds)
            for start in range(self.seed, last, PROGRAMS_AT_ONCE)
        ]
        waiting = deque(jobs)
        while waiting:
            lost = list[Job]()
            yield from self._results_of_pool(waiting, lost)
            yield from ((job, run_job_apart(job)) for job in lost)

    def _results_of_pool(self, waiting: deque[Job], lost: list[Job]) -> Iterator[tuple[Job, list[Finding]]]:
        """Iterate over the findings of processes until one of them dies: then `lost` has all jobs that were running."""
        with ProcessPoolExecutor(self.jobs, mp_context=get_context("fork")) as pool:
            running: dict[Future[list[Finding]], Job] = {}
            while (waiting or running) and not lost:
                while waiting and len(running) < 2 * self.jobs and not lost:
                    job = waiting.popleft()
                    try:
                        running[pool.submit(run_job, job)] = job
                    except BrokenProcessPool:
                        lost.append(job)
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    job = running.pop(future)
                    try:
                        yield job, future.result()
                    except BrokenProcessPool:
                        lost.append(job)
            lost += running.values()

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
        outcome = in_child(lambda: self._save(folder, finding), MOST_SECONDS + int(self.reduce_seconds))
        print(outcome.text or f"it cannot be reduced: {outcome.signal or outcome.error}")
        print(f"kept in {folder}; again with --seed {finding.number} 1")
        print(PIN[finding.kind], flush=True)

    def _save(self, folder: Path, finding: Finding) -> str:
        """Write down a program that fails, and a small one; gives the text of that."""
        (folder / "failure.txt").write_text(f"{finding.failure}\n")
        if finding.kind == "nests":
            return _save_nests(folder, finding, self.reduce_seconds)
        return _save_loops(folder, finding) if finding.kind == "loops" else self._save_graph(folder, finding)

    def _save_graph(self, folder: Path, finding: Finding) -> str:
        is_large, failure = finding.kind == "large", finding.failure
        trial = large_attempt(finding.number).trial if is_large else attempt(finding.number, self.ops).trial
        (folder / "program.mlir").write_text(print_ir(trial.module))
        if isinstance(failure, Crash):
            small = trial
        elif isinstance(failure, MachineFailure):
            small = reduced_build(trial, failure, self.reduce_seconds)
        else:
            small = reduced(trial, failure, self.reduce_seconds)
        text = _comment(f"{failure}") + print_ir(small.module)
        (folder / "reduced.mlir").write_text(text)
        _save_inputs(folder / "inputs.npz", small)
        return text


def _save_loops(folder: Path, finding: Finding) -> str:
    tried = loop_attempt(finding.number)
    (folder / "program.mlir").write_text(print_ir(tried.written))
    text = _comment(f"{finding.failure}") + print_ir(tried.module)
    (folder / "steps.mlir").write_text(text)
    return text


def _save_nests(folder: Path, finding: Finding, seconds: float) -> str:
    tried = hand_written_attempt(finding.number)
    (folder / "program.mlir").write_text(tried.program.text)
    np.savez(folder / "inputs.npz", **tried.memory())
    if isinstance(finding.failure, MachineFailure):
        text = _comment(f"{finding.failure}") + print_ir(tried.reduced(finding.failure, seconds))
        (folder / "reduced.mlir").write_text(text)
        return text
    return tried.program.text


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


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=10000, help="how many programs")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first program")
    parser.add_argument("--seconds", type=float, default=0.0, help="stop after this time")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    parser.add_argument("--ops", type=int, default=USUAL_OPS, help="how many ops a program has at least")
    parser.add_argument("--only", choices=KINDS, action="append", help="what is tried; everything, if not given")
    parser.add_argument("--stop", action="store_true", help="stop at the first failure")
    parser.add_argument("--reduce-seconds", type=float, default=60.0, help="how long one program may be reduced")
    parser.add_argument("--save", type=Path, default=Path("build/fuzz"), help="a folder for what is found")
    return 1 if Fuzzer(parser.parse_args()).run() else 0


if __name__ == "__main__":
    sys.exit(main())
