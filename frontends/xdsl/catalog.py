"""A catalog of xDSL by name: its dialects (those of its plugins included), their ops, attributes and types.

A dialect is imported when something of it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from importlib import metadata
from typing import Any

from xdsl.context import Context as XContext
from xdsl.dialects import get_all_dialects
from xdsl.ir import Attribute as XAttribute, Dialect as XDialect, Operation as XOperation, TypeAttribute

from ...ir.errors import DlcError

OWN_PLUGIN = "dlc"
"""The name under which dlc itself is a plugin of xDSL."""


class DialectContents:
    """A dialect of xDSL with what it defines by name."""

    __slots__ = ("attributes", "dialect", "ops", "types")

    def __init__(self, dialect: XDialect) -> None:
        self.dialect = dialect
        self.ops: dict[str, type[XOperation]] = {op.name: op for op in dialect.operations}
        attributes = list(dialect.attributes)
        self.types = {each.name: each for each in attributes if issubclass(each, TypeAttribute)}
        self.attributes = {each.name: each for each in attributes if not issubclass(each, TypeAttribute)}


@lru_cache(maxsize=1)
def factories() -> dict[str, Callable[[], XDialect]]:
    """Return the factory of each dialect by name; xDSL's own take precedence over those of plugins."""
    by_name: dict[str, Callable[[], XDialect]] = {}
    for plugin in metadata.entry_points(group="xdsl.universe"):
        if plugin.name not in ("xdsl", OWN_PLUGIN):
            universe: Any = plugin.load()
            by_name.update(universe.all_dialects)
    by_name.update(get_all_dialects())
    return by_name


def dialect_names() -> list[str]:
    return sorted(factories())


@cache
def contents(name: str) -> DialectContents | None:
    """A dialect's contents, imported now if need be; `None` where there is no such dialect."""
    factory = factories().get(name)
    if factory is None:
        return None
    try:
        return DialectContents(factory())
    except Exception as error:  # whatever its modules raise
        raise DlcError(f"xDSL's dialect '{name}' cannot be loaded: {type(error).__name__}: {error}") from error


def op_class(name: str) -> type[XOperation] | None:
    """The class of an op by its full name."""
    dialect = contents(name.partition(".")[0])
    return dialect.ops.get(name) if dialect is not None else None


def attribute_class(name: str, *, is_type: bool) -> type[XAttribute] | None:
    """The class of an attribute or type by its full name."""
    dialect = contents(name.partition(".")[0])
    if dialect is None:
        return None
    return (dialect.types if is_type else dialect.attributes).get(name)


@cache
def context(*, allow_unregistered: bool = False) -> XContext:
    """A context of xDSL's own that knows every dialect; for its parser, which asks for one."""
    x_context = XContext(allow_unregistered=allow_unregistered)
    for name, factory in factories().items():
        x_context.register_dialect(name, factory)
    return x_context
