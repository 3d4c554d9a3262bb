"""The formatter: lays out MLIR text again and changes nothing but white space, so that comments stay where they are.

Each op, block label and closing brace of a region begins a line, with two spaces for each region around it. Lines that
continue an op keep their place relative to its first line. A text that cannot be read is refused.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from ..ir import Operation
from ..ir.context import Context
from ..ir.equivalence import are_equivalent
from ..ir.errors import DlcError
from ..ir.locations import Source
from ..parser.highlighting import ATTRIBUTE, COMMENT, PUNCTUATION, TYPE, Token, tokens_of
from ..parser.parse import as_module, read_ops
from ..parser.reader import BYTE_ORDER_MARK
from ..parser.source_ranges import RangeReader, SourceRanges

STEP = "  "
_SPACE = " \t\r\f\v"
_NEEDS_TOKENS = re.compile(r"""["\t\r\f\v]|  (?! *//)| [,)\]]|[(\[] |,(?=[^ ])|[#!][\w$.]+ *(?:<|$)|(?<! )//""").search
"""Whether white space in a line is not as it should be, or cannot be judged without dividing the line into tokens."""
_label = re.compile(r"[ \t]*\^").match


class CannotFormat(DlcError):
    """A text whose layout cannot be changed; the message says why."""


class Spans(NamedTuple):
    """Where the ops of a text and their regions begin and end, braces of regions excluded."""

    ops: list[tuple[int, int]]
    regions: list[tuple[int, int]]

    @staticmethod
    def of(ranges: SourceRanges) -> Spans:
        """Return the spans of a text that was read."""
        return Spans(
            [(each.start, each.end) for each in ranges.ops],
            [(scope.start, scope.end - 1) for scope in ranges.scopes if scope.parent is not None],
        )


def format_text(text: str, context: Context, filename: str = "-") -> str:
    """Return a text in a uniform layout; raise `CannotFormat` if it has errors."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    module, ranges = _read(text, context, filename)
    formatted = laid_out(text, Spans.of(ranges))
    if formatted != text:
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


def laid_out(text: str, spans: Spans, kept: Iterable[tuple[int, int]] = ()) -> str:
    """Return a text in a uniform layout, which its reader has to confirm: white space may have meaning.

    `kept` are lines with whole ops that have this layout already; they need no spans.
    """
    return _Layout(text, spans).text(kept)


class _Layout:
    """The lines of a text as they are laid out, from the first to the last."""

    def __init__(self, text: str, spans: Spans) -> None:
        self.source = text
        self.op_ends = dict(spans.ops)
        self.opened = sorted(start for start, _ in spans.regions)
        self.closed = sorted(end for _, end in spans.regions)
        self.closing = {end for start, end in spans.regions if text[start:end].strip(" ")}
        self.labels = {match.end() - 1 for start in self.opened if (match := _label(text, start)) is not None}
        self.breaks = sorted({*self.op_ends, *self.closing, *self.labels})
        self.lines: list[str] = []
        self.blank = False
        """Whether the latest line is blank."""
        self.shift = 0
        """How far to the right lines move that continue the current op."""
        self.ends_of_depth: dict[int, int] = {}
        """The end of the latest op in as many regions."""
        self.brackets = _Brackets()

    def text(self, kept: Iterable[tuple[int, int]]) -> str:
        start = 0
        for kept_start, kept_end in kept:
            self._lines(start, kept_start)
            self._keep(kept_start, kept_end)
            start = kept_end
        self._lines(start, len(self.source))
        return "".join(f"{line}\n" for line in self.lines)

    def _keep(self, start: int, end: int) -> None:
        """Take lines as they are, apart from blank ones behind them."""
        content = self.source[start:end].rstrip("\n")
        self._separate(start)
        self.lines.append(content)
        self.blank = len(content) + 1 < end - start

    def _lines(self, start: int, end: int) -> None:
        """Lay out whole lines."""
        if start == end:
            return
        for line in self.source[start:end].removesuffix("\n").split("\n"):
            content = line.strip(_SPACE)
            if content:
                begin = start + line.index(content)
                self._separate(begin)
                self._line(start, begin, begin + len(content))
            self.blank = not content
            start += len(line) + 1

    def _separate(self, begin: int) -> None:
        """Keep one of the blank lines before what begins at an offset, unless it is a closing brace."""
        if self.blank and self.lines and begin not in self.closing:
            self.lines.append("")

    def _line(self, line_start: int, begin: int, end: int) -> None:
        """Lay out a line that is not blank: one line, and more where ops or braces begin inside it."""
        self._piece(begin, begin - line_start, cuts := self._cuts(begin, end))
        for place, cut in enumerate(cuts[:-1]):
            self._piece(cut, None, cuts[place + 1 :])

    def _cuts(self, begin: int, end: int) -> list[int]:
        """Return where pieces of a line end, which begin lines of their own."""
        index = bisect_right(self.breaks, begin)
        cuts = self.breaks[index : bisect_left(self.breaks, end, index)]
        return [*cuts, end]

    def _piece(self, begin: int, column: int | None, cuts: list[int]) -> None:
        """Lay out what begins a line; `column` is its place if it does so in the source as well."""
        spelled = self.source[begin : cuts[0]].rstrip(_SPACE)
        depth = bisect_right(self.opened, begin) - bisect_right(self.closed, begin)
        op_end = self.op_ends.get(begin)
        if op_end is not None:
            self.ends_of_depth[depth] = op_end
        continues = op_end is None and begin not in self.closing and begin < self.ends_of_depth.get(depth, 0)
        if continues and column is not None:
            indentation = " " * max(column + self.shift, 0)
        else:
            is_label = not continues and spelled[0] == "^"
            indentation = STEP * (depth - is_label)
            if column is not None and not continues:
                self.shift = len(STEP) * depth - column
        self.lines.append(indentation + self.brackets.spaced(spelled))


class _Brackets:
    """White space within lines. In the brackets of attributes and types of dialects, which go on over ends of lines, it
    stays, since it may have a meaning.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._may_open = False

    def spaced(self, line: str) -> str:
        """Return the next line, without white space around it."""
        if self._depth or self._may_open or _NEEDS_TOKENS(line):
            return "".join(self._parts(line))
        return line

    def _parts(self, line: str) -> Iterable[str]:
        previous: Token | None = None
        for token in tokens_of(line):
            spelled = line[token.start : token.end]
            if previous is not None:
                gap = line[previous.end : token.start]
                before = line[previous.start : previous.end]
                yield gap if self._depth else _space(before, gap, spelled, token, previous)
            self._follow(token, spelled)
            yield spelled
            previous = token

    def _follow(self, token: Token, spelled: str) -> None:
        if spelled == "<" and (self._may_open or self._depth):
            self._depth += 1
        elif spelled == ">" and self._depth:
            self._depth -= 1
        self._may_open = token.kind in (ATTRIBUTE, TYPE) and spelled[0] in "#!"


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
