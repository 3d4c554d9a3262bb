"""Which attributes of a module get a name of their own, and where it is defined, by MLIR's rules.

Affine maps, integer sets, distinct attributes and locations are written once, as `#map = …` in front of the module, or
behind it where only locations of ops use them. What is nested comes before what holds it: names are given by depth,
and in the order in which the text of the module would show them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..ir.attributes import Attribute
from ..ir.blocks import Block
from ..ir.builtin_attributes import (
    AffineMapAttr,
    Blob,
    DenseResourceElementsAttr,
    DistinctAttr,
    FloatAttr,
    IntegerAttr,
    IntegerSetAttr,
    StringAttr,
    UnitAttr,
)
from ..ir.builtin_types import FloatType, IndexType, IntegerType
from ..ir.locations import Location
from ..ir.operations import Operation

_KINDS: dict[type[Attribute], str] = {AffineMapAttr: "map", IntegerSetAttr: "set", DistinctAttr: "distinct"}

_PLAIN_KINDS = frozenset({IntegerAttr, FloatAttr, StringAttr, UnitAttr, IntegerType, FloatType, IndexType})
"""Attributes that have no name and hold none: most are of these."""


class Aliases:
    """The names of a module's attributes, and the resources that it uses."""

    def __init__(self, root: Operation, *, with_locations: bool) -> None:
        self.names: dict[Attribute, str] = {}
        """Aliased attributes to `#name`, in the order of their definitions."""
        self.blobs: dict[Blob, None] = {}
        self.late: set[Attribute] = set()
        """Those that are defined behind the module."""
        self._depths: dict[Attribute, int] = {}
        """How deeply names are nested in what was seen so far, itself included; 0 where there are none."""
        self._order: list[Attribute] = []
        self._early: list[Attribute] = []
        self._with_locations = with_locations
        self._visit_all(root)
        self._give_names()

    def _visit_all(self, root: Operation) -> None:
        """Everything in the order of the generic form: an op's location, properties, regions, attributes, types."""
        depths, visit, eager = self._depths, self._visit, self._with_locations
        pending: list[Operation | Block | tuple[Operation]] = [root]
        while pending:
            current = pending.pop()
            if isinstance(current, Block):
                for arg in current._args:
                    visit(arg.type)
                    if self._with_locations:
                        visit(arg.location)
                pending += reversed(list(current.ops))
                continue
            if isinstance(current, Operation):
                if self._with_locations:
                    self._note(current.location)
                for attr in current._properties.values():
                    if eager or attr not in depths:
                        self._visit_entries(current._properties)
                        break
                if current._regions:
                    pending.append((current,))
                    pending += [b for region in reversed(current._regions) for b in reversed(list(region.blocks))]
                    continue
            else:
                current = current[0]
            if current._attributes:
                self._visit_entries(current._attributes)
            for result in current._results:
                if result.type not in depths:
                    visit(result.type)

    def _visit_entries(self, entries: dict[str, Attribute]) -> None:
        for name in sorted(entries) if len(entries) > 1 else entries:
            self._visit(entries[name])

    def _visit(self, attr: Attribute) -> None:
        """Note what must be defined in front of the module."""
        if attr not in self._depths:
            self._note(attr)
        if self._with_locations:
            self._early.append(attr)

    def _note(self, root: Attribute) -> None:
        """Find the depth of an attribute and of all that is nested in it: children first, on a stack of our own."""
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
            is_named = type(attr) in _KINDS or isinstance(attr, Location)
            depths[attr] = int(is_named)
            if is_named:
                self._order.append(attr)
            elif isinstance(attr, DenseResourceElementsAttr):
                self.blobs[attr.blob] = None
            children = nested_attributes(attr)
            if children:
                pending.append((attr, children))
                pending += [(child, None) for child in reversed(children)]

    def _give_names(self) -> None:
        depths = self._depths
        counts: dict[str, int] = {}
        for attr in sorted(self._order, key=depths.__getitem__):
            kind = _KINDS.get(type(attr), "loc")
            number = counts.get(kind, 0)
            counts[kind] = number + 1
            self.names[attr] = f"#{kind}{number or ''}"
        if self._with_locations:
            self.late = self.names.keys() - self._all_nested(self._early)

    @staticmethod
    def _all_nested(roots: Iterable[Attribute]) -> set[Attribute]:
        """Attributes and all that is inside them."""
        found: set[Attribute] = set()
        pending = list(roots)
        while pending:
            attr = pending.pop()
            if attr not in found:
                found.add(attr)
                pending += nested_attributes(attr)
        return found


def nested_attributes(attr: Attribute) -> list[Attribute]:
    """The attributes among the parameters; what is distinct is one whole, and names nothing inside."""
    if not attr.parameters or isinstance(attr, DistinctAttr):
        return []
    return list(_attributes_among(attr.values()))


def _attributes_among(values: Iterable[Any]) -> Iterator[Attribute]:
    for value in values:
        if isinstance(value, Attribute):
            yield value
        elif isinstance(value, tuple) and value and not isinstance(value[0], int):
            yield from _attributes_among(value)  # type: ignore[arg-type]
