"""Reductions of the attributes, numbers, names and locations of ops."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_lowercase

from dlc.ir import UNKNOWN_LOC, Attribute, Operation
from dlc.ir.builtin_attributes import (
    ArrayAttr,
    DenseElementsAttr,
    DenseResourceElementsAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
)
from dlc.ir.builtin_types import ComplexType, FloatType, ShapedType
from dlc.ir.definition import ONE, SEGMENT_PROPERTIES, Op
from dlc.ir.operations import Attributes
from dlc.ir.symbol_table import set_symbol_name, symbol_name

from .editing import ModuleReduction, blocks_of, ops_below, zero_of
from .mapping import AttributeMapper

Entry = tuple[Operation, Attributes, str]
"""One attribute: its op, the dictionary of the op that contains it, and its name."""
_KEPT = {"sym_name", *SEGMENT_PROPERTIES.values()}


def _entries(module: Operation) -> Iterator[Entry]:
    for op in module.walk():
        for holder in (op.properties, op.attributes):
            for name in holder:
                yield op, holder, name


class DropAttributes(ModuleReduction[Entry]):
    """Remove optional attributes and properties; replace others by their default."""

    name = "attributes"

    def sites(self, module: Operation) -> Sequence[Entry]:
        return [entry for entry in _entries(module) if _may_go(entry)]

    def edit(self, module: Operation, sites: Sequence[Entry], way: int) -> None:
        for op, holder, name in sites:
            default = _default(op, name) if holder is op.properties else None
            if default is not None:
                holder[name] = default
            else:
                del holder[name]


def _may_go(entry: Entry) -> bool:
    op, holder, name = entry
    if name in _KEPT:
        return False
    if holder is op.attributes or not isinstance(op, Op):
        return True
    field = op.definition.attrs.get(name)
    if field is None or field.count != ONE:
        return True
    default = _default(op, name)
    return default is not None and default is not holder[name]


def _default(op: Operation, name: str) -> Attribute | None:
    field = op.definition.attrs.get(name) if isinstance(op, Op) else None
    return field.default if field is not None and isinstance(field.default, Attribute) else None


# -- Numbers ---------------------------------------------------------------------------------------------------------


class ShrinkNumbers(ModuleReduction[Entry]):
    """Replace integers, floats and dense elements by 0 or 1, or at least by smaller numbers."""

    name = "numbers"
    ways = 3

    def sites(self, module: Operation) -> Sequence[Entry]:
        return [(op, holder, name) for op, holder, name in _entries(module) if _shrinks(holder[name])]

    def edit(self, module: Operation, sites: Sequence[Entry], way: int) -> None:
        for _, holder, name in sites:
            holder[name] = shrunk(holder[name], way)


def _shrinks(attr: Attribute) -> bool:
    return any(shrunk(attr, way) is not attr for way in range(ShrinkNumbers.ways))


def shrunk(attr: Attribute, way: int) -> Attribute:
    """Return a simpler attribute of the same kind (zero, one, or half), or the attribute itself if none is simpler."""
    if isinstance(attr, IntegerAttr):
        smaller = _smaller(attr.value, way)
        return attr if smaller is None else IntegerAttr(smaller, attr.type)
    if isinstance(attr, FloatAttr):
        return _simpler_float(attr, way)
    if isinstance(attr, DenseElementsAttr):
        return _simpler_elements(attr, way)
    if isinstance(attr, DenseResourceElementsAttr):
        zero = zero_of(attr.type) if isinstance(attr.type, ShapedType) else None
        return zero if zero is not None and way == 0 else attr
    if isinstance(attr, ArrayAttr):
        return ArrayAttr(tuple(shrunk(element, way) for element in attr.elements))
    if isinstance(attr, DictionaryAttr):
        return DictionaryAttr(tuple((name, shrunk(value, way)) for name, value in attr.entries))
    return attr


def _smaller(value: int, way: int) -> int | None:
    """Return a simpler integer: 0 is simpler than 1, and 1 is simpler than any other."""
    if value in (0, 1):
        return 0 if value and way == 0 else None
    return (0, 1, abs(value) // 2 if abs(value) > 2 else None)[way]


def _simpler_float(attr: FloatAttr, way: int) -> FloatAttr:
    zero, one = FloatAttr.of(0.0, attr.type), FloatAttr.of(1.0, attr.type)
    if attr is zero or way == 2:
        return attr
    if way == 0:
        return zero
    return one


def _simpler_elements(attr: DenseElementsAttr, way: int) -> DenseElementsAttr:
    """Return a splat of 0, of 1, or of the first element."""
    element = attr.type.element_type
    parts = 2 if isinstance(element, ComplexType) else 1
    if way == 2 or not attr.type.num_elements:
        first = attr.stored_bits()[:parts] if not attr.is_splat and attr.type.num_elements else None
        return attr if first is None else DenseElementsAttr.from_bits(attr.type, first)
    zero = DenseElementsAttr.from_bits(attr.type, [0] * parts)
    if way == 0 or attr is zero or parts == 2:
        return zero
    one = FloatAttr.of(1.0, element).bits if isinstance(element, FloatType) else 1
    return DenseElementsAttr.from_bits(attr.type, [one])


# -- Names and places ------------------------------------------------------------------------------------------------


class ShortenNames(ModuleReduction[str]):
    """Give symbols short names: @a, @b and so on."""

    name = "names"

    def sites(self, module: Operation) -> Sequence[str]:
        names = dict.fromkeys(name for op in ops_below(module) if (name := symbol_name(op)) is not None)
        fresh = _short_names(set(names))
        return [name for name in names if len(next(fresh)) < len(name)]

    def edit(self, module: Operation, sites: Sequence[str], way: int) -> None:
        taken = {name for op in ops_below(module) if (name := symbol_name(op)) is not None}
        fresh = dict(zip(sites, _short_names(taken), strict=False))
        mapper = AttributeMapper(lambda attr: _renamed(attr, fresh))
        for op in module.walk():
            name = symbol_name(op)
            if name in fresh:
                set_symbol_name(op, fresh[name])
        mapper.apply_to(module)


def _short_names(taken: set[str]) -> Iterator[str]:
    for length in itertools.count(1):
        for letters in itertools.product(ascii_lowercase, repeat=length):
            name = "".join(letters)
            if name not in taken:
                yield name


def _renamed(attr: Attribute, fresh: Mapping[str, str]) -> Attribute | None:
    if not isinstance(attr, SymbolRefAttr):
        return None
    root, *nested = (fresh.get(name, name) for name in attr.path)
    return SymbolRefAttr(root, tuple(nested))


class DropLocations(ModuleReduction[Operation]):
    """Remove the locations of ops."""

    name = "locations"

    def sites(self, module: Operation) -> Sequence[Operation]:
        return [op for op in module.walk() if op.location is not UNKNOWN_LOC]

    def edit(self, module: Operation, sites: Sequence[Operation], way: int) -> None:
        chosen = set(sites)
        for op in sites:
            op.location = UNKNOWN_LOC
        for block in blocks_of(module):
            if block.parent_op in chosen:
                for arg in block.args:
                    arg.location = UNKNOWN_LOC


class ShortenStrings(ModuleReduction[Entry]):
    """Replace strings that are not names of symbols by empty ones."""

    name = "strings"

    def sites(self, module: Operation) -> Sequence[Entry]:
        return [
            (op, holder, name)
            for op, holder, name in _entries(module)
            if name not in _KEPT and isinstance(text := holder[name], StringAttr) and text.value
        ]

    def edit(self, module: Operation, sites: Sequence[Entry], way: int) -> None:
        for _, holder, name in sites:
            text = holder[name]
            if isinstance(text, StringAttr):
                holder[name] = StringAttr("", text.type)
