"""Profiles: how long each kernel of a program takes, beside what it computes and where it comes from.

    profile = dlc.compile("model.mlir", profile=True).profile(x)
    print(profile)
    profile.save_trace("trace.json")     # for chrome://tracing or ui.perfetto.dev

A program that was compiled with `profile=True` notes the time before and after each call of a kernel, on the thread of
the call; loops that are too small to be kernels, and allocations, are the difference to the whole.
"""

from __future__ import annotations

import ctypes
import json
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from time import perf_counter_ns
from typing import Any, NamedTuple

import numpy as np

from dlc.codegen.jit import Library
from dlc.ir.diagnostics import counted
from dlc.ir.errors import DlcError
from dlc.ir.files import replace_file
from dlc.ir.forks import at_work

from .image import Kernel
from .numpy_memory import NdArray, address_of
from .peak import Peak, peak
from .support import support_library
from .tables_html import table_html

MARK = "dlc_profile_mark"
EVENTS, ROOM, COUNT = "dlc_profile_events", "dlc_profile_room", "dlc_profile_count"
MOST_EVENTS = 1 << 18
LEAST_IN_MEMORY = 4 << 20
"""The number of bytes from which arrays are assumed to come from memory."""
DEFAULT_RUNS, WARM_UP_RUNS = 10, 2
_profiling = threading.Lock()
_making = threading.Lock()


HEAD = ("kernel", "calls", "total µs", "µs per call", "share", "GFLOP/s", "GB/s", "of peak", "from")
"""The columns of a profile; those without a value in any row are left out."""
OTHERS = "(others)"
NOTE = f"{OTHERS} is the time outside kernels: small loops, allocations, and the call itself"


class NoProfile(DlcError, RuntimeError):
    """The program does not note times."""


class Span(NamedTuple):
    """One call of a kernel, in nanoseconds of the monotonic clock."""

    kernel: int
    begin: int
    end: int


class Run(NamedTuple):
    """One call of the program."""

    begin: int
    end: int
    spans: Sequence[Span]


class KernelTime(NamedTuple):
    """The time of one kernel in a call of the program, wherever it is called from: the median over all runs."""

    kernel: Kernel
    """The kernel as the first of its callers describes it."""
    seconds: float
    """The time of all its calls together."""
    calls: int
    """The number of times that it is called."""
    seconds_per_call: float
    """The median time of one of its calls."""
    share: float
    """The share of the whole time."""
    places: Sequence[str]
    """Where it is called from, a place in the source for each, in order."""

    def rate(self, amount: int | None) -> float | None:
        """Return an amount of each call, such as of bytes, per second; `None` if it is unknown."""
        return None if amount is None or self.seconds <= 0 else amount * self.calls / self.seconds

    @property
    def origin(self) -> str:
        """The places in the source that it comes from, the first ones if there are many."""
        if len(self.places) > 1:
            return f"{self.places[0]} and {len(self.places) - 1} more"
        return ", ".join(self.kernel.sources[:2]) + (" …" if len(self.kernel.sources) > 2 else "")


class Profile:
    """The times of a program's kernels over several runs."""

    def __init__(self, runs: Sequence[Run], kernels: Sequence[Kernel], threads: int, machine: Peak) -> None:
        self.runs = runs
        self.threads = threads
        self.peak = Peak(machine.flops * threads, machine.bytes)
        """The peak of the machine with these threads."""
        self.seconds = float(np.median([run.end - run.begin for run in runs])) / 1e9
        """The median time of a call."""
        self.kernels = self._times(kernels)
        """The times of the kernels, in the order in which they are first called."""
        outside = [run.end - run.begin - sum(span.end - span.begin for span in run.spans) for run in runs]
        self.other_seconds = max(0.0, float(np.median(outside)) / 1e9)
        """The median time of a call outside kernels."""
        self._called = kernels
        """The kernels by the number of their call."""

    def _times(self, kernels: Sequence[Kernel]) -> list[KernelTime]:
        calls_of: dict[str, list[int]] = {}
        for number, kernel in enumerate(kernels):
            calls_of.setdefault(kernel.name, []).append(number)
        spans: list[dict[str, list[int]]] = [{name: [] for name in calls_of} for _ in self.runs]
        for run, durations in zip(self.runs, spans, strict=True):
            for span in run.spans:
                durations[kernels[span.kernel].name].append(span.end - span.begin)
        return [
            self._time([kernels[number] for number in numbers], [durations[name] for durations in spans])
            for name, numbers in calls_of.items()
        ]

    def _time(self, callees: Sequence[Kernel], durations: Sequence[Sequence[int]]) -> KernelTime:
        """Return the time of a kernel, of which each caller and the nanoseconds of the calls in each run are given."""
        seconds = float(np.median([sum(each) for each in durations])) / 1e9
        every_call = [duration for each in durations for duration in each]
        per_call = float(np.median(every_call)) / 1e9 if every_call else 0.0
        share = seconds / self.seconds if self.seconds else 0.0
        places = list(dict.fromkeys(each.sources[0] for each in callees if each.sources))
        return KernelTime(callees[0], seconds, len(durations[-1]), per_call, share, places)

    def share_of_peak(self, row: KernelTime) -> float | None:
        """Return the share of the operations that were possible in that time, or of the bytes, if that is more.

        Only the bytes of large arrays count: small ones are in caches, which transfer more than memory does.
        """
        flops = row.rate(row.kernel.flops)
        shares = [] if flops is None else [flops / self.peak.flops]
        if row.kernel.bytes is not None and row.kernel.bytes >= LEAST_IN_MEMORY:
            shares.append((row.rate(row.kernel.bytes) or 0.0) / self.peak.bytes)
        return max(shares, default=None)

    def slowest(self) -> str:
        """Return the name of the kernel that takes the longest, or nothing if there are none."""
        return max(self.kernels, key=lambda row: row.seconds).kernel.name if self.kernels else ""

    def __str__(self) -> str:
        rows = self._table()
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join([*("  ".join(_aligned(row, widths)).rstrip() for row in rows), self._total(), NOTE])

    def _repr_html_(self) -> str:
        head, *rows = self._table()
        return table_html(head, rows, f"{self._total()}; {NOTE}")

    def _table(self) -> list[tuple[str, ...]]:
        """Return the head, the times of kernels that ran, the slowest first, and those of everything else.

        Kernels that run at the same time may take longer together than the program.
        """
        share = self.other_seconds / self.seconds if self.seconds else 0.0
        last = (OTHERS, "", _microseconds(self.other_seconds), "", _percent(share), "", "", "", "")
        called = sorted((row for row in self.kernels if row.seconds), key=lambda row: -row.seconds)
        rows = [*map(self._cells, called), last]
        kept = [column for column in range(len(HEAD)) if any(row[column] for row in rows)]
        return [tuple(row[column] for column in kept) for row in (HEAD, *rows)]

    def _total(self) -> str:
        runs, threads = counted(len(self.runs), "run"), counted(self.threads, "thread")
        return f"{_microseconds(self.seconds)} µs, median of {runs}, {threads}"

    def _cells(self, row: KernelTime) -> tuple[str, ...]:
        rates = [row.rate(row.kernel.flops), row.rate(row.kernel.bytes)]
        shown = [f"{rate / 1e9:.1f}" if rate else "" for rate in rates]
        peak_share = self.share_of_peak(row)
        return (
            row.kernel.name,
            str(row.calls),
            _microseconds(row.seconds),
            _microseconds(row.seconds_per_call),
            _percent(row.share),
            *shown,
            _percent(peak_share) if peak_share else "",
            row.origin,
        )

    def fields(self) -> dict[str, Any]:
        """Return the profile as plain values, for JSON."""
        rows = [
            {
                **row.kernel._asdict(),
                "seconds": row.seconds,
                "calls": row.calls,
                "seconds_per_call": row.seconds_per_call,
                "places": row.places,
                "share": row.share,
                "share_of_peak": self.share_of_peak(row),
            }
            for row in self.kernels
        ]
        times = {"seconds": self.seconds, "other_seconds": self.other_seconds}
        return {**times, "runs": len(self.runs), "threads": self.threads, "kernels": rows}

    def trace(self) -> dict[str, Any]:
        """Return all runs in the format of Chrome's trace viewer."""
        return {"traceEvents": list(self._events()), "displayTimeUnit": "ns"}

    def save_trace(self, path: str | os.PathLike[str]) -> None:
        """Write all runs to a file for chrome://tracing or ui.perfetto.dev."""
        replace_file(path, [json.dumps(self.trace()).encode()])

    def _events(self) -> Iterator[dict[str, Any]]:
        start = self.runs[0].begin
        for number, run in enumerate(self.runs):
            yield _event(f"run {number}", start, run.begin, run.end, {})
            for span in run.spans:
                kernel = self._called[span.kernel]
                yield _event(kernel.name, start, span.begin, span.end, kernel._asdict())


def _event(name: str, start: int, begin: int, end: int, about: dict[str, Any]) -> dict[str, Any]:
    times = {"ts": (begin - start) / 1e3, "dur": (end - begin) / 1e3}
    return {"name": name, "ph": "X", "pid": 0, "tid": 0, **times, "args": about}


def _microseconds(seconds: float) -> str:
    return f"{seconds * 1e6:.1f}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _aligned(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    last = len(row) - 1
    return [
        cell.ljust(width) if column in (0, last) else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]


# -- Taking a profile --------------------------------------------------------------------------------------------------


def profile_of(call: Callable[[], object], kernels: Sequence[Kernel], threads: int, runs: int) -> Profile:
    """Return the profile of several calls, after some to warm up."""
    for _ in range(WARM_UP_RUNS):
        call()
    with _profiling:
        taken = [_run(call) for _ in range(max(1, runs))]
    return Profile(taken, kernels, threads, peak())


def _run(call: Callable[[], object]) -> Run:
    library, memory = recorder(), _memory()
    room, count = (ctypes.c_int64.from_address(library[name]) for name in (ROOM, COUNT))
    count.value = 0
    room.value = MOST_EVENTS
    begin = perf_counter_ns()
    try:
        call()
    finally:
        end = perf_counter_ns()
        room.value = 0
    if count.value > MOST_EVENTS:
        raise NoProfile(f"one call runs kernels {count.value // 2} times; at most {MOST_EVENTS // 2} can be recorded")
    events = memory[: count.value].tolist()
    return Run(begin, end, list(_spans(events)))


def _spans(events: Sequence[Sequence[int]]) -> Iterator[Span]:
    """Return the calls of kernels; an event of another program that runs meanwhile has no counterpart."""
    begins: dict[int, int] = {}
    for code, seconds, nanoseconds in events:
        time = seconds * 1_000_000_000 + nanoseconds
        if code % 2 == 0:
            begins[code // 2] = time
        elif code // 2 in begins:
            yield Span(code // 2, begins.pop(code // 2), time)


def recorder() -> Library:
    """Return the library that notes times."""
    with at_work(), _making:
        return _recorder()


@cache
def _recorder() -> Library:
    library = support_library(["profile.mlir"], [EVENTS, ROOM, COUNT])
    ctypes.c_int64.from_address(library[EVENTS]).value = address_of(_memory())
    return library


@cache
def _memory() -> NdArray:
    """Return the memory of events, which is never freed: other threads may write to it at any time."""
    return np.zeros((MOST_EVENTS, 3), np.int64)
