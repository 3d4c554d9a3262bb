"""Attributes that only dlc has, inside xDSL: carried as they are, opaque to xDSL's passes, and back unharmed.

Attributes of a dialect have a class of their own, so that `xdsl-opt` reads and prints them as dlc does. What the
builtin dialect of xDSL cannot hold (a signalling NaN, sparse elements, a string with a type) is a `#dlc.attribute`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from xdsl.ir import Attribute as XAttribute, Data, OpaqueSyntaxAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from ...ir import Attribute, Type
from ...ir.builtin_attributes import OpaqueAttr
from ...ir.builtin_types import OpaqueType
from ...parser.parse import parse_attribute, parse_type
from ...parser.syntax import attribute_printer
from .attributes import Export, Import
from .dlc_text import read_parameters, shared_context

CARRIERS = "dlc"
"""The dialect of builtin attributes that only dlc has."""


@irdl_attr_definition
class AttributeCarrier(Data[Attribute]):
    """A builtin attribute of dlc: `#dlc.attribute<"its text">`."""

    name = "dlc.attribute"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Attribute:
        with parser.in_angle_brackets():
            return parse_attribute(parser.parse_str_literal())

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string_literal(str(self.data))


@irdl_attr_definition
class TypeCarrier(Data[Type], TypeAttribute):
    """A builtin type of dlc: `!dlc.type<"its text">`."""

    name = "dlc.type"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Type:
        with parser.in_angle_brackets():
            return parse_type(parser.parse_str_literal())

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string_literal(str(self.data))


@cache
def carrier_class(kind: type[Attribute]) -> type[XAttribute]:
    """The class of xDSL for attributes of a class of dlc."""
    is_type = issubclass(kind, Type)
    if kind.name.startswith("builtin.") or "." not in kind.name:
        return TypeCarrier if is_type else AttributeCarrier

    def parse_parameter(_: Any, parser: AttrParser) -> Attribute:
        return read_parameters(kind, parser)

    def print_parameter(self: Any, printer: Printer) -> None:
        printer.print_string(attribute_printer(kind)(self.data, str))

    bases: tuple[type, ...] = (Data, TypeAttribute) if is_type else (Data,)
    if kind.in_brackets:
        bases = (*bases, OpaqueSyntaxAttribute)
    namespace = {
        "__module__": __name__,
        "__doc__": kind.__doc__,
        "name": kind.name,
        "dlc_class": kind,
        "parse_parameter": classmethod(parse_parameter),
        "print_parameter": print_parameter,
    }
    cls: Any = type(kind.__name__, bases, namespace)
    return irdl_attr_definition(cls)


def carried(attr: Attribute) -> XAttribute:
    """`attr` as an attribute of xDSL that holds it."""
    cls: Any = carrier_class(type(attr))
    return cls(attr)


def read_symbol(text: str, *, is_type: bool) -> Attribute | None:
    """An attribute that xDSL has kept as text, without its `#` or `!`; `None` if dlc does not know it either."""
    carrier = _CARRIER(text)
    try:
        if carrier is not None:
            quoted: Any = parse_attribute(carrier.group(1))
            return (parse_type if is_type else parse_attribute)(quoted.value)
        context = shared_context()
        symbol = parse_type(f"!{text}", context=context) if is_type else parse_attribute(f"#{text}", context=context)
    except ValueError:
        return None
    return None if isinstance(symbol, (OpaqueAttr, OpaqueType)) else symbol


_CARRIER = re.compile(rf"{CARRIERS}\.(?:attribute|type)<(\".*\")>", re.DOTALL).fullmatch


def import_carried(kind: type[XAttribute]) -> Import | None:
    if kind in (AttributeCarrier, TypeCarrier) or hasattr(kind, "dlc_class"):
        return lambda _, attr: attr.data
    return None


def export_carried(_: type[Attribute]) -> Export | None:
    return lambda _, attr: carried(attr)
