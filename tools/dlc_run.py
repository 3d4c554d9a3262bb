"""dlc run: compile a program and run one of its functions on arrays from files or on random ones.

    dlc run model.mlir --input x.npy --output y.npy
    dlc run model.mlir --size n=128 --time

Only .npy and .npz files are read, and objects in them are never unpickled: files may come from untrusted sources.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Any, TextIO

from ..codegen.gpu_target import gpu_target_for
from ..compilation import pipeline_for
from ..compile_options import checked_precision, checked_threads
from ..compiler import Array, Executable
from ..passes.manager.pipeline_text import parse_pipeline_on
from ..runtime.array_files import archive_file, array_file
from ..runtime.function_signatures import unnamed_output
from .command_parser import CommandParser
from .options import UsageError
from .program_files import (
    add_argument_options,
    add_compile_options,
    add_gpu_options,
    arguments_of,
    context_of,
    entry_of,
    gpu_api_of,
    path_of,
    program_of,
    run_command,
    write_json,
)
from .text_files import write_bytes

MOST_RUNS = 1000
TIMING_S = 1.0
"""Minimum total time of the runs measured by `--time`, in seconds."""


def run(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Run the command and return its exit status."""
    return run_command(_parser(), _run, argv, stdout, stderr)


def _run(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> None:
    path_of(options.file)
    if options.print_pipeline:
        stdout.write(_pipeline(options))
        return
    executable = program_of(options, stderr)
    if options.remarks:
        stderr.writelines(f"{remark}\n" for remark in executable.remarks)
    entry = entry_of(executable, options.entry)
    arguments = arguments_of(options, entry)
    results: Any = entry(*arguments)
    listed: list[Any] = [results] if len(entry.outputs) == 1 else list(results or ())
    _keep(options.output, {output.name: result for output, result in zip(entry.outputs, listed, strict=True)})
    if options.json:
        named = zip(entry.outputs, listed, strict=True)
        values = {output.name: getattr(result, "tolist", lambda value=result: value)() for output, result in named}
        write_json({"outputs": values, "stages": executable.stages}, stdout)
        return
    for number, (result, kind) in enumerate(zip(listed, entry.signature.results, strict=True)):
        name = entry.outputs[number].name
        label = f"result {number}" if name == unnamed_output(number, len(listed)) else name
        shown = f"{kind.dtype.name}{list(result.shape)}" if isinstance(kind, Array) else f"{kind}: {result}"
        stdout.write(f"{label}: {shown}\n")
        if options.print and isinstance(kind, Array):
            stdout.write(f"{result}\n")
    if options.time:
        _show_times(executable, lambda: entry(*arguments), stdout)


def _pipeline(options: argparse.Namespace) -> str:
    """Return the passes that run, one a line."""
    context_of(options)  # loads the modules of the passes
    threads = checked_threads(options.threads)
    api = gpu_api_of(options)
    target = None if api is None else gpu_target_for(api, options.gpu_arch)
    text = pipeline_for(threads, options.level, target, options.passes, checked_precision(options.precision))
    return parse_pipeline_on("builtin.module", text).dump()


def _keep(outputs: Sequence[str], results: Mapping[str, Any]) -> None:
    """Write results: `FILE` gets the next one, `NAME=FILE` that of a name, an .npz file all; each file completely."""
    free = list(results)
    for text in outputs:
        name, equals, path = text.partition("=")
        if not equals and text.endswith(".npz"):
            write_bytes(text, archive_file(results))
            continue
        if not equals:
            if not free:
                raise UsageError(f"there are {len(results)} results, but got {len(outputs)} outputs")
            name, path = free[0], text
        if name not in results:
            raise UsageError(f"there is no result '{name}'; the results are: {', '.join(results)}")
        if name in free:
            free.remove(name)
        write_bytes(path, array_file(results[name]))


# -- Times -------------------------------------------------------------------------------------------------------------


def _show_times(executable: Executable, call: Callable[[], object], stdout: TextIO) -> None:
    stdout.writelines(f"{name:<10} {seconds * 1e3:9.1f} ms\n" for name, seconds in executable.stages.items())
    seconds = times_of(call)
    stdout.write(f"{'run':<10} {median(seconds) * 1e3:9.4f} ms, median of {len(seconds)} runs\n")


def times_of(
    call: Callable[[], object],
    most: int = MOST_RUNS,
    seconds: float = TIMING_S,
    progress: Callable[[int], None] | None = None,
) -> list[float]:
    """Return the times of calls: at least one, and more as long as they take less than some seconds.

    `progress` is called with the number of calls between them.
    """
    times: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < most and (not times or time.perf_counter() < end):
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
        if progress is not None:
            progress(len(times))
    return times


def _parser() -> CommandParser:
    parser = CommandParser("dlc run", "Compile FILE and run one of its functions.")
    add_compile_options(parser)
    add_gpu_options(parser, "'cpu' by default, 'cuda' or 'hip' for a GPU, 'cuda:1' for the one with this number")
    add_argument_options(parser)
    add = parser.add_argument
    kept = "an .npy file for the next result or that of a name, or an .npz file for all"
    add("--output", "-o", action="append", default=[], metavar="[NAME=]FILE", help=kept)
    add("--print", action="store_true", help="print the results")
    add("--json", action="store_true", help="print the results as JSON")
    add("--time", action="store_true", help="print the times of stages and runs")
    add("--print-pipeline", action="store_true", help="print the passes instead of running anything")
    add("--no-remarks", dest="remarks", action="store_false", help="do not report optimizations that were missed")
    return parser
