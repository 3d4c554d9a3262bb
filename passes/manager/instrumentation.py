"""Instrumentation of a run: IR before and after passes, times, statistics, and files that reproduce a failure.

`Instrumentation` is the hook that all of them implement. Here is also the one that prints IR; `watching` makes
those that settings ask for.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dlc.ir import Operation
from dlc.ir.context import Context
from dlc.ir.equivalence import fingerprint
from dlc.ir.files import replace_file
from dlc.ir.symbol_table import symbol_name

from .declaration import Pass, PassRun
from .settings import RunSettings

if TYPE_CHECKING:
    from .pipeline import Pipeline


_FORBIDDEN = re.compile(r"[^\w.@-]+")
"""Characters of names that stay out of the names of files."""
LONGEST_FILE_NAME = 100


class Instrumentation:
    """Hears what the pass manager does. Calls after something come in the reverse order of those before it."""

    computed: Callable[[Any, Callable[[], Any]], Any] | None = None
    """Wraps the computation of an analysis."""

    def begin(self, pipeline: Pipeline, root: Operation, context: Context) -> None:
        """The whole run begins."""

    def end(self, pipeline: Pipeline, root: Operation, ok: bool) -> None:
        """The whole run is over."""

    def before_pipeline(self, pipeline: Pipeline, parent: Operation) -> None:
        """A nested pipeline is about to run on the ops of its kind in `parent`."""

    def after_pipeline(self, pipeline: Pipeline, parent: Operation) -> None:
        """A nested pipeline has run, or failed."""

    def before_pass(self, pass_: Pass, op: Operation) -> None:
        """A pass is about to run."""

    def after_pass(self, pass_: Pass, op: Operation, run: PassRun) -> None:
        """A pass has run and its result was verified; `run.failed` if either went wrong."""

    def before_verify(self, op: Operation) -> None:
        """The verifier is about to run."""

    def after_verify(self, op: Operation) -> None:
        """The verifier has run."""


class IRPrinting(Instrumentation):
    """Prints IR before and after passes, as `--mlir-print-ir-*` ask."""

    def __init__(self, settings: RunSettings) -> None:
        self.settings = settings
        self._before: list[int] = []
        """Fingerprints of the ops on which passes are running, innermost last."""
        self._files = 0
        """The number of files with IR so far."""
        self._after_all = settings.print_after_all or (settings.print_after_change and not settings.print_after)

    def before_pass(self, pass_: Pass, op: Operation) -> None:
        settings = self.settings
        if settings.print_before_all or pass_.name in settings.print_before:
            self._print("Before", pass_, op)
        if settings.print_after_change:
            self._before.append(fingerprint(op))

    def after_pass(self, pass_: Pass, op: Operation, run: PassRun) -> None:
        settings = self.settings
        changed = not settings.print_after_change or self._before.pop() != fingerprint(op)
        if run.failed:
            if settings.print_after_failure or self._after_all or pass_.name in settings.print_after:
                self._print("After", pass_, op, " Failed")
        elif changed and not settings.print_after_failure and (self._after_all or pass_.name in settings.print_after):
            self._print("After", pass_, op)

    def _print(self, when: str, pass_: Pass, op: Operation, outcome: str = "") -> None:
        settings = self.settings
        where, shown = "", op
        if settings.print_module_scope:
            where = f" ('{op.name}' operation{_symbol(op)})"
            while shown.parent_op is not None:
                shown = shown.parent_op
        text = settings.print_ir(shown).rstrip("\n")
        dump = f"// -----// IR Dump {when} {_title(pass_)}{outcome}{where} //----- //\n{text}\n"
        if settings.print_folder is None:
            settings.stream.write(f"{dump}\n")
        else:
            self._write(settings.print_folder, "before-" if when == "Before" else "", pass_, shown, dump)

    def _write(self, folder: str, when: str, pass_: Pass, shown: Operation, dump: str) -> None:
        """Write a dump to a file of its own, in a folder for each op around the one that is shown."""
        self._files += 1
        for op in _path_to(shown):
            folder = os.path.join(folder, _FORBIDDEN.sub("_", f"{op.name}{_symbol(op)}")[:LONGEST_FILE_NAME])
        os.makedirs(folder, exist_ok=True)
        file = os.path.join(folder, f"{self._files:02}-{when}{_FORBIDDEN.sub('_', pass_.name)}.mlir")
        replace_file(file, [dump.encode(errors="surrogateescape")])


def _title(pass_: Pass) -> str:
    return f"{type(pass_).__name__} ({pass_.name})"


def _path_to(op: Operation) -> list[Operation]:
    """Return the ops from below the outermost one to `op`."""
    path: list[Operation] = []
    while (parent := op.parent_op) is not None:
        path.append(op)
        op = parent
    return path[::-1]


def _symbol(op: Operation) -> str:
    name = symbol_name(op)
    return f": @{name}" if name is not None else ""
