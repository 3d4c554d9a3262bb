"""Reducing a file: as a module if it can be parsed, printed and remains interesting, otherwise as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from dlc.ir import Operation
from dlc.ir.context import Context
from dlc.ir.diagnostics import ERROR, DiagnosticEngine
from dlc.ir.locations import Source
from dlc.ir.verifier import verify
from dlc.parser.parse import ParsedModule, parse_file
from dlc.parser.print import print_ir
from dlc.parser.printer import PrintOptions

from .catalogue import module_reductions
from .clean_ups import PATIENCE_S, patience
from .search import Limits, Search
from .text import text_reductions

Test = Callable[[str], bool]


@dataclass
class FileReducer:
    """Makes an interesting text smaller; `best` is the smallest one so far, also after an interruption."""

    filename: str
    best: str
    context: Context
    test: Test
    """Return whether a text is interesting, which must hold for the initial `best`."""
    reductions: Sequence[str] | None = None
    jobs: int = 1
    limits: Limits | None = None
    note: Callable[[str], None] = lambda _: None
    """Receives messages for the user."""
    progress: Callable[[str], None] | None = None
    stopped: str | None = field(default=None, init=False)
    _searches: list[Search[Any]] = field(default_factory=list["Search[Any]"], init=False)
    _first_tests: int = field(default=0, init=False)

    @property
    def current(self) -> str:
        """The smallest text so far, also while the search is running."""
        return self._searches[-1].best_text if self._searches else self.best

    @property
    def tests(self) -> int:
        """The number of tests so far."""
        return self._first_tests + sum(search.tests for search in self._searches)

    def run(self) -> str:
        """Return the smallest text that was found."""
        parsed = self._read(self.best)
        if parsed is None:
            self.note(f"'{self.filename}' cannot be parsed as a module{self._reason()}; reducing it as text")
        else:
            options = self._writing(parsed)
            if options is not None:
                self._reduce_module(parsed, options)
                return self.best
            self.note(f"'{self.filename}' is not interesting after it is parsed and printed; reducing it as text")
        self._reduce_text()
        return self.best

    # -- As a module -------------------------------------------------------------------------------------------------

    def _read(self, text: str) -> ParsedModule | None:
        """Return the module of a text, or `None` if the parser rejects it, hangs or crashes."""
        self.context.diagnostics = DiagnosticEngine()
        try:
            with patience(PATIENCE_S):
                return parse_file(Source(self.filename, text), self.context)
        except Exception:  # noqa: BLE001 (the parser may be what is being debugged)
            return None

    def _reason(self) -> str:
        """Return the first error of the parser."""
        diagnostics = self.context.diagnostics
        first = next((each for each in diagnostics.diagnostics if each.severity == ERROR), None)
        return f" ({diagnostics.render(first).partition(chr(10))[0]})" if first is not None else ""

    def _is_valid(self, text: str) -> bool:
        parsed = self._read(text)
        try:
            with patience(PATIENCE_S):
                return parsed is not None and verify(parsed.op, self.context.diagnostics)
        except Exception:  # noqa: BLE001 (so may the verifier)
            return False

    def _writing(self, parsed: ParsedModule) -> PrintOptions | None:
        """Return the shortest way to print the module that keeps it interesting."""
        for generic in (False, True):
            for debuginfo in (False, True):
                options = PrintOptions(
                    generic=generic,
                    debuginfo=debuginfo,
                    external_resources=parsed.external_resources,
                    dialect_resources=parsed.dialect_resources,
                )
                text = _printed(parsed.op, options)
                if text is not None and self._read(text) is not None:
                    self._first_tests += 1
                    if self.test(text):
                        self.best = text
                        return options
        return None

    def _reduce_module(self, parsed: ParsedModule, options: PrintOptions) -> None:
        must_verify = self._is_valid(self.best)

        def spell(module: Operation) -> str | None:
            text = _printed(module, options)
            if text is None:
                return None
            accepted = self._is_valid(text) if must_verify else self._read(text) is not None
            return text if accepted else None

        self._minimize(
            Search(
                parsed.op,
                self.best,
                spell,
                lambda _, text: self.test(text),
                jobs=self.jobs,
                limits=self.limits,
                progress=self.progress,
            ),
            module_reductions(self.context, self.reductions),
        )

    # -- As text -----------------------------------------------------------------------------------------------------

    def _reduce_text(self) -> None:
        search = Search(
            self.best,
            self.best,
            lambda text: text,
            lambda _, text: self.test(text),
            jobs=self.jobs,
            limits=self.limits,
            progress=self.progress,
        )
        self._minimize(search, text_reductions())

    def _minimize(self, search: Search[Any], reductions: Sequence[Any]) -> None:
        self._searches.append(search)
        try:
            search.minimize(reductions)
        finally:
            self.best, self.stopped = search.best_text, search.stopped


def _printed(module: Operation, options: PrintOptions) -> str | None:
    try:
        with patience(PATIENCE_S):
            return print_ir(module, options)
    except Exception:  # noqa: BLE001 (the printer may be what is being debugged)
        return None
