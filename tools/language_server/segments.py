"""Segments: the top-level ops of a text, which are parsed one by one, so that an edit costs what it touches.

    module {                  // the header
      func.func @f() {…}      // a segment, with the comments before it
      func.func @g() {…}      // another
    }                         // the footer

The division needs no parser and survives unfinished text: where braces do not match, indentation decides.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

HEADER, FOOTER, ALIAS, OPS = "header", "footer", "alias", "ops"

_MARKS = re.compile(r'"(?:[^"\\\n]|\\.)*"?|//[^\n]*|[{}()\[\]]|\n')
_LINE = re.compile(r"([ \t]*)(//|[#!][\w$-]+[ \t]*=|(?!loc[ \t]*\()[\w\"@{%]|)")
_COMMENTS = r"\s*(?://[^\n]*\n\s*)*"
_BALANCED = r'(?:[^\n{}"]|"(?:[^"\\\n]|\\.)*"|\{(?:[^\n{}]|\{[^\n{}]*\})*\})*'
_MODULE = re.compile(
    rf'{_COMMENTS}(?:(?:builtin\.)?module\b{_BALANCED}\{{|"builtin\.module"\(\)[^\n]*\(\{{)[ \t]*(?://[^\n]*)?\n(?!\s*\^)'
)
_NEXT_LINE = re.compile(r"[ \t]*\n(?:[ \t]*\n)*([ \t]*)(\S)").match
_RESUMES = re.compile(r'[\w"]').match


class Piece(NamedTuple):
    """A part of a text with its kind: header and footer of the module around the others, an alias, or ops."""

    kind: str
    start: int
    end: int


def split(text: str) -> list[Piece]:
    """Divide a text into pieces that together are all of it. A text that cannot be divided is one piece."""
    aliases = _leading_aliases(text)
    begin = aliases[-1].end if aliases else 0
    header = _MODULE.match(text, begin)
    pieces = _body(text, begin, header.end() if header is not None else begin, by_indentation=False)
    if pieces is None and not _is_balanced(text):
        pieces = _body(text, begin, header.end() if header is not None else begin, by_indentation=True)
    if pieces is None or not pieces:
        return [Piece(OPS, 0, len(text))]
    return [*aliases, *pieces]


def closed(text: str) -> str | None:
    """Return ops with the closing braces that are missing, where all else keeps its place; `None` if none is missing.

    A brace at the end of a line was just typed if the next line is not indented further: it becomes a pair, together
    with the space before it.
    """
    missing = 0
    just_opened: list[int] = []
    for mark in _MARKS.finditer(text):
        if mark[0] == "{":
            missing += 1
            if _is_just_opened(text, mark.start()):
                just_opened.append(mark.start())
        elif mark[0] == "}":
            missing -= 1
    if missing <= 0:
        return None
    just_opened = just_opened[-missing:]
    for brace in just_opened:
        text = f"{text[: brace - 1]}{{}}{text[brace + 1 :]}"
    return text + "\n" + "}" * (missing - len(just_opened))


def _is_just_opened(text: str, brace: int) -> bool:
    """Return whether a brace ends its line after a space, and the next line with text is indented no further."""
    following = _NEXT_LINE(text, brace + 1)
    line = _LINE.match(text, text.rfind("\n", 0, brace) + 1)
    if following is None or line is None or text[brace - 1 : brace] != " ":
        return False
    return following[2] != "}" and len(following[1]) <= len(line[1])


def _is_balanced(text: str) -> bool:
    """Return whether as many brackets are closed as are opened."""
    signs = Counter(mark[0] for mark in _MARKS.finditer(text))
    return all(signs[opened] == signs[closing] for opened, closing in ("{}", "()", "[]"))


def _leading_aliases(text: str) -> list[Piece]:
    pieces: list[Piece] = []
    start = pos = 0
    while True:
        line = _LINE.match(text, pos)
        assert line is not None
        if line[2][:1] not in ("#", "!") and line[2] != "//" and text[line.end() : line.end() + 1] != "\n":
            return pieces
        end = _logical_end(text, pos)
        if line[2][:1] in ("#", "!"):
            pieces.append(Piece(ALIAS, start, end))
            start = end
        pos = end
        if pos >= len(text):
            return pieces


def _logical_end(text: str, pos: int) -> int:
    """Return the end of the line of `pos`, with the lines that brackets opened in it go on for."""
    depth = 0
    for mark in _MARKS.finditer(text, pos):
        sign = mark[0]
        if sign in ("{", "(", "["):
            depth += 1
        elif sign in ("}", ")", "]"):
            depth -= 1
        elif sign == "\n" and depth <= 0:
            return mark.end()
    return len(text)


def _body(text: str, begin: int, body: int, *, by_indentation: bool) -> list[Piece] | None:
    """Divide what follows the leading aliases; return `None` where brackets do not match, values have no op around
    them, or a module holds what belongs into the file.
    """
    pieces: list[Piece] = []
    if body > begin:
        pieces.append(Piece(HEADER, begin, body))
    in_module = body > begin
    depth = 0
    indent: int | None = None
    start = pos = body
    only_comments = True
    marks = _MARKS.finditer(text, body)
    at_line_start = True
    while True:
        if at_line_start and (depth == 0 or by_indentation) and pos < len(text):
            line = _LINE.match(text, pos)
            assert line is not None
            first, column = line[2], len(line[1])
            ends_module = column < (indent or 1) if by_indentation else depth == 0
            if in_module and ends_module and text.startswith("}", line.end(1)):
                if pos > start:
                    pieces.append(Piece(OPS, start, pos))
                end = _logical_end_of_module(text, pos)
                pieces.append(Piece(FOOTER, pos, end))
                return _with_trailing(text, pieces, end)
            if first and (indent is None or column <= indent) and (depth == 0 or _RESUMES(first)):
                if first == "%":
                    return None
                if not only_comments and pos > start:
                    pieces.append(Piece(OPS, start, pos))
                    start, only_comments = pos, True
                if first != "//":
                    indent, only_comments = column, False
                if first[0] in "#!" and in_module:
                    return None
                if first[0] in "#!":
                    end = _logical_end(text, pos)
                    pieces.append(Piece(ALIAS, start, end))
                    start = pos = end
                    only_comments = True
                    marks = _MARKS.finditer(text, end)
                    continue
                depth = 0
        mark = next(marks, None)
        if mark is None:
            break
        sign = mark[0]
        at_line_start = sign == "\n"
        pos = mark.end()
        if in_module and text.startswith("{-#", mark.start()):
            return None
        if sign in ("{", "(", "["):
            depth += 1
        elif sign in ("}", ")", "]"):
            depth -= 1
            if depth < 0 and not by_indentation:
                return None
    if not by_indentation and (depth != 0 or in_module):
        return None
    if start < len(text):
        pieces.append(Piece(OPS, start, len(text)))
    return pieces


def _logical_end_of_module(text: str, pos: int) -> int:
    end = text.find("\n", pos)
    return len(text) if end < 0 else end + 1


def _with_trailing(text: str, pieces: list[Piece], end: int) -> list[Piece] | None:
    """Add the aliases behind a module; anything else there means that the module is not all."""
    start = end
    while end < len(text):
        line = _LINE.match(text, end)
        assert line is not None
        after = _logical_end(text, end)
        if line[2][:1] in ("#", "!") and line[2] != "//":
            pieces.append(Piece(ALIAS, start, after))
            start = after
        elif line[2] and line[2] != "//":
            return None
        end = after
    if start < len(text):
        last = pieces[-1]
        pieces[-1] = Piece(last.kind, last.start, len(text))
    return pieces
