"""The frame in which attributes and types are converted, each way: dispatch by class, and a memory of what was done.

What stands behind each class is registered from elsewhere: `builtin_import` and `builtin_export` know the builtin
ones, `declared_attributes` those of xDSL's dialects, `carriers` those that only dlc has.

Types are attributes in both frameworks. As an operand of another attribute dlc wraps them (`TypeAttr`), xDSL does not:
`attribute` converts what stands in such a place, `plain` what stands anywhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from xdsl.ir import Attribute as XAttribute

from ...ir import UNKNOWN_LOC, Attribute, Location, Type, TypeAttr
from ...ir.errors import DlcError


class ConversionError(DlcError):
    """Something of one framework has no counterpart in the other; `location` is where, as far as it is known."""

    def __init__(self, message: str, location: Location = UNKNOWN_LOC) -> None:
        super().__init__(message)
        self.location = location


_F = TypeVar("_F", bound=Callable[..., Any])

Import = Callable[["AttributeImporter", Any], Attribute]
Export = Callable[["AttributeExporter", Any], XAttribute]
_imports: dict[type[XAttribute], Import] = {}
_exports: dict[type[Attribute], Export] = {}
import_rules: list[Callable[[type[XAttribute]], Import | None]] = []
"""Import rules, tried in order, for classes of xDSL that have no entry of their own."""
export_rules: list[Callable[[type[Attribute]], Export | None]] = []
"""Export rules, tried in order, for classes of dlc that have no entry of their own."""


def imports(*kinds: type[XAttribute]) -> Callable[[_F], _F]:
    """Register a function `(importer, attribute) -> attribute` for classes of xDSL."""

    def register(function: _F) -> _F:
        _imports.update(dict.fromkeys(kinds, function))
        return function

    return register


def exports(*kinds: type[Attribute]) -> Callable[[_F], _F]:
    """Register a function `(exporter, attribute) -> attribute` for classes of dlc."""

    def register(function: _F) -> _F:
        _exports.update(dict.fromkeys(kinds, function))
        return function

    return register


def _find(kind: Any, table: dict[Any, Any], rules: list[Any]) -> Any:
    for rule in rules:
        entry = rule(kind)
        if entry is not None:
            table[kind] = entry
            return entry
    raise ConversionError(f"no counterpart is known for attributes of the class '{kind.__qualname__}'")


class AttributeImporter:
    """xDSL's attributes as dlc's. Remembers each object that it has converted, and keeps it alive for that."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[int, tuple[XAttribute, Attribute]] = {}

    def plain(self, attr: XAttribute) -> Attribute:
        """Convert an attribute or a type."""
        known = self._known.get(id(attr))
        if known is not None:
            return known[1]
        kind = type(attr)
        convert = _imports.get(kind) or _find(kind, _imports, import_rules)
        converted = convert(self, attr)
        self._known[id(attr)] = attr, converted
        return converted

    def attribute(self, attr: XAttribute) -> Attribute:
        """Convert an attribute; a type becomes the attribute that holds it."""
        converted = self.plain(attr)
        return TypeAttr(converted) if isinstance(converted, Type) else converted

    def type(self, attr: XAttribute) -> Type:
        converted = self.plain(attr)
        if not isinstance(converted, Type):
            raise ConversionError(f"values of xDSL may have the type '{attr}', but it is not a type in dlc")
        return converted

    def dialects(self) -> set[str]:
        """The dialects of the attributes met that only xDSL declares."""
        return {
            converted.name.partition(".")[0] for _, converted in self._known.values() if hasattr(converted, "x_class")
        }

    def location(self, attr: XAttribute) -> Location:
        converted = self.plain(attr)
        return converted if isinstance(converted, Location) else UNKNOWN_LOC


class AttributeExporter:
    """dlc's attributes as xDSL's. Remembers each one that it has converted."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[Attribute, Any] = {}

    def plain(self, attr: Attribute) -> Any:
        """Convert an attribute or a type; typed loosely, since each place in xDSL wants a class of its own."""
        converted = self._known.get(attr)
        if converted is None:
            kind = type(attr)
            convert = _exports.get(kind) or _find(kind, _exports, export_rules)
            converted = self._known[attr] = convert(self, attr)
        return converted
