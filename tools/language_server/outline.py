"""The outline of a document: its symbols as a tree, what can be folded, and kinds of tokens for colors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ...ir import BlockArgument, Operation
from ...ir.symbol_table import symbol_name
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
from .document import Document, Segment
from .names import Span, symbol_span
from .segments import OPS

_BRACKETS = re.compile(r'"(?:[^"\\\n]|\\.)*"?|//[^\n]*|[{}]')

_NEXT_LINE = re.compile(r"[ \t\r]*\n[ \t]*").fullmatch
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
_NUMBERS = {name: index for index, name in enumerate(TOKEN_TYPES)}


class Symbol(NamedTuple):
    """An op with a name: its text, the place of the name, and the symbols in it."""

    name: str
    op_name: str
    span: Span
    name_span: Span
    children: list[Symbol]


def symbols(document: Document) -> list[Symbol]:
    """Return the ops with names as a tree. Of segments that were not parsed yet, the outermost ones."""
    top_level: list[Symbol] = []
    for segment in document.segments:
        if segment.kind == OPS:
            top_level += _symbols_of(document, segment) if segment.analysis is not None else _unparsed(segment)
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


def colored_tokens(document: Document, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Return the start, the end and the number of the kind of each token of a part of the document."""
    arguments: dict[Segment, set[str]] = {}
    for kind, begin, stop in tokens_of(document.text, start, end):
        if kind == PUNCTUATION:
            continue
        number = _NUMBERS[_TYPE_OF_KIND[kind]]
        if kind == VALUE:
            segment = document.segment_at(begin)
            if segment not in arguments:
                arguments[segment] = _argument_names(segment)
            if document.text[begin:stop] in arguments[segment]:
                number = _NUMBERS["parameter"]
        yield begin, stop, number


def _argument_names(segment: Segment) -> set[str]:
    """Return the names of block arguments of a segment, as far as it was parsed, that no result has as well."""
    if segment.analysis is None:
        return set()
    definitions = segment.analysis.ranges.definitions.values()
    results = {each.name for each in definitions if each.values and not isinstance(each.values[0], BlockArgument)}
    return {each.name for each in definitions} - results
