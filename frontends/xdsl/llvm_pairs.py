"""The types of `llvm` that both frameworks have, where their parameters differ: what `counterparts` cannot see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xdsl.dialects import builtin as x
from xdsl.ir import Attribute as XAttribute

from ...ir import Attribute
from .attributes import AttributeExporter, AttributeImporter, Export, Import
from .carriers import carried

Ways = tuple[Import, Export]


def _pointer(kind: Any, make: Any) -> Ways:
    def import_(_: AttributeImporter, attr: Any) -> Attribute:
        return kind(0 if isinstance(attr.addr_space, x.NoneAttr) else attr.addr_space.data)

    def export(_: AttributeExporter, attr: Any) -> XAttribute:
        return make(x.IntAttr(attr.address_space) if attr.address_space else x.NoneAttr())

    return import_, export


def _array(kind: Any, make: Any) -> Ways:
    def import_(importer: AttributeImporter, attr: Any) -> Attribute:
        return kind(attr.size.data, importer.type(attr.type))

    def export(exporter: AttributeExporter, attr: Any) -> XAttribute:
        return make(x.IntAttr(attr.count), exporter.plain(attr.element_type))

    return import_, export


def _struct(kind: Any, make: Any) -> Ways:
    def import_(importer: AttributeImporter, attr: Any) -> Attribute:
        return kind(tuple(map(importer.type, attr.types)), attr.struct_name.data or None)

    def export(exporter: AttributeExporter, attr: Any) -> XAttribute:
        if attr.packed or attr.opaque or attr.identifier == "":  # not in xDSL
            return carried(attr)
        return make(x.StringAttr(attr.identifier or ""), x.ArrayAttr(map(exporter.plain, attr.body)))

    return import_, export


def _function(kind: Any, make: Any) -> Ways:
    def import_(importer: AttributeImporter, attr: Any) -> Attribute:
        return kind(importer.type(attr.output), tuple(map(importer.type, attr.inputs)), attr.is_variadic)

    def export(exporter: AttributeExporter, attr: Any) -> XAttribute:
        return make(list(map(exporter.plain, attr.inputs)), exporter.plain(attr.result), attr.varargs)

    return import_, export


def _features(kind: Any, make: Any) -> Ways:
    def import_(importer: AttributeImporter, attr: Any) -> Attribute:
        return kind(tuple(map(importer.plain, attr.features)))

    def export(exporter: AttributeExporter, attr: Any) -> XAttribute:
        return make(x.ArrayAttr(map(exporter.plain, attr.features)))

    return import_, export


DIFFERENT: dict[str, Callable[[Any, Any], Ways]] = {
    "llvm.ptr": _pointer,
    "llvm.array": _array,
    "llvm.struct": _struct,
    "llvm.func": _function,
    "llvm.target_features": _features,
}
"""By name: made of dlc's class and xDSL's."""
