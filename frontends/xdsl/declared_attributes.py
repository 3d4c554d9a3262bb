"""Attributes and types of xDSL's dialects as classes of dlc, made from their declarations when they are first met.

The parameters of such a class are called as xDSL calls them and hold dlc's attributes, so that they can be walked like
any others. What xDSL keeps as a plain Python object (`Data`) is the one parameter `data`. Text and verification are
xDSL's own.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import FloatData, UnregisteredAttr
from xdsl.ir import Attribute as XAttribute, Data, OpaqueSyntaxAttribute, ParametrizedAttribute, TypeAttribute

from ...dialects import BUNDLED
from ...ir import Attribute, Type
from ...ir.attributes import AttributeReport
from ...ir.builtin_attributes import OpaqueAttr
from ...ir.builtin_types import OpaqueType
from . import attribute_text
from .attributes import AttributeExporter, AttributeImporter, Export, Import, exports
from .carriers import CARRIERS, carried, read_symbol


class DeclaredAttribute(Attribute):
    """Base of the attributes that xDSL declares."""

    __slots__ = ()

    x_class: ClassVar[Any]
    """The class of xDSL."""

    def verify(self, report: AttributeReport) -> None:
        try:
            to_xdsl(AttributeExporter(), self)
        except Exception as error:  # noqa: BLE001 (xDSL's verifiers raise what they like)
            report.error(attribute_text.one_line(str(error) or type(error).__name__))

    @classmethod
    def read_parameters(cls, p: Any) -> Attribute:
        return attribute_text.read_parameters(cls.x_class, p)

    def print_parameters(self) -> str:
        return attribute_text.parameters_text(to_xdsl(AttributeExporter(), self))


class DeclaredType(DeclaredAttribute, Type):
    """Base of the types that xDSL declares."""

    __slots__ = ()


_TAKEN = frozenset(name for base in DeclaredType.__mro__ for name in vars(base)) | {"normalize", "values"}


def parameter_names(x_class: type[XAttribute]) -> list[str]:
    """Return the names of a class's parameters in dlc: names that are taken there get an underscore."""
    if not issubclass(x_class, ParametrizedAttribute):
        return ["data"]
    names = [name for name, _ in x_class.get_irdl_definition().parameters]
    return [f"{name}_" if name in _TAKEN else f"p{name}" if name.startswith("_") else name for name in names]


@cache
def declared_class(x_class: type[XAttribute]) -> type[Attribute]:
    """The class of dlc for a class of xDSL."""
    if issubclass(x_class, ParametrizedAttribute):
        hints: dict[str, Any] = dict.fromkeys(parameter_names(x_class), Attribute)
    else:
        hints = {"data": float if x_class is FloatData else object}
    name = x_class.name if "." in x_class.name else f"builtin.{x_class.name}"
    namespace = {
        "__module__": __name__,
        "__doc__": x_class.__doc__,
        "__annotations__": hints,
        "name": name,
        "x_class": x_class,
        "in_brackets": issubclass(x_class, OpaqueSyntaxAttribute),
    }
    base: Any = DeclaredType if issubclass(x_class, TypeAttribute) else DeclaredAttribute
    cls: Any = type(base)(x_class.__name__, (base,), namespace)
    return cls


def from_xdsl(importer: AttributeImporter, attr: Any) -> Attribute:
    """A declared attribute of xDSL as dlc's."""
    x_class = cast(Any, type(attr))
    kind: Any = declared_class(x_class)
    return kind(attr.data) if issubclass(x_class, Data) else kind(*map(importer.plain, attr.parameters))


def to_xdsl(exporter: AttributeExporter, attr: Any) -> XAttribute:
    values = attr.values()
    return attr.x_class.new(values[0] if issubclass(attr.x_class, Data) else list(map(exporter.plain, values)))


# -- Attributes of unknown dialects ---------------------------------------------------------------------------------

_SYMBOL = re.compile(r"([A-Za-z_][\w$.]*)(?:<(.*)>)?", re.DOTALL)
_unregistered: dict[tuple[str, bool], Any] = {}
"""xDSL makes a class for each name; attributes of two such classes are never equal, so there must be only one."""


def _unregistered_from_xdsl(_: AttributeImporter, attr: Any) -> Attribute:
    is_type = bool(attr.is_type.data)
    _unregistered.setdefault((attr.attr_name.data, is_type), type(attr))
    dialect, _, mnemonic = attr.attr_name.data.partition(".")
    body = attr.value.data
    text = mnemonic + body if attr.is_opaque.data or not body else f"{mnemonic}<{body}>"
    if dialect in BUNDLED or dialect == CARRIERS:  # one that xDSL lacks
        spellings = [text] if body else [text, f"{text}<>"]  # xDSL does not keep empty brackets
        known = (read_symbol(f"{dialect}.{each}", is_type=is_type) for each in spellings)
        if (attribute := next(filter(None, known), None)) is not None:
            return attribute
    return OpaqueType(dialect, text) if is_type else OpaqueAttr(dialect, text)


@exports(OpaqueType, OpaqueAttr)
def _unregistered_to_xdsl(_: AttributeExporter, attr: Any) -> XAttribute:
    is_type = isinstance(attr, OpaqueType)
    if (not is_type and attr.type is not None) or attr.text.endswith("<>"):  # xDSL knows no type, and no empty brackets
        return carried(attr)
    match = _SYMBOL.fullmatch(attr.text)
    mnemonic, body = match.groups() if match is not None else ("", attr.text)
    name = f"{attr.dialect}.{mnemonic}"
    kind = _unregistered.get((name, is_type))
    if kind is None:
        kind = _unregistered[name, is_type] = UnregisteredAttr.with_name_and_type(name, is_type)
    return kind(name, is_type, match is None, body or "")


# -- Rules -------------------------------------------------------------------------------------------------------------


def import_unregistered(x_class: type[XAttribute]) -> Import | None:
    return _unregistered_from_xdsl if issubclass(x_class, UnregisteredAttr) else None


def import_declared(_: type[XAttribute]) -> Import | None:
    return from_xdsl


def export_declared(kind: type[Attribute]) -> Export | None:
    return to_xdsl if issubclass(kind, DeclaredAttribute) else None
