"""dlc-reduce: find the smallest module on which a command still fails.

    dlc-reduce 'dlc-opt --my-pass {}' big.mlir -o small.mlir

`run` is the whole tool as a function, for tests; `main` is what the console script calls. The search itself is in
`reduce/`, which scripts and fuzzers can use without a command.
"""

from __future__ import annotations

import argparse
import re
import signal
import sys
import threading
from collections.abc import Sequence
from typing import NoReturn, TextIO

from ..dialects import register_all, register_installed
from ..ir.context import Context
from ..ir.diagnostics import counted
from ..ir.errors import DlcError
from .command_parser import CommandParser
from .console import INTERRUPTED
from .module_search import beside, modules_in
from .options import UsageError
from .reduce.catalogue import module_reductions, reduction_list
from .reduce.command import CommandProbe, Criterion, split_command
from .reduce.files import FileReducer
from .reduce.search import Limits
from .text_files import described_failure, read_text, write_text

TIMEOUT_S = 60.0
SHOWN_LINES = 5


def main() -> NoReturn:
    """Run the tool as a console script."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # clean up files and processes on termination, too
    status = run(sys.argv[1:], sys.stdout, sys.stderr)
    sys.stdout.flush()
    sys.exit(status)


def run(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Run the tool and return its exit status."""
    try:
        if "--list-reductions" in argv:
            stdout.write(reduction_list())
            return 0
        options = _parser().parse(argv, stdout)
        return 0 if options is None else _reduce(options, stdout, stderr)
    except (DlcError, OSError) as error:
        stderr.write(f"dlc-reduce: error: {described_failure(error)}\n")
        return 1


def _reduce(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    criterion = _criterion(options)
    command = split_command(options.command)
    context = _make_context(options)
    names = [name for name in options.reductions.split(",") if name] if options.reductions is not None else None
    module_reductions(context, names)  # report unknown names before the search
    text = read_text(options.file)
    with CommandProbe(command, options.file, options.timeout) as probe:
        outcome = probe.run(text)
        if not criterion.accepts(outcome):
            expectation = f"on '{options.file}' the command should {criterion}"
            raise UsageError(f"nothing to reduce: {expectation}, but it {outcome}{_quoted(outcome.output)}")
        outcome = probe.run("")
        if criterion.accepts(outcome):
            raise UsageError(
                f"the command also {outcome} on an empty file, so '{options.file}' is not the reason; correct the "
                f"command, or say with '--expect-output' which failure is meant{_quoted(outcome.output)}"
            )
        reducer = FileReducer(
            options.file,
            text,
            context,
            lambda candidate: criterion.accepts(probe.run(candidate)),
            names,
            options.jobs,
            Limits(options.max_tests, options.time_limit),
            lambda message: _say(stderr, f"note: {message}"),
        )
        if options.verbose:
            reducer.progress = lambda name: _say(stderr, f"{name}: {_measure(reducer.current)}, {reducer.tests} tests")
        status = _search(reducer, stderr)
    if options.verbose:
        _say(stderr, f"reduced from {_measure(text)} to {_measure(reducer.best)} in {reducer.tests} tests")
    if options.o == "-":
        stdout.write(reducer.best)
    else:
        write_text(options.o, reducer.best)
    return status


def _quoted(output: str) -> str:
    """Return the first lines of a command's output, indented."""
    lines = output.strip().splitlines()
    if not lines:
        return "; there was no output"
    more = ["…"] if len(lines) > SHOWN_LINES else []
    return "\n  ".join(["; the output was:", *lines[:SHOWN_LINES], *more])


def _search(reducer: FileReducer, stderr: TextIO) -> int:
    try:
        reducer.run()
    except KeyboardInterrupt:
        _say(stderr, "note: interrupted; the result is the best so far")
        return INTERRUPTED
    if reducer.stopped is not None:
        _say(stderr, f"note: stopped {reducer.stopped}; the result may not be minimal")
    return 0


def _say(stderr: TextIO, message: str) -> None:
    stderr.write(f"dlc-reduce: {message}\n")
    stderr.flush()


def _measure(text: str) -> str:
    """Return the size of a text in words."""
    lines = text.count("\n") + (not text.endswith("\n"))
    return counted(lines, "line")


def _make_context(options: argparse.Namespace) -> Context:
    context = Context(allow_unregistered=options.allow_unregistered_dialect)
    register_all(context)
    register_installed(context)
    with beside([options.file]):
        for module in modules_in(options.load_dialect):
            context.load_module(module)
    return context


def _criterion(options: argparse.Namespace) -> Criterion:
    statuses = [options.expect_exit is not None, options.interesting_when_zero, options.expect_timeout]
    if sum(statuses) > 1:
        raise UsageError("'--expect-exit', '--interesting-when-zero' and '--expect-timeout' are mutually exclusive")
    pattern = None
    if options.expect_output is not None:
        try:
            pattern = re.compile(options.expect_output, re.MULTILINE)
        except re.error as error:
            raise UsageError(f"'--expect-output' is not a regular expression: {error}") from None
    status: int | None = 0 if options.interesting_when_zero else options.expect_exit
    if status is not None and status < 0:  # a signal, as Python numbers it
        status = 128 - status
    return Criterion(status, options.expect_timeout, pattern)


# -- The command line ------------------------------------------------------------------------------------------------


def _parser() -> CommandParser:
    parser = CommandParser("dlc-reduce", "Reduce FILE to the smallest module on which COMMAND still fails.")
    add = parser.add_argument
    add("command", metavar="COMMAND", help="a command line in quotes; {} or %%s is the file, appended by default")
    add("file", metavar="FILE", help="the test case, which is not modified")
    add("-o", metavar="FILE", default="-", help="the output file, written completely or not at all; '-' is stdout")
    add("--expect-exit", type=int, metavar="N", help="the command must exit with N, instead of any status but 0")
    add("--expect-output", metavar="REGEX", help="the output of the command must match")
    add("--interesting-when-zero", action="store_true", help="the command must exit with 0")
    add("--expect-timeout", action="store_true", help="the command must not end within the timeout")
    add("--timeout", type=_positive, default=TIMEOUT_S, metavar="SECONDS", help="the time limit of one run")
    add("-j", "--jobs", type=_count, default=1, metavar="N", help="test this number of candidates in parallel")
    add("--max-tests", type=_count, metavar="N", help="stop after this number of runs of the command")
    add("--time-limit", type=_positive, metavar="SECONDS", help="stop after this time")
    add("--reductions", metavar="NAMES", help="use only these, separated by commas")
    add("--list-reductions", action="store_true", help="list the reductions, in the order in which they are tried")
    add("--allow-unregistered-dialect", action="store_true", help="accept operations of unknown dialects")
    add("--load-dialect", action="append", default=[], metavar="MODULE", help="load a dialect from a Python module")
    add("-v", "--verbose", action="store_true", help="print progress")
    return parser


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"must be greater than 0, but got '{text}'")
    return value


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, but got '{text}'")
    return value


if __name__ == "__main__":
    sys.exit(main())
