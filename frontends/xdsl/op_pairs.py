"""Pairs of op classes of the two frameworks, and where each keeps the op's declared attributes.

A bundled op of dlc and xDSL's op of the same name are counterparts. What else xDSL declares gets a class of dlc
(`declared_ops`), what else dlc declares a class of xDSL (`dlc_ops`). Ops that nobody declares stay unregistered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from xdsl.dialects.builtin import UnregisteredOp as XUnregisteredOp
from xdsl.dialects.utils.bit_enum_attribute import BitEnumAttribute
from xdsl.ir import Attribute as XAttribute, Operation as XOperation
from xdsl.irdl import IRDLOperation, OpDef, OptionalDef

from ...ir import Attribute, IntegerAttr, Operation, UnregisteredOp
from ...ir.definition import ONE, OPTIONAL, Op
from . import catalog
from .counterparts import bundled_dialect

declare_op: list[Callable[[type[XOperation]], type[Operation]]] = []
"""Makes a class of dlc for a class of xDSL: entered by `declared_ops`."""
declare_x_op: list[Callable[[type[Op]], type[XOperation]]] = []
"""Makes a class of xDSL for a class of dlc: entered by `dlc_ops`."""


class OpImport:
    """The import of ops of one class of xDSL."""

    __slots__ = ("added", "cls", "defaults", "numbers", "properties", "unregistered")

    def __init__(self, x_class: type[XOperation], cls: type[Operation]) -> None:
        self.cls = cls
        self.unregistered = issubclass(x_class, XUnregisteredOp)
        self.added: list[tuple[str, Attribute]] = []
        """Properties that dlc always has, and xDSL leaves out where they say nothing."""
        self.properties: frozenset[str] = frozenset()
        """The attributes of xDSL that dlc keeps among the properties."""
        self.defaults: Mapping[str, XAttribute] = {}
        """Properties that dlc leaves out where they say nothing."""
        self.numbers: Mapping[str, Any] = numbers_of(x_class, self.cls)
        if issubclass(self.cls, Op):
            definition = self.cls.definition
            own = definition_of(x_class)
            declared = frozenset(own.properties) if own is not None else frozenset[str]()
            self.properties = frozenset(definition.property_names()) - declared
            self.defaults = {
                name: default
                for name, default in x_defaults(x_class).items()
                if (field := definition.attrs.get(name)) is not None and field.count == OPTIONAL
            }
            self.added = [
                (field.name, field.default)
                for field in definition.attrs.values()
                if field.count == ONE and field.default is not None
            ]


class OpExport:
    """The export of ops of one class of dlc."""

    __slots__ = ("attributes", "cls", "defaults", "dropped", "numbers", "properties")

    def __init__(self, x_class: type[XOperation], own: type[Operation]) -> None:
        self.cls = x_class
        self.dropped: Mapping[str, Attribute] = {}
        """Properties that xDSL does not know, where they say nothing."""
        self.attributes: frozenset[str] = frozenset()
        """Declared attributes that xDSL does not keep among the properties."""
        self.properties: frozenset[str] = frozenset()
        """Declared properties of an op that dlc does not know: its text may have them among the attributes."""
        self.defaults = x_defaults(x_class)
        self.numbers = numbers_of(x_class, own)
        definition = definition_of(x_class)
        if definition is not None:
            self.attributes = frozenset(definition.attributes) - frozenset(definition.properties)
            if issubclass(own, Op):
                known = {*definition.properties, *definition.attributes}
                unknown = [field for field in own.definition.attrs.values() if field.name not in known]
                self.dropped = {field.name: field.default for field in unknown if field.default is not None}
            else:
                self.properties = frozenset(definition.properties)


def definition_of(x_class: type[XOperation]) -> OpDef | None:
    """Return xDSL's definition of a class, or `None` if there is none."""
    return x_class.get_irdl_definition() if issubclass(x_class, IRDLOperation) else None


@cache
def x_defaults(x_class: type[XOperation]) -> Mapping[str, XAttribute]:
    """The properties and attributes of a class of xDSL that an op must have, and gets if it is made without them."""
    definition = definition_of(x_class)
    if definition is None:
        return {}
    return {
        name: each.default_value
        for name, each in (*definition.properties.items(), *definition.attributes.items())
        if each.default_value is not None and not isinstance(each, OptionalDef)
    }


def numbers_of(x_class: type[XOperation], cls: type[Operation]) -> Mapping[str, Any]:
    """The properties that are flags to xDSL, and the number that stands for those to dlc; with xDSL's class."""
    definition = definition_of(x_class)
    if definition is None or not issubclass(cls, Op) or hasattr(cls, "x_class"):
        return {}
    numbers: dict[str, Any] = {}
    for name, declared in definition.properties.items():
        field = cls.definition.attrs.get(name)
        bases: Any = declared.constr.get_bases() or ()
        if field is not None and field.constraint.kind is IntegerAttr:
            for base in bases:
                if issubclass(base, BitEnumAttribute):
                    numbers[name] = base
    return numbers


@cache
def op_class_for(x_class: type[XOperation]) -> type[Operation]:
    """The class of dlc for ops of a class of xDSL."""
    if issubclass(x_class, XUnregisteredOp):
        return UnregisteredOp
    own: type[Operation] | None = getattr(x_class, "dlc_class", None)
    if own is not None:
        return own
    return bundled_op(x_class.name) or declare_op[0](x_class)


def bundled_op(name: str) -> type[Op] | None:
    """The op of that name of a dialect that comes with dlc."""
    dialect = bundled_dialect(name.partition(".")[0])
    return dialect.ops.get(name) if dialect is not None else None


@cache
def import_of(x_class: type[XOperation]) -> OpImport:
    return OpImport(x_class, op_class_for(x_class))


@cache
def import_of_unregistered(name: str) -> OpImport:
    """Return the import of an op that xDSL does not know: it may be dlc's."""
    return OpImport(XUnregisteredOp, bundled_op(name) or UnregisteredOp)


@cache
def export_of(cls: type[Operation], name: str) -> OpExport:
    """Return the export of ops of a class; for unregistered ops, of ops of that name."""
    declared: Any = getattr(cls, "x_class", None)
    x_class = declared or catalog.op_class(name)
    if x_class is None:
        x_class = declare_x_op[0](cls) if issubclass(cls, Op) else XUnregisteredOp.with_name(name)
    return OpExport(x_class, cls)
