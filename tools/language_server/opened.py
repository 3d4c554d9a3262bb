"""Documents of an editor: offsets of a `Document` as positions of the protocol, its colors and findings."""

from __future__ import annotations

import asyncio

from lsprotocol import types
from pygls.workspace import PositionCodec

from . import outline
from .colors import Colors
from .document import Document, Finding
from .names import Span
from .outline import Symbol

_MODULES = ("builtin.module", "module", "gpu.module")


class OpenDocument:
    """A document in an editor, with its version and what was last found wrong in it."""

    def __init__(self, uri: str, document: Document, codec: PositionCodec) -> None:
        self.uri = uri
        self.document = document
        self.version = 0
        self.findings: list[Finding] = []
        self.check: asyncio.Task[None] | None = None
        self.colors = Colors(document, codec.client_num_units)
        self.colored_as: str | None = None
        """The name of the latest colors of the whole document that the editor was told."""
        self._colored: list[int] = []
        self._codec = codec

    def recolor(self) -> tuple[list[int], list[int]]:
        """Return the colors of the whole document that were told last, and those to tell now under a new name."""
        old, self._colored = self._colored, self.colors.encoded(0, len(self.document.text))
        self.colored_as = str(int(self.colored_as or 0) + 1)
        return old, self._colored

    def position(self, offset: int) -> types.Position:
        line, column = self.document.source.position(offset)
        return types.Position(line - 1, self.units(offset - column + 1, offset))

    def units(self, start: int, end: int) -> int:
        """Return the length of a piece of text as the editor counts it."""
        text = self.document.text[start:end]
        return len(text) if text.isascii() else self._codec.client_num_units(text)

    def offset(self, position: types.Position) -> int:
        """Return the offset of a position; one behind the end of its line is the end."""
        document = self.document
        start, end = document.line_at(document.source.offset(position.line + 1, 1))
        line = document.text[start:end]
        if line.isascii():
            return min(start + position.character, end)
        units = 0
        for index, character in enumerate(line):
            if units >= position.character:
                return start + index
            units += self._codec.client_num_units(character)
        return end

    def range(self, span: Span) -> types.Range:
        return types.Range(self.position(span[0]), self.position(span[1]))

    def location(self, span: Span) -> types.Location:
        return types.Location(self.uri, self.range(span))

    def symbols(self) -> list[types.DocumentSymbol]:
        """Return the outline."""
        return [self._symbol(each) for each in outline.symbols(self.document)]

    def _symbol(self, symbol: Symbol) -> types.DocumentSymbol:
        return types.DocumentSymbol(
            symbol.name or symbol.op_name,
            _kind_of(symbol),
            self.range(symbol.span),
            self.range(symbol.name_span),
            detail=symbol.op_name,
            children=[self._symbol(child) for child in symbol.children],
        )

    def workspace_symbols(self) -> list[types.WorkspaceSymbol]:
        """Return all symbols of the outline, each with its place in this file."""
        symbols: list[types.WorkspaceSymbol] = []
        pending: list[tuple[Symbol, str | None]] = [(each, None) for each in reversed(outline.symbols(self.document))]
        while pending:
            symbol, container = pending.pop()
            location = self.location(symbol.name_span)
            symbols.append(types.WorkspaceSymbol(location, symbol.name, _kind_of(symbol), container_name=container))
            pending += [(each, symbol.name) for each in reversed(symbol.children)]
        return [each for each in symbols if each.name]


def _kind_of(symbol: Symbol) -> types.SymbolKind:
    kind = types.SymbolKind.Function if symbol.op_name.endswith("func") else types.SymbolKind.Variable
    return types.SymbolKind.Module if symbol.op_name in _MODULES else kind
