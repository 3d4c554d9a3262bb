"""Reducing text that no parser accepts, or that shows a bug in a parser: first braces, then lines, then words."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence

from .search import Reduction

Span = tuple[int, int]

_LEXEME = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|[{}]')
_WORD = re.compile(r'"(?:[^"\\\n]|\\.)*"?|[\w.$@%!#^-]+|[^\w\s]')
LONGEST_BY_WORDS = 20_000
"""Maximum length for reduction word by word; after lines are removed, texts are hardly ever longer."""


class TextReduction(Reduction[str]):
    """Removes spans of a text."""

    @abstractmethod
    def spans(self, text: str) -> Sequence[Sequence[Span]]:
        """Return the spans to be removed for each site."""

    def count(self, state: str) -> int:
        return len(self.spans(state))

    def apply(self, state: str, chosen: range, way: int) -> str | None:
        spans = sorted(span for site in self.spans(state)[chosen.start : chosen.stop] for span in site)
        lines: list[str] = []
        position = 0
        for start, end in spans:
            lines.append(state[position : max(start, position)])
            position = max(position, end)
        return "".join([*lines, state[position:]])


class DropBraces(TextReduction):
    """Remove the lines from an opening brace to the matching one."""

    name = "braces"

    def spans(self, text: str) -> Sequence[Sequence[Span]]:
        return [[(start, end)] for _, start, _, _, end in _braces(text)]


class UnwrapBraces(TextReduction):
    """Remove the lines of an opening brace and of the matching one, but not those between them."""

    name = "wrappers"

    def spans(self, text: str) -> Sequence[Sequence[Span]]:
        return [[(start, inner), (outer, end)] for _, start, inner, outer, end in _braces(text)]


class DropLines(TextReduction):
    """Remove lines."""

    name = "lines"

    def spans(self, text: str) -> Sequence[Sequence[Span]]:
        lines: list[Sequence[Span]] = []
        start = 0
        for line in text.splitlines(keepends=True):
            lines.append([(start, start + len(line))])
            start += len(line)
        return lines


class DropWords(TextReduction):
    """Remove words and punctuation."""

    name = "words"

    def spans(self, text: str) -> Sequence[Sequence[Span]]:
        return [[word.span()] for word in _WORD.finditer(text)] if len(text) <= LONGEST_BY_WORDS else []


class DropSpaces(TextReduction):
    """Remove spaces and line ends."""

    name = "spaces"

    def spans(self, text: str) -> Sequence[Sequence[Span]]:
        return [[space.span()] for space in re.finditer(r"\s+", text)] if len(text) <= LONGEST_BY_WORDS else []


TEXT_REDUCTIONS: tuple[type[TextReduction], ...] = (DropBraces, UnwrapBraces, DropLines, DropWords, DropSpaces)


def text_reductions() -> list[TextReduction]:
    """Return all text reductions, coarse before fine."""
    return [kind() for kind in TEXT_REDUCTIONS]


def _braces(text: str) -> list[tuple[int, int, int, int, int]]:
    """Return pairs of braces on different lines, innermost first: their depth, and the start and end of their lines.

    The outermost come last, where the search begins. Braces in strings and comments do not count.
    """
    pairs: list[tuple[int, int, int, int, int]] = []
    open_braces: list[int] = []
    for lexeme in _LEXEME.finditer(text):
        if lexeme[0] == "{":
            open_braces.append(lexeme.start())
        elif lexeme[0] == "}" and open_braces:
            opened = open_braces.pop()
            start, inner = _line_around(text, opened)
            outer, end = _line_around(text, lexeme.start())
            if start != outer:
                pairs.append((len(open_braces), start, inner, outer, end))
    return sorted(pairs, key=lambda pair: (-pair[0], pair[1]))


def _line_around(text: str, position: int) -> Span:
    """Return the start of the line that contains a position, and the start of the next one."""
    end = text.find("\n", position)
    return text.rfind("\n", 0, position) + 1, len(text) if end < 0 else end + 1
