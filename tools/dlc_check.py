"""dlc check: whether a compiled program computes what the interpreter says it does, and else the pass that is to blame.

dlc check model.onnx --size batch=1
dlc check program.mlir --load-pass=my_passes --passes=my-pass,default --dump-dir=steps

The program is called once, on the same arguments as the interpreter runs it with. If the results differ by more than
rounding, the module is interpreted between passes, until the first one is found after which it computes something else.
An ONNX model is compared with onnxruntime too, where that is installed: a difference there, and nowhere else, comes
from how the model is read. The interpreter visits elements one by one once there are loops, so give it small sizes.
"""

from __future__ import annotations

import argparse
import importlib
import os
from collections.abc import Mapping, Sequence
from typing import Any, TextIO, cast

from dlc.api import default_context

from ..compilation import passes_for
from ..compile_options import CPU, Request, checked_precision, checked_targets, checked_threads
from ..compiler import EntryPoint, ProgramFailed
from ..interp.compared_results import Comparison, Difference, Result, compared, copied, with_arguments
from ..interp.errors import InterpreterError, TooManySteps
from ..ir.diagnostics import counted
from ..parser.print import print_ir
from ..passes.manager.registry import REGISTRY
from ..sources import HEAD_BYTES, is_onnx, module_of
from .bench_peers import add_peer_options, peer_call
from .command_parser import CommandParser
from .first_difference import MOST_STEPS, Call, Culprit, PassFailed, Search, steps_of
from .options import UsageError
from .program_files import (
    add_argument_options,
    add_compile_options,
    add_gpu_options,
    arguments_of,
    context_of,
    entry_of,
    gpu_target_of,
    is_compiled,
    path_of,
    program_of,
    run_command,
    write_json,
)
from .progress import Progress
from .text_files import write_text

COMPILED = "compiled program"
ONNXRUNTIME = "onnxruntime"
ALL = "all"
MOST_NAMES = 8
"""The number of patterns or passes that are printed in one line."""


def run(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Run the command and return its exit status: 0 if the results agree."""
    agrees = [True]

    def check(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> None:
        agrees[0] = _check(options, stdout, stderr)

    return run_command(_parser(), check, argv, stdout, stderr) or int(not agrees[0])


def _check(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> bool:
    """Check a program, print what was found, and return whether the results agree."""
    if is_compiled(path_of(options.file)):
        raise UsageError(f"'{options.file}' is compiled, so there is nothing to interpret; give the program itself")
    names: list[str] = [] if options.after in (None, ALL) else options.after.split(",")
    for name in names:
        if REGISTRY.find(name) is None:
            raise UsageError(f"'--after' expects passes, or '{ALL}', but got '{name}'{REGISTRY.suggest(name)}")
    folder, options.dump_dir = options.dump_dir, None
    entry = entry_of(program_of(options, stderr), options.entry)
    call = Call(
        entry.name,
        arguments_of(options, entry),
        [each.name for each in entry.inputs],
        [each.name for each in entry.outputs],
        options.most_steps,
    )
    with Progress(f"checking {options.file}", stderr) as progress:
        report = _Report(options, call, _search(options, call, progress))
        report.run(entry, names)
    culprit = report.culprit
    files = () if folder is None or not isinstance(culprit, Culprit) else _write(folder, culprit, report.search)
    if options.json:
        write_json(report.fields(files), stdout)
    else:
        stdout.writelines(f"{line}\n" for line in report.lines(files))
    return report.agrees


def _search(options: argparse.Namespace, call: Call, progress: Progress) -> Search:
    """Return what interprets the program of the command line between its passes."""
    context = context_of(options) or default_context()
    module = module_of(path_of(options.file), context)
    context.load_dialects_of(module)
    (target, *_), device = checked_targets(gpu_target_of(options) or CPU, options.level)
    threads, precision = checked_threads(options.threads), checked_precision(options.precision)
    request = Request(target, threads, options.level, options.passes, context, None, False, device, precision)
    steps = steps_of(passes_for(module, request), module.name)
    return Search(module, steps, context, call, tolerance=options.tolerance, announce=progress)


def _write(folder: str, culprit: Culprit, search: Search) -> list[str]:
    """Write the module before and after a pass to files in a folder, and return their names."""
    os.makedirs(folder, exist_ok=True)
    name = search.name(culprit.number)
    files = [os.path.join(folder, f"{culprit.number:02}-{when}-{name}.mlir") for when in ("before", "after")]
    for file, module in zip(files, (culprit.before, culprit.after), strict=True):
        write_text(file, print_ir(module))
    return files


class _Report:
    """The findings of a check, as lines and as fields."""

    def __init__(self, options: argparse.Namespace, call: Call, search: Search) -> None:
        self.search = search
        self.culprit: Culprit | int | None = None
        """The pass after which the program is wrong, or the last one after which it is known to be right."""
        self._options = options
        self._call = call
        self._compared: dict[str, Comparison] = {}
        """How the results of each engine differ."""
        self._notes: list[str] = []
        """The reasons why something could not be compared."""

    @property
    def agrees(self) -> bool:
        """Whether nothing differs."""
        return not any(each.wrong for each in self._compared.values()) and not isinstance(self.culprit, Culprit)

    def run(self, entry: EntryPoint, names: Sequence[str]) -> None:
        """Call the program in all ways, and look for the pass that is to blame."""
        search = self.search
        try:
            search.interpret_source()
        except TooManySteps as error:
            raise UsageError(f"{error}; give smaller sizes (--size NAME=N), or '--most-steps'") from None
        except InterpreterError as error:
            raise UsageError(
                f"the interpreter cannot run the program, so there is nothing to compare: {error}"
            ) from None
        self._compare_with_compiled(entry)
        self._compare_with_peers()
        try:
            if self._options.after is not None:
                self.culprit = search.each(names)
            elif self._compared[COMPILED].wrong:
                self.culprit = search.bisect()
        except PassFailed as error:
            self._notes.append(f"the search ended: {error}")

    def _compare_with_compiled(self, entry: EntryPoint) -> None:
        arguments = copied(self._call.arguments)
        try:
            returned: Any = entry(*arguments)
        except ProgramFailed as error:
            failure = Difference("the call", float("inf"), is_wrong=True, text=f"failed: {error}")
            self._compared[COMPILED] = Comparison([failure])
            return
        results = _listed(returned)
        named = zip(self._call.results, results, strict=True)
        outputs = {name: Result.of(value) for name, value in named}
        self._compare(COMPILED, with_arguments(outputs, self._call.names, arguments))

    def _compare_with_peers(self) -> None:
        options = self._options
        asked = [name for name in options.compare.split(",") if name]
        if not asked and _is_onnx_file(options.file) and _is_installed(ONNXRUNTIME):
            asked = [ONNXRUNTIME]
        for name in asked:
            try:
                returned = peer_call(
                    name, options, dict(zip(self._call.names, copied(self._call.arguments), strict=True))
                )()
            except Exception as error:  # noqa: BLE001 (what an engine raises is its own affair)
                if options.compare:
                    raise UsageError(str(error)) from None
                self._notes.append(f"{name} cannot run the model: {' '.join(str(error).split()):.200}")
                continue
            results = _listed(returned)
            if len(results) != len(self._call.results):
                self._notes.append(f"{name} returns {len(results)} results, not {len(self._call.results)}")
                continue
            self._compare(name, {key: Result.of(each) for key, each in zip(self._call.results, results, strict=True)})

    def _compare(self, name: str, results: Mapping[str, Result]) -> None:
        expected = {key: each for key, each in self.search.expected.items() if key in results}
        self._compared[name] = compared(results, expected, self._options.tolerance)

    # -- Output --------------------------------------------------------------------------------------------------------

    def fields(self, files: Sequence[str]) -> dict[str, Any]:
        """Return the findings as plain values."""
        engines = {
            name: [each._asdict() for each in comparison.differences] for name, comparison in self._compared.items()
        }
        fields: dict[str, Any] = {"agrees": self.agrees, "compared": engines, "notes": self._notes}
        if isinstance(self.culprit, Culprit):
            culprit = self.culprit
            fields["pass"] = {
                "number": culprit.number,
                "name": self.search.name(culprit.number),
                "right_after": culprit.right,
                "differences": [each._asdict() for each in culprit.differences],
                "reason": culprit.reason,
                "patterns": dict(culprit.patterns),
                "files": list(files),
            }
        return fields

    def lines(self, files: Sequence[str]) -> list[str]:
        """Return the findings as text."""
        lines: list[str] = []
        for name, comparison in self._compared.items():
            outcome = "differs from" if comparison.wrong else "computes the same as"
            error = "" if comparison.wrong else f", largest error {comparison.largest_error:.2g}"
            lines.append(f"{name}: {outcome} the interpreter{error}")
            lines += [f"  {each}" for each in comparison.wrong]
        lines += [f"note: {note}" for note in self._notes]
        for number, trial in self.search.runs:
            outcome = "wrong" if trial.is_wrong else "right" if trial.is_known else "cannot tell"
            reason = "" if trial.is_known or not trial.reason else f": {trial.reason}"
            lines.append(
                f"after pass {number} of {len(self.search.steps)}, {self.search.name(number)}: {outcome}{reason}"
            )
        if isinstance(self.culprit, Culprit):
            return [*lines, *self._lines_of(self.culprit, files)]
        is_compiled_wrong = bool(self._compared[COMPILED].wrong)
        if is_compiled_wrong and self.culprit is not None:
            return [*lines, *self._lines_behind(self.culprit)]
        if not self.agrees and not is_compiled_wrong:
            lines.append("the passes are right: what differs is how the model is read, or the other engine")
        return lines

    def _lines_of(self, culprit: Culprit, files: Sequence[str]) -> list[str]:
        name = self.search.name(culprit.number)
        lines = [f"'{name}' is the first pass after which the result differs"]
        if culprit.number > culprit.right + 1:
            first = self.search.name(culprit.right + 1)
            lines = [f"the result differs after '{name}'; the passes from '{first}' on may be to blame"]
        lines += [f"  {each}" for each in culprit.differences]
        lines += [f"  {culprit.reason}"] if culprit.reason else []
        if culprit.patterns:
            counts = sorted(culprit.patterns.items(), key=lambda each: -each[1])
            lines.append(f"  its patterns: {_some([f'{pattern} ({count})' for pattern, count in counts])}")
        if files:
            return [
                *lines,
                *(f"  the module {when} it: {file}" for when, file in zip(("before", "after"), files, strict=True)),
            ]
        return [
            *lines,
            f"  '--dump-dir DIR' writes the module before and after it; '--print-ir-after={name}' prints it",
        ]

    def _lines_behind(self, right: int) -> list[str]:
        """Return what is said if the program is right as far as the interpreter can run it."""
        later = [self.search.name(number) for number in range(right + 1, len(self.search.steps) + 1)]
        last = f"after '{self.search.name(right)}'" if right else "before all passes"
        if not later:
            return [f"the result is right {last}: the fault is in the code that LLVM makes, or in the call"]
        return [
            f"the result is right {last}, and the interpreter cannot run the module behind it:",
            f"  the fault is in {_some(later)}, in LLVM, or in the call; '--level=0' leaves out LLVM's optimizer",
        ]


def _some(names: Sequence[str]) -> str:
    """Return names as text, the first ones if there are many."""
    more = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" and {counted(more, 'other')}" if more > 0 else "")


def _listed(returned: Any) -> list[Any]:
    """Return the results of a call as a list."""
    if isinstance(returned, (list, tuple)):
        return list(cast("Sequence[Any]", returned))
    return [] if returned is None else [returned]


def _is_installed(name: str) -> bool:
    try:
        importlib.import_module(name)  # heavy, and installed only for comparisons
    except ImportError:
        return False
    return True


def _is_onnx_file(path: str) -> bool:
    with open(path, "rb") as file:
        return is_onnx(file.read(HEAD_BYTES))


def _parser() -> CommandParser:
    parser = CommandParser(
        "dlc check", "Compare FILE, compiled, with the interpreter, and find the pass that is wrong."
    )
    add_compile_options(parser)
    add_gpu_options(parser, "'cpu' by default, 'cuda' or 'hip' for a GPU, 'cuda:1' for the one with this number")
    add_argument_options(parser)
    add = parser.add_argument
    add(
        "--tolerance",
        type=float,
        metavar="T",
        help="the error of floats that is accepted, as a part of their magnitude",
    )
    after = "interpret after each of these passes, in order, or after 'all', and do not halve"
    add("--after", metavar="PASSES", help=after)
    most = f"give a run of the interpreter up after N steps (default {MOST_STEPS:,})"
    add("--most-steps", type=int, default=MOST_STEPS, metavar="N", help=most)
    add_peer_options(parser)
    add("--json", action="store_true", help="print the findings as JSON")
    return parser
