"""dlc run: compile a module and run one of its functions on arrays from files or on random ones.

    dlc run model.mlir --input x.npy --output y.npy
    dlc run model.mlir --size n=128 --time

Only .npy files are read, and objects in them are never unpickled: files may come from untrusted sources.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, NoReturn, TextIO

from dlc.api import InvalidProgram

from ..compiler import Array, EntryPoint, Executable, checked_threads, compile, pipeline_for
from ..ir.errors import DlcError
from ..passes.manager.pipeline_text import parse_pipeline_on
from ..runtime.array_files import array_file, load_array
from ..runtime.random_arguments import DEFAULT_SIZE, random_arguments
from .options import UsageError
from .text_files import check_file, write_bytes

MOST_RUNS = 1000
TIMING_S = 1.0
"""Minimum total time of the runs measured by `--time`, in seconds."""


def run(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Run the command and return its exit status."""
    parser = _parser()
    if "--help" in argv or "-h" in argv:
        stdout.write(parser.format_help())
        return 0
    try:
        options = parser.parse_args(list(argv))
        return _run(options, stdout, stderr)
    except InvalidProgram as error:
        stderr.write(str(error).partition("\n")[2] + "\n")
    except (DlcError, OSError, MemoryError) as error:
        stderr.write(f"dlc: error: {error or type(error).__name__}\n")
    return 1


def _run(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    check_file(options.file)  # before compiling
    if options.print_pipeline:
        stdout.write(_pipeline(options))
        return 0
    executable = _compiled(options)
    if options.remarks:
        stderr.writelines(f"{remark}\n" for remark in executable.remarks)
    entry = executable.entry(options.entry) if options.entry is not None else executable.main
    named = _given(options.input, entry)
    sizes = dict(_size(text) for text in options.size)
    arguments = random_arguments(entry.signature, named, sizes, options.seed)
    results: Any = entry(*arguments)
    listed: list[Any] = [results] if len(entry.signature.results) == 1 else list(results or ())
    _keep(options.output, listed)
    for number, (result, kind) in enumerate(zip(listed, entry.signature.results, strict=True)):
        shown = f"{kind.dtype.name}{list(result.shape)}" if isinstance(kind, Array) else f"{kind}: {result}"
        stdout.write(f"result {number}: {shown}\n")
        if options.print and isinstance(kind, Array):
            stdout.write(f"{result}\n")
    if options.time:
        _show_times(executable, lambda: entry(*arguments), stdout)
    return 0


def _compiled(options: argparse.Namespace) -> Executable:
    path = _Path(options.file)
    return compile(path, threads=options.threads, level=options.level, passes=options.passes, remarks=False)


def _pipeline(options: argparse.Namespace) -> str:
    """Return the passes that run, one a line."""
    threads = checked_threads(options.threads)
    text = pipeline_for(threads, options.level, passes=options.passes)
    return parse_pipeline_on("builtin.module", text).dump()


class _Path:
    """Text that is always a path, whatever it contains."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __fspath__(self) -> str:
        return self._path


# -- Files -------------------------------------------------------------------------------------------------------------


def _given(inputs: Sequence[str], entry: EntryPoint) -> dict[str, Any]:
    """Return the arguments given on the command line: `FILE` for the next one, `NAME=FILE`, `NAME=NUMBER`."""
    parameters = {each.name: each.kind for each in entry.signature.parameters}
    values: dict[str, Any] = {}
    for text in inputs:
        name, equals, value = text.partition("=")
        if not equals:
            free = [each for each in parameters if each not in values]
            if not free:
                raise UsageError(f"@{entry.name} takes {len(parameters)} arguments, but got another, '{text}'")
            name, value = free[0], text
        if name not in parameters:
            raise UsageError(f"@{entry.name} has no argument '{name}'; the arguments are: {', '.join(parameters)}")
        if name in values:
            raise UsageError(f"argument '{name}' is given twice")
        kind = parameters[name]
        values[name] = load_array(value, kind.dtype) if isinstance(kind, Array) else _number(value)
    return values


def _number(text: str) -> int | float:
    try:
        return int(text, 0)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"expected a number, but got '{text}'") from None


def _size(text: str) -> tuple[str, int]:
    name, _, number = text.partition("=")
    if not name or not number.isascii() or not number.isdigit():
        raise UsageError(f"'--size' expects NAME=NUMBER, but got '{text}'")
    return name, int(number)


def _keep(paths: Sequence[str], results: Sequence[Any]) -> None:
    """Write results in order, each file completely or not at all."""
    if len(paths) > len(results):
        raise UsageError(f"there are {len(results)} results, but got {len(paths)} outputs")
    for path, result in zip(paths, results, strict=False):
        write_bytes(path, array_file(result))


# -- Times -------------------------------------------------------------------------------------------------------------


def _show_times(executable: Executable, call: Callable[[], object], stdout: TextIO) -> None:
    stdout.writelines(f"{name:<10} {seconds * 1e3:9.1f} ms\n" for name, seconds in executable.stages.items())
    seconds = _times(call)
    stdout.write(f"{'run':<10} {median(seconds) * 1e3:9.4f} ms, median of {len(seconds)} runs\n")


def _times(call: Callable[[], object]) -> list[float]:
    """Return the times of runs: at least one, and more if they are short."""
    times: list[float] = []
    end = time.perf_counter() + TIMING_S
    while len(times) < MOST_RUNS and (not times or time.perf_counter() < end):
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    return times


# -- The command line --------------------------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """Argument parser that reports errors like the other tools."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see 'dlc run --help'")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="dlc run", description="Compile FILE and run one of its functions.", add_help=False, allow_abbrev=False
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="a module at any level, as MLIR text, or an ONNX model")
    add("--entry", metavar="NAME", help="the function; by default 'main', or the only one")
    add(
        *("--input", "-i"),
        action="append",
        default=[],
        metavar="[NAME=]FILE",
        help="an array from a .npy file, or NAME=NUMBER; other arguments are random",
    )
    add("--output", "-o", action="append", default=[], metavar="FILE", help="the .npy file for the next result")
    add("--size", action="append", default=[], metavar="NAME=N", help=f"size of random arrays (default {DEFAULT_SIZE})")
    add("--seed", type=int, default=0, metavar="N", help="the seed of random arrays")
    add("--print", action="store_true", help="print the results")
    add("--time", action="store_true", help="print the times of stages and runs")
    add("--threads", type=int, metavar="N", help="the number of threads; by default one per processor")
    add("--level", type=int, default=2, metavar="N", help="the optimization level of LLVM, from 0 to 3")
    add(
        "--passes",
        metavar="PIPELINE",
        help="'PASSES,default' runs passes first, 'before-STAGE=PASSES; after-STAGE=PASSES' between stages; "
        "without 'default' they replace the pipeline before the lowering to LLVM",
    )
    add("--print-pipeline", action="store_true", help="print the passes instead of running anything")
    add("--no-remarks", dest="remarks", action="store_false", help="do not report optimizations that were missed")
    add("--help", "-h", action="store_true", help="print this help text")
    return parser
