"""Entry points of the parser: a whole file, or one attribute or type."""

from __future__ import annotations

from typing import Any

from ..ir import Attribute, Block, Operation, Region, Type, UnregisteredOp
from ..ir.call_stack import deep_recursion, with_room_for_calls
from ..ir.context import Context
from ..ir.garbage import not_collecting
from ..ir.locations import Source
from .aliases import aliases_to_keep
from .assembly_reader import Reader
from .driver import SyntaxFailure
from .form_printer import make_operation_printer
from .form_reader import make_operation_reader
from .syntax import install

install(make_operation_reader, make_operation_printer)


class ParsedModule:
    """A module with the other contents of its file."""

    __slots__ = ("dialect_resources", "external_resources", "op")

    def __init__(
        self,
        op: Operation,
        external_resources: dict[str, dict[str, str]],
        dialect_resources: dict[str, dict[str, str]],
    ) -> None:
        self.op = op
        self.external_resources = external_resources
        """Resources of tools and of unknown dialects: literals by owner and key."""
        self.dialect_resources = dialect_resources


def parse_file(source: Source, context: Context) -> ParsedModule | None:
    """Parse a file. Return `None` after errors, which were reported as diagnostics."""
    reader = Reader(source, context)
    ops = read_ops(reader)
    if reader.failed:
        return None
    module = as_module(ops, source, context)
    if reader.type_aliases or reader.attribute_aliases:
        names = [*reader.type_aliases.items(), *reader.attribute_aliases.items()]
        module.regions[0].kept_aliases = aliases_to_keep(names)
    return ParsedModule(module, reader.external_resources, reader.dialect_resources)


@with_room_for_calls
def read_ops(reader: Reader) -> list[Operation]:
    """Return the top-level ops of a reader's text, those that could be read after errors too."""
    reader.context.diagnostics.add_source(reader.source)
    with deep_recursion("the text"), not_collecting():
        return reader.read_file()


def parse(text: str, context: Context | None = None, filename: str = "-") -> Operation | None:
    """Parse a text and return its module, or `None` after errors, which are in `context.diagnostics`.

    A text with one `builtin.module` is that module; anything else is wrapped in a module.
    """
    parsed = parse_file(Source(filename, text), context if context is not None else default_context())
    return parsed.op if parsed is not None else None


def default_context() -> Context:
    """Return a context that knows only dialects registered later, and accepts unknown ones."""
    return Context(allow_unregistered=True)


def as_module(ops: list[Operation], source: Source, context: Context) -> Operation:
    """Return the only module of a file, or a module around its ops."""
    if len(ops) == 1 and ops[0].name == "builtin.module":
        return ops[0]
    region = Region([Block((), ops)])
    cls = context.op_class("builtin.module")
    location = (source, 0)
    if cls is not None:
        return cls.create(regions=[region], location=location)
    return UnregisteredOp.of("builtin.module", regions=[region], location=location)


def parse_attribute(text: str, context: Context | None = None) -> Attribute:
    """Parse one attribute; errors raise `ValueError` with the position."""
    return _parse_whole(text, "attribute", context)


def parse_type(text: str, context: Context | None = None) -> Type:
    """Parse one type; errors raise `ValueError` with the position."""
    return _parse_whole(text, "type", context)


def _parse_whole(text: str, start: str, context: Context | None) -> Any:
    reader = Reader(Source("-", text), context if context is not None else default_context())
    try:
        value = reader.run(start, 0)
        if not reader.at("\0"):
            reader.expected("end of input")
    except SyntaxFailure as failure:
        raise ValueError(f"{failure.message} at column {failure.offset + 1} of '{text[:80]}'") from None
    return value
