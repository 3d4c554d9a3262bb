"""Measuring, for all benchmarks: of the framework, of kernels and of models.

Only ratios within one run mean anything on a shared machine. So every engine works in a process of its own, they take
turns in several rounds, and medians are reported, of times and of the ratios within each round. This file does not
depend on the subject of a benchmark.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

PATIENCE = 6.0
"""An engine that needs longer than this (in seconds) for a case does not run it again in later rounds."""


class Engine(Protocol):
    """A program that is compared with others."""

    name: str

    def measure(self, case: str, arguments: Mapping[str, Any]) -> float | None:
        """Return the seconds of running a case once, or `None` if the engine does not support it."""
        ...

    def close(self) -> None: ...


class Worker:
    """An engine in a Python process that waits for requests, one line of JSON each (see `serve`).

    Some cases get a new process every time: what a process keeps would make the next measurement another one.
    """

    def __init__(
        self,
        name: str,
        script: str,
        options: Sequence[str] = (),
        python: str | None = None,
        in_new_processes: Collection[str] = (),
    ) -> None:
        self.name = name
        self._how = (name, script, options, python)
        self._in_new_processes = in_new_processes
        command = [python or sys.executable, script, *options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def measure(self, case: str, arguments: Mapping[str, Any]) -> float | None:
        if case in self._in_new_processes:
            worker = Worker(*self._how)
            try:
                return worker.measure(case, arguments)
            finally:
                worker.close()
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError(f"{self.name}: the worker has no pipes")
        self.process.stdin.write(json.dumps({"case": case, "arguments": dict(arguments)}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.name}: the worker died in '{case}' with {self.process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            print(f"{self.name}: {case}: {answer['error']}", file=sys.stderr)
        return answer.get("seconds")

    def close(self) -> None:
        self.process.communicate()


Prepare = Callable[..., Callable[[], object]]
"""Prepares a case, without being timed, and returns the function to be timed."""


def serve(cases: Mapping[str, Prepare], around: Callable[[Callable[[], object]], float]) -> None:
    """Run a worker's main loop: reply to requests until the input ends. Output of cases goes to stderr."""
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        request = json.loads(line)
        answer: dict[str, Any] = {}
        prepare = cases.get(request["case"])
        try:
            if prepare is not None:
                answer["seconds"] = around(prepare(**request["arguments"]))
        except Exception as error:  # noqa: BLE001 (an engine that fails in one case must answer the others)
            answer["error"] = f"{type(error).__name__}: {str(error)[:300]}"
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def seconds_of(work: Callable[[], object]) -> float:
    """Return the wall time of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def median_call(work: Callable[[], object], seconds: float = 0.5) -> float:
    """Return the median wall time of the calls of half a second, after a first one."""
    work()
    until = time.perf_counter() + seconds
    times: list[float] = []
    while len(times) < 3 or time.perf_counter() < until:
        times.append(seconds_of(work))
    return statistics.median(times)


class FailedCommand(RuntimeError):
    """The failure of a process that was to be timed: this engine has no time for this case."""


def seconds_of_command(command: Sequence[str]) -> float:
    """Return the wall time of a process from start to end; raise an error if it fails."""

    def run() -> None:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise FailedCommand(f"'{' '.join(command)}' failed: {done.stderr[-300:]}")

    return seconds_of(run)


class Work(NamedTuple):
    """The least work of a case: operations on floating-point numbers, and bytes that are read or written."""

    flops: float
    bytes: float = 0.0


class Rates(NamedTuple):
    """The most that a machine does in a second, as measured in this run."""

    flops: float
    """By fused multiply-adds in registers, of f32."""
    bytes: float
    """By copies of arrays that no cache holds, read and written."""

    def share(self, work: Work, seconds: float) -> float:
        """Return the time that the work takes at these rates, as a share of the time that it took."""
        return max(work.flops / self.flops, work.bytes / self.bytes) / seconds

    def __str__(self) -> str:
        return f"FMA {self.flops / 1e9:.0f} GFLOP/s, copies {self.bytes / 1e9:.1f} GB/s, measured in this run"


class Case:
    """A case: its request, the unit of its seconds, and its target."""

    def __init__(
        self,
        name: str,
        request: str,
        arguments: Mapping[str, Any],
        *,
        scale: tuple[float, str] = (1e3, "ms"),
        targets: Sequence[Target] = (),
        skip: Sequence[str] = (),
        work: Work | None = None,
    ) -> None:
        self.name = name
        self.request = request
        self.arguments = arguments
        self.scale = scale
        """The factor by which seconds are multiplied, and the resulting unit; a negative factor is a rate:
        -factor/seconds.
        """
        self.targets = targets
        self.skip = skip
        """Engines for which this case would take too long."""
        self.work = work
        self.times: dict[str, list[float]] = {}

    def median(self, engine: str) -> float | None:
        seconds = self.times.get(engine)
        return statistics.median(seconds) if seconds else None

    def shown(self, engine: str) -> str:
        seconds = self.median(engine)
        if seconds is None:
            return "–"
        factor, unit = self.scale
        value = seconds * factor if factor > 0 else -factor / seconds
        return f"{value:,.{0 if value >= 100 else 1 if value >= 10 else 2}f} {unit}"

    def of_bound(self, rates: Rates, engine: str) -> str:
        """Return the share of the machine's rates that an engine reaches, where the work is known."""
        seconds = self.median(engine)
        return "–" if seconds is None or self.work is None else f"{rates.share(self.work, seconds):.2f}"

    def ratio(self, above: str, below: str) -> float | None:
        """Return the ratio of the times of `above` and `below`: the median over rounds, in which both ran in turn."""
        pairs = zip(self.times.get(above, ()), self.times.get(below, ()), strict=False)
        ratios = [first / second for first, second in pairs]
        return statistics.median(ratios) if ratios else None


class Target:
    """The target of a case: a text, and whether it was reached."""

    def __init__(self, text: str, met: Callable[[Case], bool | None]) -> None:
        self.text = text
        self.met = met


def at_least_times(factor: float, *peers: str, text: str = "") -> Target:
    """Require that dlc is at least that many times as fast as each of the peers that were measured."""

    def met(case: Case) -> bool | None:
        ratios = [ratio for peer in peers if (ratio := case.ratio(peer, "dlc")) is not None]
        return min(ratios) >= factor if ratios else None

    return Target(text or f"≥ {factor:g}× {peers[0]}", met)


def within_times(factor: float, peer: str, ours: str = "dlc") -> Target:
    """Require that `ours` takes at most that many times as long as `peer`."""

    def met(case: Case) -> bool | None:
        ratio = case.ratio(ours, peer)
        return None if ratio is None else ratio <= factor

    return Target(f"≤ {factor:g}× {peer}'s time", met)


def at_most_seconds(limit: float, text: str, ours: str = "dlc") -> Target:
    """Require that `ours` takes no longer than that."""

    def met(case: Case) -> bool | None:
        seconds = case.median(ours)
        return None if seconds is None else seconds <= limit

    return Target(text, met)


def options_of(description: str, *, rounds: int = 3) -> argparse.ArgumentParser:
    """Return a parser of the options that benchmarks of cases have in common."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--only", default="", help="measure only cases whose names contain this")
    return parser


def run_and_close(
    cases: Sequence[Case], engines: Sequence[Engine], rounds: int, small_inputs: Callable[[str], Path] | None = None
) -> None:
    """Measure all cases, round by round, with the engines in turn, and close the engines, also after an error; each
    round begins with another engine. Engines warm up with `small_inputs`, where they are given.
    """
    try:
        if small_inputs is not None:
            for case in cases:
                _warm_up(case, engines, small_inputs)
        for round_ in range(rounds):
            for number, case in enumerate(cases, 1):
                shift = (round_ + number) % len(engines)
                for engine in (*engines[shift:], *engines[:shift]):
                    _measure(case, engine)
                _progress(f"round {round_ + 1}/{rounds}, case {number}/{len(cases)}")
        _progress("")
    finally:
        for engine in engines:
            engine.close()


def _warm_up(case: Case, engines: Sequence[Engine], small_inputs: Callable[[str], Path]) -> None:
    """Let engines run a case once on a small input, so that work that a process does only once is not measured."""
    arguments = dict(case.arguments)
    if case.request == "run":
        return
    if "file" in arguments:
        kind = Path(arguments["file"]).stem.partition("-")[0]
        arguments["file"] = str(small_inputs(f"{kind}-100"))
    for engine in engines:
        if engine.name not in case.skip:
            engine.measure(case.request, arguments)


def compare_workers(
    script: str,
    names: Sequence[str],
    serve_engine: Callable[[str, int], None],
    every_case: Sequence[Case],
    *,
    description: str,
    threads: int,
    in_new_processes: Collection[str] = (),
) -> list[Case]:
    """Run a script that is benchmark and worker: serve one engine, if the command line names it; otherwise measure all,
    print a table, and return the cases. Some kinds of cases are measured in a new process each time.
    """
    parser = options_of(description)
    parser.add_argument("--threads", type=int, default=threads)
    parser.add_argument("--engine", default="", help="be the worker for an engine")
    options = parser.parse_args()
    if options.engine:
        serve_engine(options.engine, options.threads)
        sys.exit()
    engines = [
        Worker(name, script, [f"--threads={options.threads}", f"--engine={name}"], in_new_processes=in_new_processes)
        for name in names
    ]
    cases = [case for case in every_case if options.only.lower() in case.name.lower()]
    run_and_close(cases, engines, options.rounds)
    print(table(cases, names))
    return cases


def exit_status(cases: Sequence[Case]) -> int:
    """Return 1 if a target is missed."""
    return 1 if any(target.met(case) is False for case in cases for target in case.targets) else 0


def _progress(text: str) -> None:
    """Print the progress on one line of a terminal."""
    if sys.stderr.isatty():
        print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)


def _measure(case: Case, engine: Engine) -> None:
    times = case.times.setdefault(engine.name, [])
    if engine.name in case.skip or (times and times[-1] > PATIENCE):
        return
    try:
        seconds = engine.measure(case.request, case.arguments)
    except FailedCommand as failure:
        print(f"\r{engine.name}: {case.name}: {failure}", file=sys.stderr)
        return
    if seconds is not None:
        times.append(seconds)


def table(cases: Sequence[Case], engines: Sequence[str], ours: str = "dlc", rates: Rates | None = None) -> str:
    """Return medians, ratios of the other engines, and targets, as a Markdown table; with the rates of the machine, how
    near to them we come.
    """
    peers = [name for name in engines if name != ours]
    of_bound = ["of the bound"] if rates else []
    rows = [["case", *engines, *of_bound, *(f"{peer} : {ours}" for peer in peers), "target", ""]]
    for case in cases:
        ratios = [case.ratio(peer, ours) for peer in peers]
        met = [target.met(case) for target in case.targets]
        verdict = "" if None in met or not met else "met" if all(met) else "**missed**"
        rows.append(
            [
                case.name,
                *map(case.shown, engines),
                *([case.of_bound(rates, ours)] if rates else []),
                *("–" if ratio is None else f"{ratio:,.{2 if ratio < 10 else 0}f}×" for ratio in ratios),
                "; ".join(target.text for target in case.targets),
                verdict,
            ]
        )
    return aligned(rows)


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table with the first and the last two columns left-aligned, and figures right-aligned."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    left = {0, len(widths) - 2, len(widths) - 1}

    def line(row: Sequence[str]) -> str:
        padded = zip(range(len(row)), row, widths, strict=True)
        cells = (cell.ljust(width) if index in left else cell.rjust(width) for index, cell, width in padded)
        return f"| {' | '.join(cells)} |"

    rule = ("-" * (width + 2) if index in left else "-" * (width + 1) + ":" for index, width in enumerate(widths))
    return "\n".join([line(rows[0]), f"|{'|'.join(rule)}|", *map(line, rows[1:])])
