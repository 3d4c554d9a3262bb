"""`--verify-diagnostics`: compare the reported diagnostics with those that comments in the file expect.

    %0 = "test.bad"() : () -> i32     // expected-error {{the message, or part of it}}
    // expected-error @+1 {{on the next line}}       also @-2, @above, @below, @unknown
    // expected-error-re @below {{value {{[0-9]+}} is bad}}    with regular expressions between inner braces

Each expectation must match one diagnostic, and each error, warning and remark must be expected. Unexpected notes are
ignored.
"""

from __future__ import annotations

import re

from ..ir.diagnostics import NOTE, Diagnostic, file_location
from ..ir.locations import Source

_EXPECTATION = re.compile(
    r"expected-(error|warning|remark|note)(-re)? *(?:@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}\s*$"
)
_EXPECTED_WORD = re.compile(r"expected-(?:error|warning|remark|note)")


class Expectation:
    """One comment: the diagnostic expected on a line, or at an unknown location if the line is `None`."""

    __slots__ = ("column", "line", "met", "pattern", "severity", "text", "written_at")

    def __init__(
        self, severity: str, line: int | None, text: str, is_regex: bool, written_at: int, column: int
    ) -> None:
        self.severity = severity
        self.line = line
        self.text = text
        self.pattern = _compile(text) if is_regex else None
        self.met = False
        self.written_at = written_at
        self.column = column

    def matches(self, severity: str, line: int | None, message: str) -> bool:
        if severity != self.severity or line != self.line:
            return False
        return self.pattern.search(message) is not None if self.pattern is not None else self.text in message


def _compile(text: str) -> re.Pattern[str]:
    """Return `value {{[0-9]+}}` as a regular expression; text outside the inner braces is literal."""
    parts = re.split(r"\{\{(.*?)\}\}", text)
    return re.compile("".join(part if index % 2 else re.escape(part) for index, part in enumerate(parts)))


class ExpectedDiagnostics:
    """The expectations of one source, and the diagnostics reported for it."""

    def __init__(self, source: Source, *, only_expected: bool = False) -> None:
        self.source = source
        self.only_expected = only_expected
        """Whether unexpected diagnostics are ignored."""
        self.problems: list[str] = []
        self.expectations = self._read()

    def _read(self) -> list[Expectation]:
        expectations: list[Expectation] = []
        lines = self.source.text.split("\n")
        waiting: list[Expectation] = []  # for `@below`
        last_code = self.source.first_line
        for index, line in enumerate(lines):
            number = index + self.source.first_line
            match = _EXPECTATION.search(line)
            if match is None:
                if _EXPECTED_WORD.search(line) is None:
                    for expectation in waiting:
                        expectation.line = number
                    waiting = []
                    last_code = number
                continue
            severity, regex, place, text = match.groups()
            try:
                expected = Expectation(severity, number, text, regex is not None, number, match.start() + 1)
            except re.error as error:
                self._problem(number, match.start() + 1, f"invalid regex: {error}")
                continue
            expectations.append(expected)
            if place == "below":
                waiting.append(expected)
            elif place == "above":
                expected.line = last_code
            elif place == "unknown":
                expected.line = None
            elif place is not None:
                expected.line = number + int(place)
            else:
                last_code = number if line[: match.start()].strip(" /") else last_code
        return expectations

    def _problem(self, line: int, column: int, message: str) -> None:
        self.problems.append(f"{self.source.filename}:{line}:{column}: error: {message}")

    def report(self, diagnostic: Diagnostic) -> None:
        """Match a diagnostic and its notes with the expectations."""
        self._check(diagnostic)
        for note in diagnostic.notes:
            self._check(note)

    def _check(self, diagnostic: Diagnostic) -> None:
        place = file_location(diagnostic.location)
        line = place.line if place is not None and place.filename == self.source.filename else None
        for expectation in self.expectations:
            if not expectation.met and expectation.matches(diagnostic.severity, line, diagnostic.text):
                expectation.met = True
                return
        if diagnostic.severity == NOTE or self.only_expected:
            return
        self._problem(line or 0, place.column if place else 0, f"unexpected {diagnostic.severity}: {diagnostic.text}")

    def finish(self) -> list[str]:
        """Return one line for each mismatch between expected and reported diagnostics."""
        for expectation in self.expectations:
            if not expectation.met:
                self._problem(
                    expectation.written_at,
                    expectation.column,
                    f'expected {expectation.severity} "{expectation.text}" was not produced',
                )
        return self.problems
