"""Attributes and types that both frameworks define by the same name, such as `#arith.fastmath`: one becomes the other.

What matches is found by structure: a word of an enumeration stays that word, a set of words that set, and parameters
are converted one by one where there are equally many. Where that does not fit, the attribute is carried instead.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, cast

from xdsl.dialects.builtin import StringAttr
from xdsl.dialects.utils.bit_enum_attribute import BitEnumAttribute
from xdsl.dialects.utils.enum_attribute import EnumAttribute
from xdsl.ir import Attribute as XAttribute, ParametrizedAttribute, TypeAttribute

from ...dialects import BUNDLED
from ...ir import Attribute, Type
from ...ir.enums import BitEnumAttr, EnumAttr
from . import catalog
from .attributes import AttributeExporter, AttributeImporter, Export, Import
from .llvm_pairs import DIFFERENT


class Pair:
    """Two classes that mean the same, and the way from each to the other."""

    __slots__ = ("export", "import_", "kind", "x_kind")

    def __init__(self, kind: Any, x_kind: Any, import_: Import, export: Export) -> None:
        self.kind = kind
        self.x_kind = x_kind
        self.import_ = import_
        self.export = export


def bundled_dialect(name: str) -> Any:
    """A dialect that comes with dlc, loaded now if need be; `None` where there is none of that name."""
    module = BUNDLED.get(name)
    return import_module(module).DIALECT if module is not None else None


@cache
def pair_of(x_kind: Any) -> Pair | None:
    """The counterpart of a class of xDSL, if a bundled dialect has one."""
    dialect = bundled_dialect(x_kind.name.partition(".")[0])
    if dialect is None or x_kind.name.startswith("builtin."):
        return None
    members = dialect.types if issubclass(x_kind, TypeAttribute) else dialect.attributes
    kind = members.get(x_kind.name)
    return _pair(kind, x_kind) if kind is not None else None


@cache
def _x_pair_of(kind: type[Attribute]) -> Pair | None:
    """Return the pair of a class of dlc."""
    if kind.name.partition(".")[0] not in BUNDLED:
        return None
    x_kind = catalog.attribute_class(kind.name, is_type=issubclass(kind, Type))
    return pair_of(x_kind) if x_kind is not None else None


def _pair(kind: type[Attribute], x_kind: type[XAttribute]) -> Pair | None:
    for make in (_different, _words, _sets_of_words, _named, _parameters):
        pair = make(kind, x_kind)
        if pair is not None:
            return pair
    return None


def _different(kind: Any, x_kind: Any) -> Pair | None:
    make = DIFFERENT.get(kind.name)
    return Pair(kind, x_kind, *make(kind, x_kind)) if make is not None else None


def _words(kind: Any, x_kind: Any) -> Pair | None:
    if not (issubclass(kind, EnumAttr) and issubclass(x_kind, EnumAttribute)):
        return None
    make = cast(Any, x_kind)
    by_word = {case.value: case for case in make.enum_type}
    return Pair(kind, x_kind, lambda _, attr: kind(attr.data.value), lambda _, attr: make(by_word[attr.value]))


def _sets_of_words(kind: Any, x_kind: Any) -> Pair | None:
    if not (issubclass(kind, BitEnumAttr) and issubclass(x_kind, BitEnumAttribute)):
        return None
    make = cast(Any, x_kind)
    by_word = {case.value: case for case in make.enum_type}

    def import_(_: AttributeImporter, attr: Any) -> Attribute:
        return kind.of(*(case.value for case in attr.data))

    def export(_: AttributeExporter, attr: Any) -> XAttribute:
        return make([by_word[word] for word in attr.words])

    return Pair(kind, x_kind, import_, export)


def _named(kind: Any, x_kind: Any) -> Pair | None:
    """A word that xDSL keeps as a string."""
    if not (issubclass(kind, EnumAttr) and issubclass(x_kind, ParametrizedAttribute)):
        return None
    make = cast(Any, x_kind)
    if len(make.get_irdl_definition().parameters) != 1:
        return None
    return Pair(
        kind, x_kind, lambda _, attr: kind(attr.parameters[0].data), lambda _, attr: make.new([StringAttr(attr.value)])
    )


def _parameters(kind: Any, x_kind: Any) -> Pair | None:
    if not issubclass(x_kind, ParametrizedAttribute):
        return None
    make = cast(Any, x_kind)
    if len(make.get_irdl_definition().parameters) != len(kind.parameters):
        return None

    def import_(importer: AttributeImporter, attr: Any) -> Attribute:
        return kind(*map(importer.plain, attr.parameters))

    def export(exporter: AttributeExporter, attr: Any) -> XAttribute:
        return make.new(list(map(exporter.plain, attr.values())))

    return Pair(kind, x_kind, import_, export)


def import_counterpart(x_kind: type[XAttribute]) -> Import | None:
    pair = pair_of(x_kind)
    return pair.import_ if pair is not None else None


def export_counterpart(kind: type[Attribute]) -> Export | None:
    pair = _x_pair_of(kind)
    return pair.export if pair is not None else None
