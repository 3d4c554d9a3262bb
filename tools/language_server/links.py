"""Links: symbols that one file defines and others declare, such as functions without a body.

Files are modules of their own, and many define a function of the same name. A symbol is one across files if exactly one
of them defines it and makes it public; it is that of every declaration of its name. Parts between `// -----` count as
files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ...ir.interfaces import Symbol
from ...ir.symbol_table import PRIVATE, symbol_name, visibility
from ...parser.highlighting import STRING, SYMBOL
from ...parser.source_ranges import OpRange
from .document import Document, Segment
from .names import InvalidName, Name, Span, name_at, plain_name, rename, symbol_at, symbol_span
from .opened import OpenDocument
from .segments import OPS

Naming = Callable[[str], Iterable[OpenDocument]]
"""Returns the other files of the workspace in which a symbol's name occurs."""
Place = tuple[OpenDocument, Span]


class Linked(NamedTuple):
    """A symbol at the top level of a file that other files can refer to, or that is elsewhere."""

    file: OpenDocument
    span: Span
    is_defined: bool


def elsewhere(opened: OpenDocument, offset: int, naming: Naming) -> list[Place]:
    """Return the definitions in other files of a symbol that the file of an offset only declares or uses."""
    name = _open_name(opened, offset)
    if name is None:
        return []
    return [(each.file, each.span) for file in naming(name) for each in _symbols(file, name) if each.is_defined]


def names_of(opened: OpenDocument, offset: int, naming: Naming) -> list[tuple[OpenDocument, Name]]:
    """Return the name at an offset with its places, and those that the same symbol has in other files."""
    name = name_at(opened.document, offset)
    if name is None:
        return []
    others = _linked(opened, name, naming) if name.kind == SYMBOL else []
    known = [(each.file, name_at(each.file.document, each.span[0])) for each in others]
    return [(opened, name), *((file, other) for file, other in known if other is not None)]


def renamed(places: Iterable[tuple[OpenDocument, Name]], new_name: str) -> dict[OpenDocument, list[tuple[Span, str]]]:
    """Return the edits of each file that rename a symbol; raise `InvalidName` where one is not possible."""
    edits: dict[OpenDocument, list[tuple[Span, str]]] = {}
    for file, name in places:
        try:
            changed = rename(file.document, name, new_name)
        except InvalidName as error:
            raise InvalidName(f"{file.uri}: {error}" if edits else str(error)) from None
        edits[file] = [*edits.get(file, ()), *changed]
    return edits


def _linked(opened: OpenDocument, name: Name, naming: Naming) -> list[Linked]:
    """Return the other places that define or declare the symbol that has a name; none if it is not one across files."""
    here = next((each for each in _symbols(opened, plain_name(name.text)) if each.span == name.definition), None)
    if here is None:
        return []
    others = [each for file in naming(plain_name(name.text)) for each in _symbols(file, plain_name(name.text))]
    if sum(each.is_defined for each in (here, *others)) != 1:
        return []
    return others


def _open_name(opened: OpenDocument, offset: int) -> str | None:
    """Return the name of the symbol at an offset if it is declared at the top level here, or not at all."""
    document = opened.document
    token = document.token_at(offset)
    if token is None or token.kind not in (SYMBOL, STRING):
        return None
    symbol = symbol_at(document, token)
    if symbol is None:
        return plain_name(document.text[token.start : token.end]) if token.kind == SYMBOL else None
    return symbol_name(symbol[1].op) if _is_declaration(symbol[1]) and _is_outermost(document, *symbol) else None


def _symbols(file: OpenDocument, name: str) -> Iterator[Linked]:
    """Return the symbols of a name that a file declares, or defines for others, at its top level."""
    document = file.document
    for segment in document.segments:
        if segment.kind != OPS or name not in segment.text:
            continue
        for each in document.view(segment).analysis.ranges.ops:
            if symbol_name(each.op) != name or not _is_outermost(document, segment, each):
                continue
            is_declaration = _is_declaration(each)
            span = symbol_span(document, segment, each)
            if span is not None and (is_declaration or visibility(each.op) != PRIVATE):
                yield Linked(file, span, not is_declaration)


def _is_declaration(symbol: OpRange) -> bool:
    kind = Symbol.of(symbol.op)
    return kind is not None and kind.is_declaration(symbol.op)


def _is_outermost(document: Document, segment: Segment, symbol: OpRange) -> bool:
    """Return whether a symbol is in the module of its file and in no other table."""
    return symbol.op in document.view(segment).analysis.ops
