"""The formatter: lays out MLIR text again and changes nothing but white space, so that comments stay where they are.

Each op, block label and closing brace of a region begins a line, with two spaces for each region around it. Lines that
continue an op keep their place relative to its first line. A text that cannot be read is refused.
"""

from __future__ import annotations

from bisect import bisect_right

from ..ir import Operation
from ..ir.context import Context
from ..ir.equivalence import are_equivalent
from ..ir.errors import DlcError
from ..ir.locations import Source
from ..parser.highlighting import ATTRIBUTE, BLOCK, COMMENT, PUNCTUATION, TYPE, Token, tokens_of
from ..parser.parse import as_module, read_ops
from ..parser.source_ranges import RangeReader, SourceRanges

STEP = "  "


class CannotFormat(DlcError):
    """A text whose layout cannot be changed; the message says why."""


def format_text(text: str, context: Context, filename: str = "-") -> str:
    """Return a text in a uniform layout; raise `CannotFormat` if it has errors."""
    module, ranges = _read(text, context, filename)
    formatted = _Layout(text, ranges).text()
    again, _ = _read(formatted, context, filename)
    if not are_equivalent(module, again):
        raise CannotFormat(f"cannot format '{filename}': another layout would change what it means")
    return formatted


def _read(text: str, context: Context, filename: str) -> tuple[Operation, SourceRanges]:
    fresh = context.with_own_diagnostics()
    source = Source(filename, text)
    reader = RangeReader(source, fresh)
    ops = read_ops(reader)
    if reader.failed:
        first = fresh.diagnostics.render(fresh.diagnostics.diagnostics[0])
        raise CannotFormat(f"cannot format a text with errors: {first}")
    return as_module(ops, source, fresh), reader.ranges


class _Layout:
    """The lines of a text, and where the next token goes."""

    def __init__(self, text: str, ranges: SourceRanges) -> None:
        self.source = text
        self.tokens = list(tokens_of(text))
        self.ops = {each.start: each for each in ranges.ops}
        self.starts = sorted(self.ops)
        nested = [scope for scope in ranges.scopes if scope.parent is not None]
        filled = [scope for scope in nested if text[scope.start : scope.end - 1].strip()]
        self.closing = {scope.end - 1 for scope in filled}
        self.opened = sorted(scope.start for scope in nested)
        self.closed = sorted(scope.end - 1 for scope in nested)
        self.labels = self._labels({scope.start for scope in nested})
        self.kept = self._inside_dialect_attributes()
        self.lines: list[str] = []
        self.line = ""
        self.shift = 0
        """How far to the right lines move that continue the current op."""

    def _labels(self, region_starts: set[int]) -> set[int]:
        """Return the offsets of block labels: first in a line, or directly after the brace that opens a region."""
        labels: set[int] = set()
        end = 0
        for token in self.tokens:
            if token.kind == BLOCK and ("\n" in self.source[end : token.start] or end in region_starts):
                labels.add(token.start)
            end = token.end
        return labels

    def _inside_dialect_attributes(self) -> set[int]:
        """Return the tokens in the brackets of attributes and types of dialects, where white space may have meaning."""
        kept: set[int] = set()
        depth = 0
        begins = False
        for token in self.tokens:
            spelled = self.source[token.start : token.end]
            if depth:
                kept.add(token.start)
            if spelled == "<" and (begins or depth):
                depth += 1
            elif spelled == ">" and depth:
                depth -= 1
            begins = token.kind in (ATTRIBUTE, TYPE) and spelled[0] in "#!"
        return kept

    def depth(self, offset: int) -> int:
        """Return the number of regions around an offset."""
        return bisect_right(self.opened, offset) - bisect_right(self.closed, offset)

    def text(self) -> str:
        previous: Token | None = None
        for token in self.tokens:
            gap = self.source[previous.end if previous is not None else 0 : token.start]
            self._place(token, previous, gap)
            previous = token
        self._end_line()
        return "".join(f"{line.rstrip()}\n" for line in self.lines)

    def _place(self, token: Token, previous: Token | None, gap: str) -> None:
        spelled = self.source[token.start : token.end]
        breaks = token.start in self.ops or token.start in self.closing or token.start in self.labels
        if previous is None or breaks or "\n" in gap:
            if previous is not None:
                self._end_line()
                if gap.count("\n") > 1 and token.start not in self.closing:
                    self.lines.append("")
            self.line = self._indentation(token, breaks)
        elif token.start in self.kept:
            self.line += gap
        else:
            self.line += _space(self.source[previous.start : previous.end], gap, spelled, token, previous)
        self.line += spelled

    def _indentation(self, token: Token, breaks: bool) -> str:
        depth = self.depth(token.start)
        if token.start in self.labels:
            depth -= 1
        line_start = self.source.rfind("\n", 0, token.start) + 1
        column = token.start - line_start
        if breaks or token.kind == COMMENT or not self._continues(token.start):
            is_first = not self.source[line_start : token.start].strip()
            if is_first:
                self.shift = len(STEP) * depth - column
            return STEP * depth
        return " " * max(column + self.shift, 0)

    def _continues(self, offset: int) -> bool:
        """Return whether a token at an offset belongs to an op that began before it."""
        index = bisect_right(self.starts, offset) - 1
        while index >= 0:
            op = self.ops[self.starts[index]]
            if offset < op.end:
                return True
            if self.depth(op.start) == 0:
                return False
            index -= 1
        return False

    def _end_line(self) -> None:
        self.lines.append(self.line)
        self.line = ""


def _space(before: str, gap: str, spelled: str, token: Token, previous: Token) -> str:
    """Return the white space between two tokens of a line."""
    if token.kind == COMMENT:
        return " " if gap == "" else gap if len(gap) > 1 else " "
    if spelled == "," or (gap and spelled in (")", "]") and token.kind == PUNCTUATION):
        return ""
    if before == ",":
        return " "
    if gap and previous.kind == PUNCTUATION and before in ("(", "["):
        return ""
    return " " if gap else ""
