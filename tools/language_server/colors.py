"""Colors: the tokens of a document as LSP encodes them, each by what it is relative to the one before.

No token goes on over the end of a line, so a line has the same tokens wherever it stands. They are remembered by its
text: after an edit only the lines that it touched are divided again. What is a block argument depends on the function
around, and is written over that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...ir import BlockArgument
from ...parser.highlighting import (
    ATTRIBUTE,
    BLOCK,
    COMMENT,
    KEYWORD,
    NUMBER,
    OP,
    PUNCTUATION,
    STRING,
    SYMBOL,
    TYPE,
    VALUE,
    tokens_of,
)
from .document import Analysis, Document, Segment

_TYPE_OF_KIND = {
    COMMENT: "comment",
    STRING: "string",
    VALUE: "variable",
    BLOCK: "label",
    SYMBOL: "function",
    ATTRIBUTE: "macro",
    TYPE: "type",
    NUMBER: "number",
    OP: "operator",
    KEYWORD: "keyword",
}
TOKEN_TYPES = (*_TYPE_OF_KIND.values(), "parameter")
"""The kinds of tokens that the server announces, in the order of their numbers."""
_NUMBERS = {kind: index for index, kind in enumerate(_TYPE_OF_KIND)}
_PARAMETER = TOKEN_TYPES.index("parameter")
_KIND = 3
"""The place of the kind in the integers of a token: lines and characters since the last, length, kind, modifiers."""
_SOME_OP = "op"
_MOST_LINES = 100_000
"""The number of lines from which those remembered are forgotten."""


_Token = tuple[int, int, int]
"""The start, the end and the number of the kind of a token."""


class Edit(NamedTuple):
    """A change of encoded tokens: where it begins, how many integers it replaces, and by which."""

    start: int
    removed: int
    data: list[int]


class _Line(NamedTuple):
    """The encoded tokens of a line, and the names of values by the place of their kind."""

    data: list[int]
    values: list[tuple[int, str]]


class Colors:
    """The encoded tokens of a document, and those of its lines; `units` measures text as the editor does."""

    def __init__(self, document: Document, units: Callable[[str], int]) -> None:
        self._document = document
        self._units = units
        self._lines: dict[str, _Line] = {}
        self._tails: dict[str, list[_Token]] = {}
        self._arguments: dict[Analysis, frozenset[str]] = {}

    def encoded(self, start: int, end: int) -> list[int]:
        """Return the tokens of all lines that have a part between two offsets."""
        document = self._document
        start, end = document.line_at(start)[0], document.line_at(end)[1]
        self._forget()
        remembered = self._lines
        data: list[int] = []
        lines_before = document.text.count("\n", 0, start)  # since the token before
        position, segment_end, arguments = start, start, frozenset[str]()
        for text in document.text[start:end].split("\n"):
            line = remembered.get(text)
            if line is None:
                line = remembered[text] = self._line(text)
            if line.data:
                first = len(data)
                data += line.data
                data[first] = lines_before
                lines_before = 0
                if line.values:
                    if position >= segment_end:
                        segment = document.segment_at(position)
                        segment_end, arguments = segment.end, self._arguments_of(segment)
                    for index, name in line.values:
                        if name in arguments:
                            data[first + index] = _PARAMETER
            lines_before += 1
            position += len(text) + 1
        return data

    def _forget(self) -> None:
        """Keep what is remembered from growing with every edit."""
        if len(self._lines) > _MOST_LINES:
            self._lines = {}
        if len(self._tails) > _MOST_LINES:
            self._tails = {}
        analyses = {each.analysis for each in self._document.segments}
        self._arguments = {each: names for each, names in self._arguments.items() if each in analyses}

    def _arguments_of(self, segment: Segment) -> frozenset[str]:
        analysis = segment.analysis
        if analysis is None:
            return frozenset()
        known = self._arguments.get(analysis)
        if known is None:
            known = self._arguments[analysis] = _argument_names(analysis)
        return known

    def _line(self, text: str) -> _Line:
        data: list[int] = []
        values: list[tuple[int, str]] = []
        previous = 0
        is_ascii = text.isascii()
        for start, end, number in self._tokens(text):
            if number == _NUMBERS[VALUE]:
                values.append((len(data) + _KIND, text[start:end]))
            if is_ascii:
                data += (0, start - previous, end - start, number, 0)
            else:
                data += (0, self._units(text[previous:start]), self._units(text[start:end]), number, 0)
            previous = start
        return _Line(data, values)

    def _tokens(self, text: str) -> list[_Token]:
        """Return the tokens of a line. What follows its first ` : `, mostly types, is the same in many lines."""
        head, _, tail = text.partition(" : ")
        if not tail or '"' in head or "//" in head:
            return list(_tokens(text))
        tokens = list(_tokens(head))
        if not any(number == _NUMBERS[OP] for _, _, number in tokens):
            return list(_tokens(text))
        after = self._tails.get(tail)
        if after is None:
            after = self._tails[tail] = list(_tokens(f"{_SOME_OP} : {tail}"))[1:]
        moved = len(head) - len(_SOME_OP)
        return tokens + [(start + moved, end + moved, number) for start, end, number in after]


def _tokens(text: str) -> Iterator[_Token]:
    return ((start, end, _NUMBERS[kind]) for kind, start, end in tokens_of(text) if kind != PUNCTUATION)


def _argument_names(analysis: Analysis) -> frozenset[str]:
    """Return the names of block arguments of a segment, as far as it was parsed, that no result has as well."""
    definitions = analysis.ranges.definitions.values()
    results = {each.name for each in definitions if each.values and not isinstance(each.values[0], BlockArgument)}
    return frozenset({each.name for each in definitions} - results)


def difference(old: list[int], new: list[int]) -> list[Edit]:
    """Return the edits that make new tokens of old ones: none, or one from the first change to the last."""
    if old == new:
        return []
    start = _common(len(old), len(new), lambda a, b: old[a:b] == new[a:b])
    rest = min(len(old), len(new)) - start
    old_end, new_end = len(old), len(new)
    kept = _common(rest, rest, lambda a, b: old[old_end - b : old_end - a] == new[new_end - b : new_end - a])
    return [Edit(start, old_end - kept - start, new[start : new_end - kept])]


def _common(one: int, other: int, same: Callable[[int, int], bool]) -> int:
    """Return how far two sequences of given lengths are the same."""
    low, high = 0, min(one, other)
    while low < high:
        middle = (low + high + 1) // 2
        if same(low, middle):
            low = middle
        else:
            high = middle - 1
    return low
