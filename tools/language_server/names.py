"""Names: where values, symbols, blocks and aliases are defined and used, and renaming them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ...ir import Attribute, Operation
from ...ir.symbol_table import symbol_name
from ...ir.traits import SymbolTableTrait
from ...parser.highlighting import ATTRIBUTE, BLOCK, STRING, SYMBOL, TYPE, VALUE, Token, tokens_of
from ...parser.source_ranges import Definition, OpRange
from ...parser.strings import unquote
from .document import Document, Segment, View
from .segments import ALIAS, OPS

Span = tuple[int, int]
"""The start and the end of a piece of the document."""

_NAME = {
    VALUE: re.compile(r"%?([A-Za-z_$.-][\w$.-]*|[0-9]+)"),
    SYMBOL: re.compile(r"@?([A-Za-z_][\w$.-]*)"),
    BLOCK: re.compile(r"\^?([A-Za-z_$.-][\w$.-]*|[0-9]+)"),
    ATTRIBUTE: re.compile(r"#?([A-Za-z_$][\w$-]*)"),
    TYPE: re.compile(r"!?([A-Za-z_$][\w$-]*)"),
}
_SIGNS = {VALUE: "%", SYMBOL: "@", BLOCK: "^", ATTRIBUTE: "#", TYPE: "!"}


class InvalidName(ValueError):
    """A new name that cannot be used; the message says why."""


class Name:
    """The name at a place of the document, with everything that has it: its definition, then its uses."""

    __slots__ = ("definition", "kind", "text", "uses")

    def __init__(self, kind: str, text: str, definition: Span | None, uses: list[Span]) -> None:
        self.kind = kind
        self.text = text
        self.definition = definition
        self.uses = uses

    @property
    def places(self) -> list[Span]:
        """The definition and the uses, each once."""
        places = {*self.uses, *([self.definition] if self.definition is not None else [])}
        return sorted(places)


def definition_at(document: Document, offset: int) -> Span | None:
    """Return where the name at an offset is defined."""
    token = document.token_at(offset)
    if token is None:
        return None
    text = document.text[token.start : token.end]
    if token.kind == VALUE:
        view = document.view_at(token.start)
        definition = view.analysis.ranges.definition_of(text, view.inner(token.start))
        return None if definition is None else _span_of(view, definition)
    if token.kind in (SYMBOL, STRING):
        symbol = symbol_at(document, token)
        return None if symbol is None else symbol_span(document, *symbol)
    if token.kind == BLOCK:
        return next(iter(_block_places(document, token)), None)
    if token.kind in (ATTRIBUTE, TYPE):
        return _alias_definition(document, token)
    return None


def name_at(document: Document, offset: int) -> Name | None:
    """Return the name at an offset with all of its places; `None` where there is no name that has a definition."""
    token = document.token_at(offset)
    definition = definition_at(document, offset)
    if token is None or definition is None:
        return None
    text = document.text[token.start : token.end]
    if token.kind == VALUE:
        base = text.partition("#")[0]
        return Name(VALUE, base, definition, list(_value_uses(document, base, definition)))
    if token.kind in (SYMBOL, STRING):
        return Name(SYMBOL, text, definition, list(_symbol_uses(document, token, definition)))
    if token.kind == BLOCK:
        return Name(BLOCK, text, definition, _block_places(document, token))
    part = _part_of(document, token.start)
    spans = _occurrences(document, text, 0, len(document.text))
    uses = [span for span in spans if _part_of(document, span[0]) == part]
    return Name(token.kind, text, definition, uses)


def rename(document: Document, name: Name, new_name: str) -> list[tuple[Span, str]]:
    """Return the edits that rename a value, symbol, block or alias everywhere; raise `InvalidName` where that fails."""
    matched = _NAME[name.kind].fullmatch(new_name)
    sign = _SIGNS[name.kind]
    if matched is None:
        raise InvalidName(f"'{new_name}' is not a name that can follow '{sign}'")
    spelled = f"{sign}{matched[1]}"
    if spelled != name.text:
        _check_free(document, name, spelled)
    edits: list[tuple[Span, str]] = []
    for start, end in name.places:
        old = document.text[start:end]
        if old.startswith('"'):
            edits.append(((start, end), f'"{matched[1]}"'))
        else:
            edits.append(((start, start + len(name.text) if name.kind == VALUE else end), spelled))
    return edits


def _check_free(document: Document, name: Name, spelled: str) -> None:
    if name.kind == VALUE:
        for start, _ in name.places:
            view = document.view_at(start)
            scope = view.analysis.ranges.scope_at(view.inner(start))
            if scope.lookup(spelled) is not None or spelled in _names_within(view, view.inner(start)):
                raise InvalidName(f"'{spelled}' is already the name of another value here")
    elif name.kind == SYMBOL and name.definition is not None:
        defined = {symbol_name(each.op) for _, each in _symbols_named(document, name.definition[0], spelled)}
        if spelled[1:] in defined:
            raise InvalidName(f"'{spelled}' is already the name of another symbol")
    elif any(True for _ in _occurrences(document, spelled, 0, len(document.text))) and name.kind in (ATTRIBUTE, TYPE):
        raise InvalidName(f"'{spelled}' is already a name in this file")


def _names_within(view: View, offset: int) -> set[str]:
    """Return the names that are defined in the scope of an offset and in those inside it."""
    scope = view.analysis.ranges.scope_at(offset)
    return {
        name
        for each in view.analysis.ranges.scopes
        if scope.start <= each.start and each.end <= scope.end
        for name in each.definitions
    }


# -- Occurrences in the text -------------------------------------------------------------------------------------------


def _occurrences(document: Document, text: str, start: int, end: int) -> Iterator[Span]:
    """Return the tokens with a spelling in a part of the document. Comments and strings are none."""
    pattern = re.compile(re.escape(text) + r"(?![\w$.-])")
    for match in pattern.finditer(document.text, start, end):
        if document.is_code(match.start()):
            yield match.start(), match.end()


def _span_of(view: View, definition: Definition) -> Span:
    start = view.outer(definition.start)
    return start, start + len(definition.name)


def _value_uses(document: Document, name: str, definition: Span) -> Iterator[Span]:
    view = document.view_at(definition[0])
    ranges = view.analysis.ranges
    target = ranges.definition_of(name, view.inner(definition[0]))
    if target is None:
        return
    end = view.outer(target.scope.end)
    pattern = re.compile(re.escape(name) + r"(#[0-9]+)?(?![\w$.-])")
    for match in pattern.finditer(document.text, min(definition[0], view.outer(target.scope.start)), end):
        if ranges.definition_of(name, view.inner(match.start())) is target and document.is_code(match.start()):
            yield match.start(), match.end()


def _block_places(document: Document, token: Token) -> list[Span]:
    """Return the label of a block, and where it is branched to."""
    label = document.text[token.start : token.end]
    view = document.view_at(token.start)
    ranges = view.analysis.ranges
    scope = ranges.scope_at(view.inner(token.start))
    places = [
        span
        for span in _occurrences(document, label, view.outer(scope.start), view.outer(scope.end))
        if ranges.scope_at(view.inner(span[0])) is scope
    ]
    return sorted(places, key=lambda span: not _begins_line(document, span[0]))


def _begins_line(document: Document, offset: int) -> bool:
    return not document.text[document.line_at(offset)[0] : offset].strip(" \t{")


def _alias_definition(document: Document, token: Token) -> Span | None:
    name = document.text[token.start : token.end]
    part = _part_of(document, token.start)
    pattern = re.compile(rf"(?:^|\n)[ \t]*({re.escape(name)})[ \t]*=")
    for each in document.segments:
        if each.part == part and each.kind in (ALIAS, OPS) and name in each.text:
            match = pattern.search(each.text)
            if match is not None:
                return each.start + match.start(1), each.start + match.end(1)
    return None


def alias_value(document: Document, token: Token) -> Attribute | None:
    """Return what the alias at a token stands for."""
    segment = document.segment_at(token.start)
    name = document.text[token.start + 1 : token.end]
    readers = [*document.aliases(segment).readers, document.view(segment).analysis.reader]
    for reader in reversed(readers):
        aliases: dict[str, Attribute] = dict(reader.type_aliases if token.kind == TYPE else reader.attribute_aliases)
        if name in aliases:
            return aliases[name]
    return None


def _part_of(document: Document, offset: int) -> int:
    return document.segment_at(offset).part


# -- Symbols -----------------------------------------------------------------------------------------------------------

FoundSymbol = tuple[Segment, OpRange]


def symbol_at(document: Document, token: Token) -> FoundSymbol | None:
    """Return the op with the symbol that a token names: that of a use, or of the definition itself."""
    spelled = document.text[token.start : token.end]
    view = document.view_at(token.start)
    here = view.analysis.ranges.op_at(view.inner(token.start))
    if token.kind == STRING:
        is_name = here is not None and symbol_name(here.op) == unquote(spelled)
        return (view.segment, here) if here is not None and is_name else None
    name = plain_name(spelled)
    if here is not None and symbol_name(here.op) == name and symbol_span(document, view.segment, here) == token[1:]:
        return view.segment, here
    outer = _token_before(document, token)
    table: Operation | None
    if outer is not None:
        symbol = symbol_at(document, outer)
        return None if symbol is None else _within(document, symbol, name)
    table = here.op if here is not None else None
    while table is not None:
        if SymbolTableTrait in table.traits:
            symbol = _within(document, (view.segment, _range_of(view, table)), name)
            if symbol is not None:
                return symbol
        table = table.parent_op if table not in view.analysis.ops else None
    return next(iter(_symbols_named(document, token.start, f"@{name}")), None)


def _range_of(view: View, op: Operation) -> OpRange:
    return next(each for each in view.analysis.ranges.ops if each.op is op)


def _token_before(document: Document, token: Token) -> Token | None:
    """Return the symbol before `::` that precedes a token."""
    start, _ = document.line_at(token.start)
    before = list(tokens_of(document.text, start, token.start))
    if len(before) >= 2 and document.text[before[-1].start : before[-1].end] == "::" and before[-2].kind == SYMBOL:
        return before[-2]
    return None


def _within(document: Document, table: FoundSymbol, name: str) -> FoundSymbol | None:
    """Return the symbol of a name that an op defines directly in its region."""
    segment, owner = table
    for each in document.view(segment).analysis.ranges.ops:
        if each.op.parent_op is owner.op and symbol_name(each.op) == name:
            return segment, each
    return None


def _symbols_named(document: Document, offset: int, spelled: str) -> Iterable[FoundSymbol]:
    """Return the top-level ops of the part of an offset that define a symbol."""
    part, name = _part_of(document, offset), plain_name(spelled)
    for segment in document.segments:
        if segment.part == part and segment.kind == OPS and name in segment.text:
            analysis = document.view(segment).analysis
            for op in analysis.ops:
                if symbol_name(op) == name:
                    yield segment, _range_of(View(segment, analysis), op)


def symbol_span(document: Document, segment: Segment, symbol: OpRange) -> Span | None:
    """Return where an op's text has the name of its symbol."""
    view = document.view(segment)
    name = symbol_name(symbol.op)
    text = view.analysis.text
    for token in tokens_of(text, symbol.name_start, symbol.end):
        spelled = text[token.start : token.end]
        if (token.kind == SYMBOL and plain_name(spelled) == name) or (token.kind == STRING and spelled == f'"{name}"'):
            return view.outer(token.start), view.outer(token.end)
    return None


def _symbol_uses(document: Document, token: Token, definition: Span) -> Iterator[Span]:
    name = plain_name(document.text[token.start : token.end])
    quoted = document.text[definition[0]] == '"'
    if quoted:
        yield definition
    spellings = [f"@{name}"] if re.fullmatch(r"[A-Za-z_][\w$.-]*", name) else [f'@"{name}"']
    for spelling in spellings:
        for start, end in _occurrences(document, spelling, 0, len(document.text)):
            if (start, end) == definition or definition_at(document, start) == definition:
                yield start, end


def plain_name(spelled: str) -> str:
    """Return the name of a symbol without its sign and quotes."""
    name = spelled.removeprefix("@")
    return unquote(name) if name.startswith('"') and name.endswith('"') and len(name) > 1 else name.strip('"')
