"""Replacing attributes and types throughout a module, however they are nested in one another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from dlc.ir import Attribute, Location, Operation, Type, Value
from dlc.ir.builtin_attributes import DenseArrayAttr, DenseElementsAttr, DistinctAttr, UnitAttr

_WHOLE = (DenseArrayAttr, DenseElementsAttr, DistinctAttr, Location, UnitAttr)
"""Kinds of attributes whose parameters are not mapped."""


class AttributeMapper:
    """Replaces attributes and types by the results of a function; on `None`, it maps their parameters."""

    def __init__(self, replacement: Callable[[Attribute], Attribute | None]) -> None:
        self._replacement = replacement
        self._known: dict[Attribute, Attribute] = {}

    def __call__(self, attr: Attribute) -> Attribute:
        replacement = self._known.get(attr)
        if replacement is None:
            replacement = self._replacement(attr)
            if replacement is None:
                replacement = attr if isinstance(attr, _WHOLE) else self._inside(attr)
            self._known[attr] = replacement
        return replacement

    def type(self, type: Type) -> Type:
        """Return the replacement of a type."""
        return cast(Type, self(type))

    def apply_to(self, module: Operation) -> None:
        """Replace all attributes of all ops in a module."""
        for op in module.walk():
            for holder in (op.properties, op.attributes):
                for name, attr in holder.items():
                    holder[name] = self(attr)

    def apply_to_types(self, module: Operation) -> None:
        """Replace the types of all values in a module."""
        for op in module.walk():
            values: list[Value] = list(op.results)
            values += [arg for region in op.regions for block in region.blocks for arg in block.args]
            for value in values:
                value.type = self.type(value.type)

    def _inside(self, attr: Attribute) -> Attribute:
        values = attr.values()
        fresh = tuple(self._parameter(value) for value in values)
        return attr if all(a is b for a, b in zip(values, fresh, strict=True)) else type(attr)(*fresh)

    def _parameter(self, value: Any) -> Any:
        if isinstance(value, Attribute):
            return self(value)
        if isinstance(value, tuple):
            parts = cast("tuple[Any, ...]", value)
            fresh = tuple(self._parameter(part) for part in parts)
            return parts if all(a is b for a, b in zip(parts, fresh, strict=True)) else fresh
        return value
