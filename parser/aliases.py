"""Aliases of attributes and types: which of a module get a name, and where it is defined, by MLIR's rules.

Affine maps, integer sets, distinct attributes and locations are written once, as `#map = …` before the module, or after
it if only locations of ops use them. Nested attributes come first: names are assigned by depth, and in the order in
which they appear in the text of the module.

Names that the source of a module gave to types and to attributes of dialects are kept, unlike in MLIR, as names of
values are: whoever wrote `!m` wants to read `!m`. Numbered names such as `#map3` are not, because others come and go.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..ir import UNKNOWN_LOC, Attribute, Block, FloatAttr, IntegerAttr, Location, Operation, StringAttr, Type, UnitAttr
from ..ir.attributes import not_an_attribute
from ..ir.blocks import NO_ALIASES
from ..ir.builtin_attributes import (
    AffineMapAttr,
    Blob,
    DenseResourceElementsAttr,
    DistinctAttr,
    IntegerSetAttr,
    OpaqueAttr,
)
from ..ir.builtin_types import FloatType, FunctionType, IndexType, IntegerType, NoneType, OpaqueType
from ..ir.errors import InvalidDefinitionError
from ..ir.locations import NameLoc

_KINDS: dict[type[Attribute], str] = {AffineMapAttr: "map", IntegerSetAttr: "set", DistinctAttr: "distinct"}

_PLAIN_KINDS = frozenset({IntegerAttr, FloatAttr, StringAttr, UnitAttr, IntegerType, FloatType, IndexType})
"""Kinds of attributes without aliases, themselves or nested; most attributes are of these kinds."""


class Aliases:
    """The aliases of a module's attributes, and the resources that it uses."""

    def __init__(
        self,
        root: Operation,
        *,
        with_locations: bool,
        with_regions: bool = True,
        is_generic: bool = False,
        kept: Mapping[Attribute, str] = NO_ALIASES,
    ) -> None:
        self.kept = kept
        """The names that the source gave."""
        self.names: dict[Attribute, str] = {}
        """The alias `#name` or `!name` of each aliased attribute, in the order of their definitions."""
        self.blobs: dict[Blob, None] = {}
        self.keeps_distinct_numbers = False
        """Whether opaque text refers to distinct attributes by the numbers that they had when they were read."""
        self.late: set[Attribute] = set()
        """Aliases that are defined after the module."""
        self._depths: dict[Attribute, int] = {}
        """The nesting depth of aliases in each visited attribute, including its own; 0 if there are none."""
        self._known: dict[Attribute, int] = {} if with_locations else self._depths
        """Attributes that need not be visited again. With locations each visit counts."""
        self._order: list[Attribute] = []
        self._early: set[Attribute] = set()
        self._with_locations = with_locations
        self._with_regions = with_regions
        self._is_generic = is_generic
        self._visit_all(root)
        self._give_names()

    def _visit_all(self, root: Operation) -> None:
        """Visit an op's location, then the contents of its regions, its types, and its attributes by name."""
        around: list[tuple[Operation, Iterator[Block]]] = []
        op: Operation | None = root
        while True:
            if op is not None:
                if self._with_locations:
                    self._note(op.location)
                if not op._regions or not self._with_regions:
                    self._visit_types_and_attributes(op)
                    op = op._next if around else None
                    continue
                around.append((op, (block for region in op._regions for block in region.blocks)))
            elif not around:
                return
            owner, blocks = around[-1]
            block = next(blocks, None)
            if block is not None:
                self._visit_arguments(block)
                op = block._first
                continue
            around.pop()
            self._visit_types_and_attributes(owner)
            op = owner._next if around else None

    def _visit_arguments(self, block: Block) -> None:
        for arg in block._args:
            self._visit(arg.type)
            if self._with_locations:
                self._visit(arg.location)

    def _visit_types_and_attributes(self, op: Operation) -> None:
        """Visit the result types and attributes of an op, which have nearly always been visited before."""
        known = self._known
        for result in op._results:
            if result.type not in known:
                self._visit(result.type)
        properties, attributes = op.generic_dictionaries() if self._is_generic else (op._properties, op._attributes)
        for attr in properties.values():
            if attr not in known:
                break
        else:
            if not attributes or all(map(known.__contains__, attributes.values())):
                return
        nameless = () if self._is_generic else op.nameless_properties()
        for name, attr in sorted([*properties.items(), *attributes.items()], key=_name_of_entry):
            if name not in nameless:
                self._visit(attr)

    def _visit(self, attr: Attribute) -> None:
        """Record the aliases that must be defined before the module."""
        if attr not in self._depths:
            self._note(attr)
        if self._with_locations:
            self._early.add(attr)

    def _note(self, root: Attribute) -> None:
        """Compute the depth of an attribute and of all nested ones, children first, with an explicit stack."""
        depths = self._depths
        if root in depths:
            return
        if type(root) in _PLAIN_KINDS:
            depths[root] = 0
            return
        pending: list[tuple[Attribute, list[Attribute] | None]] = [(root, None)]
        while pending:
            attr, children = pending.pop()
            if children is not None:
                deepest = max([depths[child] for child in children], default=0)
                depths[attr] = deepest + 1 if deepest else depths[attr]
                continue
            if attr in depths:
                continue
            is_named = attr in self.kept or _is_named(attr)
            depths[attr] = int(is_named)
            if is_named:
                self._order.append(attr)
            elif isinstance(attr, DenseResourceElementsAttr):
                self.blobs[attr.blob] = None
            elif isinstance(attr, (OpaqueAttr, OpaqueType)) and "distinct[" in attr.text:
                self.keeps_distinct_numbers = True
            children = nested_attributes(attr)
            if children:
                pending.append((attr, children))
                pending += [(child, None) for child in reversed(children)]

    def _give_names(self) -> None:
        depths, kept = self._depths, self.kept
        stems = {attr: _stem(attr) if attr not in kept else kept[attr][1:] for attr in self._order}
        taken = set(kept.values())
        counts: dict[str, int] = {}
        for attr in sorted(self._order, key=lambda attr: (depths[attr], isinstance(attr, Type), stems[attr])):
            name = kept.get(attr)
            if name is None:
                stem = f"{'!' if isinstance(attr, Type) else '#'}{stems[attr]}"
                number = counts.get(stem, 0)
                name = numbered(stem, number)
                while name in taken:
                    number += 1
                    name = numbered(stem, number)
                counts[stem] = number + 1
            self.names[attr] = name
        if self._with_locations:
            self.late = self.names.keys() - nested_in(self._early)


def nested_in(roots: Iterable[Attribute]) -> set[Attribute]:
    """Return attributes with all nested ones."""
    seen: set[Attribute] = set()
    pending = list(roots)
    while pending:
        attr = pending.pop()
        if attr not in seen:
            seen.add(attr)
            pending += nested_attributes(attr)
    return seen


def _name_of_entry(entry: tuple[str, Attribute]) -> str:
    return entry[0]


def _stem(attr: Attribute) -> str:
    """Return the name of an attribute's alias without the number; that of locations is `loc`."""
    kind = _KINDS.get(type(attr))
    if kind is None:
        kind = (attr.alias_name() if attr.has_alias else None) or "loc"
    return kind


def numbered(stem: str, number: int) -> str:
    """Return a name that differs from those with other numbers, also of a stem that ends with a digit."""
    return f"{stem}{'_' if number and stem[-1].isdigit() else ''}{number or ''}"


def _is_named(attr: Attribute) -> bool:
    if isinstance(attr, DistinctAttr):
        return not isinstance(attr.referenced, UnitAttr)
    if not isinstance(attr, Attribute):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise not_an_attribute(attr)
    if attr.has_alias:
        return _is_usable(attr)
    return type(attr) in _KINDS or isinstance(attr, Location)


def _is_usable(attr: Attribute) -> bool:
    """Return whether an attribute has the name of an alias; raise an error if it has one that cannot be read."""
    name = attr.alias_name()
    if name is None:
        return False
    if _NAME(name) is None:
        raise InvalidDefinitionError(
            f"'{attr.name}': alias_name must return letters, digits, '_', '$' and '-' behind a letter, but got {name!r}"
        )
    return True


_NAME = re.compile(r"[A-Za-z_$][\w$-]*", re.ASCII).fullmatch


def aliases_to_keep(aliases: Iterable[tuple[str, Attribute]], *, with_numbers: bool = False) -> dict[Attribute, str]:
    """Return the aliases of a source whose names printers keep, `!name` or `#name`.

    `with_numbers`: also names such as `#map3`, for text that goes where the definitions are.
    """
    kept: dict[Attribute, str] = {}
    for name, attr in aliases:
        sign = "!" if isinstance(attr, Type) else "#"
        if attr not in kept and _NAME(name) and _can_be_kept(attr) and (with_numbers or not _is_numbered(attr, name)):
            kept[attr] = f"{sign}{name}"
    return kept


def _can_be_kept(attr: Attribute) -> bool:
    """Return whether an attribute is longer than an alias, and stands in the text as one piece."""
    if isinstance(attr, Type):
        return not isinstance(attr, (IntegerType, FloatType, IndexType, NoneType, FunctionType))
    return type(attr) in (AffineMapAttr, IntegerSetAttr) or not attr.name.startswith("builtin.")


def _is_numbered(attr: Attribute, name: str) -> bool:
    """Return whether a name is what printers call an attribute anyway, up to the number."""
    return _is_named(attr) and re.fullmatch(rf"{re.escape(_stem(attr))}_?\d*", name) is not None


def nested_attributes(attr: Attribute) -> list[Attribute]:
    """Return the attributes among the parameters that are printed."""
    if not attr.parameters or (isinstance(attr, NameLoc) and attr.child is UNKNOWN_LOC):
        return []
    return list(_attributes_among(attr.values()))


def _attributes_among(values: Iterable[Any]) -> Iterator[Attribute]:
    for value in values:
        if isinstance(value, Attribute):
            yield value
        elif isinstance(value, tuple) and value and not isinstance(value[0], int):
            yield from _attributes_among(value)  # type: ignore[arg-type]
