"""Text that dlc reads although a parser of xDSL has come to it: attributes and types of dlc's dialects."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from xdsl.parser import AttrParser

from ...dialects import register_all, register_installed
from ...ir import Attribute
from ...ir.context import Context
from ...ir.locations import Source
from ...parser.assembly_reader import Reader
from ...parser.driver import SyntaxFailure
from ...parser.syntax import attribute_reader

_last: list[tuple[str, Reader]] = []
"""The reader of the text that was read last: attributes of one file follow one another."""


@lru_cache(maxsize=1)
def shared_context() -> Context:
    """Return the context for parts of a text of xDSL: dlc's dialects, and those that were made known to xDSL."""
    context = Context(allow_unregistered=True)
    register_all(context)
    register_installed(context)
    return context


def reader_at(parser: AttrParser) -> Reader:
    """A reader of dlc where a parser of xDSL stands, over the same text."""
    text: Any = parser.lexer.input.content
    if not _last or _last[0][0] is not text:
        _last[:] = [(text, Reader(Source(parser.lexer.input.name, text), shared_context()))]
    reader = _last[0][1]
    reader.pos = parser.pos
    return reader


def read_parameters(kind: type[Attribute], parser: AttrParser) -> Attribute:
    """Read the text after the mnemonic of an attribute of dlc; the parser goes on after it."""
    reader = reader_at(parser)
    try:
        attribute = attribute_reader(kind)(reader)
    except SyntaxFailure as failure:
        parser.raise_error(failure.message, failure.offset)
    resume_at(parser, reader.pos)
    return attribute


def resume_at(parser: AttrParser, offset: int) -> None:
    """Let a parser of xDSL go on at an offset."""
    parser._resume_from(offset)  # pyright: ignore[reportPrivateUsage] (there is no public way)
