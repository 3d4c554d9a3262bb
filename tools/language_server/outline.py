"""The outline of a document: its symbols as a tree, and what can be folded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ...ir import Operation
from ...ir.symbol_table import symbol_name
from ...parser.highlighting import OP, SYMBOL, tokens_of
from .document import Document, Segment
from .names import Span, symbol_span
from .segments import OPS

_BRACKETS = re.compile(r'"(?:[^"\\\n]|\\.)*"?|//[^\n]*|[{}]')

_NEXT_LINE = re.compile(r"[ \t\r]*\n[ \t]*").fullmatch


class Symbol(NamedTuple):
    """An op with a name: its text, the place of the name, and the symbols in it."""

    name: str
    op_name: str
    span: Span
    name_span: Span
    children: list[Symbol]


def symbols(document: Document) -> list[Symbol]:
    """Return the ops with names as a tree. Of segments that were not or cannot be parsed, the outermost ones."""
    top_level: list[Symbol] = []
    for segment in document.segments:
        if segment.kind == OPS:
            top_level += (segment.analysis and _symbols_of(document, segment)) or _unparsed(segment)
    return top_level


def _unparsed(segment: Segment) -> Iterator[Symbol]:
    """Return the symbol of a segment by its first op and its first name."""
    op_name, begin = "", 0
    for token in tokens_of(segment.text):
        spelled = segment.text[token.start : token.end]
        if token.kind == OP and not op_name:
            op_name, begin = spelled.strip('"'), token.start
        elif token.kind == SYMBOL and op_name:
            span = segment.start + begin, segment.start + len(segment.text.rstrip())
            name_span = segment.start + token.start, segment.start + token.end
            yield Symbol(spelled[1:].strip('"'), op_name, span, name_span, [])
            return
        elif spelled in ("{", ":"):
            return


def _symbols_of(document: Document, segment: Segment) -> list[Symbol]:
    view = document.view(segment)
    top: list[Symbol] = []
    by_op: dict[Operation, Symbol] = {}
    for each in view.analysis.ranges.ops:
        name = symbol_name(each.op)
        if name is None:
            continue
        span = view.outer(each.start), view.outer(each.end)
        name_span = symbol_span(document, segment, each) or (span[0], span[0])
        symbol = by_op[each.op] = Symbol(name, each.op.name, span, name_span, [])
        owner = each.op.parent_op if each.op not in view.analysis.ops else None
        while owner is not None and owner not in by_op:
            owner = owner.parent_op if owner not in view.analysis.ops else None
        (by_op[owner].children if owner is not None else top).append(symbol)
    return top


def foldings(document: Document) -> list[tuple[Span, str]]:
    """Return what can be folded, braces and runs of comment lines, with its kind."""
    opened: list[int] = []
    spans: list[tuple[Span, str]] = []
    comment: Span | None = None
    text = document.text
    for match in _BRACKETS.finditer(text):
        sign = match[0]
        if sign == "{":
            opened.append(match.start())
        elif sign == "}" and opened:
            begin = opened.pop()
            if text.find("\n", begin, match.start()) >= 0:
                spans.append(((begin, match.start()), "region"))
        elif sign.startswith("//"):
            if comment is not None and _NEXT_LINE(text, comment[1], match.start()):
                comment = comment[0], match.end()
            else:
                _close(comment, text, spans)
                comment = match.span()
    _close(comment, text, spans)
    return sorted(spans)


def _close(comment: Span | None, text: str, spans: list[tuple[Span, str]]) -> None:
    if comment is not None and text.find("\n", *comment) >= 0:
        spans.append((comment, "comment"))
