"""dlc bench: the time of a program's calls, and of its kernels.

dlc bench model.mlir --size n=128
dlc bench model.onnx --compare onnxruntime,torch --torch-model model.pt2 --json
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from statistics import mean, quantiles
from typing import TextIO

from ..runtime.profile import Profile
from .bench_peers import add_peer_options, peer_call
from .command_parser import CommandParser
from .dlc_run import times_of
from .options import UsageError
from .program_files import (
    add_argument_options,
    add_compile_options,
    add_gpu_options,
    arguments_of,
    entry_of,
    program_of,
    run_command,
    write_json,
)
from .progress import Progress


def run(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Run the command and return its exit status."""
    return run_command(_parser(), _bench, argv, stdout, stderr)


def _bench(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> None:
    if options.runs < 1 or options.warm_up < 0:
        raise UsageError("'--runs' must be at least 1, and '--warm-up' at least 0")
    program = program_of(options, stderr, profile=options.profile or options.trace is not None)
    entry = entry_of(program, options.entry)
    arguments = arguments_of(options, entry)
    calls: dict[str, Callable[[], object]] = {"dlc": lambda: entry(*arguments)}
    given = dict(zip([each.name for each in entry.inputs], arguments, strict=True))
    for name in filter(None, options.compare.split(",")):
        calls[name] = peer_call(name, options, given)
    profile = None
    rows: dict[str, dict[str, float]] = {}
    with Progress(f"measuring {options.file}", stderr) as progress:
        if options.profile or options.trace is not None:
            progress("kernels")
            profile = program.profile_of(entry, arguments, options.runs)
        slowest = "" if profile is None else f", slowest kernel {profile.slowest()}"
        for name, call in calls.items():
            rows[name] = _measured(call, options, lambda count, name=name: progress(f"{name}, {count} calls{slowest}"))
    if profile is not None and options.trace is not None:
        profile.save_trace(options.trace)
    _show(rows, profile, stdout, as_json=options.json, with_profile=options.profile)


def _measured(
    call: Callable[[], object], options: argparse.Namespace, progress: Callable[[int], None]
) -> dict[str, float]:
    """Return percentiles of the times of calls in milliseconds, after some to warm up."""
    for _ in range(options.warm_up):
        call()
    times = [seconds * 1e3 for seconds in times_of(call, options.runs, options.seconds, progress)]
    cuts = quantiles(times, n=100, method="inclusive") if len(times) > 1 else times * 99
    shares = {"min": min(times), "p50": cuts[49], "p90": cuts[89], "p99": cuts[98], "max": max(times)}
    return {**shares, "mean": mean(times), "runs": len(times)}


def _show(
    rows: Mapping[str, Mapping[str, float]],
    profile: Profile | None,
    stdout: TextIO,
    *,
    as_json: bool,
    with_profile: bool,
) -> None:
    if as_json:
        write_json({"ms": rows, **({"profile": profile.fields()} if profile is not None else {})}, stdout)
        return
    names = ("min", "p50", "p90", "p99", "max", "mean")
    stdout.write(f"{'ms':<12}{''.join(f'{name:>11}' for name in names)}{'runs':>8}\n")
    for engine, row in rows.items():
        cells = "".join(f"{row[name]:>11.4f}" for name in names)
        stdout.write(f"{engine:<12}{cells}{row['runs']:>8.0f}\n")
    if profile is not None and with_profile:
        stdout.write(f"\n{profile}\n")


def _parser() -> CommandParser:
    parser = CommandParser("dlc bench", "Compile FILE and measure calls of one of its functions.")
    add_compile_options(parser)
    add_gpu_options(parser, "'cpu' by default, 'cuda' or 'hip' for a GPU, 'cuda:1' for the one with this number")
    add_argument_options(parser)
    add = parser.add_argument
    add("--runs", type=int, default=1000, metavar="N", help="the maximum number of measured calls (default 1000)")
    add("--seconds", type=float, default=2.0, metavar="S", help="start no call after these seconds (default 2)")
    add("--warm-up", type=int, default=3, metavar="N", help="the number of calls before (default 3)")
    add_peer_options(parser)
    add("--profile", action="store_true", help="print the times of kernels")
    add("--trace", metavar="FILE", help="write the times of kernels for chrome://tracing")
    add("--json", action="store_true", help="print the times as JSON")
    return parser
