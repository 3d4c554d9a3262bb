"""Ops of xDSL as ops of dlc: classes made from their declarations, when an op of the kind is first met.

Operands, results, attributes, regions and successors become fields with constraints, traits become traits, the form is
compiled (`forms`). Three things xDSL can say that dlc's fields cannot: several groups of unknown size that are all of
the same size, such a group of regions before other regions, and names of attributes that are no identifiers.
Groups of the first two kinds are one field here, with accessors for the parts; such attributes go undeclared. xDSL's
verifier, which runs behind dlc's, checks all of it.
"""

from __future__ import annotations

import keyword
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from xdsl.ir import Operation as XOperation
from xdsl.irdl import (
    AttrSizedOperandSegments,
    AttrSizedRegionSegments,
    AttrSizedResultSegments,
    AttrSizedSuccessorSegments,
    IRDLOperation,
    OpDef,
    OptionalDef,
    VariadicDef,
)

from ...ir import Attribute, Operation
from ...ir.assembly import HAND_WRITTEN
from ...ir.constraints import any_type
from ...ir.definition import ONE, OPTIONAL, VARIADIC, Field, Op, OpDefinition, define
from ...ir.traits import SingleBlock
from ...ir.verifier import Report
from . import forms, verification
from .attribute_rules import attribute_constraint
from .attributes import AttributeImporter
from .constraints import TypeRules
from .op_pairs import declare_op
from .traits import interfaces_of, traits_of


class DeclaredOp(Op):
    """Base of the ops that xDSL declares."""

    x_class: ClassVar[Any]
    """The class of xDSL."""
    shown_as_attributes: ClassVar[frozenset[str]] = frozenset()
    """Properties that the generic form writes among the attributes, as dialects do that are older than properties."""

    def generic_dictionaries(self) -> tuple[Mapping[str, Attribute], Mapping[str, Attribute]]:
        moved = self.shown_as_attributes
        properties = {name: attr for name, attr in self.properties.items() if name not in moved}
        shown = {name: attr for name, attr in self.properties.items() if name in moved}
        return properties, {**shown, **self.attributes}

    def verify(self, report: Report) -> None:
        verification.verify(self, report)

    @classmethod
    def read(cls, p: Any, location: Any) -> Operation:
        return forms.read(cls, p, location)

    def write(self, p: Any) -> None:
        forms.write(self, p)


@cache
def declared_op(x_class: Any) -> type[Op]:
    """The class of dlc for a class of xDSL."""
    namespace: dict[str, Any] = {
        "__module__": __name__,
        "__doc__": x_class.__doc__,
        "x_class": x_class,
        "syntax": HAND_WRITTEN if forms.has_custom_form(x_class) else None,
    }
    fields: list[Field] = []
    if issubclass(x_class, IRDLOperation):
        definition = x_class.get_irdl_definition()
        builder = _Fields(definition)
        fields = builder.fields
        namespace.update(builder.accessors)
        namespace["shown_as_attributes"] = frozenset(definition.attributes) - frozenset(definition.properties)
    meta: Any = type(DeclaredOp)
    cls: Any = meta(x_class.__name__, (DeclaredOp,), namespace)
    traits = traits_of(x_class)
    if _has_single_blocks(x_class):
        traits.append(SingleBlock)
    return define(cls, OpDefinition(x_class.name, fields), traits, interfaces_of(x_class))


declare_op.append(declared_op)


def _has_single_blocks(x_class: type[XOperation]) -> bool:
    """Return whether all regions of an op consist of one block."""
    if not issubclass(x_class, IRDLOperation):
        return False
    regions = x_class.get_irdl_definition().regions
    return bool(regions) and all("SingleBlock" in type(region).__name__ for _, region in regions)


_SEGMENTS = {
    "operand": AttrSizedOperandSegments,
    "result": AttrSizedResultSegments,
    "region": AttrSizedRegionSegments,
    "successor": AttrSizedSuccessorSegments,
}
_SPECIAL_ATTRIBUTES = frozenset(each.attribute_name for each in _SEGMENTS.values())


class _Fields:
    """The fields that stand for a definition of xDSL, and accessors for what no field can be."""

    def __init__(self, definition: OpDef) -> None:
        self.definition = definition
        self.types = TypeRules()
        self.taken: set[str] = {"name", *dir(DeclaredOp)}
        self.fields: list[Field] = []
        self.accessors: dict[str, Any] = {}
        self._add_values("operand", definition.operands)
        self._add_values("result", definition.results)
        self._add_plain("region", definition.regions)
        self._add_plain("successor", definition.successors)
        self._add_attributes()

    def accessor(self, name: str) -> str:
        """Return the Python name of a part: its name, with an underscore if that is taken."""
        candidate = name.strip("_") or "unnamed"
        while candidate in self.taken or keyword.iskeyword(candidate):
            candidate += "_"
        self.taken.add(candidate)
        return candidate

    def _add(self, name: str, field: Field) -> None:
        field.name = name
        field.accessor = self.accessor(name)
        self.fields.append(field)

    def _has_option(self, kind: str) -> bool:
        return any(isinstance(option, _SEGMENTS[kind]) for option in self.definition.options)

    def _add_values(self, kind: str, groups: Sequence[tuple[str, Any]]) -> None:
        loose = sum(isinstance(group, VariadicDef) for _, group in groups)
        if loose > 1 and not self._has_option(kind):
            self._add_together(kind, groups, Field(kind, any_type, VARIADIC))
            return
        for name, group in groups:
            count = _count(group)
            constraint = self.types.of(group.constr)
            self._add(name, Field(kind, constraint, count, implicit=count == OPTIONAL))

    def _add_plain(self, kind: str, groups: Sequence[tuple[str, Any]]) -> None:
        if any(isinstance(group, VariadicDef) for _, group in groups[:-1]):
            self._add_together(kind, groups, Field(kind, None, VARIADIC))
            return
        for name, group in groups:
            is_loose = isinstance(group, VariadicDef)
            field = Field(kind, None, VARIADIC if is_loose else ONE, implicit=kind == "region" and not is_loose)
            self._add(name, field)

    def _add_together(self, kind: str, groups: Sequence[tuple[str, Any]], field: Field) -> None:
        """Declare one field for all groups of a kind, and an accessor for each of them."""
        self._add(f"all_{kind}s", field)
        counts = [_count(group) for _, group in groups]
        for index, (name, _) in enumerate(groups):
            self.accessors[self.accessor(name)] = _part_of(f"{kind}s", counts, index)

    def _add_attributes(self) -> None:
        definition, importer = self.definition, AttributeImporter()
        accessors = {ir_name: accessor for accessor, (ir_name, _) in definition.accessor_names.items()}
        for name, each in (*definition.properties.items(), *definition.attributes.items()):
            if not name.isidentifier() or name in _SPECIAL_ATTRIBUTES:
                continue
            constraint = attribute_constraint(each.constr)
            default = None if each.default_value is None else importer.attribute(each.default_value)
            is_optional = isinstance(each, OptionalDef)
            count = OPTIONAL if is_optional else ONE
            field = Field(
                "attr", constraint, count, default=default, has_default=default is not None or is_optional, keyword=True
            )
            field.name, field.accessor = name, self.accessor(accessors.get(name, name))
            self.fields.append(field)


def _count(group: Any) -> str:
    return OPTIONAL if isinstance(group, OptionalDef) else VARIADIC if isinstance(group, VariadicDef) else ONE


def _part_of(slot: str, counts: Sequence[str], index: int) -> property:
    """Return one of several groups, where all groups of unknown size have the same size."""
    loose = sum(count != ONE for count in counts)

    def get(op: Operation) -> Any:
        everything: Sequence[Any] = getattr(op, slot)
        size = (len(everything) - (len(counts) - loose)) // loose
        start = sum(1 if count == ONE else size for count in counts[:index])
        if counts[index] == ONE:
            return everything[start]
        part = everything[start : start + size]
        return part if counts[index] == VARIADIC else part[0] if part else None

    return property(get)
